// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The most frequent documents of intervals: those of long ones by a wavelet matrix, those of the others by a sort.

#include <Kokkos_Core.hpp>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/document_index.hpp>
#include <limits>
#include <string>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "backends/segments.hpp"
#include "common/by_frequency.hpp"
#include "common/items_of_segments.hpp"
#include "common/primitive_bytes.hpp"
#include "common/read_back.hpp"
#include "common/sort_positions.hpp"
#include "document_index/reader.hpp"
#include "document_index/tuning.hpp"

namespace lexikos
{

namespace document_index_detail
{

namespace
{

/// sizes[i] = suffixes of interval i that are sorted, 0 after the last; is_long[i] = 1 if it is searched instead.
template <class Index>
struct DivideIntervals
{
  detail::IntervalReader<Index> intervals;
  std::uint64_t most;  // suffixes that are sorted
  std::uint64_t* sizes;
  std::uint8_t* is_long;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    auto const bounds = i < intervals.count ? intervals(i) : detail::Bounds{0, 0};
    std::uint64_t const suffixes = bounds.end - bounds.begin;
    sizes[i] = suffixes <= most ? suffixes : 0;
    if (i < intervals.count) is_long[i] = suffixes <= most ? 0 : 1;
  }
};

/// keys[j] = the document of suffix j of the sorted intervals, or the number of documents where it does not count.
template <class Index>
struct GatherDocuments
{
  SuffixReader<Index> suffixes;
  detail::IntervalReader<Index> intervals;
  std::uint64_t const* lengths;  // or null
  std::uint64_t const* offsets;
  std::uint32_t documents;
  std::uint32_t* keys;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t j) const
  {
    std::uint64_t const r = intervals.begins[i] + (j - offsets[i]);
    std::uint64_t const length = lengths == nullptr ? 0 : lengths[i];
    keys[j] = suffixes.has(r, length) ? suffixes.document_array[r] : documents;
  }
};

/// Where runs of a document start in an interval.
struct MarkRuns
{
  std::uint64_t const* offsets;
  std::uint32_t const* keys;
  std::uint32_t documents;
  std::uint8_t* heads;
  std::uint8_t* lasts;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t j) const
  {
    bool const counts = keys[j] != documents;
    heads[j] = counts && (j == offsets[i] || keys[j - 1] != keys[j]) ? 1 : 0;
    lasts[j] = counts && (j + 1 == offsets[i + 1] || keys[j + 1] != keys[j]) ? 1 : 0;
  }
};

struct SumOfHeads
{
  std::uint8_t const* heads;

  KOKKOS_FUNCTION void operator()(std::size_t j, std::uint64_t& sum) const { sum += heads[j]; }
};

/// run_offsets[i] = runs before those of interval i.
struct OffsetsOfRuns
{
  std::uint64_t const* offsets;
  std::uint64_t const* heads;
  std::uint64_t runs;
  std::uint64_t* run_offsets;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t low = 0;
    std::uint64_t high = runs;
    while (low < high) {
      std::uint64_t const middle = low + (high - low) / 2;
      if (heads[middle] < offsets[i])
        low = middle + 1;
      else
        high = middle;
    }
    run_offsets[i] = low;
  }
};

/// counts[t] = suffixes of run t, of which the last is there now.
struct CountRuns
{
  std::uint64_t const* heads;
  std::uint64_t* counts;

  KOKKOS_FUNCTION void operator()(std::size_t t) const { counts[t] -= heads[t] - 1; }
};

/// Documents of the sorted intervals: run t of interval i, for t in [offsets(i), offsets(i + 1)), by document.
template <class MemorySpace>
struct Runs
{
  Span<std::uint32_t const, MemorySpace> keys;  // of the suffixes
  Span<std::uint64_t, MemorySpace> offsets;
  Span<std::uint64_t, MemorySpace> heads;  // suffixes
  Span<std::uint64_t, MemorySpace> counts;
};

