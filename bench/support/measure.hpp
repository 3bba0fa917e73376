// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <benchmark/benchmark.h>

#include <Kokkos_Timer.hpp>
#include <exception>
#include <lexikos/error.hpp>
#include <string>
#include <vector>

namespace lexikos::bench
{

struct Timing
{
  std::vector<double> seconds;      ///< of each run, ascending
  std::vector<double> cpu_seconds;  ///< of all threads of the process in each run, ascending

  [[nodiscard]] double minimum() const { return seconds.front(); }
  [[nodiscard]] double maximum() const { return seconds.back(); }
  [[nodiscard]] double median() const;
  [[nodiscard]] double cpu_median() const;
};

/// Whether one run takes more than LEXIKOS_BENCH_SECONDS (20). Nothing that does is run twice: what a first run does once is
/// little beside that.
[[nodiscard]] bool takes_long(double run_seconds);

/// How many runs follow a warm-up that took so long: LEXIKOS_BENCH_RUNS where that is set, or else at least 5, and more of
/// short ones, but fewer where those would take more than LEXIKOS_BENCH_SECONDS. None where the warm-up takes long: it counts
/// as the run.
[[nodiscard]] int runs_after(double warm_up_seconds);

/// Sorts the times.
[[nodiscard]] Timing timing_of(std::vector<double> seconds, std::vector<double> cpu_seconds = {});

/// Processor time that the process has taken, in seconds.
[[nodiscard]] double cpu_time();

/// Times run(), which returns when its work is done: once to warm up (twice if that is short, since what the first run
/// learns, such as the size of its scratch, may change the second), then as often as runs_after says. prepare() comes before
/// each run, untimed.
template <class Prepare, class Run>
[[nodiscard]] Timing measure(Prepare const& prepare, Run const& run)
{
  auto const once = [&] {
    prepare();
    Kokkos::Timer timer;
    run();
    return timer.seconds();
  };
  double before = cpu_time();
  double warm_up = once();
  double warm_up_cpu = cpu_time() - before;
  if (warm_up < 1) warm_up = once();
  std::vector<double> seconds(static_cast<std::size_t>(runs_after(warm_up)));
  if (seconds.empty()) return timing_of({warm_up}, {warm_up_cpu});
  std::vector<double> cpu_seconds;
  for (auto& time : seconds) {
    before = cpu_time();
    time = once();
    cpu_seconds.push_back(cpu_time() - before);
  }
  return timing_of(std::move(seconds), std::move(cpu_seconds));
}

template <class Run>
[[nodiscard]] Timing measure(Run const& run)
{
  return measure([] {}, run);
}

/// The median as the benchmark's time, the spread and the number of runs as counters.
void report(benchmark::State& state, Timing const& timing);

/// report, and items and bytes a second. bytes: what the operation has to read and write.
void report(benchmark::State& state, Timing const& timing, double items, double bytes);

/// Calls body(); an exception becomes the benchmark's error, and a failure unless it is for want of memory.
template <class Body>
void guarded(benchmark::State& state, Body const& body);

/// A wrong result, which makes the program fail.
void fail(benchmark::State& state, std::string const& why);
/// A benchmark that cannot be run here, such as for want of memory.
void skip(benchmark::State& state, std::string const& why);
/// Whether fail was called.
[[nodiscard]] bool has_failed();

template <class Body>
void guarded(benchmark::State& state, Body const& body)
{
  try {
    body();
  }
  catch (Error const& error) {
    if (error.code() == ErrorCode::out_of_memory)
      skip(state, error.message());
    else
      fail(state, error.what());
  }
  catch (std::exception const& error) {
    fail(state, error.what());
  }
}

}  // namespace lexikos::bench
