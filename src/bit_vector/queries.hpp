// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Batches of queries: what a query is, and where batches go.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/bit_vector.hpp>
#include <lexikos/detail/prefetch.hpp>

#include "bit_vector/device_queries.hpp"
#include "bit_vector/host_batches.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::bit_vector_detail
{

struct OneFetch
{
  static constexpr bool one_fetch = true;

  template <class Bits, class Index>
  LEXIKOS_ALWAYS_INLINE static void prefetch(Bits const& bits, Index const* queries, std::size_t n)
  {
    for (std::size_t i = 0; i < n; ++i) detail::prefetch(bits.block_of(queries[i]));
  }
};

struct AnswerAccess : OneFetch
{
  template <class Bits>
  KOKKOS_FORCEINLINE_FUNCTION static std::uint8_t of(Bits const& bits, std::size_t i)
  {
    return bits.access(i);
  }
};

template <bool one>
struct AnswerRank : OneFetch
{
  template <class Bits>
  KOKKOS_FORCEINLINE_FUNCTION static std::size_t of(Bits const& bits, std::size_t i)
  {
    return one ? bits.rank1(i) : bits.rank0(i);
  }
};

template <bool one>
struct AnswerSelect
{
  static constexpr bool one_fetch = false;

  template <class Bits>
  KOKKOS_FORCEINLINE_FUNCTION static std::size_t of(Bits const& bits, std::size_t k)
  {
    return one ? bits.select1(k) : bits.select0(k);
  }

  template <class Bits, class Index>
  LEXIKOS_ALWAYS_INLINE static void prefetch(Bits const& bits, Index const* queries, std::size_t n)
  {
    for (std::size_t i = 0; i < n; ++i) detail::prefetch(bits.template sample_of<one>(queries[i]));
    for (std::size_t i = 0; i < n; ++i)
      if (bits.template sample_of<one>(queries[i]) != nullptr)
        detail::prefetch(bits.block(bits.template first_guess<one>(queries[i])));
  }
};

template <class Answer, class ExecutionSpace, class Bits, class Index, class Result>
void answer_all(ExecutionSpace const& space, char const* label, Bits const& bits, Index const* queries, Result* results,
                std::size_t n)
{
  if constexpr (detail::works_on_host<ExecutionSpace>)
    answer_on_host<Answer>(space, label, bits, queries, results, n);
  else
    answer_on_device<Answer>(space, label, bits, queries, results, n);
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
  std::size_t const n = queries.extent(0);
  switch (query) {
    case BitQuery::rank0:
      return bit_vector_detail::answer_all<bit_vector_detail::AnswerRank<false>>(
          space, "lexikos::bit_vector::rank0", bits, queries.data(), results.data(), n);
    case BitQuery::rank1:
      return bit_vector_detail::answer_all<bit_vector_detail::AnswerRank<true>>(
          space, "lexikos::bit_vector::rank1", bits, queries.data(), results.data(), n);
    case BitQuery::select0:
      return bit_vector_detail::answer_all<bit_vector_detail::AnswerSelect<false>>(
          space, "lexikos::bit_vector::select0", bits, queries.data(), results.data(), n);
    case BitQuery::select1:
      return bit_vector_detail::answer_all<bit_vector_detail::AnswerSelect<true>>(
          space, "lexikos::bit_vector::select1", bits, queries.data(), results.data(), n);
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
