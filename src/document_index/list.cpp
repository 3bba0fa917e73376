// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The distinct documents of intervals, counted and listed.

#include <Kokkos_Core.hpp>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/document_index.hpp>
#include <limits>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/primitive_bytes.hpp"
#include "common/read_back.hpp"
#include "common/sort_positions.hpp"
#include "document_index/layers.hpp"
#include "document_index/reader.hpp"
#include "document_index/tuning.hpp"
#include "document_index/walk.hpp"

namespace lexikos
{

namespace document_index_detail
{

namespace
{

/// An interval a thread: counted by the layers, or read where that is less.
template <class Index>
struct CountByLayers
{
  LayerReader layers;
  Index const* previous;  // null: nothing to read
  std::uint64_t scanned_suffixes;
  detail::IntervalReader<Index> intervals;
  std::uint32_t* counts;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    auto const bounds = intervals(i);
    if (previous == nullptr || bounds.end - bounds.begin > scanned_suffixes) {
      counts[i] = static_cast<std::uint32_t>(layers.count_below(bounds.begin + 1, bounds.begin, bounds.end));
      return;
    }
    std::uint32_t count = 0;
    for (std::uint64_t r = bounds.begin; r < bounds.end; ++r) count += previous[r] <= bounds.begin ? 1 : 0;
    counts[i] = count;
  }
};

/// counts[i] = documents that the parts of interval i list.
struct SumParts
{
  std::uint64_t const* first;
  std::uint64_t const* before;
  std::uint32_t* counts;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    counts[i] = static_cast<std::uint32_t>(before[first[i + 1]] - before[first[i]]);
  }
};

/// sizes[i] = documents of interval i that are listed; 0 after the last.
struct SizesOfLists
{
  std::uint64_t const* first;
  std::uint64_t const* before;
  std::uint64_t intervals;
  std::uint64_t most;
  std::uint64_t* sizes;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t const all = i < intervals ? before[first[i + 1]] - before[first[i]] : 0;
    sizes[i] = all < most ? all : most;
  }
};

template <class Index>
struct WriteDocuments
{
  WalkPart<Index> walk;
  std::uint64_t const* before;
  std::uint64_t const* offsets;
  std::uint32_t* listed;

  KOKKOS_FUNCTION void operator()(std::size_t p) const
  {
    std::size_t const i = walk.parts(p).interval;
    std::uint64_t place = offsets[i] + (before[p] - before[walk.parts.first[i]]);
    std::uint64_t const part_end = place + (before[p + 1] - before[p]);
    std::uint64_t const end = part_end < offsets[i + 1] ? part_end : offsets[i + 1];
    if (place >= end) return;
    walk(p, [&](std::uint64_t r) {
      listed[place] = walk.firsts.suffixes.document_array[r];
      return ++place < end;
    });
  }
};

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

/// The walk over all parts of intervals; those of which few documents are wanted are one part. Error (invalid_argument) without
/// lists. Fences.
template <class ExecutionSpace, class Index>
WalkPart<Index> walk_of(ExecutionSpace const& space, Arrays<typename ExecutionSpace::memory_space, Index> const& arrays,
                        Intervals<ExecutionSpace, Index> const& intervals, std::uint64_t most, Workspace& workspace)
{
  detail::require(arrays.parts.list, ErrorCode::invalid_argument,
                  "the index of documents was built without lists, which this call takes");
  Tuning const& tuning = tuning_of(arrays);
  auto const* const lengths = lengths_of(intervals);
  std::uint64_t size = lengths == nullptr ? tuning.suffixes_of_part : tuning.checked_suffixes_of_part;
  if (most <= size) size = unlimited;
  auto const parts = detail::make_parts(space, "lexikos::document_index::parts",
                                        reader_of(intervals, arrays.document_array.extent(0)), size, workspace);
  return {{reader_of(arrays), arrays.previous.queries()}, parts, lengths};
}

}  // namespace

