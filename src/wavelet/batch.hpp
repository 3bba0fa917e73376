// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Batches of queries. On devices a thread answers one. On hosts a thread advances a group of ranks or accesses level by level
// together, so that their fetches overlap: each level's step asks for what the next one reads.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/wavelet_batch.hpp>
#include <lexikos/detail/wavelet_queries.hpp>
#include <limits>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::detail
{

/// Queries that one thread of a host has under way.
constexpr std::size_t batch_group = 32;

template <class Index>
KOKKOS_FORCEINLINE_FUNCTION Index batch_result(std::uint64_t result)
{
  return result == not_found ? std::numeric_limits<Index>::max() : static_cast<Index>(result);
}

/// The q-th query to answer: q itself, or as sorted.
template <class ExecutionSpace>
struct BatchOrder
{
  BatchSpan<ExecutionSpace, std::uint64_t const> order;

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::size_t operator()(std::size_t q) const
  {
    return order.extent(0) == 0 ? q : order[q];
  }
};

template <class ExecutionSpace, class Structure, class Index>
struct AnswerRank
{
  using Symbol = typename Structure::SymbolType;

  Structure structure;
  BatchSpan<ExecutionSpace, Symbol const> symbols;
  BatchSpan<ExecutionSpace, Index const> positions;
  BatchSpan<ExecutionSpace, Index> ranks;
  BatchOrder<ExecutionSpace> order;

  using Cursor = typename Structure::Cursor;

  KOKKOS_FORCEINLINE_FUNCTION Cursor begin(std::size_t q) const
  {
    return structure.rank_cursor(symbols[q], positions[q]);
  }
  KOKKOS_FORCEINLINE_FUNCTION bool advance(Cursor& cursor) const { return structure.advance_rank(cursor); }
  KOKKOS_FORCEINLINE_FUNCTION void end(std::size_t q, Cursor const& cursor) const
  {
    ranks[q] = batch_result<Index>(structure.rank_of(cursor));
  }
};

template <class ExecutionSpace, class Structure, class Index>
struct AnswerAccess
{
  using Symbol = typename Structure::SymbolType;

  Structure structure;
  BatchSpan<ExecutionSpace, Index const> positions;
  BatchSpan<ExecutionSpace, Symbol> symbols;
  BatchOrder<ExecutionSpace> order;

  using Cursor = typename Structure::Cursor;

  // a position beyond the text is answered as if it were the first, and then left out; the empty text has nothing to read
  KOKKOS_FORCEINLINE_FUNCTION Cursor begin(std::size_t q) const
  {
    if (structure.size() == 0) return {};
    return structure.access_cursor(positions[q] < structure.size() ? positions[q] : 0);
  }
  KOKKOS_FORCEINLINE_FUNCTION bool advance(Cursor& cursor) const
  {
    return structure.size() != 0 && structure.advance_access(cursor);
  }
  KOKKOS_FORCEINLINE_FUNCTION void end(std::size_t q, Cursor const& cursor) const
  {
    symbols[q] = positions[q] < structure.size() ? structure.symbol_of(cursor) : std::numeric_limits<Symbol>::max();
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

/// A group of queries a thread of a host. Ones are counted by the processor's instruction where it has one, whatever
/// processor the library was compiled for.
template <class Answer>
#ifdef __GNUC__
__attribute__((always_inline))
#endif
inline void
answer_group(Answer const& answer, std::size_t first, std::size_t count)
{
  typename Answer::Cursor cursors[batch_group];
  for (std::size_t k = 0; k < count; ++k) cursors[k] = answer.begin(answer.order(first + k));
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (std::size_t k = 0; k < count; ++k) goes_on = answer.advance(cursors[k]) || goes_on;
  }
  for (std::size_t k = 0; k < count; ++k) answer.end(answer.order(first + k), cursors[k]);
}

template <class Answer>
void answer_group_anywhere(Answer const& answer, std::size_t first, std::size_t count)
{
  answer_group(answer, first, count);
}

#if defined(__x86_64__) && defined(__GNUC__)
template <class Answer>
__attribute__((target("popcnt"))) void answer_group_popcount(Answer const& answer, std::size_t first, std::size_t count)
{
  answer_group(answer, first, count);
}
#endif

template <class ExecutionSpace, class Answer>
void answer_all(ExecutionSpace const& space, char const* label, std::size_t n, Answer const& answer)
{
  using Range = backends::Range<ExecutionSpace>;
  if (n == 0) return;
  if constexpr (detail::works_on_host<ExecutionSpace>) {
    auto* run = &answer_group_anywhere<Answer>;
#if defined(__x86_64__) && defined(__GNUC__)
    static bool const has_popcount = __builtin_cpu_supports("popcnt") != 0;
    if (has_popcount) run = &answer_group_popcount<Answer>;
#endif
    Kokkos::parallel_for(label, Range(space, 0, (n + batch_group - 1) / batch_group), [=](std::size_t group) {
      std::size_t const first = group * batch_group;
      run(answer, first, std::min(batch_group, n - first));
    });
  }
  else {
    Kokkos::parallel_for(label, Range(space, 0, n), AnswerOne<Answer>{answer});
  }
}

template <class ExecutionSpace, class Structure, class Index>
struct AnswerSelect
{
  using Symbol = typename Structure::SymbolType;

  Structure structure;
  BatchSpan<ExecutionSpace, Symbol const> symbols;
  BatchSpan<ExecutionSpace, Index const> occurrences;
  BatchSpan<ExecutionSpace, Index> positions;
  BatchOrder<ExecutionSpace> order;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::size_t const q = order(i);
    positions[q] = batch_result<Index>(structure.select(symbols[q], occurrences[q]));
  }
};

template <class ExecutionSpace, class Structure, class Index>
struct AnswerInverseSelect
{
  using Symbol = typename Structure::SymbolType;

  Structure structure;
  BatchSpan<ExecutionSpace, Index const> positions;
  BatchSpan<ExecutionSpace, Symbol> symbols;
  BatchSpan<ExecutionSpace, Index> ranks;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    auto const found = structure.inverse_select(positions[q]);
    symbols[q] = found.symbol;
    ranks[q] = batch_result<Index>(found.rank);
  }
};

