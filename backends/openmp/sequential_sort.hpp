// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace lexikos::backends::openmp
{

// Sorts of n pairs by one thread, in place, for the segments that one thread can deal with.

template <class Key, class Value>
void insertion_sort(Key* keys, Value* values, std::size_t n)
{
  for (std::size_t i = 1; i < n; ++i) {
    Key const key = keys[i];
    Value const value = values[i];
    std::size_t to = i;
    for (; to > 0 && key < keys[to - 1]; --to) {
      keys[to] = keys[to - 1];
      values[to] = values[to - 1];
    }
    keys[to] = key;
    values[to] = value;
  }
}

/// A pair as one item: a single integer, where its bits suffice, is compared and moved fastest.
template <class Key, class Value>
struct Zipped
{
  struct Item
  {
    Key key;
    Value value;
    friend bool operator<(Item const& a, Item const& b) { return a.key < b.key; }
  };
  static Item zip(Key key, Value value) { return {key, value}; }
  static Key key(Item const& item) { return item.key; }
  static Value value(Item const& item) { return item.value; }
};

template <>
struct Zipped<std::uint32_t, std::uint32_t>
{
  using Item = std::uint64_t;
  static Item zip(std::uint32_t key, std::uint32_t value) { return (std::uint64_t{key} << 32) | value; }
  static std::uint32_t key(Item item) { return static_cast<std::uint32_t>(item >> 32); }
  static std::uint32_t value(Item item) { return static_cast<std::uint32_t>(item); }
};

constexpr std::size_t most_zipped = 512;

/// n <= most_zipped.
template <class Key, class Value>
void zipped_sort(Key* keys, Value* values, std::size_t n)
{
  using Zip = Zipped<Key, Value>;
  std::array<typename Zip::Item, most_zipped> items;
  for (std::size_t i = 0; i < n; ++i) items[i] = Zip::zip(keys[i], values[i]);
  std::sort(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(n));
  for (std::size_t i = 0; i < n; ++i) {
    keys[i] = Zip::key(items[i]);
    values[i] = Zip::value(items[i]);
  }
}

constexpr int radix_bits = 8;

/// Radix sort by the lowest key_bits bits; all digits are counted in one sweep, and constant ones skipped.
template <class Key, class Value>
void sequential_radix_sort(Key* const keys, Value* const values, Key* other_keys, Value* other_values, std::size_t n,
                           int key_bits)
{
  constexpr std::size_t radix = std::size_t{1} << radix_bits;
  std::size_t const digits = static_cast<std::size_t>(key_bits + radix_bits - 1) / radix_bits;
  std::array<std::array<std::size_t, radix>, sizeof(Key)> counts;
  std::fill_n(counts.begin(), digits, std::array<std::size_t, radix>{});
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t d = 0; d < digits; ++d) ++counts[d][(keys[i] >> (d * radix_bits)) % radix];

  Key* from_keys = keys;
  Value* from_values = values;
  for (std::size_t d = 0; d < digits; ++d) {
    auto& positions = counts[d];
    std::size_t const shift = d * radix_bits;
    if (positions[(from_keys[0] >> shift) % radix] == n) continue;
    std::size_t sum = 0;
    for (auto& position : positions) {
      std::size_t const count = position;
      position = sum;
      sum += count;
    }
    for (std::size_t i = 0; i < n; ++i) {
      std::size_t const to = positions[(from_keys[i] >> shift) % radix]++;
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

/// Whichever is fastest for n pairs; the other arrays are scratch of n entries. The limits are measured.
template <class Key, class Value>
void sequential_sort(Key* keys, Value* values, Key* other_keys, Value* other_values, std::size_t n, int key_bits)
{
  std::size_t const digits = static_cast<std::size_t>(key_bits + radix_bits - 1) / radix_bits;
  if (n <= 20)
    insertion_sort(keys, values, n);
  else if (n <= std::min(most_zipped, 64 * digits))
    zipped_sort(keys, values, n);
  else
    sequential_radix_sort(keys, values, other_keys, other_values, n, key_bits);
}

}  // namespace lexikos::backends::openmp
