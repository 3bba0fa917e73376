// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include "backends/cases.hpp"
#include "backends/targets.hpp"

namespace lexikos::tests
{

struct BitRange
{
  int begin;
  int end;
};

/// All bits, and two of the other ranges in turn.
template <class Key>
std::vector<BitRange> bit_ranges(std::size_t turn)
{
  constexpr int bits = std::numeric_limits<Key>::digits;
  constexpr BitRange some[] = {{0, 1}, {3, 20}, {0, 8}, {0, 11}, {8, 16}, {bits - 5, bits}, {7, 7}, {1, bits - 1}};
  return {{0, bits}, some[turn % std::size(some)], some[(turn + 1) % std::size(some)]};
}

/// The order of a stable sort by the bits [begin, end).
template <class Key>
std::vector<std::size_t> naive_order(std::vector<Key> const& keys, BitRange const& range)
{
  auto order = std::vector<std::size_t>(keys.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  if (range.begin == range.end) return order;
  auto const digits = [&](std::size_t i) {
    return static_cast<Key>(keys[i] << (std::numeric_limits<Key>::digits - range.end)) >>
           (std::numeric_limits<Key>::digits - range.end + range.begin);
  };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return digits(a) < digits(b); });
  return order;
}

template <class Target, class Key, class Value>
void test_radix_sort(std::vector<Key> const& keys, BitRange const& range, std::size_t offset)
{
  using Primitives = typename Target::Primitives;
  using ExecutionSpace = typename Target::ExecutionSpace;
  INFO("bits " << range.begin << " to " << range.end << ", offset " << offset);
  Setup<Target> setup;
  auto const order = naive_order(keys, range);
  std::vector<Value> values(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) values[i] = static_cast<Value>(i * 11);
  std::vector<Key> expected_keys;
  std::vector<Value> expected_values;
  for (std::size_t const i : order) {
    expected_keys.push_back(keys[i]);
    expected_values.push_back(values[i]);
  }

  TestArray<Key, ExecutionSpace> key_storage, other_key_storage;
  TestArray<Value, ExecutionSpace> value_storage, other_value_storage;
  lexikos::primitives::DoubleBuffer device_keys{setup.copy(key_storage, keys, offset),
                                                setup.copy(other_key_storage, keys, 0)};
  lexikos::primitives::DoubleBuffer device_values{setup.copy(value_storage, values, offset),
                                                  setup.copy(other_value_storage, values, 0)};
  Primitives::radix_sort_pairs(setup.space, device_keys, device_values, range.begin, range.end, setup.workspace);
  check_equal(to_vector(device_keys.current), expected_keys);
  check_equal(to_vector(device_values.current), expected_values);

  device_keys =
      lexikos::primitives::DoubleBuffer{setup.copy(key_storage, keys, offset), setup.copy(other_key_storage, keys, 0)};
  Primitives::radix_sort_keys(setup.space, device_keys, range.begin, range.end, setup.workspace);
  check_equal(to_vector(device_keys.current), expected_keys);
}

template <class Target, class Key, class Value>
void test_radix_sort_cases()
{
  std::size_t turn = 0;
  for_each_case<Key>([&](Case<Key> const& input) {
    INFO(input.name);
    for (auto const& range : bit_ranges<Key>(turn++)) test_radix_sort<Target, Key, Value>(input.values, range, 0);
  });
  for (std::size_t const n : {1000, 70'000})
    test_radix_sort<Target, Key, Value>(make_values<Key>(Shape::random, n), {0, 24}, 1);
}

TEST_CASE_TEMPLATE_DEFINE("radix sort of 32-bit keys", Target, radix_sort_32)
{
  test_radix_sort_cases<Target, std::uint32_t, std::uint32_t>();
  test_radix_sort_cases<Target, std::uint32_t, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(radix_sort_32, Targets);

TEST_CASE_TEMPLATE_DEFINE("radix sort of 64-bit keys", Target, radix_sort_64)
{
  test_radix_sort_cases<Target, std::uint64_t, std::uint32_t>();
  test_radix_sort_cases<Target, std::uint64_t, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(radix_sort_64, Targets);

}  // namespace lexikos::tests
