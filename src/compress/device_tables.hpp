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

/// Tables of one code where the space works, in the workspace.
template <class ExecutionSpace>
EncodingTables<typename ExecutionSpace::memory_space> encoding_tables(ExecutionSpace const& space,
                                                                      ContextTables const& tables, Workspace& workspace)
{
  EncodingArrays const arrays(tables);
  return {detail::copy_from_host(space, arrays.table_of, workspace),
          detail::copy_from_host(space, arrays.symbols, workspace)};
}

template <class ExecutionSpace>
DecodingTables<typename ExecutionSpace::memory_space> decoding_tables(ExecutionSpace const& space,
                                                                      ContextTables const& tables, Workspace& workspace)
{
  DecodingArrays const arrays(tables);
  return {detail::copy_from_host(space, arrays.table_of, workspace),
          detail::copy_from_host(space, arrays.entries, workspace),
          detail::copy_from_host(space, arrays.first, workspace)};
}

}  // namespace lexikos::compress_detail
