// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/lce.hpp>

#include "system/execution_spaces.hpp"

namespace lexikos
{

namespace
{

template <class ExecutionSpace>
using Range = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::size_t>>;

template <class Index>
struct FirstWrongPair
{
  Index const* firsts;
  Index const* seconds;
  std::uint64_t n;

  KOKKOS_FUNCTION void operator()(std::size_t q, std::uint64_t& first) const
  {
    if ((firsts[q] > n || seconds[q] > n) && q < first) first = q;
  }
};

template <class Index>
struct AnswerPair
{
  detail::LceQueries<Index> queries;
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
void detail::query_lce(ExecutionSpace const& space, LceQueries<Index> const& queries,
                       Span<Index const, typename ExecutionSpace::memory_space> const& firsts,
                       Span<Index const, typename ExecutionSpace::memory_space> const& seconds,
                       Span<Index, typename ExecutionSpace::memory_space> const& lengths)
{
  std::size_t const count = firsts.extent(0);
  if (count == 0) return;
  std::uint64_t first = 0;
  Kokkos::parallel_reduce("lexikos::lce::check_positions", Range<ExecutionSpace>(space, 0, count),
                          FirstWrongPair<Index>{firsts.data(), seconds.data(), queries.n},
                          Kokkos::Min<std::uint64_t>(first));
  require(first >= count, ErrorCode::invalid_argument,
          "pair " + std::to_string(first) + " has a position beyond the text of " + std::to_string(queries.n));
  Kokkos::parallel_for("lexikos::lce::query", Range<ExecutionSpace>(space, 0, count),
                       AnswerPair<Index>{queries, firsts.data(), seconds.data(), lengths.data()});
}

#define LEXIKOS_INSTANTIATE_FOR(SPACE, INDEX)                                                        \
  template void detail::query_lce<SPACE, INDEX>(                                                     \
      SPACE const&, detail::LceQueries<INDEX> const&, Span<INDEX const, SPACE::memory_space> const&, \
      Span<INDEX const, SPACE::memory_space> const&, Span<INDEX, SPACE::memory_space> const&);
#define LEXIKOS_INSTANTIATE(SPACE)              \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint32_t) \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint64_t)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

}  // namespace lexikos
