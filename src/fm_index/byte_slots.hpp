// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The numbers of the symbols of a text of bytes.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <lexikos/fm_index.hpp>
#include <vector>

namespace lexikos::fm_detail
{

using ByteCounts = std::array<std::uint64_t, 256>;

struct ByteSlots
{
  std::array<std::uint32_t, 256> of_symbol;  ///< of the text's symbols, and absent_slot
  std::vector<std::uint8_t> symbols;         ///< by slot

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(symbols.size()); }
};

/// The four symbols that are A, C, G and T or the most frequent ones first, then the others, both in their order.
[[nodiscard]] ByteSlots dense_slots(ByteCounts const& counts, FmLetters letters);
/// All symbols in their order.
[[nodiscard]] ByteSlots ordered_slots(ByteCounts const& counts);

/// The slots of the symbols of patterns.
[[nodiscard]] std::array<std::uint32_t, 256> pattern_slots(ByteSlots const& slots, FmLetters letters,
                                                           bool match_others);

/// Row of the first suffix that begins with the symbol of each slot.
/// \param symbols  by slot
/// \param counts   by slot
template <class Symbol>
[[nodiscard]] std::vector<std::uint64_t> first_rows(std::vector<Symbol> const& symbols,
                                                    std::vector<std::uint64_t> const& counts)
{
  std::vector<std::uint64_t> rows(symbols.size(), 1);
  std::vector<std::size_t> order(symbols.size());
  for (std::size_t slot = 0; slot < order.size(); ++slot) order[slot] = slot;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return symbols[a] < symbols[b]; });
  std::uint64_t row = 1;
  for (std::size_t const slot : order) {
    rows[slot] = row;
    row += counts[slot];
  }
  return rows;
}

}  // namespace lexikos::fm_detail
