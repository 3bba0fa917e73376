// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/quad_levels.hpp>
#include <lexikos/detail/wavelet_alphabet.hpp>
#include <lexikos/detail/wavelet_batch.hpp>
#include <lexikos/detail/wavelet_queries.hpp>
#include <lexikos/wavelet_options.hpp>
#include <limits>
#include <string>

namespace lexikos
{

/// A text as a wavelet matrix: its symbols' codes digit by digit, each level sorted stably by the digits above it.
///
/// MemorySpace: where the structure lies. Symbol: u8, u16 or u32. Levels: QuadLevels (two bits of a code a level, half the
/// fetches) or BinaryLevels (less memory). Copies share their memory; capture one by value in kernels of an execution space
/// that can access the memory space. Queries of one symbol or position are device-callable; batches run on an instance.
/// Sources: Claude, Navarro and Ordonez 2015 (the matrix); section 5 of "wavelet trees on GPUs" asks for it.
template <class MemorySpace, class Symbol, class Levels = QuadLevels<MemorySpace>>
class WaveletMatrix : public detail::WaveletQueries<WaveletMatrix<MemorySpace, Symbol, Levels>, Symbol>,
                      public detail::WaveletBatches<WaveletMatrix<MemorySpace, Symbol, Levels>, Symbol>
{
  using Queries = detail::WaveletQueries<WaveletMatrix, Symbol>;
  using Batches = detail::WaveletBatches<WaveletMatrix, Symbol>;

 public:
  using memory_space = MemorySpace;
  using SymbolType = Symbol;
  using LevelsType = Levels;
  using Alphabet = WaveletAlphabet<MemorySpace, Symbol>;
  using Starts = Array<std::uint64_t, MemorySpace>;
  using Node = detail::WaveletNode;

  static constexpr unsigned fanout = Levels::radix;
  static constexpr unsigned max_depth = (sizeof(Symbol) * 8 + Levels::bits - 1) / Levels::bits;

  /// The matrix of the empty text.
  WaveletMatrix() = default;

  /// Builds the matrix of a text, which is accessible from the execution space or lies in host memory, and is not changed.
  /// Fences. O(n log sigma / bits) work. Memory, beside text and matrix: two codes a symbol (of 1, 2 or 4 bytes, as the
  /// number of distinct symbols asks for), or what `options.memory_budget` allows.
  /// Errors: invalid_argument (a given alphabet that is not ascending or lacks a symbol of the text), out_of_memory.
  template <class ExecutionSpace, class TextView>
  WaveletMatrix(ExecutionSpace const& space, TextView const& text, WaveletOptions const& options = {})
      : WaveletMatrix(detail::build_wavelet<WaveletMatrix>(space, text, options))
  {}

  /// From its parts, as builder and loader have them.
  WaveletMatrix(std::uint64_t n, Alphabet alphabet, Levels levels, Starts starts)
      : m_levels(levels), m_alphabet(alphabet), m_starts(starts), m_size(n)
  {}

  using Batches::access;
  using Batches::distinct;
  using Batches::inverse_select;
  using Batches::range_count;
  using Batches::range_next_value;
  using Batches::range_previous_value;
  using Batches::range_quantile;
  using Batches::rank;
  using Batches::rank_all;
  using Batches::select;
  using Batches::top_k;
  using Queries::distinct;
  using Queries::range_count;
  using Queries::range_next_value;
  using Queries::range_previous_value;
  using Queries::range_quantile;
  using Queries::rank_all;
  using Queries::top_k;

  /// Symbols of the text.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t size() const { return m_size; }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Alphabet const& alphabet() const { return m_alphabet; }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Levels const& levels() const { return m_levels; }
  [[nodiscard]] Starts const& starts() const { return m_starts; }
  /// Bytes of memory held in the memory space.
  [[nodiscard]] std::size_t bytes() const
  {
    return m_levels.bytes() + m_alphabet.bytes() + m_starts.extent(0) * sizeof(std::uint64_t);
  }

  /// Adds what `load` reads to a file, under names that begin with this one, of at most 15 characters. Fences.
  template <class ExecutionSpace>
  void save(ExecutionSpace const& space, FileWriter& file, std::string const& name = "wavelet") const
  {
    file.add_integer(name + ".size", m_size);
    file.add_integer(name + ".digit_bits", Levels::bits);
    m_alphabet.save(space, file, name + ".a");
    m_levels.save(space, file, name + ".l");
    file.add_array(space, name + ".starts", m_starts);
  }

  /// The matrix that was saved under that name, with the same symbols and kind of levels. Fences. Errors: those of
  /// `FileReader`, invalid_argument (another kind of levels), out_of_memory.
  template <class ExecutionSpace>
  [[nodiscard]] static WaveletMatrix load(ExecutionSpace const& space, FileReader const& file,
                                          std::string const& name = "wavelet")
  {
    detail::require(file.integer(name + ".digit_bits") == Levels::bits, ErrorCode::invalid_argument,
                    file.path() + ": the levels of " + name + " have digits of another size");
    std::uint64_t const n = file.integer(name + ".size", std::uint64_t{1} << 48);
    auto const alphabet = Alphabet::load(space, file, name + ".a");
    auto const levels = Levels::load(space, file, name + ".l", n);
    auto const starts = detail::loaded_array<MemorySpace, std::uint64_t>(space, file, name + ".starts");
    if (starts.extent(0) != 2 * alphabet.size()) file.corrupt(name + ".starts has a wrong size");
    return WaveletMatrix(n, alphabet, levels, starts);
  }

  /// The symbol at position i; the type's largest value for i >= size(). One fetch a level.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Symbol access(std::uint64_t i) const
  {
    if (i >= m_size) return std::numeric_limits<Symbol>::max();
    Cursor cursor = access_cursor(i);
    while (advance_access(cursor)) {
    }
    return m_alphabet.symbol(cursor.code);
  }

  /// Occurrences of a symbol in [0, i), i <= size(); 0 if it does not occur at all; not_found for i > size().
  /// One fetch a level.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t rank(Symbol symbol, std::uint64_t i) const
  {
    Cursor cursor = rank_cursor(symbol, i);
    while (advance_rank(cursor)) {
    }
    return rank_of(cursor);
  }

  /// Position of the k-th occurrence of a symbol, k from 1; not_found if there are fewer, and for k = 0.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t select(Symbol symbol, std::uint64_t k) const
  {
    std::uint64_t const code = m_alphabet.code(symbol);
    if (code == m_alphabet.size() || k == 0 || k > m_starts[m_alphabet.size() + code]) return not_found;
    std::uint64_t position = m_starts[code] + k - 1;
    for (unsigned level = m_levels.levels(); level-- > 0;)
      position = m_levels.unmap(level, digit(code, level), position);
    return position;
  }

  /// The symbol at position i < size() and how many like it stand before i. For other i, the type's largest value and
  /// not_found.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION SymbolRank<Symbol> inverse_select(std::uint64_t i) const
  {
    if (i >= m_size) return {std::numeric_limits<Symbol>::max(), not_found};
    std::uint64_t code = 0;
    for (unsigned level = 0; level < m_levels.levels(); ++level) {
      auto const here = m_levels.digit_at(level, i);
      code = code << Levels::bits | here.digit;
      i = here.next;
    }
    return {m_alphabet.symbol(code), i - m_starts[code]};
  }

  // Queries level by level, so that a thread can advance many at a time: each step asks for what the next one reads.

  struct Cursor
  {
    std::uint64_t code;
    std::uint64_t position;
    std::uint32_t level;
  };

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Cursor rank_cursor(Symbol symbol, std::uint64_t i) const
  {
    std::uint64_t const code = m_alphabet.code(symbol);
    if (i > m_size) return {m_alphabet.size(), not_found, m_levels.levels()};
    if (code == m_alphabet.size()) return {code, 0, m_levels.levels()};
    if (m_levels.levels() > 0) m_levels.prefetch(0, i);
    return {code, i, 0};
  }
  KOKKOS_FORCEINLINE_FUNCTION bool advance_rank(Cursor& cursor) const
  {
    if (cursor.level == m_levels.levels()) return false;
    cursor.position = m_levels.map(cursor.level, digit(cursor.code, cursor.level), cursor.position);
    if (++cursor.level < m_levels.levels()) m_levels.prefetch(cursor.level, cursor.position);
    return true;
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t rank_of(Cursor const& cursor) const
  {
    return cursor.code == m_alphabet.size() ? cursor.position : cursor.position - m_starts[cursor.code];
  }

  /// i < size().
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Cursor access_cursor(std::uint64_t i) const
  {
    if (m_levels.levels() > 0) m_levels.prefetch(0, i);
    return {0, i, 0};
  }
  KOKKOS_FORCEINLINE_FUNCTION bool advance_access(Cursor& cursor) const
  {
    if (cursor.level == m_levels.levels()) return false;
    if (cursor.level + 1 == m_levels.levels()) {
      cursor.code = cursor.code << Levels::bits | m_levels.last_digit_at(cursor.level, cursor.position);
      ++cursor.level;
      return false;
    }
    auto const here = m_levels.digit_at(cursor.level, cursor.position);
    cursor.code = cursor.code << Levels::bits | here.digit;
    cursor.position = here.next;
    m_levels.prefetch(++cursor.level, cursor.position);
    return true;
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Symbol symbol_of(Cursor const& cursor) const
  {
    return m_alphabet.symbol(cursor.code);
  }

  // What the queries on ranges walk on.

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION static constexpr bool leaves_are_ordered() { return true; }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t code_of_leaf(std::uint64_t leaf) { return leaf; }
  [[nodiscard]] KOKKOS_FUNCTION Node root(std::uint64_t begin, std::uint64_t end) const
  {
    return {begin, end, 0, std::uint64_t{1} << Levels::bits * m_levels.levels(), 0};
  }
  [[nodiscard]] KOKKOS_FUNCTION bool is_leaf(Node const& node) const { return node.id == m_levels.levels(); }
  KOKKOS_FUNCTION void children(Node const& node, Node (&below)[fanout]) const
  {
    std::uint64_t begins[fanout];
    std::uint64_t ends[fanout];
    m_levels.map_all(node.id, node.begin, begins);
    m_levels.map_all(node.id, node.end, ends);
    std::uint64_t const width = (node.last - node.first) >> Levels::bits;
    for (unsigned digit = 0; digit < fanout; ++digit)
      below[digit] = {begins[digit], ends[digit], node.first + digit * width, node.first + (digit + 1) * width,
                      node.id + 1};
  }
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t rank_of_code(std::uint64_t code, std::uint64_t i) const
  {
    for (unsigned level = 0; level < m_levels.levels(); ++level) i = m_levels.map(level, digit(code, level), i);
    return i - m_starts[code];
  }

 private:
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION unsigned digit(std::uint64_t code, unsigned level) const
  {
    return static_cast<unsigned>(code >> Levels::bits * (m_levels.levels() - 1 - level)) & (Levels::radix - 1);
  }

  Levels m_levels;
  Alphabet m_alphabet;
  Starts m_starts;  ///< where each code's symbols begin below the last level; then, how often each code occurs
  std::uint64_t m_size = 0;
};

}  // namespace lexikos
