// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One round over groups of suffixes, by keys of one rank and of several, by chains and by comparisons, with the ranks of the
// following suffixes and with those of the following samples.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "suffix_array/rounds/comparison_round.hpp"
#include "suffix_array/rounds/doubling.hpp"
#include "suffix_array/samples/sample_successor.hpp"
#include "tests/suffix_array/grouped_suffixes.hpp"
#include "tests/suffix_array/sampled_text.hpp"

namespace lexikos::tests
{

using namespace suffix_array_detail;
using texts::Text;

namespace
{

/// Ranks are those of groups whose suffixes agree in `depth` symbols and precede those of later groups.
template <class Index>
void expect_grouped(Text const& text, reference::Positions const& sorted, std::vector<Index> const& ranks,
                    std::size_t depth)
{
  constexpr auto none = static_cast<Index>(-1);
  std::size_t entry = 0;
  std::size_t head = 0;
  std::size_t before = 0;
  for (auto const suffix : sorted) {
    if (ranks[suffix] == none) continue;
    if (entry == 0 || ranks[suffix] != ranks[before])
      head = entry;
    else {
      CAPTURE(before);
      CAPTURE(suffix);
      REQUIRE(agree(text, before, suffix, depth));
    }
    CAPTURE(suffix);
    REQUIRE(ranks[suffix] == head);
    before = suffix;
    ++entry;
  }
}

/// Runs one round and checks what it leaves. Returns the depth, or 0 where nothing was unsorted.
template <class Index, class ExecutionSpace, class Round>
std::size_t expect_refined(TestContext<ExecutionSpace> const& context, Text const& text,
                           GroupedSuffixes<Index> const& before, std::size_t h, Round const& round)
{
  Workspace::Scope const scope(context->workspace);
  GroupsInRounds<ExecutionSpace, Index> groups(*context, before, h);
  if (!groups.rounds.any_unsorted()) return 0;
  ++groups.rounds.number;
  round(groups.rounds);
  context->space.fence();
  std::size_t const depth = groups.rounds.depth;
  auto const ranks = to_vector(groups.ranks);
  expect_grouped(text, reference::sa_is(text), ranks, depth);
  bool stands_in_group = true;  // and every suffix in the part of the array that its rank says
  auto const suffixes = to_vector(groups.suffix_array);
  for (std::size_t i = 0; i < suffixes.size(); ++i) {
    std::size_t const head = ranks[suffixes[i]];
    stands_in_group = stands_in_group && head <= i && ranks[suffixes[head]] == head;
  }
  CHECK(stands_in_group);
  return depth;
}

/// Rounds by keys of one to four ranks, and by comparisons.
template <class Index, class ExecutionSpace, class Successor>
void expect_rounds(TestContext<ExecutionSpace> const& context, Text const& text, GroupedSuffixes<Index> const& before,
                   Successor const& successor, std::size_t h)
{
  using TheseRounds = Rounds<ExecutionSpace, Index>;
  std::size_t const gain = successor.depth_after(h) - h;
  for (int const ranks : {1, 2, 3, 4}) {
    CAPTURE(ranks);
    std::size_t const depth = expect_refined(
        context, text, before, h, [&](TheseRounds& rounds) { double_depth(rounds, successor, {.ranks = ranks}); });
    bool const is_right = depth == 0 || depth == h + gain || depth == h + static_cast<std::size_t>(ranks) * gain;
    CHECK(is_right);
  }
  expect_refined(context, text, before, h, [&](TheseRounds& rounds) { refine_by_comparisons(rounds, successor, 16); });
}

template <class Index, class ExecutionSpace>
void expect_rounds_of_prefixes(ExecutionSpace const& space, Text const& text, std::size_t h)
{
  Workspace workspace;
  TestContext<ExecutionSpace> const context(workspace, space);
  expect_rounds(context, text, GroupedSuffixes<Index>(text, h), SuccessorAtDepth{}, h);
}

template <class Index, class ExecutionSpace>
void expect_rounds_of_samples(ExecutionSpace const& space, Text const& text, std::size_t deeper)
{
  Workspace workspace;
  Workspace::Scope const scope(workspace);
  TestContext<ExecutionSpace> const context(workspace, space);
  auto const sampled = sampled_text(space, text, false, workspace);
  reference::Positions backwards(text.size());
  for (std::size_t i = 0; i < backwards.size(); ++i) backwards[i] = backwards.size() - 1 - i;
  std::size_t const h = sampled.distances.sampling.context() + deeper;
  GroupedSuffixes<Index> const groups(text, h, samples_among<Index>(backwards, distances_of<ExecutionSpace>(sampled)));
  expect_rounds(context, text, groups, SampleSuccessor<typename ExecutionSpace::memory_space>{sampled.distances}, h);
}

std::vector<texts::Named> texts_of_groups()
{
  return {{"random", texts::random(3'000, 4, 1)},
          {"copies", texts::copies_with_mutations(6'000, 300, 2)},
          {"40 copies", texts::repeated(150, 40, 3)},
          {"twice", texts::repeated(2'000, 2, 4)},
          {"of many symbols", texts::repeated(1'000, 3, 5)},
          {"Fibonacci", texts::fibonacci(2'000)},
          {"Thue-Morse", texts::thue_morse(2'000)},
          {"one letter", texts::letter(300)}};
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("a round sorts groups by one rank, by several, and by comparisons", ExecutionSpace, rounds)
{
  for (auto const& [name, text] : texts_of_groups())
    for (std::size_t const h : {1, 3, 9, 24}) {
      CAPTURE(name);
      CAPTURE(h);
      expect_rounds_of_prefixes<std::uint32_t>(ExecutionSpace(), text, h);
      expect_rounds_of_prefixes<std::uint64_t>(smallest_instance<ExecutionSpace>(), text, h);
      expect_rounds_of_samples<std::uint32_t>(ExecutionSpace(), text, h);
      expect_rounds_of_samples<std::uint64_t>(smallest_instance<ExecutionSpace>(), text, h);
    }
}
TEST_CASE_TEMPLATE_APPLY(rounds, tests::Spaces);

TEST_CASE("a key has as many ranks as fit")
{
  CHECK(KeyWidth{}.ranks_of(10) == 1);
  CHECK(KeyWidth{.ranks = 4}.ranks_of(16) == 4);
  CHECK(KeyWidth{.ranks = 4}.ranks_of(17) == 3);
  CHECK(KeyWidth{.ranks = 4}.ranks_of(32) == 2);
  CHECK(KeyWidth{.ranks = 4}.ranks_of(33) == 1);
  CHECK(KeyWidth{.ranks = 2, .bits = 16}.ranks_of(17) == 1);
}

}  // namespace lexikos::tests
