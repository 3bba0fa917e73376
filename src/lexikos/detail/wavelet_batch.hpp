// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/error.hpp>
#include <lexikos/host_queries.hpp>
#include <lexikos/workspace.hpp>
#include <string>
#include <type_traits>

namespace lexikos
{

struct WaveletBatchOptions
{
  /// Rank and select: answers the queries in the order of their symbols, which makes those of one symbol share their
  /// fetches. Worth its radix sort for large batches over large alphabets. Neither queries nor results change their place.
  bool sort_by_symbol = false;
  /// Scratch to reuse; a private one is allocated and freed when null. Only sorting takes any: 24 bytes a query at most.
  Workspace* workspace = nullptr;
};

namespace detail
{

template <class ExecutionSpace, class T>
using BatchSpan = Span<T, typename ExecutionSpace::memory_space>;

/// Batches of the queries whose positions are of 4 or 8 bytes; compiled in the library.
template <class ExecutionSpace, class Structure, class Index>
struct WaveletPointBatch
{
  using Symbol = typename Structure::SymbolType;
  template <class T>
  using In = BatchSpan<ExecutionSpace, T const>;
  template <class T>
  using Out = BatchSpan<ExecutionSpace, T>;

  static void access(ExecutionSpace const&, Structure const&, In<Index> const& positions, Out<Symbol> const& symbols);
  static void rank(ExecutionSpace const&, Structure const&, In<Symbol> const& symbols, In<Index> const& positions,
                   Out<Index> const& ranks, WaveletBatchOptions const&);
  static void select(ExecutionSpace const&, Structure const&, In<Symbol> const& symbols, In<Index> const& occurrences,
                     Out<Index> const& positions, WaveletBatchOptions const&);
  static void inverse_select(ExecutionSpace const&, Structure const&, In<Index> const& positions,
                             Out<Symbol> const& symbols, Out<Index> const& ranks);
};

/// Batches of the queries on ranges.
template <class ExecutionSpace, class Structure>
struct WaveletRangeBatch
{
  using Symbol = typename Structure::SymbolType;
  using Numbers = BatchSpan<ExecutionSpace, std::uint64_t const>;
  using Results = BatchSpan<ExecutionSpace, std::uint64_t>;
  using Symbols = BatchSpan<ExecutionSpace, Symbol const>;
  using SymbolResults = BatchSpan<ExecutionSpace, Symbol>;

  static void rank_all(ExecutionSpace const&, Structure const&, Numbers const& positions, Results const& ranks);
  static void range_count(ExecutionSpace const&, Structure const&, Numbers const& smallest, Numbers const& end_symbols,
                          Numbers const& begins, Numbers const& ends, Results const& counts);
  static void range_quantile(ExecutionSpace const&, Structure const&, Numbers const& begins, Numbers const& ends,
                             Numbers const& ks, Results const& symbols);
  static void range_next_value(ExecutionSpace const&, Structure const&, Symbols const& smallest, Numbers const& begins,
                               Numbers const& ends, Results const& symbols);
  static void range_previous_value(ExecutionSpace const&, Structure const&, Symbols const& largest,
                                   Numbers const& begins, Numbers const& ends, Results const& symbols);
  static std::uint64_t distinct_offsets(ExecutionSpace const&, Structure const&, Numbers const& begins,
                                        Numbers const& ends, Results const& offsets, Workspace*);
  static void distinct(ExecutionSpace const&, Structure const&, Numbers const& begins, Numbers const& ends,
                       Numbers const& offsets, SymbolResults const& symbols, Results const& counts);
  static void top_k(ExecutionSpace const&, Structure const&, Numbers const& begins, Numbers const& ends,
                    std::uint64_t k, SymbolResults const& symbols, Results const& counts, Results const& found);
};

template <class ExecutionSpace, class T, class View>
BatchSpan<ExecutionSpace, T> batch_span(View const& view, std::size_t extent, char const* name)
{
  static_assert(View::rank == 1 && !std::is_same_v<typename View::array_layout, Kokkos::LayoutStride>,
                "queries and results are contiguous views of rank 1");
  static_assert(Kokkos::SpaceAccessibility<ExecutionSpace, typename View::memory_space>::accessible,
                "queries and results are accessible from the execution space");
  static_assert(std::is_same_v<typename View::non_const_value_type, std::remove_const_t<T>>,
                "queries and results have the value types that the batch says");
  require(view.extent(0) == extent, ErrorCode::invalid_argument,
          std::string(name) + " has " + std::to_string(view.extent(0)) + " entries, not " + std::to_string(extent));
  return BatchSpan<ExecutionSpace, T>(view.data(), view.extent(0));
}

/// The batches of a structure. Each is asynchronous on the instance unless it says otherwise; views are accessible to it,
/// of the same number of entries, and inputs and results do not overlap: Error (invalid_argument) for other lengths.
/// Positions, occurrences and ranks are u32 or u64, all of one type; a result that the single query documents as not found
/// is the type's largest value.
template <class Structure, class Symbol>
class WaveletBatches
{
 public:
  /// symbols(q) = the symbol at positions(q).
  template <class ExecutionSpace, class Positions, class Symbols>
  void access(ExecutionSpace const& space, Positions const& positions, Symbols const& symbols) const
  {
    using Index = typename Positions::non_const_value_type;
    std::size_t const n = positions.extent(0);
    WaveletPointBatch<ExecutionSpace, Structure, Index>::access(
        space, self(), batch_span<ExecutionSpace, Index const>(positions, n, "positions"),
        batch_span<ExecutionSpace, Symbol>(symbols, n, "symbols"));
  }

