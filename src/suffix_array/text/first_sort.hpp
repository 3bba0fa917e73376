// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What most suffix sorters start with: the suffixes sorted by as many symbols as 64 bits hold.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "backends/primitives.hpp"
#include "suffix_array/rounds/rounds.hpp"
#include "suffix_array/sort_run.hpp"
#include "suffix_array/text/packed_text.hpp"

namespace lexikos::suffix_array_detail
{

/// All suffixes, as a first sort takes them: from the last of the text to the first. Of suffixes whose keys are equal because
/// zeros fill up the shorter, the stable sort then puts the shorter first.
struct AllSuffixes
{
  static constexpr bool lies_in_result = false;

  std::size_t n = 0;

  [[nodiscard]] std::size_t size() const { return n; }
  [[nodiscard]] KOKKOS_FUNCTION std::size_t operator()(std::size_t j) const { return n - 1 - j; }
};

/// suffixes(j) = the j-th suffix, keys(j) = its first symbols.
template <class Packed, class Suffixes, class KeyView, class IndexView>
struct FirstKeys
{
  Packed packed;
  Suffixes chosen;
  KeyView keys;
  IndexView suffixes;

  KOKKOS_FUNCTION void operator()(std::size_t j) const
  {
    std::size_t const position = chosen(j);
    keys(j) = static_cast<typename KeyView::value_type>(packed.key(position));
    suffixes(j) = static_cast<typename IndexView::value_type>(position);
  }
};

template <class ExecutionSpace, class Packed, class Suffixes, class KeyView, class IndexView>
void first_keys(ExecutionSpace const& space, Packed const& packed, Suffixes const& chosen, KeyView const& keys,
                IndexView const& suffixes)
{
  Kokkos::parallel_for("lexikos::suffix_array::first_keys", backends::Range<ExecutionSpace>(space, 0, chosen.size()),
                       FirstKeys<Packed, Suffixes, KeyView, IndexView>{packed, chosen, keys, suffixes});
}

/// A group starts where the key changes. A suffix shorter than a key is a group of its own: it precedes all others that
/// have its key.
template <class KeyView, class IndexView, class HeadView>
struct MarkFirstHeads
{
  KeyView keys;      ///< [0..m) sorted
  IndexView sorted;  ///< [0..m) the suffixes of a text of n symbols that have these keys
  HeadView heads;    ///< [0..m]
  std::size_t n;
  std::size_t symbols_per_key;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    bool head = i == 0 || i == keys.extent(0);
    head = head || keys(i) != keys(i - 1) || sorted(i) + symbols_per_key > n || sorted(i - 1) + symbols_per_key > n;
    heads(i) = head ? first_sort_number : 0;
  }
};

template <class ExecutionSpace, class KeyView, class IndexView, class HeadView>
void mark_first_heads(ExecutionSpace const& space, MarkFirstHeads<KeyView, IndexView, HeadView> const& mark)
{
  Kokkos::parallel_for("lexikos::suffix_array::mark_first_heads",
                       backends::Range<ExecutionSpace>(space, 0, mark.keys.extent(0) + 1), mark);
}

/// Symbols of a key by which doubling reaches the wanted depth: wanted / 2^k, rounded up, for the smallest k that fits.
inline int first_symbols(std::size_t wanted, int symbols_that_fit)
{
  while (wanted > static_cast<std::size_t>(symbols_that_fit)) wanted = (wanted + 1) / 2;
  return static_cast<int>(wanted);
}

