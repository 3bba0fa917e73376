// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Where every rate-th place of the text has its suffix among the samples, one of the first `rate` symbols of an occurrence lies
// at such a place. So a pattern is looked up without its first r symbols, for each r < rate, and what is found is compared with
// the text: a few fetches that do not wait for each other, where searching backwards takes a step a symbol of what the text
// repeats.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <lexikos/detail/fm_rows.hpp>
#include <lexikos/detail/fm_sample_table.hpp>
#include <lexikos/detail/fm_text.hpp>
#include <lexikos/detail/words.hpp>
#include <limits>

#include "fm_index/packed_pattern.hpp"
#include "fm_index/tuning.hpp"

namespace lexikos::fm_detail
{

/// Symbols that a pattern has at least for which this takes less than searching. None where there is no table.
template <class MemorySpace, class Index>
[[nodiscard]] std::uint64_t sampled_from(detail::FmSamples<MemorySpace, Index> const& samples)
{
  if (samples.of_strings.blocks == nullptr) return std::numeric_limits<std::uint64_t>::max();
  return samples.of_strings.depth + samples.rate + symbols_beyond_look_ups;
}

/// The samples that a pattern may be at: for each number of symbols before them, the first one, and how many, in four bits.
struct SampledCandidates
{
  Kokkos::Array<std::uint32_t, detail::SampleTable::max_rate> begins;
  std::uint32_t counts;
  std::uint32_t count;  ///< of all

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint32_t count_of(std::uint32_t before) const
  {
    return counts >> 4 * before & 15;
  }
};

/// One candidate after the other.
class NextCandidate
{
 public:
  /// The next sample; called no more than `count` times.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t take(SampledCandidates const& found)
  {
    for (; m_taken == found.count_of(m_before); ++m_before) m_taken = 0;
    return found.begins[m_before] + m_taken++;
  }
  /// Symbols of the pattern before it.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint32_t before() const { return m_before; }

 private:
  std::uint32_t m_before = 0;
  std::uint32_t m_taken = 0;
};

/// Samples: FmSamples of entries of type Index.
template <class Text, class Samples, class Index>
struct SampledSearch
{
  Samples const& samples;
  Text const& text;

  /// function(r, string) with the number of the string at symbol r of the pattern, for each r < rate. False if one of these
  /// symbols is no digit.
  template <class Pattern, class Function>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool for_each_string(Pattern const& pattern, Function const& function) const
  {
    std::uint32_t const depth = samples.of_strings.depth;
    std::uint32_t const symbols = depth + samples.rate - 1;  // at most 23
    auto const first = pattern.digits(0, symbols);
    if (!first.are_all) return false;
    std::uint64_t const number = detail::number_of_digits(first.packed, symbols);
    std::uint64_t const of_depth = detail::low_bits(static_cast<int>(2 * depth));
    LEXIKOS_UNROLL
    for (std::uint32_t r = 0; r < detail::SampleTable::max_rate; ++r)
      if (r < samples.rate) function(r, number >> 2 * (samples.rate - 1 - r) & of_depth);
    return true;
  }

  /// False if there are more than `max_candidates`, or not all are told, or the pattern is to be searched for.
  template <class Pattern>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool look_up(Pattern const& pattern, SampledCandidates& found) const
  {
    found.counts = found.count = 0;
    bool are_told = true;
    bool const are_digits = for_each_string(pattern, [&](std::uint32_t r, std::uint64_t string) {
      auto const range = samples.of_strings(string);
      found.begins[r] = range.begin;
      found.counts |= range.count << 4 * r;
      found.count += range.count;
      are_told = are_told && range.is_told;
    });
    return are_digits && are_told && found.count <= max_candidates;
  }

  /// function(start) for all places where the pattern may begin and end. The next place is on its way meanwhile.
  template <class Function>
  KOKKOS_FORCEINLINE_FUNCTION void for_each_start(std::uint64_t length, SampledCandidates const& found,
                                                  Function const& function) const
  {
    if (found.count == 0) return;
    NextCandidate next;
    std::uint64_t place = samples.places[next.take(found)];
    for (std::uint32_t left = found.count; left > 0; --left) {
      std::uint64_t const here = place;
      std::uint32_t const before = next.before();
      if (left > 1) place = samples.places[next.take(found)];
      if (here >= before && here - before + length <= text.n) function(here - before);
    }
  }

  template <class Pattern>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Index count(Pattern const& pattern, SampledCandidates const& found) const
  {
    Index count = 0;
    for_each_start(pattern.length(), found, [&](std::uint64_t start) {
      if (has(pattern, start)) ++count;
    });
    return count;
  }

 private:
  template <class Pattern>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool has(Pattern const& pattern, std::uint64_t start) const
  {
    return text.has(pattern, pattern.length(), start);
  }
  /// From its beginning on, which is known to be there: what is not the pattern mostly differs in the first word.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool has(PackedPattern const& pattern, std::uint64_t start) const
  {
    std::uint64_t const length = pattern.length();
    if (!text.exceptions.empty() && text.exceptions.before(start + length) != text.exceptions.before(start))
      return false;
    std::uint64_t const* const words = text.words.data() + start / PackedPattern::at_once;
    auto const shift = static_cast<int>(2 * (start % PackedPattern::at_once));
    std::uint64_t low = words[0];
    LEXIKOS_UNROLL
    for (unsigned w = 0; w < PackedPattern::max_words; ++w) {
      std::uint64_t const begin = w * PackedPattern::at_once;
      if (begin >= length) break;
      std::uint64_t const left = length - begin;
      int const bits = left < PackedPattern::at_once ? static_cast<int>(2 * left) : 64;
      // no word that may be in one more sector is read for nothing
      bool const is_last = left <= PackedPattern::at_once;
      std::uint64_t const high = !is_last || shift + bits > 64 ? words[w + 1] : 0;
      std::uint64_t const mine = low >> shift | high << 1 << (63 - shift);
      if (((mine ^ pattern.words[w]) & detail::low_bits(bits)) != 0) return false;
      low = high;
    }
    return true;
  }
};

}  // namespace lexikos::fm_detail
