// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <limits>

namespace lexikos
{

/// A symbol and how many like it stand before its position.
template <class Symbol>
struct SymbolRank
{
  Symbol symbol;
  std::uint64_t rank;
};

/// A symbol that a query looked for, and whether there is one.
template <class Symbol>
struct FoundSymbol
{
  Symbol symbol;
  bool found;
};

namespace detail
{

/// A node of a wavelet tree or matrix and the part of a range of positions that it has.
struct WaveletNode
{
  std::uint64_t begin;  ///< the range's positions in the node's level
  std::uint64_t end;
  std::uint64_t first;  ///< the node has the leaves [first, last)
  std::uint64_t last;
  std::uint32_t id;

  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t size() const { return end - begin; }
};

/// Queries on a range of positions, written once for trees and matrices. The structure has: size(), alphabet(), fanout,
/// max_depth, root(begin, end), is_leaf(node), children(node, out) in the order of leaves, code_of_leaf(leaf),
/// leaves_are_ordered() and rank_of_code(code, i).
template <class Structure, class Symbol>
class WaveletQueries
{
 public:
  /// Occurrences of the symbols of [smallest, end_symbol) within the positions [begin, end): a 2-D range count. The end may
  /// be one beyond the largest value of the type. Ranges beyond the text are cut; empty ones count nothing.
  /// O(depth); with the Huffman shape O(sum of the depths of the symbols in the interval).
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t range_count(std::uint64_t smallest, std::uint64_t end_symbol,
                                                          std::uint64_t begin, std::uint64_t end) const
  {
    cut(begin, end);
    if (smallest >= end_symbol || begin == end) return 0;
    std::uint64_t const a = self().alphabet().smaller_than(smallest);
    std::uint64_t const b = self().alphabet().smaller_than(end_symbol);
    if (!self().leaves_are_ordered()) {
      std::uint64_t count = 0;
      for (std::uint64_t code = a; code < b; ++code) count += count_of_code(code, begin, end);
      return count;
    }
    return count_below(b, begin, end) - count_below(a, begin, end);
  }

  /// The k-th smallest symbol, k from 0, within the positions [begin, end). Not found if there are no more than k.
  /// O(depth); with the Huffman shape O(sum of the depths of the smaller symbols).
  [[nodiscard]] KOKKOS_FUNCTION FoundSymbol<Symbol> range_quantile(std::uint64_t begin, std::uint64_t end,
                                                                   std::uint64_t k) const
  {
    cut(begin, end);
    if (k >= end - begin) return {std::numeric_limits<Symbol>::max(), false};
    if (!self().leaves_are_ordered()) {
      std::uint64_t code = 0;
      for (;; ++code) {
        std::uint64_t const count = count_of_code(code, begin, end);
        if (k < count) break;
        k -= count;
      }
      return {self().alphabet().symbol(code), true};
    }
    WaveletNode node = self().root(begin, end);
    while (!self().is_leaf(node)) {
      WaveletNode below[Structure::fanout];
      self().children(node, below);
      unsigned digit = 0;
      for (; k >= below[digit].size(); ++digit) k -= below[digit].size();
      node = below[digit];
    }
    return {self().alphabet().symbol(node.first), true};
  }

  /// The smallest symbol >= smallest within the positions [begin, end).
  [[nodiscard]] KOKKOS_FUNCTION FoundSymbol<Symbol> range_next_value(Symbol smallest, std::uint64_t begin,
                                                                     std::uint64_t end) const
  {
    return range_quantile(begin, end, range_count(0, smallest, begin, end));
  }

  /// The largest symbol <= largest within the positions [begin, end).
  [[nodiscard]] KOKKOS_FUNCTION FoundSymbol<Symbol> range_previous_value(Symbol largest, std::uint64_t begin,
                                                                         std::uint64_t end) const
  {
    std::uint64_t const count = range_count(0, std::uint64_t{largest} + 1, begin, end);
    return range_quantile(begin, end, count == 0 ? not_found : count - 1);
  }

  /// Calls function(symbol, count) for every distinct symbol of the positions [begin, end), ascending but with the Huffman
  /// shape, and returns how many there are. O(distinct symbols * depth).
  template <class Function>
  KOKKOS_FUNCTION std::uint64_t for_each_distinct(std::uint64_t begin, std::uint64_t end, Function&& function) const
  {
    cut(begin, end);
    if (begin == end) return 0;
    std::uint64_t distinct = 0;
    WaveletNode waiting[Structure::max_depth * (Structure::fanout - 1) + 1];
    unsigned count = 0;
    waiting[count++] = self().root(begin, end);
    while (count > 0) {
      WaveletNode const node = waiting[--count];
      if (self().is_leaf(node)) {
        function(self().alphabet().symbol(self().code_of_leaf(node.first)), node.size());
        ++distinct;
        continue;
      }
      WaveletNode below[Structure::fanout];
      self().children(node, below);
      for (unsigned digit = Structure::fanout; digit-- > 0;)
        if (below[digit].size() > 0) waiting[count++] = below[digit];
    }
    return distinct;
  }

