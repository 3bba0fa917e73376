// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Ranges of suffixes that a last sort takes one after the other, and how they are divided.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "suffix_array/samples/suffixes_by_samples.hpp"
#include "suffix_array/samples/synchronizing_set.hpp"

namespace lexikos::suffix_array_detail
{

/// The symbols that the distance from a position to its sample depends on, in one number or two.
struct ContextKey
{
  std::uint64_t first = 0;
  std::uint64_t second = 0;  ///< 0 where one number holds them

  // written out: nvcc 13 warns of defaulted ones that nobody calls on the device
  friend bool operator==(ContextKey const& a, ContextKey const& b)
  {
    return a.first == b.first && a.second == b.second;
  }
  friend bool operator<(ContextKey const& a, ContextKey const& b)
  {
    return a.first != b.first ? a.first < b.first : a.second < b.second;
  }
};

/// Suffixes with contexts in [first, last] that one of the leaders [first_leader, end_leader) leads to.
struct SuffixRange
{
  ContextKey first;
  ContextKey last;
  std::size_t first_leader = 0;
  std::size_t end_leader = 0;

  [[nodiscard]] KOKKOS_FUNCTION bool has_leader(std::size_t leader) const
  {
    return first_leader <= leader && leader < end_leader;
  }
  /// Whether the context of a position, with this first key, lies in the range.
  template <class Sampled>
  [[nodiscard]] KOKKOS_FUNCTION bool has(Sampled const& sampled, std::size_t position, std::uint64_t key) const
  {
    if (key < first.first || key > last.first) return false;
    if ((key != first.first && key != last.first) || sampled.second_key_bits() == 0) return true;
    std::uint64_t const second = sampled.second_key(position);
    return (key != first.first || first.second <= second) && (key != last.first || second <= last.second);
  }
};

/// Some of the ranges that are to be taken, which have numbers from 1 on, so that the text is looked at once for all of them.
struct NumberedRanges
{
  static constexpr std::uint32_t most = 15;

  Kokkos::Array<SuffixRange, most> ranges;
  std::uint32_t size = 0;

  [[nodiscard]] KOKKOS_FUNCTION SuffixRange const& range(std::uint32_t number) const { return ranges[number - 1]; }
  /// The number of the one that a suffix lies in, to which a leader leads; 0: in none.
  template <class Sampled>
  [[nodiscard]] KOKKOS_FUNCTION std::uint32_t number_of(Sampled const& sampled, std::size_t leader,
                                                        std::size_t position) const
  {
    std::uint64_t const key = sampled.key(position);
    std::uint32_t number = size;
    while (number != 0 && !(range(number).has_leader(leader) && range(number).has(sampled, position, key))) --number;
    return number;
  }
};

/// The numbers of the ranges that a sample's windows lie in, four bits each: the t-th bits of four words of 16 bits.
class WindowNumbers
{
 public:
  KOKKOS_FUNCTION WindowNumbers() = default;
  KOKKOS_FUNCTION explicit WindowNumbers(std::uint64_t words) : m_words(words) {}

  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t words() const { return m_words; }
  KOKKOS_FUNCTION void set(std::size_t window, std::uint64_t number)
  {
    m_words |= ((number & 1) | (number & 2) << 15 | (number & 4) << 30 | (number & 8) << 45) << window;
  }
  /// Those that have a number, as windows_of has them.
  [[nodiscard]] KOKKOS_FUNCTION std::uint32_t windows(std::uint32_t number) const
  {
    std::uint32_t result = 0xFFFF;
    for (int bit = 0; bit < 4; ++bit) {
      auto const word = static_cast<std::uint32_t>(m_words >> 16 * bit & 0xFFFF);
      result &= (number >> bit & 1) != 0 ? word : ~word;
    }
    return result;
  }

 private:
  std::uint64_t m_words = 0;
};

/// Divides ranges by contexts that were looked at, where these do not help in the middle, and ranges of one context by its
/// leaders.
class RangeDivider
{
 public:
  /// \param looked_at  contexts of the text, any number
  /// \param largest    that there may be
  RangeDivider(std::vector<ContextKey> looked_at, ContextKey const& largest)
      : m_looked_at(std::move(looked_at)), m_largest(largest)
  {
    std::sort(m_looked_at.begin(), m_looked_at.end());
  }

  /// About `parts` ranges of all suffixes, the last one first.
  [[nodiscard]] std::vector<SuffixRange> divide_all(std::size_t parts, std::size_t leaders) const
  {
    std::vector<SuffixRange> ranges{{{}, m_largest, 0, leaders}};
    parts = std::min(parts, m_looked_at.size() + 1);
    for (std::size_t part = parts; part-- > 1;) {
      if (m_looked_at.empty()) break;
      ContextKey const bound = m_looked_at[m_looked_at.size() * part / parts];
      if (bound == ContextKey{} || ranges.back().last < bound) continue;
      ranges.push_back(ranges.back());
      ranges[ranges.size() - 2].first = bound;
      ranges.back().last = before(bound);
    }
    return ranges;
  }

  /// Two ranges of the suffixes of one; of more leaders than one, or more contexts than one.
  [[nodiscard]] std::pair<SuffixRange, SuffixRange> divide(SuffixRange const& range) const
  {
    SuffixRange left = range;
    SuffixRange right = range;
    if (range.first == range.last)
      left.end_leader = right.first_leader = range.first_leader + (range.end_leader - range.first_leader) / 2;
    else {
      right.first = bound_within(range);
      left.last = before(right.first);
    }
    return {left, right};
  }

 private:
  [[nodiscard]] ContextKey before(ContextKey const& key) const
  {
    return key.second != 0 ? ContextKey{key.first, key.second - 1} : ContextKey{key.first - 1, m_largest.second};
  }
  [[nodiscard]] ContextKey after(ContextKey const& key) const
  {
    return key.second != m_largest.second ? ContextKey{key.first, key.second + 1} : ContextKey{key.first + 1, 0};
  }

  /// The first context of the upper half.
  [[nodiscard]] ContextKey bound_within(SuffixRange const& range) const
  {
    auto const begin = std::lower_bound(m_looked_at.begin(), m_looked_at.end(), range.first);
    auto const end = std::upper_bound(begin, m_looked_at.end(), range.last);
    if (begin != end) {
      ContextKey const median = *(begin + (end - begin) / 2);
      return median == range.first ? after(median) : median;
    }
    if (range.first.first != range.last.first)
      return {range.first.first + (range.last.first - range.first.first + 1) / 2, 0};
    return {range.first.first, range.first.second + (range.last.second - range.first.second + 1) / 2};
  }

  std::vector<ContextKey> m_looked_at;
  ContextKey m_largest;
};

}  // namespace lexikos::suffix_array_detail
