// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

namespace lexikos::detail
{

/// Waits for all that an instance was given, before memory that it uses is given back: for destructors, also where memory has
/// run out. An error of the instance is reported to whoever fences it next.
template <class ExecutionSpace>
void fence_at_end(ExecutionSpace const& space) noexcept
{
  try {
    // a label that is so short takes no memory, for lack of which nothing would be waited for
    space.fence("lexikos::end");
  }
  catch (...) {
  }
}

/// fence_at_end when a scope is left, also by an exception.
template <class ExecutionSpace>
class FenceAtEnd
{
 public:
  explicit FenceAtEnd(ExecutionSpace const& space) : m_space(space) {}
  FenceAtEnd(FenceAtEnd const&) = delete;
  FenceAtEnd& operator=(FenceAtEnd const&) = delete;
  ~FenceAtEnd() { fence_at_end(m_space); }

 private:
  ExecutionSpace const& m_space;
};

}  // namespace lexikos::detail
