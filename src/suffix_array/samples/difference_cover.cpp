// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/detail/execution_spaces.hpp>

#include "suffix_array/samples/difference_cover.hpp"

#include "backends/primitives.hpp"
#include "suffix_array/text/packed_text.hpp"

namespace lexikos::suffix_array_detail
{

namespace
{

/// What a suffix is merged by.
template <class Index>
struct MergeKey
{
  Index position;
  Index first, second;  ///< symbols
  Index next, after;    ///< ranks of the suffixes one and two symbols further on, where they are of the sample

  KOKKOS_FUNCTION operator Index() const { return position; }
};

/// Orders a suffix of the sample and one outside of it.
struct CoverLess
{
  template <class Index>
  KOKKOS_FUNCTION bool operator()(MergeKey<Index> const& a, MergeKey<Index> const& b) const
  {
    if (a.first != b.first) return a.first < b.first;
    if (a.position % 3 != 2 && b.position % 3 != 2) return a.next < b.next;
    if (a.second != b.second) return a.second < b.second;
    return a.after < b.after;
  }
};

/// The keys of suffixes, gathered when they are read: a range for `primitives::merge`.
///
/// Text: `n` symbols of `bits` bits; symbols(position, count) = the first `count` of the suffix at `position` as one number,
/// zeros past the end.
template <class Text, class IndexView>
struct MergeKeys
{
  using Index = typename IndexView::value_type;

  Text text;
  IndexView ranks;     ///< [0..n) by position, of the sample
  IndexView suffixes;  ///< sorted

  KOKKOS_FUNCTION std::size_t extent(int) const { return suffixes.extent(0); }
  KOKKOS_FUNCTION MergeKey<Index> operator()(std::size_t i) const
  {
    std::size_t const position = suffixes(i);
    return {static_cast<Index>(position), symbol(position), symbol(position + 1), rank(position + 1),
            rank(position + 2)};
  }

  [[nodiscard]] KOKKOS_FUNCTION Index symbol(std::size_t position) const
  {
    return static_cast<Index>(text.symbols(position, 1));
  }
  /// Below all others that of the empty suffix at n, and below it that of n + 1: there a suffix ended before n was met. Outside
  /// of the sample there is none, and nobody compares it.
  [[nodiscard]] KOKKOS_FUNCTION Index rank(std::size_t position) const
  {
    if (position >= text.n) return static_cast<Index>(text.n + 1 - position);
    return position % 3 == 0 ? Index{0} : static_cast<Index>(std::size_t{ranks(position)} + 2);
  }
};

/// flags(j) = 1 for the suffixes of the first half, each of which is preceded by one outside of the sample.
template <class IndexView, class FlagView>
struct FlagFirstHalf
{
  IndexView sample;
  FlagView flags;

  KOKKOS_FUNCTION void operator()(std::size_t j) const { flags(j) = sample(j) % 3 == 1 ? 1 : 0; }
};

/// Steps from each suffix to the one before it; keys(j) = that one's first symbol.
template <class Text, class IndexView>
struct StepToRest
{
  Text text;
  IndexView suffixes;
  IndexView keys;

  KOKKOS_FUNCTION void operator()(std::size_t j) const
  {
    using Index = typename IndexView::value_type;
    Index const suffix = suffixes(j) - 1;
    suffixes(j) = suffix;
    keys(j) = static_cast<Index>(text.symbols(suffix, 1));
  }
};

/// Sorts the suffixes outside of the sample by (first symbol, rank of the next suffix): the order of the sample is that of
/// the ranks, so that one stable sort by the symbol is left. The result is in rest.current, [0..cover.rest()).
/// Scratch: two keys an entry of `rest`, and a byte a suffix of the sample.
template <class ExecutionSpace, class Text, class IndexView>
void sort_rest(Context<ExecutionSpace> const& context, Text const& text, IndexView const& sample,
               primitives::DoubleBuffer<IndexView>& rest)
{
  using Index = typename IndexView::value_type;
  using Range = backends::Range<ExecutionSpace>;
  using Flags = Span<std::uint8_t, typename ExecutionSpace::memory_space>;
  auto const& space = context.space;
  std::size_t const size = rest.current.extent(0);
  Workspace::Scope const scope(context.workspace);
  Flags const flags = context.template take<std::uint8_t>(sample.extent(0));
  Kokkos::parallel_for("lexikos::suffix_array::flag_first_half", Range(space, 0, sample.extent(0)),
                       FlagFirstHalf<IndexView, Flags>{sample, flags});
  primitives::pack_flagged(space, sample, flags, rest.current, context.workspace);
  primitives::DoubleBuffer keys{context.template take<Index>(size), context.template take<Index>(size)};
  Kokkos::parallel_for("lexikos::suffix_array::step_to_rest", Range(space, 0, size),
                       StepToRest<Text, IndexView>{text, rest.current, keys.current});
  primitives::radix_sort_pairs(space, keys, rest, 0, text.bits, context.workspace);
}

}  // namespace

template <class ExecutionSpace, class Text, class Index>
void merge_rest(Context<ExecutionSpace> const& context, Text const& text,
                Span<Index, typename ExecutionSpace::memory_space> const& sample,
                Ranking<ExecutionSpace, Index> const& ranking)
{
  using Keys = MergeKeys<Text, Span<Index, typename ExecutionSpace::memory_space>>;
  DifferenceCover const cover{text.n};
  Workspace::Scope const scope(context.workspace);
  primitives::DoubleBuffer rest{context.template take<Index>(cover.rest()), context.template take<Index>(cover.rest())};
  context.step("sort rest", [&] { sort_rest(context, text, sample, rest); });
  context.step("merge", [&] {
    primitives::merge(context.space, Keys{text, ranking.ranks, without_empty(cover, sample)},
                      Keys{text, ranking.ranks, rest.current}, ranking.suffix_array, CoverLess{}, context.workspace);
  });
}

#define LEXIKOS_INSTANTIATE_TEXT(SPACE, INDEX, ...)                                                            \
  template void merge_rest(Context<SPACE> const&, __VA_ARGS__ const&, Span<INDEX, SPACE::memory_space> const&, \
                           Ranking<SPACE, INDEX> const&);
#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                 \
  LEXIKOS_INSTANTIATE_TEXT(SPACE, INDEX, PackedText<SPACE::memory_space>) \
  LEXIKOS_INSTANTIATE_TEXT(SPACE, INDEX, NameText<INDEX, SPACE::memory_space>)
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_TEXT

}  // namespace lexikos::suffix_array_detail
