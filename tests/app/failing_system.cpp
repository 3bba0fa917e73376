// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loaded before the C library, a system on which one call fails: LEXIKOS_FAULT="FUNCTION NUMBER ERRNO PATHS SEEN" names it.
// The file SEEN is there once it has.

#include "tests/failing_system.hpp"

#include <sys/syscall.h>

#include <cstdlib>
#include <sstream>
#include <string>

namespace
{

/// Its path, which was allocated before anything fails.
std::string& seen()
{
  static std::string path;
  return path;
}

void leave_seen()
{
  ::syscall(SYS_close, ::syscall(SYS_openat, AT_FDCWD, seen().c_str(), O_WRONLY | O_CREAT, 0600));
}

bool take_fault_from_environment()
{
  char const* const value = std::getenv("LEXIKOS_FAULT");
  if (value == nullptr) return false;
  failing_system::Fault fault;
  std::istringstream(value) >> fault.function >> fault.number >> fault.error >> fault.paths >> seen();
  failing_system::state.on_failure = leave_seen;
  failing_system::fail(fault);
  return true;
}

[[maybe_unused]] bool const has_fault = take_fault_from_environment();

}  // namespace
