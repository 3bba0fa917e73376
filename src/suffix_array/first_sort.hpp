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
#include "suffix_array/alphabet.hpp"
#include "suffix_array/packed_text.hpp"
#include "suffix_array/range.hpp"
#include "suffix_array/steps.hpp"

namespace lexikos::suffix_array_detail
{

constexpr std::uint8_t first_sort_tag = 1;

/// suffixes(j) = n - 1 - j: the stable sort then puts the shorter of two suffixes first whose keys are equal because zeros
/// fill up the shorter.
template <class ExecutionSpace, class Packed, class KeyView, class IndexView>
void packed_keys(ExecutionSpace const& space, Packed const& packed, KeyView const& keys, IndexView const& suffixes)
{
  using Index = typename IndexView::value_type;
  std::size_t const n = keys.extent(0);
  Kokkos::parallel_for(
      "lexikos::suffix_array::packed_keys", range(space, n), KOKKOS_LAMBDA(std::int64_t j) {
        std::size_t const position = n - 1 - static_cast<std::size_t>(j);
        keys(j) = packed.key(position);
        suffixes(j) = static_cast<Index>(position);
      });
}

/// A group begins where the key changes. A suffix shorter than a key is a group of its own: it precedes all others that
/// have its key.
/// \param keys    [0..m) sorted
/// \param sorted  [0..m) the suffixes of a text of n symbols that have these keys
/// \param heads   [0..m]
template <class ExecutionSpace, class KeyView, class IndexView, class HeadView>
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

/// Sorts all suffixes by their first 64 bits of packed symbols, or fewer, and flags where groups begin. Returns the number
/// of symbols that a key holds.
/// \param suffix_array    [0..n) receives the suffixes
/// \param other_suffixes  [0..n) second value array of the sort; `heads` may lie in it
/// \param heads           [0..n] receives `first_sort_tag` where a group begins, else 0
/// \param wanted_depth    symbols that the caller wants to compare before its rounds, or 0: all that fit the key
/// Scratch: two keys of eight bytes a suffix.
template <class ExecutionSpace, class Text, class IndexView, class HeadView>
std::size_t first_sort(ExecutionSpace const& space, Text const& text, IndexView const& suffix_array,
                       IndexView const& other_suffixes, HeadView const& heads, SuffixArrayStatistics& statistics,
                       Steps<ExecutionSpace>& step, Workspace& workspace, std::size_t wanted_depth = 0)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Symbol = typename Text::non_const_value_type;
  std::size_t const n = text.extent(0);
  Workspace::Scope scope(workspace);
  // until the sort begins, its second key array holds the packed text
  auto const words = workspace.take<std::uint64_t, MemorySpace>(std::max(n, most_packed_words<Symbol>(n)));
  DoubleBuffer keys{workspace.take<std::uint64_t, MemorySpace>(n), Span<std::uint64_t, MemorySpace>(words.data(), n)};
  DoubleBuffer suffixes{suffix_array, other_suffixes};
  PackedText<MemorySpace> packed;
  step("pack", [&] {
    Alphabet const alphabet = find_alphabet(space, text, workspace);
    statistics.alphabet_size = alphabet.size;
    packed = pack_text(space, text, alphabet, words, workspace);
    if (wanted_depth != 0) packed.most_symbols = first_symbols(wanted_depth, packed.symbols_per_key());
    packed_keys(space, packed, keys.current, suffixes.current);
  });
  auto const depth = static_cast<std::size_t>(packed.symbols_per_key());
  statistics.first_depth = static_cast<unsigned>(depth);
  step("first sort", [&] {
    primitives::radix_sort_pairs(space, keys, suffixes, 0, packed.key_bits(), workspace);
    if (suffixes.current.data() != suffix_array.data()) Kokkos::deep_copy(space, suffix_array, suffixes.current);
  });
  step("first heads", [&] { mark_first_heads(space, keys.current, suffix_array, n, depth, heads); });
  return depth;
}

}  // namespace lexikos::suffix_array_detail
