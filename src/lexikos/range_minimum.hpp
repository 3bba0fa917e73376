// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/error.hpp>
#include <lexikos/suffix_array.hpp>
#include <lexikos/workspace.hpp>
#include <string>
#include <type_traits>

namespace lexikos
{

/// Which end of a range is asked for.
enum class Extremum
{
  minimum,
  maximum
};

namespace detail
{

/// An array and what summarises it, as plain pointers: the extrema of blocks of 32 values, and of all stretches of
/// 1, 2, 4, ... super-blocks of 16 blocks, with the first super-block that has it.
template <class Value, Extremum extremum>
struct RangeQueries
{
  static constexpr std::uint64_t block = 32;
  static constexpr std::uint64_t blocks_of_super = 16;

  Value const* values;
  Value const* blocks;
  Value const* stretches;            // [level * supers + s]: of the super-blocks [s, s + 2^level)
  std::uint32_t const* first_super;  // the same
  std::uint64_t supers;

  /// The best so far, and where: at a value, or the first of that kind in a block or super-block.
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

  /// What is better than `best` and first of its kind in list[begin, end) becomes it.
  static KOKKOS_INLINE_FUNCTION void look(Value const* list, std::uint64_t begin, std::uint64_t end,
                                          std::uint64_t width, Best& best)
  {
    for (std::uint64_t i = begin; i < end; ++i) {
      Value const value = list[i];
      if (is_better(value, best.value)) best = {value, i, width};
    }
  }

  KOKKOS_INLINE_FUNCTION void look_at_stretch(unsigned level, std::uint64_t s, Best& best) const
  {
    std::uint64_t const entry = level * supers + s;
    Value const value = stretches[entry];
    if (is_better(value, best.value)) best = {value, entry, block * blocks_of_super};
  }

  /// Over [begin, end), which is not empty; from left to right, so that the first of equals stays.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION Best best_of(std::uint64_t begin, std::uint64_t end) const
  {
    Best best{values[begin], begin, 1};
    std::uint64_t const first_block = (begin + block - 1) / block;
    std::uint64_t const end_block = end / block;
    if (first_block >= end_block) {
      look(values, begin + 1, end, 1, best);
      return best;
    }
    look(values, begin + 1, first_block * block, 1, best);
    std::uint64_t const first = (first_block + blocks_of_super - 1) / blocks_of_super;
    std::uint64_t const behind = end_block / blocks_of_super;
    if (first >= behind) {
      look(blocks, first_block, end_block, block, best);
    }
    else {
      look(blocks, first_block, first * blocks_of_super, block, best);
      auto const level = static_cast<unsigned>(63 - Kokkos::Experimental::countl_zero_builtin(behind - first));
      look_at_stretch(level, first, best);
      look_at_stretch(level, behind - (std::uint64_t{1} << level), best);
      look(blocks, behind * blocks_of_super, end_block, block, best);
    }
    look(values, end_block * block, end, 1, best);
    return best;
  }

  /// Where the best's value stands first.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t position_of(Best const& best) const
  {
    if (best.width == 1) return best.place;
    std::uint64_t in_block = best.place;
    if (best.width != block) {
      in_block = first_super[best.place] * blocks_of_super;
      while (blocks[in_block] != best.value) ++in_block;
    }
    std::uint64_t i = in_block * block;
    while (values[i] != best.value) ++i;
    return i;
  }
};

template <class ExecutionSpace, class Value, Extremum extremum>
void build_range_extrema(ExecutionSpace const& space, RangeQueries<Value, extremum> const& queries, std::size_t n,
                         Value* blocks, Value* stretches, std::uint32_t* first_super);

/// Levels of stretches of so many super-blocks.
constexpr unsigned stretch_levels(std::size_t supers)
{
  unsigned levels = 0;
  while (supers >> levels != 0) ++levels;
  return levels;
}

/// What a batch wants to know of its ranges: the values, or the positions.
template <class Value, class Place>
struct RangeResults
{
  Value* values;
  Place* positions;
};

template <class ExecutionSpace, class Value, Extremum extremum, class Place>
void query_ranges(ExecutionSpace const& space, RangeQueries<Value, extremum> const& queries, std::size_t n,
                  Span<Place const, typename ExecutionSpace::memory_space> const& begins,
                  Span<Place const, typename ExecutionSpace::memory_space> const& ends,
                  RangeResults<Value, Place> const& results);

}  // namespace detail

/// Minima, or maxima, of ranges of an array of u32 or u64, and where they stand first. Cheap to copy; copies share the
/// arrays, and kernels capture it by value.
///
/// Blocks of 32 values, and a sparse table over super-blocks of 512 (Bender and Farach-Colton 2000): a query looks at no
/// more than 62 values, 30 blocks and two entries of the table, about 10 sectors of 32 bytes for u32. Memory beside the
/// values, for n of them: n/32 values and 2 log2(n/512) entries for each 512, which is 0.11n for u32 and n = 10^9.
template <class MemorySpace, class Value, Extremum extremum>
class RangeExtremum
{
 public:
  using Queries = detail::RangeQueries<Value, extremum>;
  using Values = Array<Value const, MemorySpace>;

  static_assert(std::is_same_v<Value, std::uint32_t> || std::is_same_v<Value, std::uint64_t>,
                "values are of std::uint32_t or std::uint64_t");

  /// Of an empty array.
  RangeExtremum() = default;

