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

/// Slots are taken in any order.
struct Tally
{
  static constexpr bool is_backward = false, has_groups = false;
};

/// Fills a window again and again with what threads find in their parts of the words of `LmsBits`, and has it taken.
/// \param slots_of_word  at most
/// \param find           find(part, begin, end, slot): fills slots from that one on by words [begin, end) of a part, which come
///                       the last ones first
template <class Index, class Find, class Requests, class Take>
void tally(Machine& machine, std::size_t words, std::size_t slots_of_word, Window<Index> const& window,
           Find const& find, Requests const& requests, Take const& take)
{
  std::size_t const parts = window.threads();
  std::size_t const words_at_once = window.share() / slots_of_word;
  for (std::size_t done = 0; done < part_begin(words, parts, 1); done += words_at_once) {
    window.clear(window.capacity());
    machine.for_parts(parts, [&](std::size_t part) {
      std::size_t const first = part_begin(words, parts, part);
      std::size_t const last = part_begin(words, parts, part + 1);
      std::size_t const end = last - std::min(done, last - first);
      std::size_t const begin = end - std::min(words_at_once, end - first);
      find(part, begin, end, part * window.share());
    });
    window.template take_rest<Tally>(machine, window.capacity(), Index{0}, requests,
                                     [&](std::size_t slot, Index) { take(slot); });
  }
}

/// Requests the entries of tables that a slot's key is the number of.
template <class Index>
struct RequestsOfTables
{
  Window<Index> const& window;
  Index* first;
  Index* second = nullptr;

  void row(std::size_t slot) const { prefetch_to_write(first + window.key(slot)); }
  void place(std::size_t slot) const
  {
    if (second != nullptr) prefetch_to_write(second + window.key(slot));
  }
};

/// Finds the LMS of a text of integers, and counts its suffixes but the first one by symbol and type, as `LmsBits::find` has it.
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
      [&](std::size_t part, std::size_t begin, std::size_t end, std::size_t slot) {
        bits.find(level.text, walks[part], begin, end, [&](std::size_t, Symbol symbol, unsigned type) {
          std::size_t const key = 4 * std::size_t{symbol} + type;
          window.leads_to(slot++, key, 0, false);
        });
      },
      RequestsOfTables<Index>{window, counts}, [&](std::size_t slot) { ++counts[window.key(slot)]; });
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
      [&](std::size_t, std::size_t begin, std::size_t end, std::size_t slot) {
        bits.for_each(
            begin, end, [](std::size_t) {},
            [&](std::size_t i) {
              std::size_t const key = level.text[i];
              window.leads_to(slot++, key, static_cast<Index>(i), false);
            });
      },
      RequestsOfTables<Index>{window, next},
      [&](std::size_t slot) { lms[next[window.key(slot)]++] = window.entry(slot); });
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
      [&](std::size_t, std::size_t begin, std::size_t end, std::size_t slot) {
        for (std::size_t i = begin * LmsBits::bits; i < std::min(end * LmsBits::bits, level.n); ++i) {
          std::size_t const key = level.text[i];
          window.leads_to(slot++, key, bits.is_lms(i), false);
        }
      },
      RequestsOfTables<Index>{window, all, lms},
      [&](std::size_t slot) {
        ++all[window.key(slot)];
        if (window.entry(slot) != 0) ++lms[window.key(slot)];
      });
}

}  // namespace lexikos::suffix_array_detail::induction
