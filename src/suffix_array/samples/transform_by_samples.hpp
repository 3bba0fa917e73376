// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The Burrows-Wheeler transform from sorted samples, without the suffix array: the last sort carries the symbol before each
// suffix in its key, in bits that it does not look at, and no suffixes beside them.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/suffix_array.hpp>
#include <lexikos/workspace.hpp>
#include <limits>

#include "backends/primitives.hpp"
#include "backends/unit.hpp"
#include "suffix_array/algorithms/sampled_prefix_doubling.hpp"
#include "suffix_array/range.hpp"
#include "suffix_array/samples/suffixes_by_samples.hpp"
#include "suffix_array/sort_run.hpp"
#include "suffix_array/steps.hpp"
#include "suffix_array/text/alphabet.hpp"

namespace lexikos::suffix_array_detail
{

/// Keys of a sort by the context of a position, the code of the symbol before it in the lowest bits: 0 for the first position.
template <class MemorySpace>
struct KeysWithSymbolBefore
{
  SampledText<MemorySpace> sampled;

  [[nodiscard]] KOKKOS_FUNCTION int symbol_bits() const { return sampled.packed.bits; }
  [[nodiscard]] KOKKOS_FUNCTION int bits() const { return sampled.key_bits() + symbol_bits(); }
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t symbol(std::uint64_t key) const
  {
    return key & ((std::uint64_t{1} << symbol_bits()) - 1);
  }
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t operator()(std::size_t position) const
  {
    if (position == 0) return sampled.key(0) << symbol_bits();
    std::uint64_t const both = sampled.packed.symbols(position - 1, sampled.context() + 1);
    std::uint64_t const context = both & ((std::uint64_t{1} << sampled.key_bits()) - 1);
    return context << symbol_bits() | both >> sampled.key_bits();
  }
};

/// Bits of a context and the symbol before it.
inline int bits_with_symbol_before(Sampling const& sampling, int bits)
{
  return (static_cast<int>(sampling.context()) + 1) * bits;
}

/// Windows narrower by a symbol where the symbol before then fits the four bytes that a context takes.
inline Sampling sampling_for_transform(Alphabet const& alphabet, std::size_t n, bool low_memory)
{
  Sampling sampling = sampling_for(alphabet, n, low_memory);
  bool const fits_without = static_cast<int>(sampling.context()) * alphabet.bits <= 32;
  if (fits_without && bits_with_symbol_before(sampling, alphabet.bits) > 32) --sampling.window;
  return sampling;
}

constexpr std::uint64_t nowhere = std::numeric_limits<std::uint64_t>::max();

/// keys(i) of all suffixes found. Returns the i of the first suffix of the text, or `nowhere`; fences.
template <class ExecutionSpace, class Index, class KeyView, class Unit = backends::ThisUnit>
std::uint64_t list_keys_by_samples(ExecutionSpace const& space,
                                   KeysWithSymbolBefore<typename ExecutionSpace::memory_space> const& key_of,
                                   Span<Index, typename ExecutionSpace::memory_space> const& samples,
                                   SuffixesBySamples<Index, typename ExecutionSpace::memory_space> const& found,
                                   KeyView const& keys, Workspace& workspace)
{
  Workspace::Scope scope(workspace);
  auto const first = workspace.take<std::uint64_t, typename ExecutionSpace::memory_space>(1);
  Kokkos::deep_copy(space, first, nowhere);
  for_each_suffix_by_samples(
      space, "lexikos::suffix_array::list_keys_by_samples", key_of.sampled, samples, found,
      KOKKOS_LAMBDA(std::size_t i, std::size_t suffix) {
        if (suffix == 0) first(0) = i;
        keys(i) = static_cast<typename KeyView::value_type>(key_of(suffix));
      });
  std::uint64_t place = nowhere;
  Kokkos::deep_copy(space, Span<std::uint64_t, Kokkos::HostSpace>(&place, 1), first);
  space.fence("lexikos::suffix_array::first_suffix");
  return place;
}

/// How many of the keys come before the one at `place` in a stable sort by their contexts. Fences.
template <class ExecutionSpace, class KeyView, class Unit = backends::ThisUnit>
std::size_t keys_before(ExecutionSpace const& space, KeyView const& keys, int symbol_bits, std::uint64_t place)
{
  std::size_t before = 0;
  Kokkos::parallel_reduce(
      "lexikos::suffix_array::keys_before", range(space, keys.extent(0)),
      KOKKOS_LAMBDA(std::int64_t i, std::size_t & sum) {
        std::uint64_t const context = keys(i) >> symbol_bits;
        std::uint64_t const wanted = keys(place) >> symbol_bits;
        if (context < wanted || (context == wanted && static_cast<std::uint64_t>(i) < place)) ++sum;
      },
      before);
  return before;
}

/// Writes the symbols of the suffixes that have the ranks [done, done + keys): those before the text's first suffix move up by
/// one place, for the empty suffix, whose symbol is the first; that suffix itself has none.
template <class ExecutionSpace, class KeyView, class Bytes, class Unit = backends::ThisUnit>
void write_symbols_before(ExecutionSpace const& space,
                          KeysWithSymbolBefore<typename ExecutionSpace::memory_space> const& key_of,
                          KeyView const& keys, std::size_t done, std::size_t first_rank, Bytes const& symbols,
                          Bytes const& bwt)
{
  Kokkos::parallel_for(
      "lexikos::suffix_array::write_symbols_before", range(space, keys.extent(0)), KOKKOS_LAMBDA(std::int64_t i) {
        std::size_t const rank = done + static_cast<std::size_t>(i);
        if (rank != first_rank) bwt(rank < first_rank ? rank + 1 : rank) = symbols(key_of.symbol(keys(i)));
      });
}

/// The transform, from the sorted samples. Returns the rank of the text's first suffix.
/// \tparam Key     holds a context and the symbol before it
/// \param symbols  [0..256) of each code
template <class Key, class ExecutionSpace, class Index, class Bytes>
std::size_t transform_from_samples(ExecutionSpace const& space,
                                   SampledText<typename ExecutionSpace::memory_space> const& sampled,
                                   Span<Index, typename ExecutionSpace::memory_space> const& samples,
                                   Bytes const& symbols, Bytes const& bwt, std::size_t parts,
                                   Steps<ExecutionSpace>& step, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope scope(workspace);
  KeysWithSymbolBefore<MemorySpace> const key_of{sampled};
  auto found = memory_for_suffixes<Index>(sampled, samples.extent(0), workspace);
  std::size_t done = 0;
  std::size_t first_rank = std::numeric_limits<std::size_t>::max();
  for (KeyRange const& range_of_keys : key_ranges(space, sampled, parts, workspace)) {
    step("list by samples",
         [&] { find_suffixes_by_samples(space, sampled, samples, range_of_keys, found, workspace); });
    Workspace::Scope part_scope(workspace);
    primitives::DoubleBuffer keys{workspace.take<Key, MemorySpace>(found.size),
                                  workspace.take<Key, MemorySpace>(found.size)};
    step("list by samples", [&] {
      auto const place = list_keys_by_samples(space, key_of, samples, found, keys.current, workspace);
      if (place != nowhere) first_rank = done + keys_before(space, keys.current, key_of.symbol_bits(), place);
    });
    step("last sort",
         [&] { primitives::radix_sort_keys(space, keys, key_of.symbol_bits(), key_of.bits(), workspace); });
    step("write symbols", [&] { write_symbols_before(space, key_of, keys.current, done, first_rank, symbols, bwt); });
    done += found.size;
  }
  return first_rank;
}

/// The Burrows-Wheeler transform as lexikos/bwt.hpp has it. Returns the primary index, or 0, and nothing else is done, where a
/// key has no room for the symbol before it.
/// \param run  without an inverse; its suffix array is scratch
template <class ExecutionSpace, class Index>
std::size_t transform_by_samples(SortRun<ExecutionSpace, std::uint8_t, Index> const& run,
                                 Span<std::uint8_t, typename ExecutionSpace::memory_space> const& bwt)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto& workspace = run.workspace;
  Workspace::Scope scope(workspace);
  Steps<ExecutionSpace> step(run.space, &run.statistics);
  std::size_t const n = run.text.extent(0);
  Alphabet const alphabet = alphabet_of(run, step);
  bool const low_memory = run.options.low_memory;
  Sampling const sampling = sampling_for_transform(alphabet, n, low_memory);
  int const key_bits = bits_with_symbol_before(sampling, alphabet.bits);
  if (key_bits > 64) return 0;
  auto const symbols = byte_table(run.space, alphabet.symbol, workspace);
  auto const sampled = sample_text(run, alphabet, sampling, step);
  auto const ranks = workspace.template take<Index, MemorySpace>(n);
  auto const samples = sort_samples(run, sampled, ranks, step);
  Workspace::Loan loan(workspace, ranks);
  auto const transform = [&](auto key) {
    using Key = decltype(key);
    return transform_from_samples<Key>(run.space, sampled, samples, symbols, bwt,
                                       parts_of_last_sort<Key, Index>(n, low_memory), step, workspace);
  };
  std::size_t const first_rank = key_bits <= 32 ? transform(std::uint32_t{}) : transform(std::uint64_t{});
  Kokkos::deep_copy(run.space, Kokkos::subview(bwt, 0), Kokkos::subview(run.text, n - 1));
  report_progress(run.options, 0, n);
  return first_rank + 1;
}

}  // namespace lexikos::suffix_array_detail
