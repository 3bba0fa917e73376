// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How fast are patterns counted by an index that lies on several ranks in ranges of the suffix array, beside what each of
// them counts alone in its part of the text? Run it by mpirun (support/ranks.hpp). Patterns are stretches of each rank's
// part, at random places, and lie, as the counts do, where the execution space works.
//
//   LEXIKOS_BENCH_PATTERNS        how many all ranks ask for together; 10 000 000 when not set
//   LEXIKOS_BENCH_PATTERN_LENGTH  20 when not set

#include <algorithm>
#include <cstdint>
#include <lexikos/distributed/index_by_range.hpp>
#include <lexikos/distributed/suffix_array.hpp>
#include <lexikos/search.hpp>
#include <lexikos/suffix_array.hpp>
#include <limits>
#include <string>
#include <vector>

#include "bench/support/ranks.hpp"
#include "bench/support/search_data.hpp"

namespace lexikos::bench
{

namespace
{

template <class ExecutionSpace, class Index>
struct Batch
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Results = Kokkos::View<Index*, MemorySpace>;

  std::size_t length = static_cast<std::size_t>(number_of("LEXIKOS_BENCH_PATTERN_LENGTH", 20));
  std::size_t count = distributed::part_of(static_cast<std::uint64_t>(number_of("LEXIKOS_BENCH_PATTERNS", 1e7)),
                                           own_rank(), rank_count())
                          .extent;
  Patterns<MemorySpace> patterns;
  Results counts;

  Batch(ExecutionSpace const& space, Kokkos::View<std::uint8_t*, MemorySpace> const& text)
  {
    if (text.extent(0) < length) count = 0;
    patterns = sample_patterns(space, text, count, length);
    counts = Results(Kokkos::view_alloc("lexikos::bench::counts", Kokkos::WithoutInitializing), count);
  }
};

/// The entries before, first in, last in and after an interval, where there are such.
template <class Index>
std::vector<Index> entries_around(Index begin, Index end, std::size_t n)
{
  std::vector<Index> entries{begin, static_cast<Index>(end - 1)};
  if (begin > 0) entries.push_back(begin - 1);
  if (end < n) entries.push_back(end);
  return entries;
}

/// Throws on all ranks unless the first patterns' intervals are right, by the text on the host.
template <class ExecutionSpace, class Index>
void require_right_intervals(Ranks<ExecutionSpace, Index> const& ranks,
                             distributed::IndexByRange<typename ExecutionSpace::memory_space, Index> const& index,
                             Batch<ExecutionSpace, Index> const& batch)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Results = Kokkos::View<Index*, MemorySpace>;
  std::size_t const some = std::min<std::size_t>(batch.count, 20'000);
  auto const symbols =
      backends::subspan(Span<std::uint8_t const, MemorySpace>(batch.patterns.symbols), 0, some * batch.length);
  auto const offsets = backends::subspan(Span<std::uint64_t const, MemorySpace>(batch.patterns.offsets), 0, some + 1);
  Results const begins("lexikos::bench::begins", some);
  Results const ends("lexikos::bench::ends", some);
  index.intervals(ranks.space, symbols, offsets, begins, ends);
  auto const near_begins = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), begins);
  auto const near_ends = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), ends);
  auto const near_counts = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), batch.counts);
  auto const near_symbols = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), symbols);

  bool right = true;
  std::vector<Index> entries;
  std::vector<std::size_t> patterns;
  for (std::size_t i = 0; i < some; ++i) {
    right = right && near_begins(i) < near_ends(i) && near_counts(i) == near_ends(i) - near_begins(i);
    if (!right) break;
    for (Index const entry : entries_around(near_begins(i), near_ends(i), ranks.whole.size())) {
      entries.push_back(entry);
      patterns.push_back(i);
    }
  }
  require_on_all(right, "a count");

  Kokkos::View<Index*, Kokkos::HostSpace> firsts("lexikos::bench::firsts", entries.size());
  Kokkos::View<Index*, Kokkos::HostSpace> lasts("lexikos::bench::lasts", entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    firsts(i) = entries[i];
    lasts(i) = entries[i] + 1;
  }
  auto const found = index.locate(ranks.space, Kokkos::create_mirror_view_and_copy(ranks.space, firsts),
                                  Kokkos::create_mirror_view_and_copy(ranks.space, lasts));
  auto const positions = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), found.positions);
  auto const* const text = ranks.whole.bytes.data();
  for (std::size_t i = 0; right && i < entries.size(); ++i) {
    std::size_t const pattern = patterns[i];
    bool const is_in = entries[i] >= near_begins(pattern) && entries[i] < near_ends(pattern);
    std::size_t const position = positions(i);
    bool const begins_with =
        position + batch.length <= ranks.whole.size() &&
        std::equal(text + position, text + position + batch.length, near_symbols.data() + pattern * batch.length);
    right = is_in == begins_with;
  }
  require_on_all(right, "an interval");
}

