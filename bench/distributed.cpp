// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How fast are the index arrays of a text that lies on several ranks, in how much memory, and what leaves a rank? Run it by
// mpirun (support/ranks.hpp).
//
//   LEXIKOS_BENCH_FILES      texts (support/texts.hpp), such as dna:8000000000:7
//   LEXIKOS_BENCH_ARRAYS     suffix_array, inverse (both together), lcp, transform; all when it is not set
//   LEXIKOS_BENCH_TRANSPORT  automatic, mpi, staged_mpi, device_mpi, nccl; automatic when it is not set
//   LEXIKOS_BENCH_EXCHANGES  bytes that each rank sends to each other one, as often as takes a while; none when it is not set
//   LEXIKOS_BENCH_NCCL_BYTES what a parcel has for it to go by NCCL, where ranks have that

#include <algorithm>
#include <cstdint>
#include <lexikos/distributed/bwt.hpp>
#include <lexikos/distributed/check.hpp>
#include <lexikos/distributed/lcp.hpp>
#include <lexikos/distributed/suffix_array.hpp>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/support/fingerprint.hpp"
#include "bench/support/ranks.hpp"
#include "distributed/exchange.hpp"
#include "distributed/tuning.hpp"
#include "generate/random_bits.hpp"

namespace lexikos::bench
{

namespace
{

void report_steps(benchmark::State& state, distributed::SuffixArrayStatistics const& statistics, std::size_t n)
{
  auto const symbols = static_cast<double>(std::max<std::size_t>(n, 1));
  state.counters["parts"] = static_cast<double>(statistics.parts);
  state.counters["samples/character"] = static_cast<double>(statistics.sampled) / symbols;
  state.counters["rounds"] = static_cast<double>(statistics.rounds());
  state.counters["imbalance of samples"] = statistics.imbalance_of_samples;
  state.counters["imbalance of suffixes"] = statistics.imbalance_of_suffixes;
  for (auto const& step : statistics.steps) {
    state.counters["step " + step.name] = largest(step.seconds);
    state.counters["sent " + step.name] = static_cast<double>(summed(step.bytes_sent)) / symbols;
  }
}

/// Adds fingerprints of pairs, the same for an array and its inverse.
template <class View>
struct AddPairs
{
  View view;
  std::size_t first;
  bool is_inverse;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& sum) const
  {
    auto const value = static_cast<std::size_t>(view(i));
    sum += is_inverse ? fingerprint_of(value, first + i) : fingerprint_of(first + i, value);
  }
};

template <class ExecutionSpace, class View>
std::uint64_t pairs(ExecutionSpace const& space, View const& view, std::size_t first, bool is_inverse)
{
  std::uint64_t sum = 0;
  Kokkos::parallel_reduce("lexikos::bench::pairs", backends::Range<ExecutionSpace>(space, 0, view.extent(0)),
                          AddPairs<View>{view, first, is_inverse}, sum);
  return summed(sum);
}

/// Gathers a pair of neighbours and another array's entry at random places of a part, for a check on the host.
template <class Array, class Other>
struct GatherNeighbours
{
  Array array;
  Other other;
  Kokkos::View<std::uint64_t* [4], typename Array::memory_space> drawn;  ///< place, entry before, entry, other
  std::uint64_t seed;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::size_t const place = 1 + generate::mix(seed ^ i) % (array.extent(0) - 1);
    drawn(i, 0) = place;
    drawn(i, 1) = array(place - 1);
    drawn(i, 2) = array(place);
    drawn(i, 3) = other(place);
  }
};

/// Calls is_right(place, entry before, entry, other) for random places of this rank.
template <class ExecutionSpace, class Array, class Other, class IsRight>
void require_at_random_places(ExecutionSpace const& space, Array const& array, Other const& other,
                              std::string const& what, IsRight const& is_right)
{
  bool right = true;
  if (array.extent(0) > 1) {
    constexpr std::size_t count = 20'000;
    Kokkos::View<std::uint64_t* [4], typename Array::memory_space> const drawn("lexikos::bench::drawn", count);
    Kokkos::parallel_for("lexikos::bench::gather", backends::Range<ExecutionSpace>(space, 0, count),
                         GatherNeighbours<Array, Other>{array, other, drawn, static_cast<std::uint64_t>(own_rank())});
    space.fence("lexikos::bench::gather");
    auto const near = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), drawn);
    for (std::size_t i = 0; i < count; ++i) right = right && is_right(near(i, 0), near(i, 1), near(i, 2), near(i, 3));
  }
  require_on_all(right, what);
}

