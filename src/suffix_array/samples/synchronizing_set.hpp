// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// A sample of the text's positions that the text itself chooses: every window of W positions contributes the one whose k
// symbols hash to the smallest value, the first such one ("winnowing", Schleimer, Wilkerson and Aiken 2003; minimizers,
// Roberts et al. 2004). What makes it a synchronizing set (Kempa and Kociumaka 2019) is that the distance from a position
// to the sample of its window depends on the W + k - 1 symbols from there on alone: suffixes that agree in these have
// their sample at the same distance, so their order is that of the samples. About 2 / (W + 1) of all positions are
// sampled; in a run of one letter longer than a window, all of them.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/words.hpp>

#include "backends/launch.hpp"
#include "suffix_array/context.hpp"
#include "suffix_array/text/alphabet.hpp"

namespace lexikos::suffix_array_detail
{

constexpr int max_symbols_of_window = 16;

/// Sizes of the sampling, in symbols.
struct Sampling
{
  int window = 1;  ///< W, at most max_symbols_of_window
  int length = 1;  ///< k
  bool skips_runs =
      false;  ///< runs of one letter are left out (long_runs.hpp); the window is narrower than the largest

  /// Symbols that the distance to the next sample depends on.
  [[nodiscard]] KOKKOS_FUNCTION std::size_t context() const { return static_cast<std::size_t>(window + length - 1); }
};

/// How a text is sampled, and about which share of its positions then is.
struct SampleChoice
{
  Sampling sampling;
  double density = 0;
};

/// Symbols that a sort of their codes by 64 bits compares.
inline int symbols_of_key(int bits)
{
  return 64 / bits;
}

/// Symbols to be hashed at once, so that those of a window rarely tie.
inline int symbols_to_hash(Alphabet const& alphabet, double bits_to_hash, int most)
{
  auto const wanted = static_cast<int>(std::ceil(bits_to_hash / std::max(alphabet.entropy, 0.1)));
  return std::clamp(wanted, 1, std::max(1, std::min({most, 8, 32 / alphabet.bits})));
}

/// Windows as wide as one sort by their context may cost: eight ninths of a key, rounded up to whole digits of the sort.
inline Sampling sampling_by_one_key(Alphabet const& alphabet)
{
  int const most = symbols_of_key(alphabet.bits);
  int const digits = (std::max(most * 8 / 9, 1) * alphabet.bits + 7) / 8;
  int const context = std::clamp(digits * 8 / alphabet.bits, 1, std::min(most, max_symbols_of_window));
  int const length = symbols_to_hash(alphabet, 4, context / 2);
  return {context - length + 1, length};
}

/// The widest windows whose contexts two keys hold.
inline Sampling sampling_by_two_keys(Alphabet const& alphabet)
{
  int const most = 2 * symbols_of_key(alphabet.bits);
  int const length = symbols_to_hash(alphabet, 8, most / 4);
  return {std::min(max_symbols_of_window, most - length + 1), length};
}

/// \param small  rather a small sample, and two sorts by the contexts, where one key leads to narrow windows
inline Sampling sampling_for(Alphabet const& alphabet, bool small)
{
  Sampling const sampling = sampling_by_one_key(alphabet);
  return small && sampling.window < max_symbols_of_window * 3 / 4 ? sampling_by_two_keys(alphabet) : sampling;
}

/// The distance of a position in a run, which has no sample.
constexpr std::uint32_t distance_in_run = 15;

/// For every position the distance to the sample of its window, four bits each.
template <class MemorySpace>
struct SampleDistances
{
  Span<std::uint32_t, MemorySpace> words;  ///< eight distances each, the first in the lowest bits
  std::size_t size = 0;                    ///< positions that have a window: n - context + 1
  Sampling sampling;

  [[nodiscard]] KOKKOS_FUNCTION std::size_t operator()(std::size_t position) const
  {
    return (words(position / 8) >> (position % 8 * 4)) & 15;
  }
  /// Whether the position is in a run that is left out; then it has no sample.
  [[nodiscard]] KOKKOS_FUNCTION bool is_in_run(std::size_t position) const
  {
    return sampling.skips_runs && position < size && (*this)(position) == distance_in_run;
  }
  /// Whether a run ends there: the position before is in it.
  [[nodiscard]] KOKKOS_FUNCTION bool ends_run(std::size_t position) const
  {
    return position != 0 && is_in_run(position - 1) && !is_in_run(position);
  }
  /// Position of the sample of the window there.
  [[nodiscard]] KOKKOS_FUNCTION std::size_t sample(std::size_t position) const { return position + (*this)(position); }
  KOKKOS_FORCEINLINE_FUNCTION void prefetch(std::size_t position) const { detail::prefetch(&words(position / 8)); }
};

constexpr std::size_t sample_distance_words(std::size_t n)
{
  return n / 8 + 1;
}

/// The samples of sixteen windows that follow each other. No branch depends on the text, so that the threads of a warp
/// stay together.
/// \tparam Text  n symbols; symbols(position, k): k of them as a number
template <class Text>
class SamplesOfWindows
{
 public:
  static constexpr int count = 16;

