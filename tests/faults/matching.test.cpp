// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/fm_index.hpp>
#include <lexikos/matching.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "tests/faults/arrays.hpp"
#include "tests/faults/injection.hpp"

namespace lexikos::tests
{

namespace
{

constexpr std::array<std::string_view, 4> queries_to_match{"abaababaabaab", "", "bbabaababaabaababaababa", "b"};

/// Statistics and matches in a text or an index.
/// \param inputs  what may not change
template <class ExecutionSpace, class Index, class Source, class Inputs>
void expect_source(std::string const& name, ArraysOfText<ExecutionSpace, Index> const& arrays, Source const& source,
                   Inputs const& text_inputs, std::vector<MatchKind> const& kinds)
{
  auto const& space = arrays.space;
  auto const queries = patterns_from_host(space, queries_to_match);
  auto const& [symbols, offsets] = queries;
  auto const inputs = [&] { return std::tuple(text_inputs(), to_vector(symbols), to_vector(offsets)); };
  Faults statistics(fault_name<ExecutionSpace>("matching_statistics", name + " " + type_name<Index>()));
  statistics.expect(inputs, [&](Surroundings const& surroundings) {
    auto const lengths = results_of<Index, ExecutionSpace>(symbols.extent(0));
    surroundings.within([&] {
      matching_statistics(space, source, symbols, offsets, lengths, {.workspace = surroundings.workspace()});
    });
    return to_vector(lengths);
  });
  for (auto const kind : kinds) {
    Faults matches(fault_name<ExecutionSpace>(
        "find_matches", name + " " + std::to_string(static_cast<int>(kind)) + " " + type_name<Index>()));
    matches.expect(inputs, [&](Surroundings const& surroundings) {
      auto const found = surroundings.within([&] {
        MatchOptions<typename ExecutionSpace::memory_space> options;
        options.kind = kind;
        options.min_length = 3;
        options.max_occurrences = 100;
        options.strands = Strands::both;
        options.workspace = surroundings.workspace();
        if constexpr (Kokkos::is_view_v<Source>)
          return find_matches<Index>(space, source, symbols, offsets, options);
        else
          return find_matches(space, source, symbols, offsets, options);
      });
      return std::tuple(to_vector(found.text_positions), to_vector(found.queries), to_vector(found.query_positions),
                        to_vector(found.lengths), to_vector(found.reversed), to_vector(found.occurrences),
                        to_vector(found.offsets), to_vector(found.capped_queries));
    });
  }
}

template <class ExecutionSpace, class Index>
void expect_matching()
{
  ArraysOfText<ExecutionSpace, Index> const arrays(texts::fibonacci(300));
  auto const& space = arrays.space;
  using MemorySpace = typename ExecutionSpace::memory_space;
  SuffixIndex<MemorySpace, Index> const index(space, arrays.text, arrays.suffix_array, arrays.lcp, arrays.inverse);
  FmIndex<MemorySpace, Index> const fm_index(space, arrays.text, arrays.suffix_array, {.sample_rate = 4});
  auto const values = [&] { return arrays.values(); };
  expect_source("suffix_index", arrays, index, values,
                {MatchKind::maximal, MatchKind::supermaximal, MatchKind::unique_in_both});
  expect_source("fm_index", arrays, fm_index, values, {MatchKind::maximal, MatchKind::supermaximal});
  expect_source("text", arrays, arrays.text, values, {MatchKind::maximal});
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("allocations that fail: matches", ExecutionSpace, failing_matches)
{
  expect_matching<ExecutionSpace, std::uint32_t>();
  expect_matching<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(failing_matches, Spaces);

}  // namespace lexikos::tests
