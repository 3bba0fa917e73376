// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "backends/primitives.hpp"
#include "bench/primitives/data.hpp"
#include "bench/support/measure.hpp"

namespace lexikos::bench
{

/// Bytes that a radix sort by digits of eight bits moves: it reads the keys once to count, and reads and writes all once a
/// digit.
inline double radix_sort_bytes(std::size_t n, std::size_t key, std::size_t value, int bits)
{
  int const passes = (bits + 7) / 8;
  return static_cast<double>(n) * static_cast<double>(key + 2 * static_cast<std::size_t>(passes) * (key + value));
}

template <class Key, class Value, class ExecutionSpace>
void radix_sort_pairs(benchmark::State& state, ExecutionSpace const& space, int bits)
{
  std::size_t const n = item_count();
  auto const keys = make_array<Key>(space, n);
  auto const values = make_array<Value>(space, n);
  auto const other_keys = make_array<Key>(space, n);
  auto const other_values = make_array<Value>(space, n);
  fill_pairs(space, other_keys, other_values, bits);  // touches their pages
  primitives::DoubleBuffer key_buffer{keys, other_keys};
  primitives::DoubleBuffer value_buffer{values, other_values};
  Workspace workspace;
  auto const timing = measure(
      [&] {
        key_buffer = {keys, other_keys};
        value_buffer = {values, other_values};
        fill_pairs(space, keys, values, bits);
        space.fence("lexikos::bench::radix_sort_pairs");
      },
      [&] {
        primitives::radix_sort_pairs(space, key_buffer, value_buffer, 0, bits, workspace);
        space.fence("lexikos::bench::radix_sort_pairs");
      });
  report(state, timing, static_cast<double>(n), radix_sort_bytes(n, sizeof(Key), sizeof(Value), bits));
  fill_ascending(space, value_buffer.other, 1, 0);
  require(count_misplaced(space, key_buffer.current, value_buffer.current, bits) == 0 &&
              unordered_fingerprint(space, value_buffer.current) == unordered_fingerprint(space, value_buffer.other),
          "the pairs are not sorted");
}

template <class Key, class ExecutionSpace>
void radix_sort_keys(benchmark::State& state, ExecutionSpace const& space, int bits)
{
  std::size_t const n = item_count();
  auto const keys = make_array<Key>(space, n);
  auto const other_keys = make_array<Key>(space, n);
  fill_random(space, other_keys, bits);
  std::uint64_t const before = unordered_fingerprint(space, other_keys);
  primitives::DoubleBuffer buffer{keys, other_keys};
  Workspace workspace;
  auto const timing = measure(
      [&] {
        buffer = {keys, other_keys};
        fill_random(space, keys, bits);
        space.fence("lexikos::bench::radix_sort_keys");
      },
      [&] {
        primitives::radix_sort_keys(space, buffer, 0, bits, workspace);
        space.fence("lexikos::bench::radix_sort_keys");
      });
  report(state, timing, static_cast<double>(n), radix_sort_bytes(n, sizeof(Key), 0, bits));
  require(count_descents(space, buffer.current) == 0 && unordered_fingerprint(space, buffer.current) == before,
          "the keys are not sorted");
}

/// The peer that every C++ programmer has: std::sort of the same pairs by one thread.
template <class Key, class Value>
void std_sort_pairs(benchmark::State& state, int bits)
{
  std::size_t const n = item_count();
  std::vector<std::pair<Key, Value>> pairs(n);
  auto const timing = measure(
      [&] {
        for (std::size_t i = 0; i < n; ++i) pairs[i] = {key_of<Key>(i, bits), static_cast<Value>(i)};
      },
      [&] { std::ranges::sort(pairs); });
  report(state, timing, static_cast<double>(n), radix_sort_bytes(n, sizeof(Key), sizeof(Value), bits));
}

struct Smaller
{
  template <class T>
  KOKKOS_FUNCTION bool operator()(T a, T b) const
  {
    return a < b;
  }
};

/// Two sorted ranges of random values, those of one below half the values of the other.
template <class Value, class ExecutionSpace>
void merge(benchmark::State& state, ExecutionSpace const& space)
{
  std::size_t const half = item_count() / 2;
  auto const a = make_array<Value>(space, half);
  auto const b = make_array<Value>(space, half);
  auto const out = make_array<Value>(space, 2 * half);
  fill_random(space, a, 8 * static_cast<int>(sizeof(Value)));
  fill_random(space, b, 8 * static_cast<int>(sizeof(Value)) - 1);
  auto const sum = unordered_fingerprint(space, a) + unordered_fingerprint(space, b);
  Workspace workspace;
  for (auto const& keys : {a, b}) {
    primitives::DoubleBuffer buffer{
        keys, Array<Value, ExecutionSpace>(Kokkos::subview(out, std::make_pair(std::size_t{0}, half)))};
    primitives::radix_sort_keys(space, buffer, 0, 8 * static_cast<int>(sizeof(Value)), workspace);
    if (buffer.current.data() != keys.data()) Kokkos::deep_copy(space, keys, buffer.current);
  }
  auto const timing = measure([&] {
    primitives::merge(space, a, b, out, Smaller{}, workspace);
    space.fence("lexikos::bench::merge");
  });
  report(state, timing, 2.0 * static_cast<double>(half), 4.0 * static_cast<double>(half * sizeof(Value)));
  require(count_descents(space, out) == 0 && unordered_fingerprint(space, out) == sum, "the ranges are not merged");
}

}  // namespace lexikos::bench
