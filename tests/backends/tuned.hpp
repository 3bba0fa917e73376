// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Tuning changes how fast primitives are, not what they do. Primitives with constants run here with the extremes of them, and
// so take ways that inputs of usual sizes do not.

#include <doctest/doctest.h>

#include <limits>

#include "backends/cases.hpp"
#include "backends/targets.hpp"

namespace lexikos::tests
{

constexpr std::size_t huge = std::numeric_limits<std::size_t>::max();
constexpr std::size_t tuned_size = 30'011;

template <class T>
std::vector<T> ascending(std::size_t n)
{
  std::vector<T> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<T>(i);
  return values;
}

template <class Primitives, class ExecutionSpace, class Key>
void test_tuned_radix_sort()
{
  constexpr int bits = 21;
  Setup<Target<Primitives, ExecutionSpace>> setup;
  auto const keys = make_values<Key>(Shape::random, tuned_size, bits);
  auto order = ascending<std::uint32_t>(tuned_size);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return keys[a] < keys[b]; });
  auto sorted = keys;
  std::sort(sorted.begin(), sorted.end());

  lexikos::primitives::DoubleBuffer device_keys{to_view<ExecutionSpace>(keys), to_view<ExecutionSpace>(keys)};
  lexikos::primitives::DoubleBuffer device_values{to_view<ExecutionSpace>(ascending<std::uint32_t>(tuned_size)),
                                                  to_view<ExecutionSpace>(order)};
  Primitives::radix_sort_pairs(setup.space, device_keys, device_values, 0, bits, setup.workspace);
  check_equal(to_vector(device_keys.current), sorted);
  check_equal(to_vector(device_values.current), order);
  Kokkos::deep_copy(device_keys.current, to_view<ExecutionSpace>(keys));
  Primitives::radix_sort_keys(setup.space, device_keys, 0, bits, setup.workspace);
  check_equal(to_vector(device_keys.current), sorted);
}

template <class Primitives, class ExecutionSpace>
void test_tuned_histogram()
{
  Setup<Target<Primitives, ExecutionSpace>> setup;
  for (int const bits : {1, 8, 13}) {
    CAPTURE(bits);
    auto const symbols = make_values<std::uint16_t>(Shape::skewed, tuned_size, bits);
    std::vector<std::uint64_t> expected(std::size_t{1} << bits, 0);
    for (auto const symbol : symbols) ++expected[symbol];
    auto const counts = to_view<ExecutionSpace>(std::vector<std::uint64_t>(expected.size(), 99));
    Primitives::histogram(setup.space, to_view<ExecutionSpace>(symbols), counts, setup.workspace);
    check_equal(to_vector(counts), expected);
  }
}

template <class Primitives, class ExecutionSpace>
void test_tuned_symbol_order()
{
  Setup<Target<Primitives, ExecutionSpace>> setup;
  auto const symbols = make_values<std::uint8_t>(Shape::skewed, tuned_size);
  auto expected = ascending<std::uint32_t>(tuned_size);
  std::stable_sort(expected.begin(), expected.end(), [&](auto a, auto b) { return symbols[a] < symbols[b]; });
  auto const order = to_view<ExecutionSpace>(std::vector<std::uint32_t>(tuned_size));
  Primitives::symbol_order(setup.space, to_view<ExecutionSpace>(symbols), order, setup.workspace);
  check_equal(to_vector(order), expected);
}

/// Segments of all kinds of lengths: empty, short, around the largest that one team sorts, and long.
template <class Offset>
Segments<Offset> tuned_segments()
{
  Random random(11);
  std::vector<std::size_t> const long_ones = {3000, 8192, 8193, 9000, 20'000};
  std::size_t next = 0;
  return make_segments<Offset>("short and long", 60'000, [&] {
    return random.below(400) == 0 ? long_ones[next++ % long_ones.size()] : random.below(60);
  });
}

