// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The text beside an FM-index, and the places of rows in it.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/bit_vector.hpp>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/fm_exceptions.hpp>
#include <lexikos/detail/fm_rows.hpp>
#include <lexikos/detail/fm_sample_table.hpp>
#include <lexikos/detail/words.hpp>
#include <type_traits>

namespace lexikos::detail
{

/// What a slot of a text is kept in: wide symbols share one type, and so their kernels.
template <class Symbol>
using FmSlot = std::conditional_t<sizeof(Symbol) == 1, std::uint8_t, std::uint32_t>;

/// Up to 32 symbols of a pattern as digits of two bits, the first one lowest.
struct PackedDigits
{
  std::uint64_t packed;
  bool are_all;  ///< whether each of the symbols is a digit
};

/// The slots of a text, in two bits each with runs of others, or one by one. Neither array is there if the index does not keep
/// its text.
template <class MemorySpace, class Slot>
struct FmText
{
  static constexpr std::uint64_t digits_of_word = 32;

  Array<std::uint64_t, MemorySpace> words;  ///< one more than the digits take, so that any 32 of them are in two words
  FmExceptions<MemorySpace> exceptions;     ///< of the packed text
  Array<Slot, MemorySpace> slots;
  std::uint64_t n = 0;

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool is_packed() const { return words.extent(0) != 0; }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool is_kept() const { return is_packed() || slots.extent(0) != 0; }

  /// The digits [p, p + 32), the first one lowest; p < n.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t digits(std::uint64_t p) const
  {
    std::uint64_t const word = p / digits_of_word;
    auto const shift = static_cast<unsigned>(2 * (p % digits_of_word));
    return shift == 0 ? words[word] : words[word] >> shift | words[word + 1] << (64 - shift);
  }

  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t slot(std::uint64_t p) const
  {
    if (!is_packed()) return slots[p];
    std::uint64_t const digit = words[p / digits_of_word] >> (2 * (p % digits_of_word)) & 3;
    if (digit != 0 || exceptions.empty()) return digit;
    return exceptions.slot_at(p);
  }

  /// Prefetches the first of what `has` reads for so many symbols.
  KOKKOS_FORCEINLINE_FUNCTION void prefetch(std::uint64_t rest, std::uint64_t p) const
  {
    if (is_packed()) {
      detail::prefetch(words.data() + (p + rest - 1) / digits_of_word);
      detail::prefetch(words.data() + p / digits_of_word);
    }
    else
      detail::prefetch(slots.data() + p + rest - 1);
  }

  /// Whether the text has the first `rest` symbols of the pattern at p, p + rest <= n. Inlined, so that a pattern and what it
  /// has read stay in registers.
  template <class Pattern>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool has(Pattern pattern, std::uint64_t rest, std::uint64_t p) const
  {
    return is_packed() ? has_packed(pattern, rest, p) : has_slots(pattern, rest, p);
  }

 private:
  template <class Pattern>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool has_slots(Pattern& pattern, std::uint64_t rest, std::uint64_t p) const
  {
    while (rest > 0) {
      std::uint32_t const slot = pattern.slot(--rest);
      if (slot == absent_slot || slot != slots[p + rest]) return false;
    }
    return true;
  }

  template <class Pattern>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool has_packed(Pattern& pattern, std::uint64_t rest, std::uint64_t p) const
  {
    if (!exceptions.empty() && exceptions.before(p + rest) != exceptions.before(p))
      return has_among_runs(pattern, rest, p);
    while (rest > 0) {
      std::uint64_t const begin = rest > digits_of_word ? rest - digits_of_word : 0;
      auto const count = static_cast<unsigned>(rest - begin);
      auto const wanted = pattern.digits(begin, count);
      if (!wanted.are_all) return false;  // the text has digits alone here
      if (((digits(p + begin) ^ wanted.packed) & low_bits(2 * static_cast<int>(count))) != 0) return false;
      rest = begin;
    }
    return true;
  }

  template <class Pattern>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool has_among_runs(Pattern& pattern, std::uint64_t rest,
                                                                std::uint64_t p) const
  {
    while (rest > 0) {
      std::uint32_t const wanted = pattern.slot(--rest);
      if (wanted == absent_slot || slot(p + rest) != wanted) return false;
    }
    return true;
  }
};

/// Which places of suffixes an index knows: those of the rows with a mark, or of all, or none.
template <class MemorySpace, class Index>
struct FmSamples
{
  std::uint32_t rate = 0;                                        ///< every rate-th place of the text; 1: all, 0: none
  BitVectorSpan<MemorySpace, bit_layouts::Interleaved32> marks;  ///< of the rows [0..n], for rates above 1
  Index const* places = nullptr;                                 ///< of the marked rows, or of all but row 0
  SampleTable of_strings;                                        ///< the numbers of places, of strings
};

/// Where the suffix of a row in 1..n begins, by O(rate) steps; not_found if the index was forged.
template <class Ranks, class MemorySpace, class Index>
[[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t place_of_row(FmSteps<Ranks> const& steps,
                                                                FmSamples<MemorySpace, Index> const& samples,
                                                                std::uint64_t row)
{
  if (samples.rate == 1) return samples.places[row - 1];
  for (std::uint32_t walked = 0; walked < samples.rate; ++walked) {
    auto const mark = BitVectorAccess::bit_and_rank(samples.marks, row);
    if (mark.bit != 0) {
      std::uint64_t const place = samples.places[mark.rank] + walked;
      return place < steps.n ? place : not_found;
    }
    row = steps.step_left(row).next;
  }
  return not_found;
}

/// The same as a function.
template <class Ranks, class MemorySpace, class Index>
struct FmPlaces
{
  FmSteps<Ranks> steps;
  FmSamples<MemorySpace, Index> samples;

  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t operator()(std::uint64_t row) const
  {
    return place_of_row(steps, samples, row);
  }
};

/// When comparing with the text costs fewer fetches than searching on: steps to places that are sampled, which all rows take
/// together, and for every row its place and the text. As long as steps leave fewer and fewer rows, they are cheaper than rows
/// that do not match.
struct StopToVerify
{
  static constexpr std::uint64_t most = 16;  ///< rows that are compared, since one thread does

  std::uint32_t rate;  ///< of the samples; 0: never

  /// Rows that are compared at once: a second one costs as much as the step that may leave it out only where its place does.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t few() const { return rate == 1 ? 2 : 1; }

  /// \param before  rows before the last step
  KOKKOS_FORCEINLINE_FUNCTION bool operator()(std::uint64_t count, std::uint64_t before, std::uint64_t rest) const
  {
    return rate != 0 && count <= most && (count <= few() || 2 * count > before) && pays(count, rest);
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool pays(std::uint64_t count, std::uint64_t rest) const
  {
    // a mark and a step each; for one row, half of them on average
    std::uint64_t const walk = rate == 1 ? 0 : (count == 1 ? std::uint64_t{rate} : 2 * std::uint64_t{rate});
    return walk + count * (2 + rest / 128) < rest;
  }
};

/// The same, or when so many symbols are left.
struct StopSoon
{
  StopToVerify verify;
  std::uint64_t floor;

  KOKKOS_FORCEINLINE_FUNCTION bool operator()(std::uint64_t count, std::uint64_t before, std::uint64_t rest) const
  {
    return rest <= floor || verify(count, before, rest);
  }
};

}  // namespace lexikos::detail
