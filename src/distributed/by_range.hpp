// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Patterns on their way to the ranges in which they belong.

#include <lexikos/detail/words.hpp>
#include <lexikos/distributed/detail/ranges.hpp>

#include "distributed/inverse.hpp"
#include "distributed/packed_suffixes.hpp"
#include "distributed/table_by_range.hpp"

namespace lexikos::distributed_detail
{

/// Lengths of patterns. Where those of all ranks are the same, they need neither be listed nor sent.
template <class MemorySpace>
struct PatternLengths
{
  bool are_same;
  std::uint64_t same;
  Span<std::uint64_t const, MemorySpace> listed;

  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t i) const { return are_same ? same : listed(i); }
};

/// Of their first words, and of the end.
template <class MemorySpace>
struct WordOffsets
{
  bool are_even;
  std::uint64_t words_each;
  Span<std::uint64_t const, MemorySpace> listed;

  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t i) const { return are_even ? i * words_each : listed(i); }
};

/// Patterns one after the other, each from a word's beginning on.
template <class MemorySpace>
struct PackedPatterns
{
  PatternLengths<MemorySpace> lengths;
  WordOffsets<MemorySpace> places;
  Span<std::uint64_t, MemorySpace> words;

  KOKKOS_FUNCTION PackedPattern operator()(std::size_t i) const { return {words.data() + places(i), lengths(i)}; }
};

template <class MemorySpace>
struct LengthBetween
{
  Span<std::uint64_t const, MemorySpace> offsets;
  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t i) const { return offsets(i + 1) - offsets(i); }
};

template <class MemorySpace>
struct ShortestAndLongest
{
  using Result = typename Kokkos::MinMax<std::uint64_t>::value_type;

  LengthBetween<MemorySpace> lengths;

  KOKKOS_FUNCTION void operator()(std::size_t i, Result& result) const
  {
    std::uint64_t const length = lengths(i);
    if (length < result.min_val) result.min_val = length;
    if (length > result.max_val) result.max_val = length;
  }
};

template <class MemorySpace>
struct WordsOfPattern
{
  Span<std::uint64_t const, MemorySpace> lengths;
  std::uint64_t per_word;

  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t i) const
  {
    return i < lengths.extent(0) ? (lengths(i) + per_word - 1) / per_word : 0;
  }
};

/// Symbols of patterns as codes of the text.
template <class MemorySpace>
struct CodesOfPatterns
{
  static constexpr unsigned max_at_once = 8;

  Span<std::uint8_t const, MemorySpace> bytes;
  unsigned symbol_bytes;
  std::uint32_t const* codes;  ///< of bytes; null: symbols are codes
  std::uint64_t largest;       ///< code that the text has

  [[nodiscard]] KOKKOS_FUNCTION unsigned at_once() const { return max_at_once / symbol_bytes; }
  /// Those of the symbols from one on, `at_once` of them, of whatever pattern; of what the text lacks, one above `largest`.
  KOKKOS_FUNCTION void read(std::uint64_t first, std::uint64_t (&out)[max_at_once]) const
  {
    std::uint64_t const window = detail::load_padded_word(bytes.data(), first * symbol_bytes, bytes.extent(0));
    unsigned const bits = 8 * symbol_bytes;
    std::uint64_t const mask = ~std::uint64_t{0} >> (64 - bits);
    for (unsigned j = 0; j < max_at_once; ++j) {
      std::uint64_t const symbol = j < at_once() ? window >> (j * bits) & mask : 0;
      out[j] = codes != nullptr ? codes[symbol] : symbol;
    }
  }
};

/// In whose ranges the bounds of each pattern's interval lie: the number of ranks where nobody has to be asked.
template <class MemorySpace>
struct OwnersOfPatterns
{
  Span<std::uint32_t, MemorySpace> lower;
  Span<std::uint32_t, MemorySpace> upper;
};

/// Packs a pattern, and finds its owners; one with a symbol that the text lacks has none.
template <class MemorySpace, class Index>
struct PackPattern
{
  CodesOfPatterns<MemorySpace> codes;
  Span<std::uint64_t const, MemorySpace> offsets;  ///< of the piece's patterns
  PackedPatterns<MemorySpace> patterns;
  PackedSuffixes<MemorySpace, Index> splitters;
  std::uint64_t splitter_count;
  Span<std::uint32_t const, MemorySpace> ranks;  ///< between the splitters
  std::uint32_t nobody;
  OwnersOfPatterns<MemorySpace> owners;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    bool const occurs = pack(i) && ranks.extent(0) != 0;
    PatternBounds const bounds = occurs ? bounds_of(splitters, 0, splitter_count, patterns(i)) : PatternBounds{};
    owners.lower(i) = occurs ? ranks(bounds.lower) : nobody;
    owners.upper(i) = occurs ? ranks(bounds.upper) : nobody;
  }

 private:
  /// Whether the text has all its symbols.
  [[nodiscard]] KOKKOS_FUNCTION bool pack(std::size_t i) const
  {
    int const bits = splitters.text.bits;
    int const per_word = static_cast<int>(symbols_per_word(bits));
    unsigned const at_once = codes.at_once();
    std::uint64_t const length = patterns.lengths(i);
    std::uint64_t* out = patterns.words.data() + patterns.places(i);
    bool occurs = true;
    std::uint64_t word = 0;
    int room = per_word;
    for (std::uint64_t begin = 0; begin < length; begin += at_once) {
      std::uint64_t next[CodesOfPatterns<MemorySpace>::max_at_once];
      codes.read(offsets(i) + begin, next);
      auto const count = static_cast<unsigned>(Kokkos::min<std::uint64_t>(length - begin, at_once));
      for (unsigned j = 0; j < CodesOfPatterns<MemorySpace>::max_at_once; ++j) {
        if (j >= count) break;
        occurs = occurs && next[j] <= codes.largest;
        word = word << bits | next[j];
        if (--room != 0) continue;
        *out++ = word;
        word = 0;
        room = per_word;
      }
    }
    if (room != per_word) *out = word << room * bits;
    return occurs;
  }
};

