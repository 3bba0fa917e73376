// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// From a suffix array to the permuted LCP array: Phi, and then level by level.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/detail/words.hpp>
#include <lexikos/lcp.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/progress.hpp"
#include "lcp/compare_stretch.hpp"
#include "lcp/long_comparisons.hpp"
#include "lcp/plcp.hpp"
#include "lcp/tuning.hpp"
#include "system/concurrency.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::lcp_detail
{

/// plcp(p) = Phi(p), the suffix before suffix p in the suffix array.
template <class Index, class MemorySpace>
struct PhiByInverse
{
  Span<Index const, MemorySpace> suffix_array;
  Span<Index const, MemorySpace> inverse;
  Span<Index, MemorySpace> phi;

  KOKKOS_FUNCTION void operator()(std::size_t p) const
  {
    Index const rank = inverse(p);
    phi(p) = rank == 0 ? no_phi<Index> : suffix_array(rank - 1);
  }
};

template <class Index, class MemorySpace>
struct PhiByScatter
{
  Span<Index const, MemorySpace> suffix_array;
  Span<Index, MemorySpace> phi;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    if (i + prefetch_distance < suffix_array.extent(0))
      detail::prefetch(phi.data() + suffix_array(i + prefetch_distance));
    phi(suffix_array(i)) = i == 0 ? no_phi<Index> : suffix_array(i - 1);
  }
};

/// lcp(i) = plcp(suffix_array(i)), by a host.
template <class Index, class MemorySpace>
struct PermuteOnHost
{
  Span<Index const, MemorySpace> suffix_array;
  Span<Index const, MemorySpace> plcp;
  Span<Index, MemorySpace> lcp;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    if (i + prefetch_distance < suffix_array.extent(0))
      detail::prefetch(plcp.data() + suffix_array(i + prefetch_distance));
    lcp(i) = plcp(suffix_array(i));
  }
};

/// Computes one level from the coarser ones.
template <class ExecutionSpace, class Index>
struct LevelRun
{
  using MemorySpace = typename ExecutionSpace::memory_space;

  ExecutionSpace space;
  ComparisonBudget budget;
  Span<std::uint64_t, MemorySpace> counts;  // two a level
  Span<Index, MemorySpace> unfinished;
  Span<Comparison, MemorySpace> giants;

  [[nodiscard]] bool is_limited() const { return budget.thread != ComparisonBudget::unlimited; }

  [[nodiscard]] Kokkos::TeamPolicy<ExecutionSpace> teams() const
  {
    constexpr bool on_host = detail::works_on_host<MemorySpace>;
    int const size = on_host ? 1 : team_size;
    int const league = std::max(1, detail::concurrency_of(space) / (on_host ? 1 : 2 * size));
    return Kokkos::TeamPolicy<ExecutionSpace>(space, league, size);
  }

  void take_scratch(std::size_t levels, std::size_t bytes, Workspace& workspace)
  {
    if (!is_limited()) return;
    counts = workspace.take<std::uint64_t, MemorySpace>(2 * levels);
    unfinished = workspace.take<Index, MemorySpace>(max_exceeding(bytes, budget.thread));
    giants = workspace.take<Comparison, MemorySpace>(max_exceeding(bytes, budget.team));
    Kokkos::deep_copy(space, counts, 0);
  }

  template <class Text>
  void operator()(Level<Index, MemorySpace, Text> const& level, std::size_t number,
                  detail::ProgressReport<ExecutionSpace>& progress) const
  {
    std::size_t const work = 2 * level.positions();
    auto const count_of = [&](std::size_t which) {
      return is_limited() ? Span<std::uint64_t, MemorySpace>(counts.data() + 2 * number + which, 1)
                          : Span<std::uint64_t, MemorySpace>();
    };
    LongList<Index, MemorySpace> const long_list{count_of(0), unfinished};
    progress.run("lexikos::lcp::compare", level.positions(),
                 CompareAlone<Index, MemorySpace, Text>{level, long_list, budget.thread},
                 is_limited() ? work / 2 : work);
    if (!is_limited()) return;
    GiantList<MemorySpace> const giant_list{count_of(1), giants};
    Kokkos::parallel_for("lexikos::lcp::compare_by_team", teams(),
                         CompareByTeam<Index, ExecutionSpace, Text>{level, long_list, giant_list, budget});
    if (budget.team != ComparisonBudget::unlimited) {
      std::size_t const chunk = std::max(min_chunk_bytes, budget.team / chunks_per_budget);
      Kokkos::parallel_for("lexikos::lcp::compare_by_all", teams(),
                           CompareByAll<Index, ExecutionSpace, Text>{level, giant_list, chunk});
    }
    progress.add(work - work / 2);
  }
};

