// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Range extrema on the device: the functions that SparseTableExtremum (range_minimum.hpp) and LceIndex (lce.hpp) share.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace lexikos
{

/// Which end of a range of values is wanted.
enum class Extremum
{
  minimum,
  maximum
};

namespace detail
{

/// Values of a block: a sector or two of a device's memory. Figures with this and the next value are those of LCE queries in
/// bench/results/h200-search.json (one H200, 9f07659); comparisons with others are not on record.
constexpr std::uint64_t range_block = 32;
/// Blocks of a superblock.
constexpr std::uint64_t range_blocks_of_superblock = 16;

/// An array and its summaries, as plain pointers: the extrema of blocks of values, and those of 1, 2, 4, ... neighbouring
/// superblocks, with the first superblock that has it.
template <class Value, Extremum extremum>
struct RangeQueries
{
  static constexpr std::uint64_t block = range_block;
  static constexpr std::uint64_t blocks_of_superblock = range_blocks_of_superblock;
  /// The answer for a range without values.
  static constexpr Value no_value = std::numeric_limits<Value>::max();
  static constexpr std::uint64_t no_position = std::numeric_limits<std::uint64_t>::max();

  Value const* values;
  std::uint64_t n;
  Value const* blocks;
  Value const* sparse_table;              // [level * superblocks + s]: of the superblocks [s, s + 2^level)
  std::uint32_t const* first_superblock;  // the same entries: which of them has it first
  std::uint64_t superblocks;

  /// The best so far, and where: at a value, or the first of its kind in a block or superblock.
  struct Best
  {
    Value value;
    std::uint64_t place;
    std::uint64_t width;  // in values
  };

  [[nodiscard]] static KOKKOS_INLINE_FUNCTION bool is_better(Value a, Value b)
  {
    return extremum == Extremum::minimum ? a < b : b < a;
  }

  /// The extremum of [begin, min(end, n)); `no_value` if that is empty.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION Value value(std::uint64_t begin, std::uint64_t end) const
  {
    if (end > n) end = n;
    return begin < end ? best_of(begin, end).value : no_value;
  }

  /// The first position in [begin, min(end, n)) that has the extremum; `no_position` if that is empty.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t position(std::uint64_t begin, std::uint64_t end) const
  {
    if (end > n) end = n;
    return begin < end ? position_of(best_of(begin, end)) : no_position;
  }

  /// The best of [begin, end), which is not empty; from left to right, so that the first of equals stays.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION Best best_of(std::uint64_t begin, std::uint64_t end) const
  {
    Best best{values[begin], begin, 1};
    std::uint64_t const first_block = (begin + block - 1) / block;
    std::uint64_t const end_block = end / block;
    if (first_block >= end_block) {
      take_better(values, begin + 1, end, 1, best);
      return best;
    }
    take_better(values, begin + 1, first_block * block, 1, best);
    std::uint64_t const first = (first_block + blocks_of_superblock - 1) / blocks_of_superblock;
    std::uint64_t const last = end_block / blocks_of_superblock;
    if (first >= last) {
      take_better(blocks, first_block, end_block, block, best);
    }
    else {
      take_better(blocks, first_block, first * blocks_of_superblock, block, best);
      auto const level = static_cast<unsigned>(63 - Kokkos::Experimental::countl_zero_builtin(last - first));
      take_better_superblocks(level, first, best);
      take_better_superblocks(level, last - (std::uint64_t{1} << level), best);
      take_better(blocks, last * blocks_of_superblock, end_block, block, best);
    }
    take_better(values, end_block * block, end, 1, best);
    return best;
  }

  /// Where the best's value stands first.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t position_of(Best const& best) const
  {
    if (best.width == 1) return best.place;
    std::uint64_t in_block = best.place;
    if (best.width != block) {
      in_block = first_superblock[best.place] * blocks_of_superblock;
      while (blocks[in_block] != best.value) ++in_block;
    }
    std::uint64_t i = in_block * block;
    while (values[i] != best.value) ++i;
    return i;
  }

 private:
  /// The first best of list[begin, end) replaces `best` if it is better.
  static KOKKOS_INLINE_FUNCTION void take_better(Value const* list, std::uint64_t begin, std::uint64_t end,
                                                 std::uint64_t width, Best& best)
  {
    for (std::uint64_t i = begin; i < end; ++i) {
      Value const value = list[i];
      if (is_better(value, best.value)) best = {value, i, width};
    }
  }

  /// The same for the superblocks [s, s + 2^level).
  KOKKOS_INLINE_FUNCTION void take_better_superblocks(unsigned level, std::uint64_t s, Best& best) const
  {
    std::uint64_t const entry = level * superblocks + s;
    Value const value = sparse_table[entry];
    if (is_better(value, best.value)) best = {value, entry, block * blocks_of_superblock};
  }
};

/// The entries of the three arrays that summarise n values.
struct RangeSummarySizes
{
  std::size_t blocks;
  std::size_t superblocks;
  unsigned levels;  ///< of the sparse table

  explicit constexpr RangeSummarySizes(std::size_t n)
      : blocks((n + range_block - 1) / range_block),
        superblocks((blocks + range_blocks_of_superblock - 1) / range_blocks_of_superblock),
        levels(0)
  {
    while (superblocks >> levels != 0) ++levels;
  }

  [[nodiscard]] constexpr std::size_t table_entries() const { return superblocks * levels; }
  [[nodiscard]] constexpr std::size_t bytes(std::size_t value_bytes) const
  {
    return (blocks + table_entries()) * value_bytes + table_entries() * sizeof(std::uint32_t);
  }
};

}  // namespace detail
}  // namespace lexikos
