// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Suffixes in groups that agree in their first symbols, which is what rounds begin with and what they leave.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>
#include <numeric>
#include <utility>
#include <vector>

#include "suffix_array/rounds/rounds.hpp"
#include "tests/spaces.hpp"
#include "tests/suffix_array/expect.hpp"
#include "tests/suffix_array/test_context.hpp"
#include "tests/texts.hpp"

namespace lexikos::tests
{

/// Whether two suffixes agree in `depth` symbols; one that is shorter agrees with none but itself.
inline bool agree(texts::Text const& text, std::size_t a, std::size_t b, std::size_t depth)
{
  if (a == b) return true;
  return std::max(a, b) + depth <= text.size() &&
         std::equal(text.begin() + a, text.begin() + a + depth, text.begin() + b);
}

/// Whether suffix a precedes suffix b by their first `depth` symbols.
inline bool precedes(texts::Text const& text, std::size_t a, std::size_t b, std::size_t depth)
{
  auto const end = [&](std::size_t i) { return text.begin() + std::min(i + depth, text.size()); };
  if (agree(text, a, b, depth)) return false;
  return std::lexicographical_compare(text.begin() + a, end(a), text.begin() + b, end(b));
}

template <class Index>
struct GroupedSuffixes
{
  std::vector<Index> suffixes;
  std::vector<Index> ranks;         ///< by position: where the suffix's group begins; -1 where it has none
  std::vector<std::uint8_t> heads;  ///< [0..suffixes]: 1 where a group begins, and at the end

  /// Groups of all suffixes that agree in h symbols; within them, from the end of the text to its beginning.
  GroupedSuffixes(texts::Text const& text, std::size_t h) : GroupedSuffixes(text, h, backwards(text.size())) {}

  /// Groups of some suffixes.
  GroupedSuffixes(texts::Text const& text, std::size_t h, std::vector<Index> some)
      : suffixes(std::move(some)), ranks(text.size(), static_cast<Index>(-1))
  {
    std::stable_sort(suffixes.begin(), suffixes.end(), [&](Index a, Index b) { return precedes(text, a, b, h); });
    divide(text, [&](std::size_t) { return h; });
  }

  /// Begins groups where neighbours differ in their first symbols, `depth_of(i)` of them for entry i.
  template <class Depth>
  void divide(texts::Text const& text, Depth const& depth_of)
  {
    std::size_t const n = suffixes.size();
    heads.assign(n + 1, 1);
    for (std::size_t i = 0, head = 0; i < n; ++i) {
      heads[i] = i == 0 || !agree(text, suffixes[i - 1], suffixes[i], depth_of(i)) ? 1 : 0;
      if (heads[i] != 0) head = i;
      ranks[suffixes[i]] = static_cast<Index>(head);
    }
  }

 private:
  static std::vector<Index> backwards(std::size_t n)
  {
    std::vector<Index> positions(n);
    std::iota(positions.rbegin(), positions.rend(), Index{0});
    return positions;
  }
};

/// The same where an execution space works, as rounds take it. Workspace memory is taken in the caller's scope.
template <class ExecutionSpace, class Index>
struct GroupsInRounds
{
  using MemorySpace = typename ExecutionSpace::memory_space;

  TestArray<Index, ExecutionSpace> suffix_array;
  TestArray<Index, ExecutionSpace> ranks;
  TestArray<Index, ExecutionSpace> memory;
  suffix_array_detail::Rounds<ExecutionSpace, Index> rounds;

  /// \param depth  symbols in which the suffixes of a group agree
  GroupsInRounds(suffix_array_detail::Context<ExecutionSpace> const& context, GroupedSuffixes<Index> const& groups,
                 std::size_t depth)
      : suffix_array(to_view<ExecutionSpace>(groups.suffixes)),
        ranks(to_view<ExecutionSpace>(groups.ranks)),
        memory("lexikos::tests::memory", groups.heads.size()),
        rounds{context, {as_span(suffix_array), as_span(ranks)}, {}, depth}
  {
    suffix_array_detail::RoundMemory<Index, MemorySpace> const round_memory(as_span(memory));
    Kokkos::deep_copy(context.space, round_memory.heads(), to_view<ExecutionSpace>(groups.heads));
    rounds.unsorted = suffix_array_detail::first_unsorted(context, round_memory);
  }
};

}  // namespace lexikos::tests
