// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fm_index/byte_slots.hpp"

#include <algorithm>
#include <string_view>

#include "common/dna_letters.hpp"
#include "common/host_containers.hpp"

namespace lexikos::fm_detail
{

namespace
{

constexpr std::string_view dna_letters = "ACGT";

ByteSlots number(std::vector<std::uint8_t> symbols)
{
  ByteSlots slots;
  slots.of_symbol.fill(detail::absent_slot);
  slots.symbols = std::move(symbols);
  for (std::uint32_t slot = 0; slot < slots.size(); ++slot) slots.of_symbol[slots.symbols[slot]] = slot;
  return slots;
}

std::vector<std::uint8_t> present(ByteCounts const& counts)
{
  return detail::with_host_memory("the symbols of a text", [&] {
    std::vector<std::uint8_t> symbols;
    for (std::size_t c = 0; c < counts.size(); ++c)
      if (counts[c] != 0) symbols.push_back(static_cast<std::uint8_t>(c));
    return symbols;
  });
}

}  // namespace

ByteSlots dense_slots(ByteCounts const& counts, FmLetters letters)
{
  auto symbols = present(counts);
  if (letters == FmLetters::dna) {
    std::erase_if(symbols, [](std::uint8_t symbol) { return detail::is_dna(symbol, false); });
    symbols.insert(symbols.begin(), dna_letters.begin(), dna_letters.end());
  }
  else if (symbols.size() > dna_letters.size()) {
    std::stable_sort(symbols.begin(), symbols.end(),
                     [&](std::uint8_t a, std::uint8_t b) { return counts[a] > counts[b]; });
    auto const others = symbols.begin() + static_cast<std::ptrdiff_t>(dna_letters.size());
    std::sort(symbols.begin(), others);
    std::sort(others, symbols.end());
  }
  return number(std::move(symbols));
}

ByteSlots ordered_slots(ByteCounts const& counts)
{
  return number(present(counts));
}

std::array<std::uint32_t, 256> pattern_slots(ByteSlots const& slots, FmLetters letters, bool match_others)
{
  auto of_symbol = slots.of_symbol;
  if (letters == FmLetters::all) return of_symbol;
  for (std::size_t c = 0; c < of_symbol.size(); ++c) {
    std::uint8_t const letter = detail::dna_letter(static_cast<std::uint8_t>(c));
    of_symbol[c] = detail::is_dna(letter, false) || match_others ? slots.of_symbol[letter] : detail::absent_slot;
  }
  return of_symbol;
}

}  // namespace lexikos::fm_detail
