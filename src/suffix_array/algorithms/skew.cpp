// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Skew, or DC3: Kaerkkaeinen and Sanders (2003), in the parallel form of Deo and Keely (2013) and of Wang, Baxter and Owens
// (2015). The triples of symbols at the positions i with i mod 3 != 0 are sorted and named by their order. Where names are
// not unique, they are the symbols of a text of two thirds of the length, whose suffixes are sorted in the same way. Memory
// shrinks with each level as the text does: a level keeps its shorter text, all else passes from level to level.

#include "suffix_array/algorithms/skew.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <lexikos/detail/execution_spaces.hpp>

#include "backends/primitives.hpp"
#include "common/read_back.hpp"
#include "suffix_array/algorithms/algorithms.hpp"
#include "suffix_array/samples/difference_cover.hpp"
#include "suffix_array/samples/triples.hpp"

namespace lexikos::suffix_array_detail
{

namespace
{

/// suffixes(j) = the j-th suffix of the sample, the last of the text first.
template <class IndexView>
struct ListSample
{
  SampleSuffixes sample;
  IndexView suffixes;

  KOKKOS_FUNCTION void operator()(std::size_t j) const
  {
    suffixes(j) = static_cast<typename IndexView::value_type>(sample(j));
  }
};

/// Numbers the sorted triples from 1, equal ones alike. Returns how many numbers there are; fences.
template <class ExecutionSpace, class HeadView, class IndexView>
std::size_t number_triples(Context<ExecutionSpace> const& context, HeadView const& heads, IndexView const& numbers)
{
  std::size_t const m = numbers.extent(0);
  primitives::inclusive_scan(context.space, first_of(heads, m), numbers, primitives::Sum{}, context.workspace);
  return detail::read_back(context.space, numbers, m - 1);
}

/// sorted(j) becomes the place of the j-th suffix in the shorter text, numbers(j) its number, from 0.
template <class IndexView>
struct NamesOfSorted
{
  DifferenceCover cover;
  IndexView sorted;
  IndexView numbers;

  KOKKOS_FUNCTION void operator()(std::size_t j) const
  {
    sorted(j) = static_cast<typename IndexView::value_type>(cover.place(sorted(j)));
    numbers(j) -= 1;
  }
};

/// shorter(place of suffix) = its number. Overwrites `sorted` and `numbers`.
template <class ExecutionSpace, class IndexView>
void write_names(Context<ExecutionSpace> const& context, DifferenceCover const& cover, IndexView const& sorted,
                 IndexView const& numbers, IndexView const& shorter)
{
  Kokkos::parallel_for("lexikos::suffix_array::names",
                       backends::Range<ExecutionSpace>(context.space, 0, sorted.extent(0)),
                       NamesOfSorted<IndexView>{cover, sorted, numbers});
  primitives::scatter_blocked(context.space, sorted, numbers, shorter, context.workspace);
}

/// Names the triples of the sample by their order. Returns the number of names.
/// \param level  arrays of the level: scratch
/// \param names  [0..cover.size()) receives the shorter text; where its symbols are unique, the sample in order instead
template <class ExecutionSpace, class Text, class Index>
std::size_t name_triples(Context<ExecutionSpace> const& context, Text const& text,
                         Ranking<ExecutionSpace, Index> const& level,
                         Span<Index, typename ExecutionSpace::memory_space> const& names)
{
  using IndexView = Span<Index, typename ExecutionSpace::memory_space>;
  auto const& space = context.space;
  DifferenceCover const cover{text.n};
  std::size_t const m = cover.size();
  Workspace::Scope const scope(context.workspace);
  auto const heads = context.template take<std::uint8_t>(m + 1);
  primitives::DoubleBuffer sample{first_of(level.suffix_array, m), first_of(level.ranks, m)};
  context.step("sort triples", [&] {
    Kokkos::parallel_for("lexikos::suffix_array::list_sample", backends::Range<ExecutionSpace>(space, 0, m),
                         ListSample<IndexView>{{m}, sample.current});
    if (3 * text.bits <= 32)
      sort_triples<std::uint32_t>(context, text, sample, heads);
    else
      sort_triples<std::uint64_t>(context, text, sample, heads);
  });
  std::size_t count = 0;
  context.step("name triples", [&] {
    count = number_triples(context, heads, sample.other);
    if (count == m)
      Kokkos::deep_copy(space, names, sample.current);
    else
      write_names(context, cover, sample.current, sample.other, names);
  });
  return count;
}

/// sample(j) = the position of the suffix that is the j-th of the shorter text.
template <class IndexView>
struct PositionsOfCover
{
  DifferenceCover cover;
  IndexView shorter_suffix_array;
  IndexView sample;

