// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Instances of an execution space that work at the same time as another one.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

#include "system/works_on_host.hpp"

#ifdef KOKKOS_ENABLE_CUDA
#include "system/cuda_device.hpp"
#endif

namespace lexikos::detail
{

/// Others of a device; the instance itself where it works on the host, whose threads they would only divide.
template <class ExecutionSpace>
[[nodiscard]] std::vector<ExecutionSpace> instances_beside(ExecutionSpace const& space, std::size_t count)
{
  if constexpr (works_on_host<ExecutionSpace>)
    return std::vector<ExecutionSpace>(count, space);
  else
    return Kokkos::Experimental::partition_space(space, std::vector<int>(count, 1));
}

/// The same, whose kernels start before what waits on other instances, where the device knows of such: small kernels that
/// long ones, in work all the time, would hold up.
template <class ExecutionSpace>
class UrgentInstances
{
 public:
  UrgentInstances(ExecutionSpace const& space, std::size_t count)
  {
#ifdef KOKKOS_ENABLE_CUDA
    if constexpr (std::is_same_v<ExecutionSpace, Kokkos::Cuda>) {
      for (std::size_t i = 0; i < count; ++i) {
        m_streams.emplace_back(make_urgent_cuda_stream(), destroy_cuda_stream);
        m_instances.emplace_back(m_streams.back().get());
      }
      return;
    }
#endif
    m_instances = instances_beside(space, count);
  }

  [[nodiscard]] ExecutionSpace const& operator[](std::size_t i) const
  {
    return m_instances[i];
  }

 private:
#ifdef KOKKOS_ENABLE_CUDA
  std::vector<std::shared_ptr<CUstream_st>> m_streams;  // outlive the instances
#endif
  std::vector<ExecutionSpace> m_instances;
};

}  // namespace lexikos::detail
