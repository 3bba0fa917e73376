// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The first sort of the skew algorithm: by the first three symbols, however long they are.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "backends/primitives.hpp"
#include "suffix_array/context.hpp"
#include "suffix_array/text/first_sort.hpp"

namespace lexikos::suffix_array_detail
{

/// keys(j) = `count` symbols of the suffix suffixes(j), from its symbol `first` on.
template <class Text, class IndexView, class KeyView>
struct TripleKeys
{
  Text text;
  IndexView suffixes;
  int first;
  int count;
  KeyView keys;

  KOKKOS_FUNCTION void operator()(std::size_t j) const
  {
    keys(j) = static_cast<typename KeyView::value_type>(text.symbols(std::size_t{suffixes(j)} + first, count));
  }
};

/// A group starts where the second or the third symbol changes, too.
template <class Text, class IndexView, class HeadView>
struct MarkMoreHeads
{
  Text text;
  IndexView sorted;
  HeadView heads;

  KOKKOS_FUNCTION void operator()(std::size_t j) const
  {
    if (heads(j) != 0) return;
    for (std::size_t k = 1; k < 3; ++k)
      if (text.symbols(sorted(j) + k, 1) != text.symbols(sorted(j - 1) + k, 1)) heads(j) = first_sort_number;
  }
};

/// Sorts the sample by its first three symbols and flags where they change. As many of them as fit into a key are sorted
/// at once, the last ones first. The result is in sample.current.
/// \param heads  [0..m] of the m suffixes of the sample
template <class Key, class ExecutionSpace, class Text, class IndexView, class HeadView>
void sort_triples(Context<ExecutionSpace> const& context, Text const& text, primitives::DoubleBuffer<IndexView>& sample,
                  HeadView const& heads)
{
  using Range = backends::Range<ExecutionSpace>;
  using KeyView = Span<Key, typename ExecutionSpace::memory_space>;
  auto const& space = context.space;
  std::size_t const m = sample.current.extent(0);
  Workspace::Scope const scope(context.workspace);
  primitives::DoubleBuffer<KeyView> keys{context.template take<Key>(m), context.template take<Key>(m)};
  int const at_once = std::min(3, static_cast<int>(8 * sizeof(Key)) / text.bits);
  for (int end = 3; end > 0; end -= at_once) {
    int const first = std::max(0, end - at_once);
    Kokkos::parallel_for("lexikos::suffix_array::triple_keys", Range(space, 0, m),
                         TripleKeys<Text, IndexView, KeyView>{text, sample.current, first, end - first, keys.current});
    primitives::radix_sort_pairs(space, keys, sample, 0, (end - first) * text.bits, context.workspace);
  }
  mark_first_heads(space, MarkFirstHeads<KeyView, IndexView, HeadView>{keys.current, sample.current, heads, text.n, 3});
  if (at_once < 3)  // the last keys were of the first symbol
    Kokkos::parallel_for("lexikos::suffix_array::mark_more_heads", Range(space, 0, m),
                         MarkMoreHeads<Text, IndexView, HeadView>{text, sample.current, heads});
}

}  // namespace lexikos::suffix_array_detail