  /// ranks(q) = occurrences of symbols(q) before positions(q).
  template <class ExecutionSpace, class Symbols, class Positions, class Ranks>
  void rank(ExecutionSpace const& space, Symbols const& symbols, Positions const& positions, Ranks const& ranks,
            WaveletBatchOptions const& options = {}) const
  {
    using Index = typename Positions::non_const_value_type;
    std::size_t const n = positions.extent(0);
    WaveletPointBatch<ExecutionSpace, Structure, Index>::rank(
        space, self(), batch_span<ExecutionSpace, Symbol const>(symbols, n, "symbols"),
        batch_span<ExecutionSpace, Index const>(positions, n, "positions"),
        batch_span<ExecutionSpace, Index>(ranks, n, "ranks"), options);
  }

  /// positions(q) = where occurrence number occurrences(q), from 1, of symbols(q) stands.
  template <class ExecutionSpace, class Symbols, class Occurrences, class Positions>
  void select(ExecutionSpace const& space, Symbols const& symbols, Occurrences const& occurrences,
              Positions const& positions, WaveletBatchOptions const& options = {}) const
  {
    using Index = typename Positions::non_const_value_type;
    std::size_t const n = positions.extent(0);
    WaveletPointBatch<ExecutionSpace, Structure, Index>::select(
        space, self(), batch_span<ExecutionSpace, Symbol const>(symbols, n, "symbols"),
        batch_span<ExecutionSpace, Index const>(occurrences, n, "occurrences"),
        batch_span<ExecutionSpace, Index>(positions, n, "positions"), options);
  }

  /// symbols(q) = the symbol at positions(q), ranks(q) = how many like it stand before.
  template <class ExecutionSpace, class Positions, class Symbols, class Ranks>
  void inverse_select(ExecutionSpace const& space, Positions const& positions, Symbols const& symbols,
                      Ranks const& ranks) const
  {
    using Index = typename Positions::non_const_value_type;
    std::size_t const n = positions.extent(0);
    WaveletPointBatch<ExecutionSpace, Structure, Index>::inverse_select(
        space, self(), batch_span<ExecutionSpace, Index const>(positions, n, "positions"),
        batch_span<ExecutionSpace, Symbol>(symbols, n, "symbols"),
        batch_span<ExecutionSpace, Index>(ranks, n, "ranks"));
  }

  // The same for views of host memory, through the device in chunks (`HostQueries` says how); they return when the results
  // are there. Sorting by symbol is left to batches that are on the device.

