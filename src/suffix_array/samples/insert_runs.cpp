// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The suffixes in runs, sorted by the runs' ends, and put among the others.

#include <Kokkos_Core.hpp>
#include <bit>
#include <lexikos/detail/execution_spaces.hpp>
#include <vector>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "backends/segments.hpp"
#include "common/copy_from_host.hpp"
#include "common/read_back.hpp"
#include "suffix_array/samples/long_runs.hpp"

namespace lexikos::suffix_array_detail
{

namespace
{

constexpr std::size_t max_letters = 256;  // of texts of bytes

/// Suffixes in runs of a letter stand in two classes: those of runs that a smaller symbol ends, or the end of the text, by
/// growing distance of the run's end, then the others, by shrinking distance.
template <class Index, class MemorySpace>
struct Classes
{
  SampledText<MemorySpace> sampled;
  LongRuns<Index, MemorySpace> runs;
  Span<std::uint64_t, MemorySpace> longest;  ///< [0..2 letters) positions of a run
  Span<std::uint64_t, MemorySpace> counts;   ///< [0..2 letters) positions in runs

  [[nodiscard]] KOKKOS_FUNCTION std::size_t class_of(std::size_t run) const
  {
    return 2 * sampled.packed.symbols(runs.starts(run), 1) + (sampled.run_ends_upwards(runs.ends(run)) ? 1 : 0);
  }
};

template <class Index, class MemorySpace>
struct MeasureClasses
{
  Classes<Index, MemorySpace> classes;
  Span<Index, MemorySpace> order;
  Span<Index, MemorySpace> places;  ///< [0..runs] receives the positions of each run, in order

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    if (i == order.extent(0)) {
      places(i) = 0;
      return;
    }
    std::size_t const run = order(i);
    std::uint64_t const length = classes.runs.ends(run) - classes.runs.starts(run);
    std::size_t const of_run = classes.class_of(run);
    Kokkos::atomic_max(&classes.longest(of_run), length);
    Kokkos::atomic_add(&classes.counts(of_run), length);
    places(i) = static_cast<Index>(length);
  }
};

/// keys(j) and suffixes(j) of the j-th position in a run, in the order of the runs' ends: keys are the classes, then the
/// distances.
template <class Index, class MemorySpace>
struct ListSuffixesInRuns
{
  static constexpr std::size_t chunk = 16;

  Classes<Index, MemorySpace> classes;
  Span<Index, MemorySpace> order;
  Span<Index, MemorySpace> places;
  Span<std::uint64_t, MemorySpace> first_keys;  ///< [0..2 letters) of the classes
  Span<Index, MemorySpace> keys;
  Span<Index, MemorySpace> suffixes;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    std::size_t j = q * chunk;
    std::size_t const end = j + chunk < keys.extent(0) ? j + chunk : keys.extent(0);
    for (std::size_t i = backends::segment_of(places, j); j < end; ++i) {
      std::size_t const run = order(i);
      std::size_t const of_run = classes.class_of(run);
      std::size_t const last = places(i + 1) < end ? places(i + 1) : end;
      for (; j < last; ++j) {
        std::uint64_t const distance = j - places(i) + 1;
        std::uint64_t const in_class = of_run % 2 != 0 ? classes.longest(of_run) - distance : distance - 1;
        keys(j) = static_cast<Index>(first_keys(of_run) + in_class);
        suffixes(j) = static_cast<Index>(classes.runs.ends(run) - distance);
      }
    }
  }
};

/// bounds(k) = how many of the sorted suffixes precede those in runs of the k-th letter.
template <class Index, class MemorySpace>
struct FindBounds
{
  SampledText<MemorySpace> sampled;
  Span<Index, MemorySpace> sorted;
  Span<std::uint64_t, MemorySpace> letters;
  Span<std::uint64_t, MemorySpace> bounds;

  KOKKOS_FUNCTION void operator()(std::size_t k) const
  {
    std::uint64_t const first = repeated(letters(k), sampled.symbols_of_key());
    std::uint64_t const second = repeated(letters(k), sampled.context() - sampled.symbols_of_key());
    std::size_t low = 0;
    for (std::size_t high = sorted.extent(0); low < high;) {
      std::size_t const middle = low + (high - low) / 2;
      if (is_larger(sorted(middle), first, second))
        high = middle;
      else
        low = middle + 1;
    }
    bounds(k) = low;
  }

  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t repeated(std::uint64_t letter, int count) const
  {
    std::uint64_t key = 0;
    for (int i = 0; i < count; ++i) key = key << sampled.packed.bits | letter;
    return key;
  }
  /// Contexts of suffixes shorter than one are filled up with zeros; these precede those in runs of the letter 0.
  [[nodiscard]] KOKKOS_FUNCTION bool is_larger(std::size_t suffix, std::uint64_t first, std::uint64_t second) const
  {
    std::uint64_t const key = sampled.key(suffix);
    if (key != first || sampled.second_key_bits() == 0) return key > first;
    return sampled.second_key(suffix) > second;
  }
};

/// suffix_array(i + those in runs that precede it) = sorted(i).
template <class Index, class MemorySpace>
struct MoveAside
{
  Span<Index, MemorySpace> sorted;
  Span<std::uint64_t, MemorySpace> bounds;  ///< [0..letters)
  Span<std::uint64_t, MemorySpace> firsts;  ///< [0..letters] of the letters' suffixes in runs
  Span<Index, MemorySpace> suffix_array;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::size_t letter = 0;
    while (letter < bounds.extent(0) && bounds(letter) <= i) ++letter;
    suffix_array(i + firsts(letter)) = sorted(i);
  }
};

/// suffix_array(j + the others that precede it) = in_runs(j).
template <class Index, class MemorySpace>
struct MoveBetween
{
  Span<Index, MemorySpace> in_runs;
  Span<std::uint64_t, MemorySpace> bounds;
  Span<std::uint64_t, MemorySpace> firsts;
  Span<Index, MemorySpace> suffix_array;

  KOKKOS_FUNCTION void operator()(std::size_t j) const
  {
    std::size_t letter = 0;
    while (firsts(letter + 1) <= j) ++letter;
    suffix_array(j + bounds(letter)) = in_runs(j);
  }
};

using HostWords = std::vector<std::uint64_t>;

/// The suffixes in runs, in order, by their classes.
template <class ExecutionSpace, class Index>
class SuffixesInRuns
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Indices = Span<Index, MemorySpace>;
  using Range = backends::Range<ExecutionSpace>;

 public:
  SuffixesInRuns(Context<ExecutionSpace> const& context, SampledText<MemorySpace> const& sampled,
                 LongRuns<Index, MemorySpace> const& runs, Indices const& order)
      : m_context(context),
        m_order(order),
        m_classes{sampled, runs, context.template take<std::uint64_t>(2 * max_letters),
                  context.template take<std::uint64_t>(2 * max_letters)},
        m_places(context.template take<Index>(order.extent(0) + 1))
  {
    auto const& space = context.space;
    primitives::fill(space, m_classes.longest, std::uint64_t{0});
    primitives::fill(space, m_classes.counts, std::uint64_t{0});
    Kokkos::parallel_for("lexikos::suffix_array::measure_classes", Range(space, 0, order.extent(0) + 1),
                         MeasureClasses<Index, MemorySpace>{m_classes, order, m_places});
    primitives::exclusive_scan(space, m_places, m_places, primitives::Sum{}, context.workspace);
    m_counts = detail::read_all_back(space, m_classes.counts);
    m_longest = detail::read_all_back(space, m_classes.longest);
  }

  [[nodiscard]] HostWords const& counts() const { return m_counts; }

  /// \param suffixes  [0..positions) each; the current one receives them
  void sort(primitives::DoubleBuffer<Indices>& suffixes) const
  {
    Workspace::Scope const scope(m_context.workspace);
    HostWords first_keys(m_longest.size());
    std::uint64_t all = 0;
    for (std::size_t c = 0; c < m_longest.size(); ++c) {
      first_keys[c] = all;
      all += m_longest[c];
    }
    std::size_t const count = suffixes.current.extent(0);
    primitives::DoubleBuffer keys{m_context.template take<Index>(count), m_context.template take<Index>(count)};
    using List = ListSuffixesInRuns<Index, MemorySpace>;
    List const list{m_classes,    m_order,
                    m_places,     detail::copy_from_host(m_context.space, first_keys, m_context.workspace),
                    keys.current, suffixes.current};
    Kokkos::parallel_for("lexikos::suffix_array::list_suffixes_in_runs",
                         Range(m_context.space, 0, (count + List::chunk - 1) / List::chunk), list);
    primitives::radix_sort_pairs(m_context.space, keys, suffixes, 0, std::bit_width(all - 1), m_context.workspace);
  }

 private:
  Context<ExecutionSpace> const& m_context;
  Indices m_order;
  Classes<Index, MemorySpace> m_classes;
  Indices m_places;
  HostWords m_counts;
  HostWords m_longest;
};

}  // namespace

