// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The functions of wavelet structures that are compiled in the library, for every execution space, structure, symbol and
// index.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/file.hpp>
#include <lexikos/memory.hpp>
#include <lexikos/wavelet_options.hpp>
#include <string>

namespace lexikos::detail
{

/// A range of positions for each query of a batch.
template <class MemorySpace>
struct PositionRanges
{
  Span<std::uint64_t const, MemorySpace> begins;
  Span<std::uint64_t const, MemorySpace> ends;

  [[nodiscard]] KOKKOS_FUNCTION std::size_t count() const { return begins.extent(0); }
};

/// Where symbols and how often each occurs are written.
template <class MemorySpace, class Symbol>
struct CountedSymbols
{
  Span<Symbol, MemorySpace> symbols;
  Span<std::uint64_t, MemorySpace> counts;
};

/// Batches of queries of one position.
template <class ExecutionSpace, class Structure, class Index>
struct WaveletPoints
{
  using Symbol = typename Structure::SymbolType;
  template <class T>
  using In = Span<T const, typename ExecutionSpace::memory_space>;
  template <class T>
  using Out = Span<T, typename ExecutionSpace::memory_space>;

  static void access(ExecutionSpace const&, Structure const&, In<Index> const& positions, Out<Symbol> const& symbols);
  static void rank(ExecutionSpace const&, Structure const&, In<Symbol> const& symbols, In<Index> const& positions,
                   Out<Index> const& ranks, WaveletBatchOptions const&);
  static void select(ExecutionSpace const&, Structure const&, In<Symbol> const& symbols, In<Index> const& occurrences,
                     Out<Index> const& positions, WaveletBatchOptions const&);
  static void inverse_select(ExecutionSpace const&, Structure const&, In<Index> const& positions,
                             Out<Symbol> const& symbols, Out<Index> const& ranks);
};

/// Batches of queries of ranges.
template <class ExecutionSpace, class Structure>
struct WaveletRanges
{
  using Symbol = typename Structure::SymbolType;
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Numbers = Span<std::uint64_t const, MemorySpace>;
  using Results = Span<std::uint64_t, MemorySpace>;
  using Symbols = Span<Symbol const, MemorySpace>;
  using Asked = PositionRanges<MemorySpace>;
  using Listed = CountedSymbols<MemorySpace, Symbol>;

  static void rank_all(ExecutionSpace const&, Structure const&, Numbers const& positions, Results const& ranks);
  static void range_count(ExecutionSpace const&, Structure const&, Asked const&, Numbers const& smallest,
                          Numbers const& end_symbols, Results const& counts);
  static void range_quantile(ExecutionSpace const&, Structure const&, Asked const&, Numbers const& ks,
                             Results const& symbols);
  static void range_next_value(ExecutionSpace const&, Structure const&, Asked const&, Symbols const& smallest,
                               Results const& symbols);
  static void range_previous_value(ExecutionSpace const&, Structure const&, Asked const&, Symbols const& largest,
                                   Results const& symbols);
  static std::uint64_t distinct_offsets(ExecutionSpace const&, Structure const&, Asked const&, Results const& offsets,
                                        WaveletBatchOptions const&);
  static void distinct(ExecutionSpace const&, Structure const&, Asked const&, Numbers const& offsets, Listed const&);
  static void top_k(ExecutionSpace const&, Structure const&, Asked const&, std::uint64_t k, Listed const&,
                    Results const& found);
};

/// Where structures come from.
template <class ExecutionSpace, class Structure>
struct WaveletBuild
{
  using Symbol = typename Structure::SymbolType;

  /// \param on_host  the text is on the host, where kernels cannot read it
  static Structure of_text(ExecutionSpace const&, Symbol const* text, std::size_t n, bool on_host,
                           WaveletOptions const&);
  static std::size_t workspace_bytes(std::size_t n, std::size_t symbols, bool on_host, std::size_t memory_budget);
};

template <class ExecutionSpace, class Structure>
struct WaveletFiles
{
  static void save(ExecutionSpace const&, Structure const&, FileWriter& file, std::string const& name);
  static Structure load(ExecutionSpace const&, FileReader const& file, std::string const& name,
                        MemoryResource& resource);
};

}  // namespace lexikos::detail
