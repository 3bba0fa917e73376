// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/words.hpp>
#include <lexikos/workspace.hpp>

#include "backends/launch.hpp"
#include "suffix_array/text/alphabet.hpp"
#include "suffix_array/text/symbol_text.hpp"

namespace lexikos::suffix_array_detail
{

/// The text as one stream of bits, symbol after symbol, most significant bit first: the 64 bits from any symbol on are two
/// words apart at most, and compare like the symbols. Past the end the stream goes on with zeros.
template <class MemorySpace>
struct PackedText
{
  Span<std::uint64_t, MemorySpace> words;
  std::size_t n = 0;
  int bits = 1;
  int max_symbols = 64;

  /// Symbols that a key holds.
  [[nodiscard]] KOKKOS_FUNCTION int symbols_per_key() const
  {
    return max_symbols < 64 / bits ? max_symbols : 64 / bits;
  }
  [[nodiscard]] KOKKOS_FUNCTION int key_bits() const { return symbols_per_key() * bits; }

  /// The first `count` symbols of the suffix at `position`, as a number of count * bits bits, of which there are 1 to 64.
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t symbols(std::size_t position, int count) const
  {
    if (position >= n) return 0;
    return window(position * bits) >> (64 - count * bits);
  }

  /// The bits [first, end) of the suffix at `position`, as a number: the last 64 of them, if they are more.
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t last_bits(std::size_t position, int end) const
  {
    std::size_t const bit = position * bits + (end > 64 ? end - 64 : 0);
    if (bit >= n * bits || end == 0) return 0;
    return end < 64 ? window(bit) >> (64 - end) : window(bit);
  }

  /// 64 bits of the stream, from a bit of the text on.
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t window(std::size_t bit) const
  {
    int const shift = static_cast<int>(bit % 64);
    std::uint64_t const first = words(bit / 64) << shift;
    return shift == 0 ? first : first | words(bit / 64 + 1) >> (64 - shift);
  }

  /// Prefetches the first of them (hosts only).
  KOKKOS_FORCEINLINE_FUNCTION void prefetch(std::size_t position) const
  {
    detail::prefetch(&words(position * bits / 64));
  }

  /// As many of them as a key holds.
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t key(std::size_t position) const
  {
    return symbols(position, symbols_per_key());
  }

  /// Symbols that a bounded key holds: beside their number, and 16 bits that it leaves to those who sort it with others.
  [[nodiscard]] KOKKOS_FUNCTION int symbols_per_bounded_key() const { return (48 - bounded_key_count_bits) / bits; }

  /// The next symbols from `position` <= n on and then how many there are, so that of two suffixes whose symbols are
  /// equal because zeros fill up the shorter, the shorter has the smaller key.
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t bounded_key(std::size_t position) const
  {
    auto const most = static_cast<std::size_t>(symbols_per_bounded_key());
    std::size_t const count = n - position < most ? n - position : most;
    return symbols(position, static_cast<int>(most)) << bounded_key_count_bits | count;
  }
  [[nodiscard]] KOKKOS_FUNCTION int bounded_key_bits() const
  {
    return symbols_per_bounded_key() * bits + bounded_key_count_bits;
  }

  static constexpr int bounded_key_count_bits = 6;
};

constexpr std::size_t packed_words(std::size_t n, int bits)
{
  return (n * bits + 63) / 64 + 1;
}

/// Words that suffice for any alphabet of symbols of so many bits.
constexpr std::size_t max_packed_words(std::size_t n, std::size_t symbol_bits)
{
  return packed_words(n, static_cast<int>(symbol_bits));
}

/// One word of the stream.
/// \tparam Codes  code(symbol): the code of a symbol
template <class TextView, class Codes, class Words>
struct PackWord
{
  TextView text;
  Codes code;
  Words words;
  int bits;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    std::size_t const n = text.extent(0);
    std::size_t const bit = q * 64;
    std::size_t position = bit / bits;
    int filled = -static_cast<int>(bit % bits);  // the first symbol may have begun in the word before
    std::uint64_t word = 0;
    for (; filled < 64 && position < n; filled += bits, ++position) {
      std::uint64_t const symbol = code(text(position));
      int const shift = 64 - filled - bits;
      word |= shift >= 0 ? symbol << shift : symbol >> -shift;
    }
    words(q) = word;
  }
};

/// The codes of bytes, where the execution space works.
template <class MemorySpace>
struct ByteCodes
{
  Span<std::uint8_t, MemorySpace> table;  ///< [0..256)

  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t operator()(std::uint8_t symbol) const { return table(symbol); }
};

/// \param words  [0..packed_words(n, bits)) for a text of n symbols
template <class ExecutionSpace, class TextView, class Codes>
void pack_words(ExecutionSpace const& space, TextView const& text, Codes const& codes, int bits,
                Span<std::uint64_t, typename ExecutionSpace::memory_space> const& words)
{
  using Words = Span<std::uint64_t, typename ExecutionSpace::memory_space>;
  Kokkos::parallel_for("lexikos::suffix_array::pack_text", backends::Range<ExecutionSpace>(space, 0, words.extent(0)),
                       PackWord<TextView, Codes, Words>{text, codes, words, bits});
}

/// \param memory  at least packed_words(n, alphabet.bits) words; the result uses the first of them
template <class ExecutionSpace>
[[nodiscard]] PackedText<typename ExecutionSpace::memory_space> pack_text(
    ExecutionSpace const& space, SymbolText<typename ExecutionSpace::memory_space> const& text,
    Alphabet const& alphabet, Span<std::uint64_t, typename ExecutionSpace::memory_space> const& memory,
    Workspace& workspace);

}  // namespace lexikos::suffix_array_detail
