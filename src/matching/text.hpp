// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The indexed text on the device: documents, extensions, and the longest prefix of a pattern that occurs.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/suffix_interval.hpp>
#include <lexikos/detail/words.hpp>

#include "common/common_prefix.hpp"
#include "common/query_batch.hpp"
#include "common/text_documents.hpp"

namespace lexikos::matching_detail
{

using detail::Bounds;
using detail::PatternBytes;
using detail::QueryReader;
using Documents = detail::TextDocuments;

/// A prefix of a pattern, and a place of the text that has it; of length 0, it has none.
struct Prefix
{
  std::uint64_t length;
  std::uint64_t place;
};

/// Suffixes of an interval within documents, as many as were counted.
struct Occurring
{
  std::uint64_t count;
  std::uint64_t first_row;  ///< of the suffix array
};

template <class Index>
struct IndexedText
{
  detail::SuffixIntervals<Index> suffixes;
  Documents documents;

  /// How many symbols text[p..end) and data[at..stop) have in common from their start.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t common_right(Bounds const& part, QueryReader const& query,
                                                                  std::uint64_t at, std::uint64_t stop) const
  {
    std::uint64_t const there = part.begin < part.end ? part.end - part.begin : 0;
    std::uint64_t const most = there < stop - at ? there : stop - at;
    return detail::common_prefix({suffixes.text, suffixes.n}, part.begin, {query.symbols, query.size}, at, most);
  }

  /// How many symbols text[begin..p) and query[start..at) have in common from their end; no more than `most` are compared.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t common_left(std::uint64_t p, QueryReader const& query,
                                                                 Bounds const& part, std::uint64_t most) const
  {
    if (p < most) most = p;
    std::uint64_t const at = part.end;
    if (at - part.begin < most) most = at - part.begin;
    std::uint64_t length = 0;
    for (; length + 8 <= most; length += 8) {
      std::uint64_t const difference = detail::load_padded_word(suffixes.text, p - length - 8, suffixes.n) ^
                                       detail::load_padded_word(query.symbols, at - length - 8, query.size);
      if (difference != 0)
        return length + static_cast<std::uint64_t>(Kokkos::Experimental::countl_zero_builtin(difference)) / 8;
    }
    while (length < most && suffixes.text[p - length - 1] == query.symbols[at - length - 1]) ++length;
    return length;
  }

  /// Occurrences of a string of `length` symbols that lie within documents, of an interval of suffixes that begin with it;
  /// counts until there are `most`.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION Occurring within_documents(SuffixInterval<Index> const& interval,
                                                                  std::uint64_t length, std::uint64_t most) const
  {
    if (!documents.are_several()) return {interval.count(), interval.begin};
    Occurring found{0, interval.begin};
    for (std::uint64_t row = interval.begin; row < interval.end && found.count < most; ++row) {
      std::uint64_t const p = suffixes.suffix_array[row];
      if (p + length > documents.around(p).end) continue;
      if (found.count == 0) found.first_row = row;
      ++found.count;
    }
    return found;
  }

  /// Occurrences of a pattern, until there are `most`.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION Occurring occurring(PatternBytes const& pattern, std::uint64_t most) const
  {
    return within_documents(suffixes.interval(pattern), pattern.length, most);
  }

  /// The longest prefix that occurs at least `times`.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION Prefix longest(PatternBytes const& pattern, std::uint64_t times) const
  {
    Prefix const plain = longest_in_text(pattern);
    bool const is_within = !documents.are_several() || plain.length == 0 ||
                           plain.place + plain.length <= documents.around(plain.place).end;
    if (times == 1 && is_within) return plain;
    Prefix best{0, 0};
    std::uint64_t too_long = plain.length + 1;
    while (too_long - best.length > 1) {
      std::uint64_t const length = best.length + (too_long - best.length) / 2;
      auto const found = occurring({pattern.data, pattern.size, pattern.begin, length}, times);
      if (found.count >= times)
        best = {length, suffixes.suffix_array[found.first_row]};
      else
        too_long = length;
    }
    return best;
  }

  /// The longest prefix that the text has anywhere: one of the two suffixes between which the pattern belongs has it, if it is
  /// longer than what the table of prefixes knows; if not, it is in the table.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION Prefix longest_in_text(PatternBytes const& pattern) const
  {
    std::uint64_t const head = pattern.length < suffixes.depth ? pattern.length : suffixes.depth;
    std::uint64_t code = 0;
    std::uint64_t word = 0;
    std::uint64_t known = 0;
    for (; known < head; ++known) {
      word = known % 8 == 0 ? detail::load_padded_word(pattern.data, pattern.begin + known, pattern.size) : word >> 8;
      std::uint16_t const digit = suffixes.digits[word & 0xFF];
      if (digit == detail::absent_symbol) break;
      code = code * suffixes.alphabet + digit;
    }
    if (known == suffixes.depth && suffixes.n != 0 && pattern.length != 0) {
      Prefix const found = longest_of_code(code, pattern);
      if (found.length >= suffixes.depth) return found;
      --known;  // of the table's depth there is none, and so that depth is not 0
    }
    Prefix best{0, 0};
    for (std::uint64_t too_long = known + 1; too_long - best.length > 1;) {
      std::uint64_t const length = best.length + (too_long - best.length) / 2;
      auto const interval = suffixes.interval({pattern.data, pattern.size, pattern.begin, length});
      if (interval.begin < interval.end)
        best = {length, suffixes.suffix_array[interval.begin]};
      else
        too_long = length;
    }
    return best;
  }

 private:
  /// Among the suffixes of a code, that of the pattern.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION Prefix longest_of_code(std::uint64_t code, PatternBytes const& pattern) const
  {
    std::uint64_t const begin = suffixes.table[code];
    std::uint64_t const end = suffixes.table[code + 1];
    std::uint64_t low = begin;
    std::uint64_t high = end;
    std::uint64_t low_length = suffixes.depth;
    std::uint64_t high_length = suffixes.depth;
    while (low < high) {
      std::uint64_t const middle = low + (high - low) / 2;
      auto const found =
          suffixes.compare(suffixes.suffix_array[middle], pattern, low_length < high_length ? low_length : high_length);
      if (found.less) {
        low = middle + 1;
        low_length = found.length;
      }
      else {
        high = middle;
        high_length = found.length;
      }
    }
    Prefix best{0, 0};
    if (low > begin) take_longer(low - 1, low_length, best);
    if (low < end) take_longer(low, high_length, best);
    return best;
  }

  KOKKOS_INLINE_FUNCTION void take_longer(std::uint64_t row, std::uint64_t length, Prefix& best) const
  {
    std::uint64_t const p = suffixes.suffix_array[row];
    if (suffixes.n - p < length) length = suffixes.n - p;  // shorter than the table's depth, and filled up
    if (length > best.length) best = {length, p};
  }
};

}  // namespace lexikos::matching_detail
