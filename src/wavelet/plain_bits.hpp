// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <lexikos/workspace.hpp>
#include <utility>

#include "backends/primitives.hpp"
#include "wavelet/strips.hpp"

namespace lexikos::wavelet_detail
{

/// Codes [first, last) whose symbols stand together in a level.
using CodeRange = std::pair<std::uint64_t, std::uint64_t>;

/// Bits of all levels, before they are a bit vector: zeros at first.
template <class ExecutionSpace>
class PlainBits
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;

  /// \param bits  a multiple of 64
  PlainBits(ExecutionSpace const& space, std::uint64_t bits, Workspace& workspace)
      : m_words(workspace.take<std::uint64_t, MemorySpace>(bits / 64))
  {
    primitives::fill(space, m_words, 0);
  }

  [[nodiscard]] Span<std::uint64_t, MemorySpace> const& words() const { return m_words; }

  /// Where the bits [begin, begin + size) are written, multiples of 64.
  [[nodiscard]] BitSink<MemorySpace> sink(std::uint64_t begin, std::uint64_t size) const
  {
    auto* const strips = reinterpret_cast<std::uint32_t*>(m_words.data());
    return {Span<std::uint32_t, MemorySpace>(strips + begin / strip, size / strip)};
  }

 private:
  Span<std::uint64_t, MemorySpace> m_words;
};

}  // namespace lexikos::wavelet_detail
