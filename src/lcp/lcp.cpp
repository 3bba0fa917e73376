// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstdint>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/lcp.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/invert.hpp"
#include "common/progress.hpp"
#include "lcp/compare_stretch.hpp"
#include "lcp/long_comparisons.hpp"
#include "lcp/plcp.hpp"
#include "lcp/tuning.hpp"
#include "system/execution_spaces.hpp"
#include "system/works_on_host.hpp"

namespace lexikos
{

namespace lcp_detail
{

namespace
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
    phi(suffix_array(i)) = i == 0 ? no_phi<Index> : suffix_array(i - 1);
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

template <class Index, class MemorySpace>
struct Summary
{
  struct value_type
  {
    std::uint64_t low;   // sum of the low 24 bits of the entries: neither sum can overflow
    std::uint64_t high;  // sum of the other bits
    std::uint64_t maximum;
  };

  Span<Index const, MemorySpace> lcp;

  KOKKOS_FUNCTION void operator()(std::size_t i, value_type& sum) const
  {
    std::uint64_t const length = lcp(i);
    sum.low += length & 0xffffffu;
    sum.high += length >> 24;
    sum.maximum = length > sum.maximum ? length : sum.maximum;
  }
  KOKKOS_FUNCTION void init(value_type& sum) const { sum = {0, 0, 0}; }
  KOKKOS_FUNCTION void join(value_type& sum, value_type const& other) const
  {
    sum.low += other.low;
    sum.high += other.high;
    sum.maximum = other.maximum > sum.maximum ? other.maximum : sum.maximum;
  }
};

// Units of work of a symbol, as progress counts them.
constexpr std::size_t phi_work = 1;
constexpr std::size_t plcp_work = phi_work + 2;
constexpr std::size_t permute_work = 1;

template <class ExecutionSpace, class Index>
void compute_plcp(ExecutionSpace const& space, detail::BytesOfText<typename ExecutionSpace::memory_space> const& text,
                  Suffixes<ExecutionSpace, Index> const& suffixes, Indices<ExecutionSpace, Index> const& plcp,
                  Workspace& workspace, detail::ProgressReport<ExecutionSpace>& progress)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = plcp.extent(0);
  if (suffixes.inverse.extent(0) != 0)
    progress.run("lexikos::lcp::phi", n, PhiByInverse<Index, MemorySpace>{suffixes.array, suffixes.inverse, plcp},
                 phi_work * n);
  else
    progress.run("lexikos::lcp::phi", n, PhiByScatter<Index, MemorySpace>{suffixes.array, plcp}, phi_work * n);
  SymbolText const symbols{{text.bytes.data(), text.bytes.extent(0)},
                           static_cast<unsigned>(std::countr_zero(text.symbol_bytes))};
  plcp_by_levels<ExecutionSpace, Index>(space, symbols, plcp, ComparisonBudget::of<ExecutionSpace>(), workspace,
                                        progress);
}

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

template <class ExecutionSpace, class Index>
void build_inverse(ExecutionSpace const& space, Indices<ExecutionSpace, Index const> const& suffix_array,
                   Indices<ExecutionSpace, Index> const& inverse, LcpOptions const& options)
{
  detail::Scratch const scratch(space, options.workspace);
  detail::invert_in_parts(space, suffix_array, inverse, inverse_parts, *scratch);
  space.fence("lexikos::lcp::invert");
  detail::ProgressReport(space, options.progress, 1).finish();
}

template <class ExecutionSpace, class Index>
void build_plcp(ExecutionSpace const& space, detail::BytesOfText<typename ExecutionSpace::memory_space> const& text,
                Suffixes<ExecutionSpace, Index> const& suffixes, Indices<ExecutionSpace, Index> const& plcp,
                LcpOptions const& options)
{
  detail::Scratch const scratch(space, options.workspace);
  detail::ProgressReport progress(space, options.progress, plcp_work * plcp.extent(0));
  compute_plcp<ExecutionSpace, Index>(space, text, suffixes, plcp, *scratch, progress);
  space.fence("lexikos::lcp::plcp_array");
  progress.finish();
}

template <class ExecutionSpace, class Index>
void build_lcp(ExecutionSpace const& space, detail::BytesOfText<typename ExecutionSpace::memory_space> const& text,
               Suffixes<ExecutionSpace, Index> const& suffixes, Indices<ExecutionSpace, Index> const& lcp,
               LcpOptions const& options)
{
  detail::Scratch const scratch(space, options.workspace);
  std::size_t const n = lcp.extent(0);
  detail::ProgressReport progress(space, options.progress, (plcp_work + permute_work) * n);
  auto const plcp = scratch->template take<Index, typename ExecutionSpace::memory_space>(n);
  compute_plcp<ExecutionSpace, Index>(space, text, suffixes, plcp, *scratch, progress);
  primitives::gather(space, suffixes.array, plcp, lcp);
  space.fence("lexikos::lcp::lcp_array");
  progress.finish();
}

template <class ExecutionSpace, class Index>
LcpStatistics summarise(ExecutionSpace const& space, Indices<ExecutionSpace, Index const> const& lcp)
{
  using Functor = Summary<Index, typename ExecutionSpace::memory_space>;
  std::size_t const n = lcp.extent(0);
  if (n == 0) return {};
  typename Functor::value_type sum{};
  Kokkos::parallel_reduce("lexikos::lcp::statistics", backends::Range<ExecutionSpace>(space, 0, n), Functor{lcp}, sum);
  space.fence("lexikos::lcp::statistics");
  long double const total = static_cast<long double>(sum.high) * 0x1p24L + static_cast<long double>(sum.low);
  return {sum.maximum, static_cast<double>(total / static_cast<long double>(n))};
}

}  // namespace lcp_detail

