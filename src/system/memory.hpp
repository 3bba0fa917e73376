// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

namespace lexikos::detail
{

/// Of a memory space, in bytes.
struct Memory
{
  std::size_t free = 0;   ///< what the process can still take without pushing anything out
  std::size_t total = 0;  ///< what it could take if it were alone
};

/// The host's: what the machine has available, within the limits of the process (control groups of both versions, ulimit -v).
[[nodiscard]] Memory available_host_memory();

}  // namespace lexikos::detail
