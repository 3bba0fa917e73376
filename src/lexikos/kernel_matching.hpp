// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Exact matches within a user's own kernel: of one query at a time, found by the thread that asks and told to a function of the
// caller's, so that nothing is stored in between. For batches of queries and all of their matches, `matching.hpp` is faster
// where matches are long or frequent, since there many threads share them.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/matching_query.hpp>
#include <lexikos/error.hpp>
#include <lexikos/fm_index.hpp>
#include <lexikos/memory.hpp>
#include <lexikos/search.hpp>
#include <type_traits>

namespace lexikos
{

namespace matching_detail
{

template <class MemorySpace>
[[nodiscard]] Documents documents_of(Span<std::uint64_t const, MemorySpace> const& offsets, std::uint64_t n)
{
  if (offsets.extent(0) == 0 || n == 0) return {nullptr, 0, n};
  return {offsets.data(), offsets.extent(0) - 1, n};
}

[[nodiscard]] KOKKOS_INLINE_FUNCTION MatchLimits at_least_one(MatchLimits limits)
{
  if (limits.min_length == 0) limits.min_length = 1;
  if (limits.min_occurrences == 0) limits.min_occurrences = 1;
  if (limits.max_occurrences == 0) limits.max_occurrences = not_found;
  return limits;
}

// What is asked of `QueryMatches`, whose type depends on the index.

struct FindInterval
{
  PatternBytes pattern;

  template <class Suffixes>
  KOKKOS_FUNCTION SuffixInterval<typename Suffixes::Entry> operator()(QueryMatches<Suffixes> const& matches) const
  {
    return matches.text.suffixes.interval(pattern);
  }
};

struct FindLongest
{
  PatternBytes pattern;
  std::uint64_t times;

  template <class Suffixes>
  KOKKOS_FUNCTION LongestMatch operator()(QueryMatches<Suffixes> const& matches) const
  {
    if (matches.text.suffixes.n == 0 || pattern.length == 0) return {0, not_found};
    auto const found = matches.text.longest(pattern, times, {0, 0});
    return {found.length, found.length == 0 ? not_found : found.place};
  }
};

template <class Function>
struct TellMaximal
{
  detail::BytesOf query;
  MatchLimits limits;
  Function const& function;

  template <class Suffixes>
  KOKKOS_FUNCTION void operator()(QueryMatches<Suffixes> const& matches) const
  {
    if (matches.text.suffixes.n != 0) matches.maximal(query, limits, function);
  }
};

template <class Function>
struct TellSupermaximal
{
  detail::BytesOf query;
  MatchLimits limits;
  Function const& function;

  template <class Suffixes>
  KOKKOS_FUNCTION void operator()(QueryMatches<Suffixes> const& matches) const
  {
    if (matches.text.suffixes.n != 0) matches.supermaximal(query, limits, function);
  }
};

/// Those of a string.
template <class Index, class Function>
struct TellPlaces
{
  StringMatch<Index> match;
  Function const& function;

  template <class Suffixes>
  KOKKOS_FUNCTION void operator()(QueryMatches<Suffixes> const& matches) const
  {
    auto const& text = matches.text;
    for (std::uint64_t row = match.suffixes.begin; row < match.suffixes.end; ++row) {
      std::uint64_t const p = text.suffixes.position(row);
      if (p + match.length <= text.documents.around(p).end) function(PairMatch{p, match.query_position, match.length});
    }
  }
};

/// The place of a string, if it has one.
template <class Suffixes, class Function>
struct TellIfUnique
{
  QueryMatches<Suffixes> const& matches;
  Function const& function;

  KOKKOS_FUNCTION void operator()(StringMatch<typename Suffixes::Entry> const& match) const
  {
    auto const found = matches.text.within_documents(match.suffixes, match.length, 2);
    if (found.count == 1)
      function(PairMatch{matches.text.suffixes.position(found.first_row), match.query_position, match.length});
  }
};

template <class Function>
struct TellUnique
{
  detail::BytesOf query;
  MatchLimits limits;
  Function const& function;

  template <class Suffixes>
  KOKKOS_FUNCTION void operator()(QueryMatches<Suffixes> const& matches) const
  {
    if (matches.text.suffixes.n != 0)
      matches.supermaximal(query, limits, TellIfUnique<Suffixes, Function>{matches, function});
  }
};

/// Whether a match, whose string occurs once in the text, lies in another one of the query over the same place of the text.
template <class Suffixes>
struct FindAround
{
  QueryMatches<Suffixes> const& matches;
  PairMatch const& match;
  bool& found;

