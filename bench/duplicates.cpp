// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How fast are the exact duplicates of a collection found, and removed? Over the texts of the environment
// (support/texts.hpp), every execution space and number of threads. The text is cut into documents of 2 000 bytes, of which
// one in four is a copy of another place of the text with some symbols changed; it lies, as the results do, where the execution
// space works.
//
// LEXIKOS_BENCH_SYMBOL_BYTES   1 or 2: what the bytes of the text are read as; 1 when not set
// LEXIKOS_BENCH_WINDOW         symbols of a window; 100 bytes when not set
// LEXIKOS_BENCH_CHANGES        symbols of a copy of which one is changed; 200 when not set
// LEXIKOS_BENCH_MEMORY         MB that a search by fingerprints takes at most; 24 bytes a symbol when not set

#include <cstdint>
#include <lexikos/documents.hpp>
#include <lexikos/duplicates.hpp>
#include <lexikos/streamed_duplicates.hpp>
#include <span>
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

constexpr std::uint64_t document_bytes = 2'000;

enum class Question
{
  all,           // ranges of all windows that are repeated
  first,         // the first ones stay
  across,        // of windows of different documents
  fingerprints,  // all, by the other engine
  streamed,      // the same from host memory
  remove         // the text without the ranges
};

constexpr char const* name_of(Question question)
{
  constexpr char const* names[] = {"all", "first", "across", "fingerprints", "streamed", "remove"};
  return names[static_cast<int>(question)];
}

/// Every fourth document becomes a copy of a place of the text, with changes.
template <class Symbols>
struct PlantCopies
{
  Symbols from;
  Symbols to;
  std::uint64_t length;  // of a document
  std::uint64_t changes;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const
  {
    auto const at = static_cast<std::uint64_t>(i);
    std::uint64_t const n = from.extent(0);
    std::uint64_t const document = at / length;
    bool const is_copy = document % 4 == 3 && n > 2 * length;
    std::uint64_t const source = is_copy ? random_place(document, 3, n - length) + at % length : at;
    to(at) = from(source_of_copy(at, source, is_copy ? changes : 0, n));
  }
};

template <class ExecutionSpace, class Symbol>
struct Collection
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Symbols = Kokkos::View<Symbol*, MemorySpace>;

  Collection(ExecutionSpace const& space, LoadedText const& text)
      : symbols(Kokkos::view_alloc("lexikos::bench::collection", Kokkos::WithoutInitializing),
                text.size() / sizeof(Symbol))
  {
    Symbols const original(Kokkos::view_alloc("lexikos::bench::original", Kokkos::WithoutInitializing),
                           symbols.extent(0));
    Kokkos::deep_copy(space, original,
                      Kokkos::View<Symbol const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
                          reinterpret_cast<Symbol const*>(text.bytes.data()), symbols.extent(0)));
    constexpr std::uint64_t length = document_bytes / sizeof(Symbol);
    auto const changes = static_cast<std::uint64_t>(number_of("LEXIKOS_BENCH_CHANGES", 200));
    Kokkos::parallel_for("lexikos::bench::plant_copies",
                         IndexRange<ExecutionSpace>(space, 0, static_cast<std::int64_t>(symbols.extent(0))),
                         PlantCopies<Symbols>{original, symbols, length, changes});
    for (std::uint64_t at = 0; at < symbols.extent(0); at += length) offsets.push_back(at);
    offsets.push_back(symbols.extent(0));
    documents = documents_from_host(space, offsets, symbols.extent(0));
  }

  /// A copy in host memory.
  [[nodiscard]] std::vector<Symbol> on_host(ExecutionSpace const& space) const
  {
    std::vector<Symbol> copy(symbols.extent(0));
    Kokkos::deep_copy(
        space,
        Kokkos::View<Symbol*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(copy.data(), copy.size()),
        symbols);
    space.fence();
    return copy;
  }

  Symbols symbols;
  std::vector<std::uint64_t> offsets;
  Documents<MemorySpace> documents;
};

