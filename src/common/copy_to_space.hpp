// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <lexikos/memory.hpp>

namespace lexikos::detail
{

/// Copies bytes of pageable host memory, such as a mapped file's, to where the execution space works. To devices through pinned
/// memory of the resource (32 MiB), which the host's threads fill, and so several times as fast as the driver does it. Fences.
template <class ExecutionSpace>
void copy_to_space(ExecutionSpace const& space, void* to, void const* host, std::size_t bytes,
                   MemoryResource& resource);

}  // namespace lexikos::detail
