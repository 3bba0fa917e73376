// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How fast are n-grams of tokens counted by a suffix array, and how fast does it say how much of a context occurs, and what
// comes next? Tokens of 16 bits over 50 000, the k-th with a share of about 1/k, of which every third stretch of 1 000 is a
// copy of an earlier one. Patterns have 5 to 20 tokens and occur; contexts are a tenth as many patterns, of which every other
// one has another first token. All lies where the execution space works.
//
//   LEXIKOS_BENCH_TOKENS    lengths of texts; 10 000 000 when it is not set
//   LEXIKOS_BENCH_PATTERNS  how many; 10 000 000 when it is not set

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/next_symbols.hpp>
#include <lexikos/search.hpp>
#include <lexikos/suffix_array.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "bench/support/environment.hpp"
#include "bench/support/measure.hpp"
#include "bench/support/program.hpp"
#include "bench/support/search_data.hpp"

namespace lexikos::bench
{

namespace
{

using Token = std::uint16_t;
using Index = std::uint32_t;

constexpr std::uint64_t stretch = 1'000;
constexpr std::uint64_t shortest = 5;
constexpr std::uint64_t lengths = 16;  // of patterns, from the shortest on
constexpr std::uint64_t symbols_of_all_lengths = lengths * shortest + lengths * (lengths - 1) / 2;

/// The token at a place of the text.
KOKKOS_INLINE_FUNCTION Token token_at(std::uint64_t place)
{
  constexpr double vocabulary = 50'000;
  while (place / stretch % 3 == 2)
    place = random_place(place / stretch, 1, place / stretch) * stretch + place % stretch;
  double const drawn = static_cast<double>(random_place(place, 2, std::uint64_t{1} << 52)) * 0x1p-52;
  return static_cast<Token>(Kokkos::pow(vocabulary, drawn) - 1);
}

KOKKOS_INLINE_FUNCTION std::uint64_t first_symbol_of(std::uint64_t pattern)
{
  std::uint64_t const part = pattern % lengths;
  return pattern / lengths * symbols_of_all_lengths + part * shortest + part * (part - 1) / 2;
}

template <class Text>
struct MakeTokens
{
  Text text;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const { text(i) = token_at(static_cast<std::uint64_t>(i)); }
};

/// Stretches of the text at random places; one call more, for the end.
template <class Text, class Offsets>
struct DrawPatterns
{
  Text text;
  Text symbols;
  Offsets offsets;
  std::uint64_t seed;
  bool changed;  ///< whether every other one has another first token

  KOKKOS_FUNCTION void operator()(std::int64_t i) const
  {
    auto const pattern = static_cast<std::uint64_t>(i);
    std::uint64_t const first = first_symbol_of(pattern);
    offsets(pattern) = first;
    if (pattern + 1 == offsets.extent(0)) return;
    std::uint64_t const length = shortest + pattern % lengths;
    std::uint64_t const place = random_place(pattern, seed, text.extent(0) - length + 1);
    for (std::uint64_t k = 0; k < length; ++k) symbols(first + k) = text(place + k);
    if (changed && pattern % 2 == 0) symbols(first) = text(random_place(pattern, seed + 1, text.extent(0)));
  }
};

template <class Text, class Symbols>
struct CountPlaces
{
  Text text;
  Symbols symbols;
  std::uint64_t first;
  std::uint64_t length;

  KOKKOS_FUNCTION void operator()(std::int64_t place, std::size_t& sum) const
  {
    std::uint64_t k = 0;
    while (k < length && text(static_cast<std::uint64_t>(place) + k) == symbols(first + k)) ++k;
    sum += k == length ? 1 : 0;
  }
};

template <class ExecutionSpace>
struct Setting
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  template <class T>
  using View = Kokkos::View<T*, MemorySpace>;
  using Symbols = View<Token>;
  using Offsets = View<std::uint64_t>;

  ExecutionSpace space{};
  Symbols text;
  View<Index> array;
  SuffixIndex<MemorySpace, Index, Token> index;

  explicit Setting(std::size_t n) : text("lexikos::bench::tokens", n), array("lexikos::bench::suffix_array", n)
  {
    Kokkos::parallel_for("lexikos::bench::make_tokens", IndexRange<ExecutionSpace>(space, 0, n),
                         MakeTokens<Symbols>{text});
    suffix_array(space, text, array);
    index = SuffixIndex<MemorySpace, Index, Token>(space, text, array);
  }

