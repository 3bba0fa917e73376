// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Matches by FM-indexes of wavelet matrices.

#include "matching/fm_by_steps.hpp"

namespace lexikos::matching_detail
{

#define LEXIKOS_INSTANTIATE(SPACE)                             \
  LEXIKOS_INSTANTIATE_STEPS(SPACE, std::uint32_t, MatrixSteps) \
  LEXIKOS_INSTANTIATE_STEPS(SPACE, std::uint64_t, MatrixSteps)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::matching_detail
