// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wavelet/build.hpp"

#include "wavelet/structures.hpp"

namespace lexikos::wavelet_detail
{

#define LEXIKOS_INSTANTIATE_CODES(SPACE, CODES)                                                                  \
  template CODES<SPACE> build_codes<SPACE, CODES<SPACE>>(SPACE const&, CodedText<SPACE>&, WaveletOptions const&, \
                                                         BuildMemory<SPACE>&);
#define LEXIKOS_INSTANTIATE(SPACE)              \
  LEXIKOS_INSTANTIATE_CODES(SPACE, QuadCodes)   \
  LEXIKOS_INSTANTIATE_CODES(SPACE, BinaryCodes) \
  LEXIKOS_INSTANTIATE_CODES(SPACE, TreeCodes)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_CODES

}  // namespace lexikos::wavelet_detail