  [[nodiscard]] Patterns<MemorySpace, Token> draw(std::size_t count, std::uint64_t seed, bool changed) const
  {
    Symbols const symbols("lexikos::bench::symbols", first_symbol_of(count));
    Offsets const offsets("lexikos::bench::offsets", count + 1);
    Kokkos::parallel_for("lexikos::bench::draw_patterns", IndexRange<ExecutionSpace>(space, 0, count + 1),
                         DrawPatterns<Symbols, Offsets>{text, symbols, offsets, seed, changed});
    space.fence("lexikos::bench::draw_patterns");
    return {symbols, offsets};
  }

  [[nodiscard]] View<Index> count(Patterns<MemorySpace, Token> const& patterns, SearchOptions const& options = {}) const
  {
    View<Index> const counts("lexikos::bench::counts", patterns.offsets.extent(0) - 1);
    index.count(space, patterns.symbols, patterns.offsets, counts, options);
    space.fence("lexikos::bench::count");
    return counts;
  }

  /// Counts of strings of the host.
  [[nodiscard]] std::vector<Index> count(std::vector<std::vector<Token>> const& strings) const
  {
    std::vector<std::span<Token const>> const spans(strings.begin(), strings.end());
    auto const counts = Kokkos::create_mirror_view_and_copy(
        Kokkos::HostSpace(), count(patterns_from_host<Token>(space, std::span<std::span<Token const> const>(spans))));
    return {counts.data(), counts.data() + counts.extent(0)};
  }
};

template <class Values>
[[nodiscard]] auto on_host(Values const& values)
{
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), values);
}

/// The first of some patterns, on the host.
template <class MemorySpace>
std::vector<std::vector<Token>> first_strings(Patterns<MemorySpace, Token> const& patterns, std::size_t most)
{
  std::size_t const count = std::min<std::size_t>(patterns.offsets.extent(0) - 1, most);
  auto const symbols =
      on_host(Kokkos::subview(patterns.symbols, Kokkos::make_pair(std::size_t{0}, first_symbol_of(count))));
  std::vector<std::vector<Token>> strings(count);
  for (std::size_t i = 0; i < count; ++i)
    strings[i].assign(symbols.data() + first_symbol_of(i), symbols.data() + first_symbol_of(i + 1));
  return strings;
}

void require(bool right, char const* what)
{
  if (!right) throw std::runtime_error(std::string("WRONG: ") + what);
}

/// By looking at all places of the text.
template <class ExecutionSpace>
void require_right_counts(Setting<ExecutionSpace> const& setting,
                          Patterns<typename ExecutionSpace::memory_space, Token> const& patterns,
                          Kokkos::View<Index*, typename ExecutionSpace::memory_space> const& counts)
{
  auto const found = on_host(counts);
  typename Setting<ExecutionSpace>::Symbols const text = setting.text;
  for (std::size_t i = 0; i < std::min<std::size_t>(found.extent(0), lengths); ++i) {
    std::uint64_t const length = shortest + i % lengths;
    std::size_t places = 0;
    Kokkos::parallel_reduce(
        "lexikos::bench::count_places", IndexRange<ExecutionSpace>(setting.space, 0, text.extent(0) - length + 1),
        CountPlaces<std::remove_const_t<decltype(text)>, std::remove_const_t<decltype(patterns.symbols)>>{
            text, patterns.symbols, first_symbol_of(i), length},
        places);
    require(found(i) == places, "a count");
  }
}

