// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What the parts of induced sorting share: how they mark positions, and what they need of the machine.

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <vector>

namespace lexikos::suffix_array_detail::induction
{

/// What a sort uses of the machine it works on, so that the sort itself is compiled once for all of them.
class Machine
{
 public:
  Machine() = default;
  Machine(Machine const&) = delete;
  Machine& operator=(Machine const&) = delete;
  virtual ~Machine() = default;

  /// Parts that are worked on at the same time.
  [[nodiscard]] virtual std::size_t threads() const = 0;
  /// Entries that are looked at before their turn in a scan of a text of so many integers (windows.hpp); 0: none.
  [[nodiscard]] virtual std::size_t entries_of_window(std::size_t n) const = 0;
  /// Calls body(part) for each of the parts at the same time, and returns when all calls have.
  virtual void for_parts(std::size_t parts, std::function<void(std::size_t)> const& body) = 0;
  /// Calls the function with so many bytes of memory, which are taken back when it returns.
  virtual void with_memory(std::size_t bytes, std::function<void(void*)> const& function) = 0;
  /// Calls the function, which is a step of that name; may throw afterwards, to stop the sort.
  virtual void step(char const* name, std::function<void()> const& function) = 0;
  /// The order of so many suffixes is known.
  virtual void known(std::size_t suffixes) = 0;
};

/// The highest bit of an entry says something about the position in the others, which are therefore below it.
template <class Index>
constexpr Index mark = Index{1} << (std::numeric_limits<Index>::digits - 1);

/// Symbols of the longest text that can be sorted with such entries.
template <class Index>
constexpr std::size_t max_length = std::size_t{mark<Index>} - 1;

template <class Index>
[[nodiscard]] constexpr Index mark_if(bool condition)
{
  return static_cast<Index>(Index{condition} << (std::numeric_limits<Index>::digits - 1));
}

template <class Index>
[[nodiscard]] constexpr Index position_in(Index entry)
{
  return static_cast<Index>(entry & (mark<Index> - 1));
}

template <class Index>
[[nodiscard]] constexpr Index is_marked(Index entry)
{
  return static_cast<Index>(entry >> (std::numeric_limits<Index>::digits - 1));
}

// To GCC a function that only prefetches has no effect, and calls of it are removed: an empty statement that counts as one
// keeps them.

template <class T>
void prefetch(T const* address)
{
  __builtin_prefetch(address, 0);
  asm volatile("");
}

template <class T>
void prefetch_to_write(T const* address)
{
  __builtin_prefetch(address, 1);
  asm volatile("");
}

/// The same of what other threads have read: x86 has an instruction for it, which GCC does not use unless it is told the
/// processor.
template <class T>
void request_to_own(T const* address)
{
#ifdef __x86_64__
  asm volatile("prefetchw %0" ::"m"(*address));
#else
  prefetch_to_write(address);
#endif
}

/// Entries that random reads run ahead of their use.
constexpr std::size_t ahead = 32;

/// The k-th of `parts` equal parts of n items begins here, and ends where the next one begins.
[[nodiscard]] constexpr std::size_t part_begin(std::size_t n, std::size_t parts, std::size_t k)
{
  return n / parts * k + std::min(n % parts, k);
}

/// Into how many parts n items are worth splitting.
[[nodiscard]] inline std::size_t parts_for(Machine const& machine, std::size_t n, std::size_t least)
{
  return std::clamp<std::size_t>(n / least, 1, machine.threads());
}

/// Calls body(part, begin, end) for the parts of n items at the same time.
template <class Body>
void for_parts_of(Machine& machine, std::size_t n, std::size_t parts, Body const& body)
{
  machine.for_parts(parts,
                    [&](std::size_t part) { body(part, part_begin(n, parts, part), part_begin(n, parts, part + 1)); });
}

/// Items that a part has at least where each takes about a nanosecond.
constexpr std::size_t min_part = 32768;

/// Sums before each of the counts; returns the sum of all.
template <class Count>
Count sums_before(std::vector<Count>& counts)
{
  Count sum{};
  for (Count& count : counts) {
    Count const before = sum;
    sum += count;
    count = before;
  }
  return sum;
}

/// Fills entries by many threads.
template <class Index>
void fill(Machine& machine, Index* entries, std::size_t n, Index value)
{
  for_parts_of(machine, n, parts_for(machine, n, min_part), [&](std::size_t, std::size_t begin, std::size_t end) {
    std::fill(entries + begin, entries + end, value);
  });
}

/// Copies entries, which do not overlap, by many threads.
template <class Index>
void copy(Machine& machine, Index const* from, std::size_t n, Index* to)
{
  for_parts_of(machine, n, parts_for(machine, n, min_part), [&](std::size_t, std::size_t begin, std::size_t end) {
    std::copy(from + begin, from + end, to + begin);
  });
}

/// A text that is sorted, and the array that it is sorted in.
template <class Symbol, class Index>
struct Level
{
  Symbol const* text;
  std::size_t n;         ///< symbols of the text
  std::size_t alphabet;  ///< symbols are below it
  Index* array;          ///< [0..room), of which [0..n) receives the suffix array
  std::size_t room;
};

}  // namespace lexikos::suffix_array_detail::induction
