// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Patterns on their way to the range that they belong in: the directory divides the array into slots, of which each lies
// between two of its suffixes, and on one rank.

#include <lexikos/distributed/detail/ranges.hpp>

#include "common/items_of_segments.hpp"
#include "distributed/inverse.hpp"
#include "distributed/packed_suffixes.hpp"
#include "distributed/symbol_codes.hpp"

namespace lexikos::distributed_detail
{

constexpr std::uint64_t absent = ~std::uint64_t{0};

/// Symbols of patterns as codes of the text, or `absent`.
template <class MemorySpace>
struct CodeOfPatterns
{
  SymbolAt<MemorySpace> symbols;
  std::uint32_t const* codes;  ///< of bytes; null: symbols are codes
  std::uint64_t largest;

  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t i) const
  {
    std::uint64_t const symbol = symbols(i);
    std::uint64_t const code = codes != nullptr ? codes[symbol] : symbol;
    return code <= largest ? code : absent;
  }
};

template <class MemorySpace>
struct LengthBetween
{
  Span<std::uint64_t const, MemorySpace> offsets;
  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t i) const { return offsets(i + 1) - offsets(i); }
};

template <class MemorySpace>
struct WordsOfPattern
{
  Span<std::uint64_t, MemorySpace> lengths;
  std::uint64_t per_word;

  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t i) const
  {
    bool const has_any = i < lengths.extent(0) && lengths(i) != absent;
    return has_any ? (lengths(i) + per_word - 1) / per_word : 0;
  }
};

/// Packs a pattern; one with a symbol that the text lacks gets the length `absent`.
template <class MemorySpace>
struct PackPattern
{
  CodeOfPatterns<MemorySpace> codes;
  Span<std::uint64_t const, MemorySpace> offsets;  ///< of the piece's patterns
  int bits;
  Span<std::uint64_t, MemorySpace> word_offsets;
  Span<std::uint64_t, MemorySpace> words;
  Span<std::uint64_t, MemorySpace> lengths;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    auto const per_word = static_cast<std::uint64_t>(64 / bits);
    std::uint64_t place = word_offsets(i);
    for (std::uint64_t begin = 0; begin < lengths(i); begin += per_word, ++place) {
      std::uint64_t word = 0;
      for (std::uint64_t k = begin; k < begin + per_word; ++k) {
        std::uint64_t const code = k < lengths(i) ? codes(offsets(i) + k) : 0;
        if (code == absent) {
          lengths(i) = absent;
          return;
        }
        word = (per_word == 1 ? 0 : word << bits) | code;
      }
      words(place) = word;
    }
  }
};

/// Entries [begin, end) of the whole array.
template <class MemorySpace>
struct Slots
{
  Span<std::uint64_t const, MemorySpace> entries;  ///< of the directory

  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t begin(std::uint32_t slot) const
  {
    return slot == 0 ? 0 : entries(slot - 1) + 1;
  }
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t end(std::uint32_t slot) const { return entries(slot); }
};

/// Requests 2 i and 2 i + 1 are for the lower and the upper bound of pattern i.
template <class MemorySpace, class Index>
struct FindSlots
{
  PackedSuffixes<MemorySpace, Index> directory;
  std::uint64_t count;  ///< of its suffixes
  Span<std::uint64_t, MemorySpace> word_offsets;
  Span<std::uint64_t, MemorySpace> words;
  Span<std::uint64_t, MemorySpace> lengths;
  Span<std::uint32_t, MemorySpace> slots;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    PatternBounds bounds;  // before all, for what occurs nowhere
    if (lengths(i) != absent) bounds = bounds_of(directory, 0, count, {words.data() + word_offsets(i), lengths(i)});
    slots(2 * i) = static_cast<std::uint32_t>(bounds.lower);
    slots(2 * i + 1) = static_cast<std::uint32_t>(bounds.upper);
  }
};

/// Which rank answers a request: the number of ranks if nobody has to.
template <class MemorySpace>
struct RankOfRequest
{
  Span<std::uint32_t, MemorySpace> requests;
  Slots<MemorySpace> slots;
  BlocksOnDevice<MemorySpace> blocks;

  [[nodiscard]] KOKKOS_FUNCTION bool is_sent(std::size_t t) const
  {
    std::uint32_t const slot = requests(t);
    bool const is_repeated = t % 2 == 1 && requests(t - 1) == slot;
    return !is_repeated && slots.begin(slot) < slots.end(slot);
  }
  KOKKOS_FUNCTION std::uint32_t operator()(std::size_t t) const
  {
    if (!is_sent(t)) return static_cast<std::uint32_t>(blocks.firsts.extent(0) - 1);
    return static_cast<std::uint32_t>(blocks.owner(slots.begin(requests(t)) - 1));
  }
};

/// Of requests in the order in which they go.
template <class MemorySpace>
struct LengthOfRequest
{
  Span<std::uint64_t, MemorySpace> lengths;
  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t request) const { return lengths(request / 2); }
};

template <class MemorySpace>
struct CopyWordsOfRequest
{
  std::uint32_t const* order;
  std::uint64_t const* word_offsets;
  std::uint64_t const* words;
  std::uint64_t const* places;
  std::uint64_t* out;

  KOKKOS_FUNCTION void operator()(std::size_t j, std::size_t i) const
  {
    out[i] = words[word_offsets[order[j] / 2] + (i - places[j])];
  }
};

/// Relative to the beginning of the slot.
struct BoundsInSlot
{
  std::uint32_t lower;
  std::uint32_t upper;
};

template <class MemorySpace, class Index>
struct AnswerBounds
{
  PackedSuffixes<MemorySpace, Index> range;
  std::uint64_t first;  ///< entry of the range
  Slots<MemorySpace> slots;
  Span<std::uint32_t, MemorySpace> requests;
  Span<std::uint64_t, MemorySpace> word_offsets;
  Span<std::uint64_t, MemorySpace> words;
  Span<std::uint64_t, MemorySpace> lengths;

  KOKKOS_FUNCTION BoundsInSlot operator()(std::size_t j) const
  {
    std::uint64_t const begin = slots.begin(requests(j)) - first;
    auto const bounds =
        bounds_of(range, begin, slots.end(requests(j)) - first, {words.data() + word_offsets(j), lengths(j)});
    return {static_cast<std::uint32_t>(bounds.lower - begin), static_cast<std::uint32_t>(bounds.upper - begin)};
  }
};

/// From the answers to a pattern's requests to its interval.
template <class MemorySpace, class Index>
struct TakeInterval
{
  RankOfRequest<MemorySpace> requests;
  Span<BoundsInSlot, MemorySpace> answers;  ///< of the requests that were sent
  search_detail::IntervalOutput<MemorySpace, Index> output;
  std::size_t first;  ///< pattern of the piece

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::size_t const a = 2 * i;
    std::size_t const b = requests.requests(a) == requests.requests(a + 1) ? a : a + 1;
    std::uint64_t const begin =
        requests.slots.begin(requests.requests(a)) + (requests.is_sent(a) ? answers(a).lower : 0);
    std::uint64_t const end = requests.slots.begin(requests.requests(b)) + (requests.is_sent(b) ? answers(b).upper : 0);
    if (output.begins.data() != nullptr) {
      output.begins(first + i) = static_cast<Index>(begin);
      output.ends(first + i) = static_cast<Index>(end);
    }
    else {
      output.counts(first + i) = static_cast<Index>(end - begin);
    }
  }
};

}  // namespace lexikos::distributed_detail
