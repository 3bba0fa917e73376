// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One round of comparisons, beside a stable sort of each group by as many symbols as the round looks at.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "suffix_array/rounds/comparison_round.hpp"
#include "suffix_array/rounds/doubling.hpp"
#include "tests/suffix_array/grouped_suffixes.hpp"

namespace lexikos::tests
{

using namespace suffix_array_detail;
using texts::Text;

namespace
{

/// Sorts the small groups by `deeper` symbols. Returns whether there are large ones.
template <class Index>
bool sort_small_groups(GroupedSuffixes<Index>& groups, Text const& text, std::size_t h, std::size_t deeper)
{
  bool has_large = false;
  std::vector<std::size_t> depths(groups.suffixes.size());
  for (std::size_t begin = 0, end = 0; begin < groups.suffixes.size(); begin = end) {
    end = begin + 1;
    while (groups.heads[end] == 0) ++end;
    bool const is_large = end - begin > max_small_group;
    has_large = has_large || is_large;
    std::fill(depths.begin() + begin, depths.begin() + end, is_large ? h : deeper);
    if (!is_large)
      std::stable_sort(groups.suffixes.begin() + begin, groups.suffixes.begin() + end,
                       [&](Index a, Index b) { return precedes(text, a, b, deeper); });
  }
  groups.divide(text, [&](std::size_t i) { return depths[i]; });
  return has_large;
}

template <class Index, class ExecutionSpace>
void expect_compared(ExecutionSpace const& space, Text const& text, std::size_t h, std::size_t ranks)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const deeper = (1 + ranks) * h;
  GroupedSuffixes<Index> expected(text, h);
  Workspace workspace;
  Workspace::Scope const scope(workspace);
  TestContext<ExecutionSpace> const context(workspace, space);
  GroupsInRounds<ExecutionSpace, Index> groups(*context, expected, h);
  ++groups.rounds.number;
  refine_by_comparisons(groups.rounds, SuccessorAtDepth{}, ranks);
  std::size_t const depth = groups.rounds.depth;
  space.fence();
  std::vector<std::size_t> listed;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (expected.heads[i] == 0 || expected.heads[i + 1] == 0) listed.push_back(i);
  bool const has_large = sort_small_groups(expected, text, h, deeper);
  CHECK(depth == (has_large ? h : deeper));
  CHECK(to_vector(groups.suffix_array) == expected.suffixes);
  CHECK(to_vector(groups.ranks) == expected.ranks);
  std::vector<bool> heads_found;
  std::vector<bool> heads_expected;
  auto const heads_of_list =
      to_vector(Kokkos::View<std::uint8_t const*, MemorySpace>(groups.rounds.unsorted.heads.data(), listed.size()));
  for (std::size_t j = 0; j < listed.size(); ++j) {
    heads_found.push_back(heads_of_list[j] != 0);
    heads_expected.push_back(expected.heads[listed[j]] != 0);
  }
  CHECK(heads_found == heads_expected);
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("a round of comparisons sorts small groups, and leaves large ones", ExecutionSpace,
                          comparisons)
{
  std::vector<texts::Named> named{{"random", texts::random(3'000, 4, 1)},
                                  {"copies", texts::copies_with_mutations(4'000, 300, 2)},
                                  {"copies of 300", texts::repeated(300, 20, 3)},
                                  {"twice", texts::repeated(2'000, 2, 4)},
                                  {"one letter", texts::letter(100)},
                                  {"Thue-Morse", texts::thue_morse(1'000)}};
  for (std::size_t const size : {2, 3, 31, 32, 33, 64}) {
    named.push_back({"groups of " + std::to_string(size), {}});
    texts::append_group(named.back().text, size, 60, size);
  }
  for (auto const& [name, text] : named)
    for (std::size_t const h : {1, 3, 8, 20})
      for (std::size_t const ranks : {1, 2, 16}) {
        CAPTURE(name);
        CAPTURE(h);
        CAPTURE(ranks);
        expect_compared<std::uint32_t>(ExecutionSpace(), text, h, ranks);
        expect_compared<std::uint64_t>(smallest_instance<ExecutionSpace>(), text, h, ranks);
      }
}
TEST_CASE_TEMPLATE_APPLY(comparisons, tests::Spaces);

}  // namespace lexikos::tests
