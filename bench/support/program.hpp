// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <benchmark/benchmark.h>

#include <Kokkos_Core.hpp>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "bench/support/environment.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::bench
{

/// Whether a process tells of its results: of several ranks that run the same benchmarks, one does.
enum class Reports
{
  yes,
  no
};

/// Runs a program of benchmarks from start to end: Kokkos, the context of the JSON (commit, configuration, devices), and
/// Google Benchmark with what register_all() registers. Returns the exit status: 1 when a result was wrong.
int run_program(int argc, char** argv, void (*register_all)(), Reports reports = Reports::yes);

/// Registers body for one run of its own making (see measure.hpp), with manual time.
void add_benchmark(std::string const& name, std::function<void(benchmark::State&)> const& body);

template <class ExecutionSpace>
struct SpaceTag
{
  using type = ExecutionSpace;
};

/// Calls function(name, tag) for the execution spaces of this build that the environment wants, the default one first.
template <class Function>
void for_each_device(Function const& function)
{
#ifdef KOKKOS_ENABLE_CUDA
  if (wants_device("cuda")) function(std::string("cuda"), SpaceTag<Kokkos::Cuda>{});
#endif
#ifdef KOKKOS_ENABLE_OPENMP
  if (wants_device("openmp")) function(std::string("openmp"), SpaceTag<Kokkos::OpenMP>{});
#endif
#ifdef KOKKOS_ENABLE_SERIAL
  if (wants_device("serial")) function(std::string("serial"), SpaceTag<Kokkos::Serial>{});
#endif
}

/// Thread counts to measure an execution space with: one meaningless 0 for a device.
template <class ExecutionSpace>
std::vector<int> thread_counts_of()
{
  if (!lexikos::detail::works_on_host<ExecutionSpace>) return {0};
#ifdef KOKKOS_ENABLE_OPENMP
  if (std::is_same_v<ExecutionSpace, Kokkos::OpenMP>) return thread_counts();
#endif
  return {1};
}

/// An instance that works with so many threads.
template <class ExecutionSpace>
ExecutionSpace instance([[maybe_unused]] int threads)
{
#ifdef KOKKOS_ENABLE_OPENMP
  if constexpr (std::is_same_v<ExecutionSpace, Kokkos::OpenMP>)
    if (threads != Kokkos::OpenMP().concurrency()) return Kokkos::OpenMP(threads);
#endif
  return ExecutionSpace{};
}

}  // namespace lexikos::bench
