// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How fast are the longest repeats of all positions found, from an inverse suffix array and an LCP array that lie where the
// work is done, as in "On longest repeat queries using GPU" (its figure 4 and tables 2 to 4)? Leftmost and all, by every
// algorithm, beside the optimal sequential one on this machine's host. Over the texts of support/texts.hpp; the paper's are
// prefixes of 50 MB: celegans@50000000.

#include <cstdint>
#include <lexikos/lcp.hpp>
#include <lexikos/longest_repeats.hpp>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/support/fingerprint.hpp"
#include "bench/support/measure.hpp"
#include "bench/support/program.hpp"
#include "bench/support/results.hpp"
#include "bench/support/texts.hpp"
#include "system/works_on_host.hpp"
#include "tests/reference/longest_repeats.hpp"

namespace lexikos::bench
{

namespace
{

/// What is known of a text once some algorithm has run: later ones have to agree, and are compared with the sequential.
struct Known
{
  std::optional<std::uint64_t> starts, lengths, offsets, all_starts;
  double sequential_seconds = 0;
};

Known& known(LoadedText const& text)
{
  static std::map<std::string, Known> texts;
  return texts[text.source.name];
}

void require_known(std::optional<std::uint64_t>& expected, std::uint64_t found, char const* what)
{
  if (!expected) expected = found;
  if (*expected != found) throw std::runtime_error(std::string("WRONG: algorithms find different ") + what);
}

/// Above so many steps a position the quadratic walk is left out.
constexpr double longest_walk = 50'000;

template <class ExecutionSpace, class Index>
struct RepeatArrays
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using View = Kokkos::View<Index*, MemorySpace>;

  View inverse;
  View lcp;

  RepeatArrays(ExecutionSpace const& space, LoadedText const& text)
      : inverse(Kokkos::view_alloc("lexikos::bench::inverse", Kokkos::WithoutInitializing), text.size()),
        lcp(Kokkos::view_alloc("lexikos::bench::lcp", Kokkos::WithoutInitializing), text.size())
  {
    Arrays<ExecutionSpace, Index> const arrays(space, text);
    suffix_array(space, arrays.text, arrays.suffix_array, inverse);
    lcp_array(space, arrays.text, arrays.suffix_array, inverse, lcp);
    space.fence("lexikos::bench::repeat_arrays");
  }
};

template <class View>
View unwritten(char const* label, std::size_t n)
{
  return View(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing), n);
}

void report_walk(benchmark::State& state, std::string const& name, RepeatWalkSteps const& steps)
{
  state.counters[name + " minimum"] = static_cast<double>(steps.minimum);
  state.counters[name + " maximum"] = static_cast<double>(steps.maximum);
  state.counters[name + " mean"] = steps.mean;
}

void report_walks(benchmark::State& state, RepeatWalks const& walks)
{
  state.counters["useful"] = static_cast<double>(walks.useful);
  report_walk(state, "walk raw", walks.raw);
  report_walk(state, "walk compact", walks.compact);
}

/// GB/s are 10^9 positions, or bytes of text, a second; peak bytes count the arrays given, the results and the scratch.
void report_run(benchmark::State& state, LoadedText const& text, Timing const& timing, std::size_t peak_bytes)
{
  auto const n = static_cast<double>(text.size());
  report(state, timing);
  state.counters["n"] = n;
  state.counters["alphabet"] = text.alphabet_size;
  state.counters["GB/s"] = n / timing.median() / 1e9;
  state.counters["peak_bytes"] = static_cast<double>(peak_bytes);
  state.counters["bytes/character"] = static_cast<double>(peak_bytes) / n;
  if (double const sequential = known(text).sequential_seconds; sequential != 0)
    state.counters["times sequential"] = sequential / timing.median();
}

/// Bytes that leftmost repeats have to move: rank, a random sector and an eighth of the LCP array, the raw length written
/// and read, both results.
template <class Index>
double min_bytes(std::size_t n)
{
  return static_cast<double>(n) * (5 * sizeof(Index) + 1.125 * 32);
}