void report_search(benchmark::State& state, Timing const& timing, double patterns, std::size_t length)
{
  report(state, timing);
  state.counters["M_patterns/s"] = patterns / timing.median() / 1e6;
  state.counters["M_symbols/s"] = patterns * static_cast<double>(length) / timing.median() / 1e6;
  state.counters["ranks"] = rank_count();
}

template <class ExecutionSpace, class Index>
void run_by_range(benchmark::State& state, LoadedText const& text)
{
  Ranks<ExecutionSpace, Index> const ranks(text);
  auto const array = ranks.array("suffix_array");
  distributed::suffix_array(ranks.space, ranks.communicator, ranks.text, array);
  distributed::IndexByRange<typename ExecutionSpace::memory_space, Index> const index(ranks.space, ranks.communicator,
                                                                                      ranks.text, array);
  Batch<ExecutionSpace, Index> const batch(ranks.space, ranks.text);
  Workspace workspace;
  auto const timing = measure_on_all([&] {
    index.count(ranks.space, batch.patterns.symbols, batch.patterns.offsets, batch.counts, {.workspace = &workspace});
  });
  report_search(state, timing, static_cast<double>(summed(batch.count)), batch.length);
  state.counters["workspace bytes/pattern"] =
      largest(static_cast<double>(workspace.peak_bytes()) / static_cast<double>(std::max<std::size_t>(batch.count, 1)));
  state.SetLabel(std::string(distributed::to_string(ranks.communicator.transport())));
  require_right_intervals(ranks, index, batch);
}

/// Each rank in its part, all at the same time; the rate is one rank's.
template <class ExecutionSpace, class Index>
void run_alone(benchmark::State& state, LoadedText const& text)
{
  Ranks<ExecutionSpace, Index> const ranks(text);
  auto const array = ranks.array("suffix_array");
  suffix_array(ranks.space, ranks.text, array);
  SuffixIndex<typename ExecutionSpace::memory_space, Index> const index(ranks.space, ranks.text, array);
  Batch<ExecutionSpace, Index> const batch(ranks.space, ranks.text);
  Workspace workspace;
  auto const timing = measure_on_all([&] {
    index.count(ranks.space, batch.patterns.symbols, batch.patterns.offsets, batch.counts, {.workspace = &workspace});
    ranks.space.fence("lexikos::bench::count");
  });
  report_search(state, timing, static_cast<double>(batch.count), batch.length);
  decltype(batch.counts) const begins("lexikos::bench::begins", batch.count);
  decltype(batch.counts) const ends("lexikos::bench::ends", batch.count);
  index.intervals(ranks.space, batch.patterns.symbols, batch.patterns.offsets, begins, ends);
  require_intervals(ranks.space, ranks.text, array, batch.patterns, begins, ends);
  require_counts(ranks.space, begins, ends, batch.counts);
}

template <class ExecutionSpace, class Index>
void add_searches(TextSource const& source, std::string const& device)
{
  std::string const place = "search_on_ranks/" + source.name + "/" + device;
  std::string const kind = "/ranks:" + std::to_string(rank_count()) + "/u" + std::to_string(8 * sizeof(Index));
  add_benchmark(place + "/by_range" + kind,
                [source](benchmark::State& state) { run_by_range<ExecutionSpace, Index>(state, load(source)); });
  add_benchmark(place + "/alone" + kind,
                [source](benchmark::State& state) { run_alone<ExecutionSpace, Index>(state, load(source)); });
}

}  // namespace

}  // namespace lexikos::bench

int main(int argc, char** argv)
{
  using namespace lexikos::bench;
  return run_on_ranks(argc, argv, [] {
    for (auto const& source : text_sources())
      for_each_device([&](std::string const& device, auto tag) {
        using Space = typename decltype(tag)::type;
        if (source.size < std::numeric_limits<std::uint32_t>::max())
          add_searches<Space, std::uint32_t>(source, device);
        else
          add_searches<Space, std::uint64_t>(source, device);
      });
  });
}