template <class ExecutionSpace, class Index, class Text>
void plcp_by_levels(ExecutionSpace const& space, Text const& text,
                    Span<Index, typename ExecutionSpace::memory_space> const& plcp, ComparisonBudget const& budget,
                    Workspace& workspace, detail::ProgressReport<ExecutionSpace>& progress)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = plcp.extent(0);
  if (n == 0) return;
  Workspace::Scope const scope(workspace);
  std::size_t const levels = number_of_levels(n);
  LevelRun<ExecutionSpace, Index> run{space, budget, {}, {}, {}};
  run.take_scratch(levels, text.bytes.size, workspace);
  bool const in_stretches = !run.is_limited();
  CompareStretch<Index, MemorySpace, Text> const last{text, n, stretch_positions(n, detail::concurrency_of(space)),
                                                      plcp};
  std::size_t const min_stride = in_stretches ? last.positions : 1;
  std::size_t stride = std::size_t{1} << (2 * (levels - 1));
  std::size_t known = 0;  // values
  for (std::size_t number = 0; number == 0 || stride >= min_stride; ++number, stride /= 4) {
    Level<Index, MemorySpace, Text> const level{text, n, stride, number == 0, plcp};
    run(level, number, progress);
    known += level.positions();
  }
  if (in_stretches) progress.run("lexikos::lcp::compare_stretches", last.stretches(), last, 2 * (n - known));
}

// Units of work of a symbol, as progress counts them.
constexpr std::size_t phi_work = 1;
constexpr std::size_t plcp_work = phi_work + 2;
constexpr std::size_t permute_work = 1;

/// The permuted LCP array of a suffix array. Reports `plcp_work` units of work a symbol.
template <class ExecutionSpace, class Index, class Text>
void compute_plcp(ExecutionSpace const& space, Text const& text, Suffixes<ExecutionSpace, Index> const& suffixes,
                  Indices<ExecutionSpace, Index> const& plcp, Workspace& workspace,
                  detail::ProgressReport<ExecutionSpace>& progress)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = plcp.extent(0);
  // hosts wait less for what they write at random than for what they read so
  if (suffixes.inverse.extent(0) != 0 && !detail::works_on_host<ExecutionSpace>)
    progress.run("lexikos::lcp::phi", n, PhiByInverse<Index, MemorySpace>{suffixes.array, suffixes.inverse, plcp},
                 phi_work * n);
  else
    progress.run("lexikos::lcp::phi", n, PhiByScatter<Index, MemorySpace>{suffixes.array, plcp}, phi_work * n);
  plcp_by_levels<ExecutionSpace, Index>(space, text, plcp, ComparisonBudget::of<ExecutionSpace>(), workspace, progress);
}

template <class MemorySpace>
SymbolText symbols_of(detail::BytesOfText<MemorySpace> const& text)
{
  return {{text.bytes.data(), text.bytes.extent(0)}, static_cast<unsigned>(std::countr_zero(text.symbol_bytes))};
}

/// The permuted LCP array, as one call from outside.
template <class ExecutionSpace, class Index, class Text>
void plcp_of(ExecutionSpace const& space, Text const& text, Suffixes<ExecutionSpace, Index> const& suffixes,
             Indices<ExecutionSpace, Index> const& plcp, LcpOptions const& options)
{
  detail::Scratch const scratch(space, options.workspace);
  detail::ProgressReport progress(space, options.progress, plcp_work * plcp.extent(0));
  compute_plcp<ExecutionSpace, Index>(space, text, suffixes, plcp, *scratch, progress);
  space.fence("lexikos::lcp::plcp_array");
  progress.finish();
}

/// The LCP array, likewise.
template <class ExecutionSpace, class Index, class Text>
void lcp_of(ExecutionSpace const& space, Text const& text, Suffixes<ExecutionSpace, Index> const& suffixes,
            Indices<ExecutionSpace, Index> const& lcp, LcpOptions const& options)
{
  detail::Scratch const scratch(space, options.workspace);
  std::size_t const n = lcp.extent(0);
  detail::ProgressReport progress(space, options.progress, (plcp_work + permute_work) * n);
  auto const plcp = scratch->template take<Index, typename ExecutionSpace::memory_space>(n);
  compute_plcp<ExecutionSpace, Index>(space, text, suffixes, plcp, *scratch, progress);
  if constexpr (detail::works_on_host<ExecutionSpace>)
    Kokkos::parallel_for("lexikos::lcp::permute", backends::Range<ExecutionSpace>(space, 0, n),
                         PermuteOnHost<Index, typename ExecutionSpace::memory_space>{suffixes.array, plcp, lcp});
  else
    primitives::gather(space, suffixes.array, plcp, lcp);
  space.fence("lexikos::lcp::lcp_array");
  progress.finish();
}

}  // namespace lexikos::lcp_detail
