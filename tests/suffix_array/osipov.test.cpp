// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Osipov's rounds where rank and key are too wide for one sort: what texts beyond 2^32 symbols need, on short ones.

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "suffix_array/algorithms/osipov_round.hpp"
#include "suffix_array/text/first_sort.hpp"
#include "tests/suffix_array/expect.hpp"
#include "tests/suffix_array/test_context.hpp"

using namespace lexikos;

namespace
{

/// \param max_key_bits  of which a round makes one key, or takes two sorts
template <class Index, class ExecutionSpace>
void expect_sorted_by(int max_key_bits, ExecutionSpace const& space, tests::Expected<ExecutionSpace> const& expected)
{
  using namespace suffix_array_detail;
  using MemorySpace = typename ExecutionSpace::memory_space;
  CAPTURE(max_key_bits);
  std::size_t const n = expected.suffix_array.size();
  auto const sa = tests::unwritten<ExecutionSpace, Index>(n);
  auto const inverse = tests::unwritten<ExecutionSpace, Index>(n);
  Workspace workspace;
  SuffixArrayOptions const options;
  tests::TestContext<ExecutionSpace> const context(workspace, space, Tuning::of<ExecutionSpace>(), {}, n);
  SortRun<ExecutionSpace, Index> run{*context, options, tests::as_text(expected.text),
                                     Span<Index, MemorySpace>(sa.data(), n),
                                     Span<Index, MemorySpace>(inverse.data(), n)};
  auto rounds = sort_first_symbols(run);
  while (rounds.any_unsorted()) rounds.run([&] { refine_together(rounds, max_key_bits); });
  space.fence();
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
