// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <benchmark/benchmark.h>

#include <Kokkos_Timer.hpp>
#include <vector>

namespace lexikos::bench
{

struct Timing
{
  std::vector<double> seconds;  ///< of each run, ascending

  [[nodiscard]] double minimum() const { return seconds.front(); }
  [[nodiscard]] double maximum() const { return seconds.back(); }
  [[nodiscard]] double median() const;
};

/// How many runs follow a warm-up that took so long: at least 5, and more of short ones, but fewer where those would take
/// more than LEXIKOS_BENCH_SECONDS (20), and LEXIKOS_BENCH_RUNS where that is set.
[[nodiscard]] int runs_after(double warm_up_seconds);

/// Sorts the times.
[[nodiscard]] Timing timing_of(std::vector<double> seconds);

/// Times run(), which returns when its work is done: once to warm up, then as often as runs_after says. prepare() comes
/// before each run, untimed.
template <class Prepare, class Run>
[[nodiscard]] Timing measure(Prepare const& prepare, Run const& run)
{
  auto const once = [&] {
    prepare();
    Kokkos::Timer timer;
    run();
    return timer.seconds();
  };
  std::vector<double> seconds(static_cast<std::size_t>(runs_after(once())));
  for (auto& time : seconds) time = once();
  return timing_of(std::move(seconds));
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

/// Calls body(); an exception becomes the benchmark's error.
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
  catch (std::exception const& error) {
    fail(state, error.what());
  }
}

}  // namespace lexikos::bench
