// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>

namespace lexikos::detail
{

struct Memory
{
  std::size_t free = 0;   ///< bytes that the process can still take without pushing anything out
  std::size_t total = 0;  ///< bytes that it could take if it were alone
};

/// Of the host: what the machine has available, within the limits of the process (cgroups of both versions, ulimit -v).
[[nodiscard]] Memory available_host_memory();
/// The processor's name, such as "Intel(R) Xeon(R) Platinum 8481C"; empty where the system does not tell.
[[nodiscard]] std::string processor_name();

}  // namespace lexikos::detail
