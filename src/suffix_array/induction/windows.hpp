// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// How threads share the scans of a text of integers. Its buckets are short, so that what one entry leads to often depends on
// the one before it; but few of the next entries of a scan, a window, lead to places in the window itself. So all threads look
// at the entries of a window, and send what they lead to to the threads that own those buckets; one goes through the entries
// that may lead into the window, in their order; and then each thread takes what came to it, in the order of the scan.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>

#include "suffix_array/induction/induction.hpp"
#include "suffix_array/induction/queues.hpp"

namespace lexikos::suffix_array_detail::induction
{

/// Slots, one for each of the next entries of a scan in ascending order of their places, whichever way it goes. What they lead
/// to is sent to the owner of the key, or waits in the slot if it is needed before, or is known late.
template <class Index>
class Window
{
  using Receiver = typename Queues<Index>::Receiver;

 public:
  using Item = typename Queues<Index>::Item;

  Window() = default;
  /// \param memory    [0..bytes(capacity, threads))
  /// \param capacity  a multiple of threads * block
  Window(std::byte* memory, std::size_t capacity, std::size_t threads)
      : m_capacity(capacity),
        m_threads(threads),
        m_queues(memory, capacity / threads + parts_more, threads),
        m_slots(reinterpret_cast<Item*>(memory + Queues<Index>::bytes(capacity / threads + parts_more, threads))),
        m_flags(reinterpret_cast<Flags*>(m_slots + capacity))
  {}

  /// Slots that a thread has a multiple of.
  static constexpr std::size_t block = 64;

  [[nodiscard]] static constexpr std::size_t bytes(std::size_t capacity, std::size_t threads)
  {
    return capacity * (sizeof(Item) + sizeof(Flags)) + Queues<Index>::bytes(capacity / threads + parts_more, threads);
  }

  /// The same slots, for keys below so many. Rows of keys are owned, the longer the better for the caches and the pages that a
  /// thread goes to.
  [[nodiscard]] Window for_keys(std::size_t keys) const
  {
    constexpr std::size_t rows_of_thread = 64;
    constexpr std::size_t min_bits = 4;  // 16 keys: a cache line of a table
    constexpr std::size_t max_bits = 10;
    Window window = *this;
    window.m_bits_of_row =
        std::clamp<std::size_t>(std::bit_width(keys / (rows_of_thread * m_threads)), min_bits, max_bits);
    return window;
  }

  /// None where threads do not share the scans.
  [[nodiscard]] std::size_t capacity() const { return m_capacity; }
  [[nodiscard]] std::size_t threads() const { return m_threads; }
  /// Slots of a thread, where each has as many.
  [[nodiscard]] std::size_t share() const { return m_capacity / m_threads; }

  // ----- filling

  /// The first `count` slots lead nowhere.
  void clear(std::size_t count) const
  {
    std::fill_n(m_flags, words(count) * slots_of_word, Flags{nobody});
    m_queues.clear();
  }

  /// Calls look(part, i, later) for items [0..n), a part for each thread, at the same time for many; in each part in the order
  /// of the scan, and those of the first parts come first in it. The later item is one of the part that comes up in a while.
  template <class Scan, class Look>
  void look(Machine& machine, std::size_t n, Look const& look) const
  {
    machine.for_parts(m_threads, [&](std::size_t part) {
      std::size_t const end = part_begin(n, m_threads, part + 1);
      for (std::size_t k = part_begin(n, m_threads, part); k < end; ++k) {
        std::size_t const later = std::min(k + ahead, end - 1);
        look(part, Scan::is_backward ? n - 1 - k : k, Scan::is_backward ? n - 1 - later : later);
      }
    });
  }

  /// \param entry  marked if a group of equals begins with the slot in the order of a scan that has groups
  void leads_nowhere(std::size_t slot, Index entry) const { m_flags[slot] = flags_of(nobody, entry); }

  /// \param part     that looks at it
  /// \param kind     0 or 1; of the slots that a part fills of a kind, the first ones in the order of the scan are to come
  /// first
  /// \param key      where the slot leads to
  /// \param entry    for there; its mark as above
  /// \param is_near  whether that may be in the window, so that it has to be known before later slots are
  void leads_to(std::size_t part, std::size_t kind, std::size_t slot, std::size_t key, Index entry, bool is_near) const
  {
    if (is_near) return waits(slot, near, key, entry);
    unsigned const owner = owner_of(key);
    m_flags[slot] = flags_of(owner | static_cast<unsigned>(kind) << source_shift, entry);
    m_queues.send(part, kind, owner, {static_cast<Index>(key), entry});
  }

