// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Counts of a text of integers, and its LMS by their symbols: tables of many rows, which are counted up in any order, by the
// threads that own them where these share the work (windows.hpp).

#include <algorithm>
#include <cstddef>
#include <vector>

#include "suffix_array/induction/induction.hpp"
#include "suffix_array/induction/types.hpp"
#include "suffix_array/induction/windows.hpp"

namespace lexikos::suffix_array_detail::induction
{

/// Has threads send again and again what they find in their parts of the words of `LmsBits`, and those who own it take it.
/// \param max_of_word  items that are found in a word
/// \param find          find(part, begin, end): sends what words [begin, end) of a part have, which come the last ones first
template <class Index, class Find, class Requests, class Take>
void tally(Machine& machine, std::size_t words, std::size_t max_of_word, Window<Index> const& window, Find const& find,
           Requests const& requests, Take const& take)
{
  std::size_t const parts = window.threads();
  std::size_t const words_at_once = window.share() / max_of_word;
  for (std::size_t done = 0; done < part_begin(words, parts, 1); done += words_at_once) {
    window.clear(0);
    machine.for_parts(parts, [&](std::size_t part) {
      std::size_t const first = part_begin(words, parts, part);
      std::size_t const last = part_begin(words, parts, part + 1);
      std::size_t const end = last - std::min(done, last - first);
      find(part, end - std::min(words_at_once, end - first), end);
    });
    window.take_sent(machine, requests, [&](auto const& item, Index) { take(item); });
  }
}

/// Requests the entries of tables that a key is the number of.
template <class Index>
struct RequestsOfTables
{
  Index* first;
  Index* second = nullptr;

  void row(std::size_t key) const { prefetch_to_write(first + key); }
  void place(std::size_t key) const
  {
    if (second != nullptr) prefetch_to_write(second + key);
  }
};

/// Finds the LMS of a text of integers, and counts its suffixes but the first one by symbol and type, as `LmsBits::find` has
/// it.
/// \param counts  [0..4 * alphabet)
template <class Symbol, class Index>
void count_types(Machine& machine, Level<Symbol, Index> const& level, LmsBits const& bits,
                 Window<Index> const& any_window, Index* counts)
{
  auto const window = any_window.for_keys(4 * level.alphabet);
  std::size_t const words = LmsBits::words(level.n);
  fill(machine, counts, 4 * level.alphabet, Index{0});
  if (window.capacity() == 0) {
    return bits.find(level.text, level.n, 0, words, [&](std::size_t i, Symbol symbol, unsigned type) {
      prefetch_to_write(counts + 4 * std::size_t{level.text[std::max(i, ahead) - ahead]});
      ++counts[4 * std::size_t{symbol} + type];
    });
  }
  std::vector<LmsBits::Walk<Symbol>> walks(window.threads());
  for_parts_of(machine, words, walks.size(), [&](std::size_t part, std::size_t, std::size_t end) {
    walks[part] = LmsBits::walk_from(level.text, level.n, end);
  });
  tally(
      machine, words, LmsBits::bits, window,
      [&](std::size_t part, std::size_t begin, std::size_t end) {
        bits.find(level.text, walks[part], begin, end, [&](std::size_t, Symbol symbol, unsigned type) {
          window.send(part, 4 * std::size_t{symbol} + type, 0);
        });
      },
      RequestsOfTables<Index>{counts}, [&](auto const& item) { ++counts[item.key]; });
}

/// Puts each LMS where next[symbol]++ says.
template <class Symbol, class Index>
void place_lms(Machine& machine, Level<Symbol, Index> const& level, LmsBits const& bits,
               Window<Index> const& any_window, Index* next, Index* lms)
{
  auto const window = any_window.for_keys(level.alphabet);
  std::size_t const words = LmsBits::words(level.n);
  if (window.capacity() == 0) {
    return bits.for_each(
        0, words,
        [&](std::size_t i) {
          if constexpr (sizeof(Symbol) > 1) prefetch_to_write(next + level.text[i]);
        },
        [&](std::size_t i) { lms[next[level.text[i]]++] = static_cast<Index>(i); });
  }
  tally(
      machine, words, LmsBits::bits / 2, window,
      [&](std::size_t part, std::size_t begin, std::size_t end) {
        bits.for_each(
            begin, end, [](std::size_t) {},
            [&](std::size_t i) { window.send(part, level.text[i], static_cast<Index>(i)); });
      },
      RequestsOfTables<Index>{next}, [&](auto const& item) { lms[next[item.key]++] = item.entry; });
}

/// Counts the suffixes of each symbol, and the LMS.
/// \param all, lms  [0..alphabet)
template <class Symbol, class Index>
void count_symbols(Machine& machine, Level<Symbol, Index> const& level, LmsBits const& bits,
                   Window<Index> const& any_window, Index* all, Index* lms)
{
  auto const window = any_window.for_keys(level.alphabet);
  std::size_t const words = LmsBits::words(level.n);
  fill(machine, all, level.alphabet, Index{0});
  fill(machine, lms, level.alphabet, Index{0});
  if (window.capacity() == 0) {
    for (std::size_t i = 0; i < level.n; ++i) {
      prefetch_to_write(all + level.text[std::min(i + ahead, level.n - 1)]);
      ++all[level.text[i]];
    }
    return bits.for_each(
        0, words, [&](std::size_t i) { prefetch_to_write(lms + level.text[i]); },
        [&](std::size_t i) { ++lms[level.text[i]]; });
  }
  tally(
      machine, words, LmsBits::bits, window,
      [&](std::size_t part, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin * LmsBits::bits; i < std::min(end * LmsBits::bits, level.n); ++i)
          window.send(part, level.text[i], bits.is_lms(i));
      },
      RequestsOfTables<Index>{all, lms},
      [&](auto const& item) {
        ++all[item.key];
        if (item.entry != 0) ++lms[item.key];
      });
}

}  // namespace lexikos::suffix_array_detail::induction
