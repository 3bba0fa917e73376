// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>

#include "backends/kokkos/tuning.hpp"

namespace lexikos::backends::kokkos
{

// Sorts of the pairs [begin, end) by one work item, in place. None recurses: stacks are small on GPUs.

template <class Keys, class Values>
KOKKOS_FUNCTION void insertion_sort(Keys const& keys, Values const& values, std::size_t begin, std::size_t end)
{
  for (std::size_t i = begin + 1; i < end; ++i) {
    auto const key = keys(i);
    auto const value = values(i);
    std::size_t to = i;
    for (; to > begin && key < keys(to - 1); --to) {
      keys(to) = keys(to - 1);
      values(to) = values(to - 1);
    }
    keys(to) = key;
    values(to) = value;
  }
}

/// Restores the heap of `count` pairs at `begin` after a change of the pair at `root`, which sinks until no child is larger.
template <class Keys, class Values>
KOKKOS_FUNCTION void sift_down(Keys const& keys, Values const& values, std::size_t begin, std::size_t root,
                               std::size_t count)
{
  auto const key = keys(begin + root);
  auto const value = values(begin + root);
  for (std::size_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
    if (child + 1 < count && keys(begin + child) < keys(begin + child + 1)) ++child;
    if (!(key < keys(begin + child))) break;
    keys(begin + root) = keys(begin + child);
    values(begin + root) = values(begin + child);
    root = child;
  }
  keys(begin + root) = key;
  values(begin + root) = value;
}

template <class Keys, class Values>
KOKKOS_FUNCTION void heap_sort(Keys const& keys, Values const& values, std::size_t begin, std::size_t end)
{
  std::size_t const count = end - begin;
  for (std::size_t root = count / 2; root > 0; --root) sift_down(keys, values, begin, root - 1, count);
  for (std::size_t last = count; last > 1; --last) {
    auto const key = keys(begin);
    auto const value = values(begin);
    keys(begin) = keys(begin + last - 1);
    values(begin) = values(begin + last - 1);
    keys(begin + last - 1) = key;
    values(begin + last - 1) = value;
    sift_down(keys, values, begin, 0, last - 1);
  }
}

template <class Tuning = kokkos::Tuning, class Keys, class Values>
KOKKOS_FUNCTION void sequential_sort(Keys const& keys, Values const& values, std::size_t begin, std::size_t end)
{
  if (end - begin <= Tuning::max_insertion_sort)
    insertion_sort(keys, values, begin, end);
  else
    heap_sort(keys, values, begin, end);
}

}  // namespace lexikos::backends::kokkos
