// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Samples of a text: places that the symbols after them choose, so that a string that comes again has samples at the same
// places. Those whose windows are the same are found by sorting keys.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <lexikos/detail/words.hpp>
#include <lexikos/memory.hpp>

#include "compress/checksum.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::compress_detail
{

/// Symbols that choose a place, and that it shares with the one whose copy it may be.
constexpr std::size_t window = 32;
constexpr unsigned rate_bits = 5;
constexpr unsigned sample_bits = 28;
constexpr std::uint64_t sample_mask = (std::uint64_t{1} << sample_bits) - 1;
constexpr std::uint32_t no_place = ~std::uint32_t{0};
/// Copies are rare if half of their samples or more come at most so often.
constexpr std::uint32_t max_of_rare = 16;

constexpr std::uint64_t factor = 0x9E3779B97F4A7C15u;
constexpr std::uint64_t factor_of_window = [] {
  std::uint64_t power = 1;
  for (std::size_t i = 0; i < window; ++i) power *= factor;
  return power;
}();

constexpr std::size_t word_symbols = sizeof(std::uint64_t);
static_assert(window % word_symbols == 0);

/// A polynomial of the symbols text[place..place + window), which are symbols of the text.
KOKKOS_INLINE_FUNCTION std::uint64_t sum_of_window(std::uint8_t const* text, std::size_t n, std::size_t place)
{
  std::uint64_t sum = 0;
  for (std::size_t i = place; i < place + window; i += word_symbols) {
    std::uint64_t const word = detail::load_padded_word(text, i, n);
    for (std::size_t k = 0; k < word_symbols; ++k) sum = sum * factor + ((word >> (8 * k)) & 0xFF) + 1u;
  }
  return sum;
}

/// Marks the places that their windows choose, by words where that can be: a device's thread loads one in the time of a byte.
template <class ExecutionSpace>
struct MarkSamples
{
  /// Places of a work item, which begins with a window. Lanes of a device that are further apart read lines of their own.
  static constexpr std::size_t places = detail::works_on_host<ExecutionSpace> ? 4096 : 64;

  std::uint8_t const* text;
  std::size_t n;
  std::uint8_t* is_sample;  // of a word's alignment

  KOKKOS_FUNCTION void operator()(std::size_t item, std::uint64_t& samples) const
  {
    std::size_t const begin = item * places;
    std::size_t const end = begin + places < n ? begin + places : n;
    std::size_t i = begin;
    if (begin + window <= n) {
      std::uint64_t sum = sum_of_window(text, n, begin);
      while (i + word_symbols <= end && mark_word(i, sum, samples)) i += word_symbols;
      for (; i < end && i + window <= n; ++i) {
        bool const is_chosen = chooses(sum);
        is_sample[i] = is_chosen ? 1 : 0;
        samples += is_chosen ? 1 : 0;
        if (i + window < n) sum = after(sum, text[i], text[i + window]);
      }
    }
    for (; i < end; ++i) is_sample[i] = 0;
  }

 private:
  KOKKOS_INLINE_FUNCTION static bool chooses(std::uint64_t sum) { return mixed(sum) >> (64 - rate_bits) == 0; }
  /// Of the next window.
  KOKKOS_INLINE_FUNCTION static std::uint64_t after(std::uint64_t sum, std::uint64_t leaves, std::uint64_t comes)
  {
    return sum * factor + (comes + 1u) - factor_of_window * (leaves + 1u);
  }

  /// Places [i, i + word_symbols), whose first window has the sum. Returns false, and has done nothing, where words cannot be
  /// read.
  KOKKOS_INLINE_FUNCTION bool mark_word(std::size_t i, std::uint64_t& sum, std::uint64_t& samples) const
  {
    std::uint64_t leaving = 0;
    std::uint64_t coming = 0;
    if (!detail::load_word(text, i, n, leaving) || !detail::load_word(text, i + window, n, coming)) return false;
    std::uint64_t marks = 0;
    for (std::size_t k = 0; k < word_symbols; ++k) {
      std::uint64_t const is_chosen = chooses(sum) ? 1 : 0;
      marks |= is_chosen << (8 * k);
      samples += is_chosen;
      sum = after(sum, (leaving >> (8 * k)) & 0xFF, (coming >> (8 * k)) & 0xFF);
    }
    std::memcpy(__builtin_assume_aligned(is_sample + i, word_symbols), &marks, word_symbols);
    return true;
  }
};

/// What a window is, above the sample's number.
template <class MemorySpace>
struct MakeKeys
{
  std::uint8_t const* text;
  std::size_t n;
  Span<std::uint32_t const, MemorySpace> places;
  Span<std::uint64_t, MemorySpace> keys;

  KOKKOS_FUNCTION void operator()(std::size_t sample) const
  {
    std::uint64_t const content = mixed(sum_of_window(text, n, places(sample))) << rate_bits;
    keys(sample) = ((content >> sample_bits) << sample_bits) | sample;
  }
};

/// Of each sample, the last place before whose window is the same, as far as keys tell. Counts those that have one.
template <class MemorySpace>
struct LinkSamples
{
  Span<std::uint64_t const, MemorySpace> keys;  // sorted
  Span<std::uint32_t const, MemorySpace> places;
  Span<std::uint32_t, MemorySpace> earlier;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& known) const
  {
    bool const is_known = i > 0 && keys(i) >> sample_bits == keys(i - 1) >> sample_bits;
    earlier(keys(i) & sample_mask) = is_known ? places(keys(i - 1) & sample_mask) : no_place;
    known += is_known ? 1 : 0;
  }
};

/// The first of those that are the same, of which there are two or more.
template <class MemorySpace>
struct CountRepeated
{
  Span<std::uint64_t const, MemorySpace> keys;  // sorted

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& repeated) const
  {
    auto const is_as_next = [&](std::size_t k) { return keys(k) >> sample_bits == keys(k + 1) >> sample_bits; };
    repeated += i + 1 < keys.extent(0) && is_as_next(i) && (i == 0 || !is_as_next(i - 1)) ? 1 : 0;
  }
};

/// Whether a sample is one of max_of_rare that are the same, or fewer.
template <class MemorySpace>
struct MarkRare
{
  Span<std::uint64_t const, MemorySpace> keys;  // sorted
  Span<std::uint8_t, MemorySpace> is_rare;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t const own = keys(i) >> sample_bits;
    std::uint32_t same = 1;
    for (std::size_t k = i; k > 0 && keys(k - 1) >> sample_bits == own && same <= max_of_rare; --k) ++same;
    for (std::size_t k = i + 1; k < keys.extent(0) && keys(k) >> sample_bits == own && same <= max_of_rare; ++k) ++same;
    is_rare(keys(i) & sample_mask) = same <= max_of_rare ? 1 : 0;
  }
};

}  // namespace lexikos::compress_detail
