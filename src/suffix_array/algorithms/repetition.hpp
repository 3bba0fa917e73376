// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The suffix array of a text that repeats one word of p symbols, but for its last e ones: those of a line's end, say. A
// suffix runs on for r symbols like the word repeated endlessly. Those with r >= p + e that start whole words apart stand
// together, ordered by r, since whatever stands between two of them runs on as far as the shorter one; and nothing
// else does: another residue differs within p symbols, the end has but e. So the last 2p + 2e - 1 suffixes, among them one
// of each residue with such a run, tell where all the others go.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "suffix_array/sort_run.hpp"

namespace lexikos::suffix_array_detail
{

/// text(i) = text(i + period) as long as i + period < end; there it no longer holds, or the text is over.
struct Repetition
{
  std::size_t period = 0;  ///< the smallest one; 0 where there is no repetition
  std::size_t end = 0;

  [[nodiscard]] explicit operator bool() const { return period != 0; }
  /// How many of the last suffixes of n have an order that leads to that of all.
  [[nodiscard]] std::size_t tail(std::size_t n) const { return 2 * period + 2 * (n - end) - 1; }
};

/// Longer periods are not looked for, and not more symbols that end the repetition. The host looks at twice as many symbols
/// of each text.
constexpr std::size_t max_period = 4096;

/// The smallest p >= 1 with word[i] = word[i + p] for all i, by the borders of Knuth, Morris and Pratt (1977). O(n).
template <class Symbol>
[[nodiscard]] std::size_t smallest_period(std::vector<Symbol> const& word)
{
  std::vector<std::uint32_t> borders(word.size() + 1, 0);  // of each prefix, the longest that is not the prefix itself
  std::uint32_t border = 0;
  for (std::size_t i = 1; i < word.size(); ++i) {
    while (border != 0 && word[i] != word[border]) border = borders[border];
    if (word[i] == word[border]) ++border;
    borders[i + 1] = border;
  }
  return word.size() - borders[word.size()];
}

/// The word that the text repeats to within `max_period` symbols of its end, if there is one. Reads all of the text only
/// where its start repeats a word. Fences.
template <class ExecutionSpace>
[[nodiscard]] Repetition repetition_of_text(ExecutionSpace const& space,
                                            SymbolText<typename ExecutionSpace::memory_space> const& text);

/// Sorts a text that is a repetition. O(n) work beside the sort of its tail.
template <class ExecutionSpace, class Index>
void sort_repetition(SortRun<ExecutionSpace, Index>& run, Repetition const& repetition);

/// Bytes of workspace at the peak, at most: three indices a suffix of the longest tail, and its sort.
/// \param tail_bytes  of workspace for the sort of a text of so many symbols
template <class Index, class TailBytes>
[[nodiscard]] std::size_t repetition_workspace_bytes(std::size_t n, TailBytes const& tail_bytes)
{
  std::size_t const tail = n < 4 * max_period ? n : 4 * max_period;
  return 3 * sizeof(Index) * tail + 1024 + primitive_bytes(tail) + tail_bytes(tail);
}

}  // namespace lexikos::suffix_array_detail