template <class Index, class ExecutionSpace>
void run_leftmost(benchmark::State& state, LoadedText& text, ExecutionSpace const& space,
                  RepeatArrays<ExecutionSpace, Index> const& arrays, LongestRepeatsOptions const& options)
{
  using View = typename RepeatArrays<ExecutionSpace, Index>::View;
  std::size_t const n = text.size();
  auto const starts = unwritten<View>("lexikos::bench::starts", n);
  auto const lengths = unwritten<View>("lexikos::bench::lengths", n);
  auto const timing = measure([&] {
    longest_repeats(space, arrays.inverse, arrays.lcp, starts, lengths, options);
    space.fence("lexikos::bench::leftmost");
  });
  report_run(state, text, timing, 4 * n * sizeof(Index) + options.workspace->peak_bytes());
  state.counters["moved GB/s"] = min_bytes<Index>(n) / timing.median() / 1e9;
  require_known(known(text).starts, fingerprint(space, starts), "starts");
  require_known(known(text).lengths, fingerprint(space, lengths), "lengths");
}

template <class Index, class ExecutionSpace>
void run_all(benchmark::State& state, LoadedText& text, ExecutionSpace const& space,
             RepeatArrays<ExecutionSpace, Index> const& arrays, LongestRepeatsOptions const& options)
{
  using View = typename RepeatArrays<ExecutionSpace, Index>::View;
  using Offsets = Kokkos::View<std::uint64_t*, typename ExecutionSpace::memory_space>;
  std::size_t const n = text.size();
  auto const offsets = unwritten<Offsets>("lexikos::bench::offsets", n + 1);
  auto const lengths = unwritten<View>("lexikos::bench::lengths", n);
  auto const total = count_longest_repeats(space, arrays.inverse, arrays.lcp, offsets, lengths, options);
  if (!has_memory<ExecutionSpace>(total * sizeof(Index)))
    return skip(state, "has no memory for " + std::to_string(total) + " repeats");
  auto const starts = unwritten<View>("lexikos::bench::starts", total);
  auto const timing = measure([&] {
    (void)count_longest_repeats(space, arrays.inverse, arrays.lcp, offsets, lengths, options);
    list_longest_repeats(space, arrays.inverse, arrays.lcp, offsets, starts, options);
  });
  std::size_t const arrays_bytes = (3 * n + total) * sizeof(Index) + (n + 1) * sizeof(std::uint64_t);
  report_run(state, text, timing, arrays_bytes + options.workspace->peak_bytes());
  state.counters["repeats/position"] = static_cast<double>(total) / static_cast<double>(n);
  require_known(known(text).lengths, fingerprint(space, lengths), "lengths");
  require_known(known(text).offsets, fingerprint(space, offsets), "numbers of repeats");
  require_known(known(text).all_starts, fingerprint(space, starts), "starts of all repeats");
}

template <class Index, class ExecutionSpace>
void run_on_device(benchmark::State& state, LoadedText& text, ExecutionSpace const& space,
                   LongestRepeatsAlgorithm algorithm, bool all)
{
  std::size_t const n = text.size();
  std::size_t const least =
      (all ? 6 : 4) * n * sizeof(Index) + longest_repeats_workspace_bytes<ExecutionSpace, Index>(n, algorithm);
  if (!has_memory<ExecutionSpace>(least)) return skip(state, "needs " + std::to_string(least) + " bytes and more");
  RepeatArrays<ExecutionSpace, Index> const arrays(space, text);
  auto const walks = repeat_walks(space, arrays.inverse, arrays.lcp);
  double const steps = algorithm == LongestRepeatsAlgorithm::raw       ? walks.raw.mean
                       : algorithm == LongestRepeatsAlgorithm::compact ? walks.compact.mean
                                                                       : 0;
  if (steps > longest_walk) return skip(state, "would walk " + std::to_string(steps) + " steps a position");
  Workspace workspace;
  LongestRepeatsOptions const options{.algorithm = algorithm, .workspace = &workspace};
  if (all)
    run_all<Index>(state, text, space, arrays, options);
  else
    run_leftmost<Index>(state, text, space, arrays, options);
  report_walks(state, walks);
}

