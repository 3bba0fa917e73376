// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Samples in groups, on whichever ranks a sort has put them: their keys, where groups begin, and what their ranks become.

#include <lexikos/detail/allocate.hpp>

#include "distributed/local_text.hpp"

namespace lexikos::distributed_detail
{

/// Ranks of the samples that a rank's windows choose.
template <class MemorySpace>
struct SampleRanks
{
  SampleNumbers<MemorySpace> numbers;
  Span<std::uint32_t, MemorySpace> ranks;  ///< by number
  Span<std::uint32_t, MemorySpace>
      following;            ///< of the samples after the block that its windows reach, by offset from its end
  std::uint64_t total = 0;  ///< samples on all ranks

  [[nodiscard]] KOKKOS_FUNCTION std::uint32_t operator()(LocalText<MemorySpace> const& text, std::size_t offset) const
  {
    std::size_t const sample = text.sample(offset);
    return sample < text.size ? ranks(numbers(sample)) : following(sample - text.size);
  }
};

/// What takes part in a round, in the order of (group, key, ...), on whichever ranks.
template <class ExecutionSpace>
struct UnsortedList
{
  Array<std::uint32_t, typename ExecutionSpace::memory_space> groups;
  Array<std::uint64_t, typename ExecutionSpace::memory_space> positions;

  [[nodiscard]] std::size_t size() const { return groups.extent(0); }
};

/// Samples from the last one of the block to the first.
template <class MemorySpace>
struct SamplesBackwards
{
  Span<std::uint32_t, MemorySpace> samples;

  KOKKOS_FUNCTION std::uint32_t operator()(std::size_t i) const { return samples(samples.extent(0) - 1 - i); }
};

/// The symbols of a sample, and then the shorter suffix first.
template <class MemorySpace>
struct KeyOfSample
{
  LocalText<MemorySpace> text;
  SamplesBackwards<MemorySpace> samples;

  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t word(std::size_t i, int word) const
  {
    int const count = text.plan.symbols_per_word();
    return text.symbols(samples(i) + static_cast<std::size_t>(word * count), count);
  }
  KOKKOS_FUNCTION SortKey operator()(std::size_t i) const
  {
    SortKey key;
    for (int k = 0; k < text.plan.key_words; ++k) key.words[k] = word(i, k);
    key.words[text.plan.key_words] = text.plan.n - 1 - (text.first + samples(i));
    return key;
  }
};

template <class MemorySpace>
struct WordOfSample
{
  KeyOfSample<MemorySpace> keys;
  int word;
  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t i) const { return keys.word(i, word); }
};

template <class Offsets, class MemorySpace>
struct PositionOfArrival
{
  Offsets offsets;
  Arrivals<MemorySpace> arrivals;
  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t i) const { return arrivals.base_of(i) + offsets(i); }
};

/// Equal for samples of one group after the first sort: those whose symbols are equal, and not cut short by the text's end.
template <class MemorySpace>
struct GroupOfSorted
{
  Plan plan;
  Span<std::uint64_t, MemorySpace> words[3];
  Span<std::uint64_t, MemorySpace> positions;
  Span<std::uint32_t, MemorySpace> order;

  KOKKOS_FUNCTION SortKey operator()(std::size_t i) const
  {
    std::size_t const item = order(i);
    SortKey key;
    for (int k = 0; k < plan.key_words; ++k) key.words[k] = words[k](item);
    std::uint64_t const symbols = plan.n - positions(item);
    if (symbols < plan.first_depth()) key.words[3] = symbols;
    return key;
  }
};

/// Equal for samples of one group after a round.
template <class MemorySpace>
struct GroupOfPair
{
  Span<std::uint64_t, MemorySpace> pairs;  ///< group and key
  Span<std::uint32_t, MemorySpace> order;

  KOKKOS_FUNCTION SortKey operator()(std::size_t i) const { return {{pairs(order(i)), 0, 0, 0}}; }
};

/// One where an item's group begins, of the items of a part and the one after it: heads(i) as 0 or 1.
template <class Groups, class Heads>
struct FindHeads
{
  Groups groups;
  Heads heads;  ///< one more than there are items
  bool has_before, has_after;
  SortKey before, after;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::size_t const n = heads.extent(0) - 1;
    bool is_head = true;
    if (n == 0) {
    }
    else if (i == 0)
      is_head = !has_before || !(before == groups(0));
    else if (i == n)
      is_head = !has_after || !(groups(n - 1) == after);
    else
      is_head = !(groups(i - 1) == groups(i));
    heads(i) = is_head ? 1 : 0;
  }
};

/// Of two neighbours: whether they were in one group before the round, which is in the upper half of the pair.
template <class Pairs, class Order, class Starts>
struct StartOfOldGroup
{
  Pairs pairs;
  Order order;
  Starts starts;  ///< receives 1 + the item's number in the whole list where an old group begins, else 0
  std::uint64_t first;
  bool has_before;
  std::uint64_t before;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t const group = pairs(order(i)) >> 32;
    bool const begins = i == 0 ? !has_before || before >> 32 != group : pairs(order(i - 1)) >> 32 != group;
    starts(i) = begins ? static_cast<std::uint32_t>(first + i + 1) : 0;
  }
};

