// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "longest_repeats/repeated_substrings.hpp"

#include <algorithm>
#include <lexikos/repeated_substrings.hpp>
#include <limits>

#include "backends/primitives.hpp"
#include "system/execution_spaces.hpp"

namespace lexikos::detail
{

namespace lr = longest_repeats_detail;

template <class Space, class T>
using Values = Span<T, typename Space::memory_space>;

template <class Space, class Symbol, class Index>
std::size_t find_maximal_repeats(Space const& space, Values<Space, Symbol const> const& text,
                                 Values<Space, Index const> const& suffix_array, Values<Space, Index const> const& lcp,
                                 Values<Space, Index> const& begins, Values<Space, Index> const& ends,
                                 Values<Space, Index> const& lengths, MaximalRepeatsOptions const& options)
{
  using MemorySpace = typename Space::memory_space;
  std::size_t const n = suffix_array.extent(0);
  if (n < 2) return 0;
  Workspace own;
  Workspace& workspace = options.workspace != nullptr ? *options.workspace : own;
  Workspace::Scope const scope(workspace);
  auto const flags = workspace.take<std::uint8_t, MemorySpace>(n);
  auto const changes = workspace.take<Index, MemorySpace>(n);
  auto const ranks = workspace.take<Index, MemorySpace>(n);
  Kokkos::parallel_for("lexikos::maximal_repeats::preceding", lr::range(space, n),
                       lr::PrecedingChanges<Symbol, Index, MemorySpace>{text, suffix_array, flags});
  primitives::inclusive_scan(space, flags, changes, primitives::Sum{}, workspace);
  lr::LcpIntervals<Index, MemorySpace> const intervals{
      lr::build_range_extremum<lr::Smaller, Space, Index>(space, lcp, workspace)};
  Kokkos::parallel_for(
      "lexikos::maximal_repeats::flags", lr::range(space, n),
      lr::MaximalFlags<Index, MemorySpace>{intervals, changes, flags, std::max<std::size_t>(options.minimum_length, 1),
                                           std::max<std::size_t>(options.minimum_occurrences, 2)});
  std::size_t const found = primitives::select_positions(space, flags, ranks, workspace);
  Kokkos::parallel_for("lexikos::maximal_repeats::intervals", lr::range(space, std::min(found, begins.extent(0))),
                       lr::WriteIntervals<Index, MemorySpace>{intervals, ranks, begins, ends, lengths});
  space.fence("lexikos::maximal_repeats");
  return found;
}

template <class Space, class Index>
LongestRepeatedSubstrings find_longest_repeated_substrings(Space const& space, Values<Space, Index const> const& lcp,
                                                           Values<Space, Index> const& begins,
                                                           Values<Space, Index> const& ends, Workspace* workspace)
{
  using MemorySpace = typename Space::memory_space;
  std::size_t const n = lcp.extent(0);
  if (n == 0) return {};
  Workspace own;
  Workspace& scratch = workspace != nullptr ? *workspace : own;
  Workspace::Scope const scope(scratch);
  Index const longest = primitives::reduce(space, lcp, primitives::Maximum{}, scratch);
  if (longest == 0) return {};
  auto const flags = scratch.take<std::uint8_t, MemorySpace>(n);
  auto const ranks = scratch.take<Index, MemorySpace>(n);
  std::size_t count = 0;
  for (bool const at_end : {false, true}) {
    Kokkos::parallel_for("lexikos::longest_repeated_substrings::flags", lr::range(space, n),
                         lr::RunFlags<Index, MemorySpace>{lcp, flags, longest, at_end});
    count = primitives::select_positions(space, flags, ranks, scratch);
    Kokkos::parallel_for("lexikos::longest_repeated_substrings::intervals",
                         lr::range(space, std::min(count, begins.extent(0))),
                         lr::Shifted<Index, MemorySpace>{ranks, at_end ? ends : begins, at_end ? 1 : -1});
  }
  space.fence("lexikos::longest_repeated_substrings");
  return {longest, count};
}

template <class Space, class Index>
LongestCommonSubstring find_longest_common_substring(Space const& space, std::size_t border,
                                                     Values<Space, Index const> const& suffix_array,
                                                     Values<Space, Index const> const& lcp, Workspace* workspace)
{
  using MemorySpace = typename Space::memory_space;
  using Longest = lr::LongestCommon<Index, MemorySpace>;
  std::size_t const n = suffix_array.extent(0);
  if (border == 0 || border == n) return {};
  Workspace own;
  Workspace& scratch = workspace != nullptr ? *workspace : own;
  Workspace::Scope const scope(scratch);
  auto const before = scratch.take<Index, MemorySpace>(n);
  auto const behind = scratch.take<Index, MemorySpace>(n);
  auto const minimum = lr::build_range_extremum<lr::Smaller, Space, Index>(space, lcp, scratch);
  for (bool const reversed : {false, true}) {
    auto const& marks = reversed ? behind : before;
    Kokkos::parallel_for("lexikos::longest_common_substring::marks", lr::range(space, n),
                         lr::MarkSecond<Index, MemorySpace>{suffix_array, marks, border, reversed});
    primitives::inclusive_scan(space, marks, marks, primitives::Maximum{}, scratch);
  }
  typename Longest::value_type best;
  Kokkos::parallel_reduce("lexikos::longest_common_substring::longest", lr::range(space, n),
                          Longest{minimum, suffix_array, before, behind, border}, best);
  space.fence("lexikos::longest_common_substring::longest");
  if (best.length == 0) return {};
  std::uint64_t second = std::numeric_limits<std::uint64_t>::max();
  Kokkos::parallel_reduce(
      "lexikos::longest_common_substring::second", lr::range(space, n),
      lr::SmallestInSecond<Index, MemorySpace>{minimum, suffix_array, best.rank, best.length, border},
      Kokkos::Min<std::uint64_t>(second));
  space.fence("lexikos::longest_common_substring::second");
  return {best.length, best.first, second - border};
}

#define LEXIKOS_INSTANTIATE_TEXT(SPACE, SYMBOL, INDEX)                                                             \
  template std::size_t find_maximal_repeats<SPACE, SYMBOL, INDEX>(                                                 \
      SPACE const&, Span<SYMBOL const, SPACE::memory_space> const&, Span<INDEX const, SPACE::memory_space> const&, \
      Span<INDEX const, SPACE::memory_space> const&, Span<INDEX, SPACE::memory_space> const&,                      \
      Span<INDEX, SPACE::memory_space> const&, Span<INDEX, SPACE::memory_space> const&, MaximalRepeatsOptions const&);
#define LEXIKOS_INSTANTIATE_INDEX(SPACE, INDEX)                                                             \
  LEXIKOS_INSTANTIATE_TEXT(SPACE, std::uint8_t, INDEX)                                                      \
  LEXIKOS_INSTANTIATE_TEXT(SPACE, std::uint16_t, INDEX)                                                     \
  LEXIKOS_INSTANTIATE_TEXT(SPACE, std::uint32_t, INDEX)                                                     \
  LEXIKOS_INSTANTIATE_TEXT(SPACE, std::uint64_t, INDEX)                                                     \
  template LongestRepeatedSubstrings find_longest_repeated_substrings<SPACE, INDEX>(                        \
      SPACE const&, Span<INDEX const, SPACE::memory_space> const&, Span<INDEX, SPACE::memory_space> const&, \
      Span<INDEX, SPACE::memory_space> const&, Workspace*);                                                 \
  template LongestCommonSubstring find_longest_common_substring<SPACE, INDEX>(                              \
      SPACE const&, std::size_t, Span<INDEX const, SPACE::memory_space> const&,                             \
      Span<INDEX const, SPACE::memory_space> const&, Workspace*);
#define LEXIKOS_INSTANTIATE(SPACE)                \
  LEXIKOS_INSTANTIATE_INDEX(SPACE, std::uint32_t) \
  LEXIKOS_INSTANTIATE_INDEX(SPACE, std::uint64_t)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_INDEX
#undef LEXIKOS_INSTANTIATE_TEXT

}  // namespace lexikos::detail
