// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Batches of queries on ranges: a thread answers one.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/wavelet_batch.hpp>
#include <lexikos/detail/wavelet_queries.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"

namespace lexikos::detail
{

template <class Symbol>
KOKKOS_FUNCTION std::uint64_t range_result(FoundSymbol<Symbol> const& found)
{
  return found.found ? std::uint64_t{found.symbol} : not_found;
}

/// What the answers below have in common: a range of positions a query.
template <class Batch, class Structure>
struct RangeQueries
{
  Structure structure;
  typename Batch::Numbers begins;
  typename Batch::Numbers ends;
};

template <class Batch, class Structure>
struct AnswerRankAll
{
  Structure structure;
  typename Batch::Numbers positions;
  typename Batch::Results ranks;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    structure.rank_all(positions[q], ranks.data() + q * structure.alphabet().size());
  }
};

template <class Batch, class Structure>
struct AnswerRangeCount
{
  RangeQueries<Batch, Structure> asked;
  typename Batch::Numbers smallest;
  typename Batch::Numbers end_symbols;
  typename Batch::Results counts;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    counts[q] = asked.structure.range_count(smallest[q], end_symbols[q], asked.begins[q], asked.ends[q]);
  }
};

template <class Batch, class Structure>
struct AnswerRangeQuantile
{
  RangeQueries<Batch, Structure> asked;
  typename Batch::Numbers ks;
  typename Batch::Results symbols;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    symbols[q] = range_result(asked.structure.range_quantile(asked.begins[q], asked.ends[q], ks[q]));
  }
};

template <class Batch, class Structure, bool next>
struct AnswerRangeNeighbour
{
  RangeQueries<Batch, Structure> asked;
  typename Batch::Symbols bounds;
  typename Batch::Results symbols;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    symbols[q] = range_result(next ? asked.structure.range_next_value(bounds[q], asked.begins[q], asked.ends[q])
                                   : asked.structure.range_previous_value(bounds[q], asked.begins[q], asked.ends[q]));
  }
};

/// For each_distinct where only their number is asked for.
struct NothingToDo
{
  template <class Symbol>
  KOKKOS_FUNCTION void operator()(Symbol, std::uint64_t) const
  {}
};

template <class Batch, class Structure>
struct CountDistinct
{
  RangeQueries<Batch, Structure> asked;
  typename Batch::Results counts;  ///< one entry more than queries, the last is 0

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    counts[q] =
        q + 1 < counts.extent(0) ? asked.structure.for_each_distinct(asked.begins[q], asked.ends[q], NothingToDo{}) : 0;
  }
};

template <class Batch, class Structure>
struct WriteDistinct
{
  RangeQueries<Batch, Structure> asked;
  typename Batch::Numbers offsets;
  typename Batch::SymbolResults symbols;
  typename Batch::Results counts;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    std::uint64_t const limit = symbols.extent(0);
    std::uint64_t const begin = offsets[q] < limit ? offsets[q] : limit;
    std::uint64_t const end = offsets[q + 1] < limit ? offsets[q + 1] : limit;
    (void)asked.structure.distinct(asked.begins[q], asked.ends[q], symbols.data() + begin, counts.data() + begin,
                                   end - begin);
  }
};

template <class Batch, class Structure>
struct AnswerTopK
{
  RangeQueries<Batch, Structure> asked;
  std::uint64_t k;
  typename Batch::SymbolResults symbols;
  typename Batch::Results counts;
  typename Batch::Results found;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    found[q] = asked.structure.top_k(asked.begins[q], asked.ends[q], k, symbols.data() + q * k, counts.data() + q * k);
  }
};

template <class ExecutionSpace, class Answer>
void answer_ranges(ExecutionSpace const& space, char const* label, std::size_t n, Answer const& answer)
{
  if (n != 0) Kokkos::parallel_for(label, backends::Range<ExecutionSpace>(space, 0, n), answer);
}

