// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "longest_repeats/repeated_substrings.hpp"

#include <algorithm>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/repeated_substrings.hpp>
#include <limits>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/primitive_bytes.hpp"
#include "common/progress.hpp"

namespace lexikos
{

template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
std::size_t maximal_repeats_workspace_bytes(std::size_t n)
{
  return n + 2 * n * sizeof(Index) + 3 * Workspace::alignment + detail::extremum_tree_bytes<Index>(n) +
         detail::scan_bytes<ExecutionSpace>(n);
}

template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
std::size_t longest_repeated_substrings_workspace_bytes(std::size_t n)
{
  return n + n * sizeof(Index) + 2 * Workspace::alignment + detail::scan_bytes<ExecutionSpace>(n);
}

template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
std::size_t longest_common_substring_workspace_bytes(std::size_t n)
{
  return 2 * n * sizeof(Index) + 2 * Workspace::alignment + detail::extremum_tree_bytes<Index>(n) +
         detail::scan_bytes<ExecutionSpace>(n);
}

namespace longest_repeats_detail
{

template <class ExecutionSpace, class Index>
std::size_t find_maximal(ExecutionSpace const& space, TextInOrder<ExecutionSpace, Index> const& text,
                         IntervalRoom<ExecutionSpace, Index> const& room, MaximalRepeatsOptions const& options)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = text.suffix_array.extent(0);
  detail::Scratch const scratch(space, options.workspace);
  detail::ProgressReport progress(space, options.progress, 8 * n);
  std::size_t found = 0;
  if (n >= 2) {
    auto const flags = scratch->template take<std::uint8_t, MemorySpace>(n);
    auto const changes = scratch->template take<Index, MemorySpace>(n);
    auto const ranks = scratch->template take<Index, MemorySpace>(n);
    detail::with_symbols(text.text, [&]<class Symbols>(Symbols const& symbols) {
      using Symbol = typename Symbols::non_const_value_type;
      progress.run("lexikos::maximal_repeats::preceding", n,
                   PrecedingChanges<Symbol, Index, MemorySpace>{symbols, text.suffix_array, flags}, 2 * n);
    });
    primitives::inclusive_scan(space, flags, changes, primitives::Sum{}, *scratch);
    LcpIntervals<Index, MemorySpace> const intervals{
        detail::build_extremum_tree<detail::Smaller, ExecutionSpace, Index>(space, text.lcp, *scratch)};
    progress.add(2 * n);
    progress.run(
        "lexikos::maximal_repeats::flags", n,
        MaximalFlags<Index, MemorySpace>{intervals, changes, flags, std::max<std::size_t>(options.min_length, 1),
                                         std::max<std::size_t>(options.min_occurrences, 2)},
        3 * n);
    found = primitives::select_positions(space, flags, ranks, *scratch);
    Kokkos::parallel_for("lexikos::maximal_repeats::intervals",
                         backends::Range<ExecutionSpace>(space, 0, std::min(found, room.begins.extent(0))),
                         WriteIntervals<Index, MemorySpace>{intervals, ranks, room.begins, room.ends, room.lengths});
    space.fence("lexikos::maximal_repeats");
  }
  progress.finish();
  return found;
}

template <class ExecutionSpace, class Index>
LongestRepeatedSubstrings find_longest_repeated(ExecutionSpace const& space,
                                                IndexSpan<ExecutionSpace, Index const> const& lcp,
                                                IntervalRoom<ExecutionSpace, Index> const& room,
                                                RepeatsOptions const& options)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  std::size_t const n = lcp.extent(0);
  detail::Scratch const scratch(space, options.workspace);
  detail::ProgressReport progress(space, options.progress, 5 * n);
  Index const longest = n == 0 ? 0 : primitives::reduce(space, lcp, primitives::Maximum{}, *scratch);
  std::size_t count = 0;
  if (longest != 0) {
    progress.add(n);
    auto const flags = scratch->template take<std::uint8_t, MemorySpace>(n);
    auto const ranks = scratch->template take<Index, MemorySpace>(n);
    for (bool const at_end : {false, true}) {
      Kokkos::parallel_for("lexikos::longest_repeated_substrings::flags", Range(space, 0, n),
                           RunFlags<Index, MemorySpace>{lcp, flags, longest, at_end});
      count = primitives::select_positions(space, flags, ranks, *scratch);
      Kokkos::parallel_for("lexikos::longest_repeated_substrings::intervals",
                           Range(space, 0, std::min(count, room.begins.extent(0))),
                           Shifted<Index, MemorySpace>{ranks, at_end ? room.ends : room.begins, at_end ? 1 : -1});
      progress.add(2 * n);
    }
    space.fence("lexikos::longest_repeated_substrings");
  }
  progress.finish();
  return {longest, count};
}

