// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "backends/openmp/tuning.hpp"

namespace lexikos::backends::openmp
{

// Sorts of the n pairs of a segment by one thread, in place.

/// Inserts a pair into the first `count` pairs, which are in order.
template <class Key, class Value>
void insert(Key* keys, Value* values, std::size_t count, Key key, Value value)
{
  for (; count > 0 && key < keys[count - 1]; --count) {
    keys[count] = keys[count - 1];
    values[count] = values[count - 1];
  }
  keys[count] = key;
  values[count] = value;
}

template <class Key, class Value>
void insertion_sort(Key* keys, Value* values, std::size_t n)
{
  for (std::size_t i = 1; i < n; ++i) insert(keys, values, i, keys[i], values[i]);
}

/// Distributes n <= max_in_buckets pairs into about as many buckets, by the highest bits in which their keys differ, and
/// sorts the result, which is nearly in order, by insertion. Returns false, with nothing done, if keys crowd in few buckets.
template <class Tuning, class Key, class Value>
bool bucket_sort(Key* keys, Value* values, Key* other_keys, Value* other_values, std::size_t n)
{
  auto const [smallest, largest] = std::minmax_element(keys, keys + n);
  Key const base = *smallest;
  int const key_bits = static_cast<int>(std::bit_width(static_cast<Key>(*largest - base)));
  if (key_bits == 0) return true;
  int const bucket_bits = std::min(key_bits, static_cast<int>(std::bit_width(n)));
  int const shift = key_bits - bucket_bits;
  std::size_t const buckets = std::size_t{1} << bucket_bits;
  static_assert(Tuning::max_in_buckets < std::numeric_limits<std::uint16_t>::max());
  std::array<std::uint16_t, 2 * Tuning::max_in_buckets> positions;
  std::fill_n(positions.begin(), buckets, std::uint16_t{0});
  for (std::size_t i = 0; i < n; ++i) ++positions[(keys[i] - base) >> shift];
  unsigned sum = 0;
  unsigned squares = 0;
  for (std::size_t b = 0; b < buckets; ++b) {
    unsigned const count = positions[b];
    positions[b] = static_cast<std::uint16_t>(sum);
    sum += count;
    squares += count * count;
  }
  if (shift > 0 && squares > Tuning::max_crowding * n) return false;
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t const to = positions[(keys[i] - base) >> shift]++;
    other_keys[to] = keys[i];
    other_values[to] = values[i];
  }
  for (std::size_t i = 0; i < n; ++i) insert(keys, values, i, other_keys[i], other_values[i]);
  return true;
}

constexpr int sequential_digit_bits = 8;  // a key of k bytes has k digits

/// Radix sort by the lowest key_bits bits. All digits are counted in one sweep, and constant ones skipped. The type of counts
/// is a parameter since a sort of a few hundred pairs spends most of its time clearing and adding them up.
template <class Count, class Key, class Value>
void sequential_radix_sort(Key* const keys, Value* const values, Key* other_keys, Value* other_values, std::size_t n,
                           int key_bits)
{
  constexpr std::size_t radix = std::size_t{1} << sequential_digit_bits;
  std::size_t const digits = static_cast<std::size_t>(key_bits + sequential_digit_bits - 1) / sequential_digit_bits;
  std::array<std::array<Count, radix>, sizeof(Key)> counts;
  std::fill_n(counts.begin(), digits, std::array<Count, radix>{});
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t d = 0; d < digits; ++d) ++counts[d][(keys[i] >> (d * sequential_digit_bits)) % radix];

  Key* from_keys = keys;
  Value* from_values = values;
  for (std::size_t d = 0; d < digits; ++d) {
    auto& positions = counts[d];
    std::size_t const shift = d * sequential_digit_bits;
    if (positions[(from_keys[0] >> shift) % radix] == n) continue;
    Count sum = 0;
    for (auto& position : positions) {
      Count const count = position;
      position = sum;
      sum += count;
    }
    for (std::size_t i = 0; i < n; ++i) {
      Count const to = positions[(from_keys[i] >> shift) % radix]++;
      other_keys[to] = from_keys[i];
      other_values[to] = from_values[i];
    }
    std::swap(from_keys, other_keys);
    std::swap(from_values, other_values);
  }
  if (from_keys == keys) return;
  std::copy_n(from_keys, n, keys);
  std::copy_n(from_values, n, values);
}

/// Sorts by whichever is fastest for n pairs. The other arrays are scratch of n entries.
template <class Tuning = openmp::Tuning, class Key, class Value>
void sequential_sort(Key* keys, Value* values, Key* other_keys, Value* other_values, std::size_t n, int key_bits)
{
  std::size_t const digits = static_cast<std::size_t>(key_bits + sequential_digit_bits - 1) / sequential_digit_bits;
  if (n <= Tuning::max_tiny_segment) return insertion_sort(keys, values, n);
  if (n <= Tuning::max_in_buckets && bucket_sort<Tuning>(keys, values, other_keys, other_values, n)) return;
  if (n <= Tuning::insertions_a_digit * digits) return insertion_sort(keys, values, n);
  if (n <= std::numeric_limits<std::uint32_t>::max())
    sequential_radix_sort<std::uint32_t>(keys, values, other_keys, other_values, n, key_bits);
  else
    sequential_radix_sort<std::size_t>(keys, values, other_keys, other_values, n, key_bits);
}

}  // namespace lexikos::backends::openmp
