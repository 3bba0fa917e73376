// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <cstdint>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/lcp.hpp>

#include "backends/launch.hpp"
#include "common/invert.hpp"
#include "common/progress.hpp"
#include "lcp/compute_plcp.hpp"
#include "lcp/tuning.hpp"

namespace lexikos
{

namespace lcp_detail
{

namespace
{

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

}  // namespace

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
  plcp_of<ExecutionSpace, Index>(space, symbols_of(text), suffixes, plcp, options);
}

template <class ExecutionSpace, class Index>
void build_lcp(ExecutionSpace const& space, detail::BytesOfText<typename ExecutionSpace::memory_space> const& text,
               Suffixes<ExecutionSpace, Index> const& suffixes, Indices<ExecutionSpace, Index> const& lcp,
               LcpOptions const& options)
{
  lcp_of<ExecutionSpace, Index>(space, symbols_of(text), suffixes, lcp, options);
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

template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
std::size_t inverse_suffix_array_workspace_bytes(std::size_t n)
{
  return detail::invert_in_parts_bytes<ExecutionSpace, Index>(n, lcp_detail::inverse_parts);
}

template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index, detail::SymbolType Symbol>
std::size_t plcp_array_workspace_bytes(std::size_t n)
{
  return lcp_detail::plcp_by_levels_bytes<Index>(n, sizeof(Symbol), lcp_detail::ComparisonBudget::of<ExecutionSpace>());
}

template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index, detail::SymbolType Symbol>
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
