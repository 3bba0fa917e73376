// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The first sort of the skew algorithm: by the first three symbols, however long they are.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>

#include "backends/primitives.hpp"
#include "backends/unit.hpp"
#include "suffix_array/range.hpp"
#include "suffix_array/text/first_sort.hpp"

namespace lexikos::suffix_array_detail
{

/// keys(j) = `count` symbols of the suffix suffixes(j), from its symbol `first` on.
template <class ExecutionSpace, class Text, class IndexView, class KeyView, class Unit = backends::ThisUnit>
void triple_keys(ExecutionSpace const& space, Text const& text, IndexView const& suffixes, int first, int count,
                 KeyView const& keys)
{
  using Key = typename KeyView::value_type;
  Kokkos::parallel_for(
      "lexikos::suffix_array::triple_keys", range(space, keys.extent(0)), KOKKOS_LAMBDA(std::int64_t j) {
        keys(j) = static_cast<Key>(text.symbols(std::size_t{suffixes(j)} + first, count));
      });
}

/// A group begins where the second or the third symbol changes, too.
template <class ExecutionSpace, class Text, class IndexView, class HeadView, class Unit = backends::ThisUnit>
void mark_more_heads(ExecutionSpace const& space, Text const& text, IndexView const& sorted, HeadView const& heads)
{
  Kokkos::parallel_for(
      "lexikos::suffix_array::mark_more_heads", range(space, sorted.extent(0)), KOKKOS_LAMBDA(std::int64_t j) {
        if (heads(j) != 0) return;
        for (std::size_t k = 1; k < 3; ++k)
          if (text.symbols(sorted(j) + k, 1) != text.symbols(sorted(j - 1) + k, 1)) heads(j) = first_sort_tag;
      });
}

/// Sorts the sample by its first three symbols and flags where they change. As many of them as fit into a key are sorted
/// at once, the last ones first. The result is in sample.current.
/// \param heads  [0..m] of the m suffixes of the sample
template <class Key, class ExecutionSpace, class Text, class IndexView, class HeadView>
void sort_triples(ExecutionSpace const& space, Text const& text, primitives::DoubleBuffer<IndexView>& sample,
                  HeadView const& heads, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const m = sample.current.extent(0);
  Workspace::Scope scope(workspace);
  primitives::DoubleBuffer keys{workspace.take<Key, MemorySpace>(m), workspace.take<Key, MemorySpace>(m)};
  int const at_once = std::min(3, static_cast<int>(8 * sizeof(Key)) / text.bits);
  for (int end = 3; end > 0; end -= at_once) {
    int const first = std::max(0, end - at_once);
    triple_keys(space, text, sample.current, first, end - first, keys.current);
    primitives::radix_sort_pairs(space, keys, sample, 0, (end - first) * text.bits, workspace);
  }
  mark_first_heads(space, keys.current, sample.current, text.n, 3, heads);
  if (at_once < 3) mark_more_heads(space, text, sample.current, heads);  // the last keys were of the first symbol
}

}  // namespace lexikos::suffix_array_detail
