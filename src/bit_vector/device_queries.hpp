// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Batches on a device. Rank and access fetch once a query, so that a thread answers several, whose fetches overlap;
// select goes from fetch to fetch, so that more threads, of one query each, overlap better.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "backends/launch.hpp"

namespace lexikos::bit_vector_detail
{

constexpr unsigned group_size = 4;

/// Queries of one thread. They are read once, so that they are not to push blocks out of the caches.
template <class Index>
KOKKOS_FORCEINLINE_FUNCTION void read_group(Index const* from, [[maybe_unused]] bool aligned,
                                            std::size_t (&queries)[group_size])
{
#ifdef __CUDA_ARCH__
  if (aligned) {
    if constexpr (sizeof(Index) == 4) {
      uint4 const four = __ldcs(reinterpret_cast<uint4 const*>(from));
      queries[0] = four.x;
      queries[1] = four.y;
      queries[2] = four.z;
      queries[3] = four.w;
    }
    else {
      ulonglong2 const low = __ldcs(reinterpret_cast<ulonglong2 const*>(from));
      ulonglong2 const high = __ldcs(reinterpret_cast<ulonglong2 const*>(from) + 1);
      queries[0] = low.x;
      queries[1] = low.y;
      queries[2] = high.x;
      queries[3] = high.y;
    }
    return;
  }
#endif
  for (unsigned k = 0; k < group_size; ++k) queries[k] = from[k];
}

template <class Result>
KOKKOS_FORCEINLINE_FUNCTION void write_group(Result* to, [[maybe_unused]] bool aligned,
                                             Result const (&results)[group_size])
{
#ifdef __CUDA_ARCH__
  if (aligned) {
    if constexpr (sizeof(Result) == 1) {
      __stcs(reinterpret_cast<uchar4*>(to), uchar4{results[0], results[1], results[2], results[3]});
    }
    else if constexpr (sizeof(Result) == 4) {
      __stcs(reinterpret_cast<uint4*>(to), uint4{results[0], results[1], results[2], results[3]});
    }
    else {
      __stcs(reinterpret_cast<ulonglong2*>(to), ulonglong2{results[0], results[1]});
      __stcs(reinterpret_cast<ulonglong2*>(to) + 1, ulonglong2{results[2], results[3]});
    }
    return;
  }
#endif
  for (unsigned k = 0; k < group_size; ++k) to[k] = results[k];
}

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
    read_group(queries + begin, queries_aligned, asked);
    for (unsigned k = 0; k < group_size; ++k) found[k] = static_cast<Result>(Answer::of(bits, asked[k]));
    write_group(results + begin, results_aligned, found);
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