template <class E, class S>
void WaveletRangeBatch<E, S>::rank_all(E const& space, S const& structure, Numbers const& positions,
                                       Results const& ranks)
{
  answer_ranges(space, "lexikos::wavelet::rank_all", positions.extent(0),
                AnswerRankAll<WaveletRangeBatch, S>{structure, positions, ranks});
}

template <class E, class S>
void WaveletRangeBatch<E, S>::range_count(E const& space, S const& structure, Numbers const& smallest,
                                          Numbers const& end_symbols, Numbers const& begins, Numbers const& ends,
                                          Results const& counts)
{
  answer_ranges(space, "lexikos::wavelet::range_count", begins.extent(0),
                AnswerRangeCount<WaveletRangeBatch, S>{{structure, begins, ends}, smallest, end_symbols, counts});
}

template <class E, class S>
void WaveletRangeBatch<E, S>::range_quantile(E const& space, S const& structure, Numbers const& begins,
                                             Numbers const& ends, Numbers const& ks, Results const& symbols)
{
  answer_ranges(space, "lexikos::wavelet::range_quantile", begins.extent(0),
                AnswerRangeQuantile<WaveletRangeBatch, S>{{structure, begins, ends}, ks, symbols});
}

template <class E, class S>
void WaveletRangeBatch<E, S>::range_next_value(E const& space, S const& structure, Symbols const& smallest,
                                               Numbers const& begins, Numbers const& ends, Results const& symbols)
{
  answer_ranges(space, "lexikos::wavelet::range_next_value", begins.extent(0),
                AnswerRangeNeighbour<WaveletRangeBatch, S, true>{{structure, begins, ends}, smallest, symbols});
}

template <class E, class S>
void WaveletRangeBatch<E, S>::range_previous_value(E const& space, S const& structure, Symbols const& largest,
                                                   Numbers const& begins, Numbers const& ends, Results const& symbols)
{
  answer_ranges(space, "lexikos::wavelet::range_previous_value", begins.extent(0),
                AnswerRangeNeighbour<WaveletRangeBatch, S, false>{{structure, begins, ends}, largest, symbols});
}

template <class E, class S>
std::uint64_t WaveletRangeBatch<E, S>::distinct_offsets(E const& space, S const& structure, Numbers const& begins,
                                                        Numbers const& ends, Results const& offsets,
                                                        Workspace* workspace)
{
  Workspace own;
  answer_ranges(space, "lexikos::wavelet::count_distinct", offsets.extent(0),
                CountDistinct<WaveletRangeBatch, S>{{structure, begins, ends}, offsets});
  primitives::exclusive_scan(space, Numbers(offsets.data(), offsets.extent(0)), offsets, primitives::Sum{},
                             workspace != nullptr ? *workspace : own);
  std::uint64_t total = 0;
  Kokkos::deep_copy(space, Span<std::uint64_t, Kokkos::HostSpace>(&total, 1),
                    Results(offsets.data() + offsets.extent(0) - 1, 1));
  space.fence("lexikos::wavelet::distinct_offsets");
  return total;
}

template <class E, class S>
void WaveletRangeBatch<E, S>::distinct(E const& space, S const& structure, Numbers const& begins, Numbers const& ends,
                                       Numbers const& offsets, SymbolResults const& symbols, Results const& counts)
{
  answer_ranges(space, "lexikos::wavelet::distinct", begins.extent(0),
                WriteDistinct<WaveletRangeBatch, S>{{structure, begins, ends}, offsets, symbols, counts});
}

template <class E, class S>
void WaveletRangeBatch<E, S>::top_k(E const& space, S const& structure, Numbers const& begins, Numbers const& ends,
                                    std::uint64_t k, SymbolResults const& symbols, Results const& counts,
                                    Results const& found)
{
  answer_ranges(space, "lexikos::wavelet::top_k", begins.extent(0),
                AnswerTopK<WaveletRangeBatch, S>{{structure, begins, ends}, k, symbols, counts, found});
}

}  // namespace lexikos::detail
