// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

namespace lexikos::detail
{

/// Whether the threads of an execution space, or those at home in a memory space, are the host's.
template <class Space>
constexpr bool works_on_host =
    Kokkos::SpaceAccessibility<typename Space::execution_space, Kokkos::HostSpace>::accessible;

}  // namespace lexikos::detail
