// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "longest_repeats/longest_repeats.hpp"

#include <array>
#include <lexikos/detail/execution_spaces.hpp>
#include <string>

#include "common/primitive_bytes.hpp"
#include "common/read_back.hpp"
#include "longest_repeats/count_walks.hpp"

namespace lexikos
{

namespace
{

using Algorithm = LongestRepeatsAlgorithm;

struct Named
{
  Algorithm algorithm;
  std::string_view name;
};

constexpr std::array names{Named{Algorithm::automatic, "automatic"}, Named{Algorithm::bounded, "bounded"},
                           Named{Algorithm::raw, "raw"}, Named{Algorithm::compact, "compact"}};

/// Of one array of n entries.
template <class T>
std::size_t array_bytes(std::size_t n)
{
  return n * sizeof(T) + Workspace::alignment;
}

}  // namespace

std::string_view to_string(LongestRepeatsAlgorithm algorithm) noexcept
{
  for (auto const& named : names)
    if (named.algorithm == algorithm) return named.name;
  return "unknown";
}

LongestRepeatsAlgorithm longest_repeats_algorithm(std::string_view name)
{
  for (auto const& named : names)
    if (named.name == name) return named.algorithm;
  throw Error(ErrorCode::invalid_argument, "no algorithm for longest repeats is called '" + std::string(name) +
                                               "' (there are automatic, bounded, raw and compact)");
}

template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
std::size_t longest_repeats_workspace_bytes(std::size_t n, LongestRepeatsAlgorithm algorithm)
{
  namespace lr = longest_repeats_detail;
  if (n == 0) return 0;
  std::size_t const bytes = array_bytes<Index>(n) + detail::scan_bytes<ExecutionSpace>(n + 1);
  switch (lr::resolved(algorithm)) {
    case Algorithm::raw:
      return bytes;
    case Algorithm::compact:
      return bytes + 2 * array_bytes<Index>(n) + array_bytes<std::uint8_t>(n);
    default:
      return bytes + lr::windows_bytes<Index>(n) + detail::extremum_tree_bytes<Index>(n);
  }
}

template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
std::size_t useful_repeats_workspace_bytes(std::size_t n)
{
  return array_bytes<Index>(n) + array_bytes<std::uint8_t>(n) + detail::scan_bytes<ExecutionSpace>(n);
}

template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
std::size_t repeat_walks_workspace_bytes(std::size_t n)
{
  return useful_repeats_workspace_bytes<ExecutionSpace, Index>(n) + array_bytes<Index>(n) +
         longest_repeats_detail::windows_bytes<Index>(n);
}

namespace longest_repeats_detail
{

template <class ExecutionSpace, class Index>
void find(ExecutionSpace const& space, TextArrays<ExecutionSpace, Index> const& arrays,
          IndexSpan<ExecutionSpace, Index> const& starts, IndexSpan<ExecutionSpace, Index> const& lengths,
          LongestRepeatsOptions const& options)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Call<ExecutionSpace, Index> call(space, arrays, options);
  call.find("lexikos::longest_repeats::leftmost", WriteLeftmost<Index, MemorySpace>{starts, lengths});
  call.finish();
}

template <class ExecutionSpace, class Index>
std::uint64_t count_all(ExecutionSpace const& space, TextArrays<ExecutionSpace, Index> const& arrays,
                        IndexSpan<ExecutionSpace, std::uint64_t> const& offsets,
                        IndexSpan<ExecutionSpace, Index> const& lengths, LongestRepeatsOptions const& options)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = arrays.inverse.extent(0);
  Call<ExecutionSpace, Index> call(space, arrays, options);
  Kokkos::deep_copy(space, IndexSpan<ExecutionSpace, std::uint64_t>(offsets.data() + n, 1), 0);
  call.find("lexikos::longest_repeats::count", WriteCount<Index, MemorySpace>{offsets, lengths});
  if (n != 0) primitives::exclusive_scan(space, offsets, offsets, primitives::Sum{}, call.workspace());
  std::uint64_t const total = detail::read_back(space, offsets, n);
  call.finish();
  return total;
}

template <class ExecutionSpace, class Index>
void list_all(ExecutionSpace const& space, TextArrays<ExecutionSpace, Index> const& arrays,
              IndexSpan<ExecutionSpace, std::uint64_t const> const& offsets,
              IndexSpan<ExecutionSpace, Index> const& starts, LongestRepeatsOptions const& options)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::uint64_t const total = detail::read_back(space, offsets, offsets.extent(0) - 1);
  detail::require(
      starts.extent(0) == total, ErrorCode::invalid_argument,
      "there is room for " + std::to_string(starts.extent(0)) + " starts of " + std::to_string(total) + " repeats");
  Call<ExecutionSpace, Index> call(space, arrays, options);
  call.find("lexikos::longest_repeats::list", WriteStarts<Index, MemorySpace>{offsets, starts});
  space.fence("lexikos::longest_repeats::list");
  call.finish();
}

