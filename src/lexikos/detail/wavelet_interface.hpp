// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The queries of wavelet matrices and trees, for one argument in kernels and for batches, side by side.

#include <Kokkos_Core.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/views.hpp>
#include <lexikos/detail/wavelet_alphabet.hpp>
#include <lexikos/detail/wavelet_batches.hpp>
#include <lexikos/detail/wavelet_ranges.hpp>
#include <lexikos/error.hpp>
#include <lexikos/file.hpp>
#include <lexikos/host_queries.hpp>
#include <lexikos/wavelet_options.hpp>
#include <limits>
#include <string>

namespace lexikos::detail
{

/// The base of `WaveletMatrix` and `WaveletTree`: a text of codes and its alphabet.
///
/// Positions count from 0, occurrences from 1, ranges are [begin, end). All queries accept any argument: positions beyond the
/// text are cut to its size, reversed ranges are empty, and what is not there is the largest value of the result's type, or
/// `found = false`.
///
/// Single queries are device-callable wherever the memory space is accessible. Batches run on an instance, asynchronously
/// unless a line says otherwise; their views are accessible to it, with an entry for each query, and do not overlap results.
/// Positions, occurrences and ranks of a batch are u32 or u64, all of one type; ranks and positions in u32 are for texts of
/// fewer than 2^32 symbols. Errors: invalid_argument (lengths of views, index type), before anything is written. The
/// structure, or a copy of it, lives until the instance is through. Batches of a `HostQueries` have their views in host
/// memory, go through the device in chunks, and return when the results are there.
template <class Codes, class Symbol>
class WaveletInterface
{
  using Host = Kokkos::DefaultHostExecutionSpace;
  static constexpr unsigned code_bits = 8 * sizeof(Symbol);
  static constexpr Symbol no_symbol = std::numeric_limits<Symbol>::max();

 public:
  using memory_space = typename Codes::memory_space;
  using CodesType = Codes;
  using SymbolType = Symbol;
  using Alphabet = WaveletAlphabet<memory_space, Symbol>;

  /// Symbols of the text.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t size() const { return m_codes.size(); }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Alphabet const& alphabet() const { return m_alphabet; }
  /// Whether leaves are in the order of symbols, on which the cost of queries on ranges depends: not in the Huffman shape.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool leaves_are_ordered() const { return m_codes.leaves_are_ordered(); }
  /// Levels that queries of a random position of the text go through on average.
  [[nodiscard]] double mean_depth() const { return m_codes.mean_depth(); }
  /// Bytes of memory held in the memory space.
  [[nodiscard]] std::size_t bytes() const { return m_codes.bytes() + m_alphabet.bytes(); }

  /// Adds what `load` reads to a file, under names that start with this one, of at most 15 characters. Fences.
  template <ExecutionSpaceOf<memory_space> ExecutionSpace>
  void save(ExecutionSpace const& space, FileWriter& file, std::string const& name = "wavelet") const
  {
    WaveletFiles<ExecutionSpace, WaveletInterface>::save(space, *this, file, name);
  }

  // ----- access ----------------------------------------------------------------------------------------------------------

  /// The symbol at position i; the type's largest value for i >= size(). One fetch of digits a level.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Symbol access(std::uint64_t i) const
  {
    if (i >= size()) return no_symbol;
    auto cursor = m_codes.access_cursor(i);
    while (m_codes.advance_access(cursor)) {
    }
    return m_alphabet.symbol_of(m_codes.code_of(cursor));
  }

  /// symbols(q) = access(positions(q)).
  template <ExecutionSpaceOf<memory_space> ExecutionSpace, IndexView<ExecutionSpace> Positions,
            WritableViewOf<ExecutionSpace, Symbol> Symbols>
  void access(ExecutionSpace const& space, Positions const& positions, Symbols const& symbols) const
  {
    check_extent(symbols.extent(0), positions.extent(0), "symbols");
    Points<ExecutionSpace, Positions>::access(space, *this, in(space, positions), out(space, symbols));
  }
  template <ExecutionSpaceOf<memory_space> ExecutionSpace, IndexView<Host> Positions,
            WritableViewOf<Host, Symbol> Symbols>
  void access(HostQueries<ExecutionSpace>& pipeline, Positions const& positions, Symbols const& symbols) const
  {
    pipeline([this](auto const& space, auto const& results, auto const& queries) { access(space, queries, results); },
             symbols, positions);
  }

  // ----- rank ------------------------------------------------------------------------------------------------------------

  /// Occurrences of a symbol in [0, min(i, size())). One fetch of digits a level of the symbol's code.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t rank(Symbol symbol, std::uint64_t i) const
  {
    return rank_of_code(m_codes, m_alphabet.code(symbol), i);
  }

  /// ranks(q) = rank(symbols(q), positions(q)).
  template <ExecutionSpaceOf<memory_space> ExecutionSpace, ViewOf<ExecutionSpace, Symbol> Symbols,
            IndexView<ExecutionSpace> Positions, WritableViewOf<ExecutionSpace, ValueOf<Positions>> Ranks>
  void rank(ExecutionSpace const& space, Symbols const& symbols, Positions const& positions, Ranks const& ranks,
            WaveletBatchOptions const& options = {}) const
  {
    check_results<Positions>();
    check_extent(symbols.extent(0), positions.extent(0), "symbols");
    check_extent(ranks.extent(0), positions.extent(0), "ranks");
    Points<ExecutionSpace, Positions>::rank(space, *this, in(space, symbols), in(space, positions), out(space, ranks),
                                            options);
  }
  /// From host memory; without the option to sort.
  template <ExecutionSpaceOf<memory_space> ExecutionSpace, ViewOf<Host, Symbol> Symbols, IndexView<Host> Positions,
            WritableViewOf<Host, ValueOf<Positions>> Ranks>
  void rank(HostQueries<ExecutionSpace>& pipeline, Symbols const& symbols, Positions const& positions,
            Ranks const& ranks) const
  {
    check_results<Positions>();
    pipeline([this](auto const& space, auto const& results, auto const& asked,
                    auto const& queries) { rank(space, asked, queries, results); },
             ranks, symbols, positions);
  }

  // ----- select ----------------------------------------------------------------------------------------------------------

  /// Position of the k-th occurrence of a symbol, k from 1; not_found if there are fewer, and for k = 0. Two fetches a level
  /// or, where the symbol is spread unevenly, a few more.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t select(Symbol symbol, std::uint64_t k) const
  {
    return m_codes.select(m_alphabet.code(symbol), k);
  }

  /// positions(q) = select(symbols(q), occurrences(q)).
  template <ExecutionSpaceOf<memory_space> ExecutionSpace, ViewOf<ExecutionSpace, Symbol> Symbols,
            IndexView<ExecutionSpace> Occurrences, WritableViewOf<ExecutionSpace, ValueOf<Occurrences>> Positions>
  void select(ExecutionSpace const& space, Symbols const& symbols, Occurrences const& occurrences,
              Positions const& positions, WaveletBatchOptions const& options = {}) const
  {
    check_results<Occurrences>();
    check_extent(symbols.extent(0), occurrences.extent(0), "symbols");
    check_extent(positions.extent(0), occurrences.extent(0), "positions");
    Points<ExecutionSpace, Occurrences>::select(space, *this, in(space, symbols), in(space, occurrences),
                                                out(space, positions), options);
  }
  /// From host memory; without the option to sort.
  template <ExecutionSpaceOf<memory_space> ExecutionSpace, ViewOf<Host, Symbol> Symbols, IndexView<Host> Occurrences,
            WritableViewOf<Host, ValueOf<Occurrences>> Positions>
  void select(HostQueries<ExecutionSpace>& pipeline, Symbols const& symbols, Occurrences const& occurrences,
              Positions const& positions) const
  {
    check_results<Occurrences>();
    pipeline([this](auto const& space, auto const& results, auto const& asked,
                    auto const& queries) { select(space, asked, queries, results); },
             positions, symbols, occurrences);
  }

  // ----- inverse select --------------------------------------------------------------------------------------------------

  /// The symbol at position i < size() and how many like it stand before i. For other i, the type's largest value and
  /// not_found.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION SymbolRank<Symbol> inverse_select(std::uint64_t i) const
  {
    if (i >= size()) return {no_symbol, not_found};
    CodeRank const found = m_codes.inverse_select(i);
    return {m_alphabet.symbol_of(found.code), found.rank};
  }

