// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <lexikos/memory.hpp>
#include <limits>

namespace lexikos
{

namespace detail
{

struct WaveletAccess;
template <class Codes, class Symbol>
class WaveletInterface;

/// Symbols of the texts that wavelet structures are instantiated for.
template <class T>
concept WaveletSymbol =
    std::same_as<T, std::uint8_t> || std::same_as<T, std::uint16_t> || std::same_as<T, std::uint32_t>;

}  // namespace detail

/// The distinct symbols of a text, numbered 0..size()-1 in ascending order: their codes. Copies share their memory; all but
/// `symbols` and `bytes` may be called in kernels, with any argument.
template <class MemorySpace, detail::WaveletSymbol Symbol>
class WaveletAlphabet
{
 public:
  using Symbols = Array<Symbol, MemorySpace>;

  /// The alphabet of the empty text.
  WaveletAlphabet() = default;

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t size() const { return m_size; }

  /// The symbol with a code; the type's largest value for codes >= size().
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Symbol symbol(std::uint64_t code) const
  {
    return code < m_size ? symbol_of(code) : std::numeric_limits<Symbol>::max();
  }

  /// How many symbols are smaller than a value. One read where the largest symbol is below 2^22, else O(log size()).
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

  /// [0..size()) ascending.
  [[nodiscard]] Symbols const& symbols() const { return m_symbols; }
  /// Bytes of memory held in the memory space.
  [[nodiscard]] std::size_t bytes() const
  {
    return m_symbols.extent(0) * sizeof(Symbol) + m_table.extent(0) * sizeof(std::uint32_t);
  }

 private:
  friend struct detail::WaveletAccess;
  template <class, class>
  friend class detail::WaveletInterface;

  using Table = Array<std::uint32_t, MemorySpace>;

  /// \param symbols   ascending
  /// \param table     for each value up to the last symbol the number of smaller symbols, or empty
  /// \param is_dense  the symbols are 0..size-1: neither array is read
  WaveletAlphabet(Symbols const& symbols, Table const& table, bool is_dense)
      : m_symbols(symbols), m_table(table), m_size(symbols.extent(0)), m_is_dense(is_dense)
  {}

  /// The symbol with a code < size().
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Symbol symbol_of(std::uint64_t code) const
  {
    return m_is_dense ? static_cast<Symbol>(code) : m_symbols[code];
  }

  Symbols m_symbols;
  Table m_table;
  std::uint64_t m_size = 0;
  bool m_is_dense = true;
};

}  // namespace lexikos
