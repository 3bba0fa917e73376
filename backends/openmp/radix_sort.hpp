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

/// What the passes of one sort share: a row of counts and a set of buffers for each part.
struct RadixScratch
{
  Chunks parts;
  Span<std::size_t, Kokkos::HostSpace> counts;
  Span<std::byte, Kokkos::HostSpace> buffers;
};

/// For passes over n > 0 pairs by digits of at most `width` bits; the memory is the caller's scope's.
template <class Key, class Value>
RadixScratch take_radix_scratch(Kokkos::OpenMP const& space, std::size_t n, int width, Workspace& workspace)
{
  Chunks const parts = make_parts(space, n);
  std::size_t const buckets = parts.count << width;
  return {parts, workspace.take<std::size_t, Kokkos::HostSpace>(buckets),
          workspace.take<std::byte, Kokkos::HostSpace>(buckets * WriteBuffers<Key, Value>::bytes_per_bucket)};
}

/// One stable pass from `in` to `out`; false if all digits are equal, when there was nothing to do.
///
/// Each part counts its digits; the counts, scanned by (digit, part), are the places where each part writes, in order.
template <class Key, class Value>
bool radix_pass(Kokkos::OpenMP const& space, PairArrays<Key, Value> const& in, PairArrays<Key, Value> const& out,
                Digit const& digit, RadixScratch const& scratch)
{
  using Buffers = WriteBuffers<Key, Value>;
  Chunks const parts = scratch.parts;
  auto const& counts = scratch.counts;
  for_parts(space, "lexikos::primitives::radix_sort::count", parts.count, [&](std::size_t part) {
    std::size_t* const own = counts.data() + part * digit.radix;
    std::fill_n(own, digit.radix, 0);
    for (std::size_t i = parts.begin(part); i < parts.end(part); ++i) ++own[digit(in.keys[i])];
  });

  std::size_t sum = 0;
  for (std::size_t d = 0; d < digit.radix; ++d) {
    std::size_t const before = sum;
    for (std::size_t part = 0; part < parts.count; ++part) {
      std::size_t& count = counts(part * digit.radix + d);
      std::size_t const begin = sum;
      sum += count;
      count = begin;
    }
    if (sum - before == parts.n) return false;
  }

  for_parts(space, "lexikos::primitives::radix_sort::scatter", parts.count, [&](std::size_t part) {
    Buffers buffers(scratch.buffers.data() + part * digit.radix * Buffers::bytes_per_bucket, digit.radix, out);
    for (std::size_t d = 0; d < digit.radix; ++d) buffers.set_begin(d, counts(part * digit.radix + d));
    for (std::size_t i = parts.begin(part); i < parts.end(part); ++i) {
      Key const key = in.keys[i];
      if constexpr (Buffers::has_values)
        buffers.push(digit(key), key, in.values[i]);
      else
        buffers.push(digit(key), key, NoValue());
    }
    buffers.flush();
  });
  return true;
}

/// Sorts `current` by the bits [begin_bit, end_bit) with the help of `other`; true if the result is in `other`.
template <class Key, class Value>
bool radix_sort(Kokkos::OpenMP const& space, PairArrays<Key, Value> current, PairArrays<Key, Value> other,
                std::size_t n, int begin_bit, int end_bit, Workspace& workspace)
{
  if (n < 2 || begin_bit >= end_bit) return false;
  Workspace::Scope const scope(workspace);
  int const width = kokkos::digit_width(end_bit - begin_bit);
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
void radix_sort_keys(Kokkos::OpenMP const& space, DoubleBuffer<KeyView>& keys, int begin_bit, int end_bit,
                     Workspace& workspace)
{
  using Key = typename KeyView::value_type;
  PairArrays<Key, NoValue> const current{keys.current.data(), nullptr};
  PairArrays<Key, NoValue> const other{keys.other.data(), nullptr};
  if (radix_sort(space, current, other, keys.current.extent(0), begin_bit, end_bit, workspace)) keys.swap();
}

template <class KeyView, class ValueView>
void radix_sort_pairs(Kokkos::OpenMP const& space, DoubleBuffer<KeyView>& keys, DoubleBuffer<ValueView>& values,
                      int begin_bit, int end_bit, Workspace& workspace)
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
