// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suffix_array/algorithms/sampled_prefix_doubling.hpp"

#include "suffix_array/algorithms.hpp"
#include "suffix_array/samples/transform_by_samples.hpp"

namespace lexikos::suffix_array_detail
{

template std::size_t sampled_prefix_doubling_workspace_bytes<std::uint32_t>(std::size_t, bool);
template std::size_t sampled_prefix_doubling_workspace_bytes<std::uint64_t>(std::size_t, bool);

#define LEXIKOS_INSTANTIATE_TRANSFORM(ExecutionSpace, Index)                                         \
  template std::size_t transform_by_samples(SortRun<ExecutionSpace, std::uint8_t, Index> const& run, \
                                            Span<std::uint8_t, ExecutionSpace::memory_space> const& bwt);
#define LEXIKOS_INSTANTIATE(ExecutionSpace)                           \
  LEXIKOS_INSTANTIATE_SORTER(sampled_prefix_doubling, ExecutionSpace) \
  LEXIKOS_INSTANTIATE_TRANSFORM(ExecutionSpace, std::uint32_t)        \
  LEXIKOS_INSTANTIATE_TRANSFORM(ExecutionSpace, std::uint64_t)
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

}  // namespace lexikos::suffix_array_detail
