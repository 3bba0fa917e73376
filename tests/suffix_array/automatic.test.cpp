// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What `automatic` chooses, and what it says why.

#include "suffix_array/automatic.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <lexikos/suffix_array.hpp>
#include <string>
#include <vector>

#include "tests/spaces.hpp"
#include "tests/texts.hpp"

namespace lexikos::tests
{

using namespace suffix_array_detail;
using texts::Text;

/// Where libdivsufsort is not to be had, so that the number of threads does not matter.
template <class ExecutionSpace>
Choice choice(Text const& text)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  ExecutionSpace const space{};
  auto const view = to_view<ExecutionSpace>(text);
  SuffixArrayOptions const options;
  SuffixArrayStatistics statistics;
  Workspace workspace;
  SortRun<ExecutionSpace, std::uint8_t, std::uint32_t> const run{
      space, Span<std::uint8_t const, MemorySpace>(view.data(), text.size()), {}, {}, options, statistics, workspace};
  return choose_algorithm(run, false);
}

TEST_CASE_TEMPLATE_DEFINE("automatic: by length, runs and repetition", ExecutionSpace, by_text)
{
  std::size_t const n = std::size_t{1} << 23;
  auto const random = choice<ExecutionSpace>(texts::random(n, 4, 1));
  CHECK(random.algorithm == SuffixArrayAlgorithm::sampled_prefix_doubling);
  CHECK(random.reason.ends_with("% of the suffixes leads to all"));
  CHECK(random.repetition.period == 0);

  auto const short_text = choice<ExecutionSpace>(texts::random(100'000, 4, 1));
  CHECK(short_text.algorithm == SuffixArrayAlgorithm::prefix_doubling);
  CHECK(short_text.reason == "a short text: fewest steps");

  Text runs(n, 'a');
  runs[n / 3] = 'b';
  auto const long_runs = choice<ExecutionSpace>(runs);
  CHECK(long_runs.algorithm == SuffixArrayAlgorithm::prefix_doubling);
  CHECK(long_runs.reason == "long runs of one letter: a sample would have 100% of the suffixes");

  auto const one_letter = choice<ExecutionSpace>(Text(n, 'a'));
  CHECK(one_letter.repetition.period == 1);
  CHECK(one_letter.reason == "a text of period 1: its last 1 suffixes lead to all");
}
TEST_CASE_TEMPLATE_APPLY(by_text, Spaces);

TEST_CASE("automatic: hosts sort sequentially with few threads, or few symbols for each")
{
  CHECK(reason_for_libdivsufsort(1'000'000'000, 3) == "too few threads to outweigh the work of doubling: 3");
  CHECK(reason_for_libdivsufsort(8192 * 16 - 1, 16) == "too short a text for 16 threads");
  CHECK(reason_for_libdivsufsort(8192 * 16, 16).empty());
  CHECK(reason_for_libdivsufsort(1'000'000'000, 4).empty());
}

}  // namespace lexikos::tests
