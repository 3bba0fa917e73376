// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <cstdint>
#include <lexikos/bwt.hpp>

#include "system/execution_spaces.hpp"

namespace lexikos
{

namespace
{

template <class ExecutionSpace>
using Range = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::size_t>>;

/// Where suffix 0 stands; n where it does not.
template <class ExecutionSpace, class Index>
std::size_t find_first_suffix(ExecutionSpace const& space,
                              Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
                              Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = suffix_array.extent(0);
  Workspace::Scope const scope(workspace);
  auto const found = workspace.take<std::uint64_t, MemorySpace>(1);
  Kokkos::deep_copy(space, found, static_cast<std::uint64_t>(n));
  Kokkos::parallel_for(
      "lexikos::bwt::primary_index", Range<ExecutionSpace>(space, 0, n), KOKKOS_LAMBDA(std::size_t i) {
        if (suffix_array(i) == 0) found(0) = i;
      });
  std::uint64_t rank = n;
  Kokkos::deep_copy(space, Span<std::uint64_t, Kokkos::HostSpace>(&rank, 1), found);
  space.fence("lexikos::bwt::primary_index");
  return static_cast<std::size_t>(rank);
}

template <class ExecutionSpace, class Index>
std::size_t bwt_of(ExecutionSpace const& space,
                   Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& text,
                   Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
                   Span<std::uint8_t, typename ExecutionSpace::memory_space> const& bwt, Workspace& workspace)
{
  std::size_t const n = text.extent(0);
  if (n == 0) return 0;
  std::size_t const first = find_first_suffix<ExecutionSpace, Index>(space, suffix_array, workspace);
  detail::require(first < n, ErrorCode::corrupt_input, "the suffix array has no entry 0");
  // the empty suffix is before all, so symbols of the suffixes after the first one move up to where its own is left out
  Kokkos::parallel_for(
      "lexikos::bwt::gather", Range<ExecutionSpace>(space, 0, n), KOKKOS_LAMBDA(std::size_t i) {
        if (i == first)
          bwt(0) = text(n - 1);
        else
          bwt(i < first ? i + 1 : i) = text(suffix_array(i) - 1);
      });
  space.fence("lexikos::bwt::gather");
  return first + 1;
}

template <class ExecutionSpace, class Index>
std::size_t bwt_by_suffix_array(ExecutionSpace const& space,
                                Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& text,
                                Span<std::uint8_t, typename ExecutionSpace::memory_space> const& bwt,
                                BwtOptions const& options)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace own;
  Workspace& workspace = options.workspace != nullptr ? *options.workspace : own;
  Workspace::Scope const scope(workspace);
  if (text.extent(0) == 0) return 0;
  SuffixArrayStatistics unseen;
  SuffixArrayOptions sorting{.algorithm = options.algorithm,
                             .workspace = &workspace,
                             .statistics = options.statistics != nullptr ? options.statistics : &unseen,
                             .progress = options.progress};
  std::size_t const primary_index = detail::transform_without_array<ExecutionSpace, Index>(space, text, bwt, sorting);
  if (primary_index != 0) return primary_index;
  // what was chosen is not measured again, unless the text is a repetition
  sorting.algorithm = sorting.statistics->algorithm;
  auto const reason = sorting.statistics->reason;
  auto const array = workspace.take<Index, MemorySpace>(text.extent(0));
  suffix_array(space, text, array, sorting);
  sorting.statistics->reason = reason;
  return bwt_of<ExecutionSpace, Index>(space, text, array, bwt, workspace);
}

}  // namespace

template <class ExecutionSpace>
std::size_t burrows_wheeler_transform_workspace_bytes(std::size_t n, SuffixArrayAlgorithm algorithm)
{
  std::size_t const others = 1024;
  if (detail::has_narrow_index(n))
    return 4 * n + others + suffix_array_workspace_bytes<ExecutionSpace, std::uint32_t>(n, algorithm);
  return 8 * n + others + suffix_array_workspace_bytes<ExecutionSpace, std::uint64_t>(n, algorithm);
}

namespace detail
{

template <class ExecutionSpace>
std::size_t build_bwt(ExecutionSpace const& space,
                      Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& text,
                      Span<std::uint8_t, typename ExecutionSpace::memory_space> const& bwt, BwtOptions const& options)
{
  if (has_narrow_index(text.extent(0)))
    return bwt_by_suffix_array<ExecutionSpace, std::uint32_t>(space, text, bwt, options);
  return bwt_by_suffix_array<ExecutionSpace, std::uint64_t>(space, text, bwt, options);
}

template <class ExecutionSpace, class Index>
std::size_t build_bwt_from(ExecutionSpace const& space,
                           Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& text,
                           Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
                           Span<std::uint8_t, typename ExecutionSpace::memory_space> const& bwt, Workspace* workspace)
{
  Workspace own;
  return bwt_of<ExecutionSpace, Index>(space, text, suffix_array, bwt, workspace != nullptr ? *workspace : own);
}

}  // namespace detail

#define LEXIKOS_INSTANTIATE_INDEX(SPACE, INDEX)                           \
  template std::size_t detail::build_bwt_from<SPACE, INDEX>(              \
      SPACE const&, Span<std::uint8_t const, SPACE::memory_space> const&, \
      Span<INDEX const, SPACE::memory_space> const&, Span<std::uint8_t, SPACE::memory_space> const&, Workspace*);
#define LEXIKOS_INSTANTIATE(SPACE)                                                                                  \
  template std::size_t burrows_wheeler_transform_workspace_bytes<SPACE>(std::size_t, SuffixArrayAlgorithm);         \
  template std::size_t detail::build_bwt<SPACE>(SPACE const&, Span<std::uint8_t const, SPACE::memory_space> const&, \
                                                Span<std::uint8_t, SPACE::memory_space> const&, BwtOptions const&); \
  LEXIKOS_INSTANTIATE_INDEX(SPACE, std::uint32_t)                                                                   \
  LEXIKOS_INSTANTIATE_INDEX(SPACE, std::uint64_t)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

}  // namespace lexikos
