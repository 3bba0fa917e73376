// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How fast are suffix arrays built of texts that are larger than the device, and by how much memory less? Text and results lie
// in ordinary host memory, touched before the clock starts; beside it, the results of eight bytes on the device, and the
// transform. Every array is checked (support/streamed_check.hpp).
//
//   LEXIKOS_BENCH_FILES         texts (support/texts.hpp), such as dna:12000000000:7 mixed:12000000000:7
//   LEXIKOS_BENCH_ENTRIES       bytes of an entry: 4, 5, 8; 8 when it is not set
//   LEXIKOS_BENCH_DEVICE_BYTES  limits of the device's memory; 0, what it has, when it is not set
//   LEXIKOS_BENCH_PARTS         least numbers of parts; 1 when it is not set
//   LEXIKOS_BENCH_PLACES        host, device, transform; all when it is not set
//   LEXIKOS_BENCH_STEPS         1: one run more, which tells the time of each step

#include <algorithm>
#include <cstdint>
#include <lexikos/out_of_core.hpp>
#include <limits>
#include <string>
#include <vector>

#include "bench/support/environment.hpp"
#include "bench/support/measure.hpp"
#include "bench/support/program.hpp"
#include "bench/support/results.hpp"
#include "bench/support/streamed_check.hpp"
#include "bench/support/texts.hpp"
#include "system/large_pages.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::bench
{

namespace
{

/// Ordinary host memory that was touched by the threads that will write it.
class TouchedBytes
{
 public:
  explicit TouchedBytes(std::size_t n)
      : m_bytes(Kokkos::view_alloc("lexikos::bench::result", Kokkos::WithoutInitializing), n)
  {
    constexpr std::size_t page = 4096;
    detail::advise_large_pages(m_bytes.data(), n);
    auto const bytes = m_bytes;
    Kokkos::parallel_for("lexikos::bench::touch",
                         Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace, Kokkos::IndexType<std::size_t>>(
                             0, (n + page - 1) / page),
                         [=](std::size_t i) { bytes(i * page) = 0xAB; });
    Kokkos::DefaultHostExecutionSpace().fence("lexikos::bench::touch");
  }
  [[nodiscard]] Kokkos::View<std::uint8_t*, Kokkos::HostSpace> const& view() const { return m_bytes; }
  template <class Index>
  [[nodiscard]] Span<Index, Kokkos::HostSpace> entries() const
  {
    return Span<Index, Kokkos::HostSpace>(reinterpret_cast<Index*>(m_bytes.data()), m_bytes.extent(0) / sizeof(Index));
  }

 private:
  Kokkos::View<std::uint8_t*, Kokkos::HostSpace> m_bytes;
};

void report_run(benchmark::State& state, std::size_t n, Timing const& timing, SuffixArrayStatistics const& statistics)
{
  report(state, timing);
  auto const symbols = static_cast<double>(n);
  state.counters["n"] = symbols;
  state.counters["MB/s"] = symbols / timing.median() / 1e6;
  state.counters["parts"] = static_cast<double>(statistics.parts);
  state.counters["samples/character"] = static_cast<double>(statistics.sampled) / symbols;
  state.counters["workspace bytes/character"] = static_cast<double>(statistics.workspace_bytes) / symbols;
  state.counters["rounds"] = static_cast<double>(statistics.rounds());
  if (!statistics.unsorted.empty())
    state.counters["unsorted/sample"] =
        static_cast<double>(statistics.unsorted.front()) / std::max(1.0, static_cast<double>(statistics.sampled));
  for (auto const& step : statistics.steps) state.counters["step " + step.name] = step.seconds;
}

/// Times run(options), and once more with the time of each step, which costs a fence each, where that is wanted.
template <class Run>
Timing measure_with_steps(SuffixArrayOptions options, Run const& run)
{
  auto const timing = measure([&] { run(options); });
  options.time_steps = true;
  if (number_of("LEXIKOS_BENCH_STEPS", 0) != 0) run(options);
  return timing;
}

template <class ExecutionSpace>
Kokkos::View<std::uint8_t*, typename ExecutionSpace::memory_space> text_on_device(ExecutionSpace const& space,
                                                                                  LoadedText const& text)
{
  Kokkos::View<std::uint8_t*, typename ExecutionSpace::memory_space> const near(
      Kokkos::view_alloc("lexikos::bench::text_copy", Kokkos::WithoutInitializing), text.size());
  copy_text(space, text.bytes, near);
  return near;
}

struct Limits
{
  std::size_t device_bytes = 0;
  std::size_t parts = 1;

  [[nodiscard]] std::string name() const
  {
    return "/limit:" + std::to_string(device_bytes) + "/parts:" + std::to_string(parts);
  }
};

template <class ExecutionSpace>
void run_to_host(benchmark::State& state, LoadedText const& text, unsigned entry_bytes, Limits const& limits)
{
  ExecutionSpace const space{};
  TouchedBytes const ordinary_text(text.size());
  copy_text(Kokkos::DefaultHostExecutionSpace(), text.bytes, ordinary_text.view());
  TouchedBytes const result(text.size() * entry_bytes);
  SuffixArrayStatistics statistics;
  Workspace workspace;
  SuffixArrayOptions const wanted{.workspace = &workspace,
                                  .statistics = &statistics,
                                  .device_bytes = limits.device_bytes,
                                  .min_parts = limits.parts};
  auto const timing = measure_with_steps(wanted, [&](SuffixArrayOptions const& options) {
    if (entry_bytes == 4)
      suffix_array_out_of_core(space, ordinary_text.view(), result.entries<std::uint32_t>(), options);
    else if (entry_bytes == 8)
      suffix_array_out_of_core(space, ordinary_text.view(), result.entries<std::uint64_t>(), options);
    else
      suffix_array_out_of_core(space, ordinary_text.view(), FiveByteEntries(result.view()), options);
  });
  workspace.release();
  report_run(state, text.size(), timing, statistics);
  state.counters["undecided"] = static_cast<double>(
      require_right_streamed(space, text_on_device(space, text), result.view().data(), entry_bytes, true));
}

template <class ExecutionSpace>
void run_on_device(benchmark::State& state, LoadedText const& text, Limits const& limits)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  ExecutionSpace const space{};
  auto const near = text_on_device(space, text);
  Kokkos::View<std::uint64_t*, MemorySpace> const result(
      Kokkos::view_alloc("lexikos::bench::result", Kokkos::WithoutInitializing), text.size());
  SuffixArrayStatistics statistics;
  Workspace workspace;
  SuffixArrayOptions const wanted{.algorithm = SuffixArrayAlgorithm::sampled_prefix_doubling,
                                  .workspace = &workspace,
                                  .statistics = &statistics,
                                  .device_bytes = limits.device_bytes,
                                  .min_parts = limits.parts};
  auto const timing = measure_with_steps(
      wanted, [&](SuffixArrayOptions const& options) { suffix_array(space, near, result, options); });
  workspace.release();
  report_run(state, text.size(), timing, statistics);
  state.counters["undecided"] = static_cast<double>(require_right_streamed(
      space, near, reinterpret_cast<std::uint8_t const*>(result.data()), sizeof(std::uint64_t), false));
}

/// Its text is not checked here, which takes an inverse of many bytes a symbol: tests do that.
template <class ExecutionSpace>
void run_transform(benchmark::State& state, LoadedText const& text, Limits const& limits)
{
  ExecutionSpace const space{};
  TouchedBytes const ordinary_text(text.size());
  copy_text(Kokkos::DefaultHostExecutionSpace(), text.bytes, ordinary_text.view());
  TouchedBytes const result(text.size());
  SuffixArrayStatistics statistics;
  Workspace workspace;
  std::size_t primary_index = 0;
  SuffixArrayOptions const wanted{.workspace = &workspace,
                                  .statistics = &statistics,
                                  .device_bytes = limits.device_bytes,
                                  .min_parts = limits.parts};
  auto const timing = measure_with_steps(wanted, [&](SuffixArrayOptions const& options) {
    primary_index = burrows_wheeler_transform_out_of_core(space, ordinary_text.view(), result.view(), options);
  });
  report_run(state, text.size(), timing, statistics);
  if (primary_index == 0 || primary_index > text.size()) throw std::runtime_error("WRONG: the primary index");
}

template <class ExecutionSpace>
void add_text(TextSource const& source, std::string const& device, Limits const& limits)
{
  auto places = words_of("LEXIKOS_BENCH_PLACES");
  if (places.empty()) places = {"host", "device", "transform"};
  auto const wanted = [&](char const* place) { return std::ranges::find(places, place) != places.end(); };
  std::string const name = "out_of_core/" + source.name + "/" + device;
  if (wanted("host"))
    for (std::size_t const entry_bytes : sizes_of("LEXIKOS_BENCH_ENTRIES", {8}))
      add_benchmark(name + "/host/entries:" + std::to_string(entry_bytes) + limits.name(),
                    [=](benchmark::State& state) {
                      run_to_host<ExecutionSpace>(state, load(source), static_cast<unsigned>(entry_bytes), limits);
                    });
  if (wanted("device"))
    add_benchmark(name + "/device/entries:8" + limits.name(),
                  [=](benchmark::State& state) { run_on_device<ExecutionSpace>(state, load(source), limits); });
  if (wanted("transform"))
    add_benchmark(name + "/transform" + limits.name(),
                  [=](benchmark::State& state) { run_transform<ExecutionSpace>(state, load(source), limits); });
}

}  // namespace

}  // namespace lexikos::bench

int main(int argc, char** argv)
{
  using namespace lexikos::bench;
  return run_program(argc, argv, [] {
    for (auto const& source : text_sources())
      for (std::size_t const device_bytes : sizes_of("LEXIKOS_BENCH_DEVICE_BYTES", {0}))
        for (std::size_t const parts : sizes_of("LEXIKOS_BENCH_PARTS", {1}))
          for_each_device([&](std::string const& device, auto tag) {
            add_text<typename decltype(tag)::type>(source, device, {device_bytes, parts});
          });
  });
}