  template <class ExecutionSpace, class Positions, class Symbols>
  void access(HostQueries<ExecutionSpace>& pipeline, Positions const& positions, Symbols const& symbols) const
  {
    pipeline([this](auto const& space, auto const& results, auto const& queries) { access(space, queries, results); },
             symbols, positions);
  }

  template <class ExecutionSpace, class Symbols, class Positions, class Ranks>
  void rank(HostQueries<ExecutionSpace>& pipeline, Symbols const& symbols, Positions const& positions,
            Ranks const& ranks) const
  {
    pipeline([this](auto const& space, auto const& results, auto const& asked,
                    auto const& queries) { rank(space, asked, queries, results); },
             ranks, symbols, positions);
  }

  template <class ExecutionSpace, class Symbols, class Occurrences, class Positions>
  void select(HostQueries<ExecutionSpace>& pipeline, Symbols const& symbols, Occurrences const& occurrences,
              Positions const& positions) const
  {
    pipeline([this](auto const& space, auto const& results, auto const& asked,
                    auto const& queries) { select(space, asked, queries, results); },
             positions, symbols, occurrences);
  }

  /// ranks(q * alphabet + c) = occurrences of the symbol with code c before positions(q).
  template <class ExecutionSpace, class Positions, class Ranks>
  void rank_all(ExecutionSpace const& space, Positions const& positions, Ranks const& ranks) const
  {
    std::size_t const n = positions.extent(0);
    Range<ExecutionSpace>::rank_all(space, self(), numbers<ExecutionSpace>(positions, n, "positions"),
                                    results<ExecutionSpace>(ranks, n * self().alphabet().size(), "ranks"));
  }

  /// counts(q) = occurrences of the symbols in [smallest(q), end_symbols(q)) within [begins(q), ends(q)). All u64.
  template <class ExecutionSpace, class Smallest, class EndSymbols, class Begins, class Ends, class Counts>
  void range_count(ExecutionSpace const& space, Smallest const& smallest, EndSymbols const& end_symbols,
                   Begins const& begins, Ends const& ends, Counts const& counts) const
  {
    std::size_t const n = begins.extent(0);
    Range<ExecutionSpace>::range_count(
        space, self(), numbers<ExecutionSpace>(smallest, n, "smallest"),
        numbers<ExecutionSpace>(end_symbols, n, "end_symbols"), numbers<ExecutionSpace>(begins, n, "begins"),
        numbers<ExecutionSpace>(ends, n, "ends"), results<ExecutionSpace>(counts, n, "counts"));
  }

  /// symbols(q) = the ks(q)-th smallest symbol, from 0, of [begins(q), ends(q)), or not_found. All u64.
  template <class ExecutionSpace, class Begins, class Ends, class Ks, class Symbols>
  void range_quantile(ExecutionSpace const& space, Begins const& begins, Ends const& ends, Ks const& ks,
                      Symbols const& symbols) const
  {
    std::size_t const n = begins.extent(0);
    Range<ExecutionSpace>::range_quantile(
        space, self(), numbers<ExecutionSpace>(begins, n, "begins"), numbers<ExecutionSpace>(ends, n, "ends"),
        numbers<ExecutionSpace>(ks, n, "ks"), results<ExecutionSpace>(symbols, n, "symbols"));
  }

  /// symbols(q) = the smallest symbol >= smallest(q) of [begins(q), ends(q)), or not_found; u64.
  template <class ExecutionSpace, class Smallest, class Begins, class Ends, class Symbols>
  void range_next_value(ExecutionSpace const& space, Smallest const& smallest, Begins const& begins, Ends const& ends,
                        Symbols const& symbols) const
  {
    std::size_t const n = begins.extent(0);
    Range<ExecutionSpace>::range_next_value(
        space, self(), batch_span<ExecutionSpace, Symbol const>(smallest, n, "smallest"),
        numbers<ExecutionSpace>(begins, n, "begins"), numbers<ExecutionSpace>(ends, n, "ends"),
        results<ExecutionSpace>(symbols, n, "symbols"));
  }

