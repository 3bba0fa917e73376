// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Suffix arrays of texts made to meet every size class of a segmented sort.

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "tests/suffix_array/expect.hpp"

using namespace lexikos;
using texts::Named;
using texts::Text;

namespace
{

constexpr std::size_t sizes[] = {2,    3,    4,    5,    7,    8,    9,    15,   16,   17,   31,  32,  33,
                                 63,   64,   65,   127,  128,  129,  255,  256,  257,  511,  512, 513, 1023,
                                 1024, 1025, 2047, 2048, 2049, 4095, 4096, 4097, 8191, 8192, 8193};

/// All groups of one size, beyond the depth of any first key.
std::vector<Named> texts_of_one_group_size()
{
  std::vector<Named> named;
  for (std::size_t const size : sizes) {
    named.push_back({"groups of " + std::to_string(size), {}});
    texts::append_group(named.back().text, size, size < 1'000 ? 90 : 30, size);
  }
  return named;
}

/// Groups of all sizes side by side, a few of each, in mixed order.
Text text_of_all_group_sizes(std::uint64_t seed)
{
  texts::Random next(seed);
  Text text;
  for (int k = 0; k < 60; ++k) {
    std::size_t const size = sizes[next.below(std::size(sizes))];
    texts::append_group(text, size, size < 300 ? 40 : 10, seed * 1'000 + k);
  }
  return text;
}

/// One giant among tens of thousands of pairs, and giants only.
std::vector<Named> texts_of_giants()
{
  Text one_giant = texts::repeated(30'000, 2, 5);
  texts::append_group(one_giant, 60'000, 12, 6);
  Text giants;
  for (std::uint64_t k = 0; k < 4; ++k) texts::append_group(giants, 20'000 + k, 10, k);
  return {{"one giant", one_giant}, {"giants", giants}};
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("suffix arrays with groups of one size", ExecutionSpace, one_size)
{
  tests::expect_sorted<ExecutionSpace>(texts_of_one_group_size(), tests::Variants::few);
}
TEST_CASE_TEMPLATE_APPLY(one_size, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("suffix arrays with groups of all sizes" * doctest::test_suite("long"), ExecutionSpace,
                          all_sizes)
{
  tests::expect_sorted<ExecutionSpace>(
      {{"mixed 1", text_of_all_group_sizes(1)}, {"mixed 2", text_of_all_group_sizes(2)}}, tests::Variants::all);
}
TEST_CASE_TEMPLATE_APPLY(all_sizes, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("suffix arrays with giant groups", ExecutionSpace, giants)
{
  tests::expect_sorted<ExecutionSpace>(texts_of_giants(), tests::Variants::few);
}
TEST_CASE_TEMPLATE_APPLY(giants, tests::Spaces);
