// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "longest_repeats/longest_repeats.hpp"

#include <array>
#include <string>

#include "system/execution_spaces.hpp"

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
  throw Error(ErrorCode::invalid_argument, "there is no way to find longest repeats called '" + std::string(name) +
                                               "' (there are automatic, bounded, raw and compact)");
}

template <class ExecutionSpace, class Index>
std::size_t longest_repeats_workspace_bytes(std::size_t n, LongestRepeatsAlgorithm algorithm)
{
  namespace lr = longest_repeats_detail;
  constexpr std::size_t alignment = 256;
  if (n == 0) return 0;
  std::size_t const indices = n * sizeof(Index) + alignment;
  std::size_t bytes = indices + lr::primitive_bytes(n);
  switch (lr::resolved(algorithm)) {
    case Algorithm::raw:
      return bytes;
    case Algorithm::compact:
      return bytes + 2 * indices + n + alignment;
    default:
      return bytes + lr::windows_bytes<Index>(n) + lr::range_extremum_bytes<Index>(n);
  }
}

namespace detail
{

namespace lr = longest_repeats_detail;

template <class Space>
using Offsets = Span<std::uint64_t, typename Space::memory_space>;

template <class Space, class Index>
using Indices = Span<Index, typename Space::memory_space>;

template <class Space, class Index>
void find_longest_repeats(Space const& space, Indices<Space, Index const> const& inverse,
                          Indices<Space, Index const> const& lcp, Indices<Space, Index> const& starts,
                          Indices<Space, Index> const& lengths, LongestRepeatsOptions const& options)
{
  using MemorySpace = typename Space::memory_space;
  lr::run<Space, Index>(space, inverse.extent(0), options, [&](Algorithm algorithm, Workspace& workspace) {
    lr::find_with<Space, Index>(space, "lexikos::longest_repeats::leftmost", algorithm, inverse, lcp,
                                lr::WriteLeftmost<Index, MemorySpace>{starts, lengths}, workspace);
  });
}

// The last of the offsets, on the host. Fences.
template <class Space, class View>
std::uint64_t last_offset(Space const& space, View const& offsets)
{
  std::uint64_t last = 0;
  Kokkos::deep_copy(space, Span<std::uint64_t, Kokkos::HostSpace>(&last, 1),
                    Span<std::uint64_t const, typename Space::memory_space>(offsets.data() + offsets.extent(0) - 1, 1));
  space.fence("lexikos::longest_repeats::total");
  return last;
}

template <class Space, class Index>
std::uint64_t count_all_longest_repeats(Space const& space, Indices<Space, Index const> const& inverse,
                                        Indices<Space, Index const> const& lcp, Offsets<Space> const& offsets,
                                        Indices<Space, Index> const& lengths, LongestRepeatsOptions const& options)
{
  using MemorySpace = typename Space::memory_space;
  std::size_t const n = inverse.extent(0);
  Kokkos::deep_copy(space, Offsets<Space>(offsets.data() + n, 1), 0);
  lr::run<Space, Index>(space, n, options, [&](Algorithm algorithm, Workspace& workspace) {
    lr::find_with<Space, Index>(space, "lexikos::longest_repeats::count", algorithm, inverse, lcp,
                                lr::WriteCount<Index, MemorySpace>{offsets, lengths}, workspace);
    Workspace::Scope const scope(workspace);
    primitives::exclusive_scan(space, offsets, offsets, primitives::Sum{}, workspace);
  });
  return last_offset(space, offsets);
}

template <class Space, class Index>
void list_all_longest_repeats(Space const& space, Indices<Space, Index const> const& inverse,
                              Indices<Space, Index const> const& lcp,
                              Span<std::uint64_t const, typename Space::memory_space> const& offsets,
                              Indices<Space, Index> const& starts, LongestRepeatsOptions const& options)
{
  using MemorySpace = typename Space::memory_space;
  std::uint64_t const total = last_offset(space, offsets);
  require(starts.extent(0) == total, ErrorCode::invalid_argument,
          "there is room for " + std::to_string(starts.extent(0)) + " starts of " + std::to_string(total) + " repeats");
  lr::run<Space, Index>(space, inverse.extent(0), options, [&](Algorithm algorithm, Workspace& workspace) {
    lr::find_with<Space, Index>(space, "lexikos::longest_repeats::list", algorithm, inverse, lcp,
                                lr::WriteStarts<Index, MemorySpace>{offsets, starts}, workspace);
  });
  space.fence("lexikos::longest_repeats::list");
}

template <class Space, class Index>
void find_left_bounded_repeats(Space const& space, Indices<Space, Index const> const& inverse,
                               Indices<Space, Index const> const& lcp, Indices<Space, Index> const& lengths)
{
  if (inverse.extent(0) != 0) lr::raw_lengths<Space, Index>(space, inverse, lcp, lengths);
}

template <class Space, class Index>
std::size_t find_useful_repeats(Space const& space, Indices<Space, Index const> const& inverse,
                                Indices<Space, Index const> const& lcp, Indices<Space, Index> const& starts,
                                Indices<Space, Index> const& lengths, Workspace* workspace)
{
  using MemorySpace = typename Space::memory_space;
  std::size_t const n = inverse.extent(0);
  if (n == 0) return 0;
  Workspace own;
  Workspace& scratch = workspace != nullptr ? *workspace : own;
  Workspace::Scope const scope(scratch);
  auto const raw = scratch.take<Index, MemorySpace>(n);
  lr::raw_lengths<Space, Index>(space, inverse, lcp, raw);
  std::size_t const useful = lr::compact_lengths<Space, Index>(space, raw, starts, lengths, scratch);
  space.fence("lexikos::longest_repeats::compact");
  return useful;
}

template <class Space, class Index>
RepeatWalks count_repeat_walks(Space const& space, Indices<Space, Index const> const& inverse,
                               Indices<Space, Index const> const& lcp, Workspace* workspace)
{
  using MemorySpace = typename Space::memory_space;
  using Count = lr::CountWalks<Index, MemorySpace>;
  std::size_t const n = inverse.extent(0);
  if (n == 0) return {};
  Workspace own;
  Workspace& scratch = workspace != nullptr ? *workspace : own;
  Workspace::Scope const scope(scratch);
  auto const raw = scratch.take<Index, MemorySpace>(n);
  auto const useful = scratch.take<Index, MemorySpace>(n);
  auto const flags = scratch.take<std::uint8_t, MemorySpace>(n);
  lr::raw_lengths<Space, Index>(space, inverse, lcp, raw);
  Kokkos::parallel_for("lexikos::longest_repeats::useful", lr::range(space, n),
                       lr::UsefulFlags<Index, MemorySpace>{raw, flags});
  primitives::inclusive_scan(space, flags, useful, primitives::Sum{}, scratch);
  auto const windows = lr::build_windows<Space, Index>(space, raw, scratch);
  typename Count::value_type walks;
  Kokkos::parallel_reduce("lexikos::longest_repeats::walks", lr::range(space, n), Count{windows, useful}, walks);
  Index count = 0;
  Kokkos::deep_copy(space, Span<Index, Kokkos::HostSpace>(&count, 1),
                    Span<Index, MemorySpace>(useful.data() + n - 1, 1));
  space.fence("lexikos::longest_repeats::walks");
  return {lr::steps_of(walks.raw, n), lr::steps_of(walks.compact, n), count};
}

}  // namespace detail

