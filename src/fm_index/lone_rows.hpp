// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Searches on hosts that have come down to one row: most steps of a pattern that is longer than what is unique in the text.
// What they do is short enough to be kept apart from other steps, and in registers.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/fm_rows.hpp>
#include <type_traits>
#include <utility>

#include "common/host_batches.hpp"
#include "fm_index/tuning.hpp"

namespace lexikos::fm_detail
{

/// A row of a pattern without its first `rest` > 0 symbols, whose text is not to be compared.
struct LoneRow
{
  std::size_t i;
  std::uint64_t row;
  std::uint64_t rest;
};

/// Those of a part of a batch.
class LoneRows
{
 public:
  LEXIKOS_ALWAYS_INLINE void push(LoneRow const& row) { m_rows[m_count++] = row; }
  LEXIKOS_ALWAYS_INLINE LoneRow const& operator[](std::size_t t) const { return m_rows[t]; }
  LEXIKOS_ALWAYS_INLINE std::size_t size() const { return m_count; }

 private:
  Kokkos::Array<LoneRow, searches_of_part> m_rows;
  std::size_t m_count = 0;
};

/// The first symbols of a pattern, the last one first. Digits are read 32 at a time.
template <class Pattern>
class SymbolsBackwards
{
 public:
  SymbolsBackwards() = default;
  SymbolsBackwards(Pattern const& pattern, std::uint64_t count) : m_pattern(pattern), m_rest(count) {}

  LEXIKOS_ALWAYS_INLINE bool is_at_end() const { return m_count + m_rest == 0; }
  LEXIKOS_ALWAYS_INLINE std::uint32_t next()
  {
    if (m_count == 0 && !read()) return m_pattern.slot(--m_rest);
    --m_count;
    auto const digit = static_cast<std::uint32_t>(m_digits >> 62);
    m_digits <<= 2;
    return digit;
  }

 private:
  /// Whether the next ones are digits.
  LEXIKOS_NEVER_INLINE bool read()
  {
    std::uint64_t const count = m_rest < 32 ? m_rest : 32;
    auto const found = m_pattern.digits(m_rest - count, static_cast<unsigned>(count));
    if (!found.are_all) return false;
    m_digits = found.packed << (64 - 2 * count);
    m_count = count;
    m_rest -= count;
    return true;
  }

  std::uint64_t m_digits = 0;  ///< the next one highest
  std::uint64_t m_count = 0;   ///< of these
  Pattern m_pattern;
  std::uint64_t m_rest = 0;  ///< symbols before these
};

/// For `InTurns`: each step reads whether the symbol before a row is the pattern's next one, and the row of both.
template <class Work>
struct StepsOfLoneRow
{
  Work const& work;
  LoneRows const& lone_rows;

  using Pattern = std::decay_t<decltype(std::declval<Work>().batch(0))>;
  using Steps = std::decay_t<decltype(std::declval<Work>().search.steps)>;
  struct Turn
  {
    typename Steps::LoneRow row;
    SymbolsBackwards<Pattern> symbols;
    std::size_t i;
  };

  /// False when the search is done.
  LEXIKOS_ALWAYS_INLINE bool begin(Turn& turn, std::size_t t) const
  {
    auto const& [i, row, rest] = lone_rows[t];
    turn.i = i;
    turn.symbols = SymbolsBackwards<Pattern>(work.batch(i), rest);
    return go_to(turn, row);
  }
  LEXIKOS_ALWAYS_INLINE bool go_on(Turn& turn) const
  {
    std::uint64_t const row = work.search.steps.extend_lone(turn.row, turn.symbols.next());
    if (row == not_found) return end(turn, {0, 0});
    if (turn.symbols.is_at_end()) return end(turn, {row, row + 1});
    return go_to(turn, row);
  }

 private:
  LEXIKOS_ALWAYS_INLINE bool go_to(Turn& turn, std::uint64_t row) const
  {
    auto const& steps = work.search.steps;
    if (row == steps.primary) return end(turn, {0, 0});  // no symbol is before it
    turn.row = steps.lone_row(row);
    return true;
  }
  LEXIKOS_ALWAYS_INLINE bool end(Turn& turn, FmRows<std::uint64_t> const& rows) const
  {
    work.write_rows(turn.i, rows);
    return false;
  }
};

}  // namespace lexikos::fm_detail
