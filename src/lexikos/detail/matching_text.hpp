// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// A text that matches are found in, on the device: documents, extensions, and the longest prefix of a pattern that occurs.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/common_prefix.hpp>
#include <lexikos/detail/suffix_interval.hpp>
#include <lexikos/detail/text_documents.hpp>
#include <lexikos/detail/words.hpp>

namespace lexikos::matching_detail
{

using detail::Bounds;
using detail::PatternBytes;
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

/// The text's symbols, and its documents.
struct TextBytes
{
  std::uint8_t const* symbols;
  std::uint64_t n;
  Documents documents;

  /// How many symbols text[p..end) and data[at..stop) have in common from their start.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t common_right(Bounds const& part, detail::BytesOf const& query,
                                                                  std::uint64_t at, std::uint64_t stop) const
  {
    std::uint64_t const there = part.begin < part.end ? part.end - part.begin : 0;
    std::uint64_t const most = there < stop - at ? there : stop - at;
    return detail::common_prefix({symbols, n}, part.begin, query, at, most);
  }

  /// How many symbols text[begin..p) and query[start..at) have in common from their end; no more than `most` are compared.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t common_left(std::uint64_t p, detail::BytesOf const& query,
                                                                 Bounds const& part, std::uint64_t most) const
  {
    if (p < most) most = p;
    std::uint64_t const at = part.end;
    if (at - part.begin < most) most = at - part.begin;
    std::uint64_t length = 0;
    for (; length + 8 <= most; length += 8) {
      std::uint64_t const difference = detail::load_padded_word(symbols, p - length - 8, n) ^
                                       detail::load_padded_word(query.data, at - length - 8, query.size);
      if (difference != 0)
        return length + static_cast<std::uint64_t>(Kokkos::Experimental::countl_zero_builtin(difference)) / 8;
    }
    while (length < most && symbols[p - length - 1] == query.data[at - length - 1]) ++length;
    return length;
  }
};

/// A text and its index. Suffixes: `detail::SuffixIntervals`, or `FmSuffixes`, which has `text`, `n`, `interval` and `position`
/// too; there are functions of either kind besides: `longest_prefix`, `extended`, `preceded_by` and `occurs_once`.
template <class Suffixes>
struct IndexedText
{
  using Index = typename Suffixes::Entry;

  Suffixes suffixes;
  Documents documents;

  [[nodiscard]] KOKKOS_INLINE_FUNCTION TextBytes bytes() const { return {suffixes.text, suffixes.n, documents}; }

  /// Occurrences of a string of `length` symbols that lie within documents, of an interval of suffixes that begin with it;
  /// counts until there are `most`.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION Occurring within_documents(SuffixInterval<Index> const& interval,
                                                                  std::uint64_t length, std::uint64_t most) const
  {
    if (!documents.are_several()) return {interval.count(), interval.begin};
    Occurring found{0, interval.begin};
    for (std::uint64_t row = interval.begin; row < interval.end && found.count < most; ++row) {
      std::uint64_t const p = suffixes.position(row);
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
  /// \param known  one that occurs
  [[nodiscard]] KOKKOS_INLINE_FUNCTION Prefix longest(PatternBytes const& pattern, std::uint64_t times,
                                                      Prefix const& known) const
  {
    Prefix const plain = longest_prefix(suffixes, pattern, known);
    bool const is_within = !documents.are_several() || plain.length == 0 ||
                           plain.place + plain.length <= documents.around(plain.place).end;
    if (times == 1 && is_within) return plain;
    Prefix best{0, 0};
    std::uint64_t too_long = plain.length + 1;
    while (too_long - best.length > 1) {
      std::uint64_t const length = best.length + (too_long - best.length) / 2;
      auto const found = occurring({pattern.data, pattern.size, pattern.begin, length}, times);
      if (found.count >= times)
        best = {length, suffixes.position(found.first_row)};
      else
        too_long = length;
    }
    return best;
  }
};

}  // namespace lexikos::matching_detail