template <class ExecutionSpace, class Index>
LongestCommonSubstring find_longest_common(ExecutionSpace const& space, std::size_t border,
                                           IndexSpan<ExecutionSpace, Index const> const& suffix_array,
                                           IndexSpan<ExecutionSpace, Index const> const& lcp,
                                           RepeatsOptions const& options)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  using Longest = LongestCommon<Index, MemorySpace>;
  std::size_t const n = suffix_array.extent(0);
  detail::Scratch const scratch(space, options.workspace);
  detail::ProgressReport progress(space, options.progress, 8 * n);
  LongestCommonSubstring result;
  if (border != 0 && border != n) {
    auto const before = scratch->template take<Index, MemorySpace>(n);
    auto const after = scratch->template take<Index, MemorySpace>(n);
    auto const minimum = detail::build_extremum_tree<detail::Smaller, ExecutionSpace, Index>(space, lcp, *scratch);
    progress.add(n);
    for (bool const reversed : {false, true}) {
      auto const& marks = reversed ? after : before;
      Kokkos::parallel_for("lexikos::longest_common_substring::marks", Range(space, 0, n),
                           MarkSecond<Index, MemorySpace>{suffix_array, marks, border, reversed});
      primitives::inclusive_scan(space, marks, marks, primitives::Maximum{}, *scratch);
      progress.add(n);
    }
    typename Longest::value_type best;
    Kokkos::parallel_reduce("lexikos::longest_common_substring::longest", Range(space, 0, n),
                            Longest{minimum, suffix_array, before, after, border}, best);
    space.fence("lexikos::longest_common_substring::longest");
    progress.add(3 * n);
    if (best.length != 0) {
      std::uint64_t second = std::numeric_limits<std::uint64_t>::max();
      Kokkos::parallel_reduce(
          "lexikos::longest_common_substring::second", Range(space, 0, n),
          SmallestInSecond<Index, MemorySpace>{minimum, suffix_array, best.rank, best.length, border},
          Kokkos::Min<std::uint64_t>(second));
      space.fence("lexikos::longest_common_substring::second");
      result = {best.length, best.first, second - border};
    }
  }
  progress.finish();
  return result;
}

}  // namespace longest_repeats_detail

#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                                         \
  template std::size_t longest_repeats_detail::find_maximal<SPACE, INDEX>(                        \
      SPACE const&, longest_repeats_detail::TextInOrder<SPACE, INDEX> const&,                     \
      longest_repeats_detail::IntervalRoom<SPACE, INDEX> const&, MaximalRepeatsOptions const&);   \
  template LongestRepeatedSubstrings longest_repeats_detail::find_longest_repeated<SPACE, INDEX>( \
      SPACE const&, Span<INDEX const, SPACE::memory_space> const&,                                \
      longest_repeats_detail::IntervalRoom<SPACE, INDEX> const&, RepeatsOptions const&);          \
  template LongestCommonSubstring longest_repeats_detail::find_longest_common<SPACE, INDEX>(      \
      SPACE const&, std::size_t, Span<INDEX const, SPACE::memory_space> const&,                   \
      Span<INDEX const, SPACE::memory_space> const&, RepeatsOptions const&);                      \
  template std::size_t maximal_repeats_workspace_bytes<SPACE, INDEX>(std::size_t);                \
  template std::size_t longest_repeated_substrings_workspace_bytes<SPACE, INDEX>(std::size_t);    \
  template std::size_t longest_common_substring_workspace_bytes<SPACE, INDEX>(std::size_t);

LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)

#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos
