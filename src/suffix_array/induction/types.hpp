// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The types of suffixes. A suffix is of type S where it is smaller than the one after it, else of type L; the empty suffix is
// smaller than all. A suffix of type S after one of type L is a leftmost S, or LMS.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "suffix_array/induction/induction.hpp"

namespace lexikos::suffix_array_detail::induction
{

/// Whether a suffix that begins with `symbol` is of type S, if the one after it begins with `next` and is of type `next_is_s`.
template <class Symbol>
[[nodiscard]] bool is_s(Symbol symbol, Symbol next, bool next_is_s)
{
  return (symbol < next) | ((symbol == next) & next_is_s);
}

/// Whether suffix i is of type S. Looks at the symbols up to the next other one.
template <class Symbol>
[[nodiscard]] bool type_at(Symbol const* text, std::size_t n, std::size_t i)
{
  std::size_t j = i + 1;
  while (j < n && text[j] == text[i]) ++j;
  return j < n && text[i] < text[j];
}

/// The LMS of a text, a bit for each of its positions.
class LmsBits
{
 public:
  static constexpr std::size_t bits = 64;

  [[nodiscard]] static constexpr std::size_t words(std::size_t n) { return (n + bits - 1) / bits; }

  explicit LmsBits(std::uint64_t* words) : m_words(words) {}

  /// The next suffix of a walk backward over a text.
  template <class Symbol>
  struct Walk
  {
    std::size_t i;
    Symbol symbol;
    bool is_s;
  };

  /// A walk from the end of the words before `end`.
  template <class Symbol>
  [[nodiscard]] static Walk<Symbol> walk_from(Symbol const* text, std::size_t n, std::size_t end)
  {
    std::size_t const i = std::min(end * bits, n) - 1;
    return {i, text[i], type_at(text, n, i)};
  }

  /// Finds those of words [begin, end), and calls visit(i, symbol, type) for their positions but the text's first one, the last
  /// one first. The type is 2 for S, and 1 more if the suffix before is of type S: so 2 is an LMS.
  template <class Symbol, class Visit>
  void find(Symbol const* text, std::size_t n, std::size_t begin, std::size_t end, Visit const& visit) const
  {
    auto walk = walk_from(text, n, end);
    find(text, walk, begin, end, visit);
  }

  /// The same of a walk that has come to the end of these words; it goes on from their beginning.
  template <class Symbol, class Visit>
  void find(Symbol const* text, Walk<Symbol>& walk, std::size_t begin, std::size_t end, Visit const& visit) const
  {
    std::size_t i = walk.i;
    Symbol symbol = walk.symbol;
    bool s = walk.is_s;
    for (std::size_t word = end; word-- > begin;) {
      std::uint64_t found = 0;
      for (std::size_t const first = std::max<std::size_t>(word * bits, 1); i >= first; --i) {
        Symbol const before = text[i - 1];
        bool const before_is_s = is_s(before, symbol, s);
        found = (found << 1) | std::uint64_t(s & !before_is_s);
        visit(i, symbol, 2 * unsigned{s} + before_is_s);
        symbol = before;
        s = before_is_s;
      }
      m_words[word] = word == 0 ? found << 1 : found;
    }
    walk = {i, symbol, s};
  }

  /// The last one of the words before `end`; 0 if there is none.
  [[nodiscard]] std::size_t last_before(std::size_t end) const
  {
    while (end > 0 && m_words[end - 1] == 0) --end;
    return end > 0 ? end * bits - 1 - static_cast<std::size_t>(std::countl_zero(m_words[end - 1])) : 0;
  }

  [[nodiscard]] bool is_lms(std::size_t i) const { return (m_words[i / bits] >> i % bits & 1) != 0; }

  /// How many are in words [begin, end).
  [[nodiscard]] std::size_t count(std::size_t begin, std::size_t end) const
  {
    std::size_t sum = 0;
    for (std::size_t word = begin; word < end; ++word) sum += static_cast<std::size_t>(std::popcount(m_words[word]));
    return sum;
  }

  /// Calls visit(position) for those of words [begin, end), in their order; request(position) some time before.
  template <class Request, class Visit>
  void for_each(std::size_t begin, std::size_t end, Request const& request, Visit const& visit) const
  {
    std::array<std::size_t, bits / 2 * words_at_once> positions;
    for (; begin < end; begin += words_at_once) {
      std::size_t count = 0;
      for (std::size_t word = begin; word < std::min(begin + words_at_once, end); ++word)
        for (std::uint64_t left = m_words[word]; left != 0; left &= left - 1) {
          positions[count] = word * bits + static_cast<std::size_t>(std::countr_zero(left));
          request(positions[count++]);
        }
      for (std::size_t k = 0; k < count; ++k) visit(positions[k]);
    }
  }

 private:
  static constexpr std::size_t words_at_once = 8;

  std::uint64_t* m_words;
};

}  // namespace lexikos::suffix_array_detail::induction
