// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Range extrema and nearest better values against scans.

#include "common/extremum_tree.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tests/spaces.hpp"
#include "tests/texts.hpp"

using namespace lexikos;

namespace
{

struct Query
{
  std::size_t low, high;             // a range
  std::size_t best, previous, next;  // the answers: of the range, and of its first place
};

/// Answers on the device.
template <class Extremum, class Queries>
struct Ask
{
  Extremum extremum;
  Queries queries;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    Query& query = queries(q);
    query.best = extremum.leftmost_best(query.low, query.high);
    query.previous = extremum.previous_as_good(query.low);
    query.next = extremum.next_better(query.low);
  }
};

template <class Better, class Index>
Query scanned(std::vector<Index> const& values, std::size_t low, std::size_t high)
{
  Better const better;
  Query query{low, high, low, low, low + 1};
  for (std::size_t i = low; i <= high; ++i)
    if (better(values[i], values[query.best])) query.best = i;
  while (query.previous > 0 && better(values[low], values[query.previous - 1])) --query.previous;
  query.previous = query.previous == 0 ? values.size() : query.previous - 1;
  while (query.next < values.size() && !better(values[query.next], values[low])) ++query.next;
  return query;
}

template <class Better, class Index, class ExecutionSpace>
void expect_answers(ExecutionSpace const& space, std::vector<Index> const& values, std::uint64_t seed)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = values.size();
  texts::Random next(seed);
  std::vector<Query> queries;
  auto const add = [&](std::size_t a, std::size_t b) {
    queries.push_back(scanned<Better>(values, std::min(a, b), std::max(a, b)));
  };
  add(0, n - 1);
  for (int q = 0; q < 300; ++q) {
    std::size_t const low = next.below(n);
    add(low, next.below(n));
    add(low, std::min(n - 1, low + next.below(70)));
    add(low, low);
  }
  auto const device_values = tests::to_view<ExecutionSpace>(values);
  auto const device_queries = tests::to_view<ExecutionSpace>(queries);
  Workspace workspace;
  {
    Workspace::Scope const scope(workspace);
    auto const extremum = detail::build_extremum_tree<Better, ExecutionSpace, Index>(
        space, Span<Index const, MemorySpace>(device_values.data(), n), workspace);
    CHECK(workspace.peak_bytes() <= detail::extremum_tree_bytes<Index>(n));
    Kokkos::parallel_for(
        "ask", backends::Range<ExecutionSpace>(space, 0, queries.size()),
        Ask<decltype(detail::build_extremum_tree<Better, ExecutionSpace, Index>(space, {}, workspace)),
            Span<Query, MemorySpace>>{extremum, Span<Query, MemorySpace>(device_queries.data(), queries.size())});
    space.fence();
  }
  auto const answers = tests::to_vector(device_queries);
  for (std::size_t q = 0; q < queries.size(); ++q) {
    CAPTURE(queries[q].low);
    CAPTURE(queries[q].high);
    REQUIRE(answers[q].best == queries[q].best);
    REQUIRE(answers[q].previous == queries[q].previous);
    REQUIRE(answers[q].next == queries[q].next);
  }
}

template <class ExecutionSpace>
void expect_extrema()
{
  ExecutionSpace const space{};
  std::uint64_t seed = 0;
  for (std::size_t const n : {1, 2, 31, 32, 33, 64, 100, 1'023, 1'024, 1'025, 1'056, 5'000, 32'768, 40'000}) {
    for (std::size_t const below : {1, 2, 5, 1'000'000}) {
      CAPTURE(n);
      CAPTURE(below);
      texts::Random next(++seed);
      std::vector<std::uint32_t> values(n);
      for (auto& value : values) value = static_cast<std::uint32_t>(next.below(below));
      if (seed % 3 == 0) std::sort(values.begin(), values.end());
      if (seed % 3 == 1) std::sort(values.rbegin(), values.rend());
      expect_answers<detail::Larger>(space, values, seed);
      expect_answers<detail::Smaller>(space, std::vector<std::uint64_t>(values.begin(), values.end()), seed);
    }
  }
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("leftmost best of a range, and nearest values", ExecutionSpace, extrema)
{
  expect_extrema<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(extrema, tests::Spaces);
