// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// A scan of a text of bytes by several threads. What is in a stretch of a list is known before it is scanned: each thread looks
// at a part of it, writes down what it leads to, and counts how many entries go to each list; from the counts of all, each
// knows where its entries go.

#include <array>
#include <cstddef>
#include <cstdint>

#include "suffix_array/induction/induction.hpp"

namespace lexikos::suffix_array_detail::induction
{

/// Entries of a part of a stretch, at most, and at least.
constexpr std::size_t max_of_part = 16384;
constexpr std::size_t min_of_part = 2048;

/// What a thread writes down: the entries and the number of the list that each goes to.
template <class Index>
struct PartOfScan
{
  static constexpr std::size_t lists = 512;

  std::size_t count = 0;
  Index groups = 0;  ///< marks that it passed
  std::array<Index, max_of_part> entries;
  std::array<std::uint16_t, max_of_part> list;
  std::array<Index, lists> counts;       ///< entries for each list
  std::array<Index, lists> next;         ///< where they go
  std::array<Index, lists> first_group;  ///< group of the first of them, relative to the part's
  std::array<Index, lists> last_group;
  std::array<bool, lists> marks_first;  ///< whether the first one begins a group of its list
};

}  // namespace lexikos::suffix_array_detail::induction