  KOKKOS_FUNCTION void operator()(StringMatch<typename Suffixes::Entry> const& other) const
  {
    if (found || other.query_position == match.query_position || other.length < match.length) return;
    auto const places = matches.text.within_documents(other.suffixes, other.length, 2);
    if (places.count != 1) return;
    std::uint64_t const p = matches.text.suffixes.position(places.first_row);
    found = p <= match.text_position && match.text_position + match.length <= p + other.length;
  }
};

/// A string that occurs once in the text, and again in the query, lies there in a match with the same place of the text, which
/// is told too.
template <class Suffixes, class Function>
struct TellIfUniqueInQuery
{
  QueryMatches<Suffixes> const& matches;
  detail::BytesOf const& query;
  MatchLimits const& limits;
  Function const& function;

  KOKKOS_FUNCTION void operator()(PairMatch const& match) const
  {
    bool found = false;
    matches.supermaximal(query, limits, FindAround<Suffixes>{matches, match, found});
    if (!found) function(match);
  }
};

template <class Function>
struct TellUniqueInBoth
{
  detail::BytesOf query;
  MatchLimits limits;
  Function const& function;

  template <class Suffixes>
  KOKKOS_FUNCTION void operator()(QueryMatches<Suffixes> const& matches) const
  {
    using TellOnce = TellIfUniqueInQuery<Suffixes, Function>;
    if (matches.text.suffixes.n == 0) return;
    TellOnce const tell{matches, query, limits, function};
    matches.supermaximal(query, limits, TellIfUnique<Suffixes, TellOnce>{matches, tell});
  }
};

/// Matches by a suffix array: plain pointers.
template <class MemorySpace, class Index>
struct SuffixMatches
{
  QueryMatches<detail::SuffixIntervals<Index>> matches{};

  template <class Question>
  KOKKOS_INLINE_FUNCTION decltype(auto) operator()(Question const& question) const
  {
    return question(matches);
  }
};

/// By an FM-index with any structure of its transform.
template <class MemorySpace, class Index>
struct FmMatches
{
  detail::FmArrays<MemorySpace, Index, std::uint8_t> arrays{};
  Documents documents{nullptr, 0, 0};

  template <class Question>
  struct Ask
  {
    FmMatches const& of;
    Question const& question;

    template <class Ranks>
    KOKKOS_FUNCTION decltype(auto) operator()(detail::FmSteps<Ranks> const& steps) const
    {
      using Suffixes = KeptSuffixes<Ranks, MemorySpace, Index>;
      return question(QueryMatches<Suffixes>{{Suffixes{of.arrays.n,
                                                       {steps, of.arrays.rows_of_strings()},
                                                       of.arrays.samples(),
                                                       {of.arrays.text, of.arrays.alphabet.slots.data()}},
                                              of.documents}});
    }
  };

  template <class Question>
  KOKKOS_INLINE_FUNCTION decltype(auto) operator()(Question const& question) const
  {
    return arrays.with_steps(Ask<Question>{*this, question});
  }
};

}  // namespace matching_detail

/// Finds the matches of one query in an indexed text, on the device: kernels capture a matcher by value and call it with any
/// query that lies in memory they can read, such as a part of a batch or what they have just decoded. `SuffixMatcher` and
/// `FmMatcher` are the two kinds. Documents of the text are as in `MatchOptions`. Queries are read as they are, on the strand
/// that they are written in; that no match crosses a symbol, one that the text lacks in its place makes sure.
///
/// The functions that take a function call it with each match, in the calling thread, by a reference to const: what it writes
/// it writes through pointers or views. Where no order is said, there is none. Each match is told once.
///
/// Source, for supermaximal matches by searching backwards from where the next one has to reach: Gagie 2024 (arXiv 2403.02008).
template <class MemorySpace, detail::IndexType Index, class Matches>
class QueryMatcher
{
 public:
  using Query = Span<std::uint8_t const, MemorySpace>;

  /// The entries of the suffix array whose suffixes begin with query[begin..end); documents are not asked for.
  [[nodiscard]] KOKKOS_FUNCTION SuffixInterval<Index> interval(Query const& query, std::size_t begin,
                                                               std::size_t end) const
  {
    return m_matches(matching_detail::FindInterval{{query.data(), query.extent(0), begin, end - begin}});
  }

  /// The matching statistic of place `at` < query.extent(0): the longest prefix of query[at..) that occurs `times` or more
  /// within documents, and a position where it does, any one; not_found where the length is 0. By a suffix array O(log n + m /
  /// 8) work for a prefix of m symbols, by an FM-index O(m) steps, of which the last half is halved away.
  [[nodiscard]] KOKKOS_FUNCTION LongestMatch longest(Query const& query, std::size_t at, std::size_t times = 1) const
  {
    std::uint64_t const size = query.extent(0);
    if (at >= size) return {0, not_found};
    return m_matches(matching_detail::FindLongest{{query.data(), size, at, size - at}, times == 0 ? 1 : times});
  }