  /// The same of a slot that is filled when others take their turns.
  void leads_late(std::size_t slot, std::size_t key, Index entry, bool is_near) const
  {
    waits(slot, is_near ? near : owner_of(key) | late, key, entry);
  }

  // ----- taking

  /// Calls turn(item, group) for the slots that lead to near places, one after the other; a turn may fill slots that come
  /// later.
  /// \param group     number of the last group that began before the slots; receives that of the last one that begins with them
  /// \param requests  turn(item) some time before, if the slot is filled then
  template <class Scan, class Requests, class Turn>
  void take_near_turns(std::size_t count, Index& group, Requests const& requests, Turn const& turn) const
  {
    std::size_t const all = words(count);
    for (std::size_t k = 0; k < all; ++k) {
      std::size_t const word = Scan::is_backward ? all - 1 - k : k;
      if (k + words_ahead < all) {
        std::size_t const later = Scan::is_backward ? word - words_ahead : word + words_ahead;
        for (std::uint64_t left = of_owner(load(later), near); left != 0; left &= left - 1)
          requests.turn(m_slots[later * slots_of_word + static_cast<std::size_t>(std::countr_zero(left)) / 8]);
      }
      std::uint64_t flags = load(word);
      for (std::uint64_t found = 0; (found = of_owner(flags, near)) != 0; flags = load(word)) {
        std::size_t const byte = next_of<Scan>(found);
        std::size_t const slot = word * slots_of_word + byte;
        leads_nowhere(slot, m_slots[slot].entry);
        turn(m_slots[slot], static_cast<Index>(group + marks_up_to<Scan>(flags, byte)));
      }
      if constexpr (Scan::has_groups) group = static_cast<Index>(group + marks(flags));
    }
  }

  /// Calls take(item, group) for the others that lead somewhere, each by the owner of its key, in the order of the scan.
  /// \param group     number of the last group that began before the slots
  /// \param requests  row(key) some time before, for what `take` looks up, and place(key) then, for where it writes
  template <class Scan, class Requests, class Take>
  void take_rest(Machine& machine, std::size_t count, Index group, Requests const& requests, Take const& take) const
  {
    machine.for_parts(m_threads, [&](std::size_t owner) {
      Received<Scan> received;
      Search search{{Receiver(m_queues, 0, owner), Receiver(m_queues, 1, owner)}, owner, 0, group};
      while (receive(received, count, search)) take_all(received, requests, take);
    });
  }

  /// Sends an item that has no slot, of kind 0.
  void send(std::size_t part, std::size_t key, Index entry) const
  {
    m_queues.send(part, 0, owner_of(key), {static_cast<Index>(key), entry});
  }

  /// Calls take(item, 0) for all that were sent.
  template <class Requests, class Take>
  void take_sent(Machine& machine, Requests const& requests, Take const& take) const
  {
    machine.for_parts(m_threads, [&](std::size_t owner) {
      Received<WithoutGroups> received;
      Receiver receiver(m_queues, 0, owner);
      while (!receiver.is_empty()) {
        received.count = 0;
        while (!receiver.is_empty() && received.count < items_at_once)
          received.items[received.count++] = receiver.next();
        take_all(received, requests, take);
      }
    });
  }

 private:
  // Flags of a slot: who takes it, whence, and in the highest bit whether a group begins with it. They are looked at by words.
  // (An enumeration, as what is written as characters may be anything to a compiler.)
  enum class Flags : std::uint8_t
  {
  };
  static constexpr unsigned nobody = 31;
  static constexpr unsigned near = 30;
  static constexpr unsigned owner_bits = 31;
  static_assert(Queues<Index>::max_threads <= near);
  static constexpr unsigned source_shift = 5;
  static constexpr unsigned late = 2U << source_shift;
  static constexpr std::size_t slots_of_word = sizeof(std::uint64_t);
  static constexpr std::uint64_t ones = 0x0101010101010101;

  /// Items by which a part of a look may have more than its share, of each kind one.
  static constexpr std::size_t parts_more = 2;
  /// Items that a thread receives before it takes them.
  static constexpr std::size_t items_at_once = 256;
  static constexpr std::size_t ahead_of_place = ahead / 2;
  /// Words in which requests for turns run ahead.
  static constexpr std::size_t words_ahead = 12;

