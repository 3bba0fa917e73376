// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The samples of a text by number: 0, 1, ... in the order of the text. What is kept of a sample, such as its rank, then takes
// an entry a sample, of four bytes however long the text is, and not one a position.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/words.hpp>

#include "suffix_array/context.hpp"
#include "suffix_array/samples/synchronizing_set.hpp"

namespace lexikos::suffix_array_detail
{

/// Which positions are sampled, as bits with counts: a number is found by one read of 32 bytes.
template <class MemorySpace>
struct SampleNumbers
{
  static constexpr std::size_t positions_of_block = 192;
  static constexpr std::size_t words_of_block = 4;

  /// Four for each block: how many samples precede it, and a bit for each of its positions, the first in the lowest.
  Span<std::uint64_t, MemorySpace> words;

  /// How many samples precede a position: the number of the sample there, if it is one.
  [[nodiscard]] KOKKOS_FUNCTION std::size_t number(std::size_t position) const
  {
    std::uint64_t const* const block = words.data() + position / positions_of_block * words_of_block;
    std::size_t const bit = position % positions_of_block;
    std::size_t count = block[0];
    for (std::size_t w = 0; w < bit / 64; ++w) count += detail::ones_in(block[1 + w]);
    std::uint64_t const below = (std::uint64_t{1} << bit % 64) - 1;
    return count + detail::ones_in(block[1 + bit / 64] & below);
  }
};

constexpr std::size_t sample_number_blocks(std::size_t n)
{
  return n / SampleNumbers<Kokkos::HostSpace>::positions_of_block + 1;
}

/// Positions of samples, in the order of their numbers, of which the upper bits are told by comparing the number.
template <class MemorySpace>
struct SamplePositions
{
  static constexpr std::size_t max_stretches = 16;

  Span<std::uint32_t, MemorySpace> low;  ///< [0..m) the lower bits
  int low_bits = 32;
  std::size_t stretches = 1;                 ///< of 2^low_bits positions, that the text has
  std::uint32_t firsts[max_stretches] = {};  ///< number of the first sample from each stretch on

  [[nodiscard]] KOKKOS_FUNCTION std::size_t stretch(std::size_t number) const
  {
    std::size_t found = 0;
    for (std::size_t s = 1; s < stretches; ++s) found += number >= firsts[s] ? 1 : 0;
    return found;
  }
  [[nodiscard]] KOKKOS_FUNCTION std::size_t operator()(std::size_t number) const
  {
    return stretch(number) << low_bits | low(number);
  }
  KOKKOS_FORCEINLINE_FUNCTION void prefetch(std::size_t number) const { detail::prefetch(&low(number)); }
};

/// Positions of samples in any order.
template <class MemorySpace>
struct SortedSamples
{
  Span<std::uint32_t, MemorySpace> low;   ///< [0..m) the lower bits
  Span<std::uint8_t, MemorySpace> upper;  ///< [0..m) the others; null where the text has none
  int low_bits = 32;

  [[nodiscard]] KOKKOS_FUNCTION std::size_t extent(int) const { return low.extent(0); }
  [[nodiscard]] KOKKOS_FUNCTION std::size_t operator()(std::size_t i) const
  {
    std::size_t const position = low(i);
    return upper.data() == nullptr ? position : std::size_t{upper(i)} << low_bits | position;
  }
  KOKKOS_FUNCTION void set(std::size_t i, std::size_t position) const
  {
    low(i) = static_cast<std::uint32_t>(position & ((std::uint64_t{1} << low_bits) - 1));
    if (upper.data() != nullptr) upper(i) = static_cast<std::uint8_t>(position >> low_bits);
  }
};

/// Error (not_supported) for texts whose positions the structures above cannot hold.
void require_numbered_length(std::size_t n, int low_bits);

/// How many samples there are. Fences.
template <class ExecutionSpace>
[[nodiscard]] std::size_t count_samples(ExecutionSpace const& space,
                                        SampleDistances<typename ExecutionSpace::memory_space> const& distances);

/// Bytes of workspace that `number_samples` takes for its result, and while it works.
constexpr std::size_t sample_numbers_bytes(std::size_t n)
{
  return sizeof(std::uint64_t) * SampleNumbers<Kokkos::HostSpace>::words_of_block * sample_number_blocks(n);
}
constexpr std::size_t number_samples_bytes(std::size_t n)
{
  return sizeof(std::uint64_t) * sample_number_blocks(n);
}

/// Numbers the samples of a text of n symbols. The result's memory is taken in the caller's scope.
template <class ExecutionSpace>
[[nodiscard]] SampleNumbers<typename ExecutionSpace::memory_space> number_samples(
    Context<ExecutionSpace> const& context, SampleDistances<typename ExecutionSpace::memory_space> const& distances,
    std::size_t n);

/// Lists the positions of the samples. Fences.
/// \param n          symbols of the text
/// \param low        [0..m) receives the lower bits
/// \param low_bits   how many these are, at most 32
template <class ExecutionSpace>
[[nodiscard]] SamplePositions<typename ExecutionSpace::memory_space> list_positions(
    Context<ExecutionSpace> const& context, SampleNumbers<typename ExecutionSpace::memory_space> const& numbers,
    std::size_t n, Span<std::uint32_t, typename ExecutionSpace::memory_space> const& low, int low_bits);

}  // namespace lexikos::suffix_array_detail
