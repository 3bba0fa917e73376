// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How fast are patterns found by an FM-index, and how large is it? Over the texts of the environment (support/texts.hpp),
// every execution space and number of threads; patterns are stretches of the text at random places, and lie, as the results
// do, where the execution space works. All counts are compared with those of the suffix array, and what is located and
// extracted with the text.
//
// LEXIKOS_BENCH_PATTERNS        how many; 10 000 000 when not set
// LEXIKOS_BENCH_PATTERN_LENGTH  of how many symbols, one after the other with commas; 20 when not set
// LEXIKOS_BENCH_TABLE_ENTRIES   of the table of strings, at most; a 32nd of the text's length when not set

#include <array>
#include <cstdint>
#include <lexikos/fm_index.hpp>
#include <lexikos/host_queries.hpp>
#include <lexikos/search.hpp>
#include <lexikos/suffix_array.hpp>
#include <limits>
#include <string>
#include <vector>

#include "bench/support/environment.hpp"
#include "bench/support/kept.hpp"
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
  count_changed,  // the same, of patterns with one symbol of a hundred drawn anew
  count_absent,   // the same, of patterns of symbols all drawn anew
  count_host,     // the same, of patterns in pinned memory of the host, where the counts are wanted too
  locate,         // at which positions, at most 100 of each
  extract         // as many symbols as the patterns have, from random places
};

constexpr std::array questions_of_patterns{Question::count,        Question::count_ordered, Question::count_changed,
                                           Question::count_absent, Question::count_host,    Question::locate,
                                           Question::extract};

constexpr char const* name_of(Question question)
{
  constexpr char const* names[] = {"build",        "count",      "count_ordered", "count_changed",
                                   "count_absent", "count_host", "locate",        "extract"};
  return names[static_cast<int>(question)];
}

/// Of so many symbols of a pattern one is drawn anew; 0: of none.
constexpr std::uint64_t changes_of(Question question)
{
  if (question == Question::count_changed) return 100;
  return question == Question::count_absent ? 1 : 0;
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

  KOKKOS_FUNCTION void operator()(std::int64_t i) const { values(i) += more; }
};

template <class Counts>
struct CountPresent
{
  Counts counts;

  KOKKOS_FUNCTION void operator()(std::int64_t i, std::uint64_t& present) const { present += counts(i) != 0 ? 1 : 0; }
};

/// Patterns that are not at the positions where they were located, or have another number of positions than they should.
template <class Text, class Batch, class Found>
struct CountWrongPositions
{
  Text text;
  Batch patterns;
  Found found;

  KOKKOS_FUNCTION void operator()(std::int64_t i, std::uint64_t& wrong) const
  {
    std::uint64_t const first = patterns.offsets(i), length = patterns.offsets(i + 1) - first;
    std::uint64_t const begin = found.offsets(i), end = found.offsets(i + 1);
    std::uint64_t const all = patterns.ends(i) - patterns.begins(i);
    bool is_right = end - begin == (all < max_positions ? all : max_positions);
    for (std::uint64_t k = begin; is_right && k < end; ++k) {
      std::uint64_t const position = found.positions(k);
      is_right = position + length <= text.extent(0) && (k == begin || position != found.positions(k - 1));
      for (std::uint64_t j = 0; is_right && j < length; ++j)
        is_right = text(position + j) == patterns.symbols(first + j);
    }
    wrong += is_right ? 0 : 1;
  }
};

/// Extracted stretches that are not those of the text.
template <class Text, class Indices, class Extracted>
struct CountWrongStretches
{
  Text text;
  Indices begins;
  Indices ends;
  Extracted extracted;

  KOKKOS_FUNCTION void operator()(std::int64_t i, std::uint64_t& wrong) const
  {
    std::uint64_t const begin = begins(i), length = ends(i) - begin, at = extracted.offsets(i);
    bool is_right = extracted.offsets(i + 1) - at == length;
    for (std::uint64_t j = 0; is_right && j < length; ++j) is_right = extracted.symbols(at + j) == text(begin + j);
    wrong += is_right ? 0 : 1;
  }
};

