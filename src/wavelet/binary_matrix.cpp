// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wavelet/matrix.hpp"

#include "wavelet/structures.hpp"

namespace lexikos::detail
{

template <class Structure, class ExecutionSpace>
Structure build_wavelet_from(ExecutionSpace const& space, typename Structure::SymbolType const* text, std::size_t n,
                             bool on_host, WaveletOptions const& options)
{
  return wavelet_detail::build_matrix<Structure>(space, text, n, on_host, options);
}

#define LEXIKOS_INSTANTIATE_SYMBOL(ExecutionSpace, Structure, Symbol)                                         \
  template wavelet_detail::Structure<ExecutionSpace, Symbol>                                                  \
  build_wavelet_from<wavelet_detail::Structure<ExecutionSpace, Symbol>>(ExecutionSpace const&, Symbol const*, \
                                                                        std::size_t, bool, WaveletOptions const&);
#define LEXIKOS_INSTANTIATE(ExecutionSpace) \
  LEXIKOS_WAVELET_SYMBOLS(LEXIKOS_INSTANTIATE_SYMBOL, ExecutionSpace, BinaryMatrix)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

}  // namespace lexikos::detail
