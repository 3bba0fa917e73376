// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Batches of queries. A thread of a device answers several side by side, so that their fetches overlap; a thread of the host
// asks for the memory of a group of queries before it answers them.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/bit_vector.hpp>
#include <stdexcept>

#include "backends/kokkos/launch.hpp"

namespace lexikos::bit_vector_detail
{

template <detail::BitQuery query>
struct Answer
{
  template <class Bits>
  KOKKOS_FORCEINLINE_FUNCTION static std::size_t of(Bits const& bits, std::size_t q)
  {
    if constexpr (query == detail::BitQuery::rank0) return bits.rank0(q);
    if constexpr (query == detail::BitQuery::rank1) return bits.rank1(q);
    if constexpr (query == detail::BitQuery::select0) return bits.select0(q);
    if constexpr (query == detail::BitQuery::select1) return bits.select1(q);
  }
};

struct AnswerAccess
{
  template <class Bits>
  KOKKOS_FORCEINLINE_FUNCTION static std::uint8_t of(Bits const& bits, std::size_t q)
  {
    return bits.access(q);
  }
};

/// Queries that one thread of a device answers, side by side in the arrays.
constexpr unsigned queries_a_thread = 4;

template <class Bits, class Answers, class Index, class Result>
struct AnswerGroup
{
  Bits bits;
  Index const* queries;
  Result* results;
  std::size_t n;

  KOKKOS_FUNCTION void operator()(std::size_t group) const
  {
    std::size_t const begin = group * queries_a_thread;
    std::size_t asked[queries_a_thread];
    Result found[queries_a_thread];
    if (begin + queries_a_thread <= n) {
      for (unsigned k = 0; k < queries_a_thread; ++k) asked[k] = queries[begin + k];
      for (unsigned k = 0; k < queries_a_thread; ++k) found[k] = static_cast<Result>(Answers::of(bits, asked[k]));
      for (unsigned k = 0; k < queries_a_thread; ++k) results[begin + k] = found[k];
    }
    else {
      for (std::size_t i = begin; i < n; ++i) results[i] = static_cast<Result>(Answers::of(bits, queries[i]));
    }
  }
};

template <class Answers, class ExecutionSpace, class Bits, class Index, class Result>
void answer_all(ExecutionSpace const& space, char const* label, Bits const& bits, Index const* queries, Result* results,
                std::size_t n)
{
  std::size_t const groups = (n + queries_a_thread - 1) / queries_a_thread;
  Kokkos::parallel_for(label, backends::kokkos::Range<ExecutionSpace>(space, 0, groups),
                       AnswerGroup<Bits, Answers, Index, Result>{bits, queries, results, n});
}

}  // namespace lexikos::bit_vector_detail

namespace lexikos::detail
{

template <class ExecutionSpace, class Layout, class Index>
void answer_bit_queries(ExecutionSpace const& space,
                        BitVectorSpan<typename ExecutionSpace::memory_space, Layout> const& bits, BitQuery query,
                        Span<Index const, typename ExecutionSpace::memory_space> const& queries,
                        Span<Index, typename ExecutionSpace::memory_space> const& results)
{
  using bit_vector_detail::Answer;
  using bit_vector_detail::answer_all;
  std::size_t const n = queries.extent(0);
  switch (query) {
    case BitQuery::rank0:
      return answer_all<Answer<BitQuery::rank0>>(space, "lexikos::bit_vector::rank0", bits, queries.data(),
                                                 results.data(), n);
    case BitQuery::rank1:
      return answer_all<Answer<BitQuery::rank1>>(space, "lexikos::bit_vector::rank1", bits, queries.data(),
                                                 results.data(), n);
    case BitQuery::select0:
      return answer_all<Answer<BitQuery::select0>>(space, "lexikos::bit_vector::select0", bits, queries.data(),
                                                   results.data(), n);
    case BitQuery::select1:
      return answer_all<Answer<BitQuery::select1>>(space, "lexikos::bit_vector::select1", bits, queries.data(),
                                                   results.data(), n);
  }
}

template <class ExecutionSpace, class Layout, class Index>
void answer_bit_access(ExecutionSpace const& space,
                       BitVectorSpan<typename ExecutionSpace::memory_space, Layout> const& bits,
                       Span<Index const, typename ExecutionSpace::memory_space> const& positions,
                       Span<std::uint8_t, typename ExecutionSpace::memory_space> const& results)
{
  bit_vector_detail::answer_all<bit_vector_detail::AnswerAccess>(space, "lexikos::bit_vector::access", bits,
                                                                 positions.data(), results.data(), positions.extent(0));
}

}  // namespace lexikos::detail
