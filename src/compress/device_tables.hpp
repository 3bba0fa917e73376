// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <lexikos/workspace.hpp>
#include <vector>

#include "common/copy_from_host.hpp"
#include "compress/directory.hpp"

namespace lexikos::compress_detail
{

/// Tables of one code where the space works.
template <class ExecutionSpace>
class DeviceTables
{
  using MemorySpace = typename ExecutionSpace::memory_space;

 public:
  DeviceTables(ExecutionSpace const& space, ContextTables const& tables, Workspace& workspace)
  {
    TableArrays const arrays(tables);
    m_spans = {detail::copy_from_host(space, arrays.table_of, workspace),
               detail::copy_from_host(space, arrays.symbols, workspace),
               detail::copy_from_host(space, arrays.entries, workspace),
               detail::copy_from_host(space, arrays.first, workspace)};
  }
  [[nodiscard]] TableSpans<MemorySpace> const& spans() const { return m_spans; }

 private:
  TableSpans<MemorySpace> m_spans;
};

}  // namespace lexikos::compress_detail
