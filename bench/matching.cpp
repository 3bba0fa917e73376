// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How fast are exact matches of one long query in an indexed text found, and its matching statistics? Over the texts of the
// environment (support/texts.hpp), every execution space and number of threads. The query is the text with pieces of some
// 100 000 symbols in another order and 2% of its symbols changed; query, index and results lie where the execution space
// works.
//
// LEXIKOS_BENCH_MATCH_LENGTH    symbols of a match, at least; 31 when not set
// LEXIKOS_BENCH_MATCH_CHANGES   symbols of which one is changed; 50 when not set, 0 for none
// LEXIKOS_BENCH_MATCH_ENGINES   suffix_index, fm_index, one_shot (which makes an index within each call); the first when not
// set

#include <array>
#include <cstdint>
#include <lexikos/fm_index.hpp>
#include <lexikos/matching.hpp>
#include <lexikos/suffix_array.hpp>
#include <limits>
#include <numeric>
#include <string>
#include <type_traits>
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
  maximal,
  supermaximal,
  unique_in_text,
  unique_in_both,
  statistics  // matching statistics, with places
};

constexpr char const* name_of(Question question)
{
  constexpr char const* names[] = {"maximal", "supermaximal", "unique_in_text", "unique_in_both", "statistics"};
  return names[static_cast<int>(question)];
}

/// By what matches are found.
enum class Engine
{
  suffix_index,
  fm_index,  ///< with its text, and every eighth place
  one_shot
};
constexpr std::array<char const*, 3> engine_names{"suffix_index", "fm_index", "one_shot"};

std::vector<Engine> wanted_engines()
{
  std::vector<Engine> engines;
  for (auto const& word : words_of("LEXIKOS_BENCH_MATCH_ENGINES"))
    for (std::size_t i = 0; i < engine_names.size(); ++i)
      if (word == engine_names[i]) engines.push_back(static_cast<Engine>(i));
  if (engines.empty()) engines.push_back(Engine::suffix_index);
  return engines;
}

constexpr std::uint64_t piece = 100'000;  // symbols

/// The text in pieces, of which number i comes from number i * stride, and with symbols changed.
template <class Text, class Query>
struct ChangeText
{
  Text text;
  Query query;
  std::uint64_t pieces;
  std::uint64_t stride;
  std::uint64_t unchanged;  // one of these is changed; 0: none

  KOKKOS_FUNCTION void operator()(std::int64_t i) const
  {
    auto const at = static_cast<std::uint64_t>(i);
    std::uint64_t const from = at / piece < pieces ? at / piece * stride % pieces * piece + at % piece : at;
    query(at) = text(source_of_copy(at, from, unchanged, text.extent(0)));
  }
};

/// Matches that are none, by the symbols at and beside both of their ends.
template <class Index, class Text, class Query, class MemorySpace>
struct CountWrongMatches
{
  Text text;
  Query query;
  Span<Index, MemorySpace> text_positions;
  Span<Index, MemorySpace> query_positions;
  Span<Index, MemorySpace> lengths;
  bool are_maximal;

  KOKKOS_FUNCTION void operator()(std::int64_t i, std::uint64_t& wrong) const
  {
    std::uint64_t const p = text_positions(i), at = query_positions(i), length = lengths(i);
    bool const fits = length != 0 && p + length <= text.extent(0) && at + length <= query.extent(0);
    bool is_right = fits && text(p) == query(at) && text(p + length - 1) == query(at + length - 1);
    if (is_right && are_maximal) {
      bool const ends = p + length == text.extent(0) || at + length == query.extent(0);
      is_right =
          (p == 0 || at == 0 || text(p - 1) != query(at - 1)) && (ends || text(p + length) != query(at + length));
    }
    wrong += is_right ? 0 : 1;
  }
};

/// A text, its index, and the query.
template <class ExecutionSpace, class Index>
struct Data
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Symbols = Kokkos::View<std::uint8_t*, MemorySpace>;

  Data(ExecutionSpace const& space, Arrays<ExecutionSpace, Index> const& arrays, Engine engine)
      : index(space, arrays.text, arrays.suffix_array),
        query(Kokkos::view_alloc("lexikos::bench::query", Kokkos::WithoutInitializing), arrays.text.extent(0)),
        offsets("lexikos::bench::offsets", 2)
  {
    if (engine == Engine::fm_index) fm_index = {space, arrays.text, arrays.suffix_array, {.keep_text = true}};
    std::uint64_t const n = query.extent(0);
    std::uint64_t const pieces = n / piece;
    std::uint64_t stride = pieces / 3 * 2 + 1;
    while (std::gcd(stride, pieces) > 1) ++stride;
    auto const unchanged = static_cast<std::uint64_t>(number_of("LEXIKOS_BENCH_MATCH_CHANGES", 50));
    Kokkos::parallel_for("lexikos::bench::change_text",
                         IndexRange<ExecutionSpace>(space, 0, static_cast<std::int64_t>(n)),
                         ChangeText<decltype(arrays.text), Symbols>{arrays.text, query, pieces, stride, unchanged});
    Kokkos::deep_copy(space, Kokkos::subview(offsets, 1), n);
    space.fence("lexikos::bench::change_text");
  }

  /// function(source) with what the engine finds matches in.
  template <class Function>
  auto with(Engine engine, Function const& function) const
  {
    if (engine == Engine::fm_index) return function(fm_index);
    if (engine == Engine::one_shot) return function(Span<std::uint8_t const, MemorySpace>(index.text()));
    return function(index);
  }

  SuffixIndex<MemorySpace, Index> index;
  FmIndex<MemorySpace, Index> fm_index;
  Symbols query;
  Kokkos::View<std::uint64_t*, MemorySpace> offsets;
};

