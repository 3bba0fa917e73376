// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suffix_array/samples/suffixes_by_samples.hpp"

#include <algorithm>
#include <lexikos/detail/execution_spaces.hpp>

#include "common/read_back.hpp"

namespace lexikos::suffix_array_detail
{

namespace
{

/// keys(j) = the key of every `stride`-th position.
template <class MemorySpace>
struct LookAtKey
{
  SampledText<MemorySpace> sampled;
  std::size_t stride;
  Span<std::uint64_t, MemorySpace> keys;

  KOKKOS_FUNCTION void operator()(std::size_t j) const { keys(j) = sampled.key(j * stride); }
};

/// Which windows of a leader have their keys in the range, and how many.
template <class Index, class MemorySpace>
struct CountSuffixes
{
  SampledText<MemorySpace> sampled;
  Span<Index, MemorySpace> samples;
  KeyRange keys;
  SuffixesBySamples<Index, MemorySpace> found;

  KOKKOS_FUNCTION void operator()(std::size_t leader) const
  {
    std::size_t const short_suffixes = sampled.short_suffixes();
    if (looks_at_windows() && leader + prefetch_distance < found.windows.extent(0))
      sampled.distances.prefetch(samples(leader + prefetch_distance));
    Index count = 0;
    if (leader < short_suffixes)
      count = keys.has(sampled.key(sampled.packed.n - 1 - leader)) ? 1 : 0;
    else if (leader + 1 < found.places.extent(0))
      count = static_cast<Index>(Kokkos::Experimental::popcount_builtin(find_windows(leader - short_suffixes)));
    found.places(leader) = count;
  }

  [[nodiscard]] KOKKOS_FUNCTION std::uint32_t find_windows(std::size_t i) const
  {
    std::uint32_t const windows = windows_left(i);
    std::uint32_t in_range = windows;
    if (!keys.is_last()) {
      for (std::uint32_t t = 0; t < 16; ++t)
        if (((windows >> t) & 1) != 0 && !keys.has(sampled.key(samples(i) - t))) in_range ^= 1u << t;
      if (found.lists_left()) found.left(i) = static_cast<std::uint16_t>(windows ^ in_range);
    }
    found.windows(i) = static_cast<std::uint16_t>(in_range);
    return in_range;
  }

  /// Of this range and later ones.
  [[nodiscard]] KOKKOS_FUNCTION std::uint32_t windows_left(std::size_t i) const
  {
    if (!looks_at_windows()) return found.left(i);
    std::uint32_t const windows = windows_of(sampled.distances, samples(i));
    return keys.is_first() ? windows : windows & ~std::uint32_t{found.windows(i)};
  }
  [[nodiscard]] KOKKOS_FUNCTION bool looks_at_windows() const { return keys.is_first() || !found.lists_left(); }
};

/// Sorts the suffixes that were found, in the order of their samples.
/// \param sorted  [0..size) receives them
/// \param other   [0..size) second value array of the sort
template <class Key, class ExecutionSpace, class Index>
void sort_part(Context<ExecutionSpace> const& context,
               SuffixVisitor<Index, typename ExecutionSpace::memory_space,
                             ListSuffix<Key, Index, typename ExecutionSpace::memory_space>>
                   visitor,
               Span<Index, typename ExecutionSpace::memory_space> const& sorted,
               Span<Index, typename ExecutionSpace::memory_space> const& other)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const& space = context.space;
  auto const& sampled = visitor.sampled;
  std::size_t const size = visitor.found.size;
  Workspace::Scope const scope(context.workspace);
  primitives::DoubleBuffer keys{context.template take<Key>(size), context.template take<Key>(size)};
  primitives::DoubleBuffer suffixes{other, sorted};
  bool const by_second_key = sampled.second_key_bits() != 0;
  visitor.function = {sampled, by_second_key, keys.current, suffixes.current};
  context.step("list by samples",
               [&] { for_each_suffix_by_samples(space, "lexikos::suffix_array::list_suffixes_by_samples", visitor); });
  context.step("last sort", [&] {
    if (by_second_key) {
      primitives::radix_sort_pairs(space, keys, suffixes, 0, sampled.second_key_bits(), context.workspace);
      Kokkos::parallel_for("lexikos::suffix_array::gather_first_keys", backends::Range<ExecutionSpace>(space, 0, size),
                           FirstKeyOfSuffix<Key, Index, MemorySpace>{sampled, keys.current, suffixes.current});
    }
    primitives::radix_sort_pairs(space, keys, suffixes, 0, sampled.key_bits(), context.workspace);
    if (suffixes.current.data() != sorted.data()) Kokkos::deep_copy(space, sorted, suffixes.current);
  });
}

}  // namespace