/// Sorts the suffixes of every interval by document; those of interval i are [offsets(i), offsets(i + 1)).
template <class ExecutionSpace, class Gather>
Runs<typename ExecutionSpace::memory_space> find_runs(
    ExecutionSpace const& space, Span<std::uint64_t, typename ExecutionSpace::memory_space> const& offsets,
    std::uint32_t documents, Gather gather, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const asked = offsets.extent(0) - 1;
  std::uint64_t const total = detail::read_back(space, offsets, asked);
  detail::require(total <= std::numeric_limits<std::uint32_t>::max(), ErrorCode::invalid_argument,
                  std::to_string(total) + " suffixes are too many to be sorted by document at a time");
  auto const run_offsets = workspace.take<std::uint64_t, MemorySpace>(asked + 1);
  auto const keys = workspace.take<std::uint32_t, MemorySpace>(total);
  auto const heads = workspace.take<std::uint8_t, MemorySpace>(total);
  auto const lasts = workspace.take<std::uint8_t, MemorySpace>(total);
  detail::SegmentItems const items{offsets.data(), asked, 0, total};
  gather.keys = keys.data();
  detail::for_each_item(space, "lexikos::document_index::gather", items, gather);
  detail::sort_positions(space, offsets, keys, documents, workspace);
  detail::for_each_item(space, "lexikos::document_index::mark_runs", items,
                        MarkRuns{offsets.data(), keys.data(), documents, heads.data(), lasts.data()});
  std::uint64_t runs = 0;
  Kokkos::parallel_reduce("lexikos::document_index::runs", backends::Range<ExecutionSpace>(space, 0, total),
                          SumOfHeads{heads.data()}, runs);
  space.fence("lexikos::document_index::runs");
  auto const first = workspace.take<std::uint64_t, MemorySpace>(runs);
  auto const counts = workspace.take<std::uint64_t, MemorySpace>(runs);
  if (runs != 0) {
    primitives::pack_positions(space, heads, first, workspace);
    primitives::pack_positions(space, lasts, counts, workspace);
    Kokkos::parallel_for("lexikos::document_index::count_runs", backends::Range<ExecutionSpace>(space, 0, runs),
                         CountRuns{first.data(), counts.data()});
  }
  Kokkos::parallel_for("lexikos::document_index::offsets_of_runs", backends::Range<ExecutionSpace>(space, 0, asked + 1),
                       OffsetsOfRuns{offsets.data(), first.data(), runs, run_offsets.data()});
  return {keys, run_offsets, first, counts};
}

/// The k + 1 most frequent keys of each long interval: the documents, and perhaps what stands for no document.
template <class MemorySpace>
struct LongIntervals
{
  Span<std::uint64_t, MemorySpace> numbers;  // of the intervals
  std::size_t count = 0;
  std::uint64_t k = 0;  // of each
  Span<std::uint32_t, MemorySpace> documents;
  Span<std::uint64_t, MemorySpace> counts;
  Span<std::uint64_t, MemorySpace> found;
};

template <class Index>
struct GatherIntervals
{
  detail::IntervalReader<Index> intervals;
  std::uint64_t const* numbers;
  std::uint64_t* begins;
  std::uint64_t* ends;

  KOKKOS_FUNCTION void operator()(std::size_t j) const
  {
    auto const bounds = intervals(numbers[j]);
    begins[j] = bounds.begin;
    ends[j] = bounds.end;
  }
};

template <class ExecutionSpace, class Index, class Matrix>
LongIntervals<typename ExecutionSpace::memory_space> search_long(
    ExecutionSpace const& space, Matrix const& matrix, detail::IntervalReader<Index> const& intervals,
    Span<std::uint8_t, typename ExecutionSpace::memory_space> const& is_long, std::size_t k, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  LongIntervals<MemorySpace> found;
  found.numbers = workspace.take<std::uint64_t, MemorySpace>(intervals.count);
  found.count = primitives::select_positions(space, is_long, found.numbers, workspace);
  found.k = k + 1;
  if (found.count == 0) return found;
  auto const begins = workspace.take<std::uint64_t, MemorySpace>(found.count);
  auto const ends = workspace.take<std::uint64_t, MemorySpace>(found.count);
  found.documents = workspace.take<std::uint32_t, MemorySpace>(found.count * found.k);
  found.counts = workspace.take<std::uint64_t, MemorySpace>(found.count * found.k);
  found.found = workspace.take<std::uint64_t, MemorySpace>(found.count);
  Kokkos::parallel_for("lexikos::document_index::long_intervals",
                       backends::Range<ExecutionSpace>(space, 0, found.count),
                       GatherIntervals<Index>{intervals, found.numbers.data(), begins.data(), ends.data()});
  matrix.top_k(space, begins, ends, found.k, found.documents, found.counts, found.found);
  return found;
}

