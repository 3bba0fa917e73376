// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The leftmost best value of any range of an array, and the nearest value as good as another, or better: a tree of 32
// children a node. Every entry of a level holds a word of 32 bits, one for each entry of its block up to itself: those that
// no later one beats (the stack of the scan that searches next greater values). The lowest bit from l on is then the best of
// [l, itself], so that a query reads two words a level: Fischer and Heun's in-block tables (2011), with words for tables.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include <lexikos/workspace.hpp>

#include "backends/launch.hpp"
#include "common/highest_bit.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::detail
{

struct Larger
{
  template <class T>
  KOKKOS_FUNCTION bool operator()(T a, T b) const
  {
    return a > b;
  }
};

struct Smaller
{
  template <class T>
  KOKKOS_FUNCTION bool operator()(T a, T b) const
  {
    return a < b;
  }
};

/// Children of a node: the bits of a word.
constexpr std::size_t tree_fanout = 32;

KOKKOS_INLINE_FUNCTION constexpr std::size_t tree_block_of(std::size_t i)
{
  return i / tree_fanout;
}

KOKKOS_INLINE_FUNCTION std::size_t lowest_bit(std::uint32_t bits)
{
  return static_cast<std::size_t>(Kokkos::countr_zero(bits));
}

/// Level 0 has an entry for each value, level j + 1 one for each block of level j; the last level is one block. The entries of
/// a level follow those of the level below.
struct TreeLevels
{
  static constexpr int most = 14;

  explicit TreeLevels(std::size_t n)
  {
    begin[0] = 0;
    begin[1] = n;
    while (begin[count] - begin[count - 1] > tree_fanout) {
      std::size_t const below = begin[count] - begin[count - 1];
      begin[count + 1] = begin[count] + (below + tree_fanout - 1) / tree_fanout;
      ++count;
    }
  }

  KOKKOS_FUNCTION std::size_t entries(int level) const { return begin[level + 1] - begin[level]; }
  [[nodiscard]] std::size_t all() const { return begin[count]; }

  std::size_t begin[most + 1] = {};
  int count = 1;
};

/// What queries need, captured by value in kernels; it owns nothing. `Better` orders values strictly. The array of a query is
/// not empty.
template <class Index, class MemorySpace, class Better>
class ExtremumTree
{
 public:
  ExtremumTree(Span<Index const, MemorySpace> const& values, TreeLevels const& levels,
               Span<std::uint32_t, MemorySpace> const& masks, Span<Index, MemorySpace> const& positions)
      : m_values(values), m_masks(masks), m_positions(positions), m_levels(levels)
  {}

  KOKKOS_FUNCTION Index value(std::size_t i) const { return m_values(i); }

  /// The leftmost best of [l, r], l <= r < n.
  KOKKOS_FUNCTION std::size_t leftmost_best(std::size_t l, std::size_t r) const
  {
    // Parts of the range are met from both ends: those on the left in their order, those on the right against it. Where a
    // level starts is added up on the way: to be indexed, an array among a kernel's arguments would have to be copied.
    std::size_t const n = m_values.extent(0);
    Best left, right;
    for (std::size_t begin = 0, entries = n;;) {
      auto const best_from = [&](std::size_t last, std::uint32_t from) {
        std::size_t const entry = tree_block_of(last) * tree_fanout + lowest_bit(m_masks(begin + last) & from);
        return begin == 0 ? entry : static_cast<std::size_t>(m_positions(begin - n + entry));
      };
      std::size_t const first = tree_block_of(l), last = tree_block_of(r);
      std::uint32_t const from_l = ~std::uint32_t{0} << (l % tree_fanout);
      if (first == last) {
        append(left, best_from(r, from_l));
        break;
      }
      append(left, best_from(first * tree_fanout + tree_fanout - 1, from_l));
      prepend(right, best_from(r, ~std::uint32_t{0}));
      if (first + 1 == last) break;
      l = first + 1;
      r = last - 1;
      begin += entries;
      entries = (entries + tree_fanout - 1) / tree_fanout;
    }
    return right.found && better(right.value, left.value) ? right.position : left.position;
  }

  /// The largest j < i whose value is as good as value(i) or better; n if there is none.
  KOKKOS_FUNCTION std::size_t previous_as_good(std::size_t i) const
  {
    Index const limit = m_values(i);
    std::size_t entry = i;
    for (int level = 0; level < m_levels.count; ++level, entry = tree_block_of(entry)) {
      for (std::size_t sibling = entry; sibling > tree_block_of(entry) * tree_fanout; --sibling)
        if (!better(limit, m_values(position(level, sibling - 1)))) return last_as_good(level, sibling - 1, limit);
    }
    return m_values.extent(0);
  }

  /// The smallest j > i whose value is better than value(i); n if there is none.
  KOKKOS_FUNCTION std::size_t next_better(std::size_t i) const
  {
    Index const limit = m_values(i);
    std::size_t entry = i;
    for (int level = 0; level < m_levels.count; ++level, entry = tree_block_of(entry)) {
      std::size_t const end = block_end(level, tree_block_of(entry));
      for (std::size_t sibling = entry + 1; sibling < end; ++sibling)
        if (better(m_values(position(level, sibling)), limit)) return first_better(level, sibling, limit);
    }
    return m_values.extent(0);
  }

  /// Where the leftmost best value below an entry is.
  KOKKOS_FUNCTION std::size_t position(int level, std::size_t entry) const
  {
    return level == 0 ? entry : m_positions(m_levels.begin[level] - m_levels.begin[1] + entry);
  }

  /// The entry of the level above that stands for a block: the best of it.
  KOKKOS_FUNCTION std::size_t best_of_block(int level, std::size_t block) const
  {
    std::size_t const last = block_end(level, block) - 1;
    return position(level, block * tree_fanout + lowest_bit(m_masks(m_levels.begin[level] + last)));
  }

 private:
  struct Best
  {
    bool found = false;
    Index value = 0;
    std::size_t position = 0;
  };

  KOKKOS_FUNCTION static bool better(Index a, Index b) { return Better()(a, b); }

  KOKKOS_FUNCTION std::size_t block_end(int level, std::size_t block) const
  {
    return Kokkos::min((block + 1) * tree_fanout, m_levels.entries(level));
  }

  KOKKOS_FUNCTION void append(Best& best, std::size_t position) const
  {
    Index const value = m_values(position);
    if (!best.found || better(value, best.value)) best = {true, value, position};
  }

  KOKKOS_FUNCTION void prepend(Best& best, std::size_t position) const
  {
    Index const value = m_values(position);
    if (!best.found || !better(best.value, value)) best = {true, value, position};
  }

  KOKKOS_FUNCTION std::size_t last_as_good(int level, std::size_t entry, Index limit) const
  {
    while (level > 0) {
      std::size_t child = block_end(--level, entry) - 1;
      while (better(limit, m_values(position(level, child)))) --child;
      entry = child;
    }
    return entry;
  }

  KOKKOS_FUNCTION std::size_t first_better(int level, std::size_t entry, Index limit) const
  {
    while (level > 0) {
      std::size_t child = entry * tree_fanout;
      --level;
      while (!better(m_values(position(level, child)), limit)) ++child;
      entry = child;
    }
    return entry;
  }

  Span<Index const, MemorySpace> m_values;
  Span<std::uint32_t, MemorySpace> m_masks;
  Span<Index, MemorySpace> m_positions;
  TreeLevels m_levels;
};

/// The words of level 0, one entry per thread: neighbouring threads read neighbouring values.
template <class Index, class MemorySpace, class Better>
struct MasksOfValues
{
  Span<Index const, MemorySpace> values;
  Span<std::uint32_t, MemorySpace> masks;

  KOKKOS_FUNCTION void operator()(std::size_t entry) const
  {
    std::size_t const first = tree_block_of(entry) * tree_fanout;
    std::uint32_t mask = std::uint32_t{1} << (entry - first);
    Index best = values(entry);
    for (std::size_t j = entry; j > first; --j) {
      Index const value = values(j - 1);
      if (Better()(best, value)) continue;
      best = value;
      mask |= std::uint32_t{1} << (j - 1 - first);
    }
    masks(entry) = mask;
  }
};

/// The same, one block per thread: each entry is pushed once and popped once.
template <class Index, class MemorySpace, class Better>
struct MasksOfBlocks
{
  Span<Index const, MemorySpace> values;
  Span<std::uint32_t, MemorySpace> masks;

  KOKKOS_FUNCTION void operator()(std::size_t block) const
  {
    std::size_t const first = block * tree_fanout;
    std::size_t const end = Kokkos::min(first + tree_fanout, values.extent(0));
    std::uint32_t mask = 0;
    for (std::size_t i = first; i < end; ++i) {
      Index const value = values(i);
      while (mask != 0 && Better()(value, values(first + highest_bit(mask))))
        mask &= ~(std::uint32_t{1} << highest_bit(mask));
      mask |= std::uint32_t{1} << (i - first);
      masks(i) = mask;
    }
  }
};

/// Words and positions of a level, once the level below has its own.
template <class Index, class MemorySpace, class Better>
struct MasksOfLevel
{
  ExtremumTree<Index, MemorySpace, Better> extremum;
  Span<std::uint32_t, MemorySpace> masks;
  Span<Index, MemorySpace> positions;
  int below;

  KOKKOS_FUNCTION void operator()(std::size_t entry) const
  {
    std::size_t const first = tree_block_of(entry) * tree_fanout;
    std::size_t const position = extremum.best_of_block(below, entry);
    std::uint32_t mask = std::uint32_t{1} << (entry - first);
    Index best = extremum.value(position);
    for (std::size_t j = entry; j > first; --j) {
      Index const value = extremum.value(extremum.best_of_block(below, j - 1));
      if (Better()(best, value)) continue;
      best = value;
      mask |= std::uint32_t{1} << (j - 1 - first);
    }
    positions(entry) = static_cast<Index>(position);
    masks(entry) = mask;
  }
};

/// Bytes of workspace of a tree over n values, alignment included.
template <class Index>
std::size_t extremum_tree_bytes(std::size_t n)
{
  std::size_t const all = TreeLevels(n).all();
  return all * sizeof(std::uint32_t) + (all - n) * sizeof(Index) + 512;
}

/// O(n) work (32 n / 2 comparisons on devices, 2 n on hosts), one kernel a level. The tree lies in the caller's scope.
template <class Better, class ExecutionSpace, class Index>
auto build_extremum_tree(ExecutionSpace const& space,
                         Span<Index const, typename ExecutionSpace::memory_space> const& values, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = values.extent(0);
  TreeLevels const levels(n);
  auto const masks = workspace.take<std::uint32_t, MemorySpace>(levels.all());
  auto const positions = workspace.take<Index, MemorySpace>(levels.all() - n);
  ExtremumTree<Index, MemorySpace, Better> const extremum(values, levels, masks, positions);

  if constexpr (works_on_host<ExecutionSpace>)
    Kokkos::parallel_for("lexikos::extremum_tree::masks",
                         backends::Range<ExecutionSpace>(space, 0, (n + tree_fanout - 1) / tree_fanout),
                         MasksOfBlocks<Index, MemorySpace, Better>{values, masks});
  else
    Kokkos::parallel_for("lexikos::extremum_tree::masks", backends::Range<ExecutionSpace>(space, 0, n),
                         MasksOfValues<Index, MemorySpace, Better>{values, masks});
  for (int level = 1; level < levels.count; ++level) {
    std::size_t const entries = levels.entries(level);
    Kokkos::parallel_for(
        "lexikos::extremum_tree::masks_of_level", backends::Range<ExecutionSpace>(space, 0, entries),
        MasksOfLevel<Index, MemorySpace, Better>{
            extremum, Span<std::uint32_t, MemorySpace>(masks.data() + levels.begin[level], entries),
            Span<Index, MemorySpace>(positions.data() + (levels.begin[level] - n), entries), level - 1});
  }
  return extremum;
}

}  // namespace lexikos::detail
