// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Where runs of a transform begin, and which of them are a sub-block.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/words.hpp>
#include <lexikos/memory.hpp>

#include "common/bisection.hpp"
#include "compress/find_classes.hpp"
#include "compress/sub_block.hpp"
#include "compress/word_store.hpp"

namespace lexikos::compress_detail
{

/// A run begins anew where a sub-block does, and a piece that is coded by classes counts as one run. Marks a word of symbols.
template <class MemorySpace>
struct MarkRuns
{
  static constexpr std::size_t symbols_of_item = WordStore::symbols;
  static_assert(classed_piece % symbols_of_item == 0 && max_sub_block_symbols % symbols_of_item == 0);

  Span<std::uint8_t const, MemorySpace> bwt;
  Span<std::uint32_t const, MemorySpace> piece_number;  // of ClassedPieces; empty if none is
  std::uint8_t* heads;

  KOKKOS_FUNCTION void operator()(std::size_t item, std::uint64_t& runs) const
  {
    std::size_t const first = item * symbols_of_item;
    std::size_t const left = bwt.extent(0) - first;
    auto const count = static_cast<std::uint32_t>(left < symbols_of_item ? left : symbols_of_item);
    std::uint64_t const word = detail::load_padded_word(bwt.data(), first, bwt.extent(0));
    std::uint64_t marks = is_classed(first / classed_piece) ? 0 : nonzero_bytes(word ^ (word << 8));
    marks = (marks & ~std::uint64_t{0xFF}) | (begins(first) ? 1 : 0);
    if (count < symbols_of_item) marks &= (std::uint64_t{1} << (8 * count)) - 1;
    WordStore const store(heads + first);
    if (count == symbols_of_item)
      store.put(0, marks);
    else
      store.put_some(0, marks, count);
    runs += detail::ones_in(marks);
  }

 private:
  /// A word that has 1 in the bytes that are not 0.
  KOKKOS_INLINE_FUNCTION static std::uint64_t nonzero_bytes(std::uint64_t word)
  {
    constexpr std::uint64_t low_bits = 0x7F7F7F7F7F7F7F7Fu;
    return ((((word & low_bits) + low_bits) | word) & ~low_bits) >> 7;
  }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool is_classed(std::size_t piece) const
  {
    return piece_number.extent(0) != 0 && piece_number(piece) != ClassedPieces::no_number;
  }
  /// Of the first symbol of a word.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool begins(std::size_t i) const
  {
    if (i % max_sub_block_symbols == 0) return true;
    std::size_t const piece = i / classed_piece;
    if (i % classed_piece == 0 && (is_classed(piece) || is_classed(piece - 1))) return true;
    return !is_classed(piece) && bwt(i) != bwt(i - 1);
  }
};

/// The runs that begin at some places.
template <class MemorySpace>
struct FindRuns
{
  Span<std::uint32_t const, MemorySpace> starts;
  Span<std::uint32_t, MemorySpace> places;  // receives the runs

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    places(i) = static_cast<std::uint32_t>(detail::first_not_below(starts.data(), 0, starts.extent(0), places(i)));
  }
};

/// Where sub-blocks begin follows from their first runs.
template <class MemorySpace>
struct PlaceSubBlocks
{
  Span<std::uint32_t const, MemorySpace> starts;
  Span<SubBlock, MemorySpace> sub_blocks;

  KOKKOS_FUNCTION void operator()(std::size_t s) const
  {
    SubBlock& sub_block = sub_blocks(s);
    sub_block.begin = starts(sub_block.first_run);
    sub_block.symbols = starts(sub_block.first_run + sub_block.runs) - sub_block.begin;
  }
};

}  // namespace lexikos::compress_detail
