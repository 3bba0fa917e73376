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

namespace lexikos::app
{

template <class ExecutionSpace>
constexpr bool works_on_host =
    Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename ExecutionSpace::memory_space>::accessible;

/// Host memory that a device copies from and to at full speed.
#ifdef KOKKOS_HAS_SHARED_HOST_PINNED_SPACE
using StagingSpace = Kokkos::SharedHostPinnedSpace;
#else
using StagingSpace = Kokkos::HostSpace;
#endif
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
    if constexpr (works_on_host<ExecutionSpace>)
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
    auto const staging = allocate<Kokkos::View<T*, StagingSpace>>("lexikos::app::staging", block);
    for (std::size_t done = 0; done < host.size(); done += block) {
      std::size_t const size = std::min(block, host.size() - done);
      std::memcpy(staging.data(), host.data() + done, size * sizeof(T));
      Kokkos::deep_copy(space, Span<T, MemorySpace>(m_copy.data() + done, size),
                        Span<T, StagingSpace>(staging.data(), size));
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
  if constexpr (works_on_host<ExecutionSpace>) {
    space.fence("lexikos::app::write");
    output.write(view.data(), view.extent(0) * sizeof(T));
  }
  else {
    using MemorySpace = typename ExecutionSpace::memory_space;
    std::size_t const block = std::min(view.extent(0), staging_bytes / sizeof(T));
    auto const staging = allocate<Kokkos::View<T*, StagingSpace>>("lexikos::app::staging", block);
    for (std::size_t done = 0; done < view.extent(0); done += block) {
      std::size_t const size = std::min(block, view.extent(0) - done);
      Kokkos::deep_copy(space, Span<T, StagingSpace>(staging.data(), size),
                        Span<T, MemorySpace>(view.data() + done, size));
      space.fence("lexikos::app::from_device");
      output.write(staging.data(), size * sizeof(T));
    }
  }
}

}  // namespace lexikos::app
