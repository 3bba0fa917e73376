// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The documents of intervals by looking at every suffix, and questions to ask.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/reference/naive.hpp"
#include "tests/texts.hpp"

namespace lexikos::tests
{

using Numbers = std::vector<std::uint64_t>;

/// Intervals of a suffix array, of any values, and lengths or none.
struct IntervalQuestions
{
  Numbers begins = {};
  Numbers ends = {};
  Numbers lengths = {};

  [[nodiscard]] std::size_t size() const { return begins.size(); }
  void add(std::uint64_t begin, std::uint64_t end)
  {
    begins.push_back(begin);
    ends.push_back(end);
  }
};

class DocumentOracle
{
 public:
  struct Found
  {
    std::uint32_t document;
    std::uint64_t count;  // of suffixes
  };

  DocumentOracle(std::vector<std::uint8_t> const& text, Numbers const& offsets)
      : m_offsets(offsets), m_document_of(text.size(), 0xFFFFFFFF)
  {
    for (auto const position : reference::naive(text)) m_suffix_array.push_back(position);
    for (std::size_t d = 0; d + 1 < offsets.size(); ++d)
      for (std::uint64_t p = offsets[d]; p < offsets[d + 1]; ++p) m_document_of[p] = static_cast<std::uint32_t>(d);
  }

  [[nodiscard]] Numbers const& suffix_array() const { return m_suffix_array; }

  /// The largest u32 where there is none.
  [[nodiscard]] std::uint32_t document_of(std::uint64_t position) const { return m_document_of[position]; }

  /// The documents of question i, in the order of their first suffixes.
  [[nodiscard]] std::vector<Found> documents(IntervalQuestions const& asked, std::size_t i) const
  {
    std::uint64_t const length = asked.lengths.empty() ? 0 : asked.lengths[i];
    std::vector<Found> found;
    std::vector<std::size_t> places(m_offsets.size(), 0);  // 1 + where a document is among those that were found
    for (std::uint64_t r = asked.begins[i]; r < std::min<std::uint64_t>(asked.ends[i], m_suffix_array.size()); ++r) {
      std::uint32_t const d = document_of(m_suffix_array[r]);
      if (d == 0xFFFFFFFF || m_offsets[d + 1] - m_suffix_array[r] < length) continue;
      if (places[d] == 0) {
        found.push_back({d, 0});
        places[d] = found.size();
      }
      ++found[places[d] - 1].count;
    }
    return found;
  }

  [[nodiscard]] std::vector<Found> most_frequent(IntervalQuestions const& asked, std::size_t i) const
  {
    auto found = documents(asked, i);
    std::ranges::sort(found, [](Found const& a, Found const& b) {
      return a.count != b.count ? a.count > b.count : a.document < b.document;
    });
    return found;
  }

 private:
  Numbers m_offsets;
  std::vector<std::uint32_t> m_document_of;
  Numbers m_suffix_array;
};

/// None, or from one document on; empty ones, and parts of the text that are in none.
inline Numbers drawn_documents(texts::Random& next, std::size_t n, std::size_t mean_length)
{
  Numbers offsets{next.below(3) == 0 ? next.below(n + 1) : 0};
  for (std::size_t p = offsets[0]; p < n; ++p)
    while (next.below(mean_length + 1) == 0) offsets.push_back(p);
  if (next.below(3) != 0) offsets.push_back(n);
  return offsets;
}

inline IntervalQuestions drawn_intervals(texts::Random& next, std::size_t n, std::size_t count)
{
  IntervalQuestions asked;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t const begin = next.below(n + 2);
    std::uint64_t const longest = next.below(3) == 0 ? n + 2 : 1 + n / (1 + next.below(40));
    asked.add(begin, begin + next.below(longest + 1));
  }
  asked.add(0, n);
  asked.add(0, n + 5);
  asked.add(n, n);
  asked.add(n + 1, 0);
  asked.add(0xFFFFFFFF, 0xFFFFFFFF);
  asked.add(0, 0xFFFFFFFF);
  return asked;
}

inline void draw_lengths(texts::Random& next, std::size_t longest, IntervalQuestions& asked)
{
  asked.lengths.clear();
  for (std::size_t i = 0; i < asked.size(); ++i)
    asked.lengths.push_back(next.below(20) == 0 ? ~std::uint64_t{0} : next.below(longest + 1));
}

}  // namespace lexikos::tests
