// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Where most LMS substrings differ from all others, few are left to sort: the place of one that no other equals is known, and
// two suffixes are told apart by the first such substring at the latest. So the text of names needs those alone that others
// equal, and one that ends each run of them; its suffixes are in the order of the LMS.
//
// An LMS at position p has its name in entry p / 2 of the array (no two are neighbours), and the sorted ones stay in the last
// entries.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "suffix_array/induction/induction.hpp"
#include "suffix_array/induction/types.hpp"

namespace lexikos::suffix_array_detail::induction
{

/// Marks the name of a substring that no other equals; names are below it.
template <class Index>
constexpr Index alone = mark<Index> >> 1;

/// Marks the entry of an LMS that the text of names leaves out.
template <class Index>
constexpr Index left_out = mark<Index>;

/// Whether no other substring equals that of the i-th of the sorted LMS, of which the last one of each group is marked.
template <class Index>
[[nodiscard]] bool is_alone(Index const* sorted, std::size_t i)
{
  return is_marked(sorted[i]) && (i == 0 || is_marked(sorted[i - 1]));
}

/// How many of the LMS are.
template <class Symbol, class Index>
std::size_t count_alone(Machine& machine, Level<Symbol, Index> const& level, std::size_t lms)
{
  Index const* const sorted = level.array + (level.n - lms);
  std::size_t const parts = parts_for(machine, lms, min_part);
  std::vector<std::size_t> counts(parts);
  for_parts_of(machine, lms, parts, [&](std::size_t part, std::size_t begin, std::size_t end) {
    std::size_t count = 0;
    for (std::size_t i = begin; i < end; ++i) count += is_alone(sorted, i);
    counts[part] = count;
  });
  std::size_t sum = 0;
  for (std::size_t const count : counts) sum += count;
  return sum;
}

template <class Symbol, class Index>
class ReducedNames
{
 public:
  ReducedNames(Machine& machine, Level<Symbol, Index> const& level, LmsBits const& bits, std::size_t lms)
      : m_machine(machine),
        m_bits(bits),
        m_words(LmsBits::words(level.n)),
        m_lms(lms),
        m_parts(parts_for(machine, lms, min_part)),
        m_array(level.array),
        m_sorted(level.array + (level.n - lms)),
        m_kept(m_parts)
  {}

  /// Decides which names stay. Returns the length of the text of these.
  std::size_t choose()
  {
    for_sorted([&](std::size_t, std::size_t i, std::size_t end) {
      for (; i < end; ++i) {
        request(i, end);
        m_array[position_in(m_sorted[i]) / 2] = is_alone(m_sorted, i) ? alone<Index> : 0;
      }
    });
    std::vector<std::uint8_t> after_one_alone(m_parts, 0);
    for (std::size_t part = 1; part < m_parts; ++part)
      after_one_alone[part] = last_is_alone(part_begin(m_words, m_parts, part));
    for_words([&](std::size_t part, std::size_t begin, std::size_t end) {
      bool after_alone = after_one_alone[part] != 0;
      std::size_t kept = 0;
      for_each_lms(begin, end, [&](std::size_t p) {
        Index& entry = m_array[p / 2];
        bool const is_one_alone = entry == alone<Index>;
        if (is_one_alone && after_alone)
          entry = left_out<Index>;
        else
          ++kept;
        after_alone = is_one_alone;
      });
      m_kept[part] = kept;
    });
    return std::accumulate(m_kept.begin(), m_kept.end(), std::size_t{0});
  }

  /// The text of names, in the entries before the sorted LMS.
  /// \param positions  [0..kept) receives where its symbols come from, marked where no other substring equals
  [[nodiscard]] Level<Index, Index> make(std::size_t kept, Index* positions)
  {
    std::size_t const names = number_names();
    auto begins = m_kept;
    (void)sums_before(begins);
    for_words([&](std::size_t part, std::size_t begin, std::size_t end) {
      Index* to = m_array + first_of(begin);  // at most where it has been read
      Index* position = positions + begins[part];
      for_each_lms(begin, end, [&](std::size_t p) {
        Index const entry = m_array[p / 2];
        if (entry == left_out<Index>) return;
        *to++ = entry & (alone<Index> - 1);
        *position++ = static_cast<Index>(p) | mark_if<Index>((entry & alone<Index>) != 0);
      });
    });
    for (std::size_t part = 0; part < m_parts; ++part) {
      Index const* const from = m_array + first_of(part_begin(m_words, m_parts, part));
      std::copy_n(from, m_kept[part], m_array + begins[part]);
    }
    Index* const text = m_sorted - kept;
    std::copy_backward(m_array, m_array + kept, m_sorted);
    return {text, kept, names, m_array, static_cast<std::size_t>(text - m_array)};
  }

