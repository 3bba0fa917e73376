// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suffix_array/algorithms/hybrid.hpp"

#include "suffix_array/algorithms.hpp"

namespace lexikos::suffix_array_detail
{

template std::size_t hybrid_workspace_bytes<std::uint32_t>(std::size_t, bool);
template std::size_t hybrid_workspace_bytes<std::uint64_t>(std::size_t, bool);

#define LEXIKOS_INSTANTIATE(ExecutionSpace) LEXIKOS_INSTANTIATE_SORTER(hybrid, ExecutionSpace)
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

}  // namespace lexikos::suffix_array_detail