  /// symbols(q), ranks(q) = inverse_select(positions(q)).
  template <ExecutionSpaceOf<memory_space> ExecutionSpace, IndexView<ExecutionSpace> Positions,
            WritableViewOf<ExecutionSpace, Symbol> Symbols, WritableViewOf<ExecutionSpace, ValueOf<Positions>> Ranks>
  void inverse_select(ExecutionSpace const& space, Positions const& positions, Symbols const& symbols,
                      Ranks const& ranks) const
  {
    check_results<Positions>();
    check_extent(symbols.extent(0), positions.extent(0), "symbols");
    check_extent(ranks.extent(0), positions.extent(0), "ranks");
    Points<ExecutionSpace, Positions>::inverse_select(space, *this, in(space, positions), out(space, symbols),
                                                      out(space, ranks));
  }

  // ----- rank of all symbols ---------------------------------------------------------------------------------------------

  /// ranks[c] = occurrences before position i of the symbol with code c, for all alphabet().size() codes.
  /// O(distinct symbols * depth).
  template <class Count>
  KOKKOS_FUNCTION void rank_all(std::uint64_t i, Count* ranks) const
  {
    for (std::uint64_t code = 0; code < m_alphabet.size(); ++code) ranks[code] = 0;
    std::uint64_t begin = 0;
    if (is_empty(begin, i)) return;
    (void)for_each_distinct_code<code_bits>(m_codes, begin, i, WriteRank<Count>{ranks});
  }

  /// ranks(q * alphabet().size() + c) = occurrences of the symbol with code c before positions(q). All u64.
  template <ExecutionSpaceOf<memory_space> ExecutionSpace, ViewOf<ExecutionSpace, std::uint64_t> Positions,
            WritableViewOf<ExecutionSpace, std::uint64_t> Ranks>
  void rank_all(ExecutionSpace const& space, Positions const& positions, Ranks const& ranks) const
  {
    check_extent(ranks.extent(0), positions.extent(0), m_alphabet.size(), "ranks");
    Ranges<ExecutionSpace>::rank_all(space, *this, in(space, positions), out(space, ranks));
  }

  // ----- counts in two dimensions ----------------------------------------------------------------------------------------

  /// Occurrences of the symbols of [smallest, end_symbol) within the positions [begin, end). The end may be one beyond the
  /// largest value of the type. O(depth); with the Huffman shape O(sum of the depths of the symbols in the interval).
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t range_count(std::uint64_t smallest, std::uint64_t end_symbol,
                                                          std::uint64_t begin, std::uint64_t end) const
  {
    if (is_empty(begin, end) || smallest >= end_symbol) return 0;
    return count_codes(m_codes, m_alphabet.smaller_than(smallest), m_alphabet.smaller_than(end_symbol), begin, end);
  }

  /// counts(q) = range_count(smallest(q), end_symbols(q), begins(q), ends(q)). All u64.
  template <ExecutionSpaceOf<memory_space> ExecutionSpace, ViewOf<ExecutionSpace, std::uint64_t> Smallest,
            ViewOf<ExecutionSpace, std::uint64_t> EndSymbols, ViewOf<ExecutionSpace, std::uint64_t> Begins,
            ViewOf<ExecutionSpace, std::uint64_t> Ends, WritableViewOf<ExecutionSpace, std::uint64_t> Counts>
  void range_count(ExecutionSpace const& space, Smallest const& smallest, EndSymbols const& end_symbols,
                   Begins const& begins, Ends const& ends, Counts const& counts) const
  {
    auto const asked = ranges(space, begins, ends);
    check_extent(smallest.extent(0), asked.count(), "smallest");
    check_extent(end_symbols.extent(0), asked.count(), "end_symbols");
    check_extent(counts.extent(0), asked.count(), "counts");
    Ranges<ExecutionSpace>::range_count(space, *this, asked, in(space, smallest), in(space, end_symbols),
                                        out(space, counts));
  }

  // ----- quantiles -------------------------------------------------------------------------------------------------------