/// Sorts m suffixes by the first symbols that a key holds, and flags where groups start.
/// \param chosen  the suffixes; what it reads may lie in `sorted`, if it says so
/// \param keys    [0..m) each, scratch, of u64, or u32 where the text's keys fit; the packed text may lie in `keys.other`
/// \param sorted  [0..m) receives the suffixes
/// \param memory  second value array of the sort; receives the heads
template <class ExecutionSpace, class Index, class Suffixes, class Key>
void sort_by_first_keys(Context<ExecutionSpace> const& context,
                        PackedText<typename ExecutionSpace::memory_space> const& packed, Suffixes const& chosen,
                        primitives::DoubleBuffer<Span<Key, typename ExecutionSpace::memory_space>> keys,
                        Span<Index, typename ExecutionSpace::memory_space> const& sorted,
                        RoundMemory<Index, typename ExecutionSpace::memory_space> const& memory)
{
  auto const& space = context.space;
  primitives::DoubleBuffer suffixes{sorted, memory.values()};
  if (Suffixes::lies_in_result) suffixes.swap();
  context.step("first keys", [&] { first_keys(space, packed, chosen, keys.current, suffixes.current); });
  context.step("first sort", [&] {
    primitives::radix_sort_pairs(space, keys, suffixes, 0, packed.key_bits(), context.workspace);
    if (suffixes.current.data() != sorted.data()) Kokkos::deep_copy(space, sorted, suffixes.current);
  });
  context.step("first heads", [&] {
    using Heads = decltype(memory.heads());
    mark_first_heads(
        space, MarkFirstHeads<decltype(keys.current), decltype(suffixes.current), Heads>{
                   keys.current, sorted, memory.heads(), packed.n, static_cast<std::size_t>(packed.symbols_per_key())});
  });
}

/// Packs the text and sorts m suffixes by their first 64 bits of packed symbols, or fewer, and flags where groups start.
/// Returns the number of symbols that a key holds.
/// \param chosen        the suffixes: all of them, or a sample; reads nothing of the results
/// \param suffix_array  [0..m) receives the suffixes
/// \param memory        receives the heads
/// \param wanted_depth  symbols that the caller wants to compare before its rounds, or 0: all that fit the key
/// Scratch: two keys of eight bytes a suffix.
template <class ExecutionSpace, class Index, class Suffixes>
std::size_t first_sort(SortRun<ExecutionSpace, Index>& run, Suffixes const& chosen,
                       Span<Index, typename ExecutionSpace::memory_space> const& suffix_array,
                       RoundMemory<Index, typename ExecutionSpace::memory_space> const& memory,
                       std::size_t wanted_depth = 0)
{
  auto const& context = run.context;
  std::size_t const m = chosen.size();
  Workspace::Scope const scope(context.workspace);
  // until the sort starts, its second key array holds the packed text
  auto const words =
      context.template take<std::uint64_t>(std::max(m, max_packed_words(run.size(), run.text.symbol_bits())));
  primitives::DoubleBuffer keys{context.template take<std::uint64_t>(m), first_of(words, m)};
  auto packed = pack_into(run, words);
  if (wanted_depth != 0) packed.max_symbols = first_symbols(wanted_depth, packed.symbols_per_key());
  run.statistics().first_depth = static_cast<unsigned>(packed.symbols_per_key());
  sort_by_first_keys(context, packed, chosen, keys, suffix_array, memory);
  return static_cast<std::size_t>(packed.symbols_per_key());
}

/// Sorts all suffixes by their first symbols, ranks them, and lists those that are not in their place. Memory that the
/// rounds need is taken in the caller's scope.
/// \param wanted_depth  as first_sort's
template <class ExecutionSpace, class Index>
[[nodiscard]] Rounds<ExecutionSpace, Index> sort_first_symbols(SortRun<ExecutionSpace, Index>& run,
                                                               std::size_t wanted_depth = 0)
{
  auto const memory = take_round_memory<Index>(run.context, run.size());
  std::size_t const depth = first_sort(run, AllSuffixes{run.size()}, run.suffix_array, memory, wanted_depth);
  return start_rounds(run.context, Ranking<ExecutionSpace, Index>{run.suffix_array, run.take_ranks()}, memory, depth);
}

/// Bytes of workspace at the peak, at most: of the first sort, two keys of eight bytes and an index a suffix; of the
/// rounds, when all suffixes stay unsorted, the ranks unless the caller has them, the list, and what a round takes.
/// \param round_bytes  of a round, for each unsorted suffix
template <class Index>
[[nodiscard]] std::size_t doubling_workspace_bytes(std::size_t n, bool with_inverse, std::size_t round_bytes)
{
  std::size_t const first_sort = 16 * n;
  std::size_t const ranks = with_inverse ? 0 : sizeof(Index) * n;
  std::size_t const rounds = ranks + unsorted_bytes<Index>(n) + round_bytes * n;
  return sizeof(Index) * n + std::max(first_sort, rounds) + primitive_bytes(n);
}

}  // namespace lexikos::suffix_array_detail