template <class ExecutionSpace>
std::vector<KeyRange> key_ranges(Context<ExecutionSpace> const& context,
                                 SampledText<typename ExecutionSpace::memory_space> const& sampled, std::size_t parts)
{
  if (parts < 2) return {KeyRange{}};
  constexpr std::size_t max_looked_at = std::size_t{1} << 16;
  std::size_t const looked_at = std::min(max_looked_at, sampled.packed.n);
  std::size_t const stride = sampled.packed.n / looked_at;
  Workspace::Scope const scope(context.workspace);
  primitives::DoubleBuffer looked_up{context.template take<std::uint64_t>(looked_at),
                                     context.template take<std::uint64_t>(looked_at)};
  Kokkos::parallel_for("lexikos::suffix_array::look_at_keys",
                       backends::Range<ExecutionSpace>(context.space, 0, looked_at),
                       LookAtKey<typename ExecutionSpace::memory_space>{sampled, stride, looked_up.current});
  primitives::radix_sort_keys(context.space, looked_up, 0, sampled.key_bits(), context.workspace);
  auto const keys = detail::read_all_back(context.space, looked_up.current);
  std::vector<KeyRange> ranges(1);
  for (std::size_t part = 1; part < parts; ++part) {
    std::uint64_t const bound = keys[looked_at * part / parts];
    if (bound == ranges.back().first) continue;
    ranges.push_back({bound, ranges.back().last});
    ranges[ranges.size() - 2].last = bound - 1;
  }
  return ranges;
}

template <class ExecutionSpace, class Index>
void find_suffixes_by_samples(Context<ExecutionSpace> const& context,
                              SampledText<typename ExecutionSpace::memory_space> const& sampled,
                              Span<Index, typename ExecutionSpace::memory_space> const& samples, KeyRange const& keys,
                              SuffixesBySamples<Index, typename ExecutionSpace::memory_space>& found)
{
  auto const& places = found.places;
  Kokkos::parallel_for("lexikos::suffix_array::find_suffixes_by_samples",
                       backends::Range<ExecutionSpace>(context.space, 0, places.extent(0)),
                       CountSuffixes<Index, typename ExecutionSpace::memory_space>{sampled, samples, keys, found});
  primitives::exclusive_scan(context.space, places, places, primitives::Sum{}, context.workspace);
  found.size = detail::read_back(context.space, places, places.extent(0) - 1);
}

template <class Key, class ExecutionSpace, class Index>
void sort_by_samples(Context<ExecutionSpace> const& context,
                     SampledText<typename ExecutionSpace::memory_space> const& sampled,
                     Span<Index, typename ExecutionSpace::memory_space> samples,
                     Span<Index, typename ExecutionSpace::memory_space> const& suffix_array,
                     Span<Index, typename ExecutionSpace::memory_space> const& other, std::size_t parts)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope const scope(context.workspace);
  std::size_t const m = samples.extent(0);
  auto const ranges = key_ranges(context, sampled, parts);
  std::size_t free = other.extent(0);
  if (ranges.size() > 1) {
    free -= m;
    Kokkos::deep_copy(context.space, from(other, free), samples);
    samples = from(other, free);
  }
  auto found = memory_for_suffixes<Index>(sampled, m, ranges.size(), context.workspace);
  std::size_t done = 0;
  for (KeyRange const& range_of_keys : ranges) {
    context.step("list by samples", [&] { find_suffixes_by_samples(context, sampled, samples, range_of_keys, found); });
    Workspace::Scope const part_scope(context.workspace);
    bool const fits = found.size <= free;  // or many suffixes have one key
    auto const values = fits ? first_of(other, found.size) : context.template take<Index>(found.size);
    std::size_t const used = fits ? found.size : 0;
    Workspace::Loan const loan(context.workspace, first_of(from(other, used), free - used));
    sort_part(context,
              SuffixVisitor<Index, MemorySpace, ListSuffix<Key, Index, MemorySpace>>{sampled, samples, found, {}},
              first_of(from(suffix_array, done), found.size), values);
    done += found.size;
  }
}

#define LEXIKOS_INSTANTIATE_SORT(SPACE, INDEX, KEY)                                                             \
  template void sort_by_samples<KEY>(Context<SPACE> const&, SampledText<SPACE::memory_space> const&,            \
                                     Span<INDEX, SPACE::memory_space>, Span<INDEX, SPACE::memory_space> const&, \
                                     Span<INDEX, SPACE::memory_space> const&, std::size_t);
#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                                                \
  template void find_suffixes_by_samples(Context<SPACE> const&, SampledText<SPACE::memory_space> const&, \
                                         Span<INDEX, SPACE::memory_space> const&, KeyRange const&,       \
                                         SuffixesBySamples<INDEX, SPACE::memory_space>&);                \
  LEXIKOS_INSTANTIATE_SORT(SPACE, INDEX, std::uint32_t)                                                  \
  LEXIKOS_INSTANTIATE_SORT(SPACE, INDEX, std::uint64_t)
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)

#define LEXIKOS_INSTANTIATE_SPACE(SPACE)                                                                    \
  template std::vector<KeyRange> key_ranges(Context<SPACE> const&, SampledText<SPACE::memory_space> const&, \
                                            std::size_t);
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE_SPACE)
#undef LEXIKOS_INSTANTIATE_SPACE
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_SORT

}  // namespace lexikos::suffix_array_detail