template <class ExecutionSpace, class Index>
void measure_matches(benchmark::State& state, ExecutionSpace const& space, Data<ExecutionSpace, Index> const& data,
                     MatchKind kind, Engine engine)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Text = typename SuffixIndex<MemorySpace, Index>::Text;
  using Query = typename Data<ExecutionSpace, Index>::Symbols;
  Workspace workspace;
  MatchOptions<MemorySpace> options;
  options.kind = kind;
  options.min_length = static_cast<std::size_t>(number_of("LEXIKOS_BENCH_MATCH_LENGTH", 31));
  options.workspace = &workspace;
  Matches<MemorySpace, Index> found;
  auto const timing = measure([&] {
    found = {};
    found = data.with(engine, [&](auto const& source) {
      if constexpr (Kokkos::is_view_v<std::decay_t<decltype(source)>>)
        return find_matches<Index>(space, source, data.query, data.offsets, options);
      else
        return find_matches(space, source, data.query, data.offsets, options);
    });
  });
  std::uint64_t wrong = 0;
  Kokkos::parallel_reduce("lexikos::bench::wrong_matches",
                          IndexRange<ExecutionSpace>(space, 0, static_cast<std::int64_t>(found.size())),
                          CountWrongMatches<Index, Text, Query, MemorySpace>{
                              data.index.text(), data.query, found.text_positions, found.query_positions, found.lengths,
                              kind != MatchKind::supermaximal},
                          wrong);
  space.fence("lexikos::bench::wrong_matches");
  if (wrong != 0) return fail(state, std::to_string(wrong) + " matches are wrong");
  auto const symbols = static_cast<double>(data.query.extent(0));
  auto const matches = static_cast<double>(found.size());
  report(state, timing, symbols, symbols + 4 * sizeof(Index) * matches);
  state.counters["matches"] = matches;
  state.counters["workspace bytes/symbol"] = static_cast<double>(workspace.peak_bytes()) / symbols;
}

template <class ExecutionSpace, class Index>
void measure_statistics(benchmark::State& state, ExecutionSpace const& space, Data<ExecutionSpace, Index> const& data,
                        Engine engine)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Results = Kokkos::View<Index*, MemorySpace>;
  Workspace workspace;
  Results const lengths("lexikos::bench::lengths", data.query.extent(0));
  Results const positions("lexikos::bench::positions", data.query.extent(0));
  auto const timing = measure([&] {
    data.with(engine, [&](auto const& source) {
      matching_statistics(space, source, data.query, data.offsets, lengths, positions, {.workspace = &workspace});
    });
  });
  auto const symbols = static_cast<double>(data.query.extent(0));
  report(state, timing, symbols, symbols * (1 + 2 * sizeof(Index)));
  state.counters["workspace bytes/symbol"] = static_cast<double>(workspace.peak_bytes()) / symbols;
}

template <class Index, class ExecutionSpace>
void measure_question(benchmark::State& state, LoadedText& text, ExecutionSpace const& space, Question question,
                      Engine engine)
{
  if (text.size() == 0) return skip(state, "the text is empty");
  Arrays<ExecutionSpace, Index> const arrays(space, text);
  {
    Workspace workspace;
    suffix_array(space, arrays.text, arrays.suffix_array, {.workspace = &workspace});
    require_right(space, text, arrays.text, arrays.suffix_array, workspace);
  }
  Data<ExecutionSpace, Index> const data(space, arrays, engine);
  if (question == Question::statistics) return measure_statistics<ExecutionSpace, Index>(state, space, data, engine);
  measure_matches<ExecutionSpace, Index>(state, space, data, static_cast<MatchKind>(question), engine);
}

template <class ExecutionSpace>
void add_question(TextSource const& source, std::string const& device, int threads, Question question, Engine engine)
{
  std::string name = std::string("matching/") + source.name + "/" + device + "/" + name_of(question);
  if (engine != Engine::suffix_index) name += std::string("/") + engine_names[static_cast<std::size_t>(engine)];
  if (lexikos::detail::works_on_host<ExecutionSpace>) name += "/threads:" + std::to_string(threads);
  add_benchmark(name, [source, threads, question, engine](benchmark::State& state) {
    LoadedText& text = load(source);
    auto const space = instance<ExecutionSpace>(threads);
    if (text.size() < std::numeric_limits<std::uint32_t>::max())
      measure_question<std::uint32_t>(state, text, space, question, engine);
    else
      measure_question<std::uint64_t>(state, text, space, question, engine);
  });
}

void add_text(TextSource const& source)
{
  for_each_device([&](std::string const& device, auto tag) {
    using ExecutionSpace = typename decltype(tag)::type;
    for (int const threads : thread_counts_of<ExecutionSpace>())
      for (auto const engine : wanted_engines())
        for (auto const question : {Question::maximal, Question::supermaximal, Question::unique_in_text,
                                    Question::unique_in_both, Question::statistics})
          add_question<ExecutionSpace>(source, device, threads, question, engine);
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
