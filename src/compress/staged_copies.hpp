// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/compress.hpp>
#include <lexikos/detail/allocate.hpp>

#include "backends/launch.hpp"
#include "system/host_memory.hpp"

namespace lexikos::compress_detail
{

/// Bytes between a stream and memory of a device, through two pieces of pinned memory: one is copied while the other one is filled
/// or written. So no page of the host's memory is touched for the first time, which takes as long as all else.
template <class ExecutionSpace>
class StagedCopies
{
  template <class T>
  using View = Span<T, typename ExecutionSpace::memory_space>;

 public:
  /// Fewer bytes are not worth the pinned memory.
  static constexpr std::size_t least_bytes = std::size_t{32} << 20;

  explicit StagedCopies(ExecutionSpace const& space) : m_space(space) {}

  /// \param source  gives all that it is asked for, or throws
  void read(ByteSource const& source, View<std::uint8_t> const& to)
  {
    FenceAtEnd const fence{m_space};
    for (std::size_t begin = 0; begin < to.extent(0); begin += piece_bytes) {
      auto const staged = piece(begin, to.extent(0));
      source({staged.data(), staged.extent(0)});
      m_space.fence("lexikos::compress::staged_copies");  // the piece before, which went while this one came
      Kokkos::deep_copy(m_space, backends::subspan(to, begin, begin + staged.extent(0)), staged);
    }
  }
  void write(View<std::uint8_t const> const& from, ByteSink const& sink)
  {
    auto const begin_copy = [&](std::size_t begin) {
      auto const staged = piece(begin, from.extent(0));
      Kokkos::deep_copy(m_space, staged, backends::subspan(from, begin, begin + staged.extent(0)));
    };
    FenceAtEnd const fence{m_space};
    if (from.extent(0) != 0) begin_copy(0);
    for (std::size_t begin = 0; begin < from.extent(0); begin += piece_bytes) {
      m_space.fence("lexikos::compress::staged_copies");
      if (begin + piece_bytes < from.extent(0)) begin_copy(begin + piece_bytes);
      auto const staged = piece(begin, from.extent(0));
      sink({staged.data(), staged.extent(0)});
    }
  }

 private:
  /// Nothing is on its way any more, also where a source or a sink throws.
  struct FenceAtEnd
  {
    ExecutionSpace const& space;

    ~FenceAtEnd() { space.fence("lexikos::compress::staged_copies"); }
  };

  static constexpr std::size_t piece_bytes = std::size_t{4} << 20;

  /// For bytes [begin, ...) of [0..size).
  Span<std::uint8_t, detail::PinnedSpace> piece(std::size_t begin, std::size_t size)
  {
    if (m_pieces.extent(0) == 0)
      m_pieces = detail::allocate<std::uint8_t, detail::PinnedSpace>(default_memory_resource(),
                                                                     "lexikos::compress::staging", 2 * piece_bytes);
    std::uint8_t* const data = m_pieces.data() + begin / piece_bytes % 2 * piece_bytes;
    return Span<std::uint8_t, detail::PinnedSpace>(data, std::min(piece_bytes, size - begin));
  }

  ExecutionSpace m_space;
  Array<std::uint8_t, detail::PinnedSpace> m_pieces;
};

}  // namespace lexikos::compress_detail
