// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>
#include <lexikos/config.hpp>

#include "backends/cases.hpp"
#include "backends/targets.hpp"

namespace lexikos::tests
{

template <class Key, class Value>
std::vector<std::pair<Key, Value>> zip(std::vector<Key> const& keys, std::vector<Value> const& values)
{
  std::vector<std::pair<Key, Value>> pairs(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) pairs[i] = {keys[i], values[i]};
  return pairs;
}

template <class Pairs, class Offset>
void sort_within(Pairs& pairs, Segments<Offset> const& segments)
{
  for (std::size_t s = 0; s + 1 < segments.offsets.size(); ++s)
    std::sort(pairs.begin() + static_cast<std::ptrdiff_t>(segments.offsets[s]),
              pairs.begin() + static_cast<std::ptrdiff_t>(segments.offsets[s + 1]));
}

template <class Target, class Key, class Value>
void test_segmented_sort(Segments<Value> const& segments, Shape shape, int key_bits,
                         lexikos::primitives::SegmentStrategy strategy)
{
  using ExecutionSpace = typename Target::ExecutionSpace;
  INFO(segments.name << ", " << to_string(shape) << " keys of " << key_bits << " bits, strategy "
                     << static_cast<int>(strategy));
  Setup<Target> setup;
  auto const keys = make_values<Key>(shape, segments.size(), key_bits);
  auto const values = make_permutation<Value>(segments.size(), 5);
  auto const device_keys = to_view<ExecutionSpace>(keys);
  auto const device_values = to_view<ExecutionSpace>(values);
  Target::Primitives::segmented_sort_pairs(setup.space, device_keys, device_values,
                                           to_view<ExecutionSpace>(segments.offsets), key_bits, setup.workspace,
                                           strategy);

  auto expected = zip(keys, values);
  sort_within(expected, segments);
  std::vector<Key> expected_keys(expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) expected_keys[i] = expected[i].first;
  auto const sorted_keys = to_vector(device_keys);
  check_equal(sorted_keys, expected_keys);
  // values of equal keys come in any order: with that order taken away, the pairs are the same
  auto actual = zip(sorted_keys, to_vector(device_values));
  sort_within(actual, segments);
  CHECK(actual == expected);
}

template <class Target, class Key, class Value>
void test_segmented_sort_cases(lexikos::primitives::SegmentStrategy strategy)
{
  constexpr int all_bits = std::numeric_limits<Key>::digits;
  for (auto const& segments : segment_cases<Value>()) {
    for (int const key_bits : {9, all_bits})
      test_segmented_sort<Target, Key, Value>(segments, Shape::random, key_bits, strategy);
    if (strategy != lexikos::primitives::SegmentStrategy::automatic) continue;
    test_segmented_sort<Target, Key, Value>(segments, Shape::random, 1, strategy);
    for (Shape const shape : {Shape::all_equal, Shape::sorted, Shape::reversed, Shape::skewed})
      test_segmented_sort<Target, Key, Value>(segments, shape, 17, strategy);
  }
}

template <class Target>
void test_segmented_sort_types(lexikos::primitives::SegmentStrategy strategy)
{
  test_segmented_sort_cases<Target, std::uint32_t, std::uint32_t>(strategy);
  test_segmented_sort_cases<Target, std::uint64_t, std::uint32_t>(strategy);
  test_segmented_sort_cases<Target, std::uint32_t, std::uint64_t>(strategy);
  test_segmented_sort_cases<Target, std::uint64_t, std::uint64_t>(strategy);
}

TEST_CASE_TEMPLATE_DEFINE("segmented sort, strategy by lengths", Target, segmented_sort_automatic)
{
  test_segmented_sort_types<Target>(lexikos::primitives::SegmentStrategy::automatic);
}
TEST_CASE_TEMPLATE_APPLY(segmented_sort_automatic, SegmentedSortTargets);

TEST_CASE_TEMPLATE_DEFINE("segmented sort by composite keys", Target, segmented_sort_composite)
{
  test_segmented_sort_types<Target>(lexikos::primitives::SegmentStrategy::composite);
}
TEST_CASE_TEMPLATE_APPLY(segmented_sort_composite, Targets);

TEST_CASE_TEMPLATE_DEFINE("segmented sort of the vendor", Target, segmented_sort_vendor)
{
  test_segmented_sort_types<Target>(lexikos::primitives::SegmentStrategy::vendor);
}
TEST_CASE_TEMPLATE_APPLY(segmented_sort_vendor, Targets);

/// Every third segment that is short enough, and no other pair moves.
template <class Target, class Key, class Value>
void test_listed_segments(Segments<Value> const& segments, std::size_t longest)
{
  using ExecutionSpace = typename Target::ExecutionSpace;
  INFO(segments.name << ", of at most " << longest);
  Setup<Target> setup;
  auto const keys = make_values<Key>(Shape::random, segments.size(), 21);
  auto const values = make_permutation<Value>(segments.size(), 5);
  auto expected = zip(keys, values);
  std::vector<Value> listed;
  for (std::size_t s = 0; s + 1 < segments.offsets.size(); s += 3) {
    if (segments.offsets[s + 1] - segments.offsets[s] > longest) continue;
    listed.push_back(static_cast<Value>(s));
    std::sort(expected.begin() + static_cast<std::ptrdiff_t>(segments.offsets[s]),
              expected.begin() + static_cast<std::ptrdiff_t>(segments.offsets[s + 1]));
  }
  auto const device_keys = to_view<ExecutionSpace>(keys);
  auto const device_values = to_view<ExecutionSpace>(values);
  Target::Primitives::sort_listed_segments(setup.space, device_keys, device_values,
                                           to_view<ExecutionSpace>(segments.offsets), to_view<ExecutionSpace>(listed),
                                           longest, 21, setup.workspace);
  auto actual = zip(to_vector(device_keys), to_vector(device_values));
  for (Value const s : listed) {  // values of equal keys come in any order
    auto const begin = actual.begin() + static_cast<std::ptrdiff_t>(segments.offsets[s]);
    auto const end = actual.begin() + static_cast<std::ptrdiff_t>(segments.offsets[s + 1]);
    CHECK(std::is_sorted(begin, end, [](auto const& a, auto const& b) { return a.first < b.first; }));
    std::sort(begin, end);
  }
  CHECK(actual == expected);
}

template <class Target, class Key, class Value>
void test_listed_segments_cases()
{
  for (auto const& segments : segment_cases<Value>())
    for (std::size_t const longest : {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{32}, std::size_t{33},
                                      std::size_t{256}, std::size_t{1'000}, lexikos::primitives::max_pairs_of_team})
      test_listed_segments<Target, Key, Value>(segments, longest);
}

TEST_CASE_TEMPLATE_DEFINE("sort of listed segments", Target, sort_listed_segments)
{
  test_listed_segments_cases<Target, std::uint32_t, std::uint32_t>();
  test_listed_segments_cases<Target, std::uint64_t, std::uint32_t>();
  test_listed_segments_cases<Target, std::uint32_t, std::uint64_t>();
  test_listed_segments_cases<Target, std::uint64_t, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(sort_listed_segments, Targets);

#if defined(LEXIKOS_HAVE_MODERNGPU) && defined(KOKKOS_ENABLE_CUDA)
TEST_CASE("segmented sort of moderngpu")
{
  test_segmented_sort_types<Target<Dispatched, Kokkos::Cuda>>(lexikos::primitives::SegmentStrategy::moderngpu);
}
#endif

}  // namespace lexikos::tests
