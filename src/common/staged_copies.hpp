// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/fence_at_end.hpp>
#include <span>

#include "backends/launch.hpp"
#include "system/host_memory.hpp"

namespace lexikos::detail
{

/// Bytes that functions of the host give or take, on their way to and from memory of a device: through two pieces of pinned
/// memory, of which one is copied while the other one is filled or taken. No other memory of the host is touched, which takes
/// as long as all else where it is new.
template <class ExecutionSpace>
class StagedCopies
{
  template <class T>
  using View = Span<T, typename ExecutionSpace::memory_space>;

 public:
  /// \param piece_bytes  of both pieces each; less where less is copied
  /// \param label        of the pinned memory, which is allocated when it is first needed
  StagedCopies(ExecutionSpace const& space, std::size_t piece_bytes, char const* label, MemoryResource& resource)
      : m_space(space), m_piece_bytes(piece_bytes), m_label(label), m_resource(&resource)
  {}

  /// \param fill  called with std::span<std::uint8_t>, one after the other, which it fills
  template <class Fill>
  void write_to(View<std::uint8_t> const& to, Fill const& fill)
  {
    std::size_t const size = to.extent(0);
    FenceAtEnd const nothing_on_its_way(m_space);  // any more, also where a function throws
    prepare(size);
    for (std::size_t begin = 0; begin < size; begin += m_piece) {
      auto const staged = piece(begin, size);
      fill(std::span<std::uint8_t>(staged.data(), staged.extent(0)));
      m_space.fence("lexikos::staged_copies");  // the piece before, which went while this one was filled
      Kokkos::deep_copy(m_space, backends::subspan(to, begin, begin + staged.extent(0)), staged);
    }
  }
  /// \param take  called with std::span<std::uint8_t const>, one after the other
  template <class Take>
  void read_from(View<std::uint8_t const> const& from, Take const& take)
  {
    std::size_t const size = from.extent(0);
    FenceAtEnd const nothing_on_its_way(m_space);  // any more, also where a function throws
    prepare(size);
    auto const begin_copy = [&](std::size_t begin) {
      auto const staged = piece(begin, size);
      Kokkos::deep_copy(m_space, staged, backends::subspan(from, begin, begin + staged.extent(0)));
    };
    if (size != 0) begin_copy(0);
    for (std::size_t begin = 0; begin < size; begin += m_piece) {
      m_space.fence("lexikos::staged_copies");
      if (begin + m_piece < size) begin_copy(begin + m_piece);  // while this one is taken
      auto const staged = piece(begin, size);
      take(std::span<std::uint8_t const>(staged.data(), staged.extent(0)));
    }
  }

 private:
  void prepare(std::size_t size)
  {
    std::size_t const wanted = std::min(m_piece_bytes, size);
    if (wanted <= m_piece) return;
    m_memory = {};
    m_memory = allocate<std::uint8_t, PinnedSpace>(*m_resource, m_label, 2 * wanted);
    m_piece = wanted;
  }
  /// For bytes [begin, ...) of [0..size).
  [[nodiscard]] Span<std::uint8_t, PinnedSpace> piece(std::size_t begin, std::size_t size) const
  {
    return Span<std::uint8_t, PinnedSpace>(m_memory.data() + begin / m_piece % 2 * m_piece,
                                           std::min(m_piece, size - begin));
  }

  ExecutionSpace m_space;
  std::size_t m_piece_bytes;
  char const* m_label;
  MemoryResource* m_resource;
  Array<std::uint8_t, PinnedSpace> m_memory;
  std::size_t m_piece = 0;
};

}  // namespace lexikos::detail
