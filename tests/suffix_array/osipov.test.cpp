// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Osipov's rounds where rank and key are too wide for one sort: what texts beyond 2^32 symbols need, on short ones.

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "suffix_array/algorithms/osipov.hpp"
#include "tests/suffix_array/expect.hpp"

using namespace lexikos;

namespace
{

template <class Index, class ExecutionSpace>
void expect_sorted_by(int widest, ExecutionSpace const& space, tests::Expected<ExecutionSpace> const& expected)
{
  using namespace suffix_array_detail;
  using MemorySpace = typename ExecutionSpace::memory_space;
  CAPTURE(widest);
  auto const sa = tests::unwritten<ExecutionSpace, Index>(expected.suffix_array.size());
  auto const inverse = tests::unwritten<ExecutionSpace, Index>(expected.suffix_array.size());
  Workspace workspace;
  SuffixArrayStatistics statistics;
  SortRun<ExecutionSpace, std::uint8_t, Index> const run{
      space,
      Span<std::uint8_t const, MemorySpace>(expected.text.data(), expected.text.extent(0)),
      Span<Index, MemorySpace>(sa.data(), sa.extent(0)),
      Span<Index, MemorySpace>(inverse.data(), inverse.extent(0)),
      {},
      statistics,
      workspace};
  osipov(run, widest);
  tests::expect_equal(sa, expected.suffix_array, "suffix_array");
  tests::expect_equal(inverse, expected.inverse, "inverse");
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("Osipov's rounds by one sort and by two", ExecutionSpace, by_two)
{
  ExecutionSpace const space{};
  for (auto const& [name, text] : std::vector<texts::Named>{{"one letter", texts::letter(5'000)},
                                                            {"Fibonacci", texts::fibonacci(20'000)},
                                                            {"repeated", texts::repeated(5'000, 5, 1)},
                                                            {"runs", texts::runs(20'000, 300, 1)},
                                                            {"copies", texts::copies_with_mutations(40'000, 500, 1)}})
  {
    CAPTURE(name);
    tests::Expected<ExecutionSpace> const expected(text);
    for (int const widest : {0, 64}) {
      expect_sorted_by<std::uint32_t>(widest, space, expected);
      expect_sorted_by<std::uint64_t>(widest, space, expected);
    }
  }
}
TEST_CASE_TEMPLATE_APPLY(by_two, tests::Spaces);
