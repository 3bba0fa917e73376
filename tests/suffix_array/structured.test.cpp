// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Suffix arrays of texts with structure: what is hard for one method or another.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "tests/suffix_array/expect.hpp"

using namespace lexikos;
using texts::Named;
using texts::Text;

namespace
{

std::vector<Named> texts_of_length(std::size_t n)
{
  std::size_t const period = std::max<std::size_t>(1, std::min<std::size_t>(n / 3, 100));
  return {{"one letter", texts::letter(n)},
          {"random over 2", texts::random(n, 2, n)},
          {"random over 4", texts::random(n, 4, n)},
          {"random over 256", texts::random(n, 256, n)},
          {"Fibonacci", texts::fibonacci(n)},
          {"Thue-Morse", texts::thue_morse(n)},
          {"short runs", texts::runs(n, 9, n)},
          {"long runs", texts::runs(n, n / 4 + 1, n)},
          {"periodic", texts::periodic(n, period, n)},
          {"periodic, changed at the begin", texts::periodic(n, period, 0)},
          {"periodic, changed in the middle", texts::periodic(n, period, n / 2)},
          {"periodic, changed at the end", texts::periodic(n, period, n - 1)},
          {"copies with mutations", texts::copies_with_mutations(n, 200, n)}};
}

/// One of each kind; sizes vary, so that all three are met.
std::vector<Named> texts_of_a_million()
{
  return {{"one letter", texts::letter(1'000'001)},
          {"random over 4", texts::random(999'999, 4, 1)},
          {"random over 200", texts::random(1'000'000, 200, 2)},
          {"Fibonacci", texts::fibonacci(1'000'000)},
          {"Thue-Morse", texts::thue_morse(1'000'001)},
          {"runs", texts::runs(999'999, 1'000, 3)},
          {"periodic, changed in the middle", texts::periodic(1'000'000, 1'000, 500'001)},
          {"copies with mutations", texts::copies_with_mutations(1'000'001, 2'000, 4)}};
}

/// Repetitions of one, few and many periods, which begin, end and meet in every way.
std::vector<Named> texts_of_repetitions()
{
  std::vector<Named> named;
  for (std::uint64_t seed = 1; seed <= 8; ++seed)
    for (std::size_t const period : {1u, 2u, 5u, 40u, 1'000u}) {
      std::string const name = "periods to " + std::to_string(period) + ", seed " + std::to_string(seed);
      named.push_back({name, texts::periodic_parts(seed * 1'500, period, seed)});
    }
  for (std::size_t const times : {2u, 3u, 4u, 5u}) {
    std::size_t const n = 60'000;
    named.push_back({std::to_string(times) + " times", texts::periodic(n, n / times, n)});
    named.push_back({std::to_string(times) + " times, the last cut short", texts::periodic(n, n / times + 7, n)});
    named.push_back(
        {std::to_string(times) + " times, the last changed", texts::periodic(n, n / times, n - n / times / 2)});
  }
  return named;
}

/// Texts whose suffixes fall into tens of thousands of groups of equal size, which stay whole for several rounds.
std::vector<Named> texts_of_many_groups()
{
  return {{"twice", texts::repeated(60'000, 2, 1)},
          {"three times", texts::repeated(40'000, 3, 2)},
          {"nine times", texts::repeated(20'000, 9, 3)},
          {"seventy times", texts::repeated(3'000, 70, 4)}};
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("suffix arrays of structured texts of lengths around every limit" *
                              doctest::test_suite("long"),
                          ExecutionSpace, lengths)
{
  std::vector<std::size_t> lengths = {1, 2, 3};
  for (std::size_t const limit : {32u, 64u, 128u, 256u, 512u, 1'024u, 4'096u, 16'384u, 65'536u})
    for (std::size_t const n : {limit - 1, limit, limit + 1}) lengths.push_back(n);
  for (std::size_t const n : lengths)
    tests::expect_sorted<ExecutionSpace>(texts_of_length(n), n < 10'000 ? tests::Variants::all : tests::Variants::few);
}
TEST_CASE_TEMPLATE_APPLY(lengths, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("suffix arrays of De Bruijn sequences", ExecutionSpace, de_bruijn)
{
  tests::expect_sorted<ExecutionSpace>({{"2 letters, words of 16", texts::de_bruijn(2, 16)},
                                        {"3 letters, words of 9", texts::de_bruijn(3, 9)},
                                        {"4 letters, words of 8", texts::de_bruijn(4, 8)},
                                        {"20 letters, words of 3", texts::de_bruijn(20, 3)}},
                                       tests::Variants::all);
}
TEST_CASE_TEMPLATE_APPLY(de_bruijn, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("suffix arrays of repetitions", ExecutionSpace, repetitions)
{
  tests::expect_sorted<ExecutionSpace>(texts_of_repetitions(), tests::Variants::few);
}
TEST_CASE_TEMPLATE_APPLY(repetitions, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("suffix arrays of many equal groups", ExecutionSpace, many_groups)
{
  tests::expect_sorted<ExecutionSpace>(texts_of_many_groups(), tests::Variants::few);
}
TEST_CASE_TEMPLATE_APPLY(many_groups, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("suffix arrays of a million symbols" * doctest::test_suite("long"), ExecutionSpace, million)
{
  tests::expect_sorted<ExecutionSpace>(texts_of_a_million(), tests::Variants::few);
}
TEST_CASE_TEMPLATE_APPLY(million, tests::Spaces);
