// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How fast are the Burrows-Wheeler transform and its inverse? Over the texts of the environment (support/texts.hpp), every
// execution space and number of threads, and beside them libcubwt and libsais where the build was given them.

#include <cstdint>
#include <lexikos/bwt.hpp>
#include <limits>
#include <string>

#include "bench/peer_benchmarks.hpp"
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

template <class ExecutionSpace>
Bytes<ExecutionSpace> copied(ExecutionSpace const& space, LoadedText const& text)
{
  auto const copy = make_bytes<ExecutionSpace>("lexikos::bench::text_copy", text.size());
  copy_text(space, text.bytes, copy);
  return copy;
}

void report_peak(benchmark::State& state, std::size_t n, double held, Workspace const& workspace)
{
  auto const characters = static_cast<double>(n);
  double const peak = held * characters + static_cast<double>(workspace.peak_bytes());
  state.counters["peak_bytes"] = peak;
  state.counters["bytes/character"] = peak / characters;
}

template <class ExecutionSpace, class View>
void require_bwt(ExecutionSpace const& space, LoadedText& text, View const& bwt, std::size_t primary)
{
  if (text.size() > std::numeric_limits<std::uint32_t>::max() - 1) return;  // their round trip is checked
  Fingerprints const& right = expected(space, text);
  if (primary != right.primary_index || fingerprint(space, bwt) != right.bwt)
    throw std::runtime_error("WRONG: the BWT differs from that of the suffix array that was checked");
}

/// From the text alone, beside the time of its suffix array.
template <class ExecutionSpace>
void run_forward(benchmark::State& state, LoadedText& text, int threads)
{
  auto const space = instance<ExecutionSpace>(threads);
  std::size_t const n = text.size();
  auto const copy = copied(space, text);
  auto const bwt = make_bytes<ExecutionSpace>("lexikos::bench::bwt", n);
  Workspace workspace;
  std::size_t primary = 0;
  auto const reserve = [&] {
    if (workspace.peak_bytes() != 0) workspace.reserve<typename ExecutionSpace::memory_space>(workspace.peak_bytes());
  };
  auto const timing =
      measure(reserve, [&] { primary = burrows_wheeler_transform(space, copy, bwt, {.workspace = &workspace}); });
  report_peer(state, text, timing);
  report_peak(state, n, 2, workspace);
  require_bwt(space, text, bwt, primary);
  if (n > std::numeric_limits<std::uint32_t>::max() - 1) return;
  Kokkos::View<std::uint32_t*, typename ExecutionSpace::memory_space> const array(
      Kokkos::view_alloc("lexikos::bench::suffix_array", Kokkos::WithoutInitializing), n);
  auto const sorting = measure([&] { suffix_array(space, copy, array, {.workspace = &workspace}); });
  auto const gathering =
      measure([&] { primary = burrows_wheeler_transform(space, copy, array, bwt, {.workspace = &workspace}); });
  state.counters["suffix array s"] = sorting.median();
  state.counters["suffix array cpu_s"] = sorting.cpu_median();
  state.counters["from suffix array s"] = gathering.median();
  state.counters["time over suffix array's"] = timing.median() / sorting.median();
  require_bwt(space, text, bwt, primary);
}

/// Of a transform that is made first, untimed.
template <class ExecutionSpace>
void run_inverse(benchmark::State& state, LoadedText& text, int threads)
{
  auto const space = instance<ExecutionSpace>(threads);
  std::size_t const n = text.size();
  auto const back = copied(space, text);
  auto const bwt = make_bytes<ExecutionSpace>("lexikos::bench::bwt", n);
  std::size_t const primary = burrows_wheeler_transform(space, back, bwt);
  Kokkos::deep_copy(back, 0);
  Workspace workspace;
  auto const timing = measure([&] { inverse_burrows_wheeler_transform(space, bwt, primary, back, {&workspace}); });
  report_peer(state, text, timing);
  report_peak(state, n, 2, workspace);
  if (fingerprint(space, back) != fingerprint(Kokkos::DefaultHostExecutionSpace(), text.bytes))
    throw std::runtime_error("WRONG: the text does not come back");
}

#ifdef LEXIKOS_BENCH_LIBSAIS
void run_libsais_forward(benchmark::State& state, LoadedText& text, int threads)
{
  using Host = Kokkos::DefaultHostExecutionSpace;
  Host const host;
  std::size_t const n = text.size();
  auto const bwt = make_bytes<Host>("lexikos::bench::bwt", n);
  Arrays<Host, std::uint32_t> const arrays(host, text);
  std::size_t primary = 0;
  auto const timing = measure(
      [&] { primary = peers::libsais_bwt(arrays.text.data(), bwt.data(), arrays.suffix_array.data(), n, threads); });
  report_peer(state, text, timing);
  require_bwt(host, text, bwt, primary);
  auto const sorting =
      measure([&] { peers::libsais_suffix_array(arrays.text.data(), arrays.suffix_array.data(), n, threads); });
  state.counters["suffix array s"] = sorting.median();
  state.counters["suffix array cpu_s"] = sorting.cpu_median();
}

