// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/bidirectional_index.hpp>
#include <lexikos/detail/execution_spaces.hpp>

#include "backends/launch.hpp"

namespace lexikos::fm_detail
{

namespace
{

template <class Symbol>
struct Reverse
{
  Symbol const* text;
  Symbol* reversed;
  std::size_t n;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { reversed[i] = text[n - 1 - i]; }
};

}  // namespace

template <class ExecutionSpace, class Symbol>
void reverse(ExecutionSpace const& space, Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
             Span<Symbol, typename ExecutionSpace::memory_space> const& reversed)
{
  std::size_t const n = text.extent(0);
  Kokkos::parallel_for("lexikos::fm_index::reverse", backends::Range<ExecutionSpace>(space, 0, n),
                       Reverse<Symbol>{text.data(), reversed.data(), n});
}

#define LEXIKOS_INSTANTIATE_FOR(SPACE, SYMBOL)                                                       \
  template void reverse<SPACE, SYMBOL>(SPACE const&, Span<SYMBOL const, SPACE::memory_space> const&, \
                                       Span<SYMBOL, SPACE::memory_space> const&);
#define LEXIKOS_INSTANTIATE(SPACE)              \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint8_t)  \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint16_t) \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint32_t)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_FOR

}  // namespace lexikos::fm_detail
