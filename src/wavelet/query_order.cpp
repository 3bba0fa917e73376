// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wavelet/query_order.hpp"

#include <lexikos/detail/wavelet_interface.hpp>

#include "backends/primitives.hpp"
#include "common/primitive_bytes.hpp"
#include "system/execution_spaces.hpp"

namespace lexikos
{

namespace wavelet_detail
{

namespace
{

template <class Alphabet, class Symbols, class Keys>
struct WriteKeys
{
  Alphabet alphabet;
  Symbols symbols;
  Keys keys;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    keys[q] = static_cast<std::uint32_t>(alphabet.code(symbols[q]));
  }
};

}  // namespace

template <class ExecutionSpace, class Symbol>
QueryOrder<typename ExecutionSpace::memory_space> sorted_order(
    ExecutionSpace const& space, WaveletAlphabet<typename ExecutionSpace::memory_space, Symbol> const& alphabet,
    Span<Symbol const, typename ExecutionSpace::memory_space> const& symbols, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Keys = Span<std::uint32_t, MemorySpace>;
  using Queries = Span<std::uint64_t, MemorySpace>;
  std::size_t const n = symbols.extent(0);
  if (n == 0) return {};
  primitives::DoubleBuffer<Keys> keys{workspace.take<std::uint32_t, MemorySpace>(n),
                                      workspace.take<std::uint32_t, MemorySpace>(n)};
  primitives::DoubleBuffer<Queries> queries{workspace.take<std::uint64_t, MemorySpace>(n),
                                            workspace.take<std::uint64_t, MemorySpace>(n)};
  Kokkos::parallel_for("lexikos::wavelet::query_keys", backends::Range<ExecutionSpace>(space, 0, n),
                       WriteKeys<WaveletAlphabet<MemorySpace, Symbol>, Span<Symbol const, MemorySpace>, Keys>{
                           alphabet, symbols, keys.current});
  primitives::iota(space, queries.current);
  int bits = 1;  // of a code, or of the alphabet's size, which stands for symbols that do not occur
  while (bits < 32 && alphabet.size() >> bits != 0) ++bits;
  primitives::radix_sort_pairs(space, keys, queries, 0, bits, workspace);
  return {queries.current};
}

#define LEXIKOS_INSTANTIATE_SYMBOL(SPACE, SYMBOL)                        \
  template QueryOrder<SPACE::memory_space> sorted_order<SPACE, SYMBOL>(  \
      SPACE const&, WaveletAlphabet<SPACE::memory_space, SYMBOL> const&, \
      Span<SYMBOL const, SPACE::memory_space> const&, Workspace&);
#define LEXIKOS_INSTANTIATE(SPACE)                 \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, std::uint8_t)  \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, std::uint16_t) \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, std::uint32_t)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_SYMBOL

}  // namespace wavelet_detail

template <detail::ExecutionSpaceType ExecutionSpace>
std::size_t wavelet_batch_workspace_bytes(std::size_t queries)
{
  std::size_t const pairs = 2 * (4 + 8) * queries + 4 * 256;
  return pairs + detail::sort_bytes<ExecutionSpace>(queries) + detail::scan_bytes<ExecutionSpace>(queries + 1);
}

#define LEXIKOS_INSTANTIATE(SPACE) template std::size_t wavelet_batch_workspace_bytes<SPACE>(std::size_t);

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos
