// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/fence_at_end.hpp>
#include <lexikos/memory.hpp>
#include <vector>

#include "common/copy_by_threads.hpp"
#include "system/host_memory.hpp"
#include "system/instances.hpp"

namespace lexikos::suffix_array_detail
{

/// Takes items that are made in the memory of an execution space to host memory, piece by piece: while the host places one
/// piece, the next one is made and copied, on instances of its own, before what else waits for the device. Memory: two pieces
/// on the device.
template <class ExecutionSpace>
class PieceStream
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  static constexpr std::size_t slots = 2;

  struct Slot
  {
    ExecutionSpace instance;
    Array<std::uint8_t, MemorySpace> device;
    std::uint8_t* staging;  ///< pinned
    std::size_t first = 0;
    std::size_t count = 0;  ///< items in flight
  };

 public:
  /// \param staging  for two pieces; the caller's, while this lives
  PieceStream(ExecutionSpace const& space, std::size_t piece_bytes, MemoryResource& resource,
              Span<std::uint8_t, detail::PinnedSpace> const& staging)
      : m_piece_bytes(piece_bytes), m_instances(space, slots)
  {
    KOKKOS_ASSERT(staging.extent(0) >= slots * piece_bytes);
    for (std::size_t s = 0; s < slots; ++s)
      m_slots.push_back({m_instances[s],
                         detail::allocate<std::uint8_t, MemorySpace>(resource, "lexikos::piece", piece_bytes),
                         staging.data() + s * piece_bytes});
  }
  PieceStream(PieceStream const&) = delete;
  PieceStream& operator=(PieceStream const&) = delete;
  ~PieceStream()
  {
    for (auto const& slot : m_slots) detail::fence_at_end(slot.instance);
  }

  /// An instance of its own, for small copies.
  [[nodiscard]] ExecutionSpace const& instance() const { return m_slots.front().instance; }

  /// \param make   make(instance, first, count, data) enqueues what makes items [first, first + count) at data, and returns
  ///               that; or where they are already
  /// \param place  place(first, count, data) takes them from host memory
  template <class Make, class Place>
  void for_each_piece(std::size_t items, std::size_t item_bytes, Make const& make, Place const& place)
  {
    std::size_t const piece = m_piece_bytes / item_bytes;
    std::size_t turn = 0;
    for (std::size_t first = 0; first < items; first += piece, ++turn) {
      Slot& slot = m_slots[turn % slots];
      start(slot, first, std::min(piece, items - first), item_bytes, make);
      finish(m_slots[(turn + 1) % slots], place);
    }
    finish(m_slots[turn % slots], place);
    finish(m_slots[(turn + 1) % slots], place);
  }

  /// The same where the items lie one after the other in host memory.
  template <class Make>
  void write(std::size_t items, std::size_t item_bytes, Make const& make, std::uint8_t* to)
  {
    for_each_piece(items, item_bytes, make, [&](std::size_t first, std::size_t count, std::uint8_t const* data) {
      detail::copy_by_threads<detail::ReadAgain::late>(Kokkos::DefaultHostExecutionSpace(),
                                                       reinterpret_cast<std::byte*>(to) + first * item_bytes,
                                                       reinterpret_cast<std::byte const*>(data), count * item_bytes);
    });
  }

 private:
  template <class Make>
  static void start(Slot& slot, std::size_t first, std::size_t count, std::size_t item_bytes, Make const& make)
  {
    std::uint8_t const* const items = make(slot.instance, first, count, slot.device.data());
    std::size_t const bytes = count * item_bytes;
    Kokkos::deep_copy(slot.instance, Span<std::uint8_t, Kokkos::HostSpace>(slot.staging, bytes),
                      Span<std::uint8_t const, MemorySpace>(items, bytes));
    slot.first = first;
    slot.count = count;
  }

  template <class Place>
  static void finish(Slot& slot, Place const& place)
  {
    if (slot.count == 0) return;
    slot.instance.fence("lexikos::suffix_array::piece");
    place(slot.first, slot.count, slot.staging);
    slot.count = 0;
  }

  std::size_t m_piece_bytes;
  detail::UrgentInstances<ExecutionSpace> m_instances;
  std::vector<Slot> m_slots;
};

}  // namespace lexikos::suffix_array_detail