#define LEXIKOS_INSTANTIATE_FOR(SPACE, INDEX)                                                                          \
  template std::size_t longest_repeats_workspace_bytes<SPACE, INDEX>(std::size_t, LongestRepeatsAlgorithm);            \
  template void detail::find_longest_repeats<SPACE, INDEX>(                                                            \
      SPACE const&, Span<INDEX const, SPACE::memory_space> const&, Span<INDEX const, SPACE::memory_space> const&,      \
      Span<INDEX, SPACE::memory_space> const&, Span<INDEX, SPACE::memory_space> const&, LongestRepeatsOptions const&); \
  template std::uint64_t detail::count_all_longest_repeats<SPACE, INDEX>(                                              \
      SPACE const&, Span<INDEX const, SPACE::memory_space> const&, Span<INDEX const, SPACE::memory_space> const&,      \
      Span<std::uint64_t, SPACE::memory_space> const&, Span<INDEX, SPACE::memory_space> const&,                        \
      LongestRepeatsOptions const&);                                                                                   \
  template void detail::list_all_longest_repeats<SPACE, INDEX>(                                                        \
      SPACE const&, Span<INDEX const, SPACE::memory_space> const&, Span<INDEX const, SPACE::memory_space> const&,      \
      Span<std::uint64_t const, SPACE::memory_space> const&, Span<INDEX, SPACE::memory_space> const&,                  \
      LongestRepeatsOptions const&);                                                                                   \
  template void detail::find_left_bounded_repeats<SPACE, INDEX>(                                                       \
      SPACE const&, Span<INDEX const, SPACE::memory_space> const&, Span<INDEX const, SPACE::memory_space> const&,      \
      Span<INDEX, SPACE::memory_space> const&);                                                                        \
  template std::size_t detail::find_useful_repeats<SPACE, INDEX>(                                                      \
      SPACE const&, Span<INDEX const, SPACE::memory_space> const&, Span<INDEX const, SPACE::memory_space> const&,      \
      Span<INDEX, SPACE::memory_space> const&, Span<INDEX, SPACE::memory_space> const&, Workspace*);                   \
  template RepeatWalks detail::count_repeat_walks<SPACE, INDEX>(                                                       \
      SPACE const&, Span<INDEX const, SPACE::memory_space> const&, Span<INDEX const, SPACE::memory_space> const&,      \
      Workspace*);
#define LEXIKOS_INSTANTIATE(SPACE)              \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint32_t) \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint64_t)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

}  // namespace lexikos