  struct WithoutGroups
  {
    static constexpr bool has_groups = false;
  };

  [[nodiscard]] unsigned owner_of(std::size_t key) const
  {
    std::uint64_t const mixed = static_cast<std::uint32_t>(key >> m_bits_of_row) * std::uint32_t{0x9E3779B1};
    return static_cast<unsigned>(mixed * m_threads >> 32);
  }

  [[nodiscard]] static Flags flags_of(unsigned owner, Index entry)
  {
    return static_cast<Flags>(owner | static_cast<unsigned>(is_marked(entry)) << 7);
  }

  void waits(std::size_t slot, unsigned flags, std::size_t key, Index entry) const
  {
    m_slots[slot] = {static_cast<Index>(key), entry};
    m_flags[slot] = flags_of(flags, entry);
  }

  /// Items of an owner, in the order of the scan, and the groups that they belong to.
  template <class Scan>
  struct Received
  {
    std::size_t count;
    std::array<Item, items_at_once> items;
    std::array<Index, Scan::has_groups ? items_at_once : 1> groups;
  };

  /// How far an owner has come.
  struct Search
  {
    std::array<Receiver, 2> receivers;
    std::size_t owner;
    std::size_t words;
    Index group;
  };

  /// Returns whether there was anything left to receive.
  template <class Scan>
  bool receive(Received<Scan>& received, std::size_t count, Search& search) const
  {
    std::size_t const all = words(count);
    std::size_t owned = 0;
    for (; search.words < all && owned <= items_at_once - slots_of_word; ++search.words) {
      std::size_t const word = Scan::is_backward ? all - 1 - search.words : search.words;
      std::uint64_t const flags = load(word);
      for (std::uint64_t left = of_owner(flags, search.owner); left != 0; ++owned) {
        std::size_t const byte = next_of<Scan>(left);
        left &= ~(std::uint64_t{0x80} << 8 * byte);
        unsigned const source = static_cast<unsigned>(flags >> 8 * byte) >> source_shift & 3;
        received.items[owned] = source < 2 ? search.receivers[source].next() : m_slots[word * slots_of_word + byte];
        if constexpr (Scan::has_groups)
          received.groups[owned] = static_cast<Index>(search.group + marks_up_to<Scan>(flags, byte));
      }
      if constexpr (Scan::has_groups) search.group = static_cast<Index>(search.group + marks(flags));
    }
    received.count = owned;
    return owned > 0;
  }

  template <class Scan, class Requests, class Take>
  static void take_all(Received<Scan> const& received, Requests const& requests, Take const& take)
  {
    auto const& items = received.items;
    for (std::size_t k = 0; k < std::min(ahead, received.count); ++k) requests.row(items[k].key);
    for (std::size_t k = 0; k < received.count; ++k) {
      if (k + ahead < received.count) requests.row(items[k + ahead].key);
      if (k + ahead_of_place < received.count) requests.place(items[k + ahead_of_place].key);
      take(items[k], Scan::has_groups ? received.groups[k] : Index{0});
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
    std::uint64_t const differ = (flags & ones * owner_bits) ^ ones * owner;
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
  std::size_t m_bits_of_row = 0;
  Queues<Index> m_queues;
  Item* m_slots = nullptr;
  Flags* m_flags = nullptr;
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

/// Calls function(window), which has no room where threads do not share the scans of a text of so many integers below
/// `alphabet`. Its memory is in proportion to the text and to the symbols that have none for tables, but for that of queues.
template <class Index>
void with_window(Machine& machine, std::size_t n, std::size_t alphabet,
                 std::function<void(Window<Index> const&)> const& function)
{
  std::size_t const threads = std::min(machine.threads(), Queues<Index>::max_threads);
  std::size_t const least = threads * Window<Index>::block;
  std::size_t const wanted = std::max(machine.entries_of_window(n), least);
  std::size_t const affordable = std::min(n / 16, n - std::min(alphabet, n));
  std::size_t const capacity = std::min(wanted, affordable) / least * least;
  if (machine.entries_of_window(n) == 0 || capacity == 0) return function({});
  machine.with_memory(Window<Index>::bytes(capacity, threads), [&](void* memory) {
    function(Window<Index>(static_cast<std::byte*>(memory), capacity, threads));
  });
}

}  // namespace lexikos::suffix_array_detail::induction
