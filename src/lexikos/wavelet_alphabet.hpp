// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

namespace lexikos
{

/// The distinct symbols of a text, numbered 0..size-1 in their order: their codes.
template <class MemorySpace, class Symbol>
class WaveletAlphabet
{
 public:
  using Symbols = Kokkos::View<Symbol*, MemorySpace>;
  using Table = Kokkos::View<std::uint32_t*, MemorySpace>;

  /// Tables of codes are made where the largest symbol is below this; elsewhere a code is found by bisection.
  static constexpr std::uint64_t most_table_entries = std::uint64_t{1} << 22;

  WaveletAlphabet() = default;
  /// symbols: ascending; table: for each value up to the last symbol the number of smaller symbols, or empty. When the
  /// symbols are 0..size-1, neither is looked at.
  WaveletAlphabet(Symbols symbols, Table table, bool is_dense)
      : m_symbols(symbols), m_table(table), m_size(symbols.extent(0)), m_is_dense(is_dense)
  {}

  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t size() const { return m_size; }
  [[nodiscard]] KOKKOS_FUNCTION bool is_dense() const { return m_is_dense; }

  /// The symbol of code < size().
  [[nodiscard]] KOKKOS_FUNCTION Symbol symbol(std::uint64_t code) const
  {
    return m_is_dense ? static_cast<Symbol>(code) : m_symbols[code];
  }

  /// How many symbols are smaller than a value.
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t smaller_than(std::uint64_t value) const
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
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t code(Symbol symbol) const
  {
    std::uint64_t const code = smaller_than(symbol);
    return m_is_dense || (code < m_size && m_symbols[code] == symbol) ? code : m_size;
  }

  [[nodiscard]] std::size_t bytes() const
  {
    return m_symbols.extent(0) * sizeof(Symbol) + m_table.extent(0) * sizeof(std::uint32_t);
  }
  [[nodiscard]] Symbols const& symbols() const { return m_symbols; }

 private:
  Symbols m_symbols;
  Table m_table;
  std::uint64_t m_size = 0;
  bool m_is_dense = true;
};

}  // namespace lexikos
