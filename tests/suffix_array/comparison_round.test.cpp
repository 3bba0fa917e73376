// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One round of comparisons, beside a stable sort of each group by as many symbols as the round looks at.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

#include "suffix_array/comparison_round.hpp"
#include "suffix_array/doubling.hpp"
#include "tests/suffix_array/expect.hpp"

namespace lexikos::tests
{

using namespace suffix_array_detail;
using texts::Text;

namespace
{

/// Whether two suffixes agree in `depth` symbols; one that is shorter agrees with none but itself.
bool agree(Text const& text, std::size_t a, std::size_t b, std::size_t depth)
{
  if (a == b) return true;
  return std::max(a, b) + depth <= text.size() &&
         std::equal(text.begin() + a, text.begin() + a + depth, text.begin() + b);
}

/// Whether suffix a precedes suffix b by their first `depth` symbols.
bool precedes(Text const& text, std::size_t a, std::size_t b, std::size_t depth)
{
  auto const end = [&](std::size_t i) { return text.begin() + std::min(i + depth, text.size()); };
  if (agree(text, a, b, depth)) return false;
  return std::lexicographical_compare(text.begin() + a, end(a), text.begin() + b, end(b));
}

/// Suffixes in groups, as the rounds have them.
template <class Index>
struct Groups
{
  std::vector<Index> suffixes;
  std::vector<Index> ranks;
  std::vector<std::uint8_t> heads;  ///< [0..n]: 1 where a group begins

  /// Begins groups where neighbours differ in their first symbols, `depth_of(i)` of them for the group that i is in.
  template <class Depth>
  void divide(Text const& text, Depth const& depth_of)
  {
    std::size_t const n = suffixes.size();
    ranks.resize(n);
    heads.assign(n + 1, 1);
    for (std::size_t i = 0, head = 0; i < n; ++i) {
      heads[i] = i == 0 || !agree(text, suffixes[i - 1], suffixes[i], depth_of(i)) ? 1 : 0;
      if (heads[i] != 0) head = i;
      ranks[suffixes[i]] = static_cast<Index>(head);
    }
  }
};

template <class Index>
Groups<Index> groups_of_depth(Text const& text, std::size_t h)
{
  Groups<Index> groups;
  groups.suffixes.resize(text.size());
  std::iota(groups.suffixes.rbegin(), groups.suffixes.rend(), Index{0});
  std::stable_sort(groups.suffixes.begin(), groups.suffixes.end(),
                   [&](Index a, Index b) { return precedes(text, a, b, h); });
  groups.divide(text, [&](std::size_t) { return h; });
  return groups;
}

/// Sorts the small groups by `deeper` symbols. Returns whether there are large ones.
template <class Index>
bool sort_small_groups(Groups<Index>& groups, Text const& text, std::size_t h, std::size_t deeper)
{
  bool has_large = false;
  std::vector<std::size_t> depths(groups.suffixes.size());
  for (std::size_t begin = 0, end = 0; begin < groups.suffixes.size(); begin = end) {
    end = begin + 1;
    while (groups.heads[end] == 0) ++end;
    bool const is_large = end - begin > most_of_small_group;
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
  std::size_t const n = text.size();
  std::size_t const deeper = (1 + ranks) * h;
  Groups<Index> expected = groups_of_depth<Index>(text, h);
  auto const suffix_array = to_view<ExecutionSpace>(expected.suffixes);
  auto const ranks_by_position = to_view<ExecutionSpace>(expected.ranks);
  auto const heads = to_view<ExecutionSpace>(expected.heads);
  Array<std::uint8_t, ExecutionSpace> const flags("flags", n + 1);
  Array<Index, ExecutionSpace> const scratch("suffixes", n + 1);
  Workspace workspace;
  Workspace::Scope scope(workspace);
  Steps<ExecutionSpace> step(space, nullptr);
  auto unsorted = first_unsorted(space, as_span(heads), as_span(flags), as_span(scratch), workspace);
  std::size_t const depth =
      comparison_round(space, Ranking<ExecutionSpace, Index>{as_span(suffix_array), as_span(ranks_by_position)},
                       RankBehindPrefix{}, unsorted, h, ranks, first_sort_tag + 1, step, workspace);
  space.fence();
  std::vector<std::size_t> listed;
  for (std::size_t i = 0; i < n; ++i)
    if (expected.heads[i] == 0 || expected.heads[i + 1] == 0) listed.push_back(i);
  bool const has_large = sort_small_groups(expected, text, h, deeper);
  CHECK(depth == (has_large ? h : deeper));
  CHECK(to_vector(suffix_array) == expected.suffixes);
  CHECK(to_vector(ranks_by_position) == expected.ranks);
  std::vector<bool> heads_found;
  std::vector<bool> heads_expected;
  auto const heads_of_list =
      to_vector(Kokkos::View<std::uint8_t const*, MemorySpace>(unsorted.heads.data(), listed.size()));
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