std::vector<Kind> kinds()
{
  auto const entries = static_cast<std::size_t>(number_of("LEXIKOS_BENCH_TABLE_ENTRIES", 0));
  return {{"counting", {.sample_rate = 0, .table_entries = 1}},
          {"table", {.sample_rate = 0, .table_entries = entries}},
          {"huffman", {.sample_rate = 0, .shape = WaveletShape::huffman}},
          {"rate8", {.sample_rate = 8}},
          {"rate32", {.sample_rate = 32}},
          {"rate8_text", {.sample_rate = 8, .keep_text = true, .table_entries = entries}},
          {"array_text", {.sample_rate = 1, .keep_text = true, .table_entries = entries}}};
}

void report_patterns(benchmark::State& state, Timing const& timing, std::size_t count, std::size_t length)
{
  auto const symbols = static_cast<double>(count * length);
  report(state, timing, static_cast<double>(count), symbols);
  state.counters["M_patterns/s"] = static_cast<double>(count) / timing.median() / 1e6;
  state.counters["G_symbols/s"] = symbols / timing.median() / 1e9;
}

/// Some symbols of patterns become those of random places.
template <class Text, class Symbols>
struct ChangePatterns
{
  Text text;
  Symbols symbols;
  std::uint64_t unchanged;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const
  {
    auto const at = static_cast<std::uint64_t>(i);
    if (random_place(at, 5, unchanged) == 0) symbols(at) = text(random_place(at, 6, text.extent(0)));
  }
};

/// What patterns were, and where they are in the suffix array.
template <class Symbols, class Offsets, class Results>
struct AskedPatterns
{
  Symbols symbols;
  Offsets offsets;
  Results begins;
  Results ends;
};

/// Patterns, where the execution space works and in pinned memory, and how often they occur.
template <class ExecutionSpace, class Index>
struct Batch
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Results = Kokkos::View<Index*, MemorySpace>;

  Batch(ExecutionSpace const& space, Arrays<ExecutionSpace, Index> const& arrays, std::size_t symbols_of_pattern,
        std::uint64_t changes)
      : count(static_cast<std::size_t>(number_of("LEXIKOS_BENCH_PATTERNS", 1e7))),
        length(symbols_of_pattern),
        symbols("lexikos::bench::symbols", count * length),
        begins("lexikos::bench::begins", count),
        ends("lexikos::bench::ends", count),
        counts("lexikos::bench::counts", count),
        host_symbols("lexikos::bench::host_symbols", count * length),
        host_counts("lexikos::bench::host_counts", count)
  {
    auto const present = sample_patterns(space, arrays.text, count, length);
    offsets = present.offsets;
    Kokkos::deep_copy(space, symbols, present.symbols);
    if (changes != 0)
      Kokkos::parallel_for("lexikos::bench::change_patterns",
                           IndexRange<ExecutionSpace>(space, 0, static_cast<std::int64_t>(symbols.extent(0))),
                           ChangePatterns<decltype(arrays.text), decltype(symbols)>{arrays.text, symbols, changes});
    Kokkos::deep_copy(space, host_symbols, symbols);
    Workspace workspace;
    SuffixIndex<MemorySpace, Index> const oracle(space, arrays.text, arrays.suffix_array, {.workspace = &workspace});
    oracle.intervals(space, symbols, offsets, begins, ends, {.workspace = &workspace});
    space.fence("lexikos::bench::batch");
  }

  std::size_t count;
  std::size_t length;
  Kokkos::View<std::uint8_t*, MemorySpace> symbols;
  Array<std::uint64_t const, MemorySpace> offsets;
  Results begins;
  Results ends;
  Results counts;
  PinnedView<std::uint8_t> host_symbols;
  PinnedView<Index> host_counts;
};

template <class ExecutionSpace, class Index>
using FmOf = FmIndex<typename ExecutionSpace::memory_space, Index>;

