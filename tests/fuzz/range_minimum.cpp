// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Extrema of ranges, their positions and the best values, by looking at all values of the range.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/range_minimum.hpp>
#include <lexikos/workspace.hpp>
#include <limits>
#include <string>
#include <vector>

#include "tests/first_difference.hpp"
#include "tests/fuzz/fuzzer.hpp"

namespace
{

using namespace lexikos;

/// Few bytes make up to some thousand values, so that there are superblocks.
template <class Value>
std::vector<Value> take_values(FuzzedDataProvider& input, fuzz::Numbers& numbers)
{
  auto const bytes = input.ConsumeBytes<std::uint8_t>(input.ConsumeIntegralInRange<std::size_t>(0, 120));
  std::vector<Value> values;
  for (auto const byte : bytes) {
    Value const value = byte == 255 ? std::numeric_limits<Value>::max() : byte;
    std::size_t const copies = byte % 8 == 0 ? 1 + numbers.below(140) : 1;
    values.insert(values.end(), copies, value);
  }
  return values;
}

template <class Value, Extremum extremum>
void check(FuzzedDataProvider& input)
{
  static Workspace workspace;
  static constexpr Value none = std::numeric_limits<Value>::max();
  fuzz::Space const space;
  fuzz::Numbers numbers(input);
  auto const values = take_values<Value>(input, numbers);
  SparseTableExtremum<fuzz::MemorySpace, Value, extremum> const index(space, {fuzz::span_of(values), {}},
                                                                      {&workspace, {}});
  std::size_t const k = numbers.below(6);
  std::vector<Value> begins, ends, best;
  for (int range = 0; range < 8; ++range) {
    std::size_t const begin = (numbers() << numbers.below(4)) % (values.size() + 2);
    std::size_t const end =
        numbers.below(8) == 7 ? none : begin + (numbers() << numbers.below(5)) % (values.size() + 2);
    std::vector<Value> sorted(
        values.begin() + static_cast<std::ptrdiff_t>(std::min(begin, values.size())),
        values.begin() + static_cast<std::ptrdiff_t>(std::min(std::max(begin, end), values.size())));
    auto const is_better = [](Value a, Value b) { return extremum == Extremum::minimum ? a < b : b < a; };
    std::size_t const place =
        static_cast<std::size_t>(std::min_element(sorted.begin(), sorted.end(), is_better) - sorted.begin());
    auto const what = "[" + std::to_string(begin) + ", " + std::to_string(end) + ")";
    Value const expected = sorted.empty() ? none : sorted[place];
    std::uint64_t const position = sorted.empty() ? not_found : begin + place;
    if (index.value(begin, end) != expected) fuzz::fail("the extremum of " + what + " is " + std::to_string(expected));
    if (!sorted.empty() && index.position(begin, end) != position)
      fuzz::fail("the extremum of " + what + " stands at " + std::to_string(position));
    begins.push_back(static_cast<Value>(begin));
    ends.push_back(static_cast<Value>(end));
    std::ranges::sort(sorted, is_better);
    sorted.resize(k, none);
    best.insert(best.end(), sorted.begin(), sorted.end());
  }
  std::vector<Value> found(best.size());
  index.best_values(space, fuzz::span_of(begins), fuzz::span_of(ends), k, fuzz::span_of(found), {&workspace});
  fuzz::expect_none(tests::first_difference(found, best), "the best values");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
  FuzzedDataProvider input(data, size);
  static constexpr void (*checks[])(FuzzedDataProvider&) = {
      check<std::uint32_t, Extremum::minimum>, check<std::uint32_t, Extremum::maximum>,
      check<std::uint64_t, Extremum::minimum>, check<std::uint64_t, Extremum::maximum>};
  checks[input.ConsumeIntegralInRange<std::size_t>(0, 3)](input);
  return 0;
}