template <class Structure, class Symbols, class Keys>
struct WriteKeys
{
  Structure structure;
  Symbols symbols;
  Keys keys;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    keys[q] = static_cast<std::uint32_t>(structure.alphabet().code(symbols[q]));
  }
};

/// The queries in the order of their symbols' codes; in memory of the workspace's scope.
template <class ExecutionSpace, class Structure, class Symbols>
BatchOrder<ExecutionSpace> sorted_order(ExecutionSpace const& space, Structure const& structure, Symbols const& symbols,
                                        Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Keys = Span<std::uint32_t, MemorySpace>;
  using Values = Span<std::uint64_t, MemorySpace>;
  std::size_t const n = symbols.extent(0);
  primitives::DoubleBuffer<Keys> keys{workspace.take<std::uint32_t, MemorySpace>(n),
                                      workspace.take<std::uint32_t, MemorySpace>(n)};
  primitives::DoubleBuffer<Values> queries{workspace.take<std::uint64_t, MemorySpace>(n),
                                           workspace.take<std::uint64_t, MemorySpace>(n)};
  Kokkos::parallel_for("lexikos::wavelet::query_keys", backends::Range<ExecutionSpace>(space, 0, n),
                       WriteKeys<Structure, Symbols, Keys>{structure, symbols, keys.current});
  primitives::iota(space, queries.current);
  int bits = 1;
  while (bits < 32 && structure.alphabet().size() >> bits != 0) ++bits;
  primitives::radix_sort_pairs(space, keys, queries, 0, bits, workspace);
  return {queries.current};
}

template <class E, class S, class I>
void WaveletPointBatch<E, S, I>::access(E const& space, S const& structure, In<I> const& positions,
                                        Out<Symbol> const& symbols)
{
  answer_all(space, "lexikos::wavelet::access", positions.extent(0),
             AnswerAccess<E, S, I>{structure, positions, symbols, {}});
}

template <class E, class S, class I>
void WaveletPointBatch<E, S, I>::rank(E const& space, S const& structure, In<Symbol> const& symbols,
                                      In<I> const& positions, Out<I> const& ranks, WaveletBatchOptions const& options)
{
  Workspace own;
  Workspace& workspace = options.workspace != nullptr ? *options.workspace : own;
  Workspace::Scope const scope(workspace);
  BatchOrder<E> order;
  if (options.sort_by_symbol) order = sorted_order(space, structure, symbols, workspace);
  answer_all(space, "lexikos::wavelet::rank", positions.extent(0),
             AnswerRank<E, S, I>{structure, symbols, positions, ranks, order});
  if (options.sort_by_symbol && options.workspace == nullptr) space.fence("lexikos::wavelet::rank");
}

template <class E, class S, class I>
void WaveletPointBatch<E, S, I>::select(E const& space, S const& structure, In<Symbol> const& symbols,
                                        In<I> const& occurrences, Out<I> const& positions,
                                        WaveletBatchOptions const& options)
{
  Workspace own;
  Workspace& workspace = options.workspace != nullptr ? *options.workspace : own;
  Workspace::Scope const scope(workspace);
  BatchOrder<E> order;
  if (options.sort_by_symbol) order = sorted_order(space, structure, symbols, workspace);
  Kokkos::parallel_for("lexikos::wavelet::select", backends::Range<E>(space, 0, positions.extent(0)),
                       AnswerSelect<E, S, I>{structure, symbols, occurrences, positions, order});
  if (options.sort_by_symbol && options.workspace == nullptr) space.fence("lexikos::wavelet::select");
}

template <class E, class S, class I>
void WaveletPointBatch<E, S, I>::inverse_select(E const& space, S const& structure, In<I> const& positions,
                                                Out<Symbol> const& symbols, Out<I> const& ranks)
{
  Kokkos::parallel_for("lexikos::wavelet::inverse_select", backends::Range<E>(space, 0, positions.extent(0)),
                       AnswerInverseSelect<E, S, I>{structure, positions, symbols, ranks});
}

}  // namespace lexikos::detail
