// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Items on their way from the threads that find them to the threads that own their keys. What one thread writes and another
// reads takes as long as from memory, so that each item lies where one other thread alone reads, beside others for that one.

#include <array>
#include <cstddef>
#include <cstdint>

#include "suffix_array/induction/induction.hpp"

namespace lexikos::suffix_array_detail::induction
{

/// Queues from each thread to each one, of two kinds, in chunks of each sender's memory.
template <class Index>
class Queues
{
 public:
  struct Item
  {
    Index key;    ///< where it leads to
    Index entry;  ///< what is written there
  };

  Queues() = default;
  /// \param memory  [0..bytes(share, threads)), aligned to cache lines
  /// \param share   items that a thread sends at most, until the queues are emptied
  Queues(std::byte* memory, std::size_t share, std::size_t threads)
      : m_threads(threads),
        m_chunks(chunks(share, threads)),
        m_senders(reinterpret_cast<Sender*>(memory)),
        m_items(reinterpret_cast<Item*>(m_senders + threads)),
        m_next(reinterpret_cast<std::uint32_t*>(m_items + threads * m_chunks * items_of_chunk))
  {}

  /// So that what a sender keeps fills cache lines.
  static constexpr std::size_t max_threads = 29;

  /// A multiple of a cache line.
  [[nodiscard]] static constexpr std::size_t bytes(std::size_t share, std::size_t threads)
  {
    std::size_t const of_sender =
        sizeof(Sender) + chunks(share, threads) * (items_of_chunk * sizeof(Item) + sizeof(std::uint32_t));
    return (threads * of_sender + cache_line - 1) / cache_line * cache_line;
  }

  void clear() const
  {
    for (std::size_t sender = 0; sender < m_threads; ++sender) m_senders[sender] = {};
  }

  void send(std::size_t sender, std::size_t kind, std::size_t owner, Item const& item) const
  {
    auto& from = m_senders[sender];
    auto& queue = from.queues[kind][owner];
    std::size_t const at = queue.count % items_of_chunk;
    if (at == 0) {
      auto const chunk = static_cast<std::uint32_t>(sender * m_chunks + from.used++);
      (queue.count == 0 ? queue.first : m_next[queue.last]) = chunk;
      queue.last = chunk;
      for (std::size_t k = 0; k < items_of_chunk; k += items_of_line) request_to_own(items_of(chunk) + k);
    }
    items_of(queue.last)[at] = item;
    ++queue.count;
  }

  /// What comes to an owner: the first sender's items first, each one's in their order.
  class Receiver
  {
   public:
    Receiver(Queues const& queues, std::size_t kind, std::size_t owner) : m_queues(queues), m_kind(kind), m_owner(owner)
    {
      open();
    }

    [[nodiscard]] bool is_empty() const { return m_left == 0; }

    /// The next item, which there must be.
    Item const& next()
    {
      Item const& item = m_queues.items_of(m_chunk)[m_at++];
      if (--m_left == 0) {
        ++m_sender;
        open();
      }
      else if (m_at == items_of_chunk) {
        enter(m_queues.m_next[m_chunk]);
      }
      return item;
    }

   private:
    void open()
    {
      for (; m_sender < m_queues.m_threads; ++m_sender) {
        auto const& queue = m_queues.m_senders[m_sender].queues[m_kind][m_owner];
        m_left = queue.count;
        if (m_left > 0) return enter(queue.first);
      }
    }

    void enter(std::uint32_t chunk)
    {
      m_chunk = chunk;
      m_at = 0;
      for (std::size_t k = 0; k < items_of_chunk; k += items_of_line) prefetch(m_queues.items_of(chunk) + k);
      if (m_left > items_of_chunk) prefetch(m_queues.items_of(m_queues.m_next[chunk]));
    }

    Queues const& m_queues;
    std::size_t m_kind;
    std::size_t m_owner;
    std::size_t m_sender = 0;
    std::size_t m_left = 0;
    std::uint32_t m_chunk = 0;
    std::size_t m_at = 0;
  };

 private:
  static constexpr std::size_t cache_line = 64;
  static constexpr std::size_t kinds = 2;
  static constexpr std::size_t items_of_chunk = 64;
  static constexpr std::size_t items_of_line = cache_line / sizeof(Item);

  struct Queue
  {
    std::uint32_t first;
    std::uint32_t last;
    std::uint32_t count;
  };

  /// Aligned, as threads write their own.
  struct alignas(cache_line) Sender
  {
    std::array<std::array<Queue, max_threads>, kinds> queues{};
    std::uint32_t used = 0;  ///< chunks
  };

  [[nodiscard]] static constexpr std::size_t chunks(std::size_t share, std::size_t threads)
  {
    return share / items_of_chunk + kinds * threads + 1;
  }

  [[nodiscard]] Item* items_of(std::uint32_t chunk) const { return m_items + std::size_t{chunk} * items_of_chunk; }

  std::size_t m_threads = 0;
  std::size_t m_chunks = 0;
  Sender* m_senders = nullptr;
  Item* m_items = nullptr;
  std::uint32_t* m_next = nullptr;  ///< the chunk after each
};

}  // namespace lexikos::suffix_array_detail::induction
