// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/range_minimum.hpp>

#include "system/execution_spaces.hpp"

namespace lexikos
{

namespace
{

template <class ExecutionSpace>
using Range = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::size_t>>;

/// out[i] = the extremum of the i-th `width` of in[0..n).
template <class Value, Extremum extremum>
struct Summarise
{
  Value const* in;
  std::size_t n;
  std::size_t width;
  Value* out;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::size_t const end = (i + 1) * width < n ? (i + 1) * width : n;
    Value best = in[i * width];
    for (std::size_t j = i * width + 1; j < end; ++j)
      if (detail::RangeQueries<Value, extremum>::is_better(in[j], best)) best = in[j];
    out[i] = best;
  }
};

/// A level of stretches from the one before it; level 0: each super-block is its own first.
template <class Value, Extremum extremum>
struct JoinStretches
{
  Value* stretches;
  std::uint32_t* first_super;
  std::size_t supers;
  unsigned level;

  KOKKOS_FUNCTION void operator()(std::size_t s) const
  {
    if (level == 0) {
      first_super[s] = static_cast<std::uint32_t>(s);
      return;
    }
    std::size_t const before = (level - 1) * supers;
    std::size_t const half = std::size_t{1} << (level - 1);
    bool const right_is_better = s + half < supers && detail::RangeQueries<Value, extremum>::is_better(
                                                          stretches[before + s + half], stretches[before + s]);
    std::size_t const from = before + s + (right_is_better ? half : 0);
    stretches[level * supers + s] = stretches[from];
    first_super[level * supers + s] = first_super[from];
  }
};

template <class Place>
struct FirstWrongRange
{
  Place const* begins;
  Place const* ends;
  std::uint64_t n;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& first) const
  {
    if ((begins[i] >= ends[i] || ends[i] > n) && i < first) first = i;
  }
};

template <class Value, Extremum extremum, class Place>
struct AnswerRange
{
  detail::RangeQueries<Value, extremum> queries;
  Place const* begins;
  Place const* ends;
  detail::RangeResults<Value, Place> results;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    auto const best = queries.best_of(begins[i], ends[i]);
    if (results.values != nullptr)
      results.values[i] = best.value;
    else
      results.positions[i] = static_cast<Place>(queries.position_of(best));
  }
};

}  // namespace

namespace detail
{

template <class ExecutionSpace, class Value, Extremum extremum>
void build_range_extrema(ExecutionSpace const& space, RangeQueries<Value, extremum> const& queries, std::size_t n,
                         Value* blocks, Value* stretches, std::uint32_t* first_super)
{
  if (n == 0) return;
  std::size_t const block_count = (n + queries.block - 1) / queries.block;
  Kokkos::parallel_for("lexikos::range_minimum::blocks", Range<ExecutionSpace>(space, 0, block_count),
                       Summarise<Value, extremum>{queries.values, n, queries.block, blocks});
  Kokkos::parallel_for("lexikos::range_minimum::super_blocks", Range<ExecutionSpace>(space, 0, queries.supers),
                       Summarise<Value, extremum>{blocks, block_count, queries.blocks_of_super, stretches});
  for (unsigned level = 0; level < stretch_levels(queries.supers); ++level)
    Kokkos::parallel_for("lexikos::range_minimum::stretches", Range<ExecutionSpace>(space, 0, queries.supers),
                         JoinStretches<Value, extremum>{stretches, first_super, queries.supers, level});
  space.fence("lexikos::range_minimum::build");
}

template <class ExecutionSpace, class Value, Extremum extremum, class Place>
void query_ranges(ExecutionSpace const& space, RangeQueries<Value, extremum> const& queries, std::size_t n,
                  Span<Place const, typename ExecutionSpace::memory_space> const& begins,
                  Span<Place const, typename ExecutionSpace::memory_space> const& ends,
                  RangeResults<Value, Place> const& results)
{
  std::size_t const count = begins.extent(0);
  if (count == 0) return;
  std::uint64_t first = 0;
  Kokkos::parallel_reduce("lexikos::range_minimum::check_ranges", Range<ExecutionSpace>(space, 0, count),
                          FirstWrongRange<Place>{begins.data(), ends.data(), n}, Kokkos::Min<std::uint64_t>(first));
  require(first >= count, ErrorCode::invalid_argument,
          "range " + std::to_string(first) + " is empty, or ends beyond the " + std::to_string(n) + " values");
  Kokkos::parallel_for("lexikos::range_minimum::query", Range<ExecutionSpace>(space, 0, count),
                       AnswerRange<Value, extremum, Place>{queries, begins.data(), ends.data(), results});
}

}  // namespace detail

#define LEXIKOS_INSTANTIATE_QUERY(SPACE, VALUE, EXTREMUM, PLACE)                                    \
  template void detail::query_ranges<SPACE, VALUE, EXTREMUM, PLACE>(                                \
      SPACE const&, detail::RangeQueries<VALUE, EXTREMUM> const&, std::size_t,                      \
      Span<PLACE const, SPACE::memory_space> const&, Span<PLACE const, SPACE::memory_space> const&, \
      detail::RangeResults<VALUE, PLACE> const&);
#define LEXIKOS_INSTANTIATE_FOR(SPACE, VALUE, EXTREMUM)                                                         \
  template void detail::build_range_extrema<SPACE, VALUE, EXTREMUM>(                                            \
      SPACE const&, detail::RangeQueries<VALUE, EXTREMUM> const&, std::size_t, VALUE*, VALUE*, std::uint32_t*); \
  LEXIKOS_INSTANTIATE_QUERY(SPACE, VALUE, EXTREMUM, std::uint32_t)                                              \
  LEXIKOS_INSTANTIATE_QUERY(SPACE, VALUE, EXTREMUM, std::uint64_t)
#define LEXIKOS_INSTANTIATE(SPACE)                                 \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint32_t, Extremum::minimum) \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint64_t, Extremum::minimum) \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint32_t, Extremum::maximum) \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint64_t, Extremum::maximum)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

}  // namespace lexikos