  /// symbols(q) = the largest symbol <= largest(q) of [begins(q), ends(q)), or not_found; u64.
  template <class ExecutionSpace, class Largest, class Begins, class Ends, class Symbols>
  void range_previous_value(ExecutionSpace const& space, Largest const& largest, Begins const& begins, Ends const& ends,
                            Symbols const& symbols) const
  {
    std::size_t const n = begins.extent(0);
    Range<ExecutionSpace>::range_previous_value(
        space, self(), batch_span<ExecutionSpace, Symbol const>(largest, n, "largest"),
        numbers<ExecutionSpace>(begins, n, "begins"), numbers<ExecutionSpace>(ends, n, "ends"),
        results<ExecutionSpace>(symbols, n, "symbols"));
  }

  /// Counts for `distinct`: query q has its results at [offsets(q), offsets(q + 1)); offsets has one entry more than there
  /// are queries. Returns the number of results of all; fences.
  template <class ExecutionSpace, class Begins, class Ends, class Offsets>
  [[nodiscard]] std::uint64_t distinct_offsets(ExecutionSpace const& space, Begins const& begins, Ends const& ends,
                                               Offsets const& offsets, Workspace* workspace = nullptr) const
  {
    std::size_t const n = begins.extent(0);
    return Range<ExecutionSpace>::distinct_offsets(space, self(), numbers<ExecutionSpace>(begins, n, "begins"),
                                                   numbers<ExecutionSpace>(ends, n, "ends"),
                                                   results<ExecutionSpace>(offsets, n + 1, "offsets"), workspace);
  }

  /// The distinct symbols of every range and how often each occurs in it, where `distinct_offsets` says. Ranges whose
  /// results go beyond the views' end are cut there.
  template <class ExecutionSpace, class Begins, class Ends, class Offsets, class Symbols, class Counts>
  void distinct(ExecutionSpace const& space, Begins const& begins, Ends const& ends, Offsets const& offsets,
                Symbols const& symbols, Counts const& counts) const
  {
    std::size_t const n = begins.extent(0);
    Range<ExecutionSpace>::distinct(space, self(), numbers<ExecutionSpace>(begins, n, "begins"),
                                    numbers<ExecutionSpace>(ends, n, "ends"),
                                    numbers<ExecutionSpace>(offsets, n + 1, "offsets"),
                                    batch_span<ExecutionSpace, Symbol>(symbols, symbols.extent(0), "symbols"),
                                    results<ExecutionSpace>(counts, symbols.extent(0), "counts"));
  }

  /// The k most frequent symbols of every range at [q * k, q * k + found(q)), as the single query orders them.
  template <class ExecutionSpace, class Begins, class Ends, class Symbols, class Counts, class Found>
  void top_k(ExecutionSpace const& space, Begins const& begins, Ends const& ends, std::uint64_t k,
             Symbols const& symbols, Counts const& counts, Found const& found) const
  {
    std::size_t const n = begins.extent(0);
    Range<ExecutionSpace>::top_k(
        space, self(), numbers<ExecutionSpace>(begins, n, "begins"), numbers<ExecutionSpace>(ends, n, "ends"), k,
        batch_span<ExecutionSpace, Symbol>(symbols, n * k, "symbols"), results<ExecutionSpace>(counts, n * k, "counts"),
        results<ExecutionSpace>(found, n, "found"));
  }

 private:
  template <class ExecutionSpace>
  using Range = WaveletRangeBatch<ExecutionSpace, Structure>;

  [[nodiscard]] Structure const& self() const { return static_cast<Structure const&>(*this); }

  template <class ExecutionSpace, class View>
  static auto numbers(View const& view, std::size_t extent, char const* name)
  {
    return batch_span<ExecutionSpace, std::uint64_t const>(view, extent, name);
  }
  template <class ExecutionSpace, class View>
  static auto results(View const& view, std::size_t extent, char const* name)
  {
    return batch_span<ExecutionSpace, std::uint64_t>(view, extent, name);
  }
};

}  // namespace detail
}  // namespace lexikos
