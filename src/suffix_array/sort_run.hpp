// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <lexikos/suffix_array.hpp>
#include <optional>

#include "suffix_array/context.hpp"
#include "suffix_array/samples/synchronizing_set.hpp"
#include "suffix_array/text/alphabet.hpp"
#include "suffix_array/text/packed_text.hpp"
#include "suffix_array/text/symbol_text.hpp"

namespace lexikos::suffix_array_detail
{

/// One call of `lexikos::suffix_array`, as the algorithms see it: n >= 1, sizes checked.
template <class ExecutionSpace, class Index>
struct SortRun
{
  using MemorySpace = typename ExecutionSpace::memory_space;

  Context<ExecutionSpace> const& context;
  SuffixArrayOptions const& options;
  SymbolText<MemorySpace> text;           ///< n symbols
  Span<Index, MemorySpace> suffix_array;  ///< [0..n) the result
  Span<Index, MemorySpace> inverse;       ///< [0..n), or null where the caller does not want it

  // What is known of the text already, and need not be found out again.
  Alphabet alphabet = {};               ///< counted or not
  PackedText<MemorySpace> packed = {};  ///< or no words
  std::optional<SampleChoice> sample_choice = {};
  std::optional<bool> has_distinct_starts = {};  ///< text/narrow_keys.hpp

  /// Left by an algorithm to `sort_suffixes`, which makes it when the packed text has been given back.
  bool lacks_inverse = false;

  [[nodiscard]] std::size_t size() const { return text.size(); }
  [[nodiscard]] bool wants_inverse() const { return inverse.data() != nullptr; }
  [[nodiscard]] SuffixArrayStatistics& statistics() const { return context.report.statistics(); }

  /// Where the ranks go: to the caller's inverse, or to memory of the caller's scope.
  [[nodiscard]] Span<Index, MemorySpace> take_ranks() const
  {
    return wants_inverse() ? inverse : context.template take<Index>(size());
  }
};

/// The alphabet of the text, which is counted once.
template <class ExecutionSpace, class Index>
Alphabet const& alphabet_of(SortRun<ExecutionSpace, Index>& run)
{
  if (!run.alphabet.is_known()) {
    run.context.step("pack", [&] { run.alphabet = find_alphabet(run.context.space, run.text, run.context.workspace); });
    run.statistics().alphabet_size = run.alphabet.size;
  }
  return run.alphabet;
}

/// Packs the text into memory of the caller's.
/// \param memory  at least packed_words(n, bits) words
template <class ExecutionSpace, class Index>
[[nodiscard]] PackedText<typename ExecutionSpace::memory_space> pack_into(
    SortRun<ExecutionSpace, Index>& run, Span<std::uint64_t, typename ExecutionSpace::memory_space> const& memory)
{
  auto const& alphabet = alphabet_of(run);
  PackedText<typename ExecutionSpace::memory_space> packed;
  run.context.step("pack",
                   [&] { packed = pack_text(run.context.space, run.text, alphabet, memory, run.context.workspace); });
  return packed;
}

/// The packed text, for as long as the workspace scope in which this was called first.
template <class ExecutionSpace, class Index>
PackedText<typename ExecutionSpace::memory_space> const& packed_text_of(SortRun<ExecutionSpace, Index>& run)
{
  if (run.packed.words.data() == nullptr) {
    std::size_t const words = packed_words(run.size(), alphabet_of(run).bits);
    run.packed = pack_into(run, run.context.template take<std::uint64_t>(words));
  }
  return run.packed;
}

/// Sorts by the algorithm that the statistics name, or that `automatic` chooses.
template <class ExecutionSpace, class Index>
void sort_suffixes(SortRun<ExecutionSpace, Index>& run);

}  // namespace lexikos::suffix_array_detail
