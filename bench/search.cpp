// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How fast are patterns found by a suffix array, and longest common extensions by its LCP array? Over the texts of the
// environment (support/texts.hpp), every execution space and number of threads; patterns are stretches of the text at
// random places, and lie, as the results do, where the execution space works.
//
// LEXIKOS_BENCH_PATTERNS        how many, and as many pairs of positions; 10 000 000 when not set
// LEXIKOS_BENCH_PATTERN_LENGTH  20 when not set

#include <cstdint>
#include <lexikos/lce.hpp>
#include <lexikos/lcp.hpp>
#include <lexikos/search.hpp>
#include <lexikos/suffix_array.hpp>
#include <limits>
#include <string>

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

enum class Question
{
  build,          // the table of prefixes, from text and suffix array
  count,          // how often
  count_ordered,  // the same, patterns sorted by their first symbols before
  intervals,      // which entries
  locate,         // at which positions, at most 100 of each
  lce             // how far the text agrees with itself
};

constexpr char const* name_of(Question question)
{
  constexpr char const* names[] = {"build", "count", "count_ordered", "intervals", "locate", "lce"};
  return names[static_cast<int>(question)];
}

constexpr std::size_t max_positions = 100;
constexpr double sector = 32;

template <class ExecutionSpace, class Index>
void measure_build(benchmark::State& state, ExecutionSpace const& space, Arrays<ExecutionSpace, Index> const& arrays)
{
  Workspace workspace;
  std::size_t entries = 0;
  auto const timing = measure([&] {
    SuffixIndex<typename ExecutionSpace::memory_space, Index> const index(space, arrays.text, arrays.suffix_array,
                                                                          {.workspace = &workspace});
    entries = index.table_entries();
  });
  auto const n = static_cast<double>(arrays.text.extent(0));
  // each entry, the word of the text that it points to, in 1.25 sectors, and the table written, read and written
  report(state, timing, n, n * (sizeof(Index) + 1.25 * sector) + 3. * sizeof(Index) * static_cast<double>(entries));
  state.counters["table_entries"] = static_cast<double>(entries);
}

template <class ExecutionSpace, class Index>
void measure_search(benchmark::State& state, ExecutionSpace const& space, Arrays<ExecutionSpace, Index> const& arrays,
                    Question question, std::size_t count, std::size_t length)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Results = Kokkos::View<Index*, MemorySpace>;
  Workspace workspace;
  SuffixIndex<MemorySpace, Index> const index(space, arrays.text, arrays.suffix_array, {.workspace = &workspace});
  auto const patterns = sample_patterns(space, arrays.text, count, length);
  Results const begins("lexikos::bench::begins", count);
  Results const ends("lexikos::bench::ends", count);
  Results const counts("lexikos::bench::counts", count);
  SearchOptions const options{.sort_patterns = question == Question::count_ordered,
                              .max_positions = question == Question::locate ? max_positions : 0,
                              .workspace = &workspace};

  index.intervals(space, patterns.symbols, patterns.offsets, begins, ends, options);
  require_intervals(space, arrays.text, arrays.suffix_array, patterns, begins, ends);
  index.count(space, patterns.symbols, patterns.offsets, counts, options);
  require_counts(space, begins, ends, counts);

  std::size_t positions = 0;
  auto const timing = measure([&] {
    if (question == Question::intervals)
      index.intervals(space, patterns.symbols, patterns.offsets, begins, ends, options);
    else if (question == Question::locate)
      positions = index.locate(space, patterns.symbols, patterns.offsets, options).positions.extent(0);
    else
      index.count(space, patterns.symbols, patterns.offsets, counts, options);
    space.fence("lexikos::bench::search");
  });
  double const probes = mean_probes(space, index, arrays.text, count, length);
  // pattern, offset and result; the table; for each probe an entry and a word of the text; one more word for the end
  double const sectors = (static_cast<double>(length) + 16) / sector + 1.2 + probes * 2.25 + 1.25;
  report(state, timing, static_cast<double>(count), static_cast<double>(count) * sectors * sector);
  state.counters["M_patterns/s"] = static_cast<double>(count) / timing.median() / 1e6;
  state.counters["probes/pattern"] = probes;
  state.counters["sectors/pattern"] = sectors;
  state.counters["table_depth"] = index.table_depth();
  state.counters["positions"] = static_cast<double>(positions);
  state.counters["index bytes/character"] =
      1. + sizeof(Index) +
      static_cast<double>(index.table_entries() * sizeof(Index)) / static_cast<double>(index.size());
}

