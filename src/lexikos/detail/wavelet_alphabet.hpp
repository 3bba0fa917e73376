// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/file.hpp>
#include <string>

namespace lexikos
{

namespace detail
{

/// A copy of a file's array. Fences.
template <class MemorySpace, class T, class ExecutionSpace>
Array<T, MemorySpace> loaded_array(ExecutionSpace const& space, FileReader const& file, std::string const& name)
{
  auto const saved = file.array<T>(name);
  Array<T, MemorySpace> const view = allocate<T, MemorySpace>(default_memory_resource(), name, saved.extent(0));
  Kokkos::deep_copy(space, view, saved);
  space.fence("lexikos::wavelet::load");
  return view;
}

/// The words of a view of structs of words.
template <class MemorySpace, class View>
Span<std::uint64_t, MemorySpace> as_words(View const& view)
{
  using T = typename View::value_type;
  static_assert(sizeof(T) % sizeof(std::uint64_t) == 0);
  return Span<std::uint64_t, MemorySpace>(reinterpret_cast<std::uint64_t*>(view.data()),
                                          view.extent(0) * (sizeof(T) / sizeof(std::uint64_t)));
}

/// A copy of a file's array of words as a view of n structs. Errors: corrupt_input for another number of words.
template <class MemorySpace, class T, class ExecutionSpace>
Array<T, MemorySpace> loaded_structs(ExecutionSpace const& space, FileReader const& file, std::string const& name,
                                     std::size_t n)
{
  auto const saved = file.array<std::uint64_t>(name, n * (sizeof(T) / sizeof(std::uint64_t)));
  Array<T, MemorySpace> const view = allocate<T, MemorySpace>(default_memory_resource(), name, n);
  Kokkos::deep_copy(space, as_words<MemorySpace>(view), saved);
  space.fence("lexikos::wavelet::load");
  return view;
}

}  // namespace detail

/// The distinct symbols of a text, numbered 0..size-1 in their order: their codes.
template <class MemorySpace, class Symbol>
class WaveletAlphabet
{
 public:
  using Symbols = Array<Symbol, MemorySpace>;
  using Table = Array<std::uint32_t, MemorySpace>;

  /// Tables of codes are made where the largest symbol is below this; elsewhere a code is found by bisection.
  static constexpr std::uint64_t max_table_entries = std::uint64_t{1} << 22;

  WaveletAlphabet() = default;
  /// symbols: ascending; table: for each value up to the last symbol the number of smaller symbols, or empty. When the
  /// symbols are 0..size-1, neither is looked at.
  WaveletAlphabet(Symbols symbols, Table table, bool is_dense)
      : m_symbols(symbols), m_table(table), m_size(symbols.extent(0)), m_is_dense(is_dense)
  {}

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t size() const { return m_size; }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool is_dense() const { return m_is_dense; }

  /// The symbol of code < size().
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Symbol symbol(std::uint64_t code) const
  {
    return m_is_dense ? static_cast<Symbol>(code) : m_symbols[code];
  }

  /// How many symbols are smaller than a value.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t smaller_than(std::uint64_t value) const
  {
    if (m_is_dense) return value < m_size ? value : m_size;
    if (m_table.extent(0) != 0) return value < m_table.extent(0) ? m_table[value] : m_size;
    std::uint64_t begin = 0;
    std::uint64_t end = m_size;
    while (begin < end) {
      std::uint64_t const middle = begin + (end - begin) / 2;
      if (m_symbols[middle] < value)
        begin = middle + 1;
      else
        end = middle;
    }
    return begin;
  }

  /// The code of a symbol; size() if it does not occur.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t code(Symbol symbol) const
  {
    std::uint64_t const code = smaller_than(symbol);
    return m_is_dense || (code < m_size && m_symbols[code] == symbol) ? code : m_size;
  }

  [[nodiscard]] std::size_t bytes() const
  {
    return m_symbols.extent(0) * sizeof(Symbol) + m_table.extent(0) * sizeof(std::uint32_t);
  }
  [[nodiscard]] Symbols const& symbols() const { return m_symbols; }

  /// Adds what `load` reads, under names that begin with this one.
  template <class ExecutionSpace>
  void save(ExecutionSpace const& space, FileWriter& file, std::string const& name) const
  {
    file.add_integer(name + ".dense", m_is_dense ? 1 : 0);
    file.add_array(space, name + ".symbols", m_symbols);
    file.add_array(space, name + ".table", m_table);
  }
  template <class ExecutionSpace>
  [[nodiscard]] static WaveletAlphabet load(ExecutionSpace const& space, FileReader const& file,
                                            std::string const& name)
  {
    auto const symbols = detail::loaded_array<MemorySpace, Symbol>(space, file, name + ".symbols");
    auto const table = detail::loaded_array<MemorySpace, std::uint32_t>(space, file, name + ".table");
    return WaveletAlphabet(symbols, table, file.integer(name + ".dense", 1) == 1);
  }

 private:
  Symbols m_symbols;
  Table m_table;
  std::uint64_t m_size = 0;
  bool m_is_dense = true;
};

}  // namespace lexikos