  /// \param first  position of the first window
  KOKKOS_FUNCTION SamplesOfWindows(Text const& text, Sampling const& sampling, std::size_t first)
  {
    std::size_t const last = text.n - static_cast<std::size_t>(sampling.length);
    int const places = count + sampling.window - 1;
    for (int i = 0; i < places; ++i) {
      std::size_t const position = first + i < last ? first + i : last;  // any value will do after the last window
      m_smallest[i] = (hash(text.symbols(position, sampling.length)) & ~place_mask) | i;
    }
    // m_smallest(i) becomes the smallest of `reach` hashes from i on, the first of them among equals
    // (not i + reach < places, where GCC 13 warns of a subscript below 0)
    int reach = 1;
    for (; 2 * reach <= sampling.window; reach *= 2)
      for (int i = 0; i < places - reach; ++i) m_smallest[i] = smaller(m_smallest[i], m_smallest[i + reach]);
    if (reach < sampling.window) m_rest = sampling.window - reach;
  }

  /// Distance from the i-th window's position to its sample.
  [[nodiscard]] KOKKOS_FUNCTION std::uint32_t distance(int i) const
  {
    return (smaller(m_smallest[i], m_smallest[i + m_rest]) & place_mask) - i;
  }

 private:
  static constexpr std::uint32_t place_mask = 31;
  static constexpr int max_places = count + 15;

  static KOKKOS_FUNCTION std::uint32_t smaller(std::uint32_t a, std::uint32_t b) { return a < b ? a : b; }

  static KOKKOS_FUNCTION std::uint32_t hash(std::uint64_t symbols)
  {
    std::uint32_t const spread = (static_cast<std::uint32_t>(symbols) + 1) * 0x9e3779b1u;
    return (spread ^ (spread >> 15)) * 0x85ebca6bu;
  }

  int m_rest = 0;  ///< places of a window after those that one entry of m_smallest stands for
  std::uint32_t m_smallest[max_places];
};

/// The distances of sixteen windows that follow each other.
template <class Text, class MemorySpace>
struct FindSamples
{
  Text text;
  Sampling sampling;
  std::size_t size;  ///< windows of the text
  Span<std::uint32_t, MemorySpace> words;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    using Samples = SamplesOfWindows<Text>;
    std::size_t const first = q * Samples::count;
    Samples const samples(text, sampling, first);
    for (int half = 0; half < 2 && first + 8 * half < size; ++half) {
      std::uint32_t word = 0;
      for (int i = 0; i < 8; ++i) word |= samples.distance(8 * half + i) << 4 * i;
      words(first / 8 + half) = word;
    }
  }
};

/// \param text    as SamplesOfWindows takes it
/// \param memory  at least sample_distance_words(n) words, which the result uses
template <class ExecutionSpace, class Text>
SampleDistances<typename ExecutionSpace::memory_space> find_samples(
    ExecutionSpace const& space, Text const& text, Sampling const& sampling,
    Span<std::uint32_t, typename ExecutionSpace::memory_space> const& memory)
{
  constexpr std::size_t count = SamplesOfWindows<Text>::count;
  std::size_t const context = sampling.context();
  std::size_t const size = text.n < context ? 0 : text.n - context + 1;
  Kokkos::parallel_for("lexikos::suffix_array::find_samples",
                       backends::Range<ExecutionSpace>(space, 0, (size + count - 1) / count),
                       FindSamples<Text, typename ExecutionSpace::memory_space>{text, sampling, size, memory});
  return {memory, size, sampling};
}

/// Lists the samples in text order: firsts(j) is the first position whose window has the j-th sample. Returns how many;
/// fences.
/// \param firsts  [0..number of samples), at most distances.size
/// \param flags   [0..distances.size) scratch
template <class ExecutionSpace, class Index>
std::size_t list_samples(Context<ExecutionSpace> const& context,
                         SampleDistances<typename ExecutionSpace::memory_space> const& distances,
                         Span<Index, typename ExecutionSpace::memory_space> const& firsts,
                         Span<std::uint8_t, typename ExecutionSpace::memory_space> const& flags);

/// Where `list_samples` has the first position whose window has a sample, puts the sample's position.
template <class ExecutionSpace, class Index>
void positions_of_samples(Context<ExecutionSpace> const& context,
                          SampleDistances<typename ExecutionSpace::memory_space> const& distances,
                          Span<Index, typename ExecutionSpace::memory_space> const& firsts,
                          Span<Index, typename ExecutionSpace::memory_space> const& positions);

/// Bit t is set where the window t positions before `sample` has it as its sample.
template <class MemorySpace>
KOKKOS_FUNCTION std::uint16_t windows_of(SampleDistances<MemorySpace> const& distances, std::size_t sample)
{
  auto const window = static_cast<std::size_t>(distances.sampling.window);
  std::size_t const most = sample < window ? sample + 1 : window;
  std::uint32_t word = distances.words(sample / 8);
  std::uint32_t windows = 0;
  for (std::size_t t = 0; t < most; ++t) {
    std::size_t const position = sample - t;
    if (t != 0 && position % 8 == 7) word = distances.words(position / 8);
    if (((word >> (position % 8 * 4)) & 15) == t && position < distances.size) windows |= 1u << t;
  }
  return static_cast<std::uint16_t>(windows);
}

}  // namespace lexikos::suffix_array_detail