template <class ExecutionSpace, class Index>
void require_right_array(Ranks<ExecutionSpace, Index> const& ranks,
                         typename Ranks<ExecutionSpace, Index>::Array const& suffix_array)
{
  auto const check = distributed::check_suffix_array(ranks.space, ranks.communicator, ranks.text, suffix_array);
  if (!check) throw std::runtime_error("WRONG: " + to_string(check));
}

template <class ExecutionSpace, class Index>
void run_suffix_array(benchmark::State& state, LoadedText const& text, bool with_inverse)
{
  Ranks<ExecutionSpace, Index> const ranks(text);
  auto const array = ranks.array("suffix_array");
  decltype(ranks.array("")) inverse;
  if (with_inverse) inverse = ranks.array("inverse");
  distributed::SuffixArrayStatistics statistics;
  Workspace workspace;
  distributed::SuffixArrayOptions const options{.workspace = &workspace, .statistics = &statistics};
  auto const timing = measure_on_all([&] {
    if (with_inverse)
      distributed::suffix_array(ranks.space, ranks.communicator, ranks.text, array, inverse, options);
    else
      distributed::suffix_array(ranks.space, ranks.communicator, ranks.text, array, options);
  });
  workspace.release();
  std::size_t const bytes = ranks.part.extent * (1 + (with_inverse ? 2 : 1) * sizeof(Index));
  ranks.report_run(state, timing, bytes, statistics.workspace_bytes);
  report_steps(state, statistics, text.size());
  if (with_inverse) {
    bool const same =
        pairs(ranks.space, array, ranks.part.first, false) == pairs(ranks.space, inverse, ranks.part.first, true);
    require_on_all(same, "the inverse");
    inverse = {};
  }
  require_right_array(ranks, array);
}

template <class ExecutionSpace, class Index>
void run_lcp(benchmark::State& state, LoadedText const& text)
{
  Ranks<ExecutionSpace, Index> const ranks(text);
  auto const array = ranks.array("suffix_array");
  distributed::suffix_array(ranks.space, ranks.communicator, ranks.text, array);
  auto const lcp = ranks.array("lcp");
  Workspace workspace;
  auto const timing = measure_on_all([&] {
    distributed::lcp_array(ranks.space, ranks.communicator, ranks.text, array, lcp, {.workspace = &workspace});
  });
  ranks.report_run(state, timing, ranks.part.extent * (1 + 2 * sizeof(Index)), workspace.peak_bytes());
  auto const* const symbols = text.bytes.data();
  std::size_t const n = text.size();
  require_at_random_places(ranks.space, array, lcp, "an LCP value",
                           [&](std::size_t, std::size_t before, std::size_t suffix, std::size_t length) {
                             std::size_t const most = n - std::max(before, suffix);
                             return length <= most &&
                                    std::equal(symbols + before, symbols + before + length, symbols + suffix) &&
                                    (length == most || symbols[before + length] != symbols[suffix + length]);
                           });
}

template <class ExecutionSpace, class Index>
void run_transform(benchmark::State& state, LoadedText const& text)
{
  Ranks<ExecutionSpace, Index> const ranks(text);
  Kokkos::View<std::uint8_t*, typename ExecutionSpace::memory_space> const bwt(
      Kokkos::view_alloc("lexikos::bench::bwt", Kokkos::WithoutInitializing), ranks.part.extent);
  distributed::SuffixArrayStatistics statistics;
  Workspace workspace;
  std::uint64_t primary = 0;
  auto const timing = measure_on_all([&] {
    primary = distributed::burrows_wheeler_transform(ranks.space, ranks.communicator, ranks.text, bwt,
                                                     {.workspace = &workspace, .statistics = &statistics});
  });
  workspace.release();
  ranks.report_run(state, timing, 2 * ranks.part.extent, statistics.workspace_bytes);
  report_steps(state, statistics, text.size());
  auto const array = ranks.array("suffix_array");
  distributed::suffix_array(ranks.space, ranks.communicator, ranks.text, array);
  auto const* const symbols = text.bytes.data();
  // Entry j is that of row j of the n + 1, or of row j + 1 from the primary index on; row 0 is the empty suffix.
  require_at_random_places(ranks.space, array, bwt, "a symbol of the transform",
                           [&](std::size_t place, std::size_t before, std::size_t suffix, std::size_t symbol) {
                             std::size_t const of = ranks.part.first + place < primary ? before : suffix;
                             return of > 0 && symbols[of - 1] == symbol;
                           });
}

