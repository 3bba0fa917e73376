// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suffix_array/samples/transform_by_samples.hpp"

#include <lexikos/conventions.hpp>
#include <lexikos/detail/execution_spaces.hpp>
#include <limits>

#include "common/read_back.hpp"

namespace lexikos::suffix_array_detail
{

namespace
{

/// keys(i) of the i-th suffix; first(0) = i for the first suffix of the text.
template <class Key, class MemorySpace>
struct ListKey
{
  KeysWithSymbolBefore<MemorySpace> key_of;
  Span<Key, MemorySpace> keys;
  Span<std::uint64_t, MemorySpace> first;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t suffix) const
  {
    if (suffix == 0) first(0) = i;
    keys(i) = static_cast<Key>(key_of(suffix));
  }
};

/// Lists the keys of all suffixes found. Returns the i of the first suffix of the text, or `not_found`; fences.
template <class Key, class ExecutionSpace, class Index>
std::uint64_t list_keys_by_samples(Context<ExecutionSpace> const& context,
                                   KeysWithSymbolBefore<typename ExecutionSpace::memory_space> const& key_of,
                                   Span<Index, typename ExecutionSpace::memory_space> const& samples,
                                   SuffixesBySamples<Index, typename ExecutionSpace::memory_space> const& found,
                                   Span<Key, typename ExecutionSpace::memory_space> const& keys)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope const scope(context.workspace);
  auto const first = context.template take<std::uint64_t>(1);
  Kokkos::deep_copy(context.space, first, not_found);
  for_each_suffix_by_samples(context.space, "lexikos::suffix_array::list_keys_by_samples",
                             SuffixVisitor<Index, MemorySpace, ListKey<Key, MemorySpace>>{
                                 key_of.sampled, samples, found, {key_of, keys, first}});
  return detail::read_back(context.space, first);
}

/// Counts the keys that come before the one at `place` in a stable sort by their contexts.
template <class KeyView>
struct CountKeysBefore
{
  KeyView keys;
  int symbol_bits;
  std::uint64_t place;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& sum) const
  {
    std::uint64_t const context = keys(i) >> symbol_bits;
    std::uint64_t const wanted = keys(place) >> symbol_bits;
    if (context < wanted || (context == wanted && i < place)) ++sum;
  }
};

/// Fences.
template <class ExecutionSpace, class KeyView>
std::size_t keys_before(ExecutionSpace const& space, CountKeysBefore<KeyView> const& count)
{
  std::size_t before = 0;
  Kokkos::parallel_reduce("lexikos::suffix_array::keys_before",
                          backends::Range<ExecutionSpace>(space, 0, count.keys.extent(0)), count, before);
  return before;
}

/// Writes the symbols of the suffixes that have the ranks [done, done + keys): those before the text's first suffix move up by
/// one place, for the empty suffix, whose symbol comes first; the text's first suffix has none.
template <class KeyView, class MemorySpace>
struct WriteSymbolBefore
{
  KeysWithSymbolBefore<MemorySpace> key_of;
  KeyView keys;
  std::size_t done;
  std::size_t first_rank;
  Span<std::uint8_t, MemorySpace> symbols;
  Span<std::uint8_t, MemorySpace> bwt;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::size_t const rank = done + i;
    if (rank != first_rank) bwt(rank < first_rank ? rank + 1 : rank) = symbols(key_of.symbol(keys(i)));
  }
};

}  // namespace

template <class Key, class ExecutionSpace, class Index>
std::size_t transform_from_samples(Context<ExecutionSpace> const& context,
                                   SampledText<typename ExecutionSpace::memory_space> const& sampled,
                                   Span<Index, typename ExecutionSpace::memory_space> const& samples,
                                   Span<std::uint8_t, typename ExecutionSpace::memory_space> const& symbols,
                                   Span<std::uint8_t, typename ExecutionSpace::memory_space> const& bwt,
                                   std::size_t parts)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using KeyView = Span<Key, MemorySpace>;
  auto const& space = context.space;
  Workspace::Scope const scope(context.workspace);
  KeysWithSymbolBefore<MemorySpace> const key_of{sampled};
  int const symbol_bits = key_of.symbol_bits();
  auto const ranges = key_ranges(context, sampled, parts);
  auto found = memory_for_suffixes<Index>(sampled, samples.extent(0), ranges.size(), context.workspace);
  std::size_t done = 0;
  std::size_t first_rank = std::numeric_limits<std::size_t>::max();
  for (KeyRange const& range_of_keys : ranges) {
    context.step("list by samples", [&] { find_suffixes_by_samples(context, sampled, samples, range_of_keys, found); });
    Workspace::Scope const part_scope(context.workspace);
    primitives::DoubleBuffer<KeyView> keys{context.template take<Key>(found.size),
                                           context.template take<Key>(found.size)};
    context.step("list by samples", [&] {
      auto const place = list_keys_by_samples(context, key_of, samples, found, keys.current);
      if (place != not_found)
        first_rank = done + keys_before(space, CountKeysBefore<KeyView>{keys.current, symbol_bits, place});
    });
    context.step("last sort",
                 [&] { primitives::radix_sort_keys(space, keys, symbol_bits, key_of.bits(), context.workspace); });
    context.step("write symbols", [&] {
      Kokkos::parallel_for(
          "lexikos::suffix_array::write_symbols_before", backends::Range<ExecutionSpace>(space, 0, found.size),
          WriteSymbolBefore<KeyView, MemorySpace>{key_of, keys.current, done, first_rank, symbols, bwt});
    });
    done += found.size;
  }
  return first_rank;
}

#define LEXIKOS_INSTANTIATE_KEY(SPACE, INDEX, KEY)                                                             \
  template std::size_t transform_from_samples<KEY>(                                                            \
      Context<SPACE> const&, SampledText<SPACE::memory_space> const&, Span<INDEX, SPACE::memory_space> const&, \
      Span<std::uint8_t, SPACE::memory_space> const&, Span<std::uint8_t, SPACE::memory_space> const&, std::size_t);
#define LEXIKOS_INSTANTIATE(SPACE, INDEX)              \
  LEXIKOS_INSTANTIATE_KEY(SPACE, INDEX, std::uint32_t) \
  LEXIKOS_INSTANTIATE_KEY(SPACE, INDEX, std::uint64_t)
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_KEY

}  // namespace lexikos::suffix_array_detail
