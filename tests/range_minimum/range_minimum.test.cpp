// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <lexikos/range_minimum.hpp>
#include <vector>

#include "tests/spaces.hpp"
#include "tests/texts.hpp"

using namespace lexikos;

namespace
{

template <class Place>
struct Ranges
{
  std::vector<Place> begins;
  std::vector<Place> ends;

  void add(std::size_t begin, std::size_t end)
  {
    begins.push_back(static_cast<Place>(begin));
    ends.push_back(static_cast<Place>(end));
  }
};

/// All ranges of a short array; of a long one many, with ends near the bounds of blocks and super-blocks among them.
template <class Place>
Ranges<Place> make_ranges(std::size_t n, std::uint64_t seed)
{
  Ranges<Place> ranges;
  if (n <= 130) {
    for (std::size_t begin = 0; begin < n; ++begin)
      for (std::size_t end = begin + 1; end <= n; ++end) ranges.add(begin, end);
    return ranges;
  }
  texts::Random next(seed);
  auto const place = [&] {
    std::size_t const unit = next.below(2) == 0 ? 32 : 512;
    std::size_t const p = next.below(3) == 0 ? next.below(n + 1) : next.below(n / unit + 1) * unit + next.below(3);
    return std::min(n, p > 0 ? p - next.below(2) : p);
  };
  ranges.add(0, n);
  while (ranges.begins.size() < 3'000) {
    std::size_t const a = place();
    std::size_t const b = next.below(4) == 0 ? std::min(n, a + next.below(100)) : place();
    if (a != b) ranges.add(std::min(a, b), std::max(a, b));
  }
  return ranges;
}

template <class ExecutionSpace, class Place, Extremum extremum, class Value>
void expect_ranges(std::vector<Value> const& values, Ranges<Place> const& ranges)
{
  ExecutionSpace const space{};
  using Structure = RangeExtremum<typename ExecutionSpace::memory_space, Value, extremum>;
  Structure const structure(space, tests::to_view<ExecutionSpace>(values));
  CHECK(structure.size() == values.size());
  if (values.size() > 5'000) CHECK(structure.bytes() < values.size() * sizeof(Value) / 8);
  tests::TestArray<Value, ExecutionSpace> const found("found", ranges.begins.size());
  tests::TestArray<Place, ExecutionSpace> const places("places", ranges.begins.size());
  auto const begins = tests::to_view<ExecutionSpace>(ranges.begins);
  auto const ends = tests::to_view<ExecutionSpace>(ranges.ends);
  structure.values(space, begins, ends, found);
  structure.positions(space, begins, ends, places);
  space.fence();
  auto const found_values = tests::to_vector(found);
  auto const found_places = tests::to_vector(places);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < ranges.begins.size(); ++i) {
    auto const first = values.begin() + static_cast<std::ptrdiff_t>(ranges.begins[i]);
    auto const last = values.begin() + static_cast<std::ptrdiff_t>(ranges.ends[i]);
    auto const best = extremum == Extremum::minimum ? std::min_element(first, last) : std::max_element(first, last);
    wrong += found_values[i] != *best || found_places[i] != static_cast<Place>(best - values.begin());
  }
  CHECK(wrong == 0);
}

template <class ExecutionSpace, class Value, class Place>
void expect_sizes()
{
  for (std::size_t const n : {1u, 2u, 31u, 32u, 33u, 64u, 65u, 130u, 511u, 512u, 513u, 1'024u, 5'000u, 40'000u})
    for (std::uint64_t const bound : {1u, 3u, 1'000u, 0u}) {
      CAPTURE(n);
      CAPTURE(bound);
      texts::Random next(n + bound);
      std::vector<Value> values(n);
      for (auto& value : values) value = static_cast<Value>(bound == 0 ? next() : next() % bound);
      if (bound == 3) values[n / 2] = static_cast<Value>(-1);
      auto const ranges = make_ranges<Place>(n, n);
      expect_ranges<ExecutionSpace, Place, Extremum::minimum>(values, ranges);
      expect_ranges<ExecutionSpace, Place, Extremum::maximum>(values, ranges);
    }
}

template <class ExecutionSpace>
void expect_errors()
{
  ExecutionSpace const space{};
  using Places = std::vector<std::uint32_t>;
  RangeMinimum<typename ExecutionSpace::memory_space, std::uint64_t> const minimum(
      space, tests::to_view<ExecutionSpace>(std::vector<std::uint64_t>{5, 3, 4}));
  auto const is_refused = [&](Places const& begins, Places const& ends, std::size_t results) {
    tests::TestArray<std::uint64_t, ExecutionSpace> const values("values", results);
    try {
      minimum.values(space, tests::to_view<ExecutionSpace>(begins), tests::to_view<ExecutionSpace>(ends), values);
    }
    catch (Error const& error) {
      return error.code() == ErrorCode::invalid_argument;
    }
    return false;
  };
  CHECK_FALSE(is_refused({0, 1}, {3, 2}, 2));
  CHECK_FALSE(is_refused({}, {}, 0));
  CHECK(is_refused({0, 1}, {3, 1}, 2));
  CHECK(is_refused({0, 2}, {3, 1}, 2));
  CHECK(is_refused({0, 2}, {3, 4}, 2));
  CHECK(is_refused({0, 2}, {3, 3}, 1));
  CHECK(is_refused({0}, {3, 3}, 2));
  RangeMaximum<typename ExecutionSpace::memory_space, std::uint32_t> const empty(
      space, tests::TestArray<std::uint32_t, ExecutionSpace>("empty", 0));
  CHECK(empty.size() == 0);
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("minima and maxima of ranges, and their first positions", ExecutionSpace, ranges)
{
  expect_sizes<ExecutionSpace, std::uint32_t, std::uint32_t>();
  expect_sizes<ExecutionSpace, std::uint64_t, std::uint32_t>();
  expect_sizes<ExecutionSpace, std::uint32_t, std::uint64_t>();
  expect_sizes<ExecutionSpace, std::uint64_t, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(ranges, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("ranges that are none are refused", ExecutionSpace, errors)
{
  expect_errors<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(errors, tests::Spaces);
