// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Ranges of contexts that a last sort is divided into, and the keys that sort one.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "suffix_array/samples/context_keys.hpp"
#include "suffix_array/samples/context_ranges.hpp"
#include "tests/texts.hpp"

namespace lexikos::tests
{

using namespace suffix_array_detail;

namespace
{

constexpr ContextNumber largest = ~ContextNumber{0} >> 8;

/// Below 2^bits, from `first` on.
std::vector<ContextNumber> random_contexts(std::size_t n, ContextNumber first, int bits, std::uint64_t seed)
{
  texts::Random next(seed);
  std::vector<ContextNumber> contexts(n);
  for (auto& context : contexts) {
    ContextNumber const number = ContextNumber{next()} << 64 | next();
    context = first + (number >> (128 - bits));
  }
  return contexts;
}

std::size_t count_in(std::vector<ContextNumber> const& contexts, SuffixRange const& range)
{
  return static_cast<std::size_t>(std::count_if(contexts.begin(), contexts.end(), [&](ContextNumber context) {
    return range.first <= context && context <= range.last;
  }));
}

void expect_all_contexts_once(std::vector<SuffixRange> const& ranges)
{
  REQUIRE(!ranges.empty());
  CHECK(ranges.back().first == 0);
  CHECK(ranges.front().last == largest);
  for (std::size_t r = 0; r + 1 < ranges.size(); ++r) CHECK(ranges[r].first == ranges[r + 1].last + 1);
}

}  // namespace

TEST_CASE("ranges of contexts have each context once, and about as many suffixes each")
{
  std::size_t const n = 20'000;
  auto const contexts = random_contexts(n, 5, 100, 1);
  for (std::size_t const parts : {1u, 2u, 7u, 30u})
    for (bool const halves_last : {false, true}) {
      CAPTURE(parts);
      CAPTURE(halves_last);
      auto const ranges = RangeDivider(contexts, largest).divide_all(parts, halves_last, 128, n);
      expect_all_contexts_once(ranges);
      REQUIRE(ranges.size() == parts);
      double const share = static_cast<double>(n) / (static_cast<double>(parts) - (halves_last ? 0.5 : 0.0));
      for (auto const& range : ranges) {
        bool const is_half = halves_last && &range == &ranges.front();
        CHECK(static_cast<double>(count_in(contexts, range)) ==
              doctest::Approx(is_half ? share / 2 : share).epsilon(0.01));
      }
    }
  auto const of_none = RangeDivider({}, largest).divide_all(5, true, 128, n);
  expect_all_contexts_once(of_none);
  CHECK(of_none.size() == 1);
}

TEST_CASE("ranges of contexts that are too wide for two keys are cut where few suffixes are")
{
  auto contexts = random_contexts(10'000, ContextNumber{3} << 110, 90, 1);
  auto const anywhere = random_contexts(100, 0, 120, 2);
  contexts.insert(contexts.end(), anywhere.begin(), anywhere.end());
  for (std::size_t const parts : {1u, 2u, 5u}) {
    CAPTURE(parts);
    auto const ranges = RangeDivider(contexts, largest).divide_all(parts, false, 111, contexts.size());
    expect_all_contexts_once(ranges);
    std::size_t in_narrow = 0;
    for (auto const& range : ranges) in_narrow += range.bits() <= 111 ? count_in(contexts, range) : 0;
    CHECK(in_narrow >= (parts == 1 ? 0 : 9'900));
    CHECK(ranges.size() <= parts + 2);
  }
  auto const everywhere = random_contexts(10'000, 0, 120, 3);
  CHECK(RangeDivider(everywhere, largest).divide_all(1, false, 100, 10'000).size() == 1);
}

TEST_CASE("a range of contexts is divided in the middle of its suffixes, of its contexts, or of its leaders")
{
  RangeDivider const divider({10, 20, 30, 40}, largest);
  auto const [low, high] = divider.divide({5, 50, 0, 9});
  CHECK(low.last == 29);
  CHECK(high.first == 30);
  auto const [below, above] = divider.divide({11, 13, 0, 9});
  CHECK(below.last == 11);
  CHECK(above.first == 12);
  auto const [lowest, others] = divider.divide({20, 21, 0, 9});
  CHECK(lowest.last == 20);
  CHECK(others.first == 21);
  auto const [before, after] = divider.divide({20, 20, 2, 9});
  CHECK(before.end_leader == 5);
  CHECK(after.first_leader == 5);
  CHECK(before.first == after.last);
}

TEST_CASE("sorts by the keys of a range, one after the other, sort its contexts")
{
  texts::Random next(7);
  for (int trial = 0; trial < 2'000; ++trial) {
    int const most = static_cast<int>(8 + next.below(57));
    auto contexts = random_contexts(20, next() % 1000, static_cast<int>(1 + next.below(127)), next());
    auto expected = contexts;
    std::sort(expected.begin(), expected.end());
    SuffixRange const range{expected.front(), expected.back(), 0, 1};
    CAPTURE(most);
    CAPTURE(range.bits());
    int keys = 0;
    for (KeyBits bits = KeyBits{}.next(range, most); bits.count != 0; bits = bits.next(range, most), ++keys) {
      CHECK(bits.count <= most);
      auto const key = [&](ContextNumber context) {
        ContextNumber const first = bits.is_last(range) ? range.first >> bits.first : 0;
        return ((context >> bits.first) - first) & detail::low_bits(bits.count);
      };
      std::stable_sort(contexts.begin(), contexts.end(),
                       [&](ContextNumber a, ContextNumber b) { return key(a) < key(b); });
    }
    CHECK(std::equal(contexts.begin(), contexts.end(), expected.begin()));
    int const fewest = (range.bits() + most - 1) / most;
    CHECK(keys >= fewest);
    CHECK(keys <= fewest + 1);  // less the lower bits, the difference may have one bit more
  }
}

}  // namespace lexikos::tests
