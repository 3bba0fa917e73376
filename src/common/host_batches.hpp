// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Loops over many items whose bodies are large, such as batches of queries, on hosts in parts: what a thread does with a part
// is compiled once for all execution spaces of the host.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>

#include "backends/launch.hpp"
#include "system/works_on_host.hpp"

// Where nobody waits for it, code is not enlarged to be fast: all that is inlined, for two sets of instructions, is
// instrumented, for which compilers take half as long again.
#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define LEXIKOS_FOR_SPEED 0
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || !defined(__OPTIMIZE__)
#undef LEXIKOS_FOR_SPEED
#define LEXIKOS_FOR_SPEED 0
#elif !defined(LEXIKOS_FOR_SPEED)
#define LEXIKOS_FOR_SPEED 1
#endif

#if defined(__GNUC__) && LEXIKOS_FOR_SPEED
#define LEXIKOS_ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define LEXIKOS_ALWAYS_INLINE inline
#endif
#ifdef __GNUC__
#define LEXIKOS_NEVER_INLINE __attribute__((noinline))
#else
#define LEXIKOS_NEVER_INLINE
#endif
#if defined(__x86_64__) && defined(__GNUC__) && LEXIKOS_FOR_SPEED
#define LEXIKOS_BIT_INSTRUCTIONS __attribute__((target("popcnt,bmi,bmi2")))
#endif

namespace lexikos::detail
{

template <class Answer>
void answer_part(Answer const& answer, std::size_t first, std::size_t count)
{
  answer(first, count);
}

#ifdef LEXIKOS_BIT_INSTRUCTIONS
template <class Answer>
LEXIKOS_BIT_INSTRUCTIONS void answer_part_with_bit_instructions(Answer const& answer, std::size_t first,
                                                                std::size_t count)
{
  answer(first, count);
}
#endif

/// What answers a part of a batch on this processor.
template <class Answer>
[[nodiscard]] auto part_answerer() -> void (*)(Answer const&, std::size_t, std::size_t)
{
#ifdef LEXIKOS_BIT_INSTRUCTIONS
  static bool const has_all = __builtin_cpu_supports("popcnt") != 0 && __builtin_cpu_supports("bmi") != 0 &&
                              __builtin_cpu_supports("bmi2") != 0;
  if (has_all) return &answer_part_with_bit_instructions<Answer>;
#endif
  return &answer_part<Answer>;
}

template <class Functor>
LEXIKOS_NEVER_INLINE void call_for_part(Functor const& functor, std::size_t first, std::size_t count)
{
  for (std::size_t i = first; i < first + count; ++i) functor(i);
}

/// Calls a function for the parts of [0, n), each `size` long or ending with n.
template <class Functor>
struct ForParts
{
  Functor functor;
  void (*run)(Functor const&, std::size_t first, std::size_t count);
  std::size_t n;
  std::size_t size;

  void operator()(std::size_t part) const
  {
    std::size_t const first = part * size;
    run(functor, first, std::min(size, n - first));
  }

  template <class ExecutionSpace>
  void launch(ExecutionSpace const& space, char const* label) const
  {
    if (n == 0) return;
    Kokkos::parallel_for(label, backends::Range<ExecutionSpace>(space, 0, (n + size - 1) / size), *this);
  }
};

/// Calls answer(first, count) for the parts of [0, n) on a host. Ones are counted, and words shifted and masked, by the
/// instructions that processors have for it since 2013, whatever processor the library was compiled for: the answer is compiled
/// with and without them, and chosen when it runs. The call operator of Answer is LEXIKOS_ALWAYS_INLINE, like all that counts
/// ones in it.
template <class ExecutionSpace, class Answer>
void answer_on_host(ExecutionSpace const& space, char const* label, std::size_t n, std::size_t part_size,
                    Answer const& answer)
{
  ForParts<Answer>{answer, part_answerer<Answer>(), n, part_size}.launch(space, label);
}

/// The same where ones are not counted.
template <class ExecutionSpace, class Answer>
void answer_plainly_on_host(ExecutionSpace const& space, char const* label, std::size_t n, std::size_t part_size,
                            Answer const& answer)
{
  ForParts<Answer>{answer, &answer_part<Answer>, n, part_size}.launch(space, label);
}

/// functor(i) for all i in [0, n): a thread for each on devices, and for each part on hosts.
template <class ExecutionSpace, class Functor>
void for_each(ExecutionSpace const& space, char const* label, std::size_t n, std::size_t part_size,
              Functor const& functor)
{
  if (n == 0) return;
  if constexpr (works_on_host<ExecutionSpace>)
    ForParts<Functor>{functor, &call_for_part<Functor>, n, part_size}.launch(space, label);
  else
    Kokkos::parallel_for(label, backends::Range<ExecutionSpace>(space, 0, n), functor);
}

}  // namespace lexikos::detail
