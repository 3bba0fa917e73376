// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fm_index/find.hpp"
#include "fm_index/instantiate.hpp"
#include "fm_index/run_search.hpp"

namespace lexikos::fm_detail
{

template <class ExecutionSpace, class Index, class Symbol>
void find_candidates(ExecutionSpace const& space,
                     detail::FmArrays<typename ExecutionSpace::memory_space, Index, Symbol> const& arrays,
                     BatchOf<Symbol> const& batch, std::size_t count, std::uint32_t const* order,
                     Candidates<Index> const& candidates, Workspace& workspace)
{
  auto const limits = limits_of(arrays, candidates.rests != nullptr);
  with_search(arrays, [&](auto const& search) {
    run_search(space, "lexikos::fm_index::candidates", count,
               FindCandidates<std::decay_t<decltype(search)>, BatchOf<Symbol>, Index>{search, batch, order, limits,
                                                                                      candidates},
               workspace);
  });
}

#define LEXIKOS_INSTANTIATE_FOR(SPACE, INDEX, SYMBOL)                                                                 \
  template void find_candidates<SPACE, INDEX, SYMBOL>(                                                                \
      SPACE const&, detail::FmArrays<SPACE::memory_space, INDEX, SYMBOL> const&, BatchOf<SYMBOL> const&, std::size_t, \
      std::uint32_t const*, Candidates<INDEX> const&, Workspace&);
#define LEXIKOS_INSTANTIATE(SPACE) LEXIKOS_FOR_EACH_FM_INDEX(LEXIKOS_INSTANTIATE_FOR, SPACE)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_FOR

}  // namespace lexikos::fm_detail
