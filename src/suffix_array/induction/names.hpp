// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// From the order of the LMS substrings to the text of their names, and from the order of its suffixes to that of the LMS.

#include <algorithm>
#include <cstddef>
#include <vector>

#include "suffix_array/induction/induction.hpp"
#include "suffix_array/induction/types.hpp"

namespace lexikos::suffix_array_detail::induction
{

/// How many of the LMS substrings differ.
/// \param lms     as `SubstringSort::sort` leaves them
/// \param begins  receives for each part of them how many differ before it
template <class Symbol, class Index>
std::size_t count_names(Machine& machine, Level<Symbol, Index> const& level, std::size_t lms,
                        std::vector<std::size_t>& begins)
{
  Index const* const sorted = level.array + (level.n - lms);
  begins.resize(parts_for(machine, lms, min_part));
  for_parts_of(machine, lms, begins.size(), [&](std::size_t part, std::size_t begin, std::size_t end) {
    std::size_t count = 0;
    for (std::size_t i = begin; i < end; ++i) count += is_marked(sorted[i]);
    begins[part] = count;
  });
  return sums_before(begins);
}

template <class Symbol, class Index>
std::size_t count_names(Machine& machine, Level<Symbol, Index> const& level, std::size_t lms)
{
  std::vector<std::size_t> begins;
  return count_names(machine, level, lms, begins);
}

/// The text of the names of the LMS substrings, at the end of the room: names of equal substrings are equal.
/// \param lms  as `SubstringSort::sort` leaves them
/// \return     how many names there are
template <class Symbol, class Index>
std::size_t name_substrings(Machine& machine, Level<Symbol, Index> const& level, std::size_t lms)
{
  Index* const array = level.array;
  Index const* const sorted = array + (level.n - lms);
  std::vector<std::size_t> begins;
  std::size_t const names = count_names(machine, level, lms, begins);
  std::size_t const parts = begins.size();

  // no two LMS are neighbours: the name of p goes to entry p / 2
  std::size_t const places = std::min(level.n / 2 + 1, level.n - lms);
  fill(machine, array, places, Index{0});
  for_parts_of(machine, lms, parts, [&](std::size_t part, std::size_t begin, std::size_t end) {
    Index name = static_cast<Index>(begins[part]);
    for (std::size_t i = begin; i < end; ++i) {
      prefetch_to_write(array + position_in(sorted[std::min(i + ahead, end - 1)]) / 2);
      array[position_in(sorted[i]) / 2] = name | mark<Index>;
      name += is_marked(sorted[i]);
    }
  });
  for_parts_of(machine, places, parts, [&](std::size_t part, std::size_t begin, std::size_t end) {
    std::size_t count = 0;
    for (std::size_t i = begin; i < end; ++i) count += is_marked(array[i]);
    begins[part] = count;
  });
  (void)sums_before(begins);
  for_parts_of(machine, places, parts, [&](std::size_t part, std::size_t begin, std::size_t) {
    Index* to = array + (level.room - lms) + begins[part];
    Index const* const last = array + (level.room - lms) + (part + 1 < parts ? begins[part + 1] : lms);
    for (Index const* from = array + begin; to < last; ++from) {
      *to = position_in(*from);  // without a branch: half of them are none
      to += is_marked(*from);
    }
  });
  return names;
}

/// The LMS in the order of their suffixes, in the first entries, where those have their numbers.
template <class Symbol, class Index>
void replace_numbers(Machine& machine, Level<Symbol, Index> const& level, LmsBits const& bits, std::size_t lms)
{
  Index* const positions = level.array + (level.room - lms);
  std::size_t const words = LmsBits::words(level.n);
  std::size_t const parts = parts_for(machine, lms, min_part);
  std::vector<std::size_t> begins(parts);
  for_parts_of(machine, words, parts,
               [&](std::size_t part, std::size_t begin, std::size_t end) { begins[part] = bits.count(begin, end); });
  (void)sums_before(begins);
  for_parts_of(machine, words, parts, [&](std::size_t part, std::size_t begin, std::size_t end) {
    Index* to = positions + begins[part];
    bits.for_each(
        begin, end, [](std::size_t) {}, [&](std::size_t i) { *to++ = static_cast<Index>(i); });
  });
  for_parts_of(machine, lms, parts, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      prefetch(positions + level.array[std::min(i + ahead, end - 1)]);
      level.array[i] = positions[level.array[i]];
    }
  });
}

/// The same where no two substrings are equal, and the last entries have the positions.
template <class Symbol, class Index>
void take_sorted(Machine& machine, Level<Symbol, Index> const& level, std::size_t lms)
{
  Index const* const sorted =
      level.array + (level.n - lms);  // no two LMS are neighbours: it begins after the first entries
  for_parts_of(machine, lms, parts_for(machine, lms, min_part), [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) level.array[i] = position_in(sorted[i]);
  });
}

}  // namespace lexikos::suffix_array_detail::induction
