// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Occurrences with errors by their definitions: a table of distances for each document (Sellers 1980), and all places one by
// one.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "matches.hpp"
#include "types.hpp"

namespace lexikos::reference
{

struct ApproximateEnd
{
  std::uint64_t pattern;
  std::uint64_t end;
  std::uint64_t distance;

  [[nodiscard]] bool operator==(ApproximateEnd const&) const = default;
};

/// The distances of a pattern, which is not empty, to the substrings that end after symbol p, for all p of a text.
inline std::vector<std::uint64_t> least_edit_distances(Text const& text, Text const& pattern)
{
  std::vector<std::uint64_t> column(pattern.size() + 1), least;
  for (std::size_t i = 0; i < column.size(); ++i) column[i] = i;
  for (std::uint8_t const c : text) {
    std::uint64_t diagonal = 0;
    for (std::size_t i = 1; i < column.size(); ++i) {
      std::uint64_t const before = column[i];
      column[i] = std::min({diagonal + (pattern[i - 1] == c ? 0 : 1), before + 1, column[i - 1] + 1});
      diagonal = before;
    }
    least.push_back(column.back());
  }
  return least;
}

/// A distance that no pattern has.
constexpr std::uint64_t no_distance = ~std::uint64_t{0};

/// The same with other symbols as only errors; `no_distance` where too little of the text is before.
inline std::vector<std::uint64_t> hamming_distances(Text const& text, Text const& pattern)
{
  std::vector<std::uint64_t> distances;
  for (std::size_t p = 0; p < text.size(); ++p) {
    std::uint64_t distance = p + 1 < pattern.size() ? no_distance : 0;
    for (std::size_t i = 0; i < pattern.size() && p + 1 >= pattern.size(); ++i)
      distance += pattern[i] != text[p + 1 - pattern.size() + i];
    distances.push_back(distance);
  }
  return distances;
}

/// Levenshtein's distance of two strings.
inline std::uint64_t edit_distance(Text const& a, Text const& b)
{
  std::vector<std::vector<std::uint64_t>> table(a.size() + 1, std::vector<std::uint64_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0)
        table[i][j] = i + j;
      else
        table[i][j] =
            std::min({table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1), table[i - 1][j] + 1, table[i][j - 1] + 1});
    }
  return table[a.size()][b.size()];
}

/// Ends of one pattern, ascending.
inline std::vector<ApproximateEnd> approximate_ends(TextWithDocuments const& text, Text const& pattern,
                                                    std::uint64_t number, bool is_edit, std::uint64_t max_errors)
{
  std::vector<ApproximateEnd> ends;
  if (pattern.empty()) return ends;
  std::vector<std::uint64_t> offsets = text.offsets;
  if (offsets.empty()) offsets = {0, text.text.size()};
  for (std::size_t d = 0; d + 1 < offsets.size(); ++d) {
    Text const document(text.text.begin() + static_cast<std::ptrdiff_t>(offsets[d]),
                        text.text.begin() + static_cast<std::ptrdiff_t>(offsets[d + 1]));
    auto const distances = is_edit ? least_edit_distances(document, pattern) : hamming_distances(document, pattern);
    for (std::size_t p = 0; p < distances.size(); ++p)
      if (distances[p] <= max_errors) ends.push_back({number, offsets[d] + p + 1, distances[p]});
  }
  return ends;
}

}  // namespace lexikos::reference
