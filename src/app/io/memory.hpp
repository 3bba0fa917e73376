// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "system/memory.hpp"

namespace lexikos::app
{

struct MemoryNeed
{
  std::string what;
  std::size_t bytes = 0;
};

/// Failure (out_of_memory) with the bytes needed, for what, and available, if the needs together exceed these.
void require_memory(std::string const& where, detail::Memory const& memory, std::vector<MemoryNeed> const& needs);
void require_host_memory(std::vector<MemoryNeed> const& needs);

}  // namespace lexikos::app
