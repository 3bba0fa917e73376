// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <cstdint>
#include <lexikos/bwt.hpp>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/scratch.hpp>

#include "backends/launch.hpp"
#include "bwt/index_width.hpp"
#include "common/read_back.hpp"
#include "common/suffix_order.hpp"

namespace lexikos::bwt_detail
{

namespace
{

template <class Indices, class Found>
struct FindFirstSuffix
{
  Indices suffix_array;
  Found found;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    if (suffix_array(i) == 0) found(0) = i;
  }
};

/// Where suffix 0 stands; n where it does not. Fences.
template <class ExecutionSpace, class Indices>
std::size_t find_first_suffix(ExecutionSpace const& space, Indices const& suffix_array, Workspace& workspace)
{
  using Found = Span<std::uint64_t, typename ExecutionSpace::memory_space>;
  std::size_t const n = suffix_array.extent(0);
  Workspace::Scope const scope(workspace);
  Found const found = workspace.take<std::uint64_t, typename ExecutionSpace::memory_space>(1);
  Kokkos::deep_copy(space, found, static_cast<std::uint64_t>(n));
  Kokkos::parallel_for("lexikos::bwt::primary_index", backends::Range<ExecutionSpace>(space, 0, n),
                       FindFirstSuffix<Indices, Found>{suffix_array, found});
  return detail::read_back(space, found);
}

/// The symbol before the i-th suffix. The empty suffix is before all, so symbols of the suffixes up to the first one of the
/// text move up by one place, to where that one's is left out.
template <class Text, class Indices, class Bwt>
struct GatherSymbolBefore
{
  Text text;
  Indices suffix_array;
  Bwt bwt;
  std::size_t first;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::size_t const position = suffix_array(i);  // 0 again, if the input is not a suffix array
    bwt(i == first ? 0 : i < first ? i + 1 : i) = text((position == 0 ? text.extent(0) : position) - 1);
  }
};

template <class ExecutionSpace, class Symbol, class Index>
std::size_t gather(ExecutionSpace const& space, Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
                   Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
                   Span<Symbol, typename ExecutionSpace::memory_space> const& bwt, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Gather =
      GatherSymbolBefore<Span<Symbol const, MemorySpace>, Span<Index const, MemorySpace>, Span<Symbol, MemorySpace>>;
  std::size_t const n = text.extent(0);
  if (n == 0) return 0;
  std::size_t const first = find_first_suffix(space, suffix_array, workspace);
  detail::require(first < n, ErrorCode::corrupt_input, "the suffix array has no entry 0");
  Kokkos::parallel_for("lexikos::bwt::gather", backends::Range<ExecutionSpace>(space, 0, n),
                       Gather{text, suffix_array, bwt, first});
  space.fence("lexikos::bwt::gather");
  return first + 1;
}

template <class Index, class ExecutionSpace>
std::size_t transform_or_gather(ExecutionSpace const& space,
                                Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& text,
                                Span<std::uint8_t, typename ExecutionSpace::memory_space> const& bwt,
                                BwtOptions const& options)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  if (text.extent(0) == 0) return 0;
  detail::Scratch<ExecutionSpace> const scratch(space, options.workspace);
  std::size_t const array_bytes = sizeof(Index) * text.extent(0) + Workspace::alignment;
  std::size_t const for_sort = options.device_bytes > array_bytes ? options.device_bytes - array_bytes : 1;
  SuffixArrayOptions const sorting{.algorithm = options.algorithm,
                                   .workspace = &*scratch,
                                   .statistics = options.statistics,
                                   .time_steps = options.time_steps,
                                   .progress = options.progress,
                                   .low_memory = options.low_memory,
                                   .segmented_sort = options.segmented_sort,
                                   .device_bytes = options.device_bytes == 0 ? 0 : for_sort};
  auto const array = scratch->template take<Index, MemorySpace>(text.extent(0));
  std::size_t const primary_index = detail::transform_or_sort<ExecutionSpace, Index>(space, text, bwt, array, sorting);
  if (primary_index != 0) return primary_index;
  return gather<ExecutionSpace, std::uint8_t, Index>(space, text, array, bwt, *scratch);
}

}  // namespace

template <class ExecutionSpace>
std::size_t transform(ExecutionSpace const& space,
                      Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& text,
                      Span<std::uint8_t, typename ExecutionSpace::memory_space> const& bwt, BwtOptions const& options)
{
  if (has_narrow_index(text.extent(0))) return transform_or_gather<std::uint32_t>(space, text, bwt, options);
  return transform_or_gather<std::uint64_t>(space, text, bwt, options);
}

template <class ExecutionSpace, class Symbol, class Index>
std::size_t transform_by_array(ExecutionSpace const& space,
                               Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
                               Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
                               Span<Symbol, typename ExecutionSpace::memory_space> const& bwt,
                               BwtOptions const& options)
{
  detail::Scratch<ExecutionSpace> const scratch(space, options.workspace);
  return gather<ExecutionSpace, Symbol, Index>(space, text, suffix_array, bwt, *scratch);
}

}  // namespace lexikos::bwt_detail

namespace lexikos
{

template <detail::ExecutionSpaceType ExecutionSpace>
std::size_t burrows_wheeler_transform_workspace_bytes(std::size_t n, SuffixArrayAlgorithm algorithm)
{
  std::size_t const others = 1024;
  if (bwt_detail::has_narrow_index(n))
    return 4 * n + others + suffix_array_workspace_bytes<ExecutionSpace, std::uint32_t>(n, algorithm);
  return 8 * n + others + suffix_array_workspace_bytes<ExecutionSpace, std::uint64_t>(n, algorithm);
}

#define LEXIKOS_INSTANTIATE_SYMBOL(SPACE, INDEX, SYMBOL)                                                           \
  template std::size_t bwt_detail::transform_by_array<SPACE, SYMBOL, INDEX>(                                       \
      SPACE const&, Span<SYMBOL const, SPACE::memory_space> const&, Span<INDEX const, SPACE::memory_space> const&, \
      Span<SYMBOL, SPACE::memory_space> const&, BwtOptions const&);
#define LEXIKOS_INSTANTIATE_INDEX(SPACE, INDEX)           \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, INDEX, std::uint8_t)  \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, INDEX, std::uint16_t) \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, INDEX, std::uint32_t)
#define LEXIKOS_INSTANTIATE(SPACE)                                                                          \
  template std::size_t burrows_wheeler_transform_workspace_bytes<SPACE>(std::size_t, SuffixArrayAlgorithm); \
  template std::size_t bwt_detail::transform<SPACE>(                                                        \
      SPACE const&, Span<std::uint8_t const, SPACE::memory_space> const&,                                   \
      Span<std::uint8_t, SPACE::memory_space> const&, BwtOptions const&);                                   \
  LEXIKOS_INSTANTIATE_INDEX(SPACE, std::uint32_t)                                                           \
  LEXIKOS_INSTANTIATE_INDEX(SPACE, std::uint64_t)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_INDEX
#undef LEXIKOS_INSTANTIATE_SYMBOL

}  // namespace lexikos
