// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The checksum of FORMAT.md: a sum over words of 8 bytes, each mixed with its place by steps that are one-to-one, so that
// parts of the data are added in any order, and two data that differ in one aligned word differ in their sums.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/memory.hpp>

#include "backends/launch.hpp"

namespace lexikos::compress_detail
{

KOKKOS_INLINE_FUNCTION std::uint64_t mixed(std::uint64_t word)
{
  word = (word ^ (word >> 32)) * 0xD6E8FEB86659FD93u;
  word = (word ^ (word >> 29)) * 0x9FB21C651E98DF25u;
  return word ^ (word >> 32);
}

/// What the word at index i adds.
KOKKOS_INLINE_FUNCTION std::uint64_t mixed_word(std::uint64_t word, std::uint64_t i)
{
  return mixed(word + (i + 1) * 0x9E3779B97F4A7C15u);
}

/// The word at index i of n bytes; those after the end are 0.
KOKKOS_INLINE_FUNCTION std::uint64_t word_at(std::uint8_t const* data, std::size_t n, std::size_t i)
{
  std::size_t const first = 8 * i;
  std::uint64_t word = 0;
  if (n - first >= 8) {
    for (unsigned k = 0; k < 8; ++k) word |= static_cast<std::uint64_t>(data[first + k]) << (8 * k);
    return word;
  }
  for (std::size_t k = first; k < n; ++k) word |= static_cast<std::uint64_t>(data[k]) << (8 * (k - first));
  return word;
}

/// The length counts, so that zeros at the end do.
KOKKOS_INLINE_FUNCTION std::uint64_t finished(std::uint64_t sum, std::uint64_t n)
{
  return mixed(sum ^ mixed(n));
}

struct AddMixedWords
{
  std::uint8_t const* data;
  std::size_t n;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& sum) const
  {
    sum += mixed_word(word_at(data, n, i), i);
  }
};

/// Of an array where the space works. Fences.
template <class ExecutionSpace>
[[nodiscard]] std::uint64_t checksum(ExecutionSpace const& space,
                                     Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& data)
{
  std::uint64_t sum = 0;
  std::size_t const n = data.extent(0);
  Kokkos::parallel_reduce("lexikos::compress::checksum", backends::Range<ExecutionSpace>(space, 0, (n + 7) / 8),
                          AddMixedWords{data.data(), n}, sum);
  return finished(sum, n);
}

/// Of bytes of the host, by one thread.
[[nodiscard]] inline std::uint64_t checksum(std::uint8_t const* data, std::size_t n)
{
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < (n + 7) / 8; ++i) sum += mixed_word(word_at(data, n, i), i);
  return finished(sum, n);
}

}  // namespace lexikos::compress_detail
