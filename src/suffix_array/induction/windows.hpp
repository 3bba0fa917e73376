// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// How threads share the scans of a text of integers. Its buckets are short, so that what one entry leads to often depends on the
// one before it; but few of the next entries of a scan, a window, lead to places in the window itself. So all threads look at the
// entries of a window; one goes through those that may lead into it, in their order; and then each thread takes from the window
// what goes to the buckets that it owns, in the order of the scan.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>

#include "suffix_array/induction/induction.hpp"

namespace lexikos::suffix_array_detail::induction
{

/// Slots, one for each of the next entries of a scan in ascending order of their places, whichever way it goes.
template <class Index>
class Window
{
  struct Slot
  {
    Index key;    ///< where it leads to
    Index entry;  ///< what is written there
  };

 public:
  Window() = default;
  /// \param memory    [0..bytes(capacity))
  /// \param capacity  a multiple of threads * block
  Window(void* memory, std::size_t capacity, std::size_t threads)
      : m_capacity(capacity),
        m_threads(threads),
        m_slots(static_cast<Slot*>(memory)),
        m_flags(reinterpret_cast<std::uint8_t*>(m_slots + capacity))
  {}

  /// Slots that a thread has a multiple of.
  static constexpr std::size_t block = 64;
  static constexpr std::size_t most_threads = 126;

  [[nodiscard]] static constexpr std::size_t bytes(std::size_t capacity)
  {
    return capacity * (sizeof(Slot) + sizeof(std::uint8_t));
  }

  /// The same slots, for keys below so many.
  [[nodiscard]] Window for_keys(std::size_t keys) const
  {
    constexpr std::size_t rows_of_thread = 64, most_bits = 10;
    Window window = *this;
    window.m_bits_of_row =
        std::clamp<std::size_t>(std::bit_width(keys / (rows_of_thread * m_threads)), least_bits, most_bits);
    return window;
  }

  /// None where threads do not share the scans.
  [[nodiscard]] std::size_t capacity() const { return m_capacity; }
  [[nodiscard]] std::size_t threads() const { return m_threads; }
  /// Slots of a thread, where each has as many.
  [[nodiscard]] std::size_t share() const { return m_capacity / m_threads; }

  [[nodiscard]] std::size_t key(std::size_t slot) const { return m_slots[slot].key; }
  [[nodiscard]] Index entry(std::size_t slot) const { return m_slots[slot].entry; }

  /// The first `count` slots lead nowhere.
  void clear(std::size_t count) const { std::fill_n(m_flags, words(count) * slots_of_word, nobody); }

  /// \param entry  marked if a group of equals begins with the slot in the order of a scan that has groups
  void leads_nowhere(std::size_t slot, Index entry) const { m_flags[slot] = flags_of(nobody, entry); }

  /// \param key      where the slot leads to; below `keys`
  /// \param entry    for there; its mark as above
  /// \param is_near  whether that may be in the window, so that it has to be known before later slots are
  void leads_to(std::size_t slot, std::size_t key, Index entry, bool is_near) const
  {
    request_to_own(m_slots + slot + slots_ahead);
    m_slots[slot] = {static_cast<Index>(key), entry};
    m_flags[slot] = flags_of(is_near ? near : owner_of(key), entry);
  }

  /// Calls turn(slot, group) for the slots that lead to near places, one after the other; a turn may fill slots that come later.
  /// \param group     number of the last group that began before the slots; receives that of the last one that begins with them
  /// \param requests  turn(slot) some time before, if the slot is filled then
  template <class Scan, class Requests, class Turn>
  void take_near_turns(std::size_t count, Index& group, Requests const& requests, Turn const& turn) const
  {
    std::size_t const all = words(count);
    for (std::size_t k = 0; k < all; ++k) {
      std::size_t const word = Scan::is_backward ? all - 1 - k : k;
      if (k + words_ahead < all) {
        std::size_t const later = Scan::is_backward ? word - words_ahead : word + words_ahead;
        for (std::uint64_t left = of_owner(load(later), near); left != 0; left &= left - 1)
          requests.turn(later * slots_of_word + static_cast<std::size_t>(std::countr_zero(left)) / 8);
      }
      std::uint64_t flags = load(word);
      for (std::uint64_t found = 0; (found = of_owner(flags, near)) != 0; flags = load(word)) {
        std::size_t const byte = next_of<Scan>(found);
        m_flags[word * slots_of_word + byte] |= nobody;
        turn(word * slots_of_word + byte, static_cast<Index>(group + marks_up_to<Scan>(flags, byte)));
      }
      group = static_cast<Index>(group + marks(flags));
    }
  }