  /// The k-th smallest symbol, k from 0, within the positions [begin, end). Not found if there are no more than k.
  /// O(depth); with the Huffman shape O(sum of the depths of the smaller symbols).
  [[nodiscard]] KOKKOS_FUNCTION FoundSymbol<Symbol> range_quantile(std::uint64_t begin, std::uint64_t end,
                                                                   std::uint64_t k) const
  {
    if (is_empty(begin, end) || k >= end - begin) return {no_symbol, false};
    return {m_alphabet.symbol_of(quantile_code(m_codes, begin, end, k)), true};
  }

  /// symbols(q) = range_quantile(begins(q), ends(q), ks(q)), or not_found. All u64.
  template <ExecutionSpaceOf<memory_space> ExecutionSpace, ViewOf<ExecutionSpace, std::uint64_t> Begins,
            ViewOf<ExecutionSpace, std::uint64_t> Ends, ViewOf<ExecutionSpace, std::uint64_t> Ks,
            WritableViewOf<ExecutionSpace, std::uint64_t> Symbols>
  void range_quantile(ExecutionSpace const& space, Begins const& begins, Ends const& ends, Ks const& ks,
                      Symbols const& symbols) const
  {
    auto const asked = ranges(space, begins, ends);
    check_extent(ks.extent(0), asked.count(), "ks");
    check_extent(symbols.extent(0), asked.count(), "symbols");
    Ranges<ExecutionSpace>::range_quantile(space, *this, asked, in(space, ks), out(space, symbols));
  }

  // ----- neighbours ------------------------------------------------------------------------------------------------------

  /// The smallest symbol >= smallest within the positions [begin, end). As a range_count and a range_quantile.
  [[nodiscard]] KOKKOS_FUNCTION FoundSymbol<Symbol> range_next_value(Symbol smallest, std::uint64_t begin,
                                                                     std::uint64_t end) const
  {
    return range_quantile(begin, end, range_count(0, smallest, begin, end));
  }

  /// symbols(q) = range_next_value(smallest(q), begins(q), ends(q)), or not_found; symbols, begins and ends are u64.
  template <ExecutionSpaceOf<memory_space> ExecutionSpace, ViewOf<ExecutionSpace, Symbol> Smallest,
            ViewOf<ExecutionSpace, std::uint64_t> Begins, ViewOf<ExecutionSpace, std::uint64_t> Ends,
            WritableViewOf<ExecutionSpace, std::uint64_t> Symbols>
  void range_next_value(ExecutionSpace const& space, Smallest const& smallest, Begins const& begins, Ends const& ends,
                        Symbols const& symbols) const
  {
    auto const asked = ranges(space, begins, ends);
    check_extent(smallest.extent(0), asked.count(), "smallest");
    check_extent(symbols.extent(0), asked.count(), "symbols");
    Ranges<ExecutionSpace>::range_next_value(space, *this, asked, in(space, smallest), out(space, symbols));
  }

  /// The largest symbol <= largest within the positions [begin, end). As a range_count and a range_quantile.
  [[nodiscard]] KOKKOS_FUNCTION FoundSymbol<Symbol> range_previous_value(Symbol largest, std::uint64_t begin,
                                                                         std::uint64_t end) const
  {
    std::uint64_t const count = range_count(0, std::uint64_t{largest} + 1, begin, end);
    return range_quantile(begin, end, count == 0 ? not_found : count - 1);
  }

  /// symbols(q) = range_previous_value(largest(q), begins(q), ends(q)), or not_found; symbols, begins and ends are u64.
  template <ExecutionSpaceOf<memory_space> ExecutionSpace, ViewOf<ExecutionSpace, Symbol> Largest,
            ViewOf<ExecutionSpace, std::uint64_t> Begins, ViewOf<ExecutionSpace, std::uint64_t> Ends,
            WritableViewOf<ExecutionSpace, std::uint64_t> Symbols>
  void range_previous_value(ExecutionSpace const& space, Largest const& largest, Begins const& begins, Ends const& ends,
                            Symbols const& symbols) const
  {
    auto const asked = ranges(space, begins, ends);
    check_extent(largest.extent(0), asked.count(), "largest");
    check_extent(symbols.extent(0), asked.count(), "symbols");
    Ranges<ExecutionSpace>::range_previous_value(space, *this, asked, in(space, largest), out(space, symbols));
  }

