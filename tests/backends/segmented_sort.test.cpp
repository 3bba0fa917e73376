// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>
#include <lexikos/config.hpp>

#include "backends/cases.hpp"
#include "backends/targets.hpp"
#include "code_of.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::tests
{

template <class Key, class Value>
std::vector<std::pair<Key, Value>> zip(std::vector<Key> const& keys, std::vector<Value> const& values)
{
  std::vector<std::pair<Key, Value>> pairs(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) pairs[i] = {keys[i], values[i]};
  return pairs;
}

template <class Key, class Value>
std::vector<Key> keys_of(std::vector<std::pair<Key, Value>> const& pairs)
{
  std::vector<Key> keys;
  for (auto const& pair : pairs) keys.push_back(pair.first);
  return keys;
}

template <class Key, class Value>
std::vector<Value> values_of(std::vector<std::pair<Key, Value>> const& pairs)
{
  std::vector<Value> values;
  for (auto const& pair : pairs) values.push_back(pair.second);
  return values;
}

/// Sorts the pairs of each segment by key, and by value where keys are equal.
template <class Pairs, class Offset>
Pairs sorted_within(Pairs pairs, Segments<Offset> const& segments)
{
  for (std::size_t s = 0; s + 1 < segments.offsets.size(); ++s)
    std::sort(pairs.begin() + static_cast<std::ptrdiff_t>(segments.offsets[s]),
              pairs.begin() + static_cast<std::ptrdiff_t>(segments.offsets[s + 1]));
  return pairs;
}

constexpr SegmentedSort all_sorts[] = {SegmentedSort::automatic, SegmentedSort::composite, SegmentedSort::cub,
                                       SegmentedSort::moderngpu, SegmentedSort::kokkos_kernels};

/// What a target has of the sorts: the portable backend, called by itself, has only its own.
template <class Target>
bool has_sort(SegmentedSort sort)
{
  if constexpr (std::is_same_v<typename Target::Primitives, Portable>)
    return sort == SegmentedSort::automatic || sort == SegmentedSort::composite;
  else
    return lexikos::primitives::has_segmented_sort<typename Target::ExecutionSpace>(sort);
}

/// By every sort that the target has.
template <class Target, class Key, class Value>
void test_segmented_sort(Segments<Value> const& segments, Shape shape, int key_bits)
{
  using ExecutionSpace = typename Target::ExecutionSpace;
  INFO(segments.name << ", " << to_string(shape) << " keys of " << key_bits << " bits");
  auto const keys = make_values<Key>(shape, segments.size(), key_bits);
  auto const values = make_permutation<Value>(segments.size(), 5);
  auto const offsets = to_view<ExecutionSpace>(segments.offsets);
  auto const expected = sorted_within(zip(keys, values), segments);
  for (SegmentedSort const sort : all_sorts) {
    if (!has_sort<Target>(sort)) continue;
    INFO("sort: " << lexikos::to_string(sort));
    Setup<Target> setup;
    auto const device_keys = to_view<ExecutionSpace>(keys);
    auto const device_values = to_view<ExecutionSpace>(values);
    Target::Primitives::segmented_sort_pairs(setup.space, device_keys, device_values, offsets, key_bits,
                                             setup.workspace, sort);
    auto const sorted_keys = to_vector(device_keys);
    check_equal(sorted_keys, keys_of(expected));
    // values of equal keys come in any order: without it, the pairs are the same
    check_equal(values_of(sorted_within(zip(sorted_keys, to_vector(device_values)), segments)), values_of(expected));
  }
}

template <class Target, class Key, class Value>
void test_segmented_sort_cases()
{
  constexpr int all_bits = std::numeric_limits<Key>::digits;
  for (auto const& segments : segment_cases<Value>()) {
    for (int const key_bits : {1, 9, all_bits})
      test_segmented_sort<Target, Key, Value>(segments, Shape::random, key_bits);
    for (Shape const shape : {Shape::all_equal, Shape::sorted, Shape::reversed, Shape::skewed})
      test_segmented_sort<Target, Key, Value>(segments, shape, 17);
  }
}

TEST_CASE_TEMPLATE_DEFINE("segmented sorts of 32-bit keys", Target, segmented_sort_32)
{
  test_segmented_sort_cases<Target, std::uint32_t, std::uint32_t>();
  test_segmented_sort_cases<Target, std::uint32_t, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(segmented_sort_32, Targets);

TEST_CASE_TEMPLATE_DEFINE("segmented sorts of 64-bit keys", Target, segmented_sort_64)
{
  test_segmented_sort_cases<Target, std::uint64_t, std::uint32_t>();
  test_segmented_sort_cases<Target, std::uint64_t, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(segmented_sort_64, Targets);

TEST_CASE("segmented sorts have names")
{
  for (SegmentedSort const sort : all_sorts) CHECK(segmented_sort(lexikos::to_string(sort)) == sort);
  for (char const* const name : {"", "vendor", "CUB", "automatic "}) {
    CAPTURE(name);
    CHECK(code_of([&] { static_cast<void>(segmented_sort(name)); }) == ErrorCode::invalid_argument);
  }
}

TEST_CASE_TEMPLATE_DEFINE("segmented sorts of a build", ExecutionSpace, sorts_of_build)
{
  auto const sorts = segmented_sorts<ExecutionSpace>();
  REQUIRE(sorts.size() >= 2);
  CHECK(sorts[0] == SegmentedSort::automatic);
  CHECK(sorts[1] == SegmentedSort::composite);
  ExecutionSpace const space;
  Workspace workspace;
  std::vector<std::uint32_t> const keys{5, 3, 4}, values{0, 1, 2};
  auto const offsets = to_view<ExecutionSpace>(std::vector<std::uint32_t>{0, 3});
  for (SegmentedSort const sort : all_sorts) {
    INFO(lexikos::to_string(sort));
    bool const is_in_build = std::find(sorts.begin(), sorts.end(), sort) != sorts.end();
    auto const device_keys = to_view<ExecutionSpace>(keys);
    auto const device_values = to_view<ExecutionSpace>(values);
    auto const code = code_of([&] {
      lexikos::primitives::segmented_sort_pairs(space, device_keys, device_values, offsets, 3, workspace, sort);
    });
    CHECK(code == (is_in_build ? std::nullopt : std::optional(ErrorCode::not_supported)));
    check_equal(to_vector(device_keys), is_in_build ? std::vector<std::uint32_t>{3, 4, 5} : keys);
    check_equal(to_vector(device_values), is_in_build ? std::vector<std::uint32_t>{1, 2, 0} : values);
  }
}
TEST_CASE_TEMPLATE_APPLY(sorts_of_build, Spaces);

#ifdef LEXIKOS_HAVE_KOKKOS_KERNELS
TEST_CASE_TEMPLATE_DEFINE("Kokkos Kernels on a device cannot sort a key with all bits set", ExecutionSpace,
                          all_bits_set)
{
  std::vector<std::uint32_t> const keys{5, 0xFFFFFFFF, 4}, values{0, 1, 2};
  auto const device_keys = to_view<ExecutionSpace>(keys);
  auto const offsets = to_view<ExecutionSpace>(std::vector<std::uint32_t>{0, 3});
  Workspace workspace;
  auto const code = code_of([&] {
    lexikos::primitives::segmented_sort_pairs(ExecutionSpace(), device_keys, to_view<ExecutionSpace>(values), offsets,
                                              32, workspace, SegmentedSort::kokkos_kernels);
  });
  bool const is_host = detail::works_on_host<ExecutionSpace>;
  CHECK(code == (is_host ? std::nullopt : std::optional(ErrorCode::not_supported)));
  check_equal(to_vector(device_keys), is_host ? std::vector<std::uint32_t>{4, 5, 0xFFFFFFFF} : keys);
}
TEST_CASE_TEMPLATE_APPLY(all_bits_set, Spaces);
#endif

/// Lists every third segment that is short enough; no other pair may move.
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
  auto const sort_segment = [&](auto& pairs, std::size_t s) {
    std::sort(pairs.begin() + static_cast<std::ptrdiff_t>(segments.offsets[s]),
              pairs.begin() + static_cast<std::ptrdiff_t>(segments.offsets[s + 1]));
  };
  for (std::size_t s = 0; s + 1 < segments.offsets.size(); s += 3) {
    if (segments.offsets[s + 1] - segments.offsets[s] > longest) continue;
    listed.push_back(static_cast<Value>(s));
    sort_segment(expected, s);
  }
  auto const device_keys = to_view<ExecutionSpace>(keys);
  auto const device_values = to_view<ExecutionSpace>(values);
  Target::Primitives::sort_listed_segments(setup.space, device_keys, device_values,
                                           to_view<ExecutionSpace>(segments.offsets), to_view<ExecutionSpace>(listed),
                                           longest, 21, setup.workspace);
  setup.space.fence();
  auto actual = zip(to_vector(device_keys), to_vector(device_values));
  check_equal(keys_of(actual), keys_of(expected));
  for (Value const s : listed) sort_segment(actual, s);  // values of equal keys come in any order
  check_equal(values_of(actual), values_of(expected));
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

}  // namespace lexikos::tests
