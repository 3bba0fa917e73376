// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/memory.hpp"

#include "app/failure.hpp"
#include "app/report/numbers_shown.hpp"

namespace lexikos::app
{

void require_memory(std::string const& where, detail::Memory const& memory, std::vector<MemoryNeed> const& needs)
{
  std::size_t sum = 0;
  std::string parts;
  for (auto const& need : needs) {
    sum += need.bytes;
    if (need.bytes > 0) parts += (parts.empty() ? "" : ", ") + in_message(need.bytes) + " for " + need.what;
  }
  if (sum <= memory.free) return;
  throw Failure(ExitCode::out_of_memory, "not enough memory on " + where + ": " + in_message(sum) + " bytes needed (" +
                                             parts + "), " + in_message(memory.free) + " bytes available");
}

void require_host_memory(std::vector<MemoryNeed> const& needs)
{
  require_memory("the host", detail::available_host_memory(), needs);
}

}  // namespace lexikos::app
