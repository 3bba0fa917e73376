// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// In how many documents a string occurs, by two numbers of a table.
//
//     lexikos::DocumentFrequencies<Memory> const frequencies(space, suffix_array, lcp, documents);
//     ... frequencies.frequency(interval.begin, interval.end) in a kernel
//     frequencies.frequency(space, begins, ends, counts);  // or in batches

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/views.hpp>
#include <lexikos/documents.hpp>
#include <lexikos/error.hpp>
#include <lexikos/memory.hpp>
#include <lexikos/workspace.hpp>

namespace lexikos
{

struct DocumentFrequenciesOptions
{
  /// Scratch to reuse; a private one is allocated and freed when null. The structure is allocated from its memory resource.
  Workspace* workspace = nullptr;
  /// Called between steps.
  Progress progress = {};
};

/// Largest number of bytes of workspace that building `DocumentFrequencies` of n suffixes takes: 20 n for u32, 28 n for u64.
/// Besides, a ninth of the LCP array's bytes are allocated for its range minima, and freed at the end.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
[[nodiscard]] std::size_t document_frequencies_workspace_bytes(std::size_t n);

namespace document_index_detail
{

constexpr std::uint32_t frequency_mask = 0x7FFFFFFF;

/// \param frequencies  [0..n] receives what `DocumentFrequencies` keeps
template <class ExecutionSpace, class Index>
Array<std::uint32_t const, typename ExecutionSpace::memory_space> build_frequencies(
    ExecutionSpace const& space, Array<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
    Array<Index const, typename ExecutionSpace::memory_space> const& lcp,
    Documents<typename ExecutionSpace::memory_space> const& documents, DocumentFrequenciesOptions const& options);

template <class ExecutionSpace, class Place>
void answer_frequencies(ExecutionSpace const& space,
                        Array<std::uint32_t const, typename ExecutionSpace::memory_space> const& sums,
                        Span<Place const, typename ExecutionSpace::memory_space> const& begins,
                        Span<Place const, typename ExecutionSpace::memory_space> const& ends,
                        Span<std::uint32_t, typename ExecutionSpace::memory_space> const& counts);

/// What both forms of the query compute, of sums [0..n].
KOKKOS_INLINE_FUNCTION std::uint32_t frequency(std::uint32_t const* sums, std::uint64_t n, std::uint64_t begin,
                                               std::uint64_t end)
{
  if (end > n) end = n;
  if (begin >= end) return 0;
  return (sums[end] - sums[begin + 1] + (sums[begin] >> 31)) & frequency_mask;
}

}  // namespace document_index_detail

/// How many documents have a string, of the intervals of strings: all suffixes that start with the string, as searches find
/// them. Of other intervals the answer means nothing: `DocumentIndex` counts those. Cheap to copy; copies share the array, and
/// kernels capture it by value.
///
/// Of two suffixes of one document, with none of it between them, both start with a string or the least common prefix between
/// them is shorter than it; so such pairs are counted where that prefix is (Sadakane 2007, section 5.2, here with sums in place
/// of bits). A query is a difference of two of these sums: 4 bytes a suffix, and two sectors or three, whatever the interval.
template <class MemorySpace>
class DocumentFrequencies
{
 public:
  /// No suffixes.
  DocumentFrequencies() = default;

  /// \param suffix_array  [0..n) of u32 or u64, of the text of the documents; entries are not checked
  /// \param lcp           [0..n) of the same type, lcp(i) that of the suffixes i - 1 and i (lexikos/lcp.hpp)
  /// \param documents     of n < 2^40 symbols, fewer than 2^31 of them
  /// Neither array is kept. O(n) look-ups of documents, a radix sort, and a range minimum a suffix of about 15 sectors; fences.
  /// Workspace: `document_frequencies_workspace_bytes`. Errors: invalid_argument (sizes, index type), out_of_memory, cancelled.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::IndexView<ExecutionSpace> Indices,
            detail::ViewOf<ExecutionSpace, detail::ValueOf<Indices>> Lcps>
  DocumentFrequencies(ExecutionSpace const& space, Indices const& suffix_array, Lcps const& lcp,
                      Documents<MemorySpace> const& documents, DocumentFrequenciesOptions const& options = {})
  {
    using Index = detail::ValueOf<Indices>;
    using Given = Array<Index const, MemorySpace>;
    detail::check_sizes<Index>(documents.size(), suffix_array.extent(0), "the suffix array");
    detail::check_sizes<Index>(documents.size(), lcp.extent(0), "the LCP array");
    m_sums = document_index_detail::build_frequencies<ExecutionSpace, Index>(
        space, Given(detail::span_of<ExecutionSpace, Index const>(suffix_array)),
        Given(detail::span_of<ExecutionSpace, Index const>(lcp)), documents, options);
  }

  /// Suffixes.
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t size() const { return m_sums.extent(0) == 0 ? 0 : m_sums.extent(0) - 1; }
  /// Bytes of memory held.
  [[nodiscard]] std::size_t bytes() const { return m_sums.extent(0) * sizeof(std::uint32_t); }

  /// Documents that have the string whose suffixes are [begin, end); 0 if that is empty. Cut at n. To be called on the device.
  [[nodiscard]] KOKKOS_FUNCTION std::uint32_t frequency(std::uint64_t begin, std::uint64_t end) const
  {
    return document_index_detail::frequency(m_sums.data(), size(), begin, end);
  }

  /// counts(i) = frequency(begins(i), ends(i)), places of u32 or u64. Asynchronous on the instance, no scratch; results overlap
  /// no input. Error (invalid_argument), before anything is written, for sizes that differ.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::IndexView<ExecutionSpace> Begins,
            detail::ViewOf<ExecutionSpace, detail::ValueOf<Begins>> Ends,
            detail::WritableViewOf<ExecutionSpace, std::uint32_t> Counts>
  void frequency(ExecutionSpace const& space, Begins const& begins, Ends const& ends, Counts const& counts) const
  {
    using Place = detail::ValueOf<Begins>;
    detail::check_extent(ends.extent(0), begins.extent(0), "the view of ends");
    detail::check_extent(counts.extent(0), begins.extent(0), "the view of counts");
    document_index_detail::answer_frequencies<ExecutionSpace, Place>(
        space, m_sums, detail::span_of<ExecutionSpace, Place const>(begins),
        detail::span_of<ExecutionSpace, Place const>(ends), detail::span_of<ExecutionSpace, std::uint32_t>(counts));
  }

 private:
  /// [0..n]: suffixes before i that lie in a document, without the pairs that are counted before i, in 31 bits; and whether
  /// suffix i lies in one.
  Array<std::uint32_t const, MemorySpace> m_sums;
};

}  // namespace lexikos