/// The suffix occurs as often as its interval is long, and one of a symbol more does not occur: by the search for patterns.
template <class ExecutionSpace, class Found>
void require_longest(Setting<ExecutionSpace> const& setting,
                     Patterns<typename ExecutionSpace::memory_space, Token> const& contexts, Found const& found)
{
  auto const strings = first_strings(contexts, 10'000);
  auto const suffix_lengths = on_host(found.lengths);
  auto const begins = on_host(found.begins);
  auto const ends = on_host(found.ends);
  std::vector<std::vector<Token>> suffixes;
  std::vector<std::vector<Token>> longer;
  for (std::size_t i = 0; i < strings.size(); ++i) {
    auto const length = static_cast<std::ptrdiff_t>(suffix_lengths(i));
    suffixes.emplace_back(strings[i].end() - length, strings[i].end());
    if (suffix_lengths(i) < strings[i].size()) longer.emplace_back(strings[i].end() - length - 1, strings[i].end());
  }
  auto const counts = setting.count(suffixes);
  for (std::size_t i = 0; i < suffixes.size(); ++i)
    require(counts[i] > 0 && counts[i] == ends(i) - begins(i), "a longest suffix");
  for (Index const count : setting.count(longer)) require(count == 0, "a suffix that is not the longest");
}

/// Each symbol occurs after the string as often as it says, by the search for patterns, and there are no others.
template <class ExecutionSpace, class Found, class Next>
void require_following(Setting<ExecutionSpace> const& setting,
                       Patterns<typename ExecutionSpace::memory_space, Token> const& contexts, Found const& found,
                       Next const& next)
{
  auto const strings = first_strings(contexts, 1'000);
  auto const suffix_lengths = on_host(found.lengths);
  auto const begins = on_host(found.begins);
  auto const ends = on_host(found.ends);
  auto const offsets = on_host(next.offsets);
  auto const symbols = on_host(next.symbols);
  auto const counts = on_host(next.counts);
  std::vector<std::vector<Token>> followed;
  for (std::size_t i = 0; i < strings.size(); ++i) {
    std::size_t sum = 0;
    for (std::size_t j = offsets(i); j < offsets(i + 1); ++j) {
      followed.emplace_back(strings[i].end() - static_cast<std::ptrdiff_t>(suffix_lengths(i)), strings[i].end());
      followed.back().push_back(symbols(j));
      sum += counts(j);
      require(j == offsets(i) || symbols(j - 1) < symbols(j), "the order of what follows");
    }
    std::size_t const all = ends(i) - begins(i);
    require(sum == all || sum + 1 == all, "how often something follows");  // the text's end is followed by nothing
  }
  auto const again = setting.count(followed);
  for (std::size_t j = 0; j < again.size(); ++j) require(again[j] == counts(j), "how often a symbol follows");
}

void report_items(benchmark::State& state, Timing const& timing, std::size_t items)
{
  report(state, timing);
  state.counters["M_items/s"] = static_cast<double>(items) / timing.median() / 1e6;
}

template <class ExecutionSpace>
void add_tokens(std::string const& device, std::size_t n)
{
  auto const count = static_cast<std::size_t>(number_of("LEXIKOS_BENCH_PATTERNS", 1e7));
  std::string const name = "tokens/" + std::to_string(n) + "/" + device;
  for (bool const sorts : {false, true})
    add_benchmark(name + (sorts ? "/count_sorted" : "/count"), [=](benchmark::State& state) {
      Setting<ExecutionSpace> const setting(n);
      auto const patterns = setting.draw(count, 3, false);
      Workspace workspace;
      SearchOptions const options{.sort_patterns = sorts, .workspace = &workspace};
      require_right_counts(setting, patterns, setting.count(patterns, options));
      report_items(state, measure([&] { static_cast<void>(setting.count(patterns, options)); }), count);
    });
  add_benchmark(name + "/longest_suffixes", [=](benchmark::State& state) {
    Setting<ExecutionSpace> const setting(n);
    auto const contexts = setting.draw(count / 10, 5, true);
    auto const find = [&] { return longest_suffixes(setting.space, setting.text, setting.array, contexts); };
    require_longest(setting, contexts, find());
    report_items(state, measure([&] { static_cast<void>(find()); }), count / 10);
  });
  add_benchmark(name + "/next_symbols", [=](benchmark::State& state) {
    Setting<ExecutionSpace> const setting(n);
    auto const contexts = setting.draw(count / 10, 5, true);
    auto const found = longest_suffixes(setting.space, setting.text, setting.array, contexts);
    auto const follow = [&] { return next_symbols(setting.space, setting.text, setting.array, depths_of(found)); };
    require_following(setting, contexts, found, follow());
    report_items(state, measure([&] { static_cast<void>(follow()); }), count / 10);
    state.counters["symbols"] = static_cast<double>(follow().symbols.extent(0));
  });
}

}  // namespace

}  // namespace lexikos::bench

int main(int argc, char** argv)
{
  using namespace lexikos::bench;
  return run_program(argc, argv, [] {
    for (std::size_t const n : sizes_of("LEXIKOS_BENCH_TOKENS", {10'000'000}))
      for_each_device(
          [&](std::string const& device, auto tag) { add_tokens<typename decltype(tag)::type>(device, n); });
  });
}
