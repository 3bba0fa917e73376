// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// One distributed sort for all: keys are sampled, every rank finds the same splitters, items go to the rank of their range in
// one exchange, and are sorted there by radix. Keys are made unique by a last word, so that splitters balance any list.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "distributed/exchange.hpp"
#include "distributed/tuning.hpp"

namespace lexikos::distributed_detail
{

/// Four words, the first of most weight; those that are not needed are 0.
struct SortKey
{
  std::uint64_t words[4] = {0, 0, 0, 0};

  [[nodiscard]] KOKKOS_FUNCTION friend bool operator<(SortKey const& a, SortKey const& b)
  {
    for (int i = 0; i < 3; ++i)
      if (a.words[i] != b.words[i]) return a.words[i] < b.words[i];
    return a.words[3] < b.words[3];
  }
  [[nodiscard]] KOKKOS_FUNCTION friend bool operator==(SortKey const& a, SortKey const& b)
  {
    return a.words[0] == b.words[0] && a.words[1] == b.words[1] && a.words[2] == b.words[2] && a.words[3] == b.words[3];
  }
};

/// The key of a place in every stretch of a list, chosen at random.
template <class Keys>
struct SampleKey
{
  Keys keys;
  std::uint64_t items;
  std::uint64_t samples;

  KOKKOS_FUNCTION SortKey operator()(std::size_t i) const
  {
    std::uint64_t const begin = items * i / samples;
    std::uint64_t const length = items * (i + 1) / samples - begin;
    std::uint64_t random = (i + 1) * 0x9e3779b97f4a7c15u;
    random = (random ^ (random >> 29)) * 0xbf58476d1ce4e5b9u;
    return keys(begin + (random ^ (random >> 32)) % (length == 0 ? 1 : length));
  }
};

/// Which range of keys an item is in: as many as there are splitters that are not greater.
template <class Keys, class MemorySpace>
struct RangeOf
{
  Keys keys;
  Span<SortKey, MemorySpace> splitters;