template <class ExecutionSpace, class Index>
void measure_counts(benchmark::State& state, ExecutionSpace const& space, FmOf<ExecutionSpace, Index> const& index,
                    Batch<ExecutionSpace, Index> const& batch, Question question)
{
  Workspace workspace;
  SearchOptions const asking{.sort_patterns = question == Question::count_ordered, .workspace = &workspace};
  HostQueries<ExecutionSpace> pipeline(space);
  HostPatterns<> const on_host{{batch.host_symbols.data(), batch.host_symbols.extent(0)}, {}, batch.length};
  auto const timing = measure([&] {
    if (question == Question::count_host)
      index.count(pipeline, on_host, batch.host_counts);
    else
      index.count(space, batch.symbols, batch.offsets, batch.counts, asking);
    space.fence("lexikos::bench::fm_index");
  });
  if (question == Question::count_host) Kokkos::deep_copy(space, batch.counts, batch.host_counts);
  require_counts(space, batch.begins, batch.ends, batch.counts);
  report_patterns(state, timing, batch.count, batch.length);
  std::uint64_t present = 0;
  Kokkos::parallel_reduce("lexikos::bench::present",
                          IndexRange<ExecutionSpace>(space, 0, static_cast<std::int64_t>(batch.count)),
                          CountPresent<typename Batch<ExecutionSpace, Index>::Results>{batch.counts}, present);
  state.counters["present"] = static_cast<double>(present);
}

template <class ExecutionSpace, class Index>
void measure_locate(benchmark::State& state, ExecutionSpace const& space, Arrays<ExecutionSpace, Index> const& arrays,
                    FmOf<ExecutionSpace, Index> const& index, Batch<ExecutionSpace, Index> const& batch)
{
  using Questions = Batch<ExecutionSpace, Index>;
  using Asked = AskedPatterns<decltype(batch.symbols), decltype(batch.offsets), typename Questions::Results>;
  using Found = Occurrences<typename ExecutionSpace::memory_space, Index>;
  Workspace workspace;
  SearchOptions const asking{.max_positions = max_positions, .workspace = &workspace};
  Found found;
  auto const timing = measure([&] {
    found = {};
    found = index.locate(space, batch.symbols, batch.offsets, asking);
    space.fence("lexikos::bench::fm_index");
  });
  Asked const asked{batch.symbols, batch.offsets, batch.begins, batch.ends};
  require_none(space, batch.count, CountWrongPositions<decltype(arrays.text), Asked, Found>{arrays.text, asked, found},
               "patterns that are located");
  auto const positions = found.positions.extent(0);
  report_patterns(state, timing, batch.count, batch.length);
  state.counters["positions"] = static_cast<double>(positions);
  state.counters["M_positions/s"] = static_cast<double>(positions) / timing.median() / 1e6;
}

template <class ExecutionSpace, class Index>
void measure_extract(benchmark::State& state, ExecutionSpace const& space, Arrays<ExecutionSpace, Index> const& arrays,
                     FmOf<ExecutionSpace, Index> const& index, Batch<ExecutionSpace, Index> const& batch)
{
  using Results = typename Batch<ExecutionSpace, Index>::Results;
  using Extracted = Patterns<typename ExecutionSpace::memory_space>;
  Workspace workspace;
  Results const begins("lexikos::bench::begins", batch.count);
  Results const ends("lexikos::bench::ends", batch.count);
  sample_positions(space, begins, index.size() - batch.length + 1, 1);
  Kokkos::deep_copy(space, ends, begins);
  Kokkos::parallel_for("lexikos::bench::ends",
                       IndexRange<ExecutionSpace>(space, 0, static_cast<std::int64_t>(batch.count)),
                       AddTo<Results>{ends, static_cast<Index>(batch.length)});
  Extracted extracted;
  auto const timing = measure([&] {
    extracted = {};
    extracted = index.extract(space, begins, ends, {.workspace = &workspace});
    space.fence("lexikos::bench::fm_index");
  });
  require_none(space, batch.count,
               CountWrongStretches<decltype(arrays.text), Results, Extracted>{arrays.text, begins, ends, extracted},
               "stretches");
  report_patterns(state, timing, batch.count, batch.length);
}

