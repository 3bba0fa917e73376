// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Prefix doubling: Algorithm 3 of "gpu-pd" (2020), after Manber and Myers (1993), with the ranks of Larsson and Sadakane
// (2007). Its state is the suffix array, in which groups of suffixes that agree in their first h symbols stand together, a
// flag where each group begins, and the rank of every suffix: the index of its group's first entry. A group's first entry
// never moves, so finished suffixes keep their rank and drop out of the rounds.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/suffix_array.hpp>
#include <lexikos/workspace.hpp>

#include "backends/primitives.hpp"
#include "suffix_array/alphabet.hpp"
#include "suffix_array/packed_text.hpp"
#include "suffix_array/periods.hpp"
#include "suffix_array/range.hpp"
#include "suffix_array/steps.hpp"
#include "suffix_array/unsorted_suffixes.hpp"

namespace lexikos::suffix_array_detail
{

/// What the doubling works on; all views lie in the execution space's memory.
template <class ExecutionSpace, class Index>
struct DoublingState
{
  using MemorySpace = typename ExecutionSpace::memory_space;

  Span<Index, MemorySpace> suffix_array;  ///< [0..n)
  Span<Index, MemorySpace> ranks;         ///< [0..n) the inverse suffix array once all groups have one suffix
};

constexpr std::uint8_t first_sort_tag = 1;

/// keys(j) and suffixes(j) for the suffix n - 1 - j: the stable sort then puts the shorter of two suffixes first whose
/// keys are equal because zeros fill up the shorter.
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
template <class ExecutionSpace, class KeyView, class IndexView, class HeadView>
void mark_first_heads(ExecutionSpace const& space, KeyView const& keys, IndexView const& suffix_array,
                      std::size_t symbols_per_key, HeadView const& heads)
{
  std::size_t const n = keys.extent(0);
  Kokkos::parallel_for(
      "lexikos::suffix_array::mark_first_heads", range(space, n + 1), KOKKOS_LAMBDA(std::int64_t i) {
        bool head = i == 0 || static_cast<std::size_t>(i) == n;
        head = head || keys(i) != keys(i - 1) || suffix_array(i) + symbols_per_key > n ||
               suffix_array(i - 1) + symbols_per_key > n;
        heads(i) = head ? first_sort_tag : 0;
      });
}

/// ranks(suffix_array(i)) = index of the head of i's group, for all i.
template <class ExecutionSpace, class Index, class HeadView>
void first_ranks(ExecutionSpace const& space, DoublingState<ExecutionSpace, Index> const& state, HeadView const& heads,
                 Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope scope(workspace);
  auto const suffix_array = state.suffix_array;
  std::size_t const n = suffix_array.extent(0);
  auto const head_index = workspace.take<Index, MemorySpace>(n);
  Kokkos::parallel_for(
      "lexikos::suffix_array::head_index", range(space, n),
      KOKKOS_LAMBDA(std::int64_t i) { head_index(i) = heads(i) != 0 ? static_cast<Index>(i) : 0; });
  primitives::inclusive_scan(space, head_index, head_index, Maximum{}, workspace);
  // in halves, so that the copies that the blocked scatter needs fit the memory of the first sort
  std::size_t const part = std::max<std::size_t>((n + 1) / 2, 1);
  auto const positions = workspace.take<Index, MemorySpace>(std::min(part, n));
  for (std::size_t first = 0; first < n; first += part) {
    auto const in_part = Kokkos::make_pair(first, std::min(first + part, n));
    Span<Index, MemorySpace> const part_positions(positions.data(), in_part.second - in_part.first);
    Span<Index, MemorySpace> const part_ranks(head_index.data() + first, in_part.second - in_part.first);
    Kokkos::deep_copy(space, part_positions, Kokkos::subview(suffix_array, in_part));
    primitives::scatter_blocked(space, part_positions, part_ranks, state.ranks, workspace);
  }
}

/// suffixes(j) = the j-th unsorted suffix, keys(j) = 1 + rank of the suffix h behind it, 0 for the empty suffix. A suffix
/// in a group has h symbols at least, so none begins behind the end.
template <class ExecutionSpace, class Index>
void gather_keys(ExecutionSpace const& space, DoublingState<ExecutionSpace, Index> const& state,
                 UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted, std::size_t h)
{
  auto const suffix_array = state.suffix_array;
  auto const ranks = state.ranks;
  auto const slots = unsorted.slots;
  auto const suffixes = unsorted.suffixes;
  auto const keys = unsorted.keys;
  std::size_t const n = suffix_array.extent(0);
  Kokkos::parallel_for(
      "lexikos::suffix_array::gather_keys", range(space, unsorted.size), KOKKOS_LAMBDA(std::int64_t j) {
        Index const suffix = suffix_array(slots(j));
        std::size_t const next = suffix + h;
        suffixes(j) = suffix;
        keys(j) = next < n ? ranks(next) + 1 : 0;
      });
}

/// Writes the sorted suffixes back and begins a group where the key changes. group_entries(j) = j if a group begins there,
/// else 0.
template <class ExecutionSpace, class Index, class KeyView, class EntryView>
void mark_heads(ExecutionSpace const& space, DoublingState<ExecutionSpace, Index> const& state,
                UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted, KeyView const& keys,
                std::uint8_t tag, EntryView const& group_entries)
{
  auto const suffix_array = state.suffix_array;
  auto const slots = unsorted.slots;
  auto const suffixes = unsorted.suffixes;
  auto const heads = unsorted.heads;
  Kokkos::parallel_for(
      "lexikos::suffix_array::mark_heads", range(space, unsorted.size), KOKKOS_LAMBDA(std::int64_t j) {
        suffix_array(slots(j)) = suffixes(j);
        bool head = heads(j) != 0;
        if (!head && keys(j) != keys(j - 1)) {
          heads(j) = tag;
          head = true;
        }
        group_entries(j) = head ? static_cast<Index>(j) : 0;
      });
}

/// ranks(suffixes(j)) = slot of the head of entry j's group, where it changed: in groups that this round began.
template <class ExecutionSpace, class Index, class EntryView>
void update_ranks(ExecutionSpace const& space, DoublingState<ExecutionSpace, Index> const& state,
                  UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted, std::uint8_t tag,
                  EntryView const& group_entries)
{
  auto const ranks = state.ranks;
  auto const slots = unsorted.slots;
  auto const suffixes = unsorted.suffixes;
  auto const heads = unsorted.heads;
  Kokkos::parallel_for(
      "lexikos::suffix_array::update_ranks", range(space, unsorted.size), KOKKOS_LAMBDA(std::int64_t j) {
        Index const head = group_entries(j);
        if (heads(head) == tag) ranks(suffixes(j)) = slots(head);
      });
}

/// Sorts the unsorted suffixes of each group by their keys and begins new groups where the keys differ.
template <class ExecutionSpace, class Index, class KeyView>
void refine_groups(ExecutionSpace const& space, DoublingState<ExecutionSpace, Index> const& state,
                   UnsortedSuffixes<Index, typename ExecutionSpace::memory_space>& unsorted, KeyView const& keys,
                   int key_bits, std::uint8_t tag, Steps<ExecutionSpace>& step, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const m = unsorted.size;
  step("segmented sort", [&] {
    primitives::segmented_sort_pairs(space, keys, Span<Index, MemorySpace>(unsorted.suffixes.data(), m),
                                     unsorted.offsets, key_bits, workspace);
  });
  Workspace::Scope scope(workspace);
  auto const group_entries = workspace.take<Index, MemorySpace>(m);
  step("mark heads", [&] {
    mark_heads(space, state, unsorted, keys, tag, group_entries);
    primitives::inclusive_scan(space, group_entries, group_entries, Maximum{}, workspace);
  });
  step("update ranks", [&] { update_ranks(space, state, unsorted, tag, group_entries); });
}

/// One round: every group of suffixes that agree in h symbols is sorted by the ranks h symbols further on, after which
/// suffixes of a group agree in 2h symbols. Where the text is periodic, by chains.
template <class ExecutionSpace, class Index>
void doubling_round(ExecutionSpace const& space, DoublingState<ExecutionSpace, Index> const& state,
                    UnsortedSuffixes<Index, typename ExecutionSpace::memory_space>& unsorted, std::size_t h,
                    std::uint8_t tag, Steps<ExecutionSpace>& step, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = state.suffix_array.extent(0);
  std::size_t const m = unsorted.size;
  ChainOrder order;
  step("find period",
       [&] { order = chain_order<Index>(n, common_distance(space, state.suffix_array, unsorted, h, workspace), h); });
  step("gather keys", [&] { gather_keys(space, state, unsorted, h); });
  if (order.distance == 0) {
    refine_groups(space, state, unsorted, Span<Index, MemorySpace>(unsorted.keys.data(), m), std::bit_width(n), tag,
                  step, workspace);
  }
  else {
    Workspace::Scope scope(workspace);
    auto const keys = workspace.take<std::uint64_t, MemorySpace>(m);
    step("chain keys", [&] {
      Workspace::Scope chain_scope(workspace);
      auto const ends = workspace.take<Index, MemorySpace>(order.size());
      find_chain_ends(space, order, state.ranks, ends, workspace);
      chain_keys(space, order, state.ranks, ends, unsorted.suffixes, h, keys);
    });
    int const key_bits = std::bit_width(2 * order.length - 1) + std::bit_width(n);
    refine_groups(space, state, unsorted, keys, key_bits, tag, step, workspace);
  }
  step("drop sorted", [&] { drop_sorted(space, unsorted, workspace); });
}

/// Bytes of workspace at the peak, at most. First sort: two keys of eight bytes and an index a suffix. Rounds, when all
/// suffixes stay unsorted and form chains: the ranks unless the caller has them, the list, keys of eight bytes, and a copy
/// of keys and suffixes for the sort.
template <class Index>
constexpr std::size_t prefix_doubling_workspace_bytes(std::size_t n, bool with_inverse)
{
  std::size_t const first_sort = 16 * n;
  std::size_t const ranks = with_inverse ? 0 : sizeof(Index) * n;
  std::size_t const rounds = ranks + unsorted_bytes<Index>(n) + (16 + sizeof(Index)) * n;
  constexpr std::size_t counters = std::size_t{8} << 20;
  return sizeof(Index) * n + std::max(first_sort, rounds) + n / 4 + counters;
}

/// Sorts the suffixes by their first 64 bits of packed symbols and flags where groups begin.
/// \param other_suffixes  [0..n) second value array of the sort; `heads` may lie in it
template <class ExecutionSpace, class Text, class Index, class HeadView>
std::size_t first_sort(ExecutionSpace const& space, Text const& text, DoublingState<ExecutionSpace, Index> const& state,
                       Span<Index, typename ExecutionSpace::memory_space> const& other_suffixes, HeadView const& heads,
                       SuffixArrayStatistics& statistics, Steps<ExecutionSpace>& step, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = text.extent(0);
  Workspace::Scope scope(workspace);
  // until the sort begins, its second key array holds the packed text
  auto const words = workspace.take<std::uint64_t, MemorySpace>(std::max(n, most_packed_words(n)));
  DoubleBuffer keys{workspace.take<std::uint64_t, MemorySpace>(n), Span<std::uint64_t, MemorySpace>(words.data(), n)};
  DoubleBuffer suffixes{state.suffix_array, other_suffixes};
  PackedText<MemorySpace> packed;
  step("pack", [&] {
    Alphabet const alphabet = find_alphabet(space, text, workspace);
    statistics.alphabet_size = alphabet.size;
    packed = pack_text(space, text, alphabet, words, workspace);
    packed_keys(space, packed, keys.current, suffixes.current);
  });
  auto const depth = static_cast<std::size_t>(packed.symbols_per_key());
  statistics.first_depth = static_cast<unsigned>(depth);
  step("first sort", [&] {
    primitives::radix_sort_pairs(space, keys, suffixes, 0, packed.key_bits(), workspace);
    if (suffixes.current.data() != state.suffix_array.data())
      Kokkos::deep_copy(space, state.suffix_array, suffixes.current);
  });
  step("first heads", [&] { mark_first_heads(space, keys.current, state.suffix_array, depth, heads); });
  return depth;
}

template <class ExecutionSpace, class Index>
void prefix_doubling(ExecutionSpace const& space,
                     Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& text,
                     Span<Index, typename ExecutionSpace::memory_space> const& suffix_array,
                     Span<Index, typename ExecutionSpace::memory_space> const& inverse,
                     SuffixArrayOptions const& options, SuffixArrayStatistics& statistics, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = text.extent(0);
  Workspace::Scope scope(workspace);
  Steps<ExecutionSpace> step(space, &statistics);
  DoublingState<ExecutionSpace, Index> state{suffix_array, inverse};
  // one array serves three times: second value array of the first sort, then flags, then the suffixes of the rounds
  auto const suffixes = workspace.take<Index, MemorySpace>(n + 1);
  Span<std::uint8_t, MemorySpace> const heads(reinterpret_cast<std::uint8_t*>(suffixes.data()), n + 1);
  Span<std::uint8_t, MemorySpace> const flags(heads.data() + n + 1, n);
  std::size_t h =
      first_sort(space, text, state, Span<Index, MemorySpace>(suffixes.data(), n), heads, statistics, step, workspace);
  if (inverse.data() == nullptr) state.ranks = workspace.take<Index, MemorySpace>(n);
  step("first ranks", [&] { first_ranks(space, state, heads, workspace); });
  UnsortedSuffixes<Index, MemorySpace> unsorted;
  step("list unsorted", [&] { unsorted = first_unsorted(space, heads, flags, suffixes, workspace); });
  for (std::uint8_t tag = first_sort_tag + 1;; ++tag, h *= 2) {
    statistics.unsorted.push_back(unsorted.size);
    if (options.progress)
      detail::require(options.progress(1 - static_cast<double>(unsorted.size) / static_cast<double>(n)),
                      ErrorCode::cancelled, "the caller stopped the run");
    if (unsorted.size == 0) break;
    doubling_round(space, state, unsorted, h, tag, step, workspace);
  }
}

}  // namespace lexikos::suffix_array_detail
