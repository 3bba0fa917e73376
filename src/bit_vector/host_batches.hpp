// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Batches on the host: a thread asks for the memory of a group of queries before it answers them, and counts ones by the
// processor's instruction where it has one, whatever processor the library was compiled for.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "backends/launch.hpp"

#ifdef __GNUC__
#define LEXIKOS_ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define LEXIKOS_ALWAYS_INLINE inline
#endif
#if defined(__x86_64__) && defined(__GNUC__)
#define LEXIKOS_POPCOUNT_TARGET __attribute__((target("popcnt")))
#endif

namespace lexikos::bit_vector_detail
{

constexpr std::size_t queries_in_flight = 128;
constexpr std::size_t queries_a_run = 4096;

/// The part of a batch that one thread answers at a time.
template <class Answer, class Bits, class Index, class Result>
#ifdef __GNUC__
__attribute__((always_inline))
#endif
inline void
answer_run(Bits const& bits, Index const* queries, Result* results, std::size_t n)
{
  for (std::size_t begin = 0; begin < n; begin += queries_in_flight) {
    std::size_t const end = std::min(begin + queries_in_flight, n);
    Answer::prefetch(bits, queries + begin, end - begin);
    for (std::size_t i = begin; i < end; ++i) results[i] = static_cast<Result>(Answer::of(bits, queries[i]));
  }
}

template <class Answer, class Bits, class Index, class Result>
void answer_run_anywhere(Bits const& bits, Index const* queries, Result* results, std::size_t n)
{
  answer_run<Answer>(bits, queries, results, n);
}

#ifdef LEXIKOS_POPCOUNT_TARGET
template <class Answer, class Bits, class Index, class Result>
LEXIKOS_POPCOUNT_TARGET void answer_run_popcount(Bits const& bits, Index const* queries, Result* results, std::size_t n)
{
  answer_run<Answer>(bits, queries, results, n);
}

inline bool has_popcount()
{
  static bool const has = __builtin_cpu_supports("popcnt") != 0;
  return has;
}
#endif

template <class Answer, class ExecutionSpace, class Bits, class Index, class Result>
void answer_on_host(ExecutionSpace const& space, char const* label, Bits const& bits, Index const* queries,
                    Result* results, std::size_t n)
{
  auto* run = &answer_run_anywhere<Answer, Bits, Index, Result>;
#ifdef LEXIKOS_POPCOUNT_TARGET
  if (has_popcount()) run = &answer_run_popcount<Answer, Bits, Index, Result>;
#endif
  Kokkos::parallel_for(label, backends::Range<ExecutionSpace>(space, 0, (n + queries_a_run - 1) / queries_a_run),
                       [=](std::size_t r) {
                         std::size_t const begin = r * queries_a_run;
                         run(bits, queries + begin, results + begin, std::min(queries_a_run, n - begin));
                       });
}

}  // namespace lexikos::bit_vector_detail