  KOKKOS_FUNCTION void operator()(std::size_t j) const
  {
    sample(j) = static_cast<typename IndexView::value_type>(cover.position_at(shorter_suffix_array(j)));
  }
};

}  // namespace

template <class ExecutionSpace, class Text, class Index>
void skew_level(Context<ExecutionSpace> const& context, Text const& text, Ranking<ExecutionSpace, Index> const& level)
{
  using Indices = Span<Index, typename ExecutionSpace::memory_space>;
  DifferenceCover const cover{text.n};
  std::size_t const m = cover.size();
  Workspace::Scope const scope(context.workspace);
  auto const sample = context.template take<Index>(m);
  std::size_t const names = name_triples(context, text, level, sample);
  context.report.all_unsorted();
  if (names != m) {
    NameText<Index, typename ExecutionSpace::memory_space> const shorter{sample, m,
                                                                         static_cast<int>(std::bit_width(names - 1))};
    Indices const shorter_suffix_array = first_of(level.suffix_array, m);
    skew_level(context, shorter, Ranking<ExecutionSpace, Index>{shorter_suffix_array, first_of(level.ranks, m)});
    context.step("order sample", [&] {
      Kokkos::parallel_for("lexikos::suffix_array::sample_positions",
                           backends::Range<ExecutionSpace>(context.space, 0, m),
                           PositionsOfCover<Indices>{cover, shorter_suffix_array, sample});
    });
  }
  context.step("rank sample", [&] {
    invert(context, Ranking<ExecutionSpace, Index>{without_empty(cover, sample), level.ranks});
  });
  merge_rest(context, text, sample, level);
  context.report.known(text.n);
}

/// Bytes of workspace at the peak, at most: the packed text, the ranks unless the caller has them, the shorter texts of all
/// levels, and what one level needs, of which that of the longest keys is the most: two of eight bytes a suffix.
template <class Index>
std::size_t skew_workspace_bytes(std::size_t n, bool with_inverse)
{
  std::size_t held = 8 * max_packed_words(n, 8) + (with_inverse ? 0 : sizeof(Index) * n);
  std::size_t peak = held + invert_bytes<Index>(n);
  for (std::size_t length = n; length > 0;) {
    DifferenceCover const cover{length};
    std::size_t const m = cover.size();
    held += sizeof(Index) * m;
    peak = std::max(peak, held + std::max({(2 * sizeof(Index) + 1) * m, 17 * m, invert_bytes<Index>(m),
                                           merge_rest_bytes<Index>(cover)}));
    length = m < length ? m : 0;
  }
  return peak + primitive_bytes(n);
}

template <class ExecutionSpace, class Index>
void skew(SortRun<ExecutionSpace, Index>& run)
{
  auto const& context = run.context;
  Workspace::Scope const scope(context.workspace);
  auto const& packed = packed_text_of(run);
  run.statistics().first_depth = 3;
  Ranking<ExecutionSpace, Index> const ranking{run.suffix_array, run.take_ranks()};
  skew_level(context, packed, ranking);
  if (run.wants_inverse()) context.step("invert", [&] { invert(context, ranking); });
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                                      \
  template void skew(SortRun<SPACE, INDEX>&);                                                  \
  template void skew_level(Context<SPACE> const&, NameText<INDEX, SPACE::memory_space> const&, \
                           Ranking<SPACE, INDEX> const&);
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
template std::size_t skew_workspace_bytes<std::uint32_t>(std::size_t, bool);
template std::size_t skew_workspace_bytes<std::uint64_t>(std::size_t, bool);
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::suffix_array_detail