template <class ExecutionSpace, class Symbol>
void measure_streamed(benchmark::State& state, Collection<ExecutionSpace, Symbol> const& collection,
                      ExecutionSpace const& space)
{
  auto const text = collection.on_host(space);
  Workspace workspace;
  FingerprintStatistics statistics;
  StreamedDuplicateOptions options;
  options.length = static_cast<std::size_t>(number_of("LEXIKOS_BENCH_WINDOW", 100. / sizeof(Symbol)));
  options.max_bytes = static_cast<std::size_t>(number_of("LEXIKOS_BENCH_MEMORY", 0) * 1e6);
  options.workspace = &workspace;
  options.statistics = &statistics;
  HostTextRanges ranges;
  auto const timing = measure([&] {
    ranges = streamed_duplicate_ranges(space, std::span<Symbol const>(text),
                                       std::span<std::uint64_t const>(collection.offsets), options);
  });
  auto const n = static_cast<double>(text.size());
  report(state, timing, n, n * sizeof(Symbol));
  state.counters["MB/s"] = n * sizeof(Symbol) / timing.median() / 1e6;
  state.counters["ranges"] = static_cast<double>(ranges.size());
  state.counters["removed share"] = static_cast<double>(ranges.symbols) / n;
  state.counters["passes"] = static_cast<double>(statistics.passes);
  state.counters["workspace bytes/symbol"] = static_cast<double>(workspace.peak_bytes()) / n;
}

template <class ExecutionSpace, class Symbol>
void measure_question(benchmark::State& state, LoadedText const& text, ExecutionSpace const& space,
                      std::string const& place, Question question)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const collection = kept<Collection<ExecutionSpace, Symbol>>(
      "duplicates/collection", place, [&] { return Collection<ExecutionSpace, Symbol>(space, text); });
  if (question == Question::streamed) return measure_streamed(state, *collection, space);
  Workspace workspace;
  DuplicateOptions<MemorySpace> options;
  options.length = static_cast<std::size_t>(number_of("LEXIKOS_BENCH_WINDOW", 100. / sizeof(Symbol)));
  bool const keeps_first = question == Question::first || question == Question::across || question == Question::remove;
  options.keep = keeps_first ? KeepDuplicates::first : KeepDuplicates::none;
  options.scope = question == Question::across ? DuplicateScope::across_documents : DuplicateScope::any;
  options.documents = collection->documents;
  options.workspace = &workspace;
  if (question == Question::fingerprints) options.engine = DuplicateEngine::fingerprints;
  options.max_bytes = static_cast<std::size_t>(number_of("LEXIKOS_BENCH_MEMORY", 0) * 1e6);
  FingerprintStatistics statistics;
  options.statistics = &statistics;
  TextRanges<MemorySpace> ranges;
  auto const find = [&] {
    ranges = {};
    ranges = duplicate_ranges(space, collection->symbols, options);
  };
  RemainingText<MemorySpace, Symbol> left;
  auto const remove = [&] {
    left = {};
    left = remove_ranges(space, collection->symbols, ranges,
                         {.documents = collection->documents, .workspace = &workspace});
  };
  if (question == Question::remove) find();
  auto const timing = question == Question::remove ? measure(remove) : measure(find);
  std::uint64_t const n = collection->symbols.extent(0);
  if (question == Question::remove && left.text.extent(0) + ranges.symbols != n)
    return fail(state, "what was removed and what is left are not the text");
  auto const bytes = static_cast<double>(n * sizeof(Symbol));
  report(state, timing, static_cast<double>(n), bytes);
  state.counters["MB/s"] = bytes / timing.median() / 1e6;
  state.counters["ranges"] = static_cast<double>(ranges.size());
  state.counters["removed share"] = static_cast<double>(ranges.symbols) / static_cast<double>(n);
  state.counters["workspace bytes/symbol"] = static_cast<double>(workspace.peak_bytes()) / static_cast<double>(n);
  if (question == Question::fingerprints) state.counters["passes"] = static_cast<double>(statistics.passes);
}

void add_text(TextSource const& source)
{
  for_each_device([&](std::string const& device, auto tag) {
    using ExecutionSpace = typename decltype(tag)::type;
    for (int const threads : thread_counts_of<ExecutionSpace>())
      for (auto const question : {Question::all, Question::first, Question::across, Question::fingerprints,
                                  Question::streamed, Question::remove})
      {
        std::string const place = source.name + "/" + device + "/";
        std::string name = "duplicates/" + place + name_of(question);
        if (lexikos::detail::works_on_host<ExecutionSpace>) name += "/threads:" + std::to_string(threads);
        add_benchmark(name, [source, threads, place, question](benchmark::State& state) {
          LoadedText const& text = load(source);
          auto const space = instance<ExecutionSpace>(threads);
          if (number_of("LEXIKOS_BENCH_SYMBOL_BYTES", 1) == 1)
            measure_question<ExecutionSpace, std::uint8_t>(state, text, space, place, question);
          else
            measure_question<ExecutionSpace, std::uint16_t>(state, text, space, place, question);
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
