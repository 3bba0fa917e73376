// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Batches of queries of ranges: a thread answers one.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/detail/wavelet_access.hpp>

#include "backends/primitives.hpp"
#include "common/host_batches.hpp"
#include "common/read_back.hpp"
#include "wavelet/tuning.hpp"

namespace lexikos::wavelet_detail
{

template <class Symbol>
KOKKOS_FUNCTION std::uint64_t range_result(FoundSymbol<Symbol> const& found)
{
  return found.found ? std::uint64_t{found.symbol} : not_found;
}

template <class Structure>
struct AnswerRankAll
{
  using MemorySpace = typename Structure::memory_space;

  Structure structure;
  Span<std::uint64_t const, MemorySpace> positions;
  Span<std::uint64_t, MemorySpace> ranks;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    structure.rank_all(positions[q], ranks.data() + q * structure.alphabet().size());
  }
};

/// What the answers below have in common.
template <class QueriedStructure>
struct RangeBatch
{
  using Structure = QueriedStructure;
  using MemorySpace = typename Structure::memory_space;
  using Numbers = Span<std::uint64_t const, MemorySpace>;
  using Results = Span<std::uint64_t, MemorySpace>;

  Structure structure;
  detail::PositionRanges<MemorySpace> ranges;

  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t begin(std::size_t q) const { return ranges.begins[q]; }
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t end(std::size_t q) const { return ranges.ends[q]; }
};

template <class Batch>
struct AnswerRangeCount
{
  Batch asked;
  typename Batch::Numbers smallest;
  typename Batch::Numbers end_symbols;
  typename Batch::Results counts;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    counts[q] = asked.structure.range_count(smallest[q], end_symbols[q], asked.begin(q), asked.end(q));
  }
};

template <class Batch>
struct AnswerRangeQuantile
{
  Batch asked;
  typename Batch::Numbers ks;
  typename Batch::Results symbols;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    symbols[q] = range_result(asked.structure.range_quantile(asked.begin(q), asked.end(q), ks[q]));
  }
};

template <class Batch, bool next>
struct AnswerRangeNeighbour
{
  Batch asked;
  Span<typename Batch::Structure::SymbolType const, typename Batch::MemorySpace> bounds;
  typename Batch::Results symbols;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    auto const& structure = asked.structure;
    symbols[q] = range_result(next ? structure.range_next_value(bounds[q], asked.begin(q), asked.end(q))
                                   : structure.range_previous_value(bounds[q], asked.begin(q), asked.end(q)));
  }
};

/// For for_each_distinct where only the number of symbols matters.
struct NothingToDo
{
  template <class Symbol>
  KOKKOS_FUNCTION void operator()(Symbol, std::uint64_t) const
  {}
};

template <class Batch>
struct CountDistinct
{
  Batch asked;
  typename Batch::Results counts;  ///< one entry more than queries, the last is 0

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    bool const is_query = q + 1 < counts.extent(0);
    counts[q] = is_query ? asked.structure.for_each_distinct(asked.begin(q), asked.end(q), NothingToDo{}) : 0;
  }
};

template <class Batch>
struct WriteDistinct
{
  Batch asked;
  typename Batch::Numbers offsets;
  detail::CountedSymbols<typename Batch::MemorySpace, typename Batch::Structure::SymbolType> listed;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    std::uint64_t const limit = listed.symbols.extent(0);
    std::uint64_t const begin = offsets[q] < limit ? offsets[q] : limit;
    std::uint64_t const end = offsets[q + 1] < limit ? offsets[q + 1] : limit;
    (void)asked.structure.distinct(asked.begin(q), asked.end(q), listed.symbols.data() + begin,
                                   listed.counts.data() + begin, end > begin ? end - begin : 0);
  }
};

template <class Batch>
struct AnswerTopK
{
  Batch asked;
  std::uint64_t k;
  detail::CountedSymbols<typename Batch::MemorySpace, typename Batch::Structure::SymbolType> listed;
  typename Batch::Results found;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    found[q] = asked.structure.top_k(asked.begin(q), asked.end(q), k, listed.symbols.data() + q * k,
                                     listed.counts.data() + q * k);
  }
};