template <class MemorySpace>
struct IsDivided
{
  OwnersOfPatterns<MemorySpace> owners;
  KOKKOS_FUNCTION std::uint8_t operator()(std::size_t i) const { return owners.lower(i) != owners.upper(i) ? 1 : 0; }
};

/// One for each pattern, and one more, for the upper bound, for those whose interval lies on several ranks. As a functor: who
/// answers a request.
template <class MemorySpace>
struct Requests
{
  OwnersOfPatterns<MemorySpace> owners;
  Span<std::uint32_t, MemorySpace> divided;  ///< patterns

  [[nodiscard]] KOKKOS_FUNCTION std::size_t pattern(std::size_t request) const
  {
    std::size_t const count = owners.lower.extent(0);
    return request < count ? request : divided(request - count);
  }
  KOKKOS_FUNCTION std::uint32_t operator()(std::size_t request) const
  {
    std::size_t const count = owners.lower.extent(0);
    return request < count ? owners.lower(request) : owners.upper(divided(request - count));
  }
};

template <class MemorySpace>
struct LengthOfRequest
{
  Requests<MemorySpace> requests;
  PatternLengths<MemorySpace> lengths;
  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t request) const { return lengths(requests.pattern(request)); }
};

template <class MemorySpace>
struct CopyWordsOfRequest
{
  Requests<MemorySpace> requests;
  PackedPatterns<MemorySpace> patterns;
  Span<std::uint32_t, MemorySpace> places;  ///< of requests
  std::uint64_t sent_count;
  PackedPatterns<MemorySpace> sent;

  KOKKOS_FUNCTION void operator()(std::size_t request) const
  {
    std::uint32_t const place = places(request);
    if (place >= sent_count) return;
    std::uint64_t const from = patterns.places(requests.pattern(request));
    std::uint64_t const to = sent.places(place);
    std::uint64_t const count = sent.places(place + 1) - to;
    for (std::uint64_t word = 0; word < count; ++word) sent.words(to + word) = patterns.words(from + word);
  }
};

/// Relative to the range's first entry.
struct BoundsInRange
{
  std::uint32_t lower;
  std::uint32_t upper;
};

template <class MemorySpace, class Index>
struct AnswerBounds
{
  PackedSuffixes<MemorySpace, Index> range;
  std::uint64_t entries;
  PrefixTable<MemorySpace> table;
  PackedPatterns<MemorySpace> patterns;

  KOKKOS_FUNCTION BoundsInRange operator()(std::size_t j) const
  {
    PackedPattern const pattern = patterns(j);
    if (pattern.length == 0) return {0, static_cast<std::uint32_t>(entries)};
    EntryRange const same_prefix = table.range_of(pattern);
    auto const bounds = bounds_of(range, same_prefix.begin, same_prefix.end, pattern);
    return {static_cast<std::uint32_t>(bounds.lower), static_cast<std::uint32_t>(bounds.upper)};
  }
};

template <class MemorySpace, class Index>
KOKKOS_FUNCTION void write_interval(search_detail::IntervalOutput<MemorySpace, Index> const& output, std::size_t i,
                                    std::uint64_t begin, std::uint64_t end)
{
  if (output.begins.data() != nullptr) {
    output.begins(i) = static_cast<Index>(begin);
    output.ends(i) = static_cast<Index>(end);
  }
  else {
    output.counts(i) = static_cast<Index>(end - begin);
  }
}

/// To requests.
template <class MemorySpace>
struct Answers
{
  Span<BoundsInRange, MemorySpace> values;
  Span<std::uint32_t, MemorySpace> places;
  KOKKOS_FUNCTION BoundsInRange operator()(std::size_t request) const { return values(places(request)); }
};

/// Those on one rank, and where nobody was asked.
template <class MemorySpace, class Index>
struct TakeInterval
{
  OwnersOfPatterns<MemorySpace> owners;
  BlocksOnDevice<MemorySpace> blocks;
  Answers<MemorySpace> answers;
  search_detail::IntervalOutput<MemorySpace, Index> output;
  std::size_t first;  ///< pattern of the piece

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint32_t const owner = owners.lower(i);
    if (owner != owners.upper(i)) return;
    if (owner + 1 == blocks.firsts.extent(0)) return write_interval(output, first + i, 0, 0);
    BoundsInRange const answer = answers(i);
    write_interval(output, first + i, blocks.firsts(owner) + answer.lower, blocks.firsts(owner) + answer.upper);
  }
};

/// Those on several.
template <class MemorySpace, class Index>
struct TakeDividedInterval
{
  Requests<MemorySpace> requests;
  BlocksOnDevice<MemorySpace> blocks;
  Answers<MemorySpace> answers;
  search_detail::IntervalOutput<MemorySpace, Index> output;
  std::size_t first;

  KOKKOS_FUNCTION void operator()(std::size_t j) const
  {
    std::size_t const i = requests.divided(j);
    auto const& owners = requests.owners;
    write_interval(output, first + i, blocks.firsts(owners.lower(i)) + answers(i).lower,
                   blocks.firsts(owners.upper(i)) + answers(owners.lower.extent(0) + j).upper);
  }
};

}  // namespace lexikos::distributed_detail
