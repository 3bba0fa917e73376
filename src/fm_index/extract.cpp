// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fm_index/extract.hpp"

#include "fm_index/instantiate.hpp"

namespace lexikos::fm_detail
{

template <class E, class I, class S>
Patterns<typename E::memory_space, S> FmFunctions<E, I, S>::extract(E const& space, Arrays const& arrays,
                                                                    Indices const& begins, Indices const& ends,
                                                                    SearchOptions const& options)
{
  return extract_ranges<E, I, S>(space, arrays, {begins.data(), ends.data(), arrays.n}, begins.extent(0), options);
}

#define LEXIKOS_INSTANTIATE_FOR(SPACE, INDEX, SYMBOL)                                        \
  template Patterns<SPACE::memory_space, SYMBOL> FmFunctions<SPACE, INDEX, SYMBOL>::extract( \
      SPACE const&, Arrays const&, Indices const&, Indices const&, SearchOptions const&);
#define LEXIKOS_INSTANTIATE(SPACE) LEXIKOS_FOR_EACH_FM_INDEX(LEXIKOS_INSTANTIATE_FOR, SPACE)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_FOR

}  // namespace lexikos::fm_detail