/// Bare exchanges, of so many bytes from each rank to each other one.
template <class ExecutionSpace>
void run_exchange(benchmark::State& state, std::size_t bytes)
{
  using Words = Kokkos::View<std::uint64_t*, typename ExecutionSpace::memory_space>;
  using namespace distributed_detail;
  ExecutionSpace const space{};
  Communicator const communicator(space, MPI_COMM_WORLD, {.transport = transport_wanted()});
  Workspace workspace;
  Context<ExecutionSpace> const context{space, communicator, workspace};
  std::size_t const words = std::max<std::size_t>(bytes / 8, 1);
  Routes const routes = make_routes(context.ranks(), std::vector<std::uint64_t>(context.size(), words));
  Words const sent("lexikos::bench::sent", words * context.size());
  Words const received("lexikos::bench::received", words * context.size());
  Kokkos::deep_copy(space, sent, static_cast<std::uint64_t>(own_rank()));
  std::size_t const times = bytes < (std::size_t{1} << 22) ? 200 : 3;
  auto const timing = measure_on_all([&] {
    for (std::size_t i = 0; i < times; ++i) exchange<ExecutionSpace, std::uint64_t>(context, routes, sent, received);
  });
  report(state, timing);
  double const seconds = timing.median() / static_cast<double>(times);
  state.counters["us"] = seconds * 1e6;
  state.counters["GB/s"] = static_cast<double>(8 * words * (context.size() - 1)) / seconds / 1e9;
  state.SetLabel(std::string(distributed::to_string(communicator.transport())));
  bool right = true;
  auto const near = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), received);
  for (std::size_t i = 0; i < near.extent(0); ++i) right = right && near(i) == i / words;
  require_on_all(right, "what was exchanged");
}

template <class ExecutionSpace>
void add_exchanges(std::string const& device)
{
  for (std::size_t const bytes : sizes_of("LEXIKOS_BENCH_EXCHANGES", {}))
    add_benchmark(
        "distributed/exchange:" + std::to_string(bytes) + "/" + device + "/ranks:" + std::to_string(rank_count()),
        [bytes](benchmark::State& state) { run_exchange<ExecutionSpace>(state, bytes); });
}

template <class ExecutionSpace, class Index>
void add_arrays(TextSource const& source, std::string const& device)
{
  auto wanted = words_of("LEXIKOS_BENCH_ARRAYS");
  if (wanted.empty()) wanted = {"suffix_array", "inverse", "lcp", "transform"};
  for (auto const& array : wanted) {
    std::string const name = "distributed/" + source.name + "/" + device + "/" + array +
                             "/ranks:" + std::to_string(rank_count()) + "/u" + std::to_string(8 * sizeof(Index));
    add_benchmark(name, [source, array](benchmark::State& state) {
      LoadedText const& text = load(source);
      if (array == "lcp")
        run_lcp<ExecutionSpace, Index>(state, text);
      else if (array == "transform")
        run_transform<ExecutionSpace, Index>(state, text);
      else if (array == "suffix_array" || array == "inverse")
        run_suffix_array<ExecutionSpace, Index>(state, text, array == "inverse");
      else
        throw std::invalid_argument("LEXIKOS_BENCH_ARRAYS: there is no '" + array + "'");
    });
  }
}

template <class ExecutionSpace>
void add_text(TextSource const& source, std::string const& device)
{
  if (source.size < std::numeric_limits<std::uint32_t>::max())
    add_arrays<ExecutionSpace, std::uint32_t>(source, device);
  else
    add_arrays<ExecutionSpace, std::uint64_t>(source, device);
}

}  // namespace

}  // namespace lexikos::bench

int main(int argc, char** argv)
{
  using namespace lexikos::bench;
  for (std::size_t const bytes : sizes_of("LEXIKOS_BENCH_NCCL_BYTES", {}))
    lexikos::distributed_detail::tuning().bytes_by_nccl = bytes;
  return run_on_ranks(argc, argv, [] {
    for_each_device([&](std::string const& device, auto tag) { add_exchanges<typename decltype(tag)::type>(device); });
    for (auto const& source : text_sources())
      for_each_device(
          [&](std::string const& device, auto tag) { add_text<typename decltype(tag)::type>(source, device); });
  });
}
