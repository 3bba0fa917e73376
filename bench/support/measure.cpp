// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/support/measure.hpp"

#include <algorithm>
#include <ctime>
#include <string>
#include <utility>

#include "bench/support/environment.hpp"

namespace lexikos::bench
{

namespace
{

bool failed = false;

double median_of(std::vector<double> const& ascending)
{
  std::size_t const middle = ascending.size() / 2;
  return ascending.size() % 2 == 1 ? ascending[middle] : (ascending[middle - 1] + ascending[middle]) / 2;
}

double max_seconds()
{
  return number_of("LEXIKOS_BENCH_SECONDS", 20);
}

}  // namespace

double Timing::median() const
{
  return median_of(seconds);
}

double Timing::cpu_median() const
{
  return median_of(cpu_seconds);
}

double cpu_time()
{
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

bool takes_long(double run_seconds)
{
  return run_seconds > max_seconds();
}

int runs_after(double warm_up_seconds)
{
  if (takes_long(warm_up_seconds)) return 0;
  double const fixed = number_of("LEXIKOS_BENCH_RUNS", 0);
  if (fixed >= 1) return static_cast<int>(fixed);
  double const most = max_seconds() / std::max(warm_up_seconds, 1e-6);
  double const wanted = std::clamp(0.5 / std::max(warm_up_seconds, 1e-6), 5.0, 21.0);  // an odd number has a middle
  return std::max(1, (static_cast<int>(std::min(wanted, most)) - 1) / 2 * 2 + 1);
}

Timing timing_of(std::vector<double> seconds, std::vector<double> cpu_seconds)
{
  std::ranges::sort(seconds);
  std::ranges::sort(cpu_seconds);
  return {std::move(seconds), std::move(cpu_seconds)};
}

void report(benchmark::State& state, Timing const& timing)
{
  for ([[maybe_unused]] auto _ : state) state.SetIterationTime(timing.median());
  state.counters["runs"] = static_cast<double>(timing.seconds.size());
  state.counters["min_s"] = timing.minimum();
  state.counters["max_s"] = timing.maximum();
  if (!timing.cpu_seconds.empty()) state.counters["cpu_s"] = timing.cpu_median();
}

void report(benchmark::State& state, Timing const& timing, double items, double bytes)
{
  report(state, timing);
  state.counters["G_items/s"] = items / timing.median() / 1e9;
  state.counters["GB/s"] = bytes / timing.median() / 1e9;
}

void fail(benchmark::State& state, std::string const& why)
{
  failed = true;
  state.SkipWithError(why.c_str());
}

void skip(benchmark::State& state, std::string const& why)
{
  state.SkipWithError(why.c_str());
}

bool has_failed()
{
  return failed;
}

}  // namespace lexikos::bench
