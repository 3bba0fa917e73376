// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Queries on a range of positions of a text of codes, written once for trees and matrices. These have: codes(), fanout,
// max_depth(bits), root(begin, end), is_leaf(node), children(node, out) in the order of leaves, code_of_leaf(leaf),
// leaves_are_ordered(), rank_cursor(code, i), advance_rank(cursor) and rank_of(cursor).

#include <Kokkos_Core.hpp>
#include <cstdint>

namespace lexikos::detail
{

/// A code and how many like it stand before its position.
struct CodeRank
{
  std::uint64_t code;
  std::uint64_t rank;
};

/// A node of a wavelet tree or matrix, and the positions of its level that a range of the text has there.
struct RangeNode
{
  std::uint64_t begin;
  std::uint64_t end;
  std::uint64_t first;  ///< the node has the leaves [first, last)
  std::uint64_t last;
  std::uint32_t id;

  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t size() const { return end - begin; }
};

/// Nodes that wait while a tree is walked depth first.
template <class Codes>
[[nodiscard]] constexpr unsigned waiting_nodes(unsigned code_bits)
{
  return Codes::max_depth(code_bits) * (Codes::fanout - 1) + 1;
}

/// Occurrences of a code before position i.
template <class Codes>
[[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t rank_of_code(Codes const& codes, std::uint64_t code,
                                                                     std::uint64_t i)
{
  auto cursor = codes.rank_cursor(code, i);
  while (codes.advance_rank(cursor)) {
  }
  return codes.rank_of(cursor);
}

/// Occurrences of a code in [begin, end).
template <class Codes>
[[nodiscard]] KOKKOS_FUNCTION std::uint64_t count_code(Codes const& codes, std::uint64_t code, std::uint64_t begin,
                                                       std::uint64_t end)
{
  return rank_of_code(codes, code, end) - rank_of_code(codes, code, begin);
}

/// Occurrences of the codes below `code` in [begin, end); leaves are ordered.
template <class Codes>
[[nodiscard]] KOKKOS_FUNCTION std::uint64_t count_below(Codes const& codes, std::uint64_t code, std::uint64_t begin,
                                                        std::uint64_t end)
{
  std::uint64_t count = 0;
  RangeNode node = codes.root(begin, end);
  if (code >= node.last) return node.size();
  while (node.first < code && node.size() > 0) {
    RangeNode below[Codes::fanout];
    codes.children(node, below);
    unsigned digit = 0;
    for (; below[digit].last <= code; ++digit) count += below[digit].size();
    node = below[digit];
  }
  return count;
}

/// Occurrences of the codes in [a, b) in [begin, end).
template <class Codes>
[[nodiscard]] KOKKOS_FUNCTION std::uint64_t count_codes(Codes const& codes, std::uint64_t a, std::uint64_t b,
                                                        std::uint64_t begin, std::uint64_t end)
{
  if (codes.leaves_are_ordered()) return count_below(codes, b, begin, end) - count_below(codes, a, begin, end);
  std::uint64_t count = 0;
  for (std::uint64_t code = a; code < b; ++code) count += count_code(codes, code, begin, end);
  return count;
}

/// The k-th smallest code in [begin, end), k < end - begin.
template <class Codes>
[[nodiscard]] KOKKOS_FUNCTION std::uint64_t quantile_code(Codes const& codes, std::uint64_t begin, std::uint64_t end,
                                                          std::uint64_t k)
{
  if (!codes.leaves_are_ordered()) {
    for (std::uint64_t code = 0;; ++code) {
      std::uint64_t const count = count_code(codes, code, begin, end);
      if (k < count) return code;
      k -= count;
    }
  }
  RangeNode node = codes.root(begin, end);
  while (!codes.is_leaf(node)) {
    RangeNode below[Codes::fanout];
    codes.children(node, below);
    unsigned digit = 0;
    for (; k >= below[digit].size(); ++digit) k -= below[digit].size();
    node = below[digit];
  }
  return node.first;
}

/// Calls function(code, count) for every distinct code in [begin, end), which is not empty, in the order of leaves. Returns
/// how many there are.
template <unsigned code_bits, class Codes, class Function>
KOKKOS_FUNCTION std::uint64_t for_each_distinct_code(Codes const& codes, std::uint64_t begin, std::uint64_t end,
                                                     Function&& function)
{
  std::uint64_t distinct = 0;
  RangeNode waiting[waiting_nodes<Codes>(code_bits)];
  unsigned count = 0;
  waiting[count++] = codes.root(begin, end);
  while (count > 0) {
    RangeNode const node = waiting[--count];
    if (codes.is_leaf(node)) {
      function(codes.code_of_leaf(node.first), node.size());
      ++distinct;
      continue;
    }
    RangeNode below[Codes::fanout];
    codes.children(node, below);
    for (unsigned digit = Codes::fanout; digit-- > 0;)
      if (below[digit].size() > 0) waiting[count++] = below[digit];
  }
  return distinct;
}

/// Calls keep.insert(code, count) for the distinct codes in [begin, end), which is not empty, those of large nodes first,
/// but for codes in nodes of fewer positions than keep.threshold().
template <unsigned code_bits, class Codes, class Keep>
KOKKOS_FUNCTION void for_each_frequent_code(Codes const& codes, std::uint64_t begin, std::uint64_t end, Keep& keep)
{
  RangeNode waiting[waiting_nodes<Codes>(code_bits)];
  unsigned count = 0;
  waiting[count++] = codes.root(begin, end);
  while (count > 0) {
    RangeNode const node = waiting[--count];
    if (node.size() < keep.threshold()) continue;
    if (codes.is_leaf(node)) {
      keep.insert(codes.code_of_leaf(node.first), node.size());
      continue;
    }
    RangeNode below[Codes::fanout];
    codes.children(node, below);
    // the largest comes last, so that it is taken first
    for (unsigned a = 1; a < Codes::fanout; ++a)
      for (unsigned b = a; b > 0 && below[b].size() < below[b - 1].size(); --b) {
        RangeNode const other = below[b];
        below[b] = below[b - 1];
        below[b - 1] = other;
      }
    for (unsigned digit = 0; digit < Codes::fanout; ++digit)
      if (below[digit].size() > 0) waiting[count++] = below[digit];
  }
}

/// The k most frequent symbols so far and their counts, the most frequent first and the smaller of equally frequent ones.
template <class Alphabet, class Symbol, class Count>
class MostFrequent
{
 public:
  KOKKOS_FUNCTION MostFrequent(Alphabet const& alphabet, std::uint64_t k, Symbol* symbols, Count* counts)
      : m_alphabet(alphabet), m_symbols(symbols), m_counts(counts), m_k(k)
  {}

  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t found() const { return m_found; }

  /// A symbol that occurs less often is not among them.
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t threshold() const { return m_found == m_k ? m_counts[m_k - 1] : 0; }

  KOKKOS_FUNCTION void insert(std::uint64_t code, std::uint64_t count)
  {
    Symbol const symbol = m_alphabet.symbol(code);
    std::uint64_t place = m_found;
    if (place == m_k) {
      --place;
      bool const is_better = count > m_counts[place] || (count == m_counts[place] && symbol < m_symbols[place]);
      if (!is_better) return;
    }
    else {
      ++m_found;
    }
    for (; place > 0; --place) {
      std::uint64_t const above = place - 1;
      bool const stays = m_counts[above] > count || (m_counts[above] == count && m_symbols[above] < symbol);
      if (stays) break;
      m_counts[place] = m_counts[above];
      m_symbols[place] = m_symbols[above];
    }
    m_counts[place] = static_cast<Count>(count);
    m_symbols[place] = symbol;
  }

 private:
  Alphabet const& m_alphabet;
  Symbol* m_symbols;
  Count* m_counts;
  std::uint64_t m_k;
  std::uint64_t m_found = 0;
};

// What is done with each distinct code or symbol.

/// Writes the count of code c to ranks[c].
template <class Count>
struct WriteRank
{
  Count* ranks;

  KOKKOS_FUNCTION void operator()(std::uint64_t code, std::uint64_t count) const
  {
    ranks[code] = static_cast<Count>(count);
  }
};

/// Calls a function of symbols for codes.
template <class Alphabet, class Function>
struct WithSymbol
{
  Alphabet const& alphabet;
  Function& function;

  KOKKOS_FUNCTION void operator()(std::uint64_t code, std::uint64_t count) const
  {
    function(alphabet.symbol(code), count);
  }
};

/// Writes the first `capacity` symbols and counts.
template <class Symbol, class Count>
struct WriteCounted
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

}  // namespace lexikos::detail