template <class ExecutionSpace, class Index>
void find_left_bounded(ExecutionSpace const& space, TextArrays<ExecutionSpace, Index> const& arrays,
                       IndexSpan<ExecutionSpace, Index> const& lengths)
{
  if (arrays.inverse.extent(0) != 0) raw_lengths<ExecutionSpace, Index>(space, arrays, lengths);
}

template <class ExecutionSpace, class Index>
std::size_t find_useful(ExecutionSpace const& space, TextArrays<ExecutionSpace, Index> const& arrays,
                        IndexSpan<ExecutionSpace, Index> const& starts, IndexSpan<ExecutionSpace, Index> const& lengths,
                        RepeatsOptions const& options)
{
  std::size_t const n = arrays.inverse.extent(0);
  detail::Scratch const scratch(space, options.workspace);
  detail::ProgressReport progress(space, options.progress, 3 * n);
  std::size_t useful = 0;
  if (n != 0) {
    auto const raw = scratch->template take<Index, typename ExecutionSpace::memory_space>(n);
    raw_lengths<ExecutionSpace, Index>(space, arrays, raw);
    progress.add(2 * n);
    useful = compact_lengths<ExecutionSpace, Index>(space, raw, starts, lengths, *scratch);
    space.fence("lexikos::longest_repeats::compact");
  }
  progress.finish();
  return useful;
}

template <class ExecutionSpace, class Index>
RepeatWalks count_walks(ExecutionSpace const& space, TextArrays<ExecutionSpace, Index> const& arrays,
                        RepeatsOptions const& options)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Count = CountWalks<Index, MemorySpace>;
  std::size_t const n = arrays.inverse.extent(0);
  detail::Scratch const scratch(space, options.workspace);
  detail::ProgressReport progress(space, options.progress, 4 * n);
  RepeatWalks result;
  if (n != 0) {
    auto const raw = scratch->template take<Index, MemorySpace>(n);
    auto const useful = scratch->template take<Index, MemorySpace>(n);
    auto const flags = scratch->template take<std::uint8_t, MemorySpace>(n);
    raw_lengths<ExecutionSpace, Index>(space, arrays, raw);
    progress.add(2 * n);
    flag_useful<ExecutionSpace, Index>(space, raw, flags);
    primitives::inclusive_scan(space, flags, useful, primitives::Sum{}, *scratch);
    auto const windows = build_windows<ExecutionSpace, Index>(space, raw, *scratch);
    progress.add(n);
    typename Count::value_type walks;
    Kokkos::parallel_reduce("lexikos::longest_repeats::walks", backends::Range<ExecutionSpace>(space, 0, n),
                            Count{windows, useful}, walks);
    result = {steps_of(walks.raw, n), steps_of(walks.compact, n), detail::read_back(space, useful, n - 1)};
  }
  progress.finish();
  return result;
}

}  // namespace longest_repeats_detail

#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                                                              \
  template std::size_t longest_repeats_workspace_bytes<SPACE, INDEX>(std::size_t, LongestRepeatsAlgorithm);            \
  template std::size_t useful_repeats_workspace_bytes<SPACE, INDEX>(std::size_t);                                      \
  template std::size_t repeat_walks_workspace_bytes<SPACE, INDEX>(std::size_t);                                        \
  template void longest_repeats_detail::find<SPACE, INDEX>(                                                            \
      SPACE const&, longest_repeats_detail::TextArrays<SPACE, INDEX> const&, Span<INDEX, SPACE::memory_space> const&,  \
      Span<INDEX, SPACE::memory_space> const&, LongestRepeatsOptions const&);                                          \
  template std::uint64_t longest_repeats_detail::count_all<SPACE, INDEX>(                                              \
      SPACE const&, longest_repeats_detail::TextArrays<SPACE, INDEX> const&,                                           \
      Span<std::uint64_t, SPACE::memory_space> const&, Span<INDEX, SPACE::memory_space> const&,                        \
      LongestRepeatsOptions const&);                                                                                   \
  template void longest_repeats_detail::list_all<SPACE, INDEX>(                                                        \
      SPACE const&, longest_repeats_detail::TextArrays<SPACE, INDEX> const&,                                           \
      Span<std::uint64_t const, SPACE::memory_space> const&, Span<INDEX, SPACE::memory_space> const&,                  \
      LongestRepeatsOptions const&);                                                                                   \
  template void longest_repeats_detail::find_left_bounded<SPACE, INDEX>(                                               \
      SPACE const&, longest_repeats_detail::TextArrays<SPACE, INDEX> const&, Span<INDEX, SPACE::memory_space> const&); \
  template std::size_t longest_repeats_detail::find_useful<SPACE, INDEX>(                                              \
      SPACE const&, longest_repeats_detail::TextArrays<SPACE, INDEX> const&, Span<INDEX, SPACE::memory_space> const&,  \
      Span<INDEX, SPACE::memory_space> const&, RepeatsOptions const&);                                                 \
  template RepeatWalks longest_repeats_detail::count_walks<SPACE, INDEX>(                                              \
      SPACE const&, longest_repeats_detail::TextArrays<SPACE, INDEX> const&, RepeatsOptions const&);

LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos
