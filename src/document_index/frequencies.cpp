// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// In how many documents strings occur.

#include <Kokkos_Core.hpp>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/document_frequencies.hpp>
#include <lexikos/range_minimum.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/primitive_bytes.hpp"
#include "document_index/build_progress.hpp"
#include "document_index/by_document.hpp"

namespace lexikos
{

namespace document_index_detail
{

namespace
{

constexpr std::uint32_t in_none = 0xFFFFFFFF;

/// Counts each pair of neighbours of a document where the least LCP between them is.
template <class Index>
struct CountPairs
{
  std::uint32_t const* documents;
  Index const* ranks;
  std::uint32_t none;
  detail::RangeQueries<Index, Extremum::minimum> lcp;
  std::uint32_t* pairs;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    if (i == 0 || documents[i] == none || documents[i - 1] != documents[i]) return;
    std::uint64_t const place = lcp.position(std::uint64_t{ranks[i - 1]} + 1, std::uint64_t{ranks[i]} + 1);
    Kokkos::atomic_add(&pairs[place], std::uint32_t{1});
  }
};

/// What suffix i adds to the sums: 1 if it lies in a document, without the pairs there. Nothing at n.
struct DifferencesOfSums
{
  std::uint32_t const* document_array;
  std::uint64_t n;
  std::uint32_t* pairs;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    pairs[i] = i < n && document_array[i] != in_none ? 1 - pairs[i] : 0 - pairs[i];
  }
};

struct MarkSuffixes
{
  std::uint32_t const* document_array;
  std::uint64_t n;
  std::uint32_t* sums;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    bool const lies_in_one = i < n && document_array[i] != in_none;
    sums[i] = (sums[i] & frequency_mask) | (lies_in_one ? ~frequency_mask : 0);
  }
};

template <class Place>
struct AnswerFrequency
{
  std::uint32_t const* sums;
  std::uint64_t n;
  Place const* begins;
  Place const* ends;
  std::uint32_t* counts;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { counts[i] = frequency(sums, n, begins[i], ends[i]); }
};

}  // namespace

template <class ExecutionSpace, class Index>
Array<std::uint32_t const, typename ExecutionSpace::memory_space> build_frequencies(
    ExecutionSpace const& space, Array<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
    Array<Index const, typename ExecutionSpace::memory_space> const& lcp,
    Documents<typename ExecutionSpace::memory_space> const& documents, DocumentFrequenciesOptions const& options)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  std::size_t const n = suffix_array.extent(0);
  detail::require(n >> 40 == 0 && documents.count() <= frequency_mask, ErrorCode::invalid_argument,
                  "document frequencies take fewer than 2^40 suffixes and 2^31 documents");
  BuildProgress progress(space, options.progress, 3);
  detail::Scratch const scratch(space, options.workspace);
  auto const sums =
      detail::allocate<std::uint32_t, MemorySpace>(scratch.resource(), "lexikos::document_index::frequencies", n + 1);
  primitives::fill(space, Span<std::uint32_t, MemorySpace>(sums), 0);
  auto const document_array = scratch->template take<std::uint32_t, MemorySpace>(n);
  documents.document_of(space, suffix_array, document_array);
  {
    RangeMinimum<MemorySpace, Index> const minima(space, lcp, {.workspace = &*scratch, .progress = progress.part(1)});
    Workspace::Scope const scope(*scratch);
    auto const sorted = sort_by_document<ExecutionSpace, Index>(
        space, Array<std::uint32_t const, MemorySpace>(document_array), documents.count(), *scratch);
    progress.add(1);
    Kokkos::parallel_for(
        "lexikos::document_index::pairs", Range(space, 0, n),
        CountPairs<Index>{sorted.documents.data(), sorted.ranks.data(), static_cast<std::uint32_t>(documents.count()),
                          minima.queries(), sums.data()});
    space.fence("lexikos::document_index::pairs");
  }
  progress.add(1);
  Kokkos::parallel_for("lexikos::document_index::differences", Range(space, 0, n + 1),
                       DifferencesOfSums{document_array.data(), n, sums.data()});
  Span<std::uint32_t, MemorySpace> const span(sums.data(), n + 1);
  primitives::exclusive_scan(space, span, span, primitives::Sum{}, *scratch);
  Kokkos::parallel_for("lexikos::document_index::mark_suffixes", Range(space, 0, n + 1),
                       MarkSuffixes{document_array.data(), n, sums.data()});
  space.fence("lexikos::document_index::frequencies");
  progress.finish();
  return sums;
}

template <class ExecutionSpace, class Place>
void answer_frequencies(ExecutionSpace const& space,
                        Array<std::uint32_t const, typename ExecutionSpace::memory_space> const& sums,
                        Span<Place const, typename ExecutionSpace::memory_space> const& begins,
                        Span<Place const, typename ExecutionSpace::memory_space> const& ends,
                        Span<std::uint32_t, typename ExecutionSpace::memory_space> const& counts)
{
  std::uint64_t const n = sums.extent(0) == 0 ? 0 : sums.extent(0) - 1;
  Kokkos::parallel_for("lexikos::document_index::frequency",
                       backends::Range<ExecutionSpace>(space, 0, counts.extent(0)),
                       AnswerFrequency<Place>{sums.data(), n, begins.data(), ends.data(), counts.data()});
}

}  // namespace document_index_detail

template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
std::size_t document_frequencies_workspace_bytes(std::size_t n)
{
  return n * sizeof(std::uint32_t) + Workspace::alignment +
         document_index_detail::sort_by_document_bytes<ExecutionSpace, Index>(n);
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                                                           \
  template Array<std::uint32_t const, SPACE::memory_space> document_index_detail::build_frequencies<SPACE, INDEX>(  \
      SPACE const&, Array<INDEX const, SPACE::memory_space> const&, Array<INDEX const, SPACE::memory_space> const&, \
      Documents<SPACE::memory_space> const&, DocumentFrequenciesOptions const&);                                    \
  template void document_index_detail::answer_frequencies<SPACE, INDEX>(                                            \
      SPACE const&, Array<std::uint32_t const, SPACE::memory_space> const&,                                         \
      Span<INDEX const, SPACE::memory_space> const&, Span<INDEX const, SPACE::memory_space> const&,                 \
      Span<std::uint32_t, SPACE::memory_space> const&);                                                             \
  template std::size_t document_frequencies_workspace_bytes<SPACE, INDEX>(std::size_t);

LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos
