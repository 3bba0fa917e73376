// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include <lexikos/workspace.hpp>

#include "suffix_array/text/symbol_text.hpp"

namespace lexikos::suffix_array_detail
{

/// The symbols that occur, numbered 0..size-1 in their order, so that a code takes `bits` bits instead of eight. In texts of
/// integers the symbols are such numbers already.
struct Alphabet
{
  std::array<std::uint8_t, 256> code{};    ///< of each byte; without meaning for integers
  std::array<std::uint8_t, 256> symbol{};  ///< of each code; likewise
  unsigned size = 0;
  int bits = 1;
  double entropy = 0;  ///< bits that a symbol of the text carries by its frequency

  [[nodiscard]] bool is_known() const { return size != 0; }
};

/// Of a text of n bytes, by how often each occurs.
[[nodiscard]] Alphabet alphabet_of_bytes(std::array<std::uint64_t, 256> const& counts, std::size_t n);
/// Of a text of all integers up to the largest.
[[nodiscard]] Alphabet alphabet_of_integers(std::uint32_t largest);

/// Counts the symbols; of integers only the largest, since all below it occur. O(n) work, 2 KiB of workspace; fences.
template <class ExecutionSpace>
[[nodiscard]] Alphabet find_alphabet(ExecutionSpace const& space,
                                     SymbolText<typename ExecutionSpace::memory_space> const& text,
                                     Workspace& workspace);

}  // namespace lexikos::suffix_array_detail
