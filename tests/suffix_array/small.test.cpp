// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Suffix arrays of short texts, and of those whose ends tie with what fills up a key.

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "tests/suffix_array/expect.hpp"

using namespace lexikos;
using texts::Named;
using texts::Text;

namespace
{

template <class ExecutionSpace>
void expect_all_short_texts()
{
  Workspace workspace;
  std::size_t number = 0;
  auto expect = [&](Text const& text) {
    CAPTURE(std::string(text.begin(), text.end()));
    tests::expect_sorted(tests::instance_for<ExecutionSpace>(text.size(), number++), text, tests::Variants::few,
                         workspace);
  };
  for (std::size_t n = 0; n <= 10; ++n) texts::for_each_text(n, 2, expect);
  for (std::size_t n = 3; n <= 5; ++n) texts::for_each_text(n, 3, expect);
}

Text all_bytes(bool ascending)
{
  Text text(256);
  std::iota(text.begin(), text.end(), std::uint8_t{0});
  return ascending ? text : Text(text.rbegin(), text.rend());
}

Text joined(Text first, Text const& second)
{
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

std::vector<Named> texts_of_bytes()
{
  Text every = joined(all_bytes(true), all_bytes(false));
  Text all_twice = joined(all_bytes(true), all_bytes(true));
  Text mostly_zero(1'000, 0);
  Text mostly_full(1'000, 255);
  for (std::size_t i = 17; i < 1'000; i += 61) mostly_zero[i] = 255;
  for (std::size_t i = 17; i < 1'000; i += 61) mostly_full[i] = 0;
  return {{"empty", {}},
          {"0", {0}},
          {"255", {255}},
          {"0 0", {0, 0}},
          {"0 255", {0, 255}},
          {"255 0", {255, 0}},
          {"255 255", {255, 255}},
          {"all bytes ascending", all_bytes(true)},
          {"all bytes descending", all_bytes(false)},
          {"all bytes up and down", every},
          {"all bytes twice", all_twice},
          {"mostly 0", mostly_zero},
          {"mostly 255", mostly_full},
          {"127 and 128", texts::random(500, 2, 127)},
          {"random bytes", texts::random(3'000, 256, 3)}};
}

/// A suffix that ends within a key must not be taken for one that goes on with the smallest symbol.
std::vector<Named> texts_that_tie_with_padding()
{
  std::vector<Named> named;
  for (unsigned const alphabet : {2u, 3u, 4u, 5u, 16u, 17u, 200u, 256u}) {
    for (std::size_t const repeats : {1u, 2u, 7u, 8u, 9u, 20u, 21u, 31u, 32u, 33u, 63u, 64u, 65u, 130u}) {
      std::string const name =
          std::to_string(repeats) + " of the smallest of " + std::to_string(alphabet) + " symbols ";
      Text const smallest(repeats, 0);
      Text const middle = texts::random(300, alphabet, alphabet + repeats);
      named.push_back({name + "at the end", joined(middle, smallest)});
      named.push_back({name + "at the begin", joined(smallest, middle)});
      named.push_back({name + "at both", joined(joined(smallest, middle), smallest)});
      Text const largest(repeats, 255);
      named.push_back({name + "(the largest) at the end", joined(middle, largest)});
    }
  }
  return named;
}

/// Alphabets of every size, since each has its own width of codes, with lengths around what a key holds.
std::vector<Named> texts_of_every_alphabet()
{
  std::vector<Named> named;
  for (unsigned alphabet = 1; alphabet <= 256; alphabet += alphabet < 34 ? 1 : 37)
    for (std::size_t const n : {std::size_t{64}, std::size_t{65}, std::size_t{1'500}})
      named.push_back({std::to_string(alphabet) + " symbols", texts::random(n, alphabet, alphabet + n)});
  return named;
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("suffix arrays of all short texts" * doctest::test_suite("long"), ExecutionSpace, short_texts)
{
  expect_all_short_texts<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(short_texts, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("suffix arrays of texts of all byte values", ExecutionSpace, byte_values)
{
  tests::expect_sorted<ExecutionSpace>(texts_of_bytes(), tests::Variants::all);
}
TEST_CASE_TEMPLATE_APPLY(byte_values, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("suffix arrays of texts that tie with a key's padding", ExecutionSpace, padding)
{
  tests::expect_sorted<ExecutionSpace>(texts_that_tie_with_padding(), tests::Variants::few);
}
TEST_CASE_TEMPLATE_APPLY(padding, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("suffix arrays over alphabets of every size" * doctest::test_suite("long"), ExecutionSpace,
                          alphabets)
{
  tests::expect_sorted<ExecutionSpace>(texts_of_every_alphabet(), tests::Variants::few);
}
TEST_CASE_TEMPLATE_APPLY(alphabets, tests::Spaces);