template <class ExecutionSpace, class Index>
std::size_t inverse_suffix_array_workspace_bytes(std::size_t n)
{
  return detail::invert_in_parts_bytes<ExecutionSpace, Index>(n, lcp_detail::inverse_parts);
}

template <class ExecutionSpace, class Index, class Symbol>
std::size_t plcp_array_workspace_bytes(std::size_t n)
{
  return lcp_detail::plcp_by_levels_bytes<Index>(n, sizeof(Symbol), lcp_detail::ComparisonBudget::of<ExecutionSpace>());
}

template <class ExecutionSpace, class Index, class Symbol>
std::size_t lcp_array_workspace_bytes(std::size_t n)
{
  return n * sizeof(Index) + 256 + plcp_array_workspace_bytes<ExecutionSpace, Index, Symbol>(n);
}

#define LEXIKOS_INSTANTIATE_SYMBOL(SPACE, INDEX, SYMBOL)                              \
  template std::size_t plcp_array_workspace_bytes<SPACE, INDEX, SYMBOL>(std::size_t); \
  template std::size_t lcp_array_workspace_bytes<SPACE, INDEX, SYMBOL>(std::size_t);
#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                                                            \
  template std::size_t inverse_suffix_array_workspace_bytes<SPACE, INDEX>(std::size_t);                              \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, INDEX, std::uint8_t)                                                             \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, INDEX, std::uint16_t)                                                            \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, INDEX, std::uint32_t)                                                            \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, INDEX, std::uint64_t)                                                            \
  template void lcp_detail::plcp_by_levels<SPACE, INDEX>(                                                            \
      SPACE const&, lcp_detail::SymbolText const&, Span<INDEX, SPACE::memory_space> const&,                          \
      lcp_detail::ComparisonBudget const&, Workspace&, detail::ProgressReport<SPACE>&);                              \
  template void lcp_detail::build_inverse<SPACE, INDEX>(SPACE const&, Span<INDEX const, SPACE::memory_space> const&, \
                                                        Span<INDEX, SPACE::memory_space> const&, LcpOptions const&); \
  template void lcp_detail::build_plcp<SPACE, INDEX>(SPACE const&, detail::BytesOfText<SPACE::memory_space> const&,  \
                                                     lcp_detail::Suffixes<SPACE, INDEX> const&,                      \
                                                     Span<INDEX, SPACE::memory_space> const&, LcpOptions const&);    \
  template void lcp_detail::build_lcp<SPACE, INDEX>(SPACE const&, detail::BytesOfText<SPACE::memory_space> const&,   \
                                                    lcp_detail::Suffixes<SPACE, INDEX> const&,                       \
                                                    Span<INDEX, SPACE::memory_space> const&, LcpOptions const&);     \
  template LcpStatistics lcp_detail::summarise<SPACE, INDEX>(SPACE const&,                                           \
                                                             Span<INDEX const, SPACE::memory_space> const&);

LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_SYMBOL

template std::size_t lcp_detail::plcp_by_levels_bytes<std::uint32_t>(std::size_t, unsigned,
                                                                     lcp_detail::ComparisonBudget const&);
template std::size_t lcp_detail::plcp_by_levels_bytes<std::uint64_t>(std::size_t, unsigned,
                                                                     lcp_detail::ComparisonBudget const&);

}  // namespace lexikos
