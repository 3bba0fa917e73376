// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Search with errors: where a text has a pattern but for a few symbols.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/views.hpp>
#include <lexikos/memory.hpp>
#include <lexikos/search.hpp>
#include <lexikos/workspace.hpp>

namespace lexikos
{

/// What an error is.
enum class ErrorModel
{
  hamming,  ///< another symbol in the place of one of the pattern
  edit      ///< that, or a symbol of the pattern that is missing, or one more between them (Levenshtein)
};

/// Most errors that can be searched with.
constexpr unsigned max_search_errors = 4;

template <class MemorySpace>
struct ApproximateSearchOptions
{
  ErrorModel model = ErrorModel::hamming;
  unsigned max_errors = 2;  ///< 0 to `max_search_errors`
  /// Places of the text that are looked at for a pattern, the most; 0: all. A pattern whose pieces occur more often than this
  /// is looked at in as many places, fairly divided among its pieces, so that ends may be missing and distances too large; it
  /// is named in `capped_patterns`. Patterns below 8 (max_errors + 1) symbols, whose pieces occur often by nature, are not
  /// capped, nor are any with a cap above 2^22.
  std::size_t max_candidates = 0;
  /// Documents of the text: document d is text[text_offsets(d) .. text_offsets(d + 1) - 1]; ascending, none above n. No
  /// occurrence crosses their borders, or lies before the first document or after the last one. Empty: the text is one.
  Span<std::uint64_t const, MemorySpace> text_offsets = {};
  /// Scratch to reuse; a private one is allocated and freed when null. Results are allocated from its memory resource.
  Workspace* workspace = nullptr;
  /// Called between batches of patterns.
  Progress progress = {};
};

/// Where patterns occur with errors: pattern i at ends(offsets(i) .. offsets(i + 1) - 1), ascending and distinct.
template <class MemorySpace, class Index>
struct ApproximateOccurrences
{
  Array<Index, MemorySpace> ends;              ///< positions after the last symbols of occurrences: 1 to n
  Array<std::uint8_t, MemorySpace> distances;  ///< errors of the best occurrence that ends there
  Array<std::uint64_t, MemorySpace> offsets;   ///< one more than there are patterns
  Array<Index, MemorySpace> capped_patterns;   ///< numbers of those that `max_candidates` cut short; ascending

  [[nodiscard]] std::size_t size() const { return ends.extent(0); }
};

/// Largest number of bytes of workspace that `approximate_search` takes in a text of n symbols, for this many patterns.
/// \param longest  symbols of a pattern, at most
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
[[nodiscard]] std::size_t approximate_search_workspace_bytes(
    std::size_t n, std::size_t patterns, std::size_t longest,
    ApproximateSearchOptions<typename ExecutionSpace::memory_space> const& options = {});

namespace approximate_search_detail
{

struct Tuning;

template <class ExecutionSpace, class Index>
ApproximateOccurrences<typename ExecutionSpace::memory_space, Index> search(
    ExecutionSpace const& space, detail::SuffixIntervals<Index> const& suffixes,
    search_detail::PatternSpans<typename ExecutionSpace::memory_space> const& patterns,
    ApproximateSearchOptions<typename ExecutionSpace::memory_space> const& options, Tuning const& tuning);

/// What all public calls use; tests pass their own.
[[nodiscard]] Tuning const& default_tuning();

}  // namespace approximate_search_detail

/// All ends of occurrences with at most `max_errors` errors, each with its least distance.
///
/// \param index    of the text
/// \param symbols  of all patterns, one after the other
/// \param offsets  pattern i is symbols(offsets(i) .. offsets(i + 1) - 1), as in `Patterns`; patterns are numbered from 0
///
/// A position `end` of 1 to n belongs to the result just if, of the substrings text[start .. end) of a document, start < end,
/// one is within `max_errors` of the whole pattern; its distance is the least over all starts. (With errors of model
/// `hamming`, start = end - m.) An empty pattern has no occurrences. Symbols that the text lacks match nothing.
///
/// Of max_errors + 1 pieces of a pattern, each occurrence has one without errors (pigeonhole). Pieces are looked up in the
/// index; where they occur, the text around is compared: with errors of model `hamming`, symbol by symbol, and otherwise on
/// the 2 max_errors + 1 diagonals that the occurrence can be on, along each as far as it goes with 0, 1, ... errors (Landau and
/// Vishkin 1989); both compare eight symbols at a time. Patterns of 2 max_errors symbols or fewer, and those with so many
/// candidates that it would take longer than reading all of the text, are searched by scanning it, with the bit vectors of
/// Myers 1999 for edit distance; so the result does not depend on the way it was found, but for capped patterns.
///
/// For m symbols and e errors, the pieces of a pattern take about 8 (e + 1) sectors of 32 bytes; a candidate takes an entry of
/// the suffix array and 1 + m / 32 sectors of the text, which has a byte a symbol, and m / 8 comparisons or, where the text
/// repeats itself, up to (2 e + 1) (e + 1 + m / 8). A scan reads the text once for each pattern, and again where it finds
/// something: O(n (1 + m / 64)) work for edit distance and O(n (e + 1)) to O(n m / 8) otherwise.
///
/// Allocates the results, and on the way up to twice as many bytes besides. Fences. Workspace:
/// `approximate_search_workspace_bytes`. The result is unique but for that of capped patterns, which depends only on the index.
/// Results overlap no input. Errors: invalid_argument (offsets, documents, too many errors, an index that was not built, a
/// pattern or a number of patterns that the index type cannot count), out_of_memory, cancelled.
/// Distances over all starts: Sellers 1980.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index,
          detail::ViewOf<ExecutionSpace, std::uint8_t> Symbols, detail::ViewOf<ExecutionSpace, std::uint64_t> Offsets>
[[nodiscard]] ApproximateOccurrences<typename ExecutionSpace::memory_space, Index> approximate_search(
    ExecutionSpace const& space, SuffixIndex<typename ExecutionSpace::memory_space, Index> const& index,
    Symbols const& symbols, Offsets const& offsets,
    ApproximateSearchOptions<typename ExecutionSpace::memory_space> const& options = {})
{
  return approximate_search_detail::search<ExecutionSpace, Index>(
      space, index.intervals_on_device(),
      {detail::span_of<ExecutionSpace, std::uint8_t const>(symbols),
       detail::span_of<ExecutionSpace, std::uint64_t const>(offsets)},
      options, approximate_search_detail::default_tuning());
}

}  // namespace lexikos
