// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Exact matches of queries in a text: matching statistics, maximal exact matches (MEM), supermaximal ones (SMEM), and those
// that are unique in the text (MAM) or in both (MUM).
//
// Three engines have one result. By a `SuffixIndex`, the fastest, for texts that are asked again and of which 7 bytes a symbol
// have room. By an `FmIndex`, of 0.4 to 1.3 bytes a letter of DNA, and one more within a call. Without an index: for a text
// that is asked once; the index is made and freed within the call.

#include <Kokkos_Core.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/views.hpp>
#include <lexikos/fm_index.hpp>
#include <lexikos/memory.hpp>
#include <lexikos/search.hpp>
#include <lexikos/suffix_array.hpp>
#include <lexikos/workspace.hpp>

namespace lexikos
{

/// Which matches are wanted. A match is a place of the text and one of a query with the same `length` symbols from there on.
/// It is maximal if, at these two places, it cannot be extended to either side.
enum class MatchKind
{
  /// All maximal matches: all MEMs, mummer's -maxmatch.
  maximal,
  /// All places of the strings of a query that occur in the text (`min_occurrences` times or more) and lie in no longer such
  /// string of the query: SMEMs, bwa's fastmap.
  supermaximal,
  /// Maximal matches whose string occurs once in the text: mummer's -mumreference. They are the supermaximal ones with one
  /// place.
  unique_in_text,
  /// Those of them whose string occurs once in its query too, on the same strand: mummer's -mum.
  unique_in_both
};

/// How queries are read.
enum class Strands
{
  forward,  ///< as they are
  /// From their end, with the letters of IUPAC's alphabet replaced by their complements in the same case: A by T, C by G, R by
  /// Y, K by M, B by V, D by H, and the other way; N, S and W stay. Other symbols match nothing.
  reverse_complement,
  both  ///< either way
};

template <class MemorySpace>
struct MatchOptions
{
  MatchKind kind = MatchKind::maximal;
  std::size_t min_length = 20;  ///< symbols of a match, at least; 0 counts as 1
  /// Places of the text where the string of a match occurs, at least; 0 counts as 1. Nothing is unique if that is above 1.
  std::size_t min_occurrences = 1;
  /// Where there are more places, they are left out; 0: none are. `maximal`: starts in a query whose next `min_length` symbols
  /// occur more often than this have no matches. `supermaximal`: a string that occurs more often is listed at one place, the
  /// first in the order of the suffixes. Queries with such places are in `capped_queries`.
  std::size_t max_occurrences = 0;
  Strands strands = Strands::forward;
  /// Symbols of queries other than A, C, G, T, a, c, g and t match nothing.
  bool only_acgt = false;
  /// Documents of the text: document d is text[text_offsets(d) .. text_offsets(d + 1) - 1]; ascending, none above n. No match
  /// crosses their borders, and what crosses them is no occurrence; nor is what lies before the first document or after the
  /// last one. Empty: the text is one document.
  Span<std::uint64_t const, MemorySpace> text_offsets = {};
  /// Of the suffix array of a text that has no index, as in `SuffixArrayOptions`.
  SuffixArrayAlgorithm algorithm = SuffixArrayAlgorithm::automatic;
  bool low_memory = false;
  /// Scratch to reuse; a private one is allocated and freed when null. Results are allocated from its memory resource.
  Workspace* workspace = nullptr;
  /// Called between steps.
  Progress progress = {};
};

/// Matches in columns, sorted by query, strand (forward first), position in the query, and position in the text: no two are
/// equal in all of these.
template <class MemorySpace, class Index>
struct Matches
{
  Array<Index, MemorySpace> text_positions;
  Array<Index, MemorySpace> queries;  ///< their numbers
  /// Of the strand: on the reverse strand, positions in the reverse complement of the query.
  Array<Index, MemorySpace> query_positions;
  Array<Index, MemorySpace> lengths;
  Array<std::uint8_t, MemorySpace> reversed;  ///< 1 on the reverse strand; empty unless `both` strands were searched
  Array<Index, MemorySpace> occurrences;      ///< of the string in the text; empty unless `supermaximal`
  Array<std::uint64_t, MemorySpace> offsets;  ///< matches offsets(q) .. offsets(q + 1) - 1 are those of query q
  Array<Index, MemorySpace> capped_queries;   ///< that have places which `max_occurrences` left out; ascending

