// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How fast are reads with errors found in an indexed text? Over the texts of the environment (support/texts.hpp), every
// execution space and number of threads; reads are stretches of the text at random places with 1% of their symbols changed.
// Reads, index and results lie where the execution space works. That they have the place that each came from is checked, and
// the results of some reads are compared with those of a scan of the text.
//
// LEXIKOS_BENCH_PATTERNS        reads; 10 000 000 when not set
// LEXIKOS_BENCH_PATTERN_LENGTH  symbols of each; 150 when not set
// LEXIKOS_BENCH_ERRORS          that are searched with, at most; 2 when not set
// LEXIKOS_BENCH_CHANGES         symbols of which one is changed; 100 when not set, 0 for none
// LEXIKOS_BENCH_CANDIDATES      places that are looked at for a read, at most; 0, for all, when not set
// LEXIKOS_BENCH_SCANNED         reads whose results are compared with a scan's; 100 when not set

#include <algorithm>
#include <cstdint>
#include <lexikos/approximate_search.hpp>
#include <lexikos/suffix_array.hpp>
#include <limits>
#include <string>
#include <utility>

#include "approximate_search/tuning.hpp"
#include "bench/support/environment.hpp"
#include "bench/support/measure.hpp"
#include "bench/support/program.hpp"
#include "bench/support/results.hpp"
#include "bench/support/search_data.hpp"
#include "bench/support/texts.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::bench
{

namespace
{

struct Parameters
{
  std::size_t reads;
  std::size_t length;
  unsigned errors;
  std::uint64_t unchanged;
  std::size_t candidates;
  std::size_t scanned;
};

Parameters parameters()
{
  auto const number = [](char const* name, long long otherwise) {
    return static_cast<std::size_t>(number_of(name, otherwise));
  };
  return {number("LEXIKOS_BENCH_PATTERNS", 10'000'000),
          number("LEXIKOS_BENCH_PATTERN_LENGTH", 150),
          static_cast<unsigned>(number("LEXIKOS_BENCH_ERRORS", 2)),
          number("LEXIKOS_BENCH_CHANGES", 100),
          number("LEXIKOS_BENCH_CANDIDATES", 0),
          number("LEXIKOS_BENCH_SCANNED", 100)};
}

/// One read: `length` symbols of the text at the place that `random_place` says, some of them replaced by others of the text.
template <class Text, class Symbols, class Offsets>
struct DrawRead
{
  Text text;
  Symbols symbols;
  Offsets offsets;
  std::uint64_t length;
  std::uint64_t unchanged;  // one of these is changed; 0: none

  KOKKOS_FUNCTION void operator()(std::int64_t i) const
  {
    auto const read = static_cast<std::uint64_t>(i);
    offsets(read) = read * length;
    if (read + 1 == offsets.extent(0)) return;
    std::uint64_t const place = random_place(read, 3, text.extent(0) - length + 1);
    for (std::uint64_t j = 0; j < length; ++j) {
      std::uint64_t const at = read * length + j;
      symbols(at) = text(source_of_copy(at, place + j, unchanged, text.extent(0)));
    }
  }
};

/// Reads that do not have the end of the place that they came from, although few enough symbols were changed.
template <class Index, class Text, class Symbols, class MemorySpace>
struct CountMissing
{
  Text text;
  Symbols symbols;
  std::uint64_t length;
  std::uint64_t errors;
  Span<Index const, MemorySpace> ends;
  Span<std::uint8_t const, MemorySpace> distances;
  Span<std::uint64_t const, MemorySpace> offsets;
  Span<Index const, MemorySpace> capped;

  template <class View>
  [[nodiscard]] static KOKKOS_FUNCTION std::uint64_t lower_bound(View const& view, std::uint64_t low,
                                                                 std::uint64_t high, std::uint64_t value)
  {
    while (low < high) {
      std::uint64_t const middle = low + (high - low) / 2;
      if (view(middle) < value)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }

  KOKKOS_FUNCTION void operator()(std::int64_t i, std::uint64_t& missing) const
  {
    auto const read = static_cast<std::uint64_t>(i);
    std::uint64_t const place = random_place(read, 3, text.extent(0) - length + 1);
    std::uint64_t changed = 0;
    for (std::uint64_t j = 0; j < length; ++j) changed += symbols(read * length + j) != text(place + j) ? 1 : 0;
    std::uint64_t const cap = lower_bound(capped, 0, capped.extent(0), read);
    if (changed > errors || (cap < capped.extent(0) && capped(cap) == read)) return;
    std::uint64_t const at = lower_bound(ends, offsets(read), offsets(read + 1), place + length);
    bool const is_found = at < offsets(read + 1) && ends(at) == place + length && distances(at) <= changed;
    missing += is_found ? 0 : 1;
  }
};

/// Whether both have the same ends and distances of the first patterns.
template <class Found>
bool are_equal(Found const& all, Found const& first)
{
  auto const offsets = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), first.offsets);
  auto const all_offsets = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), all.offsets);
  auto const ends = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), first.ends);
  auto const distances = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), first.distances);
  std::pair<std::size_t, std::size_t> const range(0, std::min(ends.extent(0), all.ends.extent(0)));
  auto const all_ends = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), Kokkos::subview(all.ends, range));
  auto const all_distances =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), Kokkos::subview(all.distances, range));
  for (std::size_t i = 0; i < offsets.extent(0); ++i)
    if (offsets(i) != all_offsets(i)) return false;
  for (std::size_t i = 0; i < ends.extent(0); ++i)
    if (ends(i) != all_ends(i) || distances(i) != all_distances(i)) return false;
  return true;
}