  /// Calls take(slot, group) for the others that lead somewhere, each by the owner of its row, in the order of the scan.
  /// \param group     number of the last group that began before the slots
  /// \param requests  row(slot) some time before, for what `take` looks up, and place(slot) then, for where it writes
  template <class Scan, class Requests, class Take>
  void take_rest(Machine& machine, std::size_t count, Index group, Requests const& requests, Take const& take) const
  {
    machine.for_parts(m_threads, [&](std::size_t owner) {
      Found<Scan>
          found[2];  // the second one is on its way from the caches of other threads while the first one is taken
      Search search{0, group};
      find(found[0], owner, count, search);
      for (std::size_t k = 0; found[k % 2].count > 0; ++k) {
        find(found[(k + 1) % 2], owner, count, search);
        take_all(found[k % 2], requests, take);
      }
    });
  }

 private:
  // Flags of a slot: who takes it, and in the highest bit whether a group begins with it. They are looked at by words.
  static constexpr std::uint8_t nobody = 127;
  static constexpr std::uint8_t near = 126;
  static constexpr std::size_t slots_of_word = sizeof(std::uint64_t);
  static constexpr std::uint64_t ones = 0x0101010101010101;

  /// Of keys whose entries share a cache line.
  static constexpr std::size_t least_bits = 4;
  /// Slots that a thread finds of its own at a time.
  static constexpr std::size_t slots_at_once = 256;
  static constexpr std::size_t near_ahead = ahead / 2;
  /// Words in which requests for turns run ahead.
  static constexpr std::size_t words_ahead = 12;
  /// Slots before which a thread requests those that it fills, which others have read.
  static constexpr std::size_t slots_ahead = 64;

  /// Rows of keys are owned, the longer the better for the caches and the pages that a thread goes to.
  [[nodiscard]] std::uint8_t owner_of(std::size_t key) const
  {
    std::uint64_t const mixed = static_cast<std::uint32_t>(key >> m_bits_of_row) * std::uint32_t{0x9E3779B1};
    return static_cast<std::uint8_t>(mixed * m_threads >> 32);
  }

  [[nodiscard]] static std::uint8_t flags_of(std::uint8_t owner, Index entry)
  {
    return static_cast<std::uint8_t>(owner | (is_marked(entry) << 7));
  }

  /// Slots of an owner, in the order of the scan, and the groups that they belong to.
  template <class Scan>
  struct Found
  {
    std::size_t count;
    std::array<std::uint32_t, slots_at_once> slots;
    std::array<Index, Scan::has_groups ? slots_at_once : 1> groups;
  };

  /// How far an owner has come.
  struct Search
  {
    std::size_t words;
    Index group;
  };

  template <class Scan>
  void find(Found<Scan>& found, std::size_t owner, std::size_t count, Search& search) const
  {
    std::size_t const all = words(count);
    std::size_t owned = 0;
    for (; search.words < all && owned <= slots_at_once - slots_of_word; ++search.words) {
      std::size_t const word = Scan::is_backward ? all - 1 - search.words : search.words;
      std::uint64_t const flags = load(word);
      for (std::uint64_t left = of_owner(flags, owner); left != 0; ++owned) {
        std::size_t const byte = next_of<Scan>(left);
        left &= ~(std::uint64_t{0x80} << 8 * byte);
        auto const slot = static_cast<std::uint32_t>(word * slots_of_word + byte);
        prefetch(m_slots + slot);
        found.slots[owned] = slot;
        if constexpr (Scan::has_groups)
          found.groups[owned] = static_cast<Index>(search.group + marks_up_to<Scan>(flags, byte));
      }
      if constexpr (Scan::has_groups) search.group = static_cast<Index>(search.group + marks(flags));
    }
    found.count = owned;
  }

