// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Exact duplicates in texts and in collections of documents: the places of strings of k symbols that occur more than once, and
// texts without them.
//
//     lexikos::DuplicateOptions<Memory> options{.length = 50, .keep = lexikos::KeepDuplicates::first, .documents = documents};
//     auto const ranges = lexikos::duplicate_ranges(space, tokens, options);
//     auto const clean = lexikos::remove_ranges(space, tokens, ranges, {.documents = documents});  // clean.text, clean.offsets

#include <Kokkos_Core.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/bytes_of_text.hpp>
#include <lexikos/detail/views.hpp>
#include <lexikos/documents.hpp>
#include <lexikos/memory.hpp>
#include <lexikos/suffix_array.hpp>
#include <lexikos/workspace.hpp>

namespace lexikos
{

/// Which windows of a group of equal ones stay.
enum class KeepDuplicates
{
  none,
  first,                  ///< the one at the smallest position
  first_of_each_document  ///< in each document, the one at the smallest position
};

/// Whose windows are equal.
enum class DuplicateScope
{
  any,              ///< wherever they are
  across_documents  ///< windows of different documents
};

/// Where ranges may start and end.
enum class RangeAlignment
{
  symbol,  ///< anywhere
  /// Before and after characters of UTF-8: ranges of bytes shrink to those that lie within them.
  utf8
};

/// How equal windows are found. The results are the same.
enum class DuplicateEngine
{
  automatic,     ///< by the suffix array
  suffix_array,  ///< for all lengths alike; takes 18 to 28 bytes a symbol
  /// By fingerprints of windows, in passes over the text, with as much memory as there is; see `streamed_duplicate_ranges`.
  fingerprints
};

/// What a search by fingerprints did.
struct FingerprintStatistics
{
  std::uint64_t slices = 0;            ///< of the fingerprints, each of which fitted in memory
  std::uint64_t passes = 0;            ///< over the text
  std::uint64_t candidates = 0;        ///< windows that were sorted by their fingerprints
  std::uint64_t collisions = 0;        ///< fingerprints of windows that differ
  std::uint64_t frequent_windows = 0;  ///< fingerprints of so many windows that they did not fit in memory
  double pass_seconds = 0;             ///< of the passes
  double group_seconds = 0;            ///< to sort candidates and to compare their windows
};

template <class MemorySpace>
struct DuplicateOptions
{
  std::size_t length = 100;  ///< k: symbols of a window, 1 or more
  /// Equal windows, or with `across_documents` documents that have them, that make them duplicates; less than 2 counts as 2. Of
  /// another text: its windows that are equal to one of the text; 0 counts as 1.
  std::size_t min_occurrences = 0;
  KeepDuplicates keep = KeepDuplicates::none;
  DuplicateScope scope = DuplicateScope::any;
  RangeAlignment align = RangeAlignment::symbol;
  /// Windows do not cross the borders of documents, nor do ranges. The default: the text is one document.
  Documents<MemorySpace> documents = {};
  /// The same of another text.
  Documents<MemorySpace> other_documents = {};
  /// Only for ranges; windows in groups are found by the suffix array.
  DuplicateEngine engine = DuplicateEngine::automatic;
  /// By fingerprints: most bytes of workspace, beside 3 bits a symbol; 0: 24 a symbol, or three quarters of what is free if
  /// that is less.
  std::size_t max_bytes = 0;
  /// By fingerprints: receives what was done.
  FingerprintStatistics* statistics = nullptr;
  /// Of the suffix array of the text.
  SuffixArrayAlgorithm algorithm = SuffixArrayAlgorithm::automatic;
  bool low_memory = false;
  SegmentedSort segmented_sort = SegmentedSort::automatic;
  /// Scratch to reuse; a private one is allocated and freed when null. Results are allocated from its memory resource.
  Workspace* workspace = nullptr;
  /// Called between steps.
  Progress progress = {};
};

/// Parts of a text, ascending and disjoint: [begins(i), ends(i)), none of them empty.
template <class MemorySpace>
struct TextRanges
{
  Array<std::uint64_t const, MemorySpace> begins;
  Array<std::uint64_t const, MemorySpace> ends;
  std::uint64_t symbols = 0;  ///< of all of them