template <class ExecutionSpace, class Answer>
void answer_ranges(ExecutionSpace const& space, char const* label, std::size_t n, Answer const& answer)
{
  detail::for_each(space, label, n, ranges_of_part, answer);
}

}  // namespace lexikos::wavelet_detail

namespace lexikos::detail
{

template <class E, class S>
void WaveletRanges<E, S>::rank_all(E const& space, S const& structure, Numbers const& positions, Results const& ranks)
{
  wavelet_detail::answer_ranges(space, "lexikos::wavelet::rank_all", positions.extent(0),
                                wavelet_detail::AnswerRankAll<S>{structure, positions, ranks});
}

template <class E, class S>
void WaveletRanges<E, S>::range_count(E const& space, S const& structure, Asked const& asked, Numbers const& smallest,
                                      Numbers const& end_symbols, Results const& counts)
{
  using Answer = wavelet_detail::AnswerRangeCount<wavelet_detail::RangeBatch<S>>;
  wavelet_detail::answer_ranges(space, "lexikos::wavelet::range_count", asked.count(),
                                Answer{{structure, asked}, smallest, end_symbols, counts});
}

template <class E, class S>
void WaveletRanges<E, S>::range_quantile(E const& space, S const& structure, Asked const& asked, Numbers const& ks,
                                         Results const& symbols)
{
  using Answer = wavelet_detail::AnswerRangeQuantile<wavelet_detail::RangeBatch<S>>;
  wavelet_detail::answer_ranges(space, "lexikos::wavelet::range_quantile", asked.count(),
                                Answer{{structure, asked}, ks, symbols});
}

template <class E, class S>
void WaveletRanges<E, S>::range_next_value(E const& space, S const& structure, Asked const& asked,
                                           Symbols const& smallest, Results const& symbols)
{
  using Answer = wavelet_detail::AnswerRangeNeighbour<wavelet_detail::RangeBatch<S>, true>;
  wavelet_detail::answer_ranges(space, "lexikos::wavelet::range_next_value", asked.count(),
                                Answer{{structure, asked}, smallest, symbols});
}

template <class E, class S>
void WaveletRanges<E, S>::range_previous_value(E const& space, S const& structure, Asked const& asked,
                                               Symbols const& largest, Results const& symbols)
{
  using Answer = wavelet_detail::AnswerRangeNeighbour<wavelet_detail::RangeBatch<S>, false>;
  wavelet_detail::answer_ranges(space, "lexikos::wavelet::range_previous_value", asked.count(),
                                Answer{{structure, asked}, largest, symbols});
}

template <class E, class S>
std::uint64_t WaveletRanges<E, S>::distinct_offsets(E const& space, S const& structure, Asked const& asked,
                                                    Results const& offsets, WaveletBatchOptions const& options)
{
  using Answer = wavelet_detail::CountDistinct<wavelet_detail::RangeBatch<S>>;
  Scratch const scratch(space, options.workspace);
  wavelet_detail::answer_ranges(space, "lexikos::wavelet::count_distinct", offsets.extent(0),
                                Answer{{structure, asked}, offsets});
  primitives::exclusive_scan(space, Numbers(offsets), offsets, primitives::Sum{}, *scratch);
  return read_back(space, offsets, offsets.extent(0) - 1);
}

template <class E, class S>
void WaveletRanges<E, S>::distinct(E const& space, S const& structure, Asked const& asked, Numbers const& offsets,
                                   Listed const& listed)
{
  using Answer = wavelet_detail::WriteDistinct<wavelet_detail::RangeBatch<S>>;
  wavelet_detail::answer_ranges(space, "lexikos::wavelet::distinct", asked.count(),
                                Answer{{structure, asked}, offsets, listed});
}

template <class E, class S>
void WaveletRanges<E, S>::top_k(E const& space, S const& structure, Asked const& asked, std::uint64_t k,
                                Listed const& listed, Results const& found)
{
  using Answer = wavelet_detail::AnswerTopK<wavelet_detail::RangeBatch<S>>;
  wavelet_detail::answer_ranges(space, "lexikos::wavelet::top_k", asked.count(),
                                Answer{{structure, asked}, k, listed, found});
}

}  // namespace lexikos::detail
