// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include "backends/kokkos/radix_sort.hpp"
#include "backends/openmp/parts.hpp"
#include "backends/openmp/write_buffers.hpp"
#include "backends/operations.hpp"

namespace lexikos::backends::openmp
{

using kokkos::Digit;

/// What the passes of one sort share: for each part, a row of counts (and one of positions), and a set of buffers.
template <class Key, class Value>
struct RadixScratch
{
  Chunks parts;
  std::size_t radix;
  std::size_t* counts;
  std::size_t* positions;
  WriteBuffer<Key, Value>* buffers;
};

/// For passes over n > 0 pairs by digits of at most `width` bits; the memory is the caller's scope's.
template <class Key, class Value>
RadixScratch<Key, Value> take_radix_scratch(Kokkos::OpenMP const& space, std::size_t n, int width, Workspace& workspace)
{
  Chunks const parts = make_parts(space, n);
  std::size_t const radix = std::size_t{1} << width;
  std::size_t const rows = parts.count * radix;
  return {parts, radix, workspace.take<std::size_t, Kokkos::HostSpace>(rows).data(),
          workspace.take<std::size_t, Kokkos::HostSpace>(rows).data(),
          workspace.take<WriteBuffer<Key, Value>, Kokkos::HostSpace>(rows).data()};
}

template <class Key>
void count_keys(Key const* keys, std::size_t begin, std::size_t end, Digit const digit, std::size_t* counts)
{
  for (std::size_t i = begin; i < end; ++i) ++counts[digit(keys[i])];
}

/// One stable pass from `in` to `out`; false if all digits are equal, when there was nothing to do.
///
/// Each part counts its digits; the counts, scanned by (digit, part), are the places where each part writes, in order.
template <class Key, class Value>
bool radix_pass(Kokkos::OpenMP const& space, PairArrays<Key, Value> const& in, PairArrays<Key, Value> const& out,
                Digit const& digit, RadixScratch<Key, Value> const& scratch)
{
  Chunks const parts = scratch.parts;
  for_parts(space, "lexikos::primitives::radix_sort::count", parts.count, [&](std::size_t part) {
    std::size_t* const own = scratch.counts + part * scratch.radix;
    std::fill_n(own, digit.radix, 0);
    count_keys(in.keys, parts.begin(part), parts.end(part), digit, own);
  });

  std::size_t sum = 0;
  for (std::size_t d = 0; d < digit.radix; ++d) {
    std::size_t const before = sum;
    for (std::size_t part = 0; part < parts.count; ++part) {
      std::size_t& count = scratch.counts[part * scratch.radix + d];
      std::size_t const begin = sum;
      sum += count;
      count = begin;
    }
    if (sum - before == parts.n) return false;
  }

  for_parts(space, "lexikos::primitives::radix_sort::scatter", parts.count, [&](std::size_t part) {
    std::size_t const row = part * scratch.radix;
    scatter_buffered(in, parts.begin(part), parts.end(part), out, digit, digit.radix, scratch.counts + row,
                     scratch.positions + row, scratch.buffers + row);
  });
  return true;
}

/// As few passes as digits of 8 bits allow, or of 11 where the parts are long enough to fill the buffers of 2 048 buckets
/// many times; digits are as equal as they come.
inline int digit_width(int bits, std::size_t items_a_part)
{
  int const widest = items_a_part < (std::size_t{1} << 18) ? 8 : 11;
  int const passes = (bits + widest - 1) / widest;
  return (bits + passes - 1) / passes;
}

/// Sorts `current` by the bits [begin_bit, end_bit) with the help of `other`; true if the result is in `other`.
template <class Key, class Value>
bool radix_sort(Kokkos::OpenMP const& space, PairArrays<Key, Value> current, PairArrays<Key, Value> other,
                std::size_t n, int begin_bit, int end_bit, Workspace& workspace)
{
  if (n < 2 || begin_bit >= end_bit) return false;
  Workspace::Scope const scope(workspace);
  int const width = digit_width(end_bit - begin_bit, make_parts(space, n).size);
  auto const scratch = take_radix_scratch<Key, Value>(space, n, width, workspace);
  bool is_swapped = false;
  for (int bit = begin_bit; bit < end_bit; bit += width) {
    Digit const digit{bit, std::size_t{1} << std::min(width, end_bit - bit)};
    if (!radix_pass(space, current, other, digit, scratch)) continue;
    std::swap(current, other);
    is_swapped = !is_swapped;
  }
  return is_swapped;
}

template <class KeyView>
void radix_sort_keys(Kokkos::OpenMP const& space, primitives::DoubleBuffer<KeyView>& keys, int begin_bit, int end_bit,
                     Workspace& workspace)
{
  using Key = typename KeyView::value_type;
  PairArrays<Key, NoValue> const current{keys.current.data(), nullptr};
  PairArrays<Key, NoValue> const other{keys.other.data(), nullptr};
  if (radix_sort(space, current, other, keys.current.extent(0), begin_bit, end_bit, workspace)) keys.swap();
}

template <class KeyView, class ValueView>
void radix_sort_pairs(Kokkos::OpenMP const& space, primitives::DoubleBuffer<KeyView>& keys,
                      primitives::DoubleBuffer<ValueView>& values, int begin_bit, int end_bit, Workspace& workspace)
{
  using Key = typename KeyView::value_type;
  using Value = typename ValueView::value_type;
  PairArrays<Key, Value> const current{keys.current.data(), values.current.data()};
  PairArrays<Key, Value> const other{keys.other.data(), values.other.data()};
  if (!radix_sort(space, current, other, keys.current.extent(0), begin_bit, end_bit, workspace)) return;
  keys.swap();
  values.swap();
}

}  // namespace lexikos::backends::openmp
