// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lcp/plcp.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>

#include "lcp/compare_stretch.hpp"
#include "lcp/long_comparisons.hpp"
#include "system/execution_spaces.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::lcp_detail
{

namespace
{

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
    int const league = std::max(1, space.concurrency() / (on_host ? 1 : 2 * size));
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

  void operator()(Level<Index, MemorySpace> const& level, std::size_t number,
                  detail::ProgressReport<ExecutionSpace>& progress) const
  {
    std::size_t const work = 2 * level.positions();
    auto const count_of = [&](std::size_t which) {
      return is_limited() ? Span<std::uint64_t, MemorySpace>(counts.data() + 2 * number + which, 1)
                          : Span<std::uint64_t, MemorySpace>();
    };
    LongList<Index, MemorySpace> const long_list{count_of(0), unfinished};
    progress.run("lexikos::lcp::compare", level.positions(),
                 CompareAlone<Index, MemorySpace>{level, long_list, budget.thread}, is_limited() ? work / 2 : work);
    if (!is_limited()) return;
    GiantList<MemorySpace> const giant_list{count_of(1), giants};
    Kokkos::parallel_for("lexikos::lcp::compare_by_team", teams(),
                         CompareByTeam<Index, ExecutionSpace>{level, long_list, giant_list, budget});
    if (budget.team != ComparisonBudget::unlimited) {
      std::size_t const chunk = std::max(min_chunk_bytes, budget.team / chunks_per_budget);
      Kokkos::parallel_for("lexikos::lcp::compare_by_all", teams(),
                           CompareByAll<Index, ExecutionSpace>{level, giant_list, chunk});
    }
    progress.add(work - work / 2);
  }
};

}  // namespace

template <class ExecutionSpace, class Index>
void plcp_by_levels(ExecutionSpace const& space, SymbolText const& text,
                    Span<Index, typename ExecutionSpace::memory_space> const& plcp, ComparisonBudget const& budget,
                    Workspace& workspace, detail::ProgressReport<ExecutionSpace>& progress)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Stretch = CompareStretch<Index, MemorySpace>;
  std::size_t const n = plcp.extent(0);
  if (n == 0) return;
  Workspace::Scope const scope(workspace);
  std::size_t const levels = number_of_levels(n);
  LevelRun<ExecutionSpace, Index> run{space, budget, {}, {}, {}};
  run.take_scratch(levels, text.bytes.size, workspace);
  bool const in_stretches = !run.is_limited();
  std::size_t const least_stride = in_stretches ? Stretch::positions : 1;
  std::size_t stride = std::size_t{1} << (2 * (levels - 1));
  std::size_t known = 0;  // values
  for (std::size_t number = 0; number == 0 || stride >= least_stride; ++number, stride /= 4) {
    Level<Index, MemorySpace> const level{text, n, stride, number == 0, plcp};
    run(level, number, progress);
    known += level.positions();
  }
  if (in_stretches)
    progress.run("lexikos::lcp::compare_stretches", Stretch::stretches(n), Stretch{text, n, plcp}, 2 * (n - known));
}

template <class Index>
std::size_t plcp_by_levels_bytes(std::size_t n, unsigned symbol_bytes, ComparisonBudget const& budget)
{
  if (budget.thread == ComparisonBudget::unlimited) return 0;
  std::size_t const bytes = n * symbol_bytes;
  return 2 * 8 * number_of_levels(n) + sizeof(Index) * max_exceeding(bytes, budget.thread) +
         sizeof(Comparison) * max_exceeding(bytes, budget.team) + 3 * 256;
}

#define LEXIKOS_INSTANTIATE_FOR(SPACE, INDEX)                                                                          \
  template void plcp_by_levels<SPACE, INDEX>(SPACE const&, SymbolText const&, Span<INDEX, SPACE::memory_space> const&, \
                                             ComparisonBudget const&, Workspace&, detail::ProgressReport<SPACE>&);
#define LEXIKOS_INSTANTIATE(SPACE)              \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint32_t) \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint64_t)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

template std::size_t plcp_by_levels_bytes<std::uint32_t>(std::size_t, unsigned, ComparisonBudget const&);
template std::size_t plcp_by_levels_bytes<std::uint64_t>(std::size_t, unsigned, ComparisonBudget const&);

}  // namespace lexikos::lcp_detail
