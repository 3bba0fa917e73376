// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/file.hpp>
#include <lexikos/memory.hpp>
#include <span>

#include "common/host_containers.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::detail
{

/// An array of a file where the execution space reads it: on hosts in the mapped file, which it keeps; else copied to memory of
/// the resource. Nobody writes to it.
/// \param values  of the file's mapping
template <class T, class ExecutionSpace>
[[nodiscard]] Array<T, typename ExecutionSpace::memory_space> array_of_file(ExecutionSpace const& space,
                                                                            FileReader const& file,
                                                                            MemoryResource& resource, char const* label,
                                                                            std::span<T const> values)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  if constexpr (works_on_host<ExecutionSpace>) {
    if (values.empty()) return {};
    return with_host_memory("an array of a file", [&] {
      return Array<T, MemorySpace>(Span<T, MemorySpace>(const_cast<T*>(values.data()), values.size()),
                                   SharedOwner([file] {}));
    });
  }
  else
    return copy_from_host(space, resource, label, values);
}

}  // namespace lexikos::detail
