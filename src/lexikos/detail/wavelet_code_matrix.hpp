// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/binary_levels.hpp>
#include <lexikos/detail/quad_levels.hpp>
#include <lexikos/detail/wavelet_ranges.hpp>
#include <lexikos/memory.hpp>

namespace lexikos::detail
{

/// A `WaveletMatrix` without its alphabet: the wavelet matrix of a text of codes below `codes()`. Positions and codes are in
/// range unless a line says otherwise.
/// Levels: QuadLevels or BinaryLevels.
template <class Levels>
class CodeMatrix
{
 public:
  using memory_space = typename Levels::memory_space;
  using LevelsType = Levels;
  using Starts = Array<std::uint64_t, memory_space>;

  static constexpr unsigned fanout = Levels::radix;
  /// Levels of codes of this number of bits at most.
  static constexpr unsigned max_depth(unsigned code_bits) { return (code_bits + Levels::bits - 1) / Levels::bits; }

  CodeMatrix() = default;
  /// \param starts  [0..codes) where each code's symbols start below the last level; then, how often each code occurs
  CodeMatrix(std::uint64_t n, Levels const& levels, Starts const& starts)
      : m_levels(levels), m_starts(starts), m_size(n), m_codes(starts.extent(0) / 2)
  {}

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t size() const { return m_size; }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t codes() const { return m_codes; }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Levels const& levels() const { return m_levels; }
  [[nodiscard]] Starts const& starts() const { return m_starts; }
  /// Bytes of memory held.
  [[nodiscard]] std::size_t bytes() const { return m_levels.bytes() + m_starts.extent(0) * sizeof(std::uint64_t); }
  /// Levels that queries of a random position go through on average.
  [[nodiscard]] double mean_depth() const { return m_levels.levels(); }

  /// The position of occurrence k of a code, k from 1; not_found for other k and other codes.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t select(std::uint64_t code, std::uint64_t k) const
  {
    if (code >= m_codes || k == 0 || k > m_starts[m_codes + code]) return not_found;
    std::uint64_t position = m_starts[code] + k - 1;
    for (unsigned level = m_levels.levels(); level-- > 0;)
      position = m_levels.map_back(level, digit(code, level), position);
    return position;
  }

  /// The code at position i and how many like it stand before.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION CodeRank inverse_select(std::uint64_t i) const
  {
    std::uint64_t code = 0;
    for (unsigned level = 0; level < m_levels.levels(); ++level) {
      auto const here = m_levels.digit_at(level, i);
      code = code << Levels::bits | here.digit;
      i = here.next;
    }
    return {code, i - m_starts[code]};
  }

  // Rank and access level by level, so that a thread can advance many at a time: each step prefetches what the next one
  // reads, and returns whether there is one.

  struct Cursor
  {
    std::uint64_t code;
    std::uint64_t position;
    std::uint32_t level;
  };

  /// Any code and position: codes that do not occur have rank 0, and positions are cut to the size.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Cursor rank_cursor(std::uint64_t code, std::uint64_t i) const
  {
    if (code >= m_codes) return {m_codes, 0, m_levels.levels()};
    i = i < m_size ? i : m_size;
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
    return cursor.code == m_codes ? cursor.position : cursor.position - m_starts[cursor.code];
  }

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
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t code_of(Cursor const& cursor) const { return cursor.code; }

  // What the queries on ranges walk on.

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION static constexpr bool leaves_are_ordered() { return true; }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t code_of_leaf(std::uint64_t leaf) { return leaf; }
  [[nodiscard]] KOKKOS_FUNCTION RangeNode root(std::uint64_t begin, std::uint64_t end) const
  {
    return {begin, end, 0, std::uint64_t{1} << Levels::bits * m_levels.levels(), 0};
  }
  [[nodiscard]] KOKKOS_FUNCTION bool is_leaf(RangeNode const& node) const { return node.id == m_levels.levels(); }
  KOKKOS_FUNCTION void children(RangeNode const& node, RangeNode (&below)[fanout]) const
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

 private:
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION unsigned digit(std::uint64_t code, unsigned level) const
  {
    return static_cast<unsigned>(code >> Levels::bits * (m_levels.levels() - 1 - level)) & (Levels::radix - 1);
  }

  Levels m_levels;
  Starts m_starts;
  std::uint64_t m_size = 0;
  std::uint64_t m_codes = 0;
};

}  // namespace lexikos::detail
