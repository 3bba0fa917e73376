// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// From the sorted samples to the suffix array: all suffixes are listed in the order of their samples and sorted, stably, by
// the symbols that the distance to the sample depends on. In parts by these symbols where the keys would need much memory.

#include <Kokkos_BitManipulation.hpp>
#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "backends/primitives.hpp"
#include "suffix_array/context.hpp"
#include "suffix_array/samples/synchronizing_set.hpp"
#include "suffix_array/text/packed_text.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::suffix_array_detail
{

/// The symbols that the distance from a position to its sample depends on, as one number of up to 128 bits.
__extension__ using ContextNumber = unsigned __int128;

/// The packed text and its sampling; lives as long as the workspace scope that it was made in.
template <class MemorySpace>
struct SampledText
{
  PackedText<MemorySpace> packed;
  SampleDistances<MemorySpace> distances;

  /// Symbols that the distance from a position to its sample depends on: those of a key, and those of a second key
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
  /// All of them as one number.
  [[nodiscard]] KOKKOS_FUNCTION int context_bits() const { return context() * packed.bits; }
  [[nodiscard]] KOKKOS_FUNCTION ContextNumber context_number(std::size_t position) const
  {
    ContextNumber const first = key(position);
    return second_key_bits() == 0 ? first : first << second_key_bits() | second_key(position);
  }
  /// Whether the symbol that ends a run is larger than the run's: what follows it, or the end of the text, does.
  /// \param end  first position after those in the run
  [[nodiscard]] KOKKOS_FUNCTION bool run_ends_upwards(std::size_t end) const
  {
    return end < distances.size && packed.symbols(end + context() - 1, 1) > packed.symbols(end, 1);
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
  /// Of ranges that follow each other and have all keys.
  [[nodiscard]] KOKKOS_FUNCTION bool is_first() const { return first == 0; }
  [[nodiscard]] KOKKOS_FUNCTION bool is_last() const { return last == std::numeric_limits<std::uint64_t>::max(); }
};

/// `parts` ranges of keys that hold about as many suffixes each, by a sample. Fences.
template <class ExecutionSpace>
[[nodiscard]] std::vector<KeyRange> key_ranges(Context<ExecutionSpace> const& context,
                                               SampledText<typename ExecutionSpace::memory_space> const& sampled,
                                               std::size_t parts);

/// The suffixes of a range of keys by what leads to them: a short suffix, in the order of their lengths, or a sample, in
/// sorted order.
template <class Index, class MemorySpace>
struct SuffixesBySamples
{
  Span<std::uint16_t, MemorySpace> windows;  ///< [0..m) of each sample: those in the range, as windows_of has them
  Span<std::uint16_t, MemorySpace> left;     ///< [0..m) those of later ranges; null where there are two ranges at most
  Span<Index, MemorySpace> places;           ///< [0..short_suffixes + m] where those of a leader start
  std::size_t size = 0;

  [[nodiscard]] KOKKOS_FUNCTION bool lists_left() const { return left.data() != nullptr; }
  /// The i-th suffix, which is one of this leader's.
  /// \param n        symbols of the text
  /// \param samples  [0..m) sorted
  template <class Samples>
  [[nodiscard]] KOKKOS_FUNCTION std::size_t suffix(std::size_t n, Samples const& samples, std::size_t leader,
                                                   std::size_t i) const
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
/// \param ranges  of keys
template <class Index, class MemorySpace>
SuffixesBySamples<Index, MemorySpace> memory_for_suffixes(SampledText<MemorySpace> const& sampled, std::size_t m,
                                                          std::size_t ranges, Workspace& workspace)
{
  SuffixesBySamples<Index, MemorySpace> found;
  found.windows = workspace.take<std::uint16_t, MemorySpace>(m);
  // of two, the second has the windows that the first has not
  if (ranges > 2) found.left = workspace.take<std::uint16_t, MemorySpace>(m);
  found.places = workspace.take<Index, MemorySpace>(sampled.short_suffixes() + m + 1);
  return found;
}

/// Finds the suffixes whose keys lie in the range: of ranges that have all keys, one after the other from the first on, so
/// that only the keys of suffixes that no range had yet are looked at, and none for the last one. With the memory that is given
/// for the number of ranges. Fences.
/// \param samples  [0..m) sorted
/// \param found    memory for m samples, which the result uses
template <class ExecutionSpace, class Index>
void find_suffixes_by_samples(Context<ExecutionSpace> const& context,
                              SampledText<typename ExecutionSpace::memory_space> const& sampled,
                              Span<Index, typename ExecutionSpace::memory_space> const& samples, KeyRange const& keys,
                              SuffixesBySamples<Index, typename ExecutionSpace::memory_space>& found);

/// Calls function(i, suffix) for all suffixes found, the i-th in the order of their leaders: on devices for each i, on hosts
/// for each leader, whose suffixes follow each other, with prefetch of the text of later ones.
/// \tparam Samples  samples(i): the position of the i-th of the sorted samples; samples.extent(0) of them
template <class Index, class MemorySpace, class Function, class Samples = Span<Index, MemorySpace>>
struct SuffixVisitor
{
  SampledText<MemorySpace> sampled;
  Samples samples;
  SuffixesBySamples<Index, MemorySpace> found;
  Function function;

  KOKKOS_FUNCTION void operator()(std::size_t leader, std::size_t i) const
  {
    function(i, found.suffix(sampled.packed.n, samples, leader, i));
  }

  void operator()(std::size_t leader) const
  {
    std::size_t const short_suffixes = sampled.short_suffixes();
    std::size_t i = found.places(leader);
    if (leader < short_suffixes) {
      if (found.places(leader + 1) != i) function(i, sampled.packed.n - 1 - leader);
      return;
    }
    if (leader + prefetch_distance < samples.extent(0)) sampled.packed.prefetch(samples(leader + prefetch_distance));
    std::size_t const sample = samples(leader - short_suffixes);
    for (std::uint32_t left = found.windows(leader - short_suffixes); left != 0; left &= left - 1, ++i)
      function(i, sample - found.lowest_bit(left));
  }
};

/// keys(i) and suffixes(i) of the i-th suffix; the second key where there is such.
template <class Key, class Position, class MemorySpace>
struct ListSuffix
{
  SampledText<MemorySpace> sampled;
  bool by_second_key;
  Span<Key, MemorySpace> keys;
  Span<Position, MemorySpace> suffixes;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t suffix) const
  {
    keys(i) = static_cast<Key>(by_second_key ? sampled.second_key(suffix) : sampled.key(suffix));
    suffixes(i) = static_cast<Position>(suffix);
  }
};

/// keys(i) = key of suffixes(i).
template <class Key, class Position, class MemorySpace>
struct FirstKeyOfSuffix
{
  SampledText<MemorySpace> sampled;
  Span<Key, MemorySpace> keys;
  Span<Position, MemorySpace> suffixes;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { keys(i) = static_cast<Key>(sampled.key(suffixes(i))); }
};

template <class ExecutionSpace, class Index, class Function, class Samples>
void for_each_suffix_by_samples(
    ExecutionSpace const& space, char const* label,
    SuffixVisitor<Index, typename ExecutionSpace::memory_space, Function, Samples> const& visitor)
{
  if constexpr (detail::works_on_host<ExecutionSpace>)
    Kokkos::parallel_for(label, backends::Range<ExecutionSpace>(space, 0, visitor.found.places.extent(0) - 1), visitor);
  else
    primitives::for_each_in_segments(space, label, visitor.found.places, visitor);
}

/// In how many parts the last sort is done. Keys of eight bytes are what a sort takes most memory for: 16n of 28n, text and
/// results among them, in one part, and 8n of 20n in two.
/// \param low_memory  in so many that the keys of one fit the second value array, of which the part uses its share
template <class Key, class Index>
[[nodiscard]] std::size_t parts_of_last_sort(std::size_t n, bool low_memory, Tuning const& tuning)
{
  if (low_memory) return 4 * sizeof(Key) / sizeof(Index);
  if (sizeof(Key) < 8) return 1;
  if (2 * sizeof(Key) * n > tuning.max_bytes_of_keys) return 3;
  return n >= tuning.min_length_of_two_last_sorts ? 2 : 1;
}

/// Makes the suffix array of the sorted samples, which lie in its front.
/// \tparam Key    holds a key of the sampled text
/// \param samples  [0..m), the front of the suffix array
/// \param other    [0..n) second value array of the sort; where there are parts its end has the samples
/// \param parts    that are sorted one after the other, at most
template <class Key, class ExecutionSpace, class Index>
void sort_by_samples(Context<ExecutionSpace> const& context,
                     SampledText<typename ExecutionSpace::memory_space> const& sampled,
                     Span<Index, typename ExecutionSpace::memory_space> samples,
                     Span<Index, typename ExecutionSpace::memory_space> const& suffix_array,
                     Span<Index, typename ExecutionSpace::memory_space> const& other, std::size_t parts);

}  // namespace lexikos::suffix_array_detail
