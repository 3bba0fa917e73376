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
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>

#include "backends/primitives.hpp"
#include "suffix_array/packed_text.hpp"
#include "suffix_array/range.hpp"

namespace lexikos::suffix_array_detail
{

/// Sizes of the sampling, in symbols.
struct Sampling
{
  int window = 1;  ///< W, at most 16
  int length = 1;  ///< k

  /// Symbols that the distance to the next sample depends on.
  [[nodiscard]] KOKKOS_FUNCTION std::size_t context() const { return static_cast<std::size_t>(window + length - 1); }
};

/// Windows as wide as keys of `symbols_per_key` symbols allow: the context has to be shorter than a key, and rounds begin
/// the deeper the shorter it is. Few different symbols are hashed in pairs or more, so that neighbours rarely tie.
inline Sampling sampling_for(int bits, int symbols_per_key)
{
  int const context = std::clamp(symbols_per_key * 8 / 9, 1, 16);
  int const length = std::clamp(std::min((bits + 4) / bits, context / 2), 1, 8);
  return {context - length + 1, length};
}

/// For every position the distance to the sample of its window, four bits each.
template <class MemorySpace>
struct SampleDistances
{
  Span<std::uint32_t, MemorySpace> words;  ///< eight distances each, the first in the lowest bits
  std::size_t size = 0;                    ///< positions that have a window: n - context + 1
  Sampling sampling;

  [[nodiscard]] KOKKOS_FUNCTION std::size_t operator()(std::size_t position) const
  {
    return words(position / 8) >> (position % 8 * 4) & 15;
  }
};

constexpr std::size_t sample_distance_words(std::size_t n)
{
  return n / 8 + 1;
}

/// Finds the samples of the windows that follow each other.
template <class MemorySpace>
class WindowMinimum
{
 public:
  KOKKOS_FUNCTION WindowMinimum(PackedText<MemorySpace> const& packed, Sampling const& sampling, std::size_t first)
      : m_packed(packed), m_sampling(sampling)
  {
    find(first);
  }

  /// The sample of the window at `position`, which is one further than that of the last call or the first window.
  [[nodiscard]] KOKKOS_FUNCTION std::size_t at(std::size_t position)
  {
    if (m_sample < position)
      find(position);
    else
      consider(position + m_sampling.window - 1);
    return m_sample;
  }

 private:
  KOKKOS_FUNCTION void find(std::size_t position)
  {
    m_sample = position;
    m_hash = hash(position);
    for (int t = 1; t < m_sampling.window; ++t) consider(position + t);
  }

  KOKKOS_FUNCTION void consider(std::size_t position)
  {
    std::uint32_t const candidate = hash(position);
    if (candidate >= m_hash) return;
    m_sample = position;
    m_hash = candidate;
  }

  /// One to one while k symbols fit 32 bits.
  [[nodiscard]] KOKKOS_FUNCTION std::uint32_t hash(std::size_t position) const
  {
    auto const symbols = static_cast<std::uint32_t>(m_packed.prefix(position, m_sampling.length)) + 1;
    std::uint32_t const spread = symbols * 0x9e3779b1u;
    return (spread ^ spread >> 15) * 0x85ebca6bu;
  }

  PackedText<MemorySpace> m_packed;
  Sampling m_sampling;
  std::size_t m_sample = 0;
  std::uint32_t m_hash = 0;
};

/// \param memory  at least sample_distance_words(n) words, which the result uses
template <class ExecutionSpace>
SampleDistances<typename ExecutionSpace::memory_space> find_samples(
    ExecutionSpace const& space, PackedText<typename ExecutionSpace::memory_space> const& packed,
    Sampling const& sampling, Span<std::uint32_t, typename ExecutionSpace::memory_space> const& memory)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  constexpr std::size_t positions_at_once = 64;  // so that finding the first window's sample is a small part
  std::size_t const context = sampling.context();
  std::size_t const size = packed.n < context ? 0 : packed.n - context + 1;
  Kokkos::parallel_for(
      "lexikos::suffix_array::find_samples", range(space, (size + positions_at_once - 1) / positions_at_once),
      KOKKOS_LAMBDA(std::int64_t q) {
        std::size_t position = static_cast<std::size_t>(q) * positions_at_once;
        std::size_t const end = position + positions_at_once < size ? position + positions_at_once : size;
        WindowMinimum<MemorySpace> minimum(packed, sampling, position);
        while (position < end) {
          std::size_t const word_index = position / 8;
          std::uint32_t word = 0;
          for (int shift = 0; shift < 32 && position < end; shift += 4, ++position)
            word |= static_cast<std::uint32_t>(minimum.at(position) - position) << shift;
          memory(word_index) = word;
        }
      });
  return {memory, size, sampling};
}

/// Lists the samples in text order: first(j) is the first position whose window has the j-th sample. Returns how many;
/// fences.
/// \param firsts  [0..number of samples), at most distances.size
/// \param flags   [0..distances.size) scratch
template <class ExecutionSpace, class IndexView, class FlagView>
std::size_t list_samples(ExecutionSpace const& space,
                         SampleDistances<typename ExecutionSpace::memory_space> const& distances,
                         IndexView const& firsts, FlagView const& flags, Workspace& workspace)
{
  Kokkos::parallel_for(
      "lexikos::suffix_array::flag_samples", range(space, distances.size),
      KOKKOS_LAMBDA(std::int64_t i) { flags(i) = i == 0 || i - 1 + distances(i - 1) != i + distances(i) ? 1 : 0; });
  return primitives::select_positions(space, flags, firsts, workspace);
}

/// The positions whose windows share a sample: sample - last .. sample - first.
struct WindowsOfSample
{
  std::uint8_t first = 0;
  std::uint8_t count = 0;
};

/// A window's sample never lies before that of the window before it, so a sample's windows follow each other.
template <class MemorySpace>
KOKKOS_FUNCTION WindowsOfSample windows_of(SampleDistances<MemorySpace> const& distances, std::size_t sample)
{
  WindowsOfSample windows;
  std::size_t const window = static_cast<std::size_t>(distances.sampling.window);
  std::size_t const most = sample < window ? sample + 1 : window;
  std::uint32_t word = distances.words(sample / 8);
  for (std::size_t t = 0; t < most; ++t) {
    std::size_t const position = sample - t;
    if (t != 0 && position % 8 == 7) word = distances.words(position / 8);
    if ((word >> position % 8 * 4 & 15) != t || position >= distances.size) continue;
    if (windows.count == 0) windows.first = static_cast<std::uint8_t>(t);
    ++windows.count;
  }
  return windows;
}

}  // namespace lexikos::suffix_array_detail
