// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Duplicates by their definition: windows of each document in a dictionary.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/duplicates.hpp>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace lexikos::tests
{

struct DuplicateQuestion
{
  std::size_t length = 3;
  std::size_t min_occurrences = 2;
  KeepDuplicates keep = KeepDuplicates::none;
  DuplicateScope scope = DuplicateScope::any;
  RangeAlignment align = RangeAlignment::symbol;
};

struct Range
{
  std::uint64_t begin;
  std::uint64_t end;

  friend bool operator==(Range const&, Range const&) = default;
};

using Positions = std::vector<std::uint64_t>;

template <class Symbol>
class DuplicateOracle
{
 public:
  /// \param offsets  of documents; empty: the text is one
  DuplicateOracle(std::vector<Symbol> text, Positions offsets) : m_text(std::move(text)), m_offsets(std::move(offsets))
  {
    if (m_offsets.empty()) m_offsets = {0, m_text.size()};
  }

  /// Groups that are duplicates, in the order of their first positions.
  [[nodiscard]] std::vector<Positions> groups(DuplicateQuestion const& question) const
  {
    std::vector<Positions> found;
    for (auto const& [window, positions] : windows(question.length))
      if (occurrences(positions, question.scope) >= std::max<std::size_t>(question.min_occurrences, 2))
        found.push_back(positions);
    std::sort(found.begin(), found.end());
    return found;
  }

  /// Parts that another text has.
  [[nodiscard]] std::vector<Range> ranges_of_other(DuplicateOracle const& other,
                                                   DuplicateQuestion const& question) const
  {
    std::vector<bool> covered(m_text.size());
    auto const there = other.windows(question.length);
    for (auto const& [window, positions] : windows(question.length)) {
      auto const found = there.find(window);
      if (found == there.end() || found->second.size() < question.min_occurrences) continue;
      for (auto const p : positions) cover(p, question.length, covered);
    }
    return ranges_of(covered, question.align);
  }

  [[nodiscard]] std::vector<Range> ranges(DuplicateQuestion const& question) const
  {
    std::vector<bool> covered(m_text.size());
    for (auto const& positions : groups(question))
      for (std::size_t i = 0; i < positions.size(); ++i) {
        bool const is_first = i == 0 || (question.keep == KeepDuplicates::first_of_each_document &&
                                         document_of(positions[i - 1]) != document_of(positions[i]));
        if (is_first && question.keep != KeepDuplicates::none) continue;
        cover(positions[i], question.length, covered);
      }
    return ranges_of(covered, question.align);
  }

 private:
  using WindowsFound = std::map<std::vector<Symbol>, Positions>;

  [[nodiscard]] WindowsFound windows(std::size_t length) const
  {
    WindowsFound found;
    for (std::size_t d = 0; d + 1 < m_offsets.size(); ++d)
      for (std::uint64_t p = m_offsets[d]; p + length <= m_offsets[d + 1]; ++p) found[part(p, p + length)].push_back(p);
    return found;
  }
  static void cover(std::uint64_t position, std::size_t length, std::vector<bool>& covered)
  {
    std::fill_n(covered.begin() + static_cast<std::ptrdiff_t>(position), length, true);
  }
  [[nodiscard]] std::vector<Range> ranges_of(std::vector<bool> const& covered, RangeAlignment align) const
  {
    std::vector<Range> found;
    for (std::size_t d = 0; d + 1 < m_offsets.size(); ++d)
      for (std::uint64_t p = m_offsets[d]; p < m_offsets[d + 1];) {
        std::uint64_t end = p;
        while (end < m_offsets[d + 1] && covered[end]) ++end;
        if (end > p) add(aligned({p, end}, d, align), found);
        p = end + 1;
      }
    return found;
  }
  [[nodiscard]] std::vector<Symbol> part(std::uint64_t begin, std::uint64_t end) const
  {
    return {m_text.begin() + static_cast<std::ptrdiff_t>(begin), m_text.begin() + static_cast<std::ptrdiff_t>(end)};
  }
  /// Of a position that has one.
  [[nodiscard]] std::size_t document_of(std::uint64_t position) const
  {
    std::size_t d = 0;
    while (!(m_offsets[d] <= position && position < m_offsets[d + 1])) ++d;
    return d;
  }
  [[nodiscard]] std::size_t occurrences(Positions const& positions, DuplicateScope scope) const
  {
    if (scope == DuplicateScope::any) return positions.size();
    std::size_t documents = 0;
    for (std::size_t i = 0; i < positions.size(); ++i)
      documents += i == 0 || document_of(positions[i - 1]) != document_of(positions[i]) ? 1 : 0;
    return documents;
  }
  [[nodiscard]] bool goes_on(std::uint64_t p) const { return (static_cast<unsigned>(m_text[p]) & 0xC0U) == 0x80; }
  [[nodiscard]] Range aligned(Range range, std::size_t d, RangeAlignment align) const
  {
    if (align == RangeAlignment::symbol) return range;
    std::uint64_t begin = range.begin;
    std::uint64_t end = range.end;
    while (range.begin != m_offsets[d] && begin < end && goes_on(begin)) ++begin;
    while (range.end != m_offsets[d + 1] && end > begin && goes_on(end)) --end;
    return {begin, end};
  }
  static void add(Range const& range, std::vector<Range>& ranges)
  {
    if (range.begin < range.end) ranges.push_back(range);
  }

  std::vector<Symbol> m_text;
  Positions m_offsets;
};

inline std::string to_string(std::vector<Range> const& ranges)
{
  std::ostringstream out;
  for (auto const& range : ranges) out << '[' << range.begin << ',' << range.end << ')';
  return out.str();
}

}  // namespace lexikos::tests
