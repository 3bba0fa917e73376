// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

namespace lexikos::backends
{

/// Whether the memory of an execution or memory space is the host's, or the host reads and writes it as well.
template <class Space>
constexpr bool works_on_host = Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename Space::memory_space>::accessible;

}  // namespace lexikos::backends
