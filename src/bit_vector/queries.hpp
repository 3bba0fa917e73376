// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Batches of queries: what a query is, and where batches go.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/bit_vector.hpp>
#include <lexikos/detail/words.hpp>

#include "backends/primitives.hpp"
#include "bit_vector/device_queries.hpp"
#include "bit_vector/tuning.hpp"
#include "common/host_batches.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::bit_vector_detail
{

using Access = detail::BitVectorAccess;

// Each says whether it fetches once, what a host prefetches for queries [0..n), and the answer to one.

struct OneFetch
{
  static constexpr bool one_fetch = true;

  template <class Bits, class Index>
  LEXIKOS_ALWAYS_INLINE static void prefetch(Bits const& bits, Index const* queries, std::size_t n)
  {
    for (std::size_t i = 0; i < n; ++i) detail::prefetch(Access::block_of(bits, queries[i]));
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
    std::size_t const ones = Access::rank1(bits, i);
    return one ? ones : (i < bits.size() ? i : bits.size()) - ones;
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
    for (std::size_t i = 0; i < n; ++i) detail::prefetch(Access::sample_of<one>(bits, queries[i]));
    for (std::size_t i = 0; i < n; ++i)
      if (Access::sample_of<one>(bits, queries[i]) != nullptr)
        detail::prefetch(Access::first_block<one>(bits, queries[i]));
  }
};

/// The part of a batch that a thread of a host answers at a time.
template <class Answer, class Bits, class Index, class Result>
struct AnswerPart
{
  Bits bits;
  Index const* queries;
  Result* results;
  std::size_t in_flight;

  LEXIKOS_ALWAYS_INLINE void operator()(std::size_t first, std::size_t count) const
  {
    for (std::size_t begin = first; begin < first + count; begin += in_flight) {
      std::size_t const end = std::min(begin + in_flight, first + count);
      Answer::prefetch(bits, queries + begin, end - begin);
      for (std::size_t i = begin; i < end; ++i) results[i] = static_cast<Result>(Answer::of(bits, queries[i]));
    }
  }
};

template <class Answer, class ExecutionSpace, class Bits, class Index, class Result>
void answer_all(ExecutionSpace const& space, char const* label, Bits const& bits, Index const* queries, Result* results,
                std::size_t n, [[maybe_unused]] BatchTuning const& tuning = {})
{
  if constexpr (detail::works_on_host<ExecutionSpace>)
    detail::answer_on_host(space, label, n, tuning.queries_of_part,
                           AnswerPart<Answer, Bits, Index, Result>{bits, queries, results, tuning.queries_in_flight});
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
  if (bits.size() == 0) {  // of a vector that was never built, there is nothing to read
    bool const is_rank = query == BitQuery::rank0 || query == BitQuery::rank1;
    return primitives::fill(space, results, is_rank ? 0 : static_cast<Index>(not_found));
  }
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
