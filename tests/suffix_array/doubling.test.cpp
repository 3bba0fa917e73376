// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One round over groups of suffixes, by keys of one rank and of several, by chains and by comparisons, with the ranks of the
// suffixes behind and with those of the samples behind.

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
  std::size_t wrong_ranks = 0;
  std::size_t wrong_groups = 0;
  for (auto const suffix : sorted) {
    if (ranks[suffix] == none) continue;
    if (entry == 0 || ranks[suffix] != ranks[before])
      head = entry;
    else if (!agree(text, before, suffix, depth))
      ++wrong_groups;
    wrong_ranks += ranks[suffix] == head ? 0 : 1;
    before = suffix;
    ++entry;
  }
  CHECK(wrong_ranks == 0);
  CHECK(wrong_groups == 0);
}

/// `round` refines groups that agree in h symbols. Returns in how many symbols they agree then.
template <class Index, class ExecutionSpace, class Round>
std::size_t expect_refined(ExecutionSpace const& space, Text const& text, GroupedSuffixes<Index> const& before,
                           Workspace& workspace, Round const& round)
{
  Workspace::Scope scope(workspace);
  GroupsInRounds<ExecutionSpace, Index> groups(space, before, workspace);
  if (groups.unsorted.size == 0) return 0;
  Steps<ExecutionSpace> step(space, nullptr);
  std::size_t const depth = round(groups, step);
  space.fence();
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

template <class Index, class ExecutionSpace, class Successor>
void expect_rounds(ExecutionSpace const& space, Text const& text, GroupedSuffixes<Index> const& before,
                   Successor const& behind, std::size_t h, Workspace& workspace)
{
  std::size_t const gain = behind.depth_after(h) - h;
  for (int const ranks : {1, 2, 3, 4}) {
    CAPTURE(ranks);
    std::size_t const depth =
        expect_refined(space, text, before, workspace,
                       [&](GroupsInRounds<ExecutionSpace, Index>& groups, Steps<ExecutionSpace>& step) {
                         return doubling_round(space, groups.ranking(), behind, groups.unsorted, h, {.ranks = ranks},
                                               first_sort_tag + 1, step, workspace);
                       });
    bool const is_right = depth == 0 || depth == h + gain || depth == h + static_cast<std::size_t>(ranks) * gain;
    CHECK(is_right);
  }
  expect_refined(space, text, before, workspace,
                 [&](GroupsInRounds<ExecutionSpace, Index>& groups, Steps<ExecutionSpace>& step) {
                   return comparison_round(space, groups.ranking(), behind, groups.unsorted, h, 16, first_sort_tag + 1,
                                           step, workspace);
                 });
}

template <class Index, class ExecutionSpace>
void expect_rounds_of_prefixes(ExecutionSpace const& space, Text const& text, std::size_t h)
{
  Workspace workspace;
  expect_rounds(space, text, GroupedSuffixes<Index>(text, h), SuccessorAtDepth{}, h, workspace);
}

template <class Index, class ExecutionSpace>
void expect_rounds_of_samples(ExecutionSpace const& space, Text const& text, std::size_t deeper)
{
  Workspace workspace;
  Workspace::Scope scope(workspace);
  auto const sampled = sampled_text(space, text, false, workspace);
  reference::Positions backwards(text.size());
  for (std::size_t i = 0; i < backwards.size(); ++i) backwards[i] = backwards.size() - 1 - i;
  std::size_t const h = sampled.distances.sampling.context() + deeper;
  GroupedSuffixes<Index> const groups(text, h, samples_among<Index>(backwards, distances_of<ExecutionSpace>(sampled)));
  SampleSuccessor<typename ExecutionSpace::memory_space> const behind{sampled.distances};
  expect_rounds(space, text, groups, behind, h, workspace);
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