  /// \param values  [0..n), n < 2^40. A view that owns its memory shares it; that of another must outlive this object.
  /// Two passes, O(n) work, and a launch for each level of the table; fences. Errors: out_of_memory, invalid_argument.
  template <class ExecutionSpace>
  RangeExtremum(ExecutionSpace const& space, Values const& values) : m_values(values)
  {
    static_assert(std::is_same_v<typename ExecutionSpace::memory_space, MemorySpace>,
                  "the execution space works in the memory space of the values");
    std::size_t const n = values.extent(0);
    detail::require(n >> 40 == 0, ErrorCode::invalid_argument, "range queries are of less than 2^40 values");
    constexpr std::size_t block = Queries::block;
    constexpr std::size_t super = Queries::block * Queries::blocks_of_super;
    m_supers = (n + super - 1) / super;
    std::size_t const entries = m_supers * detail::stretch_levels(m_supers);
    auto& resource = default_memory_resource();
    m_blocks =
        detail::allocate<Value, MemorySpace>(resource, "lexikos::range_minimum::blocks", (n + block - 1) / block);
    m_stretches = detail::allocate<Value, MemorySpace>(resource, "lexikos::range_minimum::stretches", entries);
    m_first_super =
        detail::allocate<std::uint32_t, MemorySpace>(resource, "lexikos::range_minimum::first_super", entries);
    detail::build_range_extrema<ExecutionSpace, Value, extremum>(space, queries(), n, m_blocks.data(),
                                                                 m_stretches.data(), m_first_super.data());
  }

  [[nodiscard]] KOKKOS_FUNCTION std::size_t size() const { return m_values.extent(0); }
  [[nodiscard]] Values const& array() const { return m_values; }
  /// Beside the values.
  [[nodiscard]] std::size_t bytes() const
  {
    return (m_blocks.extent(0) + m_stretches.extent(0)) * sizeof(Value) +
           m_first_super.extent(0) * sizeof(std::uint32_t);
  }

  /// The extremum of [begin, end), begin < end <= n. To be called on the device.
  [[nodiscard]] KOKKOS_FUNCTION Value value(std::size_t begin, std::size_t end) const
  {
    KOKKOS_ASSERT(begin < end && end <= size());
    return queries().best_of(begin, end).value;
  }
  /// The first position in [begin, end) that has it. To be called on the device; about 2 to 8 sectors more.
  [[nodiscard]] KOKKOS_FUNCTION std::size_t position(std::size_t begin, std::size_t end) const
  {
    KOKKOS_ASSERT(begin < end && end <= size());
    auto const all = queries();
    return all.position_of(all.best_of(begin, end));
  }

  /// The arrays as plain pointers, for kernels of structures built on this one.
  [[nodiscard]] KOKKOS_FUNCTION Queries queries() const
  {
    return {m_values.data(), m_blocks.data(), m_stretches.data(), m_first_super.data(), m_supers};
  }

  /// values(i): the extremum of [begins(i), ends(i)). Places are u32 or u64. Error (invalid_argument), before anything is
  /// written, for ranges that are empty or end beyond n, and sizes that differ. Fences for that check.
  template <class ExecutionSpace, class Begins, class Ends, class Results>
  void values(ExecutionSpace const& space, Begins const& begins, Ends const& ends, Results const& values) const
  {
    static_assert(std::is_same_v<typename Results::value_type, Value>, "results are of the type of the values");
    query<ExecutionSpace>(space, begins, ends, values, {values.data(), nullptr});
  }
  /// positions(i): the first of them; of the type of the places.
  template <class ExecutionSpace, class Begins, class Ends, class Results>
  void positions(ExecutionSpace const& space, Begins const& begins, Ends const& ends, Results const& positions) const
  {
    static_assert(std::is_same_v<typename Results::value_type, typename Begins::non_const_value_type>,
                  "positions are of the type of the ranges' begins");
    query<ExecutionSpace>(space, begins, ends, positions, {nullptr, positions.data()});
  }

 private:
  template <class ExecutionSpace, class Begins, class Ends, class Results>
  void query(ExecutionSpace const& space, Begins const& begins, Ends const& ends, Results const& results,
             detail::RangeResults<Value, typename Begins::non_const_value_type> const& wanted) const
  {
    using Place = typename Begins::non_const_value_type;
    static_assert(std::is_same_v<typename ExecutionSpace::memory_space, MemorySpace>,
                  "the execution space works in the memory space of the values");
    static_assert(std::is_same_v<typename Ends::non_const_value_type, Place> &&
                      (std::is_same_v<Place, std::uint32_t> || std::is_same_v<Place, std::uint64_t>),
                  "begins and ends are both of std::uint32_t or both of std::uint64_t");
    static_assert(detail::is_contiguous_rank_1<Begins> && detail::is_contiguous_rank_1<Ends> &&
                      detail::is_contiguous_rank_1<Results>,
                  "ranges and results are contiguous views of rank 1");
    static_assert(detail::is_accessible<ExecutionSpace, Begins> && detail::is_accessible<ExecutionSpace, Ends> &&
                      detail::is_accessible<ExecutionSpace, Results>,
                  "ranges and results are accessible from the execution space");
    detail::require(begins.extent(0) == ends.extent(0) && begins.extent(0) == results.extent(0),
                    ErrorCode::invalid_argument, "ranges have as many begins as ends, and as results");
    detail::query_ranges<ExecutionSpace, Value, extremum, Place>(
        space, queries(), size(), detail::span_of<ExecutionSpace, Place const>(begins),
        detail::span_of<ExecutionSpace, Place const>(ends), wanted);
  }

  Values m_values;
  Array<Value, MemorySpace> m_blocks;
  Array<Value, MemorySpace> m_stretches;
  Array<std::uint32_t, MemorySpace> m_first_super;
  std::size_t m_supers = 0;
};

template <class MemorySpace, class Value>
using RangeMinimum = RangeExtremum<MemorySpace, Value, Extremum::minimum>;
template <class MemorySpace, class Value>
using RangeMaximum = RangeExtremum<MemorySpace, Value, Extremum::maximum>;

}  // namespace lexikos
