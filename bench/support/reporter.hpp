// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <benchmark/benchmark.h>

#include <cstdio>
#include <string>

namespace lexikos::bench
{

/// A line a benchmark, for people: the median time and the counters that matter. The JSON (--benchmark_out=FILE) has all.
class Reporter : public benchmark::BenchmarkReporter
{
 public:
  bool ReportContext(Context const& context) override;
  void ReportRuns(std::vector<Run> const& runs) override;
};

}  // namespace lexikos::bench
