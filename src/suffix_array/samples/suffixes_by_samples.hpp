// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// From the sorted samples to the suffix array: all suffixes are listed in the order of their samples and sorted, stably, by
// the symbols that the distance to the sample depends on. In parts by these symbols where the keys would need much memory.

#include <Kokkos_BitManipulation.hpp>
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>
#include <limits>
#include <vector>

#include "backends/primitives.hpp"
#include "backends/unit.hpp"
#include "suffix_array/range.hpp"
#include "suffix_array/samples/synchronizing_set.hpp"
#include "suffix_array/steps.hpp"
#include "suffix_array/text/packed_text.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::suffix_array_detail
{

/// What is made of the text, for as long as it is needed.
template <class MemorySpace>
struct SampledText
{
  PackedText<MemorySpace> packed;
  SampleDistances<MemorySpace> distances;

  /// Symbols that the distance from a position to its sample depends on: those of a key, and those of another behind it
  /// where one does not hold all.
  [[nodiscard]] KOKKOS_FUNCTION int context() const { return static_cast<int>(distances.sampling.context()); }
  [[nodiscard]] KOKKOS_FUNCTION int symbols_of_key() const
  {
    int const most = 64 / packed.bits;
    return context() < most ? context() : most;
  }
  [[nodiscard]] KOKKOS_FUNCTION int key_bits() const { return symbols_of_key() * packed.bits; }
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t key(std::size_t position) const
  {
    return packed.symbols(position, symbols_of_key());
  }
  [[nodiscard]] KOKKOS_FUNCTION int second_key_bits() const { return (context() - symbols_of_key()) * packed.bits; }
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t second_key(std::size_t position) const
  {
    return packed.symbols(position + symbols_of_key(), context() - symbols_of_key());
  }
  /// Suffixes too short to have a window.
  [[nodiscard]] KOKKOS_FUNCTION std::size_t short_suffixes() const { return packed.n - distances.size; }
};

/// The suffixes whose keys lie in [first, last].
struct KeyRange
{
  std::uint64_t first = 0;
  std::uint64_t last = std::numeric_limits<std::uint64_t>::max();

  [[nodiscard]] KOKKOS_FUNCTION bool has(std::uint64_t key) const { return first <= key && key <= last; }
  [[nodiscard]] KOKKOS_FUNCTION bool is_whole() const
  {
    return first == 0 && last == std::numeric_limits<std::uint64_t>::max();
  }
};

/// `parts` ranges of keys that hold about as many suffixes each, by a sample. Fences.
template <class ExecutionSpace, class Unit = backends::ThisUnit>
std::vector<KeyRange> key_ranges(ExecutionSpace const& space,
                                 SampledText<typename ExecutionSpace::memory_space> const& sampled, std::size_t parts,
                                 Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  if (parts < 2) return {KeyRange{}};
  constexpr std::size_t max_looked_at = std::size_t{1} << 16;
  std::size_t const looked_at = std::min(max_looked_at, sampled.packed.n);
  std::size_t const stride = sampled.packed.n / looked_at;
  Workspace::Scope scope(workspace);
  primitives::DoubleBuffer looked_up{workspace.take<std::uint64_t, MemorySpace>(looked_at),
                                     workspace.take<std::uint64_t, MemorySpace>(looked_at)};
  auto const unsorted_keys = looked_up.current;
  Kokkos::parallel_for(
      "lexikos::suffix_array::look_at_keys", range(space, looked_at),
      KOKKOS_LAMBDA(std::int64_t j) { unsorted_keys(j) = sampled.key(static_cast<std::size_t>(j) * stride); });
  primitives::radix_sort_keys(space, looked_up, 0, sampled.key_bits(), workspace);
  std::vector<std::uint64_t> keys(looked_at);
  Kokkos::deep_copy(space, Span<std::uint64_t, Kokkos::HostSpace>(keys.data(), looked_at), looked_up.current);
  space.fence("lexikos::suffix_array::key_ranges");
  std::vector<KeyRange> ranges(1);
  for (std::size_t part = 1; part < parts; ++part) {
    std::uint64_t const bound = keys[looked_at * part / parts];
    if (bound == ranges.back().first) continue;
    ranges.push_back({bound, ranges.back().last});
    ranges[ranges.size() - 2].last = bound - 1;
  }
  return ranges;
}

/// The suffixes of a range of keys by what leads to them: a short suffix, in the order of their lengths, or a sample, in
/// sorted order.
template <class Index, class MemorySpace>
struct SuffixesBySamples
{
  Span<std::uint16_t, MemorySpace> windows;  ///< [0..m) of each sample: those in the range, as windows_of has them
  Span<Index, MemorySpace> places;           ///< [0..short_suffixes + m] where those of a leader begin
  std::size_t size = 0;

  /// The i-th suffix, which is one of this leader's.
  /// \param n        symbols of the text
  /// \param samples  [0..m) sorted
  [[nodiscard]] KOKKOS_FUNCTION std::size_t suffix(std::size_t n, Span<Index, MemorySpace> const& samples,
                                                   std::size_t leader, std::size_t i) const
  {
    std::size_t const short_suffixes = places.extent(0) - 1 - windows.extent(0);
    if (leader < short_suffixes) return n - 1 - leader;
    std::uint32_t left = windows(leader - short_suffixes);
    for (std::size_t before = i - places(leader); before != 0; --before) left &= left - 1;
    return samples(leader - short_suffixes) - lowest_bit(left);
  }

  static KOKKOS_FUNCTION std::size_t lowest_bit(std::uint32_t bits)
  {
    return static_cast<std::size_t>(Kokkos::Experimental::countr_zero_builtin(bits));
  }
};

/// Of m samples; the memory is the caller's scope's.
template <class Index, class MemorySpace>
SuffixesBySamples<Index, MemorySpace> memory_for_suffixes(SampledText<MemorySpace> const& sampled, std::size_t m,
                                                          Workspace& workspace)
{
  SuffixesBySamples<Index, MemorySpace> found;
  found.windows = workspace.take<std::uint16_t, MemorySpace>(m);
  found.places = workspace.take<Index, MemorySpace>(sampled.short_suffixes() + m + 1);
  return found;
}

/// \param samples  [0..m) sorted
/// \param found    memory for m samples, which the result uses. Fences.
template <class ExecutionSpace, class Index, class Unit = backends::ThisUnit>
void find_suffixes_by_samples(ExecutionSpace const& space,
                              SampledText<typename ExecutionSpace::memory_space> const& sampled,
                              Span<Index, typename ExecutionSpace::memory_space> const& samples, KeyRange const& keys,
                              SuffixesBySamples<Index, typename ExecutionSpace::memory_space>& found,
                              Workspace& workspace)
{
  auto const windows = found.windows;
  auto const places = found.places;
  std::size_t const short_suffixes = sampled.short_suffixes();
  std::size_t const leaders = places.extent(0) - 1;
  Kokkos::parallel_for(
      "lexikos::suffix_array::find_suffixes_by_samples", range(space, leaders + 1), KOKKOS_LAMBDA(std::int64_t j) {
        auto const leader = static_cast<std::size_t>(j);
        if (leader + prefetch_distance < windows.extent(0))
          sampled.distances.prefetch(samples(leader + prefetch_distance));
        Index count = 0;
        if (leader < short_suffixes)
          count = keys.has(sampled.key(sampled.packed.n - 1 - leader)) ? 1 : 0;
        else if (leader < leaders) {
          std::size_t const sample = samples(leader - short_suffixes);
          std::uint32_t in_range = windows_of(sampled.distances, sample);
          if (!keys.is_whole())
            for (std::uint32_t t = 0; t < 16; ++t)
              if (((in_range >> t) & 1) != 0 && !keys.has(sampled.key(sample - t))) in_range ^= 1u << t;
          windows(leader - short_suffixes) = static_cast<std::uint16_t>(in_range);
          count = static_cast<Index>(Kokkos::Experimental::popcount_builtin(in_range));
        }
        places(leader) = count;
      });
  primitives::exclusive_scan(space, places, places, primitives::Sum{}, workspace);
  Index size = 0;
  Kokkos::deep_copy(space, Span<Index, Kokkos::HostSpace>(&size, 1),
                    Kokkos::subview(places, Kokkos::make_pair(leaders, leaders + 1)));
  space.fence("lexikos::suffix_array::suffixes_by_samples");
  found.size = size;
}

/// Calls function(i, suffix) for all suffixes found, the i-th in the order of their leaders.
template <class ExecutionSpace, class Index, class Function, class Unit = backends::ThisUnit>
  requires(!detail::works_on_host<ExecutionSpace>)
void for_each_suffix_by_samples(ExecutionSpace const& space, char const* label,
                                SampledText<typename ExecutionSpace::memory_space> const& sampled,
                                Span<Index, typename ExecutionSpace::memory_space> const& samples,
                                SuffixesBySamples<Index, typename ExecutionSpace::memory_space> const& found,
                                Function const& function)
{
  primitives::for_each_in_segments(
      space, label, found.places, KOKKOS_LAMBDA(std::size_t leader, std::size_t i) {
        function(i, found.suffix(sampled.packed.n, samples, leader, i));
      });
}

/// On a host, which makes those of a leader one after the other and asks for the text of later ones.
template <class ExecutionSpace, class Index, class Function>
  requires detail::works_on_host<ExecutionSpace>
void for_each_suffix_by_samples(ExecutionSpace const& space, char const* label,
                                SampledText<typename ExecutionSpace::memory_space> const& sampled,
                                Span<Index, typename ExecutionSpace::memory_space> const& samples,
                                SuffixesBySamples<Index, typename ExecutionSpace::memory_space> const& found,
                                Function const& function)
{
  std::size_t const short_suffixes = sampled.short_suffixes();
  Kokkos::parallel_for(label, range(space, found.places.extent(0) - 1), [=](std::int64_t j) {
    auto const leader = static_cast<std::size_t>(j);
    std::size_t i = found.places(leader);
    if (leader < short_suffixes) {
      if (found.places(leader + 1) != i) function(i, sampled.packed.n - 1 - leader);
      return;
    }
    if (leader + prefetch_distance < samples.extent(0)) sampled.packed.prefetch(samples(leader + prefetch_distance));
    std::size_t const sample = samples(leader - short_suffixes);
    for (std::uint32_t left = found.windows(leader - short_suffixes); left != 0; left &= left - 1, ++i)
      function(i, sample - found.lowest_bit(left));
  });
}

/// keys(i) and suffixes(i) for all suffixes found; the second keys where there are such.
template <class ExecutionSpace, class Index, class KeyView, class Unit = backends::ThisUnit>
void list_suffixes_by_samples(ExecutionSpace const& space,
                              SampledText<typename ExecutionSpace::memory_space> const& sampled,
                              Span<Index, typename ExecutionSpace::memory_space> const& samples,
                              SuffixesBySamples<Index, typename ExecutionSpace::memory_space> const& found,
                              KeyView const& keys, Span<Index, typename ExecutionSpace::memory_space> const& suffixes)
{
  using Key = typename KeyView::value_type;
  bool const by_second_key = sampled.second_key_bits() != 0;
  for_each_suffix_by_samples(
      space, "lexikos::suffix_array::list_suffixes_by_samples", sampled, samples, found,
      KOKKOS_LAMBDA(std::size_t i, std::size_t suffix) {
        keys(i) = static_cast<Key>(by_second_key ? sampled.second_key(suffix) : sampled.key(suffix));
        suffixes(i) = static_cast<Index>(suffix);
      });
}

/// keys(i) = key of suffixes(i).
template <class ExecutionSpace, class IndexView, class KeyView, class Unit = backends::ThisUnit>
void gather_first_keys(ExecutionSpace const& space, SampledText<typename ExecutionSpace::memory_space> const& sampled,
                       IndexView const& suffixes, KeyView const& keys)
{
  using Key = typename KeyView::value_type;
  Kokkos::parallel_for(
      "lexikos::suffix_array::gather_first_keys", range(space, keys.extent(0)),
      KOKKOS_LAMBDA(std::int64_t i) { keys(i) = static_cast<Key>(sampled.key(suffixes(i))); });
}

/// Keys of eight bytes are sorted in parts where they would take more than this.
constexpr std::size_t max_key_bytes = std::size_t{1} << 32;

/// \param low_memory  in so many parts that the keys of one fit the second value array, of which the part uses its share
template <class Key, class Index>
std::size_t parts_of_last_sort(std::size_t n, bool low_memory)
{
  if (low_memory) return 4 * sizeof(Key) / sizeof(Index);
  return sizeof(Key) == 8 && 2 * sizeof(Key) * n > max_key_bytes ? 3 : 1;
}

/// Sorts the suffixes that were listed in the order of their samples.
/// \param sorted  [0..size) receives them
/// \param other   [0..size) second value array of the sort
template <class Key, class ExecutionSpace, class Index>
void sort_part(ExecutionSpace const& space, SampledText<typename ExecutionSpace::memory_space> const& sampled,
               Span<Index, typename ExecutionSpace::memory_space> const& samples,
               SuffixesBySamples<Index, typename ExecutionSpace::memory_space> const& found,
               Span<Index, typename ExecutionSpace::memory_space> const& sorted,
               Span<Index, typename ExecutionSpace::memory_space> const& other, Steps<ExecutionSpace>& step,
               Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope scope(workspace);
  primitives::DoubleBuffer keys{workspace.take<Key, MemorySpace>(found.size),
                                workspace.take<Key, MemorySpace>(found.size)};
  primitives::DoubleBuffer suffixes{other, sorted};
  step("list by samples",
       [&] { list_suffixes_by_samples(space, sampled, samples, found, keys.current, suffixes.current); });
  step("last sort", [&] {
    if (sampled.second_key_bits() != 0) {
      primitives::radix_sort_pairs(space, keys, suffixes, 0, sampled.second_key_bits(), workspace);
      gather_first_keys(space, sampled, suffixes.current, keys.current);
    }
    primitives::radix_sort_pairs(space, keys, suffixes, 0, sampled.key_bits(), workspace);
    if (suffixes.current.data() != sorted.data()) Kokkos::deep_copy(space, sorted, suffixes.current);
  });
}

/// Makes the suffix array of the sorted samples, which lie in its front.
/// \param other  [0..n) second value array of the sort
/// \param parts  of which at most so many are sorted, one after the other
template <class Key, class ExecutionSpace, class Index>
void sort_by_samples(ExecutionSpace const& space, SampledText<typename ExecutionSpace::memory_space> const& sampled,
                     Span<Index, typename ExecutionSpace::memory_space> samples,
                     Span<Index, typename ExecutionSpace::memory_space> const& suffix_array,
                     Span<Index, typename ExecutionSpace::memory_space> const& other, std::size_t parts,
                     Steps<ExecutionSpace>& step, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope scope(workspace);
  std::size_t const n = suffix_array.extent(0);
  std::size_t const m = samples.extent(0);
  auto const ranges = key_ranges(space, sampled, parts, workspace);
  if (ranges.size() > 1) {
    auto const kept = workspace.take<Index, MemorySpace>(m);
    Kokkos::deep_copy(space, kept, samples);
    samples = kept;
  }
  auto found = memory_for_suffixes<Index>(sampled, m, workspace);
  std::size_t done = 0;
  for (KeyRange const& range_of_keys : ranges) {
    step("list by samples",
         [&] { find_suffixes_by_samples(space, sampled, samples, range_of_keys, found, workspace); });
    Span<Index, MemorySpace> const sorted(suffix_array.data() + done, found.size);
    Span<Index, MemorySpace> const buffer(other.data(), found.size);
    Workspace::Loan loan(workspace, Span<Index, MemorySpace>(other.data() + found.size, n - found.size));
    sort_part<Key>(space, sampled, samples, found, sorted, buffer, step, workspace);
    done += found.size;
  }
}

}  // namespace lexikos::suffix_array_detail
