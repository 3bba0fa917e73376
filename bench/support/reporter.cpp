// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/support/reporter.hpp"

#include <array>

namespace lexikos::bench
{

namespace
{

// Google Benchmark appends how it was told to measure, which is the same for all.
std::string short_name(benchmark::BenchmarkReporter::Run const& run)
{
  return run.run_name.function_name;
}

// Google Benchmark 1.8 gave these members other names.
template <class Run>
std::string error_of(Run const& run)
{
  if constexpr (requires { run.error_occurred; })
    return run.error_occurred ? run.error_message : std::string();
  else
    return static_cast<int>(run.skipped) != 0 ? run.skip_message : std::string();
}

std::string decimal(double value, int digits)
{
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", digits, value);
  return text.data();
}

void print(std::string const& name, std::array<std::string, 4> const& columns)
{
  std::printf("%-62s", name.c_str());
  for (auto const& column : columns) std::printf(" %12s", column.c_str());
}

}  // namespace

bool Reporter::ReportContext(Context const&)
{
  print("benchmark", {"ms", "min", "max", "speed"});
  std::printf("\n");
  return true;
}

void Reporter::ReportRuns(std::vector<Run> const& runs)
{
  for (auto const& run : runs) {
    if (auto const error = error_of(run); !error.empty()) {
      std::printf("%-62s not measured: %s\n", short_name(run).c_str(), error.c_str());
      continue;
    }
    auto const counter = [&](char const* key) {
      auto const entry = run.counters.find(key);
      return entry == run.counters.end() ? -1 : static_cast<double>(entry->second);
    };
    std::string speed;
    if (counter("MB/s") >= 0) speed = decimal(counter("MB/s"), 1) + " MB/s";
    if (counter("G_items/s") >= 0) speed = decimal(counter("G_items/s"), 3) + " G/s";
    print(short_name(run), {decimal(run.GetAdjustedRealTime(), 3), decimal(counter("min_s") * 1e3, 3),
                            decimal(counter("max_s") * 1e3, 3), speed});
    for (auto const* key : {"MB/s without copies", "rounds", "bytes/character", "GB/s"})
      if (counter(key) >= 0) std::printf("  %s %s", decimal(counter(key), key[0] == 'r' ? 0 : 1).c_str(), key);
    std::printf("\n");
    std::fflush(stdout);
  }
}

}  // namespace lexikos::bench
