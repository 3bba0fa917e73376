// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs that their caller stops, by every algorithm.

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <lexikos/suffix_array.hpp>
#include <string>
#include <vector>

#include "tests/integer_texts.hpp"
#include "tests/suffix_array/expect.hpp"

using namespace lexikos;
using Algorithm = SuffixArrayAlgorithm;

namespace
{

/// Stopped at the first, a middle and the last call; the same workspace serves afterwards.
template <class Index, class ExecutionSpace, class Symbol>
void expect_stops(tests::Expected<ExecutionSpace, Symbol> const& expected, Algorithm algorithm)
{
  CAPTURE(std::string(to_string(algorithm)));
  CAPTURE(sizeof(Index));
  ExecutionSpace const space{};
  Workspace workspace;
  std::size_t calls = 0;
  std::size_t last = 0;
  SuffixArrayOptions options{.algorithm = algorithm, .workspace = &workspace};
  options.progress = [&](double fraction) {
    CHECK(fraction >= 0);
    CHECK(fraction <= 1);
    return ++calls != last;
  };
  tests::expect_with_inverse<Index>(space, expected, options);
  std::size_t const all_calls = calls;
  REQUIRE(all_calls > 0);
  for (std::size_t const stop : {std::size_t{1}, (all_calls + 1) / 2, all_calls})
    for (bool const with_inverse : {false, true}) {
      CAPTURE(stop);
      CAPTURE(all_calls);
      auto const sa = tests::unwritten<ExecutionSpace, Index>(expected.suffix_array.size());
      auto const inverse = tests::unwritten<ExecutionSpace, Index>(expected.suffix_array.size());
      calls = 0;
      last = stop;
      auto const code = tests::code_of([&] {
        if (with_inverse)
          suffix_array(space, expected.text, sa, inverse, options);
        else
          suffix_array(space, expected.text, sa, options);
      });
      CHECK(code == ErrorCode::cancelled);
      CHECK(calls == stop);
      workspace.reset_peak();
      CHECK(workspace.peak_bytes() == 0);
      last = 0;
      tests::expect_with_inverse<Index>(space, expected, options);
    }
}

template <class ExecutionSpace, class Symbol>
void expect_stops(std::vector<Symbol> const& text)
{
  CAPTURE(sizeof(Symbol));
  tests::Expected<ExecutionSpace, Symbol> const expected(text);
  for (Algorithm const algorithm : suffix_array_algorithms<ExecutionSpace>()) {
    if (algorithm == Algorithm::libdivsufsort && sizeof(Symbol) > 1) continue;
    expect_stops<std::uint32_t>(expected, algorithm);
    expect_stops<std::uint64_t>(expected, algorithm);
  }
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("every algorithm can be stopped and its workspace used again", ExecutionSpace, stops)
{
  expect_stops<ExecutionSpace>(texts::copies_with_mutations(30'000, 1'000, 9));
  expect_stops<ExecutionSpace>(texts::fibonacci(20'000));
  expect_stops<ExecutionSpace>(texts::letter(10'000));
  expect_stops<ExecutionSpace>(texts::random(1, 256, 1));
  auto text = texts::random_of(texts::sparse_values<std::uint64_t>(400, 1), 10'000, 1);
  text.insert(text.end(), text.begin(), text.end());
  expect_stops<ExecutionSpace>(text);
  expect_stops<ExecutionSpace>(texts::replaced(texts::fibonacci(10'000), texts::sparse_values<std::uint16_t>(256, 2)));
}
TEST_CASE_TEMPLATE_APPLY(stops, tests::Spaces);