  template <class Scan, class Requests, class Take>
  static void take_all(Found<Scan> const& found, Requests const& requests, Take const& take)
  {
    auto const& slots = found.slots;
    for (std::size_t k = 0; k < std::min(ahead, found.count); ++k) requests.row(slots[k]);
    for (std::size_t k = 0; k < found.count; ++k) {
      if (k + ahead < found.count) requests.row(slots[k + ahead]);
      if (k + near_ahead < found.count) requests.place(slots[k + near_ahead]);
      take(slots[k], Scan::has_groups ? found.groups[k] : Index{0});
    }
  }

  [[nodiscard]] static std::size_t words(std::size_t count) { return (count + slots_of_word - 1) / slots_of_word; }

  /// The first slot's flags are the lowest byte.
  [[nodiscard]] std::uint64_t load(std::size_t word) const
  {
    std::uint64_t flags;
    std::memcpy(&flags, m_flags + word * slots_of_word, sizeof(flags));
    if constexpr (std::endian::native == std::endian::big) flags = __builtin_bswap64(flags);
    return flags;
  }

  /// The highest bits of the bytes whose slots that owner takes.
  [[nodiscard]] static std::uint64_t of_owner(std::uint64_t flags, std::size_t owner)
  {
    std::uint64_t const differ = (flags & ones * 0x7F) ^ ones * owner;
    return ~(differ + ones * 0x7F) & ones * 0x80;
  }

  template <class Scan>
  [[nodiscard]] static std::size_t next_of(std::uint64_t bits)
  {
    return static_cast<std::size_t>(Scan::is_backward ? std::bit_width(bits) - 1 : std::countr_zero(bits)) / 8;
  }

  [[nodiscard]] static std::uint64_t marks(std::uint64_t flags) { return ((flags >> 7 & ones) * ones) >> 56; }

  /// Marks of the slots of a word up to one, in the order of the scan.
  template <class Scan>
  [[nodiscard]] static std::uint64_t marks_up_to(std::uint64_t flags, std::size_t byte)
  {
    std::uint64_t const from_first = flags >> 7 & ones;
    if constexpr (Scan::is_backward) return ((from_first >> 8 * byte) * ones) >> 56;
    return (from_first * ones) >> 8 * byte & 0xFF;
  }

  std::size_t m_capacity = 0;
  std::size_t m_threads = 1;
  std::size_t m_bits_of_row = least_bits;
  Slot* m_slots = nullptr;
  std::uint8_t* m_flags = nullptr;  ///< who takes each slot
};

/// Places of a scan that are in a window: [begin..begin + count), which are of symbols [first_symbol..last_symbol].
struct Stretch
{
  std::size_t begin;
  std::size_t count;
  std::size_t first_symbol;
  std::size_t last_symbol;

  [[nodiscard]] bool has(std::size_t place) const { return place - begin < count; }
  [[nodiscard]] bool has_symbol(std::size_t symbol) const { return symbol >= first_symbol && symbol <= last_symbol; }
};

/// Calls function(window), which has no room where threads do not share the scans of a text of so many integers below `alphabet`.
/// Its memory is in proportion to the symbols that have none for tables.
template <class Index>
void with_window(Machine& machine, std::size_t n, std::size_t alphabet,
                 std::function<void(Window<Index> const&)> const& function)
{
  std::size_t const threads = std::min(machine.threads(), Window<Index>::most_threads);
  std::size_t const least = threads * Window<Index>::block;
  std::size_t const wanted = std::max(machine.entries_of_window(n), least);
  std::size_t const affordable = std::min(n / 4, 2 * (n - std::min(alphabet, n)));
  std::size_t const capacity = std::min(wanted, affordable) / least * least;
  if (machine.entries_of_window(n) == 0 || capacity == 0) return function({});
  machine.with_memory(Window<Index>::bytes(capacity),
                      [&](void* memory) { function(Window<Index>(memory, capacity, threads)); });
}

}  // namespace lexikos::suffix_array_detail::induction
