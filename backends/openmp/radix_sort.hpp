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

/// What the passes of one sort share: for each part, a row of counts, a row of positions, and a row of buffers.
template <class Key, class Value>
struct RadixScratch
{
  Chunks parts;
  std::size_t radix;
  std::size_t* counts;
  std::size_t* positions;
  WriteBuffer<Key, Value>* buffers;
};

/// For passes by digits of at most `width` bits. Memory is taken in the caller's scope.
template <class Key, class Value>
RadixScratch<Key, Value> take_radix_scratch(Chunks const& parts, int width, Workspace& workspace)
{
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

/// One stable pass from `in` to `out`. Returns false, with nothing written, if all digits are equal.
///
/// Each part counts its digits; scanned by (digit, part), the counts are the places where the parts write, in order.
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

/// Sorts `current` by the bits [begin_bit, end_bit), with `other` as scratch. Returns whether the result is in `other`.
template <class Tuning, class Key, class Value>
bool radix_sort(Kokkos::OpenMP const& space, PairArrays<Key, Value> current, PairArrays<Key, Value> other,
                std::size_t n, int begin_bit, int end_bit, Workspace& workspace)
{
  if (n < 2 || begin_bit >= end_bit) return false;
  Workspace::Scope const scope(workspace);
  Chunks const parts = make_parts(space, n, Tuning::min_part);
  bool const is_long = parts.size >= Tuning::min_long_part;
  int const width =
      kokkos::digit_width(end_bit - begin_bit, is_long ? Tuning::max_digit_bits_of_long_parts : Tuning::max_digit_bits);
  auto const scratch = take_radix_scratch<Key, Value>(parts, width, workspace);
  bool is_swapped = false;
  for (int bit = begin_bit; bit < end_bit; bit += width) {
    Digit const digit{bit, std::size_t{1} << std::min(width, end_bit - bit)};
    if (!radix_pass(space, current, other, digit, scratch)) continue;
    std::swap(current, other);
    is_swapped = !is_swapped;
  }
  return is_swapped;
}

template <class Tuning = openmp::Tuning, class KeyView>
void radix_sort_keys(Kokkos::OpenMP const& space, primitives::DoubleBuffer<KeyView>& keys, int begin_bit, int end_bit,
                     Workspace& workspace)
{
  using Key = typename KeyView::value_type;
  PairArrays<Key, NoValue> const current{keys.current.data(), nullptr};
  PairArrays<Key, NoValue> const other{keys.other.data(), nullptr};
  if (radix_sort<Tuning>(space, current, other, keys.current.extent(0), begin_bit, end_bit, workspace)) keys.swap();
}

template <class Tuning = openmp::Tuning, class KeyView, class ValueView>
void radix_sort_pairs(Kokkos::OpenMP const& space, primitives::DoubleBuffer<KeyView>& keys,
                      primitives::DoubleBuffer<ValueView>& values, int begin_bit, int end_bit, Workspace& workspace)
{
  using Key = typename KeyView::value_type;
  using Value = typename ValueView::value_type;
  PairArrays<Key, Value> const current{keys.current.data(), values.current.data()};
  PairArrays<Key, Value> const other{keys.other.data(), values.other.data()};
  if (!radix_sort<Tuning>(space, current, other, keys.current.extent(0), begin_bit, end_bit, workspace)) return;
  keys.swap();
  values.swap();
}

}  // namespace lexikos::backends::openmp