template <class Heads, class Starts>
struct StartOfGroup
{
  Heads heads;
  Starts starts;
  std::uint64_t first;
  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    starts(i) = heads(i) != 0 ? static_cast<std::uint32_t>(first + i + 1) : 0;
  }
};

/// Of each item where its group starts: the largest start up to it, where there is one on this rank, else the last one before.
/// Collective; in place.
template <class ExecutionSpace>
void spread_starts(Context<ExecutionSpace> const& context, SpanOn<std::uint32_t, ExecutionSpace> const& starts,
                   std::uint32_t& carried)
{
  std::size_t const n = starts.extent(0);
  primitives::inclusive_scan(context.space, starts, starts, primitives::Maximum{}, context.workspace);
  std::uint32_t const last = n == 0 ? 0 : detail::read_back(context.space, starts, n - 1);
  auto const all = context.ranks().all_gather(last);
  carried = 0;
  for (std::size_t r = 0; r < context.rank(); ++r) carried = std::max(carried, all[r]);
}

/// The new rank of an item: its group's, and how far its part of the group begins after the group's start.
template <class MemorySpace>
struct NewRanks
{
  Span<std::uint64_t, MemorySpace> pairs;  ///< empty in the first sort, before which all are in group 0
  Span<std::uint32_t, MemorySpace> order;
  Span<std::uint32_t, MemorySpace> starts;
  Span<std::uint32_t, MemorySpace> old_starts;
  std::uint32_t carried = 0;
  std::uint32_t old_carried = 0;

  KOKKOS_FUNCTION std::uint32_t operator()(std::size_t i) const
  {
    std::uint32_t const start = starts(i) != 0 ? starts(i) : carried;
    if (pairs.extent(0) == 0) return start - 1;
    std::uint32_t const old_start = old_starts(i) != 0 ? old_starts(i) : old_carried;
    return static_cast<std::uint32_t>(pairs(order(i)) >> 32) + (start - old_start);
  }
};

template <class MemorySpace>
struct FlagRest
{
  NewRanks<MemorySpace> ranks;
  Span<std::uint8_t, MemorySpace> heads;
  Span<std::uint8_t, MemorySpace> changed;   ///< the rank is not what it was
  Span<std::uint8_t, MemorySpace> unsorted;  ///< shares its rank with another

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    unsorted(i) = heads(i) != 0 && heads(i + 1) != 0 ? 0 : 1;
    changed(i) =
        ranks.pairs.extent(0) == 0 || ranks(i) != static_cast<std::uint32_t>(ranks.pairs(ranks.order(i)) >> 32) ? 1 : 0;
  }
};

template <class MemorySpace>
struct SetRank
{
  SampleNumbers<MemorySpace> numbers;
  Span<std::uint32_t, MemorySpace> ranks;
  KOKKOS_FUNCTION void operator()(std::uint32_t offset, std::uint32_t rank) const { ranks(numbers(offset)) = rank; }
};

template <class Flags>
struct CountFlags
{
  Flags flags;
  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& count) const { count += flags(i) != 0 ? 1 : 0; }
};

template <class ExecutionSpace, class Flags>
[[nodiscard]] std::size_t count_flags(ExecutionSpace const& space, Flags const& flags)
{
  std::size_t count = 0;
  Kokkos::parallel_reduce("lexikos::distributed::count_flags",
                          backends::Range<ExecutionSpace>(space, 0, flags.extent(0)), CountFlags<Flags>{flags}, count);
  return count;
}

template <class Positions>
struct PositionAtDepth
{
  Positions positions;
  std::uint64_t distance;
  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t i) const { return positions(i) + distance; }
};

template <class MemorySpace>
struct AnswerRank
{
  LocalText<MemorySpace> text;
  SampleRanks<MemorySpace> ranks;
  KOKKOS_FUNCTION std::uint32_t operator()(std::uint32_t offset) const { return ranks(text, offset); }
};

template <class MemorySpace>
struct GroupAndKey
{
  Span<std::uint32_t, MemorySpace> groups;
  Span<std::uint32_t, MemorySpace> keys;
  std::uint64_t first = 0;  ///< number of the list's first item among those of all ranks

  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t pair(std::size_t i) const
  {
    return static_cast<std::uint64_t>(groups(i)) << 32 | keys(i);
  }
  KOKKOS_FUNCTION SortKey operator()(std::size_t i) const { return {{pair(i), first + i, 0, 0}}; }
};

template <class MemorySpace>
struct PairOf
{
  GroupAndKey<MemorySpace> items;
  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t i) const { return items.pair(i); }
};

/// Ranks of a block's first samples, at their offsets.
template <class MemorySpace>
struct RankAtOffset
{
  LocalText<MemorySpace> text;
  SampleRanks<MemorySpace> ranks;
  KOKKOS_FUNCTION std::uint32_t operator()(std::size_t offset) const
  {
    return offset < text.size && text.is_sample(offset) ? ranks.ranks(ranks.numbers(offset)) : 0;
  }
};

}  // namespace lexikos::distributed_detail
