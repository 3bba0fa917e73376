// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How fast are patterns found by an FM-index, and how large is it? Over the texts of the environment (support/texts.hpp),
// every execution space and number of threads; patterns are stretches of the text at random places, and lie, as the results
// do, where the execution space works. All counts are compared with those of the suffix array.
//
// LEXIKOS_BENCH_PATTERNS        how many; 10 000 000 when not set
// LEXIKOS_BENCH_PATTERN_LENGTH  20 when not set

#include <cstdint>
#include <lexikos/fm_index.hpp>
#include <lexikos/search.hpp>
#include <lexikos/suffix_array.hpp>
#include <limits>
#include <string>
#include <vector>

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
  build,          // from text and suffix array
  count,          // how often
  count_ordered,  // the same, patterns sorted by their last symbols before
  locate,         // at which positions, at most 100 of each
  extract         // as many symbols as the patterns have, from random places
};

constexpr char const* name_of(Question question)
{
  constexpr char const* names[] = {"build", "count", "count_ordered", "locate", "extract"};
  return names[static_cast<int>(question)];
}

struct Kind
{
  char const* name;
  FmIndexOptions options;
};

constexpr std::size_t max_positions = 100;

template <class Values>
struct AddTo
{
  Values values;
  typename Values::value_type more;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { values(i) += more; }
};

std::vector<Kind> kinds()
{
  return {{"counting", {.sample_rate = 0, .table_entries = 1}},
          {"table", {.sample_rate = 0}},
          {"huffman", {.sample_rate = 0, .shape = WaveletShape::huffman}},
          {"rate8", {.sample_rate = 8}},
          {"rate32", {.sample_rate = 32}},
          {"rate8_text", {.sample_rate = 8, .keep_text = true}},
          {"array_text", {.sample_rate = 1, .keep_text = true}}};
}

template <class ExecutionSpace, class Index>
void measure_question(benchmark::State& state, LoadedText& text, ExecutionSpace const& space, Kind const& kind,
                      Question question)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Results = Kokkos::View<Index*, MemorySpace>;
  auto const count = static_cast<std::size_t>(number_of("LEXIKOS_BENCH_PATTERNS", 1e7));
  auto const length = static_cast<std::size_t>(number_of("LEXIKOS_BENCH_PATTERN_LENGTH", 20));
  if (text.size() < length || text.size() == 0) return skip(state, "the text is shorter than the patterns");
  Arrays<ExecutionSpace, Index> const arrays(space, text);
  Workspace workspace;
  suffix_array(space, arrays.text, arrays.suffix_array, {.workspace = &workspace});
  require_right(space, text, arrays.text, arrays.suffix_array, workspace);
  FmIndexOptions options = kind.options;
  options.workspace = &workspace;
  using Fm = FmIndex<MemorySpace, Index>;
  Fm index(space, arrays.text, arrays.suffix_array, options);
  auto const n = static_cast<double>(arrays.text.extent(0));
  state.counters["index bytes/character"] = static_cast<double>(index.bytes()) / n;
  state.counters["table_depth"] = index.table_depth();
  if (question == Question::build) {
    auto const timing = measure([&] { index = Fm(space, arrays.text, arrays.suffix_array, options); });
    report(state, timing, n, n * (2. + sizeof(Index)));
    return;
  }

  auto const patterns = sample_patterns(space, arrays.text, count, length);
  Results const begins("lexikos::bench::begins", count);
  Results const ends("lexikos::bench::ends", count);
  Results const counts("lexikos::bench::counts", count);
  {
    SuffixIndex<MemorySpace, Index> const oracle(space, arrays.text, arrays.suffix_array, {.workspace = &workspace});
    oracle.intervals(space, patterns.symbols, patterns.offsets, begins, ends, {.workspace = &workspace});
  }
  SearchOptions const asking{.sort_patterns = question == Question::count_ordered,
                             .max_positions = question == Question::locate ? max_positions : 0,
                             .workspace = &workspace};
  index.count(space, patterns.symbols, patterns.offsets, counts, asking);
  require_counts(space, begins, ends, counts);
  if (question == Question::extract) {
    sample_positions(space, begins, arrays.text.extent(0) - length + 1, 1);
    Kokkos::deep_copy(space, ends, begins);
    Kokkos::parallel_for("lexikos::bench::ends", Kokkos::RangePolicy<ExecutionSpace>(space, 0, count),
                         AddTo<Results>{ends, static_cast<Index>(length)});
  }
  std::size_t positions = 0;
  auto const timing = measure([&] {
    if (question == Question::locate)
      positions = index.locate(space, patterns.symbols, patterns.offsets, asking).positions.extent(0);
    else if (question == Question::extract)
      positions = index.extract(space, begins, ends, asking).symbols.extent(0);
    else
      index.count(space, patterns.symbols, patterns.offsets, counts, asking);
    space.fence("lexikos::bench::fm_index");
  });
  auto const symbols = static_cast<double>(count * length);
  report(state, timing, static_cast<double>(count), symbols);
  state.counters["M_patterns/s"] = static_cast<double>(count) / timing.median() / 1e6;
  state.counters["G_symbols/s"] = symbols / timing.median() / 1e9;
  if (question == Question::locate) {
    state.counters["positions"] = static_cast<double>(positions);
    state.counters["M_positions/s"] = static_cast<double>(positions) / timing.median() / 1e6;
  }
}

[[nodiscard]] bool has(Kind const& kind, Question question)
{
  bool const needs_places = question == Question::locate || question == Question::extract;
  return !needs_places || kind.options.sample_rate != 0;
}

void add_text(TextSource const& source)
{
  for_each_device([&](std::string const& device, auto tag) {
    using ExecutionSpace = typename decltype(tag)::type;
    for (int const threads : thread_counts_of<ExecutionSpace>())
      for (auto const& kind : kinds())
        for (auto const question :
             {Question::build, Question::count, Question::count_ordered, Question::locate, Question::extract})
        {
          if (!has(kind, question)) continue;
          std::string name =
              std::string("fm_index/") + source.name + "/" + device + "/" + kind.name + "/" + name_of(question);
          if (lexikos::detail::works_on_host<ExecutionSpace>) name += "/threads:" + std::to_string(threads);
          add_benchmark(name, [source, threads, kind, question](benchmark::State& state) {
            LoadedText& text = load(source);
            auto const space = instance<ExecutionSpace>(threads);
            if (text.size() < std::numeric_limits<std::uint32_t>::max())
              measure_question<ExecutionSpace, std::uint32_t>(state, text, space, kind, question);
            else
              measure_question<ExecutionSpace, std::uint64_t>(state, text, space, kind, question);
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