template <class ExecutionSpace, class Index>
void measure_lce(benchmark::State& state, ExecutionSpace const& space, Arrays<ExecutionSpace, Index> const& arrays,
                 std::size_t count)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Indices = Kokkos::View<Index*, MemorySpace>;
  std::size_t const n = arrays.text.extent(0);
  Indices const inverse(Kokkos::view_alloc("lexikos::bench::inverse", Kokkos::WithoutInitializing), n);
  Indices const lcp(Kokkos::view_alloc("lexikos::bench::lcp", Kokkos::WithoutInitializing), n);
  inverse_suffix_array(space, arrays.suffix_array, inverse);
  lcp_array(space, arrays.text, arrays.suffix_array, inverse, lcp);
  LceIndex<MemorySpace, Index> const index(space, inverse, lcp);
  Indices const firsts("lexikos::bench::firsts", count);
  Indices const seconds("lexikos::bench::seconds", count);
  Indices const lengths("lexikos::bench::lengths", count);
  sample_positions(space, firsts, n, 1);
  sample_positions(space, seconds, n, 2);
  auto const timing = measure([&] {
    index.lce(space, firsts, seconds, lengths);
    space.fence("lexikos::bench::lce");
  });
  require_extensions(space, arrays.text, firsts, seconds, lengths);
  // three coalesced arrays, two ranks; half a block of values and of blocks on each side, and two entries of the table
  double const sectors = 3 * sizeof(Index) / sector + 2 + 2 * (2.5 + 1.5) * sizeof(Index) / 4 + 4;
  report(state, timing, static_cast<double>(count), static_cast<double>(count) * sectors * sector);
  state.counters["M_pairs/s"] = static_cast<double>(count) / timing.median() / 1e6;
  state.counters["sectors/pair"] = sectors;
}

template <class Index, class ExecutionSpace>
void measure_question(benchmark::State& state, LoadedText& text, ExecutionSpace const& space, Question question)
{
  auto const count = static_cast<std::size_t>(number_of("LEXIKOS_BENCH_PATTERNS", 1e7));
  auto const length = static_cast<std::size_t>(number_of("LEXIKOS_BENCH_PATTERN_LENGTH", 20));
  if (text.size() < length || text.size() == 0) return skip(state, "the text is shorter than the patterns");
  Arrays<ExecutionSpace, Index> const arrays(space, text);
  {
    Workspace workspace;
    suffix_array(space, arrays.text, arrays.suffix_array, {.workspace = &workspace});
    require_right(space, text, arrays.text, arrays.suffix_array, workspace);
  }
  if (question == Question::build) return measure_build<ExecutionSpace, Index>(state, space, arrays);
  if (question == Question::lce) return measure_lce<ExecutionSpace, Index>(state, space, arrays, count);
  measure_search<ExecutionSpace, Index>(state, space, arrays, question, count, length);
}

void add_text(TextSource const& source)
{
  for_each_device([&](std::string const& device, auto tag) {
    using ExecutionSpace = typename decltype(tag)::type;
    for (int const threads : thread_counts_of<ExecutionSpace>())
      for (auto const question : {Question::build, Question::count, Question::count_ordered, Question::intervals,
                                  Question::locate, Question::lce})
      {
        std::string name = std::string("search/") + source.name + "/" + device + "/" + name_of(question);
        if (lexikos::detail::works_on_host<ExecutionSpace>) name += "/threads:" + std::to_string(threads);
        add_benchmark(name, [source, threads, question](benchmark::State& state) {
          LoadedText& text = load(source);
          auto const space = instance<ExecutionSpace>(threads);
          if (text.size() < std::numeric_limits<std::uint32_t>::max())
            measure_question<std::uint32_t>(state, text, space, question);
          else
            measure_question<std::uint64_t>(state, text, space, question);
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
