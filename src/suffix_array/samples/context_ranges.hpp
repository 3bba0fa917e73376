// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Ranges of suffixes that a last sort takes one after the other, and how they are divided.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "suffix_array/samples/suffixes_by_samples.hpp"

namespace lexikos::suffix_array_detail
{

/// Suffixes with contexts in [first, last] that one of the leaders [first_leader, end_leader) leads to.
struct SuffixRange
{
  ContextNumber first = 0;
  ContextNumber last = 0;
  std::size_t first_leader = 0;
  std::size_t end_leader = 0;

  [[nodiscard]] KOKKOS_FUNCTION bool has(std::size_t leader, ContextNumber context) const
  {
    return first <= context && context <= last && first_leader <= leader && leader < end_leader;
  }
  /// Bits of a context less the first one, both without so many lower bits.
  [[nodiscard]] int bits(int without = 0) const
  {
    if (without >= 128) return 0;
    ContextNumber const most = (last >> without) - (first >> without);
    auto const high = static_cast<std::uint64_t>(most >> 64);
    return high != 0 ? 64 + static_cast<int>(std::bit_width(high))
                     : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(most)));
  }
};

/// Some of the ranges that are to be taken, in their order, which have numbers from 1 on, so that the text is looked at once
/// for all of them.
struct NumberedRanges
{
  static constexpr std::uint32_t most = 15;

  Kokkos::Array<SuffixRange, most> ranges;
  Kokkos::Array<std::uint64_t, most> first_keys;  ///< of `SampledText::key`
  Kokkos::Array<std::uint64_t, most> last_keys;
  std::uint32_t size = 0;

  /// \param second_key_bits  of the sampled text
  void add(SuffixRange const& range, int second_key_bits)
  {
    first_keys[size] = static_cast<std::uint64_t>(range.first >> second_key_bits);
    last_keys[size] = static_cast<std::uint64_t>(range.last >> second_key_bits);
    ranges[size++] = range;
  }
  [[nodiscard]] KOKKOS_FUNCTION SuffixRange const& range(std::uint32_t number) const { return ranges[number - 1]; }
  /// The number of the one that has the suffix at a position, to which a leader leads; 0: none has it.
  template <class Sampled>
  [[nodiscard]] KOKKOS_FUNCTION std::uint32_t number_of(Sampled const& sampled, std::size_t leader,
                                                        std::size_t position) const
  {
    std::uint64_t const key = sampled.key(position);
    std::uint32_t r = 0;
    while (r < size && last_keys[r] < key) ++r;
    for (; r < size && first_keys[r] <= key; ++r)
      if (ranges[r].has(leader, sampled.context_number(position))) return r + 1;
    return 0;
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
  RangeDivider(std::vector<ContextNumber> looked_at, ContextNumber largest)
      : m_looked_at(std::move(looked_at)), m_largest(largest)
  {
    std::sort(m_looked_at.begin(), m_looked_at.end());
  }

  /// About `parts` ranges of all suffixes, the last one first.
  /// \param halves_last  the last one has about half as many as each of the others
  /// \param max_bits    of a range that has more than a few of the suffixes, where that can be had by cutting off few
  [[nodiscard]] std::vector<SuffixRange> divide_all(std::size_t parts, bool halves_last, int max_bits,
                                                    std::size_t leaders) const
  {
    std::vector<SuffixRange> ranges;
    SuffixRange left{0, m_largest, 0, leaders};
    parts = std::min(parts, m_looked_at.size() + 1);
    std::size_t const shares = halves_last ? 2 * parts - 1 : parts;
    for (std::size_t part = parts; part-- > 1;) {
      if (m_looked_at.empty()) break;
      ContextNumber const bound = m_looked_at[m_looked_at.size() * (halves_last ? 2 * part : part) / shares];
      if (bound == 0 || left.last < bound) continue;
      add({bound, left.last, 0, leaders}, max_bits, ranges);
      left.last = bound - 1;
    }
    add(left, max_bits, ranges);
    return ranges;
  }

  /// Two ranges of the suffixes of one; of more leaders than one, or more contexts than one.
  [[nodiscard]] std::pair<SuffixRange, SuffixRange> divide(SuffixRange const& range) const
  {
    if (range.first != range.last) return divide_at(range, bound_within(range));
    SuffixRange left = range;
    SuffixRange right = range;
    left.end_leader = right.first_leader = range.first_leader + (range.end_leader - range.first_leader) / 2;
    return {left, right};
  }

 private:
  /// \param bound  the first context of the upper part
  [[nodiscard]] static std::pair<SuffixRange, SuffixRange> divide_at(SuffixRange const& range, ContextNumber bound)
  {
    SuffixRange left = range;
    SuffixRange right = range;
    right.first = bound;
    left.last = bound - 1;
    return {left, right};
  }
  [[nodiscard]] static ContextNumber middle_of(SuffixRange const& range)
  {
    return range.last - (range.last - range.first) / 2;
  }

  /// The range, or the narrow one at either end of it that has most of its suffixes, and what is left.
  void add(SuffixRange const& range, int max_bits, std::vector<SuffixRange>& ranges) const
  {
    if (range.bits() <= max_bits) return ranges.push_back(range);
    ContextNumber const narrow = ContextNumber{1} << max_bits;
    auto const at_front = divide_at(range, range.first + narrow);
    auto const at_back = divide_at(range, range.last - (narrow - 1));
    std::size_t const in_front = looked_at_in(at_front.first);
    std::size_t const in_back = looked_at_in(at_back.second);
    if (2 * std::max(in_front, in_back) <= looked_at_in(range)) return ranges.push_back(range);
    auto const& divided = in_front < in_back ? at_back : at_front;
    ranges.push_back(divided.second);
    ranges.push_back(divided.first);
  }
  [[nodiscard]] std::size_t looked_at_in(SuffixRange const& range) const
  {
    auto const begin = std::lower_bound(m_looked_at.begin(), m_looked_at.end(), range.first);
    return static_cast<std::size_t>(std::upper_bound(begin, m_looked_at.end(), range.last) - begin);
  }

  /// The first context of the upper half.
  [[nodiscard]] ContextNumber bound_within(SuffixRange const& range) const
  {
    auto const begin = std::lower_bound(m_looked_at.begin(), m_looked_at.end(), range.first);
    auto const end = std::upper_bound(begin, m_looked_at.end(), range.last);
    if (begin == end) return middle_of(range);
    ContextNumber const median = *(begin + (end - begin) / 2);
    return median == range.first ? median + 1 : median;
  }

  std::vector<ContextNumber> m_looked_at;
  ContextNumber m_largest;
};

}  // namespace lexikos::suffix_array_detail