  [[nodiscard]] std::size_t size() const { return lengths.extent(0); }
};

template <class MemorySpace>
struct MatchingStatisticsOptions
{
  /// Documents of the text, as in `MatchOptions`.
  Span<std::uint64_t const, MemorySpace> text_offsets = {};
  /// Of the suffix array of a text that has no index, as in `SuffixArrayOptions`.
  SuffixArrayAlgorithm algorithm = SuffixArrayAlgorithm::automatic;
  bool low_memory = false;
  /// Scratch to reuse; a private one is allocated and freed when null.
  Workspace* workspace = nullptr;
  /// Called between steps; on many symbols, steps are divided for it.
  Progress progress = {};
};

/// Largest number of bytes of workspace that `matching_statistics` of queries with this many symbols takes: with the default
/// chunks, half a byte a symbol, and on a device about 1 MiB.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
[[nodiscard]] std::size_t matching_statistics_workspace_bytes(std::size_t symbols);

/// The same for a text of n symbols that has no index: its suffix array, and what that takes.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
[[nodiscard]] std::size_t matching_statistics_workspace_bytes(
    std::size_t symbols, std::size_t n, SuffixArrayAlgorithm algorithm = SuffixArrayAlgorithm::automatic);

/// The same by an `FmIndex`, whose text is allocated besides: a byte a symbol.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
[[nodiscard]] std::size_t fm_matching_statistics_workspace_bytes(std::size_t symbols);

namespace matching_detail
{

struct Tuning;

/// The arrays of an index that matches are found in.
template <class MemorySpace, class Index>
struct IndexArrays
{
  detail::SuffixIntervals<Index> suffixes;
  Span<Index const, MemorySpace> suffix_array;
  Array<Index const, MemorySpace> lcp;      // empty if the index has none
  Array<Index const, MemorySpace> inverse;  // the same
};

template <class MemorySpace, class Index>
IndexArrays<MemorySpace, Index> arrays_of(SuffixIndex<MemorySpace, Index> const& index)
{
  auto const& suffix_array = index.suffix_array();
  return {index.intervals_on_device(), Span<Index const, MemorySpace>(suffix_array.data(), suffix_array.extent(0)),
          index.lcp(), index.inverse()};
}

template <class MemorySpace>
using QuerySpans = search_detail::PatternSpans<MemorySpace>;

/// An entry a symbol; positions may be null.
template <class MemorySpace, class Index>
struct StatisticsOutput
{
  Span<Index, MemorySpace> lengths;
  Span<Index, MemorySpace> positions;
};

template <class ExecutionSpace, class Symbols, class Offsets>
QuerySpans<typename ExecutionSpace::memory_space> queries_of(Symbols const& symbols, Offsets const& offsets)
{
  return {detail::span_of<ExecutionSpace, std::uint8_t const>(symbols),
          detail::span_of<ExecutionSpace, std::uint64_t const>(offsets)};
}

/// Error (invalid_argument) unless there is an entry for each symbol.
template <class ExecutionSpace, class Symbols, class Lengths>
StatisticsOutput<typename ExecutionSpace::memory_space, detail::ValueOf<Lengths>> output_of(Symbols const& symbols,
                                                                                            Lengths const& lengths)
{
  detail::check_extent(lengths.extent(0), symbols.extent(0), "the view of lengths");
  return {detail::span_of<ExecutionSpace, detail::ValueOf<Lengths>>(lengths), {}};
}
template <class ExecutionSpace, class Symbols, class Lengths, class Positions>
StatisticsOutput<typename ExecutionSpace::memory_space, detail::ValueOf<Lengths>> output_of(Symbols const& symbols,
                                                                                            Lengths const& lengths,
                                                                                            Positions const& positions)
{
  auto output = output_of<ExecutionSpace>(symbols, lengths);
  detail::check_extent(positions.extent(0), symbols.extent(0), "the view of positions");
  output.positions = detail::span_of<ExecutionSpace, detail::ValueOf<Lengths>>(positions);
  return output;
}

template <class ExecutionSpace, class Index>
void find_statistics(ExecutionSpace const& space,
                     IndexArrays<typename ExecutionSpace::memory_space, Index> const& index,
                     QuerySpans<typename ExecutionSpace::memory_space> const& queries,
                     StatisticsOutput<typename ExecutionSpace::memory_space, Index> const& output,
                     MatchingStatisticsOptions<typename ExecutionSpace::memory_space> const& options,
                     Tuning const& tuning);

template <class ExecutionSpace, class Index>
Matches<typename ExecutionSpace::memory_space, Index> find(
    ExecutionSpace const& space, IndexArrays<typename ExecutionSpace::memory_space, Index> const& index,
    QuerySpans<typename ExecutionSpace::memory_space> const& queries,
    MatchOptions<typename ExecutionSpace::memory_space> const& options, Tuning const& tuning);

template <class MemorySpace>
using TextSpan = Span<std::uint8_t const, MemorySpace>;

/// The same of a text without an index.
template <class ExecutionSpace, class Index>
void find_statistics_in_text(ExecutionSpace const& space, TextSpan<typename ExecutionSpace::memory_space> const& text,
                             QuerySpans<typename ExecutionSpace::memory_space> const& queries,
                             StatisticsOutput<typename ExecutionSpace::memory_space, Index> const& output,
                             MatchingStatisticsOptions<typename ExecutionSpace::memory_space> const& options,
                             Tuning const& tuning);

template <class ExecutionSpace, class Index>
Matches<typename ExecutionSpace::memory_space, Index> find_in_text(
    ExecutionSpace const& space, TextSpan<typename ExecutionSpace::memory_space> const& text,
    QuerySpans<typename ExecutionSpace::memory_space> const& queries,
    MatchOptions<typename ExecutionSpace::memory_space> const& options, Tuning const& tuning);

template <class MemorySpace, class Index>
using FmIndexArrays = detail::FmArrays<MemorySpace, Index, std::uint8_t>;

/// The same by an FM-index.
template <class ExecutionSpace, class Index>
void find_statistics_by_fm(ExecutionSpace const& space,
                           FmIndexArrays<typename ExecutionSpace::memory_space, Index> const& arrays,
                           QuerySpans<typename ExecutionSpace::memory_space> const& queries,
                           StatisticsOutput<typename ExecutionSpace::memory_space, Index> const& output,
                           MatchingStatisticsOptions<typename ExecutionSpace::memory_space> options,
                           Tuning const& tuning);

template <class ExecutionSpace, class Index>
Matches<typename ExecutionSpace::memory_space, Index> find_by_fm(
    ExecutionSpace const& space, FmIndexArrays<typename ExecutionSpace::memory_space, Index> const& arrays,
    QuerySpans<typename ExecutionSpace::memory_space> const& queries,
    MatchOptions<typename ExecutionSpace::memory_space> options, Tuning const& tuning);

/// What all public calls use; tests pass their own.
[[nodiscard]] Tuning const& default_tuning();

}  // namespace matching_detail

/// Matching statistics: for each place of the queries, the longest prefix of the rest of its query that occurs in the text
/// (within a document), and one place where it does.
///
/// \param index      of the text
/// \param symbols    of all queries, one after the other
/// \param offsets    query i is symbols(offsets(i) .. offsets(i + 1) - 1), as in `Patterns`
/// \param lengths    [0..symbols.extent(0)) receive the length for each symbol; 0 for symbols in no query
/// \param positions  [0..symbols.extent(0)) receive a position in the text where it occurs, any one of them and not always
///                   that of the next call; the largest value of the type where the length is 0
///
/// Each thread takes a chunk of places. The end of the longest prefix never falls from one place to the next, so that it is
/// searched again only where it rises. In a chunk, nothing is compared further than some hundred symbols ahead; of longer
/// matches, those whose string occurs once are continued along the text, chunk to chunk, so that their work is linear too. A
/// match beyond that whose string occurs several times costs its length once a chunk if the index has both the LCP array and
/// the inverse suffix array (12 sectors of 32 bytes a place besides), and otherwise its length at each place where the end
/// rises. Work: about 5 sectors a place in random DNA, less within matches. With documents, occurrences that cross a border
/// are looked at one by one where the longest prefix has one.
///
/// Fences. Workspace: `matching_statistics_workspace_bytes`; where such long repeats are met, the arrays of a range minimum
/// of the LCP array are allocated besides. Results overlap no input. Errors, the first before anything is written:
/// invalid_argument (offsets, sizes, documents, an index that was not built), out_of_memory, cancelled.
/// Chang and Lawler 1994 define them.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index,
          detail::ViewOf<ExecutionSpace, std::uint8_t> Symbols, detail::ViewOf<ExecutionSpace, std::uint64_t> Offsets,
          detail::WritableViewOf<ExecutionSpace, Index> Lengths,
          detail::WritableViewOf<ExecutionSpace, Index> Positions>
void matching_statistics(ExecutionSpace const& space,
                         SuffixIndex<typename ExecutionSpace::memory_space, Index> const& index, Symbols const& symbols,
                         Offsets const& offsets, Lengths const& lengths, Positions const& positions,
                         MatchingStatisticsOptions<typename ExecutionSpace::memory_space> const& options = {})
{
  matching_detail::find_statistics<ExecutionSpace, Index>(
      space, matching_detail::arrays_of(index), matching_detail::queries_of<ExecutionSpace>(symbols, offsets),
      matching_detail::output_of<ExecutionSpace>(symbols, lengths, positions), options,
      matching_detail::default_tuning());
}

/// The same without the positions.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index,
          detail::ViewOf<ExecutionSpace, std::uint8_t> Symbols, detail::ViewOf<ExecutionSpace, std::uint64_t> Offsets,
          detail::WritableViewOf<ExecutionSpace, Index> Lengths>
void matching_statistics(ExecutionSpace const& space,
                         SuffixIndex<typename ExecutionSpace::memory_space, Index> const& index, Symbols const& symbols,
                         Offsets const& offsets, Lengths const& lengths,
                         MatchingStatisticsOptions<typename ExecutionSpace::memory_space> const& options = {})
{
  matching_detail::find_statistics<ExecutionSpace, Index>(
      space, matching_detail::arrays_of(index), matching_detail::queries_of<ExecutionSpace>(symbols, offsets),
      matching_detail::output_of<ExecutionSpace>(symbols, lengths), options, matching_detail::default_tuning());
}

/// All matches of queries in the text, of the kind that the options say.
///
/// \param index    of the text
/// \param symbols  of all queries, one after the other
/// \param offsets  query i is symbols(offsets(i) .. offsets(i + 1) - 1), as in `Patterns`; queries are numbered from 0
///
/// **Maximal matches** of L = `min_length` symbols or more are found by windows: of strings of k symbols (half of L, or the
/// depth of the index's table of prefixes) only those at every (L - k + 1)-th place of the queries are looked up, since each
/// such match contains one of them whole; what stands there in the text is extended to both sides, eight symbols at a time.
/// Only the first window within a match reports it. About 3 sectors of 32 bytes a window, 2 to 3 a candidate, and one for each
/// 32 symbols of a match on either side. Where the k symbols occur more than 32 times, the starts of that window are searched
/// one by one with all L symbols, and only suffixes that the query's preceding symbol does not precede are enumerated: by one
/// search for each other symbol of the alphabet. So repeats of the text cost O(log n + L) a place, and their matches. A match
/// takes work in proportion to its length: one of more than 16 384 symbols that of all threads.
///
/// **The other kinds** follow from the matching statistics (see there), which take an index a symbol of workspace: a
/// supermaximal match starts where the end of the longest prefix rises. Unique in both are those of them that lie in no other
/// in the text (Delcher et al. 1999); equal ones drop out together.
///
/// Allocates the results, and on the way up to twice as many bytes besides. Scratch is bounded, whatever is found: it is that
/// of 2^24 candidates and 2^24 matches at once, half a GB for u32 and less where there are fewer; queries that have more
/// matches are searched in parts, down to one window or symbol. Fences. The result is unique. Errors: invalid_argument
/// (offsets, documents, an index that was not built, a query or a number of queries that the index type cannot count),
/// not_supported (a text with all 256 bytes, where some symbol shall match nothing), out_of_memory, cancelled.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index,
          detail::ViewOf<ExecutionSpace, std::uint8_t> Symbols, detail::ViewOf<ExecutionSpace, std::uint64_t> Offsets>
[[nodiscard]] Matches<typename ExecutionSpace::memory_space, Index> find_matches(
    ExecutionSpace const& space, SuffixIndex<typename ExecutionSpace::memory_space, Index> const& index,
    Symbols const& symbols, Offsets const& offsets,
    MatchOptions<typename ExecutionSpace::memory_space> const& options = {})
{
  return matching_detail::find<ExecutionSpace, Index>(space, matching_detail::arrays_of(index),
                                                      matching_detail::queries_of<ExecutionSpace>(symbols, offsets),
                                                      options, matching_detail::default_tuning());
}

// ----- texts without an index --------------------------------------------------------------------------------------------

/// The same for a text that has no index, which is made and freed within the call.
///
/// \param text  [0..n) symbols; n <= 2^32 - 2 for results of u32
///
/// Only the text is sorted, never the queries, of which there may be more than the results' type can count: a suffix array of
/// both together would take twice the time or more, and with u32 pieces. Peak memory: text, queries, results, and
/// `matching_statistics_workspace_bytes` of both; the table of prefixes, n / 2 entries, is allocated besides. The index has no
/// LCP array: long repeats cost what is said above. Errors also: not_supported (algorithm).
template <detail::ExecutionSpaceType ExecutionSpace, detail::ViewOf<ExecutionSpace, std::uint8_t> Text,
          detail::ViewOf<ExecutionSpace, std::uint8_t> Symbols, detail::ViewOf<ExecutionSpace, std::uint64_t> Offsets,
          detail::WritableIndexView<ExecutionSpace> Lengths, detail::WritableIndexView<ExecutionSpace> Positions>
  requires std::same_as<detail::ValueOf<Lengths>, detail::ValueOf<Positions>>
void matching_statistics(ExecutionSpace const& space, Text const& text, Symbols const& symbols, Offsets const& offsets,
                         Lengths const& lengths, Positions const& positions,
                         MatchingStatisticsOptions<typename ExecutionSpace::memory_space> const& options = {})
{
  using Index = detail::ValueOf<Lengths>;
  matching_detail::find_statistics_in_text<ExecutionSpace, Index>(
      space, detail::span_of<ExecutionSpace, std::uint8_t const>(text),
      matching_detail::queries_of<ExecutionSpace>(symbols, offsets),
      matching_detail::output_of<ExecutionSpace>(symbols, lengths, positions), options,
      matching_detail::default_tuning());
}

/// The same without the positions.
template <detail::ExecutionSpaceType ExecutionSpace, detail::ViewOf<ExecutionSpace, std::uint8_t> Text,
          detail::ViewOf<ExecutionSpace, std::uint8_t> Symbols, detail::ViewOf<ExecutionSpace, std::uint64_t> Offsets,
          detail::WritableIndexView<ExecutionSpace> Lengths>
void matching_statistics(ExecutionSpace const& space, Text const& text, Symbols const& symbols, Offsets const& offsets,
                         Lengths const& lengths,
                         MatchingStatisticsOptions<typename ExecutionSpace::memory_space> const& options = {})
{
  using Index = detail::ValueOf<Lengths>;
  matching_detail::find_statistics_in_text<ExecutionSpace, Index>(
      space, detail::span_of<ExecutionSpace, std::uint8_t const>(text),
      matching_detail::queries_of<ExecutionSpace>(symbols, offsets),
      matching_detail::output_of<ExecutionSpace>(symbols, lengths), options, matching_detail::default_tuning());
}

/// All matches of queries in a text that has no index, which is made and freed within the call: results, order and errors are
/// those of an index, and memory and work as of `matching_statistics` of a text. Maximal matches without limits of occurrences
/// in a text at least twice as long as its queries are found by an index of the queries instead, and sorted, all together, in
/// 12 to 16 bytes a match of workspace: their work is that of an index of the queries, and of a search for the text. `Index` is
/// the results' type, such as in `find_matches<std::uint32_t>(space, text, symbols, offsets)`.
template <detail::IndexType Index, detail::ExecutionSpaceType ExecutionSpace,
          detail::ViewOf<ExecutionSpace, std::uint8_t> Text, detail::ViewOf<ExecutionSpace, std::uint8_t> Symbols,
          detail::ViewOf<ExecutionSpace, std::uint64_t> Offsets>
[[nodiscard]] Matches<typename ExecutionSpace::memory_space, Index> find_matches(
    ExecutionSpace const& space, Text const& text, Symbols const& symbols, Offsets const& offsets,
    MatchOptions<typename ExecutionSpace::memory_space> const& options = {})
{
  return matching_detail::find_in_text<ExecutionSpace, Index>(
      space, detail::span_of<ExecutionSpace, std::uint8_t const>(text),
      matching_detail::queries_of<ExecutionSpace>(symbols, offsets), options, matching_detail::default_tuning());
}

// ----- FM-indexes --------------------------------------------------------------------------------------------------------

/// The same by an FM-index with `sample_rate` > 0. With `FmLetters::dna`, the text is that of its letters, as are queries, and
/// with `match_others` false other symbols match nothing.
///
/// Within the call the text lies beside the index, a byte a symbol: copied if the index keeps it, otherwise extracted by two
/// fetches a symbol, so that many queries belong into one call. A search takes one or two fetches a symbol beyond those of
/// the table of prefixes, and a place as many as samples are apart; matches are compared with the text as by `SuffixIndex`.
/// About 25 sectors a place of `matching_statistics` in random DNA; repeats of many places and symbols cost a search of all
/// their symbols each time that the end rises. A window of maximal matches of 31 symbols takes 7, and a candidate 12 at rate
/// 8. Workspace: `fm_matching_statistics_workspace_bytes`. Errors also: invalid_argument (no samples).
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index,
          detail::ViewOf<ExecutionSpace, std::uint8_t> Symbols, detail::ViewOf<ExecutionSpace, std::uint64_t> Offsets,
          detail::WritableViewOf<ExecutionSpace, Index> Lengths,
          detail::WritableViewOf<ExecutionSpace, Index> Positions>
void matching_statistics(ExecutionSpace const& space,
                         FmIndex<typename ExecutionSpace::memory_space, Index> const& index, Symbols const& symbols,
                         Offsets const& offsets, Lengths const& lengths, Positions const& positions,
                         MatchingStatisticsOptions<typename ExecutionSpace::memory_space> const& options = {})
{
  matching_detail::find_statistics_by_fm<ExecutionSpace, Index>(
      space, index.arrays(), matching_detail::queries_of<ExecutionSpace>(symbols, offsets),
      matching_detail::output_of<ExecutionSpace>(symbols, lengths, positions), options,
      matching_detail::default_tuning());
}

/// The same without the positions.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index,
          detail::ViewOf<ExecutionSpace, std::uint8_t> Symbols, detail::ViewOf<ExecutionSpace, std::uint64_t> Offsets,
          detail::WritableViewOf<ExecutionSpace, Index> Lengths>
void matching_statistics(ExecutionSpace const& space,
                         FmIndex<typename ExecutionSpace::memory_space, Index> const& index, Symbols const& symbols,
                         Offsets const& offsets, Lengths const& lengths,
                         MatchingStatisticsOptions<typename ExecutionSpace::memory_space> const& options = {})
{
  matching_detail::find_statistics_by_fm<ExecutionSpace, Index>(
      space, index.arrays(), matching_detail::queries_of<ExecutionSpace>(symbols, offsets),
      matching_detail::output_of<ExecutionSpace>(symbols, lengths), options, matching_detail::default_tuning());
}

/// All matches of queries by an FM-index: results, order and errors are those of a `SuffixIndex` of the same text; the rest as
/// of `matching_statistics`.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index,
          detail::ViewOf<ExecutionSpace, std::uint8_t> Symbols, detail::ViewOf<ExecutionSpace, std::uint64_t> Offsets>
[[nodiscard]] Matches<typename ExecutionSpace::memory_space, Index> find_matches(
    ExecutionSpace const& space, FmIndex<typename ExecutionSpace::memory_space, Index> const& index,
    Symbols const& symbols, Offsets const& offsets,
    MatchOptions<typename ExecutionSpace::memory_space> const& options = {})
{
  return matching_detail::find_by_fm<ExecutionSpace, Index>(
      space, index.arrays(), matching_detail::queries_of<ExecutionSpace>(symbols, offsets), options,
      matching_detail::default_tuning());
}

}  // namespace lexikos
