// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suffix_array/induction/sort.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "suffix_array/induction/induce.hpp"
#include "suffix_array/induction/sort_substrings.hpp"
#include "suffix_array/induction/types.hpp"

namespace lexikos::suffix_array_detail::induction
{

namespace
{

/// Calls the function with so many entries: those of the array that hold no suffix if they suffice, else others.
template <class Symbol, class Index, class Function>
void with_entries(Machine& machine, Level<Symbol, Index> const& level, std::size_t entries, Function const& function)
{
  if (entries <= level.room - level.n) return function(level.array + level.n);
  machine.with_memory(entries * sizeof(Index), [&](void* memory) { function(static_cast<Index*>(memory)); });
}

/// The text of the names of the LMS substrings, at the end of the room: names of equal substrings are equal.
/// \param lms  as `SubstringSort::sort` leaves them
/// \return     how many names there are
template <class Symbol, class Index>
std::size_t name_substrings(Level<Symbol, Index> const& level, std::size_t lms)
{
  Index* const array = level.array;
  Index const* const sorted = array + (level.n - lms);
  std::size_t names = 0;
  for (std::size_t i = 0; i < lms; ++i) names += is_marked(sorted[i]);
  if (names == lms) return names;

  // no two LMS are neighbours: the name of p goes to entry p / 2
  std::size_t const places = level.n / 2 + 1;
  std::size_t const free_places = std::min(places, level.n - lms);
  std::fill_n(array, free_places, Index{0});
  Index name = 0;
  for (std::size_t i = 0; i < lms; ++i) {
    if (i + ahead < lms) prefetch_to_write(array + position_in(sorted[i + ahead]) / 2);
    array[position_in(sorted[i]) / 2] = name | mark<Index>;
    name += is_marked(sorted[i]);
  }
  Index* to = array + level.room;
  for (std::size_t i = free_places; i-- > 0;) {
    Index const entry = array[i];
    to[-1] = position_in(entry);
    to -= is_marked(entry);
  }
  return names;
}

template <class Symbol, class Index>
void replace_ranks_by_positions(Level<Symbol, Index> const& level, std::size_t lms)
{
  Index* const positions = level.array + (level.room - lms);
  std::size_t k = lms;
  for_each_lms(level.text, level.n, 1, level.n, [&](std::size_t i) { positions[--k] = static_cast<Index>(i); });
  for (std::size_t i = 0; i < lms; ++i) {
    if (i + ahead < lms) prefetch(positions + level.array[i + ahead]);
    level.array[i] = positions[level.array[i]];
  }
}

template <class Symbol, class Index>
void induce(Machine& machine, Level<Symbol, Index> const& level, std::size_t lms)
{
  if constexpr (sizeof(Symbol) == 1) {
    typename InduceInBuckets<Symbol, Index>::Counts counts;
    for_each_type(level.text, level.n, 1, level.n, [&](std::size_t, Symbol symbol, bool s, bool before_is_s) {
      ++counts.all[symbol];
      counts.l[symbol] += !s;
      counts.lms[symbol] += s & !before_is_s;
    });
    ++counts.all[level.text[0]];
    counts.l[level.text[0]] += !type_at(level.text, level.n, 0);
    InduceInBuckets<Symbol, Index>(level, counts).run(lms);
  }
  else {
    using Inducer = InduceInLine<Symbol, Index>;
    with_entries(machine, level, Inducer::entries_of_symbol * level.alphabet,
                 [&](Index* tables) { Inducer(level, tables).run(lms); });
  }
}

}  // namespace

template <class Symbol, class Index>
void sort(Machine& machine, Level<Symbol, Index> const& level)
{
  if (level.n == 1) {
    level.array[0] = 0;
    return;
  }
  std::size_t lms = 0;
  with_entries(machine, level, SubstringTables<Index>::entries_of_symbol * level.alphabet,
               [&](Index* tables) { lms = SubstringSort<Symbol, Index>(level, tables).sort(); });
  machine.end_step("sort substrings");
  if (lms > 0) {
    std::size_t const names = name_substrings(level, lms);
    machine.end_step("name");
    if (names < lms) {
      Level<Index, Index> const inner{level.array + (level.room - lms), lms, names, level.array, level.room - lms};
      sort(machine, inner);
      replace_ranks_by_positions(level, lms);
    }
    else {
      Index const* const sorted = level.array + (level.n - lms);
      for (std::size_t i = 0; i < lms; ++i) level.array[i] = position_in(sorted[i]);
    }
    machine.end_step("order");
  }
  induce(machine, level, lms);
  machine.end_step("induce");
}

#define LEXIKOS_INSTANTIATE(SYMBOL, INDEX) template void sort(Machine&, Level<SYMBOL, INDEX> const&);
LEXIKOS_INSTANTIATE(std::uint8_t, std::uint32_t)
LEXIKOS_INSTANTIATE(std::uint8_t, std::uint64_t)
LEXIKOS_INSTANTIATE(std::uint32_t, std::uint32_t)
LEXIKOS_INSTANTIATE(std::uint32_t, std::uint64_t)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::suffix_array_detail::induction
