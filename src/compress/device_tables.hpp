// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <lexikos/workspace.hpp>
#include <vector>

#include "compress/directory.hpp"

namespace lexikos::compress_detail
{

/// Values of the host in memory of the workspace. Fences.
template <class ExecutionSpace, class T>
[[nodiscard]] Span<T, typename ExecutionSpace::memory_space> copied(ExecutionSpace const& space,
                                                                    std::vector<T> const& values, Workspace& workspace)
{
  auto const copy = workspace.take<T, typename ExecutionSpace::memory_space>(values.size());
  if (!values.empty()) Kokkos::deep_copy(space, copy, Span<T const, Kokkos::HostSpace>(values.data(), values.size()));
  space.fence("lexikos::compress::copied");
  return copy;
}

/// Tables of one code where the space works.
template <class ExecutionSpace>
class DeviceTables
{
  using MemorySpace = typename ExecutionSpace::memory_space;

 public:
  DeviceTables(ExecutionSpace const& space, ContextTables const& tables, Workspace& workspace)
  {
    TableArrays const arrays(tables);
    m_spans = {copied(space, arrays.table_of, workspace), copied(space, arrays.cumulative, workspace),
               copied(space, arrays.first, workspace)};
  }
  [[nodiscard]] TableSpans<MemorySpace> const& spans() const { return m_spans; }

 private:
  TableSpans<MemorySpace> m_spans;
};

}  // namespace lexikos::compress_detail