template <class ExecutionSpace, class Index>
void insert_runs(Context<ExecutionSpace> const& context,
                 SampledText<typename ExecutionSpace::memory_space> const& sampled,
                 LongRuns<Index, typename ExecutionSpace::memory_space> const& runs,
                 Span<Index, typename ExecutionSpace::memory_space> const& order,
                 Span<Index, typename ExecutionSpace::memory_space> const& suffix_array,
                 Span<Index, typename ExecutionSpace::memory_space> const& other)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  auto const& space = context.space;
  if (runs.positions == 0) return;
  Workspace::Scope const scope(context.workspace);
  std::size_t const n = suffix_array.extent(0);
  std::size_t const others = n - runs.positions;
  auto const sorted = first_of(other, others);
  Kokkos::deep_copy(space, sorted, first_of(suffix_array, others));
  SuffixesInRuns<ExecutionSpace, Index> const in_runs(context, sampled, runs, order);
  HostWords letters;
  HostWords firsts{0};
  for (std::size_t letter = 0; letter < max_letters; ++letter) {
    std::uint64_t const count = in_runs.counts()[2 * letter] + in_runs.counts()[2 * letter + 1];
    if (count == 0) continue;
    letters.push_back(letter);
    firsts.push_back(firsts.back() + count);
  }
  primitives::DoubleBuffer suffixes{from(other, others), first_of(suffix_array, runs.positions)};
  in_runs.sort(suffixes);
  if (suffixes.current.data() == suffix_array.data()) {
    Kokkos::deep_copy(space, suffixes.other, suffixes.current);
    suffixes.swap();
  }
  auto const bounds = context.template take<std::uint64_t>(letters.size());
  Kokkos::parallel_for("lexikos::suffix_array::find_bounds_of_runs", Range(space, 0, letters.size()),
                       FindBounds<Index, MemorySpace>{
                           sampled, sorted, detail::copy_from_host(space, letters, context.workspace), bounds});
  auto const firsts_of_letters = detail::copy_from_host(space, firsts, context.workspace);
  Kokkos::parallel_for("lexikos::suffix_array::move_aside", Range(space, 0, others),
                       MoveAside<Index, MemorySpace>{sorted, bounds, firsts_of_letters, suffix_array});
  Kokkos::parallel_for("lexikos::suffix_array::move_between", Range(space, 0, runs.positions),
                       MoveBetween<Index, MemorySpace>{suffixes.current, bounds, firsts_of_letters, suffix_array});
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                                                         \
  template void insert_runs(Context<SPACE> const&, SampledText<SPACE::memory_space> const&,                       \
                            LongRuns<INDEX, SPACE::memory_space> const&, Span<INDEX, SPACE::memory_space> const&, \
                            Span<INDEX, SPACE::memory_space> const&, Span<INDEX, SPACE::memory_space> const&);
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::suffix_array_detail
