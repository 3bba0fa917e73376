// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How fast are texts compressed and decompressed, in how many bytes, and which part of the time is the transform's? Over the
// texts of the environment (support/texts.hpp), every execution space and number of threads; arrays lie where the space works,
// streams in host memory.
//
// LEXIKOS_BENCH_FILES, LEXIKOS_CORPUS  texts (bench/README.md); two generated ones of 8 MiB when neither is set
// LEXIKOS_BENCH_LEVELS                 1,6 when not set
// LEXIKOS_BENCH_KINDS                  stream, array, or both: both when not set

#include <algorithm>
#include <cstdint>
#include <lexikos/bwt.hpp>
#include <lexikos/compress.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/peer_benchmarks.hpp"
#include "bench/support/environment.hpp"
#include "bench/support/measure.hpp"
#include "bench/support/program.hpp"
#include "bench/support/results.hpp"
#include "bench/support/texts.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::bench
{

namespace
{

template <class ExecutionSpace>
using Bytes = Kokkos::View<std::uint8_t*, typename ExecutionSpace::memory_space>;

template <class ExecutionSpace>
Bytes<ExecutionSpace> make_bytes(char const* label, std::size_t n)
{
  return Bytes<ExecutionSpace>(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing), n);
}

void report(benchmark::State& state, LoadedText const& text, Timing const& timing, std::size_t compressed)
{
  auto const characters = static_cast<double>(text.size());
  report_peer(state, text, timing);
  state.counters["compressed_bytes"] = static_cast<double>(compressed);
  state.counters["bits/character"] = 8 * static_cast<double>(compressed) / characters;
}

/// Both ways, of arrays.
template <class ExecutionSpace>
void run_arrays(benchmark::State& state, LoadedText& text, int threads, int level, bool back)
{
  auto const space = instance<ExecutionSpace>(threads);
  std::size_t const n = text.size();
  auto const copy = make_bytes<ExecutionSpace>("lexikos::bench::text", n);
  copy_text(space, text.bytes, copy);
  CompressOptions options{.level = level};
  auto const result = make_bytes<ExecutionSpace>("lexikos::bench::compressed", compressed_bytes_bound(n, options));
  Workspace workspace;
  options.workspace = &workspace;
  std::size_t size = compress(space, copy, result, options);
  Span<std::uint8_t const, typename ExecutionSpace::memory_space> const compressed(result.data(), size);
  if (back) {
    Kokkos::deep_copy(copy, 0);
    auto const timing =
        measure([&] { static_cast<void>(decompress(space, compressed, copy, {.workspace = &workspace})); });
    report(state, text, timing, size);
    if (fingerprint(space, copy) != fingerprint(Kokkos::DefaultHostExecutionSpace(), text.bytes))
      throw std::runtime_error("WRONG: the text does not come back");
    return;
  }
  auto const timing = measure([&] { size = compress(space, copy, result, options); });
  report(state, text, timing, size);
  if (n > compression_block(level)) return;
  auto const bwt = make_bytes<ExecutionSpace>("lexikos::bench::bwt", n);
  auto const transform =
      measure([&] { static_cast<void>(burrows_wheeler_transform(space, copy, bwt, {.workspace = &workspace})); });
  state.counters["rate over the transform's"] = transform.median() / timing.median();
}

/// Both ways, of streams.
template <class ExecutionSpace>
void run_streams(benchmark::State& state, LoadedText& text, int threads, int level, bool back)
{
  auto const space = instance<ExecutionSpace>(threads);
  std::span<std::uint8_t const> const bytes(text.bytes.data(), text.size());
  CompressOptions const options{.level = level};
  auto compressed = compress(space, bytes, options);
  std::vector<std::uint8_t> again;
  auto const timing = back ? measure([&] { again = decompress(space, std::span<std::uint8_t const>(compressed)); })
                           : measure([&] { compressed = compress(space, bytes, options); });
  report(state, text, timing, compressed.size());
  if (back && !std::equal(again.begin(), again.end(), bytes.begin(), bytes.end()))
    throw std::runtime_error("WRONG: the text does not come back");
}

/// Levels to measure.
std::vector<int> levels()
{
  std::vector<int> result;
  for (auto const& word : words_of("LEXIKOS_BENCH_LEVELS")) result.push_back(std::stoi(word));
  return result.empty() ? std::vector<int>{1, 6} : result;
}

/// Whether arrays, or streams, are to be measured.
bool is_wanted(char const* kind)
{
  auto const kinds = words_of("LEXIKOS_BENCH_KINDS");
  return kinds.empty() || std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

template <class ExecutionSpace>
void add_level(TextSource const& source, std::string const& device, int threads, int level)
{
  for (bool const back : {false, true}) {
    std::string const where =
        "/" + source.name + "/" + device + "/level:" + std::to_string(level) + "/" +
        (lexikos::detail::works_on_host<ExecutionSpace> ? "threads:" + std::to_string(threads) : "device");
    std::string const way = back ? "decompress" : "compress";
    if (is_wanted("array"))
      add_benchmark(way + where, [source, threads, level, back](benchmark::State& state) {
        run_arrays<ExecutionSpace>(state, load(source), threads, level, back);
      });
    if (is_wanted("stream"))
      add_benchmark(way + "_stream" + where, [source, threads, level, back](benchmark::State& state) {
        run_streams<ExecutionSpace>(state, load(source), threads, level, back);
      });
  }
}

void add_text(TextSource const& source)
{
  if (source.size == 0) return;
  for_each_device([&](std::string const& device, auto tag) {
    using ExecutionSpace = typename decltype(tag)::type;
    for (int const threads : thread_counts_of<ExecutionSpace>())
      for (int const level : levels()) add_level<ExecutionSpace>(source, device, threads, level);
  });
}

/// Those of the environment, or two that differ much.
std::vector<TextSource> texts()
{
  if (!words_of("LEXIKOS_BENCH_FILES").empty() || !words_of("LEXIKOS_CORPUS").empty()) return text_sources();
  return {text_source("dna:8388608"), text_source("runs:8388608")};
}

}  // namespace

}  // namespace lexikos::bench

int main(int argc, char** argv)
{
  return lexikos::bench::run_program(argc, argv, [] {
    for (auto const& source : lexikos::bench::texts()) lexikos::bench::add_text(source);
  });
}