template <class Primitives, class ExecutionSpace, class Key>
void test_tuned_segmented_sort()
{
  auto const segments = tuned_segments<std::uint32_t>();
  std::size_t const n = segments.size();
  for (SegmentedSort const sort : {SegmentedSort::automatic, SegmentedSort::composite})
    for (int const bits : {11, std::numeric_limits<Key>::digits}) {
      INFO(lexikos::to_string(sort) << ", keys of " << bits << " bits");
      Setup<Target<Primitives, ExecutionSpace>> setup;
      // distinct keys where there are enough bits, so that the order of their values is known
      auto keys = make_permutation<Key>(n, 3);
      if (bits < 32)
        for (auto& key : keys) key = static_cast<Key>(key & ((Key{1} << bits) - 1));
      auto expected = keys;
      for (std::size_t s = 0; s + 1 < segments.offsets.size(); ++s)
        std::sort(expected.begin() + segments.offsets[s], expected.begin() + segments.offsets[s + 1]);
      auto const device_keys = to_view<ExecutionSpace>(keys);
      auto const device_values = to_view<ExecutionSpace>(ascending<std::uint32_t>(n));
      Primitives::segmented_sort_pairs(setup.space, device_keys, device_values,
                                       to_view<ExecutionSpace>(segments.offsets), bits, setup.workspace, sort);
      check_equal(to_vector(device_keys), expected);
      auto const values = to_vector(device_values);
      for (std::size_t i = 0; i < n; ++i) expected[i] = keys[values[i]];
      check_equal(to_vector(device_keys), expected);  // values are those of their keys
      auto all = values;
      std::sort(all.begin(), all.end());
      check_equal(all, ascending<std::uint32_t>(n));
    }
}

template <class Primitives, class ExecutionSpace>
void test_tuned_listed_segments()
{
  Setup<Target<Primitives, ExecutionSpace>> setup;
  auto const segments = tuned_segments<std::uint32_t>();
  auto const keys = make_permutation<std::uint32_t>(segments.size(), 3);
  auto expected = keys;
  std::vector<std::uint32_t> listed;
  std::size_t longest = 0;
  for (std::size_t s = 0; s + 1 < segments.offsets.size(); s += 2) {
    std::size_t const length = segments.offsets[s + 1] - segments.offsets[s];
    if (length > lexikos::primitives::max_pairs_of_team) continue;
    longest = std::max(longest, length);
    listed.push_back(static_cast<std::uint32_t>(s));
    std::sort(expected.begin() + segments.offsets[s], expected.begin() + segments.offsets[s + 1]);
  }
  auto const device_keys = to_view<ExecutionSpace>(keys);
  auto const device_values = to_view<ExecutionSpace>(keys);
  Primitives::sort_listed_segments(setup.space, device_keys, device_values, to_view<ExecutionSpace>(segments.offsets),
                                   to_view<ExecutionSpace>(listed), longest, 32, setup.workspace);
  check_equal(to_vector(device_keys), expected);
  check_equal(to_vector(device_values), expected);
}

struct Smaller
{
  template <class T>
  KOKKOS_FUNCTION bool operator()(T a, T b) const
  {
    return a < b;
  }
};

/// A range that is not a view, whose elements backends may read in blocks.
template <class View>
struct Elsewhere
{
  View view;

  KOKKOS_FUNCTION std::size_t extent(int) const { return view.extent(0); }
  KOKKOS_FUNCTION auto operator()(std::size_t i) const { return view(i); }
};

