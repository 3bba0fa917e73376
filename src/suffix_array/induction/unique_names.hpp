// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Where most LMS substrings differ from all others, few are left to sort: the place of one that no other equals is known, and two
// suffixes are told apart by the first such substring at the latest. So the text of names needs those alone that others equal, and
// one that ends each run of them; its suffixes are in the order of the LMS.
//
// An LMS at position p has its name in entry p / 2 of the array (no two are neighbours), and the sorted ones stay in the last
// entries.

#include <algorithm>
#include <cstddef>
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
  std::size_t const parts = parts_for(machine, lms, least_part);
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
  ReducedNames(Level<Symbol, Index> const& level, LmsBits const& bits, std::size_t lms)
      : m_bits(bits), m_n(level.n), m_lms(lms), m_array(level.array), m_sorted(level.array + (level.n - lms))
  {}

  /// Decides which names stay. Returns the length of the text of these.
  std::size_t choose()
  {
    for (std::size_t i = 0; i < m_lms; ++i) {
      request(i);
      m_array[position_in(m_sorted[i]) / 2] = is_alone(m_sorted, i) ? alone<Index> : 0;
    }
    std::size_t kept = 0;
    bool after_one_alone = false;
    for_each_lms([&](std::size_t p) {
      Index& entry = m_array[p / 2];
      bool const is_one_alone = entry == alone<Index>;
      if (is_one_alone && after_one_alone)
        entry = left_out<Index>;
      else
        ++kept;
      after_one_alone = is_one_alone;
    });
    return kept;
  }

  /// The text of names, in the entries before the sorted LMS.
  /// \param positions  [0..kept) receives where its symbols come from, marked where no other substring equals
  [[nodiscard]] Level<Index, Index> make(std::size_t kept, Index* positions)
  {
    Index names = 0;
    for (std::size_t i = 0; i < m_lms; ++i) {
      request(i);
      Index& entry = m_array[position_in(m_sorted[i]) / 2];
      if (entry == left_out<Index>) continue;
      entry |= names;
      names += is_marked(m_sorted[i]);
    }
    std::size_t count = 0;
    for_each_lms([&](std::size_t p) {
      Index const entry = m_array[p / 2];
      if (entry == left_out<Index>) return;
      m_array[count] = entry & (alone<Index> - 1);  // at most where it has been read
      positions[count++] = static_cast<Index>(p) | mark_if<Index>((entry & alone<Index>) != 0);
    });
    Index* const text = m_sorted - kept;
    std::copy_backward(m_array, m_array + kept, m_sorted);
    return {text, kept, names, m_array, static_cast<std::size_t>(text - m_array)};
  }

  /// From the order of its suffixes, in the first entries, to that of the LMS, there.
  void place(std::size_t kept, Index const* positions)
  {
    // before the sorted LMS: what is left there of the order is never more than the LMS that are left to place
    Index* const order = m_sorted - kept;
    std::copy_backward(m_array, m_array + kept, m_sorted);
    std::size_t next = 0;
    auto const pass_alone = [&] {
      for (; next < kept && is_marked(positions[order[next]]); ++next)
        prefetch(positions + order[std::min(next + ahead, kept - 1)]);
    };
    pass_alone();
    for (std::size_t i = 0; i < m_lms; ++i) {
      if (is_alone(m_sorted, i)) {
        m_array[i] = position_in(m_sorted[i]);
        continue;
      }
      Index const position = positions[order[next++]];
      m_array[i] = position;
      if (next < kept) prefetch(positions + order[std::min(next + ahead, kept - 1)]);
      pass_alone();
    }
  }

 private:
  void request(std::size_t i) const
  {
    prefetch_to_write(m_array + position_in(m_sorted[std::min(i + ahead, m_lms - 1)]) / 2);
  }

  template <class Visit>
  void for_each_lms(Visit const& visit) const
  {
    m_bits.for_each(
        0, LmsBits::words(m_n), [](std::size_t) {}, visit);
  }

  LmsBits const& m_bits;
  std::size_t m_n;
  std::size_t m_lms;
  Index* m_array;
  Index* m_sorted;
};

}  // namespace lexikos::suffix_array_detail::induction
