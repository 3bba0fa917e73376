// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The execution spaces that are tested, every one that Kokkos has unless LEXIKOS_TEST_ALL_SPACES is off, for
// TEST_CASE_TEMPLATE_APPLY, and copies between vectors and its views.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdlib>
#include <tuple>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include "system/works_on_host.hpp"

namespace lexikos::tests
{

#ifdef LEXIKOS_TEST_DEFAULT_SPACE
using Spaces = std::tuple<Kokkos::DefaultExecutionSpace>;
#else
using Spaces = decltype(std::tuple_cat(
#ifdef KOKKOS_ENABLE_SERIAL
    std::tuple<Kokkos::Serial>{},
#endif
#ifdef KOKKOS_ENABLE_OPENMP
    std::tuple<Kokkos::OpenMP>{},
#endif
#ifdef KOKKOS_ENABLE_CUDA
    std::tuple<Kokkos::Cuda>{},
#endif
    std::tuple<>{}));
#endif

/// For arrays of a few entries, which are nothing to share: where threads would only wait for each other, an instance with
/// one.
template <class ExecutionSpace>
ExecutionSpace smallest_instance()
{
#ifdef KOKKOS_ENABLE_OPENMP
  if constexpr (std::is_same_v<ExecutionSpace, Kokkos::OpenMP>) return Kokkos::OpenMP(1);
#endif
  return {};
}

/// Whether LEXIKOS_EXHAUSTIVE=1 is in the environment: enumerations that leave cases out try all.
inline bool tries_all_cases()
{
  char const* const exhaustive = std::getenv("LEXIKOS_EXHAUSTIVE");
  return exhaustive != nullptr && *exhaustive == '1';
}

/// Of processes that share cases: LEXIKOS_SHARD=K/N in the environment is number K, from 0, of N.
struct Shard
{
  std::size_t number = 0;
  std::size_t count = 1;
};

inline Shard shard_of_cases()
{
  char const* const shard = std::getenv("LEXIKOS_SHARD");
  if (shard == nullptr) return {};
  char* after = nullptr;
  Shard found;
  found.number = std::strtoul(shard, &after, 10);
  if (*after == '/') found.count = std::strtoul(after + 1, &after, 10);
  REQUIRE_MESSAGE((*after == '\0' && found.number < found.count), "LEXIKOS_SHARD is " << shard << ", not K/N");
  return found;
}

/// Of many small cases one in so many is tried: each is dozens of kernels, whose launches cost a device what a hundred such
/// cases cost the host. Builds that do not test every space, such as those with sanitizers, which are several times as slow,
/// leave some to those that do.
template <class ExecutionSpace>
std::size_t stride_of_small_cases()
{
  if (tries_all_cases()) return 1;
  if (!detail::works_on_host<ExecutionSpace>) return 11;
#ifdef LEXIKOS_TEST_DEFAULT_SPACE
  return 3;
#else
  return 1;
#endif
}

template <class T, class ExecutionSpace>
using TestArray = Kokkos::View<T*, typename ExecutionSpace::memory_space>;

template <class ExecutionSpace, class T>
TestArray<T, ExecutionSpace> to_view(std::vector<T> const& values)
{
  TestArray<T, ExecutionSpace> view(Kokkos::view_alloc("lexikos::tests::input", Kokkos::WithoutInitializing),
                                    values.size());
  Kokkos::deep_copy(view, Kokkos::View<T const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
                              values.data(), values.size()));
  return view;
}

template <class View>
std::vector<typename View::non_const_value_type> to_vector(View const& view)
{
  using T = typename View::non_const_value_type;
  std::vector<T> values(view.extent(0));
  Kokkos::deep_copy(
      Kokkos::View<T*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(values.data(), values.size()), view);
  return values;
}

}  // namespace lexikos::tests

#ifdef KOKKOS_ENABLE_SERIAL
TYPE_TO_STRING(Kokkos::Serial);
#endif
#ifdef KOKKOS_ENABLE_OPENMP
TYPE_TO_STRING(Kokkos::OpenMP);
#endif
#ifdef KOKKOS_ENABLE_CUDA
TYPE_TO_STRING(Kokkos::Cuda);
#endif