  /// The distinct symbols of the positions [begin, end) and how often each occurs there, in the order of for_each_distinct.
  /// Returns how many there are; of more than `capacity`, the first ones are written.
  template <class Count>
  KOKKOS_FUNCTION std::uint64_t distinct(std::uint64_t begin, std::uint64_t end, Symbol* symbols, Count* counts,
                                         std::uint64_t capacity) const
  {
    std::uint64_t written = 0;
    return for_each_distinct(begin, end, Write<Count>{symbols, counts, capacity, &written});
  }

  /// ranks[c] = occurrences before position i of the symbol with code c, for all alphabet().size() codes. i beyond the text
  /// is cut to its length.
  template <class Count>
  KOKKOS_FUNCTION void rank_all(std::uint64_t i, Count* ranks) const
  {
    for (std::uint64_t code = 0; code < self().alphabet().size(); ++code) ranks[code] = 0;
    (void)for_each_distinct(0, i, SetRank<Count>{&self(), ranks});
  }

  /// The k most frequent symbols of the positions [begin, end), the most frequent first and the smaller of equally frequent
  /// ones, and how often they occur there. Returns how many are written: k, or as many as there are distinct ones.
  /// No memory but the output: of the nodes, those too small to matter are left out. O(distinct symbols * (depth + k)) at
  /// worst, for skewed ranges much less.
  template <class Count>
  KOKKOS_FUNCTION std::uint64_t top_k(std::uint64_t begin, std::uint64_t end, std::uint64_t k, Symbol* symbols,
                                      Count* counts) const
  {
    cut(begin, end);
    if (begin == end || k == 0) return 0;
    std::uint64_t found = 0;
    WaveletNode waiting[Structure::max_depth * (Structure::fanout - 1) + 1];
    unsigned count = 0;
    waiting[count++] = self().root(begin, end);
    while (count > 0) {
      WaveletNode const node = waiting[--count];
      if (found == k && node.size() < counts[k - 1]) continue;
      if (self().is_leaf(node)) {
        insert(self().alphabet().symbol(self().code_of_leaf(node.first)), node.size(), k, symbols, counts, found);
        continue;
      }
      WaveletNode below[Structure::fanout];
      self().children(node, below);
      // the largest comes last, so that it is taken first
      for (unsigned a = 1; a < Structure::fanout; ++a)
        for (unsigned b = a; b > 0 && below[b].size() < below[b - 1].size(); --b) {
          WaveletNode const other = below[b];
          below[b] = below[b - 1];
          below[b - 1] = other;
        }
      for (unsigned digit = 0; digit < Structure::fanout; ++digit)
        if (below[digit].size() > 0) waiting[count++] = below[digit];
    }
    return found;
  }

 private:
  template <class Count>
  struct Write
  {
    Symbol* symbols;
    Count* counts;
    std::uint64_t capacity;
    std::uint64_t* written;

    KOKKOS_FUNCTION void operator()(Symbol symbol, std::uint64_t count) const
    {
      if (*written == capacity) return;
      symbols[*written] = symbol;
      counts[*written] = static_cast<Count>(count);
      ++*written;
    }
  };

  template <class Count>
  struct SetRank
  {
    Structure const* structure;
    Count* ranks;

    KOKKOS_FUNCTION void operator()(Symbol symbol, std::uint64_t count) const
    {
      ranks[structure->alphabet().code(symbol)] = static_cast<Count>(count);
    }
  };

  [[nodiscard]] KOKKOS_FUNCTION Structure const& self() const { return static_cast<Structure const&>(*this); }

  KOKKOS_FUNCTION void cut(std::uint64_t& begin, std::uint64_t& end) const
  {
    if (end > self().size()) end = self().size();
    if (begin > end) begin = end;
  }

  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t count_of_code(std::uint64_t code, std::uint64_t begin,
                                                            std::uint64_t end) const
  {
    return self().rank_of_code(code, end) - self().rank_of_code(code, begin);
  }

  /// Occurrences of the codes below `code` in the range.
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t count_below(std::uint64_t code, std::uint64_t begin,
                                                          std::uint64_t end) const
  {
    std::uint64_t count = 0;
    WaveletNode node = self().root(begin, end);
    if (code >= node.last) return node.size();
    while (node.first < code && node.size() > 0) {
      WaveletNode below[Structure::fanout];
      self().children(node, below);
      unsigned digit = 0;
      for (; below[digit].last <= code; ++digit) count += below[digit].size();
      node = below[digit];
    }
    return count;
  }

  /// Keeps the list of the most frequent in order.
  template <class Count>
  KOKKOS_FUNCTION static void insert(Symbol symbol, std::uint64_t count, std::uint64_t k, Symbol* symbols,
                                     Count* counts, std::uint64_t& found)
  {
    std::uint64_t place = found < k ? found : k;
    if (place == k) {
      bool const is_better = count > counts[k - 1] || (count == counts[k - 1] && symbol < symbols[k - 1]);
      if (!is_better) return;
      --place;
    }
    else {
      ++found;
    }
    for (; place > 0; --place) {
      bool const stays = counts[place - 1] > count || (counts[place - 1] == count && symbols[place - 1] < symbol);
      if (stays) break;
      counts[place] = counts[place - 1];
      symbols[place] = symbols[place - 1];
    }
    counts[place] = static_cast<Count>(count);
    symbols[place] = symbol;
  }
};

}  // namespace detail
}  // namespace lexikos
