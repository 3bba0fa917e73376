// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// How threads share the scans of a text of integers. Its buckets are short, so that one entry after the other has to take its
// place; but what needs the text can be known before, and what is written far away can wait. So all threads look at the next
// entries of a list, a window; then one goes through it; and all write what came of it.

#include <algorithm>
#include <array>
#include <cstddef>

#include "suffix_array/induction/induction.hpp"

namespace lexikos::suffix_array_detail::induction
{

/// The next entries of a list: [begin..end).
template <class Index>
struct Window
{
  /// Of an entry that leads nowhere, or whose write need not wait.
  static constexpr Index none = static_cast<Index>(-1);
  /// Arrays of a window.
  static constexpr std::size_t arrays = 2;

  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t capacity = 0;
  Index* keys = nullptr;     ///< [0..capacity) where the entry leads to, and after its turn, where its write goes
  Index* entries = nullptr;  ///< [0..capacity) what is written there

  Window() = default;
  /// \param memory  [0..arrays * capacity)
  Window(Index* memory, std::size_t capacity) : capacity(capacity), keys(memory), entries(memory + capacity) {}

  /// The key of the k-th entry, as the number of a table's row to request.
  [[nodiscard]] std::size_t row(std::size_t k) const { return keys[k] == none ? 0 : std::size_t{keys[k]}; }

  /// Calls look(i, end) for the entries, at the same time for many; a thread's end there.
  template <class Look>
  void look(Machine& machine, Look const& look) const
  {
    for_parts_of(machine, end - begin, parts_for(machine, end - begin, least),
                 [&](std::size_t, std::size_t from, std::size_t to) {
                   for (std::size_t i = begin + from; i < begin + to; ++i) look(i, begin + to);
                 });
  }

  /// Writes what came of entries [from..to).
  void write(Machine& machine, Index* array, std::size_t from, std::size_t to) const
  {
    std::size_t const first = from - begin;
    for_parts_of(machine, to - from, parts_for(machine, to - from, least),
                 [&](std::size_t, std::size_t part_from, std::size_t part_to) {
                   for (std::size_t k = first + part_from; k < first + part_to; ++k) {
                     prefetch_to_write(array + row(std::min(k + ahead, first + part_to - 1)));
                     if (keys[k] != none) array[keys[k]] = entries[k];
                   }
                 });
  }

 private:
  /// Entries that a thread is worth waking for.
  static constexpr std::size_t least = 1024;
};

/// Calls function(windows) with so many, which have no room where threads do not share the scans, and never more than a fourth
/// of the text's, so that the memory for all stays in proportion.
template <std::size_t count, class Index, class Function>
void with_windows(Machine& machine, std::size_t n, Function const& function)
{
  std::size_t const capacity = std::min(machine.entries_of_window(n), n / 4);
  std::size_t const entries = Window<Index>::arrays * capacity;
  machine.with_memory(count * entries * sizeof(Index), [&](void* memory) {
    std::array<Window<Index>, count> windows;
    for (std::size_t w = 0; w < count; ++w)
      windows[w] = Window<Index>(static_cast<Index*>(memory) + w * entries, capacity);
    function(windows);
  });
}

}  // namespace lexikos::suffix_array_detail::induction