/// sizes[i] = documents of the sorted interval i that are wanted; 0 after the last, and for long ones.
struct SizesOfSorted
{
  std::uint64_t const* run_offsets;
  std::uint64_t intervals;
  std::uint64_t k;
  std::uint64_t* sizes;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t const all = i < intervals ? run_offsets[i + 1] - run_offsets[i] : 0;
    sizes[i] = all < k ? all : k;
  }
};

/// Item j of the result, which is of interval i.
struct CopySorted
{
  std::uint64_t const* offsets;
  std::uint64_t const* run_offsets;
  std::uint64_t const* order;
  std::uint32_t const* keys;
  std::uint64_t const* heads;
  std::uint64_t const* run_counts;
  std::uint32_t* documents;
  std::uint64_t* counts;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t j) const
  {
    if (run_offsets[i] == run_offsets[i + 1]) return;  // a long one
    std::uint64_t const t = order[run_offsets[i] + (j - offsets[i])];
    documents[j] = keys[heads[t]];
    counts[j] = run_counts[t];
  }
};

/// Of long interval j, without what stands for no document: how many, or with somewhere to write to, which.
template <class MemorySpace>
struct CopyLong
{
  LongIntervals<MemorySpace> found;
  std::uint32_t no_key;
  std::uint64_t* sizes;  // null: write
  std::uint64_t const* offsets;
  std::uint32_t* documents;
  std::uint64_t* counts;

  KOKKOS_FUNCTION void operator()(std::size_t j) const
  {
    std::uint64_t const number = found.numbers[j];
    std::uint64_t written = 0;
    for (std::uint64_t t = j * found.k; t < j * found.k + found.found[j] && written + 1 < found.k; ++t) {
      if (found.documents[t] == no_key) continue;
      if (sizes == nullptr) {
        documents[offsets[number] + written] = found.documents[t];
        counts[offsets[number] + written] = found.counts[t];
      }
      ++written;
    }
    if (sizes != nullptr) sizes[number] = written;
  }
};

template <class ExecutionSpace>
DocumentCounts<typename ExecutionSpace::memory_space> merged(
    ExecutionSpace const& space, Runs<typename ExecutionSpace::memory_space> const& runs,
    LongIntervals<typename ExecutionSpace::memory_space> const& searched, std::uint32_t no_key, std::size_t k,
    Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  std::size_t const asked = runs.offsets.extent(0) - 1;
  auto const order = detail::by_frequency(space, runs.offsets, runs.counts, workspace);
  DocumentCounts<MemorySpace> result;
  auto& resource = workspace.resource();
  result.offsets =
      detail::allocate<std::uint64_t, MemorySpace>(resource, "lexikos::document_index::offsets", asked + 1);
  Span<std::uint64_t, MemorySpace> const offsets(result.offsets.data(), asked + 1);
  Kokkos::parallel_for("lexikos::document_index::sizes_of_sorted", Range(space, 0, asked + 1),
                       SizesOfSorted{runs.offsets.data(), asked, k, offsets.data()});
  Kokkos::parallel_for("lexikos::document_index::sizes_of_long", Range(space, 0, searched.count),
                       CopyLong<MemorySpace>{searched, no_key, offsets.data(), nullptr, nullptr, nullptr});
  primitives::exclusive_scan(space, offsets, offsets, primitives::Sum{}, workspace);
  std::uint64_t const total = detail::read_back(space, offsets, asked);
  result.documents =
      detail::allocate<std::uint32_t, MemorySpace>(resource, "lexikos::document_index::documents", total);
  result.counts = detail::allocate<std::uint64_t, MemorySpace>(resource, "lexikos::document_index::counts", total);
  detail::for_each_item(
      space, "lexikos::document_index::copy_sorted", {offsets.data(), asked, 0, total},
      CopySorted{offsets.data(), runs.offsets.data(), order.data(), runs.keys.data(), runs.heads.data(),
                 runs.counts.data(), result.documents.data(), result.counts.data()});
  Kokkos::parallel_for(
      "lexikos::document_index::copy_long", Range(space, 0, searched.count),
      CopyLong<MemorySpace>{searched, no_key, nullptr, offsets.data(), result.documents.data(), result.counts.data()});
  space.fence("lexikos::document_index::top");
  return result;
}

}  // namespace

