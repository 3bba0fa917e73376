// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wavelet/batch.hpp"

#include "wavelet/structures.hpp"

namespace lexikos::detail
{

#define LEXIKOS_INSTANTIATE_SYMBOL(ExecutionSpace, Structure, Symbol)                                                  \
  template struct WaveletPointBatch<ExecutionSpace, wavelet_detail::Structure<ExecutionSpace, Symbol>, std::uint32_t>; \
  template struct WaveletPointBatch<ExecutionSpace, wavelet_detail::Structure<ExecutionSpace, Symbol>, std::uint64_t>;
#define LEXIKOS_INSTANTIATE(ExecutionSpace) LEXIKOS_WAVELET_SYMBOLS(LEXIKOS_INSTANTIATE_SYMBOL, ExecutionSpace, Tree)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

}  // namespace lexikos::detail
