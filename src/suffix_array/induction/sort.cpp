// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suffix_array/induction/sort.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "suffix_array/induction/induce.hpp"
#include "suffix_array/induction/induce_in_line.hpp"
#include "suffix_array/induction/names.hpp"
#include "suffix_array/induction/sort_substrings.hpp"
#include "suffix_array/induction/tallies.hpp"
#include "suffix_array/induction/types.hpp"
#include "suffix_array/induction/unique_names.hpp"
#include "suffix_array/induction/windows.hpp"

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

/// Symbols to which the text of names is worth reducing: two more passes over all are to pay, and where there is no room for
/// the positions of these symbols, so is memory, unless the tables of all names would take more.
template <class Symbol, class Index>
std::size_t max_reduced_names(Level<Symbol, Index> const& level, std::size_t lms, std::size_t names)
{
  std::size_t const most = std::min(lms / 4 * 3, (level.n - lms) / 2);
  bool const tables_find_room = SubstringTables<Index>::entries_of_symbol(false) * names <= level.room - 2 * lms;
  if (!tables_find_room) return most;
  return std::min(most, std::max(lms / 4, level.room - level.n));
}

/// The types of a text of bytes, and a scratch for each thread.
template <class Index>
struct ByteTables
{
  std::array<Index, 4 * 256> counts{};
  std::array<Index, SubstringTables<Index>::entries_of_symbol(false) * 256> tables{};
  PartOfScan<Index>* parts = nullptr;
};

template <class Index>
void count_types_of_bytes(Machine& machine, Level<std::uint8_t, Index> const& level, LmsBits const& bits,
                          ByteTables<Index>& tables)
{
  std::size_t const words = LmsBits::words(level.n);
  std::size_t const parts = parts_for(machine, words, min_part / LmsBits::bits);
  std::vector<std::array<Index, 4 * 256>> counts(parts);
  for_parts_of(machine, words, parts, [&](std::size_t part, std::size_t begin, std::size_t end) {
    auto& of_part = counts[part];
    of_part.fill(0);
    bits.find(level.text, level.n, begin, end,
              [&](std::size_t, std::uint8_t symbol, unsigned type) { ++of_part[4 * std::size_t{symbol} + type]; });
  });
  for (auto const& of_part : counts)
    for (std::size_t k = 0; k < of_part.size(); ++k) tables.counts[k] += of_part[k];
}

template <class Symbol, class Index>
std::size_t sort_substrings(Machine& machine, Level<Symbol, Index> const& level, LmsBits const& bits,
                            ByteTables<Index>* of_bytes)
{
  std::size_t lms = 0;
  if constexpr (sizeof(Symbol) == 1) {
    count_types_of_bytes(machine, level, bits, *of_bytes);
    lms = SubstringSort<Symbol, Index>(machine, level, bits, of_bytes->counts.data(), of_bytes->tables.data(),
                                       of_bytes->parts, Window<Index>{})
              .sort();
  }
  else {
    with_window<Index>(machine, level.n, level.alphabet, [&](Window<Index> const& window) {
      std::size_t const entries_of_symbol = SubstringTables<Index>::entries_of_symbol(window.capacity() > 0);
      with_entries(machine, level, entries_of_symbol * level.alphabet, [&](Index* tables) {
        count_types(machine, level, bits, window, tables);
        lms = SubstringSort<Symbol, Index>(machine, level, bits, tables, tables, nullptr, window).sort();
      });
    });
  }
  return lms;
}

template <class Symbol, class Index, class Output>
void induce(Machine& machine, Level<Symbol, Index> const& level, LmsBits const& bits, std::size_t lms,
            ByteTables<Index>* of_bytes, Output& output)
{
  if constexpr (sizeof(Symbol) == 1) {
    InduceInBuckets<Symbol, Index, Output>(machine, level, of_bytes->counts.data(), of_bytes->parts, output).run(lms);
  }
  else {
    using Inducer = InduceInLine<Symbol, Index>;
    with_window<Index>(machine, level.n, level.alphabet, [&](Window<Index> const& window) {
      with_entries(machine, level, Inducer::entries_of_symbol * level.alphabet,
                   [&](Index* tables) { Inducer(machine, level, tables, window).run(lms, bits); });
    });
  }
}

