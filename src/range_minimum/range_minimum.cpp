// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/range_minimum.hpp>

#include "backends/launch.hpp"
#include "common/progress.hpp"
#include "range_minimum/best_values.hpp"

namespace lexikos
{

namespace range_minimum_detail
{

namespace
{

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

/// A level of the sparse table from the one below it; on level 0, each superblock is its own first.
template <class Value, Extremum extremum>
struct FillLevel
{
  Value* sparse_table;
  std::uint32_t* first_superblock;
  std::size_t superblocks;
  unsigned level;

  KOKKOS_FUNCTION void operator()(std::size_t s) const
  {
    if (level == 0) {
      first_superblock[s] = static_cast<std::uint32_t>(s);
      return;
    }
    std::size_t const below = (level - 1) * superblocks;
    std::size_t const half = std::size_t{1} << (level - 1);
    bool const right_is_better = s + half < superblocks && detail::RangeQueries<Value, extremum>::is_better(
                                                               sparse_table[below + s + half], sparse_table[below + s]);
    std::size_t const from = below + s + (right_is_better ? half : 0);
    sparse_table[level * superblocks + s] = sparse_table[from];
    first_superblock[level * superblocks + s] = first_superblock[from];
  }
};

template <class Value, Extremum extremum, class Place>
struct AnswerRange
{
  detail::RangeQueries<Value, extremum> queries;
  Place const* begins;
  Place const* ends;
  Results<Value, Place> results;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    if (results.values != nullptr)
      results.values[i] = queries.value(begins[i], ends[i]);
    else
      results.positions[i] = static_cast<Place>(queries.position(begins[i], ends[i]));
  }
};

}  // namespace

template <class ExecutionSpace, class Value, Extremum extremum>
void build(ExecutionSpace const& space, detail::RangeQueries<Value, extremum> const& queries,
           Summaries<Value> const& summaries, RangeMinimumOptions const& options)
{
  using Queries = detail::RangeQueries<Value, extremum>;
  detail::RangeSummarySizes const sizes(queries.n);
  detail::ProgressReport progress(space, options.progress, queries.n + sizes.blocks + sizes.table_entries());
  if (queries.n != 0) {
    progress.run("lexikos::range_minimum::blocks", sizes.blocks,
                 Summarise<Value, extremum>{queries.values, queries.n, Queries::block, summaries.blocks}, queries.n);
    progress.run("lexikos::range_minimum::superblocks", sizes.superblocks,
                 Summarise<Value, extremum>{summaries.blocks, sizes.blocks, Queries::blocks_of_superblock,
                                            summaries.sparse_table},
                 sizes.blocks);
    for (unsigned level = 0; level < sizes.levels; ++level)
      progress.run(
          "lexikos::range_minimum::sparse_table", sizes.superblocks,
          FillLevel<Value, extremum>{summaries.sparse_table, summaries.first_superblock, sizes.superblocks, level},
          sizes.superblocks);
    space.fence("lexikos::range_minimum::build");
  }
  progress.finish();
}

template <class ExecutionSpace, class Value, Extremum extremum, class Place>
void query(ExecutionSpace const& space, detail::RangeQueries<Value, extremum> const& queries,
           Ranges<ExecutionSpace, Place> const& ranges, Results<Value, Place> const& results)
{
  Kokkos::parallel_for("lexikos::range_minimum::query",
                       backends::Range<ExecutionSpace>(space, 0, ranges.begins.extent(0)),
                       AnswerRange<Value, extremum, Place>{queries, ranges.begins.data(), ranges.ends.data(), results});
}

template <class ExecutionSpace, class Value, Extremum extremum>
void find_best(ExecutionSpace const& space, detail::RangeQueries<Value, extremum> const& queries,
               Ranges<ExecutionSpace, Value> const& ranges, std::size_t k,
               Span<Value, typename ExecutionSpace::memory_space> const& results, BestValuesOptions const& options)
{
  std::size_t const count = ranges.begins.extent(0);
  if (count == 0 || k == 0) return;
  detail::Scratch const scratch(space, options.workspace);
  std::size_t const workers = best_values_workers(space, count);
  auto const heaps = scratch->template take<Part<Value>, typename ExecutionSpace::memory_space>(k * workers);
  Kokkos::parallel_for(
      "lexikos::range_minimum::best_values", backends::Range<ExecutionSpace>(space, 0, workers),
      FindBestValues<Value, extremum>{queries, ranges.begins.data(), ranges.ends.data(), count, k, results.data(),
                                      heaps.data(), HeapLayout::of<ExecutionSpace>(k, workers), workers});
}

}  // namespace range_minimum_detail

template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Value>
std::size_t best_values_workspace_bytes(std::size_t ranges, std::size_t k)
{
  using Part = range_minimum_detail::Part<Value>;
  return k * range_minimum_detail::best_values_workers(ExecutionSpace(), ranges) * sizeof(Part) + 256;
}

#define LEXIKOS_INSTANTIATE_PLACE(SPACE, VALUE, EXTREMUM, PLACE)                                                     \
  template void range_minimum_detail::query<SPACE, VALUE, EXTREMUM, PLACE>(                                          \
      SPACE const&, detail::RangeQueries<VALUE, EXTREMUM> const&, range_minimum_detail::Ranges<SPACE, PLACE> const&, \
      range_minimum_detail::Results<VALUE, PLACE> const&);
#define LEXIKOS_INSTANTIATE_FOR(SPACE, VALUE, EXTREMUM)                                                              \
  template void range_minimum_detail::build<SPACE, VALUE, EXTREMUM>(                                                 \
      SPACE const&, detail::RangeQueries<VALUE, EXTREMUM> const&, range_minimum_detail::Summaries<VALUE> const&,     \
      RangeMinimumOptions const&);                                                                                   \
  template void range_minimum_detail::find_best<SPACE, VALUE, EXTREMUM>(                                             \
      SPACE const&, detail::RangeQueries<VALUE, EXTREMUM> const&, range_minimum_detail::Ranges<SPACE, VALUE> const&, \
      std::size_t, Span<VALUE, SPACE::memory_space> const&, BestValuesOptions const&);                               \
  LEXIKOS_INSTANTIATE_PLACE(SPACE, VALUE, EXTREMUM, std::uint32_t)                                                   \
  LEXIKOS_INSTANTIATE_PLACE(SPACE, VALUE, EXTREMUM, std::uint64_t)
#define LEXIKOS_INSTANTIATE(SPACE)                                                                  \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint32_t, Extremum::minimum)                                  \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint64_t, Extremum::minimum)                                  \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint32_t, Extremum::maximum)                                  \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint64_t, Extremum::maximum)                                  \
  template std::size_t best_values_workspace_bytes<SPACE, std::uint32_t>(std::size_t, std::size_t); \
  template std::size_t best_values_workspace_bytes<SPACE, std::uint64_t>(std::size_t, std::size_t);

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_FOR
#undef LEXIKOS_INSTANTIATE_PLACE

}  // namespace lexikos
