// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/report/matched_length.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace lexikos::app
{

std::uint64_t matched_length(std::string_view text, std::string_view pattern, unsigned distance)
{
  // entry t of row i: the distance of the pattern's last i symbols and the text's last i + t - distance
  std::size_t const width = 2 * std::size_t{distance} + 1;
  unsigned const too_far = distance + 1;
  std::vector<unsigned> row(width, too_far), next(width);
  for (std::size_t t = distance; t < width; ++t) row[t] = static_cast<unsigned>(t - distance);
  for (std::size_t i = 1; i <= pattern.size(); ++i) {
    for (std::size_t t = 0; t < width; ++t) {
      next[t] = too_far;
      if (i + t < distance || i + t - distance > text.size()) continue;
      std::size_t const j = i + t - distance;
      if (j > 0) next[t] = row[t] + (pattern[pattern.size() - i] == text[text.size() - j] ? 0 : 1);
      if (j > 0 && t > 0) next[t] = std::min(next[t], next[t - 1] + 1);
      if (t + 1 < width) next[t] = std::min(next[t], row[t + 1] + 1);
    }
    std::swap(row, next);
  }
  for (std::size_t t = 0; t < width; ++t)
    if (row[t] == distance && pattern.size() + t > distance) return pattern.size() + t - distance;
  return std::min(pattern.size(), text.size());
}

}  // namespace lexikos::app
