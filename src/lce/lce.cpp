// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/lce.hpp>

#include "backends/launch.hpp"

namespace lexikos::lce_detail
{

namespace
{

template <class Index>
struct AnswerPair
{
  Queries<Index> queries;
  Index const* firsts;
  Index const* seconds;
  Index* lengths;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    lengths[q] = static_cast<Index>(queries.lce(firsts[q], seconds[q]));
  }
};

}  // namespace

template <class ExecutionSpace, class Index>
void answer(ExecutionSpace const& space, Queries<Index> const& queries, Batch<ExecutionSpace, Index> const& batch)
{
  Kokkos::parallel_for("lexikos::lce::query", backends::Range<ExecutionSpace>(space, 0, batch.firsts.extent(0)),
                       AnswerPair<Index>{queries, batch.firsts.data(), batch.seconds.data(), batch.lengths.data()});
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX) \
  template void answer<SPACE, INDEX>(SPACE const&, Queries<INDEX> const&, Batch<SPACE, INDEX> const&);

LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::lce_detail
