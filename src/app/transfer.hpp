// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <lexikos/workspace.hpp>
#include <span>

#include "app/device.hpp"
#include "app/output.hpp"
#include "system/host_memory.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::app
{

constexpr std::size_t staging_bytes = std::size_t{32} << 20;

/// Host data as the execution space can read it: the data itself where that is possible, else a copy, which goes
/// through one staging block.
template <class ExecutionSpace, class T>
class OnDevice
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;

  OnDevice(ExecutionSpace const& space, char const* label, std::span<T const> host)
  {
    if constexpr (detail::works_on_host<ExecutionSpace>)
      m_span = Span<T const, MemorySpace>(host.data(), host.size());
    else
      copy(space, label, host);
  }

  [[nodiscard]] Span<T const, MemorySpace> const& view() const { return m_span; }

 private:
  void copy(ExecutionSpace const& space, char const* label, std::span<T const> host)
  {
    m_copy = allocate<Kokkos::View<T*, MemorySpace>>(label, host.size());
    m_span = Span<T const, MemorySpace>(m_copy.data(), m_copy.extent(0));
    std::size_t const block = std::min(host.size(), staging_bytes / sizeof(T));
    auto const staging = allocate<Kokkos::View<T*, detail::PinnedSpace>>("lexikos::app::staging", block);
    for (std::size_t done = 0; done < host.size(); done += block) {
      std::size_t const size = std::min(block, host.size() - done);
      std::memcpy(staging.data(), host.data() + done, size * sizeof(T));
      Kokkos::deep_copy(space, Span<T, MemorySpace>(m_copy.data() + done, size),
                        Span<T, detail::PinnedSpace>(staging.data(), size));
      space.fence("lexikos::app::to_device");
    }
  }

  Kokkos::View<T*, MemorySpace> m_copy;
  Span<T const, MemorySpace> m_span;
};

/// Writes a view of the execution space, in blocks.
template <class ExecutionSpace, class View>
void write(ExecutionSpace const& space, View const& view, Output& output)
{
  using T = typename View::non_const_value_type;
  if constexpr (detail::works_on_host<ExecutionSpace>) {
    space.fence("lexikos::app::write");
    output.write(view.data(), view.extent(0) * sizeof(T));
  }
  else {
    using MemorySpace = typename ExecutionSpace::memory_space;
    std::size_t const block = std::min(view.extent(0), staging_bytes / sizeof(T));
    auto const staging = allocate<Kokkos::View<T*, detail::PinnedSpace>>("lexikos::app::staging", block);
    for (std::size_t done = 0; done < view.extent(0); done += block) {
      std::size_t const size = std::min(block, view.extent(0) - done);
      Kokkos::deep_copy(space, Span<T, detail::PinnedSpace>(staging.data(), size),
                        Span<T, MemorySpace>(view.data() + done, size));
      space.fence("lexikos::app::from_device");
      output.write(staging.data(), size * sizeof(T));
    }
  }
}

}  // namespace lexikos::app
