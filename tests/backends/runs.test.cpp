// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include "backends/cases.hpp"
#include "backends/targets.hpp"

namespace lexikos::tests
{

template <class Target, class Key, class Offset>
void test_run_length_encode()
{
  using ExecutionSpace = typename Target::ExecutionSpace;
  Setup<Target> setup;
  for_each_case<Key>([&](Case<Key> const& input) {
    INFO(input.name);
    std::vector<Key> unique;
    std::vector<Offset> offsets;
    for (std::size_t i = 0; i < input.values.size(); ++i)
      if (i == 0 || input.values[i] != input.values[i - 1]) {
        unique.push_back(input.values[i]);
        offsets.push_back(static_cast<Offset>(i));
      }
    offsets.push_back(static_cast<Offset>(input.values.size()));

    // no longer than documented
    auto const device_unique = to_view<ExecutionSpace>(std::vector<Key>(unique.size()));
    auto const device_offsets = to_view<ExecutionSpace>(std::vector<Offset>(offsets.size(), Offset{99}));
    CHECK(Target::Primitives::run_length_encode(setup.space, to_view<ExecutionSpace>(input.values), device_unique,
                                                device_offsets, setup.workspace) == unique.size());
    check_equal(to_vector(device_unique), unique);
    check_equal(to_vector(device_offsets), offsets);
  });
}

template <class Offsets, class View>
struct WriteSegment
{
  Offsets offsets;
  View segments;
  View places;

  KOKKOS_FUNCTION void operator()(std::size_t s, std::size_t i) const
  {
    segments(i) = s;
    places(i) = i - offsets(s);
  }
};

template <class Target, class Offset>
void test_for_each_in_segments()
{
  using ExecutionSpace = typename Target::ExecutionSpace;
  Setup<Target> setup;
  for (auto const& segments : segment_cases<Offset>()) {
    INFO(segments.name);
    std::vector<std::uint64_t> expected_segments;
    std::vector<std::uint64_t> expected_places;
    for (std::size_t s = 0; s + 1 < segments.offsets.size(); ++s)
      for (std::size_t i = segments.offsets[s]; i < segments.offsets[s + 1]; ++i) {
        expected_segments.push_back(s);
        expected_places.push_back(i - segments.offsets[s]);
      }
    auto const offsets = to_view<ExecutionSpace>(segments.offsets);
    auto const found_segments = to_view<ExecutionSpace>(std::vector<std::uint64_t>(segments.size(), 99));
    auto const found_places = to_view<ExecutionSpace>(std::vector<std::uint64_t>(segments.size(), 99));
    using Write = WriteSegment<std::decay_t<decltype(offsets)>, std::decay_t<decltype(found_places)>>;
    Target::Primitives::for_each_in_segments(setup.space, "lexikos::tests::write_segment", offsets,
                                             Write{offsets, found_segments, found_places});
    check_equal(to_vector(found_segments), expected_segments);
    check_equal(to_vector(found_places), expected_places);
  }
}

TEST_CASE_TEMPLATE_DEFINE("for each in segments", Target, for_each_in_segments)
{
  test_for_each_in_segments<Target, std::uint32_t>();
  test_for_each_in_segments<Target, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(for_each_in_segments, Targets);

TEST_CASE_TEMPLATE_DEFINE("run-length encode", Target, run_length_encode)
{
  test_run_length_encode<Target, std::uint8_t, std::uint32_t>();
  test_run_length_encode<Target, std::uint32_t, std::uint32_t>();
  test_run_length_encode<Target, std::uint64_t, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(run_length_encode, Targets);

}  // namespace lexikos::tests
