// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wavelet/ranges.hpp"

#include "wavelet/structures.hpp"

namespace lexikos::detail
{

#define LEXIKOS_INSTANTIATE_STRUCTURE(SPACE, CODES, SYMBOL) \
  template struct WaveletRanges<SPACE, wavelet_detail::StructureOf<SPACE, wavelet_detail::CODES, SYMBOL>>;
#define LEXIKOS_INSTANTIATE(SPACE) LEXIKOS_FOR_EACH_STRUCTURE(LEXIKOS_INSTANTIATE_STRUCTURE, SPACE)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_STRUCTURE

}  // namespace lexikos::detail
