// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/support/program.hpp"

#include <algorithm>
#include <iostream>
#include <lexikos/version.hpp>
#include <sstream>
#include <string_view>

#include "bench/support/measure.hpp"
#include "bench/support/reporter.hpp"
#include "bench/support/texts.hpp"
#include "git_commit.hpp"
#include "system/device_memory.hpp"
#include "system/devices.hpp"
#include "system/processors.hpp"

namespace lexikos::bench
{

namespace
{

// Kokkos' own description, its lines joined.
std::string kokkos_configuration()
{
  std::ostringstream out;
  Kokkos::print_configuration(out);
  std::istringstream lines(out.str());
  std::string joined;
  for (std::string line; std::getline(lines, line);) {
    auto const begin = line.find_first_not_of(" \t");
    if (begin != std::string::npos) joined += (joined.empty() ? "" : "; ") + line.substr(begin);
  }
  return joined;
}

std::string version(int major, int minor, int patch)
{
  return std::to_string(major) + '.' + std::to_string(minor) + '.' + std::to_string(patch);
}

void describe(std::string const& key, std::string const& value)
{
  benchmark::AddCustomContext(key, value);
  std::cout << key << ": " << value << '\n';
}

void describe_run()
{
  int const kokkos = KOKKOS_VERSION;
  describe("lexikos_version", LEXIKOS_VERSION_STRING);
  describe("commit", LEXIKOS_GIT_COMMIT);
  describe("kokkos_version", version(kokkos / 10000, kokkos / 100 % 100, kokkos % 100));
  benchmark::AddCustomContext("kokkos_configuration", kokkos_configuration());
  describe("processor", lexikos::detail::processor_name());
  describe("threads", std::to_string(Kokkos::num_threads()));
#ifdef KOKKOS_ENABLE_CUDA
  describe("gpu", lexikos::detail::device_name<Kokkos::Cuda>());
  describe("gpu_memory_bytes", std::to_string(lexikos::detail::available_memory<Kokkos::Cuda>().total));
#endif
#ifdef __CUDACC_VER_MAJOR__
  describe("cuda_toolkit", version(__CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__, __CUDACC_VER_BUILD__));
#endif
}

class NoReporter : public benchmark::BenchmarkReporter
{
 public:
  bool ReportContext(Context const&) override { return true; }
  void ReportRuns(std::vector<Run> const&) override {}
};

/// Moves the arguments that name files of results behind the others, and returns how many those are.
int without_output_files(int argc, char** argv)
{
  auto* const end = std::stable_partition(argv, argv + argc, [](char const* argument) {
    return !std::string_view(argument).starts_with("--benchmark_out");
  });
  return static_cast<int>(end - argv);
}

}  // namespace

void add_benchmark(std::string const& name, std::function<void(benchmark::State&)> const& body)
{
  auto const whole = [body](benchmark::State& state) { guarded(state, [&] { body(state); }); };
  benchmark::RegisterBenchmark(name.c_str(), whole)->Iterations(1)->UseManualTime()->Unit(benchmark::kMillisecond);
}

int run_program(int argc, char** argv, void (*register_all)(), Reports reports)
{
  Kokkos::InitializationSettings settings;
  settings.set_disable_warnings(true);
  Kokkos::initialize(settings);
  int status = 0;
  try {
    if (reports == Reports::no) argc = without_output_files(argc, argv);
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) status = 2;
    if (status == 0) {
      if (reports == Reports::yes) describe_run();
      register_all();
      Reporter reporter;
      NoReporter none;
      if (reports == Reports::yes)
        benchmark::RunSpecifiedBenchmarks(&reporter);
      else
        benchmark::RunSpecifiedBenchmarks(&none);
      status = has_failed() ? 1 : 0;
    }
  }
  catch (std::exception const& error) {
    std::cerr << argv[0] << ": " << error.what() << '\n';
    status = 2;
  }
  unload();
  benchmark::Shutdown();
  Kokkos::finalize();
  return status;
}

}  // namespace lexikos::bench