template <class ExecutionSpace, class Index>
void count(ExecutionSpace const& space, Arrays<typename ExecutionSpace::memory_space, Index> const& arrays,
           Intervals<ExecutionSpace, Index> const& intervals,
           Span<std::uint32_t, typename ExecutionSpace::memory_space> const& counts, Workspace* workspace)
{
  std::size_t const n = arrays.document_array.extent(0);
  std::size_t const asked = counts.extent(0);
  if (arrays.parts.count && lengths_of(intervals) == nullptr) {
    Tuning const& tuning = tuning_of(arrays);
    LayerReader const layers = n == 0 ? LayerReader{} : reader_of(arrays.layers, LayerPlan(n, tuning), n);
    Index const* const previous = arrays.parts.list ? arrays.previous.array().data() : nullptr;
    Kokkos::parallel_for(
        "lexikos::document_index::count", backends::Range<ExecutionSpace>(space, 0, asked),
        CountByLayers<Index>{layers, previous, tuning.scanned_suffixes, reader_of(intervals, n), counts.data()});
    return;
  }
  detail::Scratch const scratch(space, workspace);
  auto const walk = walk_of<ExecutionSpace, Index>(space, arrays, intervals, unlimited, *scratch);
  auto const before = count_firsts<ExecutionSpace, Index>(space, walk, unlimited, *scratch);
  Kokkos::parallel_for("lexikos::document_index::sum_parts", backends::Range<ExecutionSpace>(space, 0, asked),
                       SumParts{walk.parts.first, before.data(), counts.data()});
}

template <class ExecutionSpace, class Index>
DocumentLists<typename ExecutionSpace::memory_space> list(
    ExecutionSpace const& space, Arrays<typename ExecutionSpace::memory_space, Index> const& arrays,
    Intervals<ExecutionSpace, Index> const& intervals,
    DocumentQueryOptions<typename ExecutionSpace::memory_space> const& options)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  detail::Scratch const scratch(space, options.workspace);
  std::size_t const asked = intervals.begins.extent(0);
  std::uint64_t const most = options.max_documents != 0 ? options.max_documents : unlimited;
  auto const walk = walk_of<ExecutionSpace, Index>(space, arrays, intervals, most, *scratch);
  auto const before = count_firsts<ExecutionSpace, Index>(space, walk, most, *scratch);

  DocumentLists<MemorySpace> lists;
  lists.offsets =
      detail::allocate<std::uint64_t, MemorySpace>(scratch.resource(), "lexikos::document_index::offsets", asked + 1);
  Span<std::uint64_t, MemorySpace> const offsets(lists.offsets.data(), asked + 1);
  Kokkos::parallel_for("lexikos::document_index::sizes", Range(space, 0, asked + 1),
                       SizesOfLists{walk.parts.first, before.data(), asked, most, offsets.data()});
  primitives::exclusive_scan(space, offsets, offsets, primitives::Sum{}, *scratch);
  std::uint64_t const total = detail::read_back(space, offsets, asked);
  lists.documents =
      detail::allocate<std::uint32_t, MemorySpace>(scratch.resource(), "lexikos::document_index::documents", total);
  Kokkos::parallel_for("lexikos::document_index::list", Range(space, 0, walk.parts.total),
                       WriteDocuments<Index>{walk, before.data(), offsets.data(), lists.documents.data()});
  if (options.sort)
    detail::sort_positions(space, offsets, Span<std::uint32_t, MemorySpace>(lists.documents.data(), total),
                           arrays.documents.count(), *scratch);
  space.fence("lexikos::document_index::list");
  return lists;
}

}  // namespace document_index_detail

template <detail::ExecutionSpaceType ExecutionSpace>
std::size_t list_documents_workspace_bytes(std::size_t intervals, std::size_t suffixes)
{
  std::size_t const parts = intervals + suffixes / document_index_detail::default_tuning().checked_suffixes_of_part + 1;
  std::size_t const sort = (suffixes + intervals + 1) * sizeof(std::uint64_t) + 2 * Workspace::alignment +
                           detail::segmented_sort_bytes<ExecutionSpace>(suffixes, 2 * sizeof(std::uint64_t), intervals);
  return (intervals + 1 + parts) * sizeof(std::uint64_t) + 2 * Workspace::alignment +
         detail::scan_bytes<ExecutionSpace>(parts) + sort;
}

#define LEXIKOS_INSTANTIATE_FOR(SPACE, INDEX)                                                                 \
  template void document_index_detail::count<SPACE, INDEX>(                                                   \
      SPACE const&, document_index_detail::Arrays<SPACE::memory_space, INDEX> const&,                         \
      document_index_detail::Intervals<SPACE, INDEX> const&, Span<std::uint32_t, SPACE::memory_space> const&, \
      Workspace*);                                                                                            \
  template DocumentLists<SPACE::memory_space> document_index_detail::list<SPACE, INDEX>(                      \
      SPACE const&, document_index_detail::Arrays<SPACE::memory_space, INDEX> const&,                         \
      document_index_detail::Intervals<SPACE, INDEX> const&, DocumentQueryOptions<SPACE::memory_space> const&);
#define LEXIKOS_INSTANTIATE(SPACE) template std::size_t list_documents_workspace_bytes<SPACE>(std::size_t, std::size_t);

LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE_FOR)
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_FOR

}  // namespace lexikos