  // ----- distinct symbols ------------------------------------------------------------------------------------------------

  /// Calls function(symbol, count) for every distinct symbol of the positions [begin, end), ascending except with the
  /// Huffman shape, and returns how many there are. O(distinct symbols * depth).
  template <class Function>
  KOKKOS_FUNCTION std::uint64_t for_each_distinct(std::uint64_t begin, std::uint64_t end, Function&& function) const
  {
    if (is_empty(begin, end)) return 0;
    return for_each_distinct_code<code_bits>(m_codes, begin, end, WithSymbol<Alphabet, Function>{m_alphabet, function});
  }

  /// The distinct symbols of the positions [begin, end) and how often each occurs there, in the order of for_each_distinct.
  /// Returns how many there are; if they are more than `capacity`, the first ones are written.
  template <class Count>
  KOKKOS_FUNCTION std::uint64_t distinct(std::uint64_t begin, std::uint64_t end, Symbol* symbols, Count* counts,
                                         std::uint64_t capacity) const
  {
    std::uint64_t written = 0;
    return for_each_distinct(begin, end, WriteCounted<Symbol, Count>{symbols, counts, capacity, &written});
  }

  /// Where the results of a batch of `distinct` go: those of query q to [offsets(q), offsets(q + 1)); offsets has one entry
  /// more than there are queries. Returns the number of all results; fences. All u64.
  template <ExecutionSpaceOf<memory_space> ExecutionSpace, ViewOf<ExecutionSpace, std::uint64_t> Begins,
            ViewOf<ExecutionSpace, std::uint64_t> Ends, WritableViewOf<ExecutionSpace, std::uint64_t> Offsets>
  [[nodiscard]] std::uint64_t distinct_offsets(ExecutionSpace const& space, Begins const& begins, Ends const& ends,
                                               Offsets const& offsets, WaveletBatchOptions const& options = {}) const
  {
    auto const asked = ranges(space, begins, ends);
    check_extent(offsets.extent(0), asked.count() + 1, "offsets");
    return Ranges<ExecutionSpace>::distinct_offsets(space, *this, asked, out(space, offsets), options);
  }

  /// The distinct symbols of every range and how often each occurs in it, where `distinct_offsets` says. Results beyond the
  /// end of the views are left out. All but the symbols are u64.
  template <ExecutionSpaceOf<memory_space> ExecutionSpace, ViewOf<ExecutionSpace, std::uint64_t> Begins,
            ViewOf<ExecutionSpace, std::uint64_t> Ends, ViewOf<ExecutionSpace, std::uint64_t> Offsets,
            WritableViewOf<ExecutionSpace, Symbol> Symbols, WritableViewOf<ExecutionSpace, std::uint64_t> Counts>
  void distinct(ExecutionSpace const& space, Begins const& begins, Ends const& ends, Offsets const& offsets,
                Symbols const& symbols, Counts const& counts) const
  {
    auto const asked = ranges(space, begins, ends);
    check_extent(offsets.extent(0), asked.count() + 1, "offsets");
    check_extent(counts.extent(0), symbols.extent(0), "counts");
    Ranges<ExecutionSpace>::distinct(space, *this, asked, in(space, offsets),
                                     {out(space, symbols), out(space, counts)});
  }

  // ----- most frequent symbols -------------------------------------------------------------------------------------------

  /// The k most frequent symbols of the positions [begin, end), the most frequent first and the smaller of equally frequent
  /// ones, and how often they occur there. Returns how many are written: k, or the number of distinct ones if that is less.
  /// No memory but the output: nodes too small to matter are left out. O(distinct symbols * (depth + k)) at worst, for
  /// skewed ranges much less.
  template <class Count>
  KOKKOS_FUNCTION std::uint64_t top_k(std::uint64_t begin, std::uint64_t end, std::uint64_t k, Symbol* symbols,
                                      Count* counts) const
  {
    if (is_empty(begin, end) || k == 0) return 0;
    MostFrequent<Alphabet, Symbol, Count> most(m_alphabet, k, symbols, counts);
    for_each_frequent_code<code_bits>(m_codes, begin, end, most);
    return most.found();
  }