/// Orders the LMS by the text of their names.
/// \param lms  sorted by their substrings, of which some are equal
template <class Symbol, class Index>
void order_by_names(Machine& machine, Level<Symbol, Index> const& level, LmsBits const& bits, std::size_t lms)
{
  std::size_t names = 0;
  machine.step("name", [&] { names = name_substrings(machine, level, lms); });
  sort(machine, Level<Index, Index>{level.array + (level.room - lms), lms, names, level.array, level.room - lms});
  machine.step("order", [&] { replace_numbers(machine, level, bits, lms); });
}

/// The same where so many substrings are equal to none that the text can do with fewer names. Returns whether it can.
template <class Symbol, class Index>
bool order_by_reduced_names(Machine& machine, Level<Symbol, Index> const& level, LmsBits const& bits, std::size_t lms,
                            std::size_t number_of_names)
{
  std::size_t const min_kept = lms - count_alone(machine, level, lms);
  std::size_t const max_kept = max_reduced_names(level, lms, number_of_names);
  if (min_kept > max_kept) return false;
  ReducedNames<Symbol, Index> reduced(machine, level, bits, lms);
  std::size_t kept = 0;
  machine.step("name", [&] { kept = reduced.choose(); });
  if (kept > max_kept) return false;
  with_entries(machine, level, kept, [&](Index* positions) {
    Level<Index, Index> names{};
    machine.step("name", [&] { names = reduced.make(kept, positions); });
    sort(machine, names);
    machine.step("order", [&] { reduced.place(kept, positions); });
  });
  return true;
}

template <class Symbol, class Index, class Output>
void sort_by_lms(Machine& machine, Level<Symbol, Index> const& level, LmsBits bits, ByteTables<Index>* of_bytes,
                 Output& output)
{
  std::size_t lms = 0;
  machine.step("sort substrings", [&] { lms = sort_substrings(machine, level, bits, of_bytes); });
  std::size_t const names = count_names(machine, level, lms);
  if (names == lms)
    machine.step("order", [&] { take_sorted(machine, level, lms); });
  else if (!order_by_reduced_names(machine, level, bits, lms, names))
    order_by_names(machine, level, bits, lms);
  machine.known(lms);
  machine.step("induce", [&] { induce(machine, level, bits, lms, of_bytes, output); });
}

/// Of two symbols and more.
template <class Symbol, class Index, class Output>
void sort_to(Machine& machine, Level<Symbol, Index> const& level, Output& output)
{
  machine.with_memory(LmsBits::words(level.n) * sizeof(std::uint64_t), [&](void* words) {
    LmsBits const bits(static_cast<std::uint64_t*>(words));
    if constexpr (sizeof(Symbol) == 1) {
      std::size_t const scans_by_parts = machine.threads() > 1 ? machine.threads() : 0;
      machine.with_memory(scans_by_parts * sizeof(PartOfScan<Index>), [&](void* parts) {
        ByteTables<Index> tables;
        tables.parts = static_cast<PartOfScan<Index>*>(parts);
        sort_by_lms(machine, level, bits, &tables, output);
      });
    }
    else {
      sort_by_lms<Symbol, Index>(machine, level, bits, nullptr, output);
    }
  });
}

}  // namespace

template <class Symbol, class Index>
void sort(Machine& machine, Level<Symbol, Index> const& level)
{
  if (level.n == 1) {
    level.array[0] = 0;
    return;
  }
  ToArray output;
  sort_to(machine, level, output);
}

template <class Index>
std::size_t transform(Machine& machine, Level<std::uint8_t, Index> const& level, std::uint8_t* bwt)
{
  bwt[0] = level.text[level.n - 1];
  if (level.n == 1) return 1;
  ToTransform output(bwt);
  sort_to(machine, level, output);
  return output.first() + 1;
}

#define LEXIKOS_INSTANTIATE(SYMBOL, INDEX) template void sort(Machine&, Level<SYMBOL, INDEX> const&);
LEXIKOS_INSTANTIATE(std::uint8_t, std::uint32_t)
LEXIKOS_INSTANTIATE(std::uint8_t, std::uint64_t)
LEXIKOS_INSTANTIATE(std::uint32_t, std::uint32_t)
LEXIKOS_INSTANTIATE(std::uint32_t, std::uint64_t)
#undef LEXIKOS_INSTANTIATE
template std::size_t transform(Machine&, Level<std::uint8_t, std::uint32_t> const&, std::uint8_t*);
template std::size_t transform(Machine&, Level<std::uint8_t, std::uint64_t> const&, std::uint8_t*);

}  // namespace lexikos::suffix_array_detail::induction
