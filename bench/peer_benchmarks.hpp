// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Suffix arrays, and the BWT, by the libraries that the build was given, measured as ours are. libdivsufsort is missing
// here: it is one of Lexikos' own algorithms.

#include <cstdint>
#include <limits>
#include <string>

#include "bench/support/measure.hpp"
#include "bench/support/program.hpp"
#include "bench/support/results.hpp"
#include "bench/support/texts.hpp"
#ifdef LEXIKOS_BENCH_LIBSAIS
#include "bench/peers/libsais.hpp"
#endif
#if defined(LEXIKOS_BENCH_LIBCUBWT) || defined(LEXIKOS_BENCH_LIBCUBWT1)
#include "bench/peers/libcubwt.hpp"
#endif

namespace lexikos::bench
{

inline void report_peer(benchmark::State& state, LoadedText const& text, Timing const& timing)
{
  report(state, timing);
  state.counters["n"] = static_cast<double>(text.size());
  state.counters["alphabet"] = text.alphabet_size;
  state.counters["MB/s"] = static_cast<double>(text.size()) / timing.median() / 1e6;
}

#ifdef LEXIKOS_BENCH_LIBSAIS
template <class Index>
void time_libsais(benchmark::State& state, LoadedText& text, int threads)
{
  using Space = Kokkos::DefaultHostExecutionSpace;
  if (std::size_t const least = text.size() * (1 + sizeof(Index)); !has_memory<Space>(least))
    return skip(state, "needs " + std::to_string(least) + " bytes and more");
  Arrays<Space, Index> const arrays(Space(), text);
  report_peer(state, text, measure([&] {
                peers::libsais_suffix_array(arrays.text.data(), arrays.suffix_array.data(), text.size(), threads);
              }));
  Workspace workspace;
  require_right(Space(), text, arrays.text, arrays.suffix_array, workspace);
}

inline void add_libsais(TextSource const& source)
{
  for (int const threads : thread_counts())
    add_benchmark("suffix_array/" + source.name + "/openmp/libsais/threads:" + std::to_string(threads),
                  [source, threads](benchmark::State& state) {
                    LoadedText& text = load(source);
                    if (text.size() <= peers::libsais_max)
                      time_libsais<std::uint32_t>(state, text, threads);
                    else
                      time_libsais<std::uint64_t>(state, text, threads);
                  });
}
#endif

#ifdef KOKKOS_ENABLE_CUDA
/// Time of bare copies of a text to the device and of so many bytes back, from and to pinned memory.
inline Timing time_copies(LoadedText const& text, PinnedView<std::uint8_t> const& result)
{
  using View = Kokkos::View<std::uint8_t*, Kokkos::CudaSpace>;
  Kokkos::Cuda const space;
  View const in(Kokkos::view_alloc("lexikos::bench::copied_text", Kokkos::WithoutInitializing), text.size());
  View const out(Kokkos::view_alloc("lexikos::bench::copied_result", Kokkos::WithoutInitializing), result.extent(0));
  return measure([&] {
    Kokkos::deep_copy(space, in, text.bytes);
    Kokkos::deep_copy(space, result, out);
    space.fence("lexikos::bench::time_copies");
  });
}

/// Measures sort(peer, result), where result has so many bytes a character, as it is and without the copies that it makes.
template <class Peer, class Sort>
PinnedView<std::uint8_t> measure_libcubwt(benchmark::State& state, LoadedText& text, std::size_t result_bytes,
                                          Sort const& sort)
{
  PinnedView<std::uint8_t> const result(Kokkos::view_alloc("lexikos::bench::result", Kokkos::WithoutInitializing),
                                        text.size() * result_bytes);
  Timing const copies = time_copies(text, result);
  auto const n = static_cast<double>(text.size());
  std::size_t const before = detail::available_memory<Kokkos::Cuda>().free;
  Peer peer(text.size());
  auto const taken = static_cast<double>(before - detail::available_memory<Kokkos::Cuda>().free);
  Timing const timing = measure([&] { sort(peer, result); });
  report_peer(state, text, timing);
  state.counters["copies_s"] = copies.median();
  state.counters["seconds without copies"] = timing.median() - copies.median();
  state.counters["MB/s without copies"] = n / (timing.median() - copies.median()) / 1e6;
  state.counters["peak_bytes"] = taken;
  state.counters["bytes/character"] = taken / n;
  return result;
}

/// Whether the benchmark may go on: libcubwt prints its own errors where memory is short.
template <class Peer>
bool fits(benchmark::State& state, std::size_t n)
{
  auto const needed = static_cast<std::size_t>(Peer::bytes_per_character * static_cast<double>(n));
  if (has_memory<Kokkos::Cuda>(needed)) return true;
  skip(state, "needs " + std::to_string(needed) + " bytes");
  return false;
}
#endif

#ifdef LEXIKOS_BENCH_LIBCUBWT1
inline void add_libcubwt1(TextSource const& source)
{
  if (source.size < peers::libcubwt_min_size || source.size > peers::libcubwt_max_size) return;
  add_benchmark("suffix_array/" + source.name + "/cuda/libcubwt-1.0.0/pinned", [source](benchmark::State& state) {
    LoadedText& text = load(source);
    if (!fits<peers::Libcubwt1>(state, text.size())) return;
    auto const entries = [](auto const& bytes) { return reinterpret_cast<std::uint32_t*>(bytes.data()); };
    auto const result = measure_libcubwt<peers::Libcubwt1>(state, text, 4, [&](auto& peer, auto const& bytes) {
      peer.suffix_array(text.bytes.data(), entries(bytes), text.size());
    });
    Workspace workspace;
    require_right(Kokkos::DefaultHostExecutionSpace(), text, text.bytes,
                  Span<std::uint32_t, Kokkos::HostSpace>(entries(result), text.size()), workspace);
  });
}
#endif

#ifdef LEXIKOS_BENCH_LIBCUBWT
inline void add_libcubwt(TextSource const& source)
{
  if (source.size < peers::libcubwt_min_size || source.size > peers::libcubwt_max_size) return;
  add_benchmark("bwt/" + source.name + "/cuda/libcubwt-1.6.3/pinned", [source](benchmark::State& state) {
    LoadedText& text = load(source);
    Kokkos::DefaultExecutionSpace const space;
    Fingerprints const& right = expected(space, text);
    if (!fits<peers::Libcubwt>(state, text.size())) return;
    std::size_t primary = 0;
    auto const result = measure_libcubwt<peers::Libcubwt>(state, text, 1, [&](auto& peer, auto const& bytes) {
      primary = peer.bwt(text.bytes.data(), bytes.data(), text.size());
    });
    if (primary != right.primary_index || fingerprint(Kokkos::DefaultHostExecutionSpace(), result) != right.bwt)
      throw std::runtime_error("WRONG: the BWT differs from that of the suffix array that was checked");
  });
}
#endif

inline void add_peers([[maybe_unused]] TextSource const& source)
{
#ifdef LEXIKOS_BENCH_LIBCUBWT1
  if (wants_device("cuda")) add_libcubwt1(source);
#endif
#ifdef LEXIKOS_BENCH_LIBCUBWT
  if (wants_device("cuda")) add_libcubwt(source);
#endif
#ifdef LEXIKOS_BENCH_LIBSAIS
  if (wants_device("openmp")) add_libsais(source);
#endif
}

}  // namespace lexikos::bench