void run_libsais_inverse(benchmark::State& state, LoadedText& text, int threads)
{
  using Host = Kokkos::DefaultHostExecutionSpace;
  Host const host;
  std::size_t const n = text.size();
  auto const back = copied(host, text);
  auto const bwt = make_bytes<Host>("lexikos::bench::bwt", n);
  std::size_t const primary = burrows_wheeler_transform(host, back, bwt);
  Kokkos::deep_copy(back, 0);
  Kokkos::View<std::uint32_t*, Host::memory_space> const scratch(
      Kokkos::view_alloc("lexikos::bench::scratch", Kokkos::WithoutInitializing), n + 1);
  report_peer(state, text, measure([&] {
                peers::libsais_inverse_bwt(bwt.data(), primary, back.data(), scratch.data(), n, threads);
              }));
  if (fingerprint(host, back) != fingerprint(host, text.bytes))
    throw std::runtime_error("WRONG: the text does not come back");
}

void add_libsais_transforms(TextSource const& source)
{
  if (source.size > peers::libsais_max) return;
  for (int const threads : thread_counts()) {
    std::string const where = "/" + source.name + "/openmp/libsais/threads:" + std::to_string(threads);
    add_benchmark("bwt" + where,
                  [source, threads](benchmark::State& state) { run_libsais_forward(state, load(source), threads); });
    add_benchmark("inverse_bwt" + where,
                  [source, threads](benchmark::State& state) { run_libsais_inverse(state, load(source), threads); });
  }
}
#endif

#ifdef LEXIKOS_BENCH_LIBCUBWT
void add_libcubwt_inverse(TextSource const& source)
{
  if (source.size < peers::libcubwt_min_size_inverse || source.size > peers::libcubwt_max_size_inverse) return;
  add_benchmark("inverse_bwt/" + source.name + "/cuda/libcubwt-1.6.3/pinned", [source](benchmark::State& state) {
    LoadedText& text = load(source);
    if (!fits<peers::Libcubwt>(state, text.size())) return;
    PinnedView<std::uint8_t> const transform(Kokkos::view_alloc("lexikos::bench::bwt", Kokkos::WithoutInitializing),
                                             text.size());
    std::size_t primary = 0;
    {
      Kokkos::Cuda const space;
      auto const bwt = make_bytes<Kokkos::Cuda>("lexikos::bench::bwt", text.size());
      primary = burrows_wheeler_transform(space, copied(space, text), bwt);
      Kokkos::deep_copy(transform, bwt);
    }
    auto const result = measure_libcubwt<peers::Libcubwt>(state, text, 1, [&](auto& peer, auto const& bytes) {
      peer.inverse_bwt(transform.data(), bytes.data(), text.size(), primary);
    });
    Kokkos::DefaultHostExecutionSpace const host;
    if (fingerprint(host, result) != fingerprint(host, text.bytes))
      throw std::runtime_error("WRONG: the text does not come back");
  });
}
#endif

void add_text(TextSource const& source)
{
  if (source.size == 0) return;
  for_each_device([&](std::string const& device, auto tag) {
    using ExecutionSpace = typename decltype(tag)::type;
    for (int const threads : thread_counts_of<ExecutionSpace>()) {
      std::string const where =
          "/" + source.name + "/" + device + "/lexikos/" +
          (lexikos::detail::works_on_host<ExecutionSpace> ? "threads:" + std::to_string(threads) : "device");
      add_benchmark("bwt" + where, [source, threads](benchmark::State& state) {
        run_forward<ExecutionSpace>(state, load(source), threads);
      });
      add_benchmark("inverse_bwt" + where, [source, threads](benchmark::State& state) {
        run_inverse<ExecutionSpace>(state, load(source), threads);
      });
    }
  });
#ifdef LEXIKOS_BENCH_LIBSAIS
  if (wants_device("openmp")) add_libsais_transforms(source);
#endif
#ifdef LEXIKOS_BENCH_LIBCUBWT
  if (wants_device("cuda")) {
    add_libcubwt(source);
    add_libcubwt_inverse(source);
  }
#endif
}

}  // namespace

}  // namespace lexikos::bench

int main(int argc, char** argv)
{
  return lexikos::bench::run_program(argc, argv, [] {
    for (auto const& source : lexikos::bench::text_sources()) lexikos::bench::add_text(source);
  });
}