/// The optimal sequential algorithm, on one thread of the host, from the same arrays.
template <class Index>
void run_sequential(benchmark::State& state, LoadedText& text)
{
  using Space = Kokkos::DefaultExecutionSpace;
  std::size_t const n = text.size();
  std::vector<Index> inverse(n), lcp(n), starts(n), lengths(n);
  {
    Space const space;
    RepeatArrays<Space, Index> const arrays(space, text);
    using HostSpan = Span<Index, Kokkos::HostSpace>;
    Kokkos::deep_copy(HostSpan(inverse.data(), n), arrays.inverse);
    Kokkos::deep_copy(HostSpan(lcp.data(), n), arrays.lcp);
  }
  auto const timing = measure([&] {
    reference::leftmost_longest_repeats(inverse.data(), lcp.data(), n,
                                        [&](std::size_t k, std::size_t start, std::size_t length) {
                                          starts[k] = static_cast<Index>(start);
                                          lengths[k] = static_cast<Index>(length);
                                        });
  });
  known(text).sequential_seconds = timing.median();
  report_run(state, text, timing, 4 * n * sizeof(Index));
  Kokkos::DefaultHostExecutionSpace const host;
  require_known(known(text).starts, fingerprint(host, Span<Index, Kokkos::HostSpace>(starts.data(), n)), "starts");
  require_known(known(text).lengths, fingerprint(host, Span<Index, Kokkos::HostSpace>(lengths.data(), n)), "lengths");
}

bool is_wide(LoadedText const& text)
{
  return text.size() >= std::numeric_limits<std::uint32_t>::max();
}

template <class ExecutionSpace>
void add_algorithm(TextSource const& source, std::string const& device, LongestRepeatsAlgorithm algorithm, bool all,
                   int threads)
{
  std::string name = "longest_repeats/" + source.name + "/" + device + "/" + (all ? "all/" : "leftmost/") +
                     std::string(to_string(algorithm));
  if (lexikos::detail::works_on_host<ExecutionSpace>) name += "/threads:" + std::to_string(threads);
  add_benchmark(name, [source, algorithm, all, threads](benchmark::State& state) {
    LoadedText& text = load(source);
    auto const space = instance<ExecutionSpace>(threads);
    if (is_wide(text))
      run_on_device<std::uint64_t>(state, text, space, algorithm, all);
    else
      run_on_device<std::uint32_t>(state, text, space, algorithm, all);
  });
}

void add_text(TextSource const& source)
{
  add_benchmark(
      "longest_repeats/" + source.name + "/host/leftmost/sequential/threads:1", [source](benchmark::State& state) {
        LoadedText& text = load(source);
        is_wide(text) ? run_sequential<std::uint64_t>(state, text) : run_sequential<std::uint32_t>(state, text);
      });
  for_each_device([&](std::string const& device, auto tag) {
    using ExecutionSpace = typename decltype(tag)::type;
    using Algorithm = LongestRepeatsAlgorithm;
    for (int const threads : thread_counts_of<ExecutionSpace>())
      for (bool const all : {false, true})
        for (Algorithm const algorithm : {Algorithm::bounded, Algorithm::compact, Algorithm::raw})
          add_algorithm<ExecutionSpace>(source, device, algorithm, all, threads);
  });
}

}  // namespace

}  // namespace lexikos::bench

int main(int argc, char** argv)
{
  return lexikos::bench::run_program(argc, argv, [] {
    for (auto const& source : lexikos::bench::text_sources()) lexikos::bench::add_text(source);
  });
}