template <class ExecutionSpace, class Index>
DocumentCounts<typename ExecutionSpace::memory_space> top(
    ExecutionSpace const& space, Arrays<typename ExecutionSpace::memory_space, Index> const& arrays,
    Intervals<ExecutionSpace, Index> const& intervals, std::size_t k, Workspace* given)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  detail::Scratch const scratch(space, given);
  Workspace& workspace = *scratch;
  auto const reader = reader_of(intervals, arrays.document_array.extent(0));
  auto const documents = static_cast<std::uint32_t>(arrays.documents.count());
  bool const searches = arrays.parts.top && lengths_of(intervals) == nullptr;
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  if (searches) most = tuning_of(arrays).sorted_suffixes;
  if (k > documents) k = documents;
  auto const offsets = workspace.take<std::uint64_t, MemorySpace>(reader.count + 1);
  auto const is_long = workspace.take<std::uint8_t, MemorySpace>(reader.count);
  Kokkos::parallel_for("lexikos::document_index::divide", backends::Range<ExecutionSpace>(space, 0, reader.count + 1),
                       DivideIntervals<Index>{reader, most, offsets.data(), is_long.data()});
  primitives::exclusive_scan(space, offsets, offsets, primitives::Sum{}, workspace);
  LongIntervals<MemorySpace> searched;
  if (searches && reader.count != 0)
    searched = search_long<ExecutionSpace, Index>(space, arrays.frequencies, reader, is_long, k, workspace);
  GatherDocuments<Index> const gather{reader_of(arrays), reader,    lengths_of(intervals),
                                      offsets.data(),    documents, nullptr};
  auto const runs = find_runs(space, offsets, documents, gather, workspace);
  return merged(space, runs, searched, documents, k, workspace);
}

}  // namespace document_index_detail

template <detail::ExecutionSpaceType ExecutionSpace>
std::size_t top_documents_workspace_bytes(std::size_t intervals, std::size_t suffixes, std::size_t k)
{
  constexpr std::size_t number = sizeof(std::uint64_t);
  std::size_t const of_intervals = intervals * (6 * number + 1) + 2 * number;
  std::size_t const of_long = intervals * (k + 1) * (number + sizeof(std::uint32_t));
  std::size_t const of_suffixes = suffixes * (sizeof(std::uint32_t) + 2 + 2 * number);
  return of_intervals + of_long + of_suffixes + 16 * Workspace::alignment +
         detail::by_frequency_bytes<ExecutionSpace>(suffixes, intervals) +
         detail::scan_bytes<ExecutionSpace>(suffixes + intervals);
}

#define LEXIKOS_INSTANTIATE_FOR(SPACE, INDEX)                                            \
  template DocumentCounts<SPACE::memory_space> document_index_detail::top<SPACE, INDEX>( \
      SPACE const&, document_index_detail::Arrays<SPACE::memory_space, INDEX> const&,    \
      document_index_detail::Intervals<SPACE, INDEX> const&, std::size_t, Workspace*);
#define LEXIKOS_INSTANTIATE(SPACE) \
  template std::size_t top_documents_workspace_bytes<SPACE>(std::size_t, std::size_t, std::size_t);

LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE_FOR)
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_FOR

}  // namespace lexikos
