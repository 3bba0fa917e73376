// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

namespace lexikos::detail
{

/// Whether an execution space, or the execution space of a memory space, runs on the host.
template <class Space>
constexpr bool works_on_host =
    Kokkos::SpaceAccessibility<typename Space::execution_space, Kokkos::HostSpace>::accessible;

}  // namespace lexikos::detail
