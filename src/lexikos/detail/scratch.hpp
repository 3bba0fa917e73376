// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <lexikos/detail/fence_at_end.hpp>
#include <lexikos/workspace.hpp>

namespace lexikos::detail
{

/// The scratch memory of one call: the caller's workspace, or one of its own where the caller gave none. All that was taken
/// goes back when it ends; a workspace of its own waits for the kernels that use it.
template <class ExecutionSpace>
class Scratch
{
 public:
  Scratch(ExecutionSpace const& space, Workspace* given)
      : m_space(space), m_workspace(given != nullptr ? *given : m_own), m_scope(m_workspace)
  {}
  Scratch(Scratch const&) = delete;
  Scratch& operator=(Scratch const&) = delete;

  ~Scratch()
  {
    if (m_own.allocated_bytes() != 0) fence_at_end(m_space);
  }

  [[nodiscard]] Workspace& operator*() const { return m_workspace; }
  [[nodiscard]] Workspace* operator->() const { return &m_workspace; }
  [[nodiscard]] MemoryResource& resource() const { return m_workspace.resource(); }

 private:
  ExecutionSpace m_space;
  Workspace m_own;
  Workspace& m_workspace;
  Workspace::Scope m_scope;
};

}  // namespace lexikos::detail
