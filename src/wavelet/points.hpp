// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Batches of queries of one position. On devices a thread answers one. On hosts a thread advances a group of ranks or
// accesses level by level together, so that their fetches overlap: each level's step prefetches what the next one reads.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/detail/wavelet_access.hpp>
#include <limits>

#include "backends/launch.hpp"
#include "common/host_batches.hpp"
#include "system/works_on_host.hpp"
#include "wavelet/query_order.hpp"
#include "wavelet/tuning.hpp"

namespace lexikos::wavelet_detail
{

using Access = detail::WaveletAccess;

template <class Structure, class Index>
struct AnswerRank
{
  using MemorySpace = typename Structure::memory_space;
  using Cursor = typename Structure::CodesType::Cursor;

  Structure structure;
  Span<typename Structure::SymbolType const, MemorySpace> symbols;
  Span<Index const, MemorySpace> positions;
  Span<Index, MemorySpace> ranks;
  QueryOrder<MemorySpace> order;

  KOKKOS_FORCEINLINE_FUNCTION Cursor begin(std::size_t q) const
  {
    std::uint64_t const position = positions[q];  // read beside the symbol, not after what follows from that
    return Access::codes(structure).rank_cursor(structure.alphabet().code(symbols[q]), position);
  }
  KOKKOS_FORCEINLINE_FUNCTION bool advance(Cursor& cursor) const
  {
    return Access::codes(structure).advance_rank(cursor);
  }
  KOKKOS_FORCEINLINE_FUNCTION void end(std::size_t q, Cursor const& cursor) const
  {
    ranks[q] = static_cast<Index>(Access::codes(structure).rank_of(cursor));
  }
};

template <class Structure, class Index>
struct AnswerAccess
{
  using MemorySpace = typename Structure::memory_space;
  using Symbol = typename Structure::SymbolType;
  using Cursor = typename Structure::CodesType::Cursor;

  Structure structure;
  Span<Index const, MemorySpace> positions;
  Span<Symbol, MemorySpace> symbols;
  QueryOrder<MemorySpace> order;

  // a position beyond the text is answered as if it were the first, and then left out; the empty text has nothing to read
  KOKKOS_FORCEINLINE_FUNCTION Cursor begin(std::size_t q) const
  {
    if (structure.size() == 0) return {};
    return Access::codes(structure).access_cursor(positions[q] < structure.size() ? positions[q] : 0);
  }
  KOKKOS_FORCEINLINE_FUNCTION bool advance(Cursor& cursor) const
  {
    return structure.size() != 0 && Access::codes(structure).advance_access(cursor);
  }
  KOKKOS_FORCEINLINE_FUNCTION void end(std::size_t q, Cursor const& cursor) const
  {
    symbols[q] = positions[q] < structure.size()
                     ? Access::symbol_of(structure.alphabet(), Access::codes(structure).code_of(cursor))
                     : std::numeric_limits<Symbol>::max();
  }
};

/// One query a thread.
template <class Answer>
struct AnswerOne
{
  Answer answer;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::size_t const q = answer.order(i);
    auto cursor = answer.begin(q);
    while (answer.advance(cursor)) {
    }
    answer.end(q, cursor);
  }
};

/// A group of queries a thread of a host.
template <class Answer, std::size_t group>
struct AnswerGroup
{
  Answer answer;

  LEXIKOS_ALWAYS_INLINE void operator()(std::size_t first, std::size_t count) const
  {
    typename Answer::Cursor cursors[group];
    for (std::size_t k = 0; k < count; ++k) cursors[k] = answer.begin(answer.order(first + k));
    for (bool goes_on = true; goes_on;) {
      goes_on = false;
      for (std::size_t k = 0; k < count; ++k) goes_on = answer.advance(cursors[k]) || goes_on;
    }
    for (std::size_t k = 0; k < count; ++k) answer.end(answer.order(first + k), cursors[k]);
  }
};

template <std::size_t group = queries_of_group, class ExecutionSpace, class Answer>
void answer_all(ExecutionSpace const& space, char const* label, std::size_t n, Answer const& answer)
{
  if (n == 0) return;
  if constexpr (detail::works_on_host<ExecutionSpace>)
    detail::answer_on_host(space, label, n, group, AnswerGroup<Answer, group>{answer});
  else
    Kokkos::parallel_for(label, backends::Range<ExecutionSpace>(space, 0, n), AnswerOne<Answer>{answer});
}

template <class Structure, class Index>
struct AnswerSelect
{
  using MemorySpace = typename Structure::memory_space;

  Structure structure;
  Span<typename Structure::SymbolType const, MemorySpace> symbols;
  Span<Index const, MemorySpace> occurrences;
  Span<Index, MemorySpace> positions;
  QueryOrder<MemorySpace> order;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::size_t const q = order(i);
    positions[q] = static_cast<Index>(structure.select(symbols[q], occurrences[q]));
  }
};

template <class Structure, class Index>
struct AnswerInverseSelect
{
  using MemorySpace = typename Structure::memory_space;

  Structure structure;
  Span<Index const, MemorySpace> positions;
  Span<typename Structure::SymbolType, MemorySpace> symbols;
  Span<Index, MemorySpace> ranks;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    auto const found = structure.inverse_select(positions[q]);
    symbols[q] = found.symbol;
    ranks[q] = static_cast<Index>(found.rank);
  }
};

}  // namespace lexikos::wavelet_detail

namespace lexikos::detail
{

// `not_found` cut to 32 bits is their largest value.

template <class E, class S, class I>
void WaveletPoints<E, S, I>::access(E const& space, S const& structure, In<I> const& positions,
                                    Out<Symbol> const& symbols)
{
  wavelet_detail::answer_all(space, "lexikos::wavelet::access", positions.extent(0),
                             wavelet_detail::AnswerAccess<S, I>{structure, positions, symbols, {}});
}

template <class E, class S, class I>
void WaveletPoints<E, S, I>::rank(E const& space, S const& structure, In<Symbol> const& symbols, In<I> const& positions,
                                  Out<I> const& ranks, WaveletBatchOptions const& options)
{
  Scratch const scratch(space, options.workspace);
  auto const order = wavelet_detail::order_of(space, structure.alphabet(), symbols, options, *scratch);
  wavelet_detail::answer_all(space, "lexikos::wavelet::rank", positions.extent(0),
                             wavelet_detail::AnswerRank<S, I>{structure, symbols, positions, ranks, order});
}

template <class E, class S, class I>
void WaveletPoints<E, S, I>::select(E const& space, S const& structure, In<Symbol> const& symbols,
                                    In<I> const& occurrences, Out<I> const& positions,
                                    WaveletBatchOptions const& options)
{
  Scratch const scratch(space, options.workspace);
  auto const order = wavelet_detail::order_of(space, structure.alphabet(), symbols, options, *scratch);
  for_each(space, "lexikos::wavelet::select", occurrences.extent(0), wavelet_detail::selects_of_part,
           wavelet_detail::AnswerSelect<S, I>{structure, symbols, occurrences, positions, order});
}

template <class E, class S, class I>
void WaveletPoints<E, S, I>::inverse_select(E const& space, S const& structure, In<I> const& positions,
                                            Out<Symbol> const& symbols, Out<I> const& ranks)
{
  for_each(space, "lexikos::wavelet::inverse_select", positions.extent(0), wavelet_detail::selects_of_part,
           wavelet_detail::AnswerInverseSelect<S, I>{structure, positions, symbols, ranks});
}

}  // namespace lexikos::detail
