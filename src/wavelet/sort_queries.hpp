// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Sorting the queries of a batch by their symbols.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/wavelet_interface.hpp>

#include "backends/primitives.hpp"
#include "common/primitive_bytes.hpp"
#include "wavelet/query_order.hpp"

namespace lexikos
{

namespace wavelet_detail
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

}  // namespace wavelet_detail

template <detail::ExecutionSpaceType ExecutionSpace>
std::size_t wavelet_batch_workspace_bytes(std::size_t queries)
{
  std::size_t const pairs = 2 * (4 + 8) * queries + 4 * 256;
  return pairs + detail::sort_bytes<ExecutionSpace>(queries) + detail::scan_bytes<ExecutionSpace>(queries + 1);
}

}  // namespace lexikos
