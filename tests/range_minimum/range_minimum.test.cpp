// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <lexikos/range_minimum.hpp>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "tests/code_of.hpp"
#include "tests/first_difference.hpp"
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
  [[nodiscard]] std::size_t size() const { return begins.size(); }
};

/// All ranges of a short array; of a long one many, with ends near the bounds of blocks and superblocks among them; ranges that
/// are empty, the wrong way round, and partly or wholly beyond the array.
template <class Place>
Ranges<Place> make_ranges(std::size_t n, std::uint64_t seed)
{
  Ranges<Place> ranges;
  constexpr auto largest = std::numeric_limits<Place>::max();
  for (std::size_t const begin : {std::size_t{0}, n / 2, n, n + 1, static_cast<std::size_t>(largest)})
    for (std::size_t const end : {std::size_t{0}, n / 2, n + 1, n + 40, static_cast<std::size_t>(largest)})
      ranges.add(begin, end);
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
  while (ranges.size() < 3'000) {
    std::size_t const a = place();
    std::size_t const b = next.below(4) == 0 ? std::min(n, a + next.below(100)) : place();
    if (a != b) ranges.add(std::min(a, b), std::max(a, b));
  }
  return ranges;
}

template <class Value, class Place>
struct Expected
{
  std::vector<Value> values;
  std::vector<Place> positions;
};

/// Both are the largest value of their type where the range has nothing in common with the array.
template <Extremum extremum, class Value, class Place>
Expected<Value, Place> scanned(std::vector<Value> const& values, Ranges<Place> const& ranges)
{
  Expected<Value, Place> expected;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    std::size_t const end = std::min<std::size_t>(ranges.ends[i], values.size());
    bool const is_empty = ranges.begins[i] >= end;
    auto const first = values.begin() + static_cast<std::ptrdiff_t>(is_empty ? 0 : ranges.begins[i]);
    auto const last = values.begin() + static_cast<std::ptrdiff_t>(is_empty ? 0 : end);
    auto const best = extremum == Extremum::minimum ? std::min_element(first, last) : std::max_element(first, last);
    expected.values.push_back(is_empty ? std::numeric_limits<Value>::max() : *best);
    expected.positions.push_back(is_empty ? std::numeric_limits<Place>::max()
                                          : static_cast<Place>(best - values.begin()));
  }
  return expected;
}

template <Extremum extremum, class Value, class Place>
std::vector<Value> scanned_best(std::vector<Value> const& values, Ranges<Place> const& ranges, std::size_t k)
{
  std::vector<Value> expected;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    std::size_t const end = std::min<std::size_t>(ranges.ends[i], values.size());
    std::vector<Value> part;
    if (ranges.begins[i] < end)
      part.assign(values.begin() + static_cast<std::ptrdiff_t>(ranges.begins[i]),
                  values.begin() + static_cast<std::ptrdiff_t>(end));
    std::size_t const count = std::min(k, part.size());
    auto const middle = part.begin() + static_cast<std::ptrdiff_t>(count);
    if (extremum == Extremum::minimum)
      std::partial_sort(part.begin(), middle, part.end());
    else
      std::partial_sort(part.begin(), middle, part.end(), std::greater<>());
    part.resize(k, std::numeric_limits<Value>::max());
    std::fill(part.begin() + static_cast<std::ptrdiff_t>(count), part.end(), std::numeric_limits<Value>::max());
    expected.insert(expected.end(), part.begin(), part.end());
  }
  return expected;
}

template <class Structure, class Ranges, class Values, class Positions>
struct AskKernel
{
  Structure structure;
  Ranges begins, ends;
  Values values;
  Positions positions;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    values(i) = structure.value(begins(i), ends(i));
    positions(i) = static_cast<typename Positions::value_type>(structure.position(begins(i), ends(i)));
  }
};

template <class ExecutionSpace, class Place, Extremum extremum, class Value>
void expect_ranges(std::vector<Value> const& values, Ranges<Place> const& ranges)
{
  ExecutionSpace const space{};
  using Structure = SparseTableExtremum<typename ExecutionSpace::memory_space, Value, extremum>;
  Structure const structure(space, tests::to_view<ExecutionSpace>(values));
  CHECK(structure.size() == values.size());
  CHECK(structure.bytes() == range_minimum_bytes<Value>(values.size()));
  if (values.size() > 5'000) CHECK(structure.bytes() < values.size() * sizeof(Value) / 8);
  auto const expected = scanned<extremum>(values, ranges);
  using Values = tests::TestArray<Value, ExecutionSpace>;
  using Places = tests::TestArray<Place, ExecutionSpace>;
  Values const found("found", ranges.size()), asked("asked", ranges.size());
  Places const places("places", ranges.size()), asked_places("asked_places", ranges.size());
  auto const begins = tests::to_view<ExecutionSpace>(ranges.begins), ends = tests::to_view<ExecutionSpace>(ranges.ends);
  structure.values(space, begins, ends, found);
  structure.positions(space, begins, ends, places);
  Kokkos::parallel_for("ask", Kokkos::RangePolicy<ExecutionSpace>(space, 0, ranges.size()),
                       AskKernel<Structure, Places, Values, Places>{structure, begins, ends, asked, asked_places});
  space.fence();
  CHECK(tests::first_difference(tests::to_vector(found), expected.values) == "");
  CHECK(tests::first_difference(tests::to_vector(places), expected.positions) == "");
  CHECK(tests::first_difference(tests::to_vector(asked), expected.values) == "");
  CHECK(tests::first_difference(tests::to_vector(asked_places), expected.positions) == "");
  if constexpr (std::is_same_v<Place, Value>)
    for (std::size_t const k : {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{10}}) {
      CAPTURE(k);
      Values const best("best", k * ranges.size());
      structure.best_values(space, begins, ends, k, best);
      space.fence();
      CHECK(tests::first_difference(tests::to_vector(best), scanned_best<extremum>(values, ranges, k)) == "");
    }
}

template <class Value>
std::vector<Value> random_values(std::size_t n, std::uint64_t bound)
{
  texts::Random next(n + bound);
  std::vector<Value> values(n);
  for (auto& value : values) value = static_cast<Value>(bound == 0 ? next() : next() % bound);
  if (bound == 3 && n > 0) values[n / 2] = static_cast<Value>(-1);
  return values;
}

template <class ExecutionSpace, class Value, class Place>
void expect_sizes()
{
  for (std::size_t const n : {0u, 1u, 2u, 31u, 32u, 33u, 64u, 65u, 130u, 511u, 512u, 513u, 1'024u, 5'000u, 40'000u})
    for (std::uint64_t const bound : {1u, 3u, 1'000u, 0u}) {
      CAPTURE(n);
      CAPTURE(bound);
      auto const values = random_values<Value>(n, bound);
      auto const ranges = make_ranges<Place>(n, n);
      expect_ranges<ExecutionSpace, Place, Extremum::minimum>(values, ranges);
      expect_ranges<ExecutionSpace, Place, Extremum::maximum>(values, ranges);
    }
}

/// The whole array in order, by as many best values as it has: more than a heap of a few entries.
template <class ExecutionSpace>
void expect_many_best_values()
{
  ExecutionSpace const space{};
  for (std::uint64_t const bound : {1u, 7u, 1'000'000u}) {
    CAPTURE(bound);
    auto const values = random_values<std::uint32_t>(3'000, bound);
    RangeMinimum<typename ExecutionSpace::memory_space, std::uint32_t> const minimum(
        space, tests::to_view<ExecutionSpace>(values));
    Ranges<std::uint32_t> ranges;
    ranges.add(0, values.size());
    ranges.add(7, 2'000);
    ranges.add(5, 5);
    std::size_t const k = values.size() + 3;
    tests::TestArray<std::uint32_t, ExecutionSpace> const best("best", k * ranges.size());
    Workspace workspace;
    minimum.best_values(space, tests::to_view<ExecutionSpace>(ranges.begins),
                        tests::to_view<ExecutionSpace>(ranges.ends), k, best, {.workspace = &workspace});
    space.fence();
    CHECK(tests::first_difference(tests::to_vector(best), scanned_best<Extremum::minimum>(values, ranges, k)) == "");
  }
}

template <class ExecutionSpace>
void expect_errors()
{
  ExecutionSpace const space{};
  using Places = std::vector<std::uint64_t>;
  RangeMinimum<typename ExecutionSpace::memory_space, std::uint64_t> const minimum(
      space, tests::to_view<ExecutionSpace>(std::vector<std::uint64_t>{5, 3, 4}));
  auto const code_of = [&](Places const& begins, Places const& ends, std::size_t results) {
    auto const b = tests::to_view<ExecutionSpace>(begins), e = tests::to_view<ExecutionSpace>(ends);
    tests::TestArray<std::uint64_t, ExecutionSpace> const values("values", results);
    tests::TestArray<std::uint64_t, ExecutionSpace> const positions("positions", results);
    auto const code = tests::code_of([&] { minimum.values(space, b, e, values); });
    CHECK(tests::code_of([&] { minimum.positions(space, b, e, positions); }) == code);
    CHECK(tests::code_of([&] { minimum.best_values(space, b, e, 1, values); }) == code);
    space.fence();
    return code;
  };
  CHECK(code_of({0, 1}, {3, 2}, 2) == std::nullopt);
  CHECK(code_of({0, 2}, {3, 1}, 2) == std::nullopt);
  CHECK(code_of({}, {}, 0) == std::nullopt);
  CHECK(code_of({0, 2}, {3, 3}, 1) == ErrorCode::invalid_argument);
  CHECK(code_of({0}, {3, 3}, 2) == ErrorCode::invalid_argument);
  CHECK(code_of({0}, {3, 3}, 1) == ErrorCode::invalid_argument);
  tests::TestArray<std::uint64_t, ExecutionSpace> const five("five", 5);
  auto const places = tests::to_view<ExecutionSpace>(Places{0, 1});
  CHECK(tests::code_of([&] { minimum.best_values(space, places, places, 3, five); }) == ErrorCode::invalid_argument);
  std::size_t const half = std::size_t{1} << 63;  // twice as many are 0, counted in 64 bits
  auto const none = Kokkos::subview(five, std::pair(0, 0));
  CHECK(tests::code_of([&] { minimum.best_values(space, places, places, half, none); }) == ErrorCode::invalid_argument);
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("minima and maxima of ranges, their first positions, and the best values", ExecutionSpace,
                          ranges)
{
  expect_sizes<ExecutionSpace, std::uint32_t, std::uint32_t>();
  expect_sizes<ExecutionSpace, std::uint64_t, std::uint32_t>();
  expect_sizes<ExecutionSpace, std::uint32_t, std::uint64_t>();
  expect_sizes<ExecutionSpace, std::uint64_t, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(ranges, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("many best values of a range", ExecutionSpace, many)
{
  expect_many_best_values<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(many, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("range minima: views that do not fit together are refused", ExecutionSpace, errors)
{
  expect_errors<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(errors, tests::Spaces);