template <class ExecutionSpace, class Index>
void measure_question(benchmark::State& state, LoadedText& text, ExecutionSpace const& space, std::string const& place,
                      Kind const& kind, std::size_t length, Question question)
{
  using Sorted = Arrays<ExecutionSpace, Index>;
  using Fm = FmOf<ExecutionSpace, Index>;
  using Questions = Batch<ExecutionSpace, Index>;
  if (text.size() < length || text.size() == 0) return skip(state, "the text is shorter than the patterns");
  auto const arrays = kept<Sorted>("fm_index/arrays", place, [&] {
    let_go("fm_index/index");
    let_go("fm_index/patterns");
    Workspace workspace;
    Sorted made(space, text);
    suffix_array(space, made.text, made.suffix_array, {.workspace = &workspace});
    require_right(space, text, made.text, made.suffix_array, workspace);
    return made;
  });
  auto const make = [&] {
    Workspace workspace;
    FmIndexOptions options = kind.options;
    options.workspace = &workspace;
    return Fm(space, arrays->text, arrays->suffix_array, options);
  };
  auto const n = static_cast<double>(arrays->text.extent(0));
  auto const index = kept<Fm>("fm_index/index", place + kind.name, make);
  state.counters["index bytes/character"] = static_cast<double>(index->bytes()) / n;
  state.counters["table_depth"] = index->table_depth();
  if (question == Question::build) {
    auto const timing = measure([&] { *index = make(); });
    return report(state, timing, n, n * (2. + sizeof(Index)));
  }
  auto const changes = changes_of(question);
  auto const batch =
      kept<Questions>("fm_index/patterns", place + std::to_string(length) + "/" + std::to_string(changes),
                      [&] { return Questions(space, *arrays, length, changes); });
  if (question == Question::locate) return measure_locate(state, space, *arrays, *index, *batch);
  if (question == Question::extract) return measure_extract(state, space, *arrays, *index, *batch);
  measure_counts<ExecutionSpace, Index>(state, space, *index, *batch, question);
}

[[nodiscard]] bool has(Kind const& kind, Question question)
{
  bool const needs_places = question == Question::locate || question == Question::extract;
  return !needs_places || kind.options.sample_rate != 0;
}

template <class ExecutionSpace>
void add_question(TextSource const& source, std::string const& device, int threads, Kind const& kind,
                  std::size_t length, Question question)
{
  std::string const place = source.name + "/" + device + "/";
  std::string name = "fm_index/" + place + kind.name + "/" + name_of(question);
  if (question != Question::build) name += "/symbols:" + std::to_string(length);
  if (lexikos::detail::works_on_host<ExecutionSpace>) name += "/threads:" + std::to_string(threads);
  add_benchmark(name, [=](benchmark::State& state) {
    LoadedText& text = load(source);
    auto const space = instance<ExecutionSpace>(threads);
    if (text.size() < std::numeric_limits<std::uint32_t>::max())
      measure_question<ExecutionSpace, std::uint32_t>(state, text, space, place, kind, length, question);
    else
      measure_question<ExecutionSpace, std::uint64_t>(state, text, space, place, kind, length, question);
  });
}

void add_text(TextSource const& source)
{
  for_each_device([&](std::string const& device, auto tag) {
    using ExecutionSpace = typename decltype(tag)::type;
    for (int const threads : thread_counts_of<ExecutionSpace>())
      for (auto const& kind : kinds()) {
        add_question<ExecutionSpace>(source, device, threads, kind, 0, Question::build);
        for (std::size_t const length : sizes_of("LEXIKOS_BENCH_PATTERN_LENGTH", {20}))
          for (auto const question : questions_of_patterns)
            if (has(kind, question)) add_question<ExecutionSpace>(source, device, threads, kind, length, question);
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
