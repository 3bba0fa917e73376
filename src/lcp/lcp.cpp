// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <lexikos/lcp.hpp>

#include "backends/primitives.hpp"
#include "lcp/plcp.hpp"
#include "system/execution_spaces.hpp"

namespace lexikos
{

namespace
{

/// Parts of a suffix array that are inverted one after the other, so that the sorted pairs of one part is all the scratch.
constexpr std::size_t inverse_parts = 2;

template <class Index, class MemorySpace>
struct Summary
{
  struct value_type
  {
    std::uint64_t low;   // sum of the low 24 bits of the entries: neither sum can overflow
    std::uint64_t high;  // sum of the others
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

template <class ExecutionSpace, class Index>
void plcp_in(ExecutionSpace const& space, detail::BytesOfText<typename ExecutionSpace::memory_space> const& text,
             Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
             Span<Index const, typename ExecutionSpace::memory_space> const& inverse,
             Span<Index, typename ExecutionSpace::memory_space> const& plcp, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  lcp_detail::Range<ExecutionSpace> const range(space, 0, plcp.extent(0));
  if (inverse.extent(0) != 0)
    Kokkos::parallel_for("lexikos::lcp::phi", range,
                         lcp_detail::PhiByInverse<Index, MemorySpace>{suffix_array, inverse, plcp});
  else
    Kokkos::parallel_for("lexikos::lcp::phi", range, lcp_detail::PhiByScatter<Index, MemorySpace>{suffix_array, plcp});
  lcp_detail::plcp_by_levels<ExecutionSpace, Index>(space, {text.bytes.data(), text.bytes.extent(0)}, text.symbol_bytes,
                                                    plcp, lcp_detail::Patience::of<ExecutionSpace>(), workspace);
}

}  // namespace

template <class ExecutionSpace, class Index>
std::size_t inverse_suffix_array_workspace_bytes(std::size_t n)
{
  // the numbers of a part, and the sorted pairs, twice where the part is sparse; what a host thread or a sort keeps
  std::size_t const part = (n + inverse_parts - 1) / inverse_parts;
  std::size_t const threads = lcp_detail::Patience::of<ExecutionSpace>().thread == lcp_detail::Patience::forever
                                  ? ExecutionSpace().concurrency()
                                  : 8;
  return 5 * sizeof(Index) * part + (threads << 20);
}

template <class ExecutionSpace, class Index, class Symbol>
std::size_t plcp_array_workspace_bytes(std::size_t n)
{
  return lcp_detail::plcp_by_levels_bytes<Index>(n, sizeof(Symbol), lcp_detail::Patience::of<ExecutionSpace>());
}

template <class ExecutionSpace, class Index, class Symbol>
std::size_t lcp_array_workspace_bytes(std::size_t n)
{
  return n * sizeof(Index) + 256 + plcp_array_workspace_bytes<ExecutionSpace, Index, Symbol>(n);
}

namespace detail
{

template <class ExecutionSpace, class Index>
void invert_suffix_array(ExecutionSpace const& space,
                         Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
                         Span<Index, typename ExecutionSpace::memory_space> const& inverse, Workspace* workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = suffix_array.extent(0);
  Workspace own;
  Workspace& scratch = workspace != nullptr ? *workspace : own;
  {
    Workspace::Scope const scope(scratch);
    std::size_t const part = (n + inverse_parts - 1) / inverse_parts;
    auto const ranks = scratch.take<Index, MemorySpace>(part);
    for (std::size_t begin = 0; begin < n; begin += part) {
      std::size_t const size = std::min(part, n - begin);
      Span<Index, MemorySpace> const numbers(ranks.data(), size);
      primitives::iota(space, numbers, static_cast<Index>(begin));
      primitives::scatter_blocked(space, Span<Index const, MemorySpace>(suffix_array.data() + begin, size), numbers,
                                  inverse, scratch);
    }
  }
  space.fence("lexikos::lcp::invert");
}

template <class ExecutionSpace, class Index>
void build_plcp_array(ExecutionSpace const& space, BytesOfText<typename ExecutionSpace::memory_space> const& text,
                      Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
                      Span<Index const, typename ExecutionSpace::memory_space> const& inverse,
                      Span<Index, typename ExecutionSpace::memory_space> const& plcp, Workspace* workspace)
{
  Workspace own;
  plcp_in<ExecutionSpace, Index>(space, text, suffix_array, inverse, plcp, workspace != nullptr ? *workspace : own);
  space.fence("lexikos::lcp::plcp_array");
}

template <class ExecutionSpace, class Index>
void build_lcp_array(ExecutionSpace const& space, BytesOfText<typename ExecutionSpace::memory_space> const& text,
                     Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
                     Span<Index const, typename ExecutionSpace::memory_space> const& inverse,
                     Span<Index, typename ExecutionSpace::memory_space> const& lcp, Workspace* workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace own;
  Workspace& scratch = workspace != nullptr ? *workspace : own;
  {
    Workspace::Scope const scope(scratch);
    auto const plcp = scratch.take<Index, MemorySpace>(lcp.extent(0));
    plcp_in<ExecutionSpace, Index>(space, text, suffix_array, inverse, plcp, scratch);
    primitives::gather(space, suffix_array, plcp, lcp);
  }
  space.fence("lexikos::lcp::lcp_array");
}

template <class ExecutionSpace, class Index>
LcpStatistics summarise_lcp_array(ExecutionSpace const& space,
                                  Span<Index const, typename ExecutionSpace::memory_space> const& lcp)
{
  using Functor = Summary<Index, typename ExecutionSpace::memory_space>;
  std::size_t const n = lcp.extent(0);
  if (n == 0) return {};
  typename Functor::value_type sum{};
  Kokkos::parallel_reduce("lexikos::lcp::statistics", lcp_detail::Range<ExecutionSpace>(space, 0, n), Functor{lcp},
                          sum);
  space.fence("lexikos::lcp::statistics");
  long double const total = static_cast<long double>(sum.high) * 0x1p24L + static_cast<long double>(sum.low);
  return {sum.maximum, static_cast<double>(total / static_cast<long double>(n))};
}

}  // namespace detail

#define LEXIKOS_INSTANTIATE_SYMBOL(SPACE, INDEX, SYMBOL)                              \
  template std::size_t plcp_array_workspace_bytes<SPACE, INDEX, SYMBOL>(std::size_t); \
  template std::size_t lcp_array_workspace_bytes<SPACE, INDEX, SYMBOL>(std::size_t);
#define LEXIKOS_INSTANTIATE_INDEX(SPACE, INDEX)                                                                        \
  template std::size_t inverse_suffix_array_workspace_bytes<SPACE, INDEX>(std::size_t);                                \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, INDEX, std::uint8_t)                                                               \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, INDEX, std::uint16_t)                                                              \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, INDEX, std::uint32_t)                                                              \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, INDEX, std::uint64_t)                                                              \
  template void detail::invert_suffix_array<SPACE, INDEX>(SPACE const&, Span<INDEX const, SPACE::memory_space> const&, \
                                                          Span<INDEX, SPACE::memory_space> const&, Workspace*);        \
  template void detail::build_plcp_array<SPACE, INDEX>(                                                                \
      SPACE const&, detail::BytesOfText<SPACE::memory_space> const&, Span<INDEX const, SPACE::memory_space> const&,    \
      Span<INDEX const, SPACE::memory_space> const&, Span<INDEX, SPACE::memory_space> const&, Workspace*);             \
  template void detail::build_lcp_array<SPACE, INDEX>(                                                                 \
      SPACE const&, detail::BytesOfText<SPACE::memory_space> const&, Span<INDEX const, SPACE::memory_space> const&,    \
      Span<INDEX const, SPACE::memory_space> const&, Span<INDEX, SPACE::memory_space> const&, Workspace*);             \
  template LcpStatistics detail::summarise_lcp_array<SPACE, INDEX>(SPACE const&,                                       \
                                                                   Span<INDEX const, SPACE::memory_space> const&);
#define LEXIKOS_INSTANTIATE(SPACE)                \
  LEXIKOS_INSTANTIATE_INDEX(SPACE, std::uint32_t) \
  LEXIKOS_INSTANTIATE_INDEX(SPACE, std::uint64_t)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

}  // namespace lexikos