  KOKKOS_FUNCTION std::uint32_t operator()(std::size_t i) const
  {
    SortKey const key = keys(i);
    std::size_t low = 0;
    std::size_t high = splitters.extent(0);
    while (low < high) {
      std::size_t const middle = low + (high - low) / 2;
      if (key < splitters(middle))
        high = middle;
      else
        low = middle + 1;
    }
    return static_cast<std::uint32_t>(low);
  }
};

/// How many keys a rank samples: all ranks together about as many as the tuning wants, each by its share of the items.
[[nodiscard]] inline std::uint64_t samples_of(std::uint64_t mine, std::uint64_t all, std::size_t ranges,
                                              std::size_t ranks, SplitterTuning const& tuning)
{
  if (mine == 0) return 0;
  std::uint64_t const wanted = std::clamp<std::uint64_t>(
      all / tuning.items_a_sample, tuning.samples_a_range * ranges,
      std::max<std::uint64_t>(tuning.samples_a_part * ranks, tuning.samples_a_range * ranges));
  return std::min(mine, mine * std::min(wanted, all) / all + 1);
}

/// The keys that divide all ranks' items into ranges of about equal size, the same on every rank.
/// \param keys    keys(i) of each of this rank's items; a functor
/// \param items   of each rank
/// \param ranges  1 or more
/// The result has ranges - 1 keys, in the caller's scope. Collective; fences.
template <class ExecutionSpace, class Keys>
[[nodiscard]] SpanOn<SortKey, ExecutionSpace> find_splitters(Context<ExecutionSpace> const& context, Keys const& keys,
                                                             Blocks const& items, std::size_t ranges,
                                                             SplitterTuning const& tuning)
{
  std::vector<std::uint64_t> samples(context.size());
  std::vector<std::size_t> bytes(context.size());
  std::uint64_t total = 0;
  for (std::size_t r = 0; r < context.size(); ++r) {
    samples[r] = samples_of(items.extent(r), items.total(), ranges, context.size(), tuning);
    bytes[r] = samples[r] * sizeof(SortKey);
    total += samples[r];
  }
  std::vector<SortKey> sampled(total);
  std::vector<SortKey> own;
  {
    Workspace::Scope const scope(context.workspace);
    auto const mine = context.template take<SortKey>(samples[context.rank()]);
    fill_by(context.space, "lexikos::distributed::sample_keys", mine,
            SampleKey<Keys>{keys, items.extent(context.rank()), mine.extent(0)});
    own = detail::read_all_back(context.space, mine);
  }
  context.ranks().all_gather(own.data(), bytes, sampled.data());
  std::sort(sampled.begin(), sampled.end());
  std::vector<SortKey> splitters(ranges - 1);
  constexpr std::uint64_t most = ~std::uint64_t{0};
  for (std::size_t t = 0; t + 1 < ranges; ++t)
    splitters[t] = total == 0 || tuning.equal ? SortKey{{most, most, most, most}} : sampled[total * (t + 1) / ranges];
  return on_device(context, splitters);
}

/// Sorts the order of items stably by one more column, of more weight than those before.
/// \param order  [0..n) the items in the order of the columns before; receives that of this one too
/// \param bits   of the column's values
/// Scratch: 20 bytes an item.
template <class ExecutionSpace, class Column>
void order_by(Context<ExecutionSpace> const& context, SpanOn<std::uint32_t, ExecutionSpace> const& order,
              Column const& column, int bits)
{
  Workspace::Scope const scope(context.workspace);
  std::size_t const n = order.extent(0);
  auto const sort = [&](auto keys) {
    primitives::DoubleBuffer values{order, context.template take<std::uint32_t>(n)};
    fill_by(context.space, "lexikos::distributed::sort_key", keys.current, ordered(column, order));
    primitives::radix_sort_pairs(context.space, keys, values, 0, bits, context.workspace);
    if (values.current.data() != order.data()) Kokkos::deep_copy(context.space, order, values.current);
  };
  if (bits <= 32)
    sort(primitives::DoubleBuffer{context.template take<std::uint32_t>(n), context.template take<std::uint32_t>(n)});
  else
    sort(primitives::DoubleBuffer{context.template take<std::uint64_t>(n), context.template take<std::uint64_t>(n)});
}

/// What a rank tells of its part of a sorted list.
struct Border
{
  std::uint64_t items = 0;
  SortKey first;
  SortKey last;
};

/// This rank's part of a list that is sorted over all ranks: what lies before and after.
struct SortedPart
{
  Blocks items;             ///< of all ranks
  std::uint64_t first = 0;  ///< number of the part's first item in the whole list
  bool has_before = false;  ///< an item before it, of key `before`
  bool has_after = false;
  SortKey before;
  SortKey after;
};

/// Of the first item, and of the last.
template <class Keys>
struct KeyOfEnd
{
  Keys keys;
  std::size_t last;
  KOKKOS_FUNCTION SortKey operator()(std::size_t i) const { return keys(i * last); }
};

/// \param keys  keys(i) of each of n sorted items: equal for items of one group. Collective; fences.
template <class ExecutionSpace, class Keys>
[[nodiscard]] SortedPart find_borders(Context<ExecutionSpace> const& context, Keys const& keys, std::size_t n)
{
  Border mine;
  mine.items = n;
  if (n != 0) {
    Workspace::Scope const scope(context.workspace);
    auto const ends = context.template take<SortKey>(2);
    fill_by(context.space, "lexikos::distributed::ends", ends, KeyOfEnd<Keys>{keys, n - 1});
    auto const values = detail::read_all_back(context.space, ends);
    mine.first = values[0];
    mine.last = values[1];
  }
  auto const all = context.ranks().all_gather(mine);
  std::vector<std::uint64_t> items;
  for (Border const& border : all) items.push_back(border.items);
  SortedPart part;
  part.items = Blocks(items);
  std::size_t const rank = context.rank();
  part.first = part.items.first(rank);
  for (std::size_t r = 0; r < all.size(); ++r) {
    if (all[r].items == 0) continue;
    if (r < rank) {
      part.has_before = true;
      part.before = all[r].last;
    }
    if (r > rank && !part.has_after) {
      part.has_after = true;
      part.after = all[r].first;
    }
  }
  return part;
}

}  // namespace lexikos::distributed_detail