template <class Primitives, class ExecutionSpace>
void test_tuned_merge()
{
  Setup<Target<Primitives, ExecutionSpace>> setup;
  auto const a = make_values<std::uint64_t>(Shape::sorted, tuned_size);
  auto const b = make_values<std::uint64_t>(Shape::sorted, tuned_size / 3);
  std::vector<std::uint64_t> expected(a.size() + b.size());
  std::merge(a.begin(), a.end(), b.begin(), b.end(), expected.begin());
  auto const device_a = to_view<ExecutionSpace>(a);
  auto const device_b = to_view<ExecutionSpace>(b);
  auto const out = to_view<ExecutionSpace>(std::vector<std::uint64_t>(expected.size()));
  Primitives::merge(setup.space, device_a, device_b, out, Smaller{}, setup.workspace);
  check_equal(to_vector(out), expected);
  using Range = Elsewhere<std::decay_t<decltype(device_a)>>;
  Kokkos::deep_copy(out, 0);
  Primitives::merge(setup.space, Range{device_a}, Range{device_b}, out, Smaller{}, setup.workspace);
  check_equal(to_vector(out), expected);
}

template <class Primitives, class ExecutionSpace>
void test_tuned_scans()
{
  Setup<Target<Primitives, ExecutionSpace>> setup;
  auto const in = to_view<ExecutionSpace>(std::vector<std::uint8_t>(tuned_size, 1));
  auto const out = to_view<ExecutionSpace>(std::vector<std::uint32_t>(tuned_size));
  auto expected = ascending<std::uint32_t>(tuned_size);
  Primitives::exclusive_scan(setup.space, in, out, lexikos::primitives::Sum{}, setup.workspace);
  check_equal(to_vector(out), expected);
  for (auto& value : expected) ++value;
  Primitives::inclusive_scan(setup.space, in, out, lexikos::primitives::Sum{}, setup.workspace);
  check_equal(to_vector(out), expected);
}

template <class Primitives, class ExecutionSpace>
void test_tuned_selections()
{
  Setup<Target<Primitives, ExecutionSpace>> setup;
  auto const flags = make_flags(tuned_size, 100);
  std::vector<std::uint32_t> expected;
  for (std::size_t i = 0; i < tuned_size; ++i)
    if (flags[i] != 0) expected.push_back(static_cast<std::uint32_t>(i));
  auto const device_flags = to_view<ExecutionSpace>(flags);
  auto const in = to_view<ExecutionSpace>(ascending<std::uint32_t>(tuned_size));
  auto const out = to_view<ExecutionSpace>(std::vector<std::uint32_t>(expected.size()));
  CHECK(Primitives::select_positions(setup.space, device_flags, out, setup.workspace) == expected.size());
  check_equal(to_vector(out), expected);
  Kokkos::deep_copy(out, 0);
  Primitives::pack_positions(setup.space, device_flags, out, setup.workspace);
  check_equal(to_vector(out), expected);
  Kokkos::deep_copy(out, 0);
  Primitives::pack_flagged(setup.space, in, device_flags, out, setup.workspace);
  check_equal(to_vector(out), expected);
}

template <class Primitives, class ExecutionSpace>
void test_tuned_scatter()
{
  for (std::size_t const entries : {std::size_t{1}, std::size_t{2}, tuned_size})
    for (std::size_t const n : {std::size_t{0}, std::size_t{1}, entries / 9, entries}) {
      INFO(n << " of " << entries << " entries");
      Setup<Target<Primitives, ExecutionSpace>> setup;
      auto indices = make_permutation<std::uint32_t>(entries, 9);
      indices.resize(n);
      std::vector<std::uint32_t> expected(entries, 99);
      for (std::size_t i = 0; i < n; ++i) expected[indices[i]] = static_cast<std::uint32_t>(i);
      auto const table = to_view<ExecutionSpace>(std::vector<std::uint32_t>(entries, 99));
      Primitives::scatter_blocked(setup.space, to_view<ExecutionSpace>(indices),
                                  to_view<ExecutionSpace>(ascending<std::uint32_t>(n)), table, setup.workspace);
      check_equal(to_vector(table), expected);
    }
}

/// A static member function that calls scope::function<Tuning>.
#define LEXIKOS_TUNED(scope, function)                                     \
  template <class... Arguments>                                            \
  static auto function(Arguments&&... arguments)                           \
  {                                                                        \
    return scope::function<Tuning>(std::forward<Arguments>(arguments)...); \
  }

}  // namespace lexikos::tests
