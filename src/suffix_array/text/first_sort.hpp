// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What most suffix sorters begin with: the suffixes sorted by as many symbols as 64 bits hold.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/suffix_array.hpp>
#include <lexikos/workspace.hpp>

#include "backends/primitives.hpp"
#include "backends/unit.hpp"
#include "suffix_array/range.hpp"
#include "suffix_array/steps.hpp"
#include "suffix_array/text/alphabet.hpp"
#include "suffix_array/text/packed_text.hpp"

namespace lexikos::suffix_array_detail
{

constexpr std::uint8_t first_sort_tag = 1;

/// The suffixes to be sorted, as a first sort takes them: the shorter of two precedes the longer.
struct AllSuffixes
{
  std::size_t n = 0;

  [[nodiscard]] std::size_t size() const { return n; }
  [[nodiscard]] KOKKOS_FUNCTION std::size_t operator()(std::size_t j) const { return n - 1 - j; }
};

/// suffixes(j) = the j-th suffix, the last of the text first: the stable sort then puts the shorter of two suffixes first
/// whose keys are equal because zeros fill up the shorter.
template <class ExecutionSpace, class Packed, class Suffixes, class KeyView, class IndexView,
          class Unit = backends::ThisUnit>
void packed_keys(ExecutionSpace const& space, Packed const& packed, Suffixes const& chosen, KeyView const& keys,
                 IndexView const& suffixes)
{
  using Index = typename IndexView::value_type;
  Kokkos::parallel_for(
      "lexikos::suffix_array::packed_keys", range(space, chosen.size()), KOKKOS_LAMBDA(std::int64_t j) {
        std::size_t const position = chosen(static_cast<std::size_t>(j));
        keys(j) = packed.key(position);
        suffixes(j) = static_cast<Index>(position);
      });
}

/// A group begins where the key changes. A suffix shorter than a key is a group of its own: it precedes all others that
/// have its key.
/// \param keys    [0..m) sorted
/// \param sorted  [0..m) the suffixes of a text of n symbols that have these keys
/// \param heads   [0..m]
template <class ExecutionSpace, class KeyView, class IndexView, class HeadView, class Unit = backends::ThisUnit>
void mark_first_heads(ExecutionSpace const& space, KeyView const& keys, IndexView const& sorted, std::size_t n,
                      std::size_t symbols_per_key, HeadView const& heads)
{
  std::size_t const m = keys.extent(0);
  Kokkos::parallel_for(
      "lexikos::suffix_array::mark_first_heads", range(space, m + 1), KOKKOS_LAMBDA(std::int64_t i) {
        bool head = i == 0 || static_cast<std::size_t>(i) == m;
        head = head || keys(i) != keys(i - 1) || sorted(i) + symbols_per_key > n || sorted(i - 1) + symbols_per_key > n;
        heads(i) = head ? first_sort_tag : 0;
      });
}

/// Symbols of a key by which doubling reaches the wanted depth: wanted / 2^k, rounded up, for the least k that fits.
inline int first_symbols(std::size_t wanted, int symbols_that_fit)
{
  while (wanted > static_cast<std::size_t>(symbols_that_fit)) wanted = (wanted + 1) / 2;
  return static_cast<int>(wanted);
}

/// Sorts suffixes by the first symbols that a key holds and flags where groups begin.
/// \param chosen    the m suffixes
/// \param keys      [0..m) each, scratch; the packed text may lie in `keys.other`
/// \param suffixes  [0..m) each, scratch; one of them is `sorted`
/// \param sorted    [0..m) receives the suffixes; what `chosen` reads may lie in it if it is `suffixes.other`
/// \param heads     [0..m] receives `first_sort_tag` where a group begins, else 0; may lie in the other one of `suffixes`
template <class ExecutionSpace, class Packed, class Suffixes, class KeyView, class IndexView, class HeadView>
void sort_by_keys(ExecutionSpace const& space, Packed const& packed, Suffixes const& chosen,
                  primitives::DoubleBuffer<KeyView>& keys, primitives::DoubleBuffer<IndexView>& suffixes,
                  IndexView const& sorted, HeadView const& heads, Steps<ExecutionSpace>& step, Workspace& workspace)
{
  step("first keys", [&] { packed_keys(space, packed, chosen, keys.current, suffixes.current); });
  step("first sort", [&] {
    primitives::radix_sort_pairs(space, keys, suffixes, 0, packed.key_bits(), workspace);
    if (suffixes.current.data() != sorted.data()) Kokkos::deep_copy(space, sorted, suffixes.current);
  });
  step("first heads", [&] {
    auto const symbols_per_key = static_cast<std::size_t>(packed.symbols_per_key());
    mark_first_heads(space, keys.current, sorted, packed.n, symbols_per_key, heads);
  });
}

/// Packs the text and sorts m suffixes by their first 64 bits of packed symbols, or fewer, and flags where groups begin.
/// Returns the number of symbols that a key holds.
/// \param chosen          the suffixes: all of them, or a sample
/// \param suffix_array    [0..m) receives the suffixes
/// \param other_suffixes  [0..m) second value array of the sort; `heads` may lie in it
/// \param heads           [0..m] receives `first_sort_tag` where a group begins, else 0
/// \param wanted_depth    symbols that the caller wants to compare before its rounds, or 0: all that fit the key
/// Scratch: two keys of eight bytes a suffix.
template <class ExecutionSpace, class Text, class Suffixes, class IndexView, class HeadView>
std::size_t first_sort(ExecutionSpace const& space, Text const& text, Suffixes const& chosen,
                       IndexView const& suffix_array, IndexView const& other_suffixes, HeadView const& heads,
                       SuffixArrayStatistics& statistics, Steps<ExecutionSpace>& step, Workspace& workspace,
                       std::size_t wanted_depth = 0)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Symbol = typename Text::non_const_value_type;
  std::size_t const n = text.extent(0);
  std::size_t const m = chosen.size();
  Workspace::Scope scope(workspace);
  // until the sort begins, its second key array holds the packed text
  auto const words = workspace.take<std::uint64_t, MemorySpace>(std::max(m, max_packed_words<Symbol>(n)));
  primitives::DoubleBuffer keys{workspace.take<std::uint64_t, MemorySpace>(m),
                                Span<std::uint64_t, MemorySpace>(words.data(), m)};
  primitives::DoubleBuffer suffixes{suffix_array, other_suffixes};
  PackedText<MemorySpace> packed;
  step("pack", [&] {
    Alphabet const alphabet = find_alphabet(space, text, workspace);
    statistics.alphabet_size = alphabet.size;
    packed = pack_text(space, text, alphabet, words, workspace);
    if (wanted_depth != 0) packed.max_symbols = first_symbols(wanted_depth, packed.symbols_per_key());
  });
  statistics.first_depth = static_cast<unsigned>(packed.symbols_per_key());
  sort_by_keys(space, packed, chosen, keys, suffixes, suffix_array, heads, step, workspace);
  return static_cast<std::size_t>(packed.symbols_per_key());
}

}  // namespace lexikos::suffix_array_detail
