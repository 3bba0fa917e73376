// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What benchmarks share that mpirun starts: every rank runs all, rank 0 reports. Times are of the slowest rank, memory of the
// one that took most. Every rank makes or reads the whole text in host memory, and keeps it for the checks.

#include <mpi.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <cstdint>
#include <lexikos/distributed/communicator.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bench/support/environment.hpp"
#include "bench/support/measure.hpp"
#include "bench/support/program.hpp"
#include "bench/support/results.hpp"
#include "bench/support/texts.hpp"

namespace lexikos::bench
{

using distributed::Communicator;

inline int own_rank()
{
  int value = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &value);
  return value;
}

inline int rank_count()
{
  int value = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &value);
  return value;
}

inline double largest(double mine)
{
  MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return mine;
}

inline std::uint64_t summed(std::uint64_t mine)
{
  MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  return mine;
}

inline void require_on_all(bool mine, std::string const& what)
{
  if (summed(mine ? 0 : 1) != 0) throw std::runtime_error("WRONG: " + what);
}

/// As `measure`, of the slowest rank, so that all ranks run as often.
template <class Run>
Timing measure_on_all(Run const& run)
{
  auto const once = [&] {
    MPI_Barrier(MPI_COMM_WORLD);
    Kokkos::Timer timer;
    run();
    return largest(timer.seconds());
  };
  double const warm_up = once();
  std::vector<double> seconds(static_cast<std::size_t>(runs_after(warm_up)));
  if (seconds.empty()) return timing_of({warm_up});
  for (double& time : seconds) time = once();
  return timing_of(std::move(seconds));
}

/// LEXIKOS_BENCH_TRANSPORT: automatic, mpi, staged_mpi, device_mpi or nccl; automatic when it is not set.
inline distributed::Transport transport_wanted()
{
  using distributed::Transport;
  constexpr std::array<std::pair<char const*, Transport>, 5> names{{{"automatic", Transport::automatic},
                                                                    {"mpi", Transport::mpi},
                                                                    {"staged_mpi", Transport::staged_mpi},
                                                                    {"device_mpi", Transport::device_mpi},
                                                                    {"nccl", Transport::nccl}}};
  auto const words = words_of("LEXIKOS_BENCH_TRANSPORT");
  if (words.empty()) return Transport::automatic;
  for (auto const& [name, transport] : names)
    if (words.front() == name) return transport;
  throw std::invalid_argument("LEXIKOS_BENCH_TRANSPORT: there is no '" + words.front() + "'");
}

/// A rank's part of the text, and of what is computed from it.
template <class ExecutionSpace, class Index>
struct Ranks
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Array = Kokkos::View<Index*, MemorySpace>;

  ExecutionSpace space;
  Communicator communicator;
  LoadedText const& whole;
  distributed::Part part;
  Kokkos::View<std::uint8_t*, MemorySpace> text;

  explicit Ranks(LoadedText const& loaded)
      : communicator(space, MPI_COMM_WORLD, {.transport = transport_wanted()}),
        whole(loaded),
        part(distributed::part_of(loaded.size(), own_rank(), rank_count())),
        text(Kokkos::view_alloc("lexikos::bench::part", Kokkos::WithoutInitializing), part.extent)
  {
    auto const own =
        Kokkos::subview(whole.bytes, std::pair<std::size_t, std::size_t>(part.first, part.first + part.extent));
    copy_text(space, own, text);
  }

  [[nodiscard]] Array array(char const* name) const
  {
    return Array(Kokkos::view_alloc(std::string("lexikos::bench::") + name, Kokkos::WithoutInitializing), part.extent);
  }

  /// bytes: what lies on this rank but workspace.
  void report_run(benchmark::State& state, Timing const& timing, std::size_t bytes, std::size_t workspace_bytes) const
  {
    report(state, timing);
    auto const n = static_cast<double>(whole.size());
    auto const own = static_cast<double>(std::max<std::size_t>(part.extent, 1));
    state.counters["n"] = n;
    state.counters["ranks"] = rank_count();
    state.counters["MB/s"] = n / timing.median() / 1e6;
    state.counters["workspace bytes/character"] = largest(static_cast<double>(workspace_bytes) / own);
    state.counters["bytes/character"] = largest(static_cast<double>(bytes + workspace_bytes) / own);
    state.SetLabel(std::string(distributed::to_string(communicator.transport())));
  }
};

/// The program's main: MPI around `run_program`.
inline int run_on_ranks(int argc, char** argv, void (*register_all)())
{
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  int const status = run_program(argc, argv, register_all, own_rank() == 0 ? Reports::yes : Reports::no);
  MPI_Finalize();
  return status;
}

}  // namespace lexikos::bench
