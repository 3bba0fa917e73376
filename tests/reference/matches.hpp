// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Matches of queries in a text by their definitions: all pairs of places are compared.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "types.hpp"

namespace lexikos::reference
{

struct Match
{
  std::uint64_t query;
  std::uint64_t reversed;
  std::uint64_t query_position;
  std::uint64_t text_position;
  std::uint64_t length;
  std::uint64_t occurrences;  ///< of its string in the text, within documents

  [[nodiscard]] auto values() const
  {
    return std::tuple(query, reversed, query_position, text_position, length, occurrences);
  }
  [[nodiscard]] bool operator==(Match const& other) const { return values() == other.values(); }
  [[nodiscard]] bool operator<(Match const& other) const { return values() < other.values(); }
};

/// A text, and where its documents start and end: offsets as the library takes them. What lies in none is an empty one.
struct TextWithDocuments
{
  Text text;
  std::vector<std::uint64_t> offsets;

  [[nodiscard]] std::pair<std::size_t, std::size_t> document(std::size_t p) const
  {
    for (std::size_t d = 0; d + 1 < offsets.size(); ++d)
      if (offsets[d] <= p && p < offsets[d + 1]) return {offsets[d], offsets[d + 1]};
    return offsets.empty() ? std::pair<std::size_t, std::size_t>(0, text.size()) : std::pair(p, p);
  }
};

/// common[i][p]: symbols that the query from i on and the text from p on have in common, within documents.
using CommonLengths = std::vector<std::vector<std::size_t>>;

inline CommonLengths common_lengths(TextWithDocuments const& text, Text const& query)
{
  std::size_t const n = text.text.size();
  std::vector<std::size_t> ends(n);
  for (std::size_t p = 0; p < n; ++p) ends[p] = text.document(p).second;
  CommonLengths common(query.size() + 1, std::vector<std::size_t>(n + 1, 0));
  for (std::size_t i = query.size(); i-- > 0;)
    for (std::size_t p = n; p-- > 0;)
      if (query[i] == text.text[p] && p < ends[p]) common[i][p] = 1 + (p + 1 < ends[p] ? common[i + 1][p + 1] : 0);
  return common;
}

/// For each place of the query, the longest prefix of its rest that occurs `times` or more.
inline std::vector<std::size_t> matching_statistics(CommonLengths const& common, std::size_t times = 1)
{
  std::vector<std::size_t> lengths;
  for (std::size_t i = 0; i + 1 < common.size(); ++i) {
    auto sorted = common[i];
    std::sort(sorted.rbegin(), sorted.rend());
    lengths.push_back(times <= sorted.size() ? sorted[times - 1] : 0);
  }
  return lengths;
}

/// How often the prefix of `length` symbols of the query from i on occurs.
inline std::uint64_t occurrences_of(CommonLengths const& common, std::size_t i, std::size_t length)
{
  return static_cast<std::uint64_t>(
      std::count_if(common[i].begin(), common[i].end(), [&](std::size_t l) { return l >= length; }));
}

enum class Kind
{
  maximal,
  supermaximal,
  unique_in_text,
  unique_in_both
};

struct MatchRule
{
  Kind kind = Kind::maximal;
  std::size_t min_length = 1;
  std::size_t min_occurrences = 1;
  std::size_t max_occurrences = 0;
};

struct FoundMatches
{
  std::vector<Match> matches;
  std::set<std::uint64_t> capped;
};

/// The maximal pairs of places.
inline std::vector<Match> maximal_pairs(TextWithDocuments const& text, Text const& query, CommonLengths const& common,
                                        std::size_t min_length)
{
  std::vector<Match> pairs;
  for (std::size_t i = 0; i < query.size(); ++i)
    for (std::size_t p = 0; p < text.text.size(); ++p) {
      std::size_t const length = common[i][p];
      bool const can_grow = i > 0 && p > text.document(p).first && query[i - 1] == text.text[p - 1];
      if (length != 0 && length >= min_length && !can_grow)
        pairs.push_back({0, 0, i, p, length, occurrences_of(common, i, length)});
    }
  return pairs;
}

/// How often a part of the query occurs in the query.
inline std::size_t times_in_query(Text const& query, std::size_t i, std::size_t length)
{
  auto const part = query.begin() + static_cast<std::ptrdiff_t>(i);
  std::size_t times = 0;
  for (std::size_t j = 0; j + length <= query.size(); ++j)
    times +=
        std::equal(part, part + static_cast<std::ptrdiff_t>(length), query.begin() + static_cast<std::ptrdiff_t>(j));
  return times;
}

/// Strings of the query that occur often enough, and lie in no longer such string, with all their places.
inline std::vector<Match> supermaximal_places(CommonLengths const& common, std::size_t min_occurrences)
{
  auto const longest = matching_statistics(common, min_occurrences);
  std::vector<Match> places;
  for (std::size_t i = 0; i < longest.size(); ++i) {
    bool lies_in_other = false;
    for (std::size_t j = 0; j < i; ++j) lies_in_other = lies_in_other || j + longest[j] >= i + longest[i];
    if (longest[i] == 0 || lies_in_other) continue;
    for (std::size_t p = 0; p < common[i].size(); ++p)
      if (common[i][p] >= longest[i]) places.push_back({0, 0, i, p, longest[i], occurrences_of(common, i, longest[i])});
  }
  return places;
}

/// Whether the suffix of the text at p is below that at q.
inline bool suffix_less(Text const& text, std::size_t p, std::size_t q)
{
  return std::lexicographical_compare(text.begin() + static_cast<std::ptrdiff_t>(p), text.end(),
                                      text.begin() + static_cast<std::ptrdiff_t>(q), text.end());
}

/// Of one query on one strand; the numbers of queries stay 0.
inline FoundMatches find_matches(TextWithDocuments const& text, Text const& query, MatchRule const& rule)
{
  FoundMatches found;
  auto const common = common_lengths(text, query);
  auto const is_capped = [&](std::uint64_t occurrences) {
    return rule.max_occurrences != 0 && occurrences > rule.max_occurrences;
  };
  if (rule.kind == Kind::supermaximal) {
    std::map<std::size_t, Match> first;  // of capped ones, by place in the query
    for (Match const& match : supermaximal_places(common, rule.min_occurrences)) {
      if (match.length < rule.min_length) continue;
      if (!is_capped(match.occurrences)) {
        found.matches.push_back(match);
        continue;
      }
      found.capped.insert(0);
      auto const [at, is_new] = first.try_emplace(match.query_position, match);
      if (!is_new && suffix_less(text.text, match.text_position, at->second.text_position)) at->second = match;
    }
    for (auto const& [place, match] : first) found.matches.push_back(match);
  }
  else {
    if (rule.kind == Kind::maximal && rule.max_occurrences != 0)
      for (std::size_t i = 0; i < query.size(); ++i)
        if (is_capped(occurrences_of(common, i, rule.min_length))) found.capped.insert(0);
    for (Match const& match : maximal_pairs(text, query, common, rule.min_length)) {
      if (match.occurrences < rule.min_occurrences) continue;
      if (rule.kind == Kind::maximal) {
        if (is_capped(occurrences_of(common, match.query_position, rule.min_length))) continue;
      }
      else if (match.occurrences != 1 ||
               (rule.kind == Kind::unique_in_both && times_in_query(query, match.query_position, match.length) != 1))
      {
        continue;
      }
      found.matches.push_back(match);
    }
  }
  std::sort(found.matches.begin(), found.matches.end());
  return found;
}

/// Symbols as a strand has them.
/// \param nothing  a byte that the text lacks, for what matches nothing
inline Text strand_of(Text const& query, bool is_reversed, bool only_acgt, std::uint8_t nothing)
{
  std::string const bases = "ACGTacgt", base_complements = "TGCAtgca";
  std::string const letters = bases + (only_acgt ? "" : "RYKMBVDHNSWrykmbvdhnsw");
  std::string const complements = base_complements + (only_acgt ? "" : "YRMKVBHDNSWyrmkvbhdnsw");
  Text strand;
  for (std::uint8_t const c : query) {
    auto const at = letters.find(static_cast<char>(c));
    if (at == std::string::npos)
      strand.push_back(is_reversed || only_acgt ? nothing : c);
    else
      strand.push_back(is_reversed ? static_cast<std::uint8_t>(complements[at]) : c);
  }
  if (is_reversed) std::reverse(strand.begin(), strand.end());
  return strand;
}

}  // namespace lexikos::reference