  /// From the order of its suffixes, in the first entries, to that of the LMS, there.
  void place(std::size_t kept, Index const* positions)
  {
    Index const* const others = find_those_not_alone(kept, positions);
    auto const place_from = [&](Index const* next, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) m_array[i] = is_alone(m_sorted, i) ? position_in(m_sorted[i]) : *next++;
    };
    // what is left of the others, which lie before the sorted LMS, is never more than the LMS that are left to place
    if (static_cast<std::size_t>(others - m_array) < m_lms) return place_from(others, 0, m_lms);
    std::vector<std::size_t> begins(m_parts);
    for_sorted([&](std::size_t part, std::size_t begin, std::size_t end) {
      std::size_t count = 0;
      for (std::size_t i = begin; i < end; ++i) count += !is_alone(m_sorted, i);
      begins[part] = count;
    });
    (void)sums_before(begins);
    for_sorted(
        [&](std::size_t part, std::size_t begin, std::size_t end) { place_from(others + begins[part], begin, end); });
  }

 private:
  /// Numbers the names that stay. Returns how many there are.
  std::size_t number_names()
  {
    auto const is_left_out = [&](std::size_t i) { return m_array[position_in(m_sorted[i]) / 2] == left_out<Index>; };
    std::vector<std::size_t> begins(m_parts);
    for_sorted([&](std::size_t part, std::size_t i, std::size_t end) {
      std::size_t count = 0;
      for (; i < end; ++i) {
        request(i, end);
        count += is_marked(m_sorted[i]) != 0 && !is_left_out(i);
      }
      begins[part] = count;
    });
    std::size_t const names = sums_before(begins);
    for_sorted([&](std::size_t part, std::size_t i, std::size_t end) {
      Index name = static_cast<Index>(begins[part]);
      for (; i < end; ++i) {
        request(i, end);
        if (is_left_out(i)) continue;
        m_array[position_in(m_sorted[i]) / 2] |= name;
        name += is_marked(m_sorted[i]);
      }
    });
    return names;
  }

  /// The positions of the suffixes of names, in their order, but of those that no other substring equals: before the sorted
  /// LMS. Returns the first one.
  [[nodiscard]] Index const* find_those_not_alone(std::size_t kept, Index const* positions) const
  {
    std::vector<std::size_t> counts(m_parts);
    for_parts_of(m_machine, kept, m_parts, [&](std::size_t part, std::size_t begin, std::size_t end) {
      Index* to = m_array + begin;
      for (std::size_t i = begin; i < end; ++i) {
        prefetch(positions + m_array[std::min(i + ahead, end - 1)]);
        Index const position = positions[m_array[i]];
        *to = position;  // without a branch
        to += is_marked(position) == 0;
      }
      counts[part] = static_cast<std::size_t>(to - (m_array + begin));
    });
    Index* first = m_sorted;
    for (std::size_t part = m_parts; part-- > 0;) {
      Index const* const from = m_array + part_begin(kept, m_parts, part);
      first -= counts[part];
      std::copy_backward(from, from + counts[part], first + counts[part]);
    }
    return first;
  }

  /// Whether the last LMS of the words before `end`, if there is one, is equal to no other.
  [[nodiscard]] bool last_is_alone(std::size_t end) const
  {
    std::size_t const p = m_bits.last_before(end);
    return p > 0 && m_array[p / 2] == alone<Index>;
  }

  void request(std::size_t i, std::size_t end) const
  {
    prefetch_to_write(m_array + position_in(m_sorted[std::min(i + ahead, end - 1)]) / 2);
  }

  /// The entry of a word's first position.
  [[nodiscard]] static std::size_t first_of(std::size_t word) { return word * LmsBits::bits / 2; }

  template <class Body>
  void for_sorted(Body const& body) const
  {
    for_parts_of(m_machine, m_lms, m_parts, body);
  }

  template <class Body>
  void for_words(Body const& body) const
  {
    for_parts_of(m_machine, m_words, m_parts, body);
  }

  template <class Visit>
  void for_each_lms(std::size_t begin, std::size_t end, Visit const& visit) const
  {
    m_bits.for_each(
        begin, end, [](std::size_t) {}, visit);
  }

  Machine& m_machine;
  LmsBits const& m_bits;
  std::size_t m_words;
  std::size_t m_lms;
  std::size_t m_parts;
  Index* m_array;
  Index* m_sorted;
  std::vector<std::size_t> m_kept;  ///< names that stay, by parts of the words
};

}  // namespace lexikos::suffix_array_detail::induction
