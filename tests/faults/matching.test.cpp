// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/matching.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "tests/faults/arrays.hpp"
#include "tests/faults/injection.hpp"

namespace lexikos::tests
{

namespace
{

constexpr std::array<std::string_view, 4> queries_to_match{"abaababaabaab", "", "bbabaababaabaababaababa", "b"};

template <class ExecutionSpace, class Index>
void expect_matching()
{
  ArraysOfText<ExecutionSpace, Index> const arrays(texts::fibonacci(300));
  auto const& space = arrays.space;
  SuffixIndex<typename ExecutionSpace::memory_space, Index> const index(space, arrays.text, arrays.suffix_array,
                                                                        arrays.lcp, arrays.inverse);
  auto const queries = patterns_from_host(space, queries_to_match);
  auto const& [symbols, offsets] = queries;
  auto const inputs = [&] { return std::tuple(arrays.values(), to_vector(symbols), to_vector(offsets)); };

  Faults statistics(fault_name<ExecutionSpace>("matching_statistics", type_name<Index>()));
  statistics.expect(inputs, [&](Surroundings const& surroundings) {
    auto const lengths = results_of<Index, ExecutionSpace>(symbols.extent(0));
    surroundings.within(
        [&] { matching_statistics(space, index, symbols, offsets, lengths, {.workspace = surroundings.workspace()}); });
    return to_vector(lengths);
  });
  for (auto const kind : {MatchKind::maximal, MatchKind::supermaximal, MatchKind::unique_in_both}) {
    Faults matches(
        fault_name<ExecutionSpace>("find_matches", std::to_string(static_cast<int>(kind)) + " " + type_name<Index>()));
    matches.expect(inputs, [&](Surroundings const& surroundings) {
      auto const found = surroundings.within([&] {
        return find_matches(space, index, symbols, offsets,
                            {.kind = kind,
                             .min_length = 3,
                             .max_occurrences = 100,
                             .strands = Strands::both,
                             .workspace = surroundings.workspace()});
      });
      return std::tuple(to_vector(found.text_positions), to_vector(found.queries), to_vector(found.query_positions),
                        to_vector(found.lengths), to_vector(found.reversed), to_vector(found.occurrences),
                        to_vector(found.offsets), to_vector(found.capped_queries));
    });
  }
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("allocations that fail: matches", ExecutionSpace, failing_matches)
{
  expect_matching<ExecutionSpace, std::uint32_t>();
  expect_matching<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(failing_matches, Spaces);

}  // namespace lexikos::tests