  /// The k most frequent symbols of every range at [q * k, q * k + found(q)), as the single query orders them. All but the
  /// symbols are u64.
  template <ExecutionSpaceOf<memory_space> ExecutionSpace, ViewOf<ExecutionSpace, std::uint64_t> Begins,
            ViewOf<ExecutionSpace, std::uint64_t> Ends, WritableViewOf<ExecutionSpace, Symbol> Symbols,
            WritableViewOf<ExecutionSpace, std::uint64_t> Counts, WritableViewOf<ExecutionSpace, std::uint64_t> Found>
  void top_k(ExecutionSpace const& space, Begins const& begins, Ends const& ends, std::uint64_t k,
             Symbols const& symbols, Counts const& counts, Found const& found) const
  {
    auto const asked = ranges(space, begins, ends);
    check_extent(symbols.extent(0), asked.count(), k, "symbols");
    check_extent(counts.extent(0), asked.count(), k, "counts");
    check_extent(found.extent(0), asked.count(), "found");
    Ranges<ExecutionSpace>::top_k(space, *this, asked, k, {out(space, symbols), out(space, counts)}, out(space, found));
  }

 protected:
  WaveletInterface() = default;
  WaveletInterface(Codes const& codes, Alphabet const& alphabet) : m_codes(codes), m_alphabet(alphabet) {}

 private:
  friend struct WaveletAccess;

  template <class ExecutionSpace, class Indices>
  using Points = WaveletPoints<ExecutionSpace, WaveletInterface, ValueOf<Indices>>;
  template <class ExecutionSpace>
  using Ranges = WaveletRanges<ExecutionSpace, WaveletInterface>;

  /// Cuts a range to the text.
  [[nodiscard]] KOKKOS_FUNCTION bool is_empty(std::uint64_t& begin, std::uint64_t& end) const
  {
    if (end > size()) end = size();
    return begin >= end;
  }

  template <class ExecutionSpace, class View>
  static auto in(ExecutionSpace const&, View const& view)
  {
    return span_of<ExecutionSpace, ValueOf<View> const>(view);
  }
  template <class ExecutionSpace, class View>
  static auto out(ExecutionSpace const&, View const& view)
  {
    return span_of<ExecutionSpace, ValueOf<View>>(view);
  }
  template <class ExecutionSpace, class Begins, class Ends>
  static PositionRanges<memory_space> ranges(ExecutionSpace const& space, Begins const& begins, Ends const& ends)
  {
    check_extent(ends.extent(0), begins.extent(0), "ends");
    return {in(space, begins), in(space, ends)};
  }

  /// Error (invalid_argument) for indices that cannot hold every position.
  template <class Indices>
  void check_results() const
  {
    require(size() <= std::numeric_limits<ValueOf<Indices>>::max(), ErrorCode::invalid_argument,
            "results for a text of " + std::to_string(size()) + " symbols need 64 bits");
  }

  Codes m_codes;
  Alphabet m_alphabet;
};

}  // namespace lexikos::detail

namespace lexikos
{

/// An upper bound of the workspace that building a structure takes, such as WaveletTree<MemorySpace, std::uint8_t>.
/// \param n        symbols of the text
/// \param symbols  distinct ones at most
/// \param on_host  the text is on the host, where kernels cannot read it
/// \param memory_budget  as in WaveletOptions
template <detail::ExecutionSpaceType ExecutionSpace, class Structure>
[[nodiscard]] std::size_t wavelet_workspace_bytes(std::size_t n, std::size_t symbols, bool on_host = false,
                                                  std::size_t memory_budget = 0)
{
  return detail::WaveletBuild<ExecutionSpace, typename Structure::Base>::workspace_bytes(n, symbols, on_host,
                                                                                         memory_budget);
}

/// The same for a batch of ranks or selects that is sorted by symbol, and for `distinct_offsets`.
template <detail::ExecutionSpaceType ExecutionSpace>
[[nodiscard]] std::size_t wavelet_batch_workspace_bytes(std::size_t queries);

}  // namespace lexikos
