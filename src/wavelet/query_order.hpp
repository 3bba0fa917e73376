// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The order in which the queries of a batch are answered.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/wavelet_alphabet.hpp>
#include <lexikos/wavelet_options.hpp>
#include <lexikos/workspace.hpp>

namespace lexikos::wavelet_detail
{

/// The i-th query to answer: number i of the batch, or as sorted.
template <class MemorySpace>
struct QueryOrder
{
  Span<std::uint64_t const, MemorySpace> order;  ///< empty: as they come

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::size_t operator()(std::size_t i) const
  {
    return order.extent(0) == 0 ? i : order[i];
  }
};

/// The queries in the order of their symbols' codes, stably; in memory of the workspace's scope. Asynchronous. Compiled in
/// the library for every execution space and type of symbols.
template <class ExecutionSpace, class Symbol>
[[nodiscard]] QueryOrder<typename ExecutionSpace::memory_space> sorted_order(
    ExecutionSpace const& space, WaveletAlphabet<typename ExecutionSpace::memory_space, Symbol> const& alphabet,
    Span<Symbol const, typename ExecutionSpace::memory_space> const& symbols, Workspace& workspace);

/// The order that the options ask for.
template <class ExecutionSpace, class Symbol>
[[nodiscard]] QueryOrder<typename ExecutionSpace::memory_space> order_of(
    ExecutionSpace const& space, WaveletAlphabet<typename ExecutionSpace::memory_space, Symbol> const& alphabet,
    Span<Symbol const, typename ExecutionSpace::memory_space> const& symbols, WaveletBatchOptions const& options,
    Workspace& workspace)
{
  if (!options.sort_by_symbol) return {};
  return sorted_order<ExecutionSpace, Symbol>(space, alphabet, symbols, workspace);
}

}  // namespace lexikos::wavelet_detail
