// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Batches on a device. Rank and access fetch once a query, so that a thread answers several, whose fetches overlap;
// select goes from fetch to fetch, so that more threads, of one query each, overlap better.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/words.hpp>

#include "backends/launch.hpp"

namespace lexikos::bit_vector_detail
{

/// Queries of one thread, as many as `stream_in` reads.
constexpr unsigned group_size = 4;

template <class Answer, class Bits, class Index, class Result>
struct AnswerGroup
{
  Bits bits;
  Index const* queries;
  Result* results;
  std::size_t n;
  bool queries_aligned;
  bool results_aligned;

  KOKKOS_FUNCTION void operator()(std::size_t group) const
  {
    std::size_t const begin = group * group_size;
    if (begin + group_size > n) {
      for (std::size_t i = begin; i < n; ++i) results[i] = static_cast<Result>(Answer::of(bits, queries[i]));
      return;
    }
    std::size_t asked[group_size];
    Result found[group_size];
    detail::stream_in(queries + begin, queries_aligned, asked);
    for (unsigned k = 0; k < group_size; ++k) found[k] = static_cast<Result>(Answer::of(bits, asked[k]));
    detail::stream_out(results + begin, results_aligned, found);
  }
};

template <class Answer, class Bits, class Index, class Result>
struct AnswerOne
{
  Bits bits;
  Index const* queries;
  Result* results;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    results[i] = static_cast<Result>(Answer::of(bits, queries[i]));
  }
};

template <class T>
bool is_aligned(T const* data)
{
  std::size_t const bytes = sizeof(T) * group_size < 16 ? sizeof(T) * group_size : 16;
  return reinterpret_cast<std::uintptr_t>(data) % bytes == 0;
}

template <class Answer, class ExecutionSpace, class Bits, class Index, class Result>
void answer_on_device(ExecutionSpace const& space, char const* label, Bits const& bits, Index const* queries,
                      Result* results, std::size_t n)
{
  using Range = backends::Range<ExecutionSpace>;
  if constexpr (Answer::one_fetch)
    Kokkos::parallel_for(
        label, Range(space, 0, (n + group_size - 1) / group_size),
        AnswerGroup<Answer, Bits, Index, Result>{bits, queries, results, n, is_aligned(queries), is_aligned(results)});
  else
    Kokkos::parallel_for(label, Range(space, 0, n), AnswerOne<Answer, Bits, Index, Result>{bits, queries, results});
}

}  // namespace lexikos::bit_vector_detail
