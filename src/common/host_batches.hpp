// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Batches of queries on the host. Ones are counted by the processor's instruction where it has one, whatever processor the
// library was compiled for: what answers queries is compiled twice, and chosen when it runs.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>

#include "backends/launch.hpp"

#ifdef __GNUC__
#define LEXIKOS_ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define LEXIKOS_ALWAYS_INLINE inline
#endif
#if defined(__x86_64__) && defined(__GNUC__)
#define LEXIKOS_POPCOUNT_TARGET __attribute__((target("popcnt")))
#endif

namespace lexikos::detail
{

template <class Answer>
void answer_part(Answer const& answer, std::size_t first, std::size_t count)
{
  answer(first, count);
}

#ifdef LEXIKOS_POPCOUNT_TARGET
template <class Answer>
LEXIKOS_POPCOUNT_TARGET void answer_part_with_popcount(Answer const& answer, std::size_t first, std::size_t count)
{
  answer(first, count);
}
#endif

/// What answers a part of a batch on this processor.
template <class Answer>
[[nodiscard]] auto part_answerer() -> void (*)(Answer const&, std::size_t, std::size_t)
{
#ifdef LEXIKOS_POPCOUNT_TARGET
  static bool const has_popcount = __builtin_cpu_supports("popcnt") != 0;
  if (has_popcount) return &answer_part_with_popcount<Answer>;
#endif
  return &answer_part<Answer>;
}

template <class Answer>
struct AnswerParts
{
  Answer answer;
  void (*run)(Answer const&, std::size_t, std::size_t);
  std::size_t n;
  std::size_t part_size;

  void operator()(std::size_t part) const
  {
    std::size_t const first = part * part_size;
    run(answer, first, std::min(part_size, n - first));
  }
};

/// Calls answer(first, count) for the parts of [0, n), each `part_size` long or ending with n. The call operator of Answer
/// is LEXIKOS_ALWAYS_INLINE, like all that counts ones in it.
template <class ExecutionSpace, class Answer>
void answer_on_host(ExecutionSpace const& space, char const* label, std::size_t n, std::size_t part_size,
                    Answer const& answer)
{
  if (n == 0) return;
  Kokkos::parallel_for(label, backends::Range<ExecutionSpace>(space, 0, (n + part_size - 1) / part_size),
                       AnswerParts<Answer>{answer, part_answerer<Answer>(), n, part_size});
}

}  // namespace lexikos::detail