  /// function(PairMatch) for all maximal matches (MEMs) of `min_length` symbols or more: `MatchKind::maximal`. Work as there
  /// by the same windows; strings of windows that occur more than 32 times cost their occurrences besides, unless
  /// `max_occurrences` leaves them out.
  template <class Function>
  KOKKOS_FUNCTION void for_each_maximal(Query const& query, MatchLimits const& limits, Function const& function) const
  {
    m_matches(matching_detail::TellMaximal<Function>{
        {query.data(), query.extent(0)}, matching_detail::at_least_one(limits), function});
  }

  /// function(StringMatch<Index>) for all strings of the query that occur `min_occurrences` times or more and lie in no longer
  /// such string of it (SMEMs), with the entries of the suffix array that begin with them, in the order of the query;
  /// `for_each_place` has their places. Of the limits, `max_occurrences` does not count. O(min_length) symbols are searched for
  /// each jump to the next place where a match can start, and those of the match.
  template <class Function>
  KOKKOS_FUNCTION void for_each_supermaximal(Query const& query, MatchLimits const& limits,
                                             Function const& function) const
  {
    m_matches(matching_detail::TellSupermaximal<Function>{
        {query.data(), query.extent(0)}, matching_detail::at_least_one(limits), function});
  }

  /// function(PairMatch) for all places of a string within documents, in the order of the suffixes. Cut `suffixes` to have the
  /// first ones.
  template <class Function>
  KOKKOS_FUNCTION void for_each_place(StringMatch<Index> const& match, Function const& function) const
  {
    m_matches(matching_detail::TellPlaces<Index, Function>{match, function});
  }

  /// function(PairMatch) for the maximal matches of `min_length` symbols or more whose string occurs once in the text (MAMs),
  /// in the order of the query: `MatchKind::unique_in_text`.
  template <class Function>
  KOKKOS_FUNCTION void for_each_unique(Query const& query, std::size_t min_length, Function const& function) const
  {
    m_matches(matching_detail::TellUnique<Function>{
        {query.data(), query.extent(0)}, matching_detail::at_least_one({.min_length = min_length}), function});
  }

  /// Those of `for_each_unique` whose string occurs once in the query too (MUMs): `MatchKind::unique_in_both`. Nothing is
  /// stored, so that the query is searched again for each match that is unique in the text: for queries with few of them,
  /// such as reads; `find_matches` sorts them instead.
  template <class Function>
  KOKKOS_FUNCTION void for_each_unique_in_both(Query const& query, std::size_t min_length,
                                               Function const& function) const
  {
    m_matches(matching_detail::TellUniqueInBoth<Function>{
        {query.data(), query.extent(0)}, matching_detail::at_least_one({.min_length = min_length}), function});
  }

 protected:
  Matches m_matches;
};

/// By a suffix array. Trivially copyable; the memory of the index, and that of the documents' offsets, must outlive it.
template <class MemorySpace, detail::IndexType Index>
class SuffixMatcher : public QueryMatcher<MemorySpace, Index, matching_detail::SuffixMatches<MemorySpace, Index>>
{
 public:
  /// To be assigned before it is asked.
  SuffixMatcher() = default;
  /// \param text_offsets  as in `MatchOptions`, and not checked
  /// Error (invalid_argument) for an index that was not built.
  explicit SuffixMatcher(SuffixIndex<MemorySpace, Index> const& index,
                         Span<std::uint64_t const, MemorySpace> const& text_offsets = {})
  {
    auto const suffixes = index.intervals_on_device();
    detail::require(suffixes.table != nullptr, ErrorCode::invalid_argument, "the index was not built");
    this->m_matches.matches.text = {suffixes, matching_detail::documents_of(text_offsets, suffixes.n)};
  }
};

/// By an FM-index that keeps its text, which matches are compared with, 32 symbols at a time where these are letters of DNA.
/// Cheap to copy; copies share the arrays of the index. The memory of the documents' offsets must outlive it. A place takes as
/// many steps as `FmIndex::position`. Letters are those of the index: with `FmLetters::dna` small ones are capital ones.
template <class MemorySpace, detail::IndexType Index>
class FmMatcher : public QueryMatcher<MemorySpace, Index, matching_detail::FmMatches<MemorySpace, Index>>
{
 public:
  /// To be assigned before it is asked.
  FmMatcher() = default;
  /// \param text_offsets  as in `MatchOptions`, and not checked
  /// Error (invalid_argument) for an index that was not built, or that has no places of suffixes or no text.
  explicit FmMatcher(FmIndex<MemorySpace, Index> const& index,
                     Span<std::uint64_t const, MemorySpace> const& text_offsets = {})
  {
    auto const& arrays = index.arrays();
    detail::require(arrays.is_built(), ErrorCode::invalid_argument, "the index was not built");
    detail::require(arrays.n == 0 || (arrays.rate != 0 && arrays.text.is_kept()), ErrorCode::invalid_argument,
                    "matches take an index that has places of suffixes and keeps its text");
    this->m_matches.arrays = arrays;
    this->m_matches.documents = matching_detail::documents_of(text_offsets, arrays.n);
  }
};

}  // namespace lexikos