  [[nodiscard]] std::size_t size() const { return begins.extent(0); }
};

/// Groups of equal windows: those of group g start at positions(offsets(g) .. offsets(g + 1) - 1), which ascend. The groups are
/// in the order of their first positions.
template <class MemorySpace>
struct DuplicateWindows
{
  Array<std::uint64_t const, MemorySpace> positions;
  Array<std::uint64_t const, MemorySpace> offsets;

  [[nodiscard]] std::size_t groups() const { return offsets.extent(0) == 0 ? 0 : offsets.extent(0) - 1; }
};

/// A text without some of its parts, and where its documents lie now; those that were removed altogether are empty.
template <class MemorySpace, class Symbol>
struct RemainingText
{
  Array<Symbol const, MemorySpace> text;
  Array<std::uint64_t const, MemorySpace> offsets;  ///< empty where no documents were given
};

/// Largest number of bytes of workspace that `duplicate_ranges` and `duplicate_windows` of a text of n symbols take: those of
/// the suffix array of the text beside its entries, or some 30 bytes for each window that is equal to another, if that is more.
/// By fingerprints it is `max_bytes` and 3 bits a symbol.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolType Symbol = std::uint8_t>
[[nodiscard]] std::size_t duplicates_workspace_bytes(std::size_t n);

/// Largest number of bytes of workspace that `remove_ranges` takes.
template <detail::ExecutionSpaceType ExecutionSpace>
[[nodiscard]] std::size_t remove_ranges_workspace_bytes(std::size_t ranges);

template <class MemorySpace>
struct RemoveRangesOptions
{
  /// Of the text; by default none.
  Documents<MemorySpace> documents = {};
  /// Scratch to reuse; a private one is allocated and freed when null. Results are allocated from its memory resource.
  Workspace* workspace = nullptr;
};

namespace duplicates_detail
{

struct Tuning;
/// What all public calls use; tests pass their own.
[[nodiscard]] Tuning const& default_tuning();

template <class ExecutionSpace>
using TextOf = detail::BytesOfText<typename ExecutionSpace::memory_space>;
template <class ExecutionSpace>
using OptionsOf = DuplicateOptions<typename ExecutionSpace::memory_space>;

template <class ExecutionSpace>
TextRanges<typename ExecutionSpace::memory_space> find_ranges(ExecutionSpace const& space,
                                                              TextOf<ExecutionSpace> const& text,
                                                              OptionsOf<ExecutionSpace> const& options,
                                                              Tuning const& tuning);

template <class ExecutionSpace>
TextRanges<typename ExecutionSpace::memory_space> find_ranges_of_other(ExecutionSpace const& space,
                                                                       TextOf<ExecutionSpace> const& text,
                                                                       TextOf<ExecutionSpace> const& other,
                                                                       OptionsOf<ExecutionSpace> const& options,
                                                                       Tuning const& tuning);

template <class ExecutionSpace>
DuplicateWindows<typename ExecutionSpace::memory_space> find_windows(ExecutionSpace const& space,
                                                                     TextOf<ExecutionSpace> const& text,
                                                                     OptionsOf<ExecutionSpace> const& options,
                                                                     Tuning const& tuning);

template <class ExecutionSpace>
struct RangeSpans
{
  Span<std::uint64_t const, typename ExecutionSpace::memory_space> begins;
  Span<std::uint64_t const, typename ExecutionSpace::memory_space> ends;
};

template <class ExecutionSpace, class Symbol>
RemainingText<typename ExecutionSpace::memory_space, Symbol> remove(
    ExecutionSpace const& space, Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
    RangeSpans<ExecutionSpace> const& ranges,
    RemoveRangesOptions<typename ExecutionSpace::memory_space> const& options);

}  // namespace duplicates_detail

/// The parts of a text that are duplicates: all symbols of windows of k symbols that occur `min_occurrences` times or more,
/// but for those of windows that are kept.
///
/// A window is k symbols at one position, within a document. Windows that overlap count each for itself. What is kept are
/// windows, and other windows may cover their symbols: `abcabcabcabc` with k = 4 and the first kept is `abc`. Ranges that touch
/// are one, but for those of different documents. Removing them makes new neighbours, and so may make new duplicates.
///
/// \param text  u8, u16, u32 or u64 symbols
///
/// The text's suffix array is built (of the text as it lies there, without separators), and freed at the end; neighbours in it
/// whose windows are equal make a group, of which the windows that lie within a document count. No LCP array is needed: windows
/// are compared, 8 bytes at a time. Work besides the suffix array: two windows an entry, up to where they differ, a sort of
/// each group by position if any is to be kept or documents are told apart, and a bit a symbol. Fences. Exact; the result is
/// unique. Source of the definition: Lee et al. 2022, section 4.1.
/// Errors: invalid_argument (length 0, documents of another text, alignment of wide symbols), out_of_memory, cancelled.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> TextView>
[[nodiscard]] TextRanges<typename ExecutionSpace::memory_space> duplicate_ranges(
    ExecutionSpace const& space, TextView const& text,
    DuplicateOptions<typename ExecutionSpace::memory_space> const& options = {})
{
  return duplicates_detail::find_ranges<ExecutionSpace>(space, detail::bytes_of<ExecutionSpace>(text), options,
                                                        duplicates_detail::default_tuning());
}

/// The parts of a text that another one has too: all symbols of windows of k symbols that occur there `min_occurrences` times
/// or more, in no order, and whatever the text itself repeats. Otherwise the same, with the suffix array of both, one after the
/// other; workspace: that of a text as long as both, and a copy of both. Errors also: invalid_argument for `keep` and `scope`,
/// which have no meaning here.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> TextView,
          detail::SymbolView<ExecutionSpace> OtherView>
  requires std::same_as<detail::ValueOf<TextView>, detail::ValueOf<OtherView>>
[[nodiscard]] TextRanges<typename ExecutionSpace::memory_space> duplicate_ranges(
    ExecutionSpace const& space, TextView const& text, OtherView const& other,
    DuplicateOptions<typename ExecutionSpace::memory_space> const& options = {})
{
  return duplicates_detail::find_ranges_of_other<ExecutionSpace>(space, detail::bytes_of<ExecutionSpace>(text),
                                                                 detail::bytes_of<ExecutionSpace>(other), options,
                                                                 duplicates_detail::default_tuning());
}

/// The windows that `duplicate_ranges` finds, whichever are kept: all that are equal to `min_occurrences` or more, in groups.
/// 8 bytes a window. Otherwise the same; `keep` and `align` do not matter.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> TextView>
[[nodiscard]] DuplicateWindows<typename ExecutionSpace::memory_space> duplicate_windows(
    ExecutionSpace const& space, TextView const& text,
    DuplicateOptions<typename ExecutionSpace::memory_space> const& options = {})
{
  return duplicates_detail::find_windows<ExecutionSpace>(space, detail::bytes_of<ExecutionSpace>(text), options,
                                                         duplicates_detail::default_tuning());
}

/// A text without the symbols of ranges, and the new offsets of its documents.
///
/// \param ranges  ascending and disjoint, below the size of the text; they may be empty and touch, and cross documents
/// Reads and writes each symbol once. Fences. Workspace: `remove_ranges_workspace_bytes`. Errors: invalid_argument, with the
/// first range that is wrong, and for documents of another text; out_of_memory.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> TextView>
[[nodiscard]] RemainingText<typename ExecutionSpace::memory_space, detail::ValueOf<TextView>> remove_ranges(
    ExecutionSpace const& space, TextView const& text, TextRanges<typename ExecutionSpace::memory_space> const& ranges,
    RemoveRangesOptions<typename ExecutionSpace::memory_space> const& options = {})
{
  using Symbol = detail::ValueOf<TextView>;
  detail::check_extent(ranges.ends.extent(0), ranges.begins.extent(0), "the view of ends");
  return duplicates_detail::remove<ExecutionSpace, Symbol>(
      space, detail::span_of<ExecutionSpace, Symbol const>(text),
      {detail::span_of<ExecutionSpace, std::uint64_t const>(ranges.begins),
       detail::span_of<ExecutionSpace, std::uint64_t const>(ranges.ends)},
      options);
}

}  // namespace lexikos