template <class Index, class ExecutionSpace>
void measure_model(benchmark::State& state, LoadedText& text, ExecutionSpace const& space, ErrorModel model)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Symbols = Kokkos::View<std::uint8_t*, MemorySpace>;
  using Offsets = Kokkos::View<std::uint64_t*, MemorySpace>;
  Parameters const wanted = parameters();
  if (text.size() < wanted.length) return skip(state, "the text is shorter than a read");
  Arrays<ExecutionSpace, Index> const arrays(space, text);
  Workspace workspace;
  suffix_array(space, arrays.text, arrays.suffix_array, {.workspace = &workspace});
  require_right(space, text, arrays.text, arrays.suffix_array, workspace);
  workspace.release();
  SuffixIndex<MemorySpace, Index> const index(space, arrays.text, arrays.suffix_array);
  Symbols const symbols("lexikos::bench::symbols", wanted.reads * wanted.length);
  Offsets const offsets("lexikos::bench::offsets", wanted.reads + 1);
  Kokkos::parallel_for("lexikos::bench::draw_reads", IndexRange<ExecutionSpace>(space, 0, wanted.reads + 1),
                       DrawRead<decltype(arrays.text), Symbols, Offsets>{arrays.text, symbols, offsets, wanted.length,
                                                                         wanted.unchanged});
  space.fence("lexikos::bench::draw_reads");

  ApproximateSearchOptions<MemorySpace> options;
  options.model = model;
  options.max_errors = wanted.errors;
  options.max_candidates = wanted.candidates;
  options.workspace = &workspace;
  workspace.reset_peak();
  ApproximateOccurrences<MemorySpace, Index> found;
  auto const timing = measure([&] {
    found = {};
    found = approximate_search(space, index, symbols, offsets, options);
  });
  std::size_t const workspace_bytes = workspace.peak_bytes();

  std::uint64_t missing = 0;
  Kokkos::parallel_reduce("lexikos::bench::missing", IndexRange<ExecutionSpace>(space, 0, wanted.reads),
                          CountMissing<Index, decltype(arrays.text), Symbols, MemorySpace>{
                              arrays.text, symbols, wanted.length, wanted.errors, found.ends, found.distances,
                              found.offsets, found.capped_patterns},
                          missing);
  space.fence("lexikos::bench::missing");
  if (missing != 0) return fail(state, std::to_string(missing) + " reads lack the place that they came from");
  if (found.capped_patterns.extent(0) == 0) {
    std::size_t const scanned = std::min(wanted.scanned, wanted.reads);
    auto tuning = approximate_search_detail::default_tuning();
    tuning.scan_cost = 0;
    auto const by_scan = approximate_search_detail::search<ExecutionSpace, Index>(
        space, index.intervals_on_device(),
        {Span<std::uint8_t const, MemorySpace>(symbols.data(), symbols.extent(0)),
         Span<std::uint64_t const, MemorySpace>(offsets.data(), scanned + 1)},
        options, tuning);
    if (!are_equal(found, by_scan)) return fail(state, "a scan of the text finds something else");
  }

  auto const reads = static_cast<double>(wanted.reads);
  auto const ends = static_cast<double>(found.size());
  report(state, timing, reads, reads * static_cast<double>(wanted.length) + ends * (sizeof(Index) + 1));
  state.counters["M_patterns/s"] = reads / timing.median() / 1e6;
  state.counters["ends/pattern"] = ends / reads;
  state.counters["capped"] = static_cast<double>(found.capped_patterns.extent(0));
  state.counters["workspace bytes"] = static_cast<double>(workspace_bytes);
}

void add_text(TextSource const& source)
{
  for_each_device([&](std::string const& device, auto tag) {
    using ExecutionSpace = typename decltype(tag)::type;
    for (int const threads : thread_counts_of<ExecutionSpace>())
      for (auto const model : {ErrorModel::hamming, ErrorModel::edit}) {
        std::string name = std::string("approximate_search/") + source.name + "/" + device + "/" +
                           (model == ErrorModel::edit ? "edit:" : "hamming:") + std::to_string(parameters().errors);
        if (lexikos::detail::works_on_host<ExecutionSpace>) name += "/threads:" + std::to_string(threads);
        add_benchmark(name, [source, threads, model](benchmark::State& state) {
          LoadedText& text = load(source);
          auto const space = instance<ExecutionSpace>(threads);
          if (text.size() < std::numeric_limits<std::uint32_t>::max())
            measure_model<std::uint32_t>(state, text, space, model);
          else
            measure_model<std::uint64_t>(state, text, space, model);
        });
      }
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
