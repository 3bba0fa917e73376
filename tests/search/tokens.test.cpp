// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Patterns of tokens: what is found is what looking at every place finds.

#include <doctest/doctest.h>

#include "tests/search/token_texts.hpp"

#include "tests/code_of.hpp"
#include "tests/first_difference.hpp"

namespace lexikos::tests
{

namespace
{

template <class Index, class Symbol, class ExecutionSpace>
void expect_places(ExecutionSpace const& space, IndexedTokens<ExecutionSpace, Index, Symbol> const& indexed,
                   std::vector<Tokens<Symbol>> const& patterns, std::vector<std::vector<std::uint64_t>> const& expected,
                   SearchOptions const& options)
{
  JoinedTokens<Symbol> const joined(patterns);
  auto const batch = joined.on(space);
  std::size_t const count = patterns.size();
  TestArray<Index, ExecutionSpace> const counts("counts", count), begins("begins", count), ends("ends", count);
  indexed.index.count(space, batch.symbols, batch.offsets, counts, options);
  indexed.index.intervals(space, batch.symbols, batch.offsets, begins, ends, options);
  auto const found = indexed.index.locate(space, batch.symbols, batch.offsets, options);
  space.fence();
  auto const numbers = to_vector(counts), from = to_vector(begins), to = to_vector(ends);
  auto const positions = to_vector(found.positions), suffixes = to_vector(indexed.array);
  auto const offsets = to_vector(found.offsets);
  REQUIRE(offsets.back() == positions.size());
  for (std::size_t i = 0; i < count; ++i) {
    CAPTURE(i);
    CAPTURE(patterns[i].size());
    auto const& places = expected[i];
    REQUIRE(numbers[i] == places.size());
    REQUIRE(to[i] - from[i] == places.size());
    std::uint64_t const limit = options.max_positions == 0 ? places.size() : options.max_positions;
    REQUIRE(offsets[i + 1] - offsets[i] == std::min<std::uint64_t>(places.size(), limit));
    std::vector<std::uint64_t> all(suffixes.begin() + static_cast<std::ptrdiff_t>(from[i]),
                                   suffixes.begin() + static_cast<std::ptrdiff_t>(to[i]));
    std::vector<std::uint64_t> shown(positions.begin() + static_cast<std::ptrdiff_t>(offsets[i]),
                                     positions.begin() + static_cast<std::ptrdiff_t>(offsets[i + 1]));
    auto first = std::vector<std::uint64_t>(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(shown.size()));
    if (options.text_order) std::ranges::sort(first);
    REQUIRE(first_difference(shown, first) == "");
    std::ranges::sort(all);
    REQUIRE(first_difference(all, places) == "");
  }
}

template <class ExecutionSpace, class Index, class Symbol>
void expect_tokens_found(Tokens<Symbol> const& text, std::vector<Tokens<Symbol>> const& patterns,
                         std::initializer_list<std::size_t> tables)
{
  auto const space = smallest_instance<ExecutionSpace>();
  std::vector<std::vector<std::uint64_t>> expected;
  for (auto const& pattern : patterns) expected.push_back(places_of(text, pattern));
  Workspace workspace;
  for (std::size_t const entries : tables) {
    CAPTURE(entries);
    IndexedTokens<ExecutionSpace, Index, Symbol> const indexed(space, text,
                                                               {.table_entries = entries, .workspace = &workspace});
    std::size_t const most = entries != 0 ? entries : std::max<std::size_t>(text.size() / 2, 1);
    CHECK(indexed.index.table_entries() <= most + 1);
    CHECK(indexed.index.size() == text.size());
    expect_places<Index, Symbol>(space, indexed, patterns, expected, {});
    expect_places<Index, Symbol>(space, indexed, patterns, expected,
                                 {.sort_patterns = true, .text_order = true, .workspace = &workspace});
    expect_places<Index, Symbol>(space, indexed, patterns, expected,
                                 {.sort_patterns = true, .max_positions = 3, .workspace = &workspace});
  }
}

template <class ExecutionSpace, class Symbol>
void expect_all_kinds_of_tokens()
{
  std::uint64_t seed = 0;
  for (auto const& [name, text] : some_token_texts<Symbol>()) {
    CAPTURE(name);
    auto const patterns = some_token_patterns(text, 300, ++seed);
    expect_tokens_found<ExecutionSpace, std::uint32_t>(text, patterns, {0, 1, 7, 30 * text.size() + 1});
    expect_tokens_found<ExecutionSpace, std::uint64_t>(text, patterns, {300, 70'000});
  }
}

/// All strings of up to 4 tokens of a vocabulary of 3, and one that it lacks, in all texts of up to 5.
template <class ExecutionSpace, class Symbol>
void expect_all_short_tokens(Tokens<Symbol> const& values, Symbol absent)
{
  auto const space = smallest_instance<ExecutionSpace>();
  std::vector<Tokens<Symbol>> texts_of = {{}}, patterns = {{}};
  for (std::size_t t = 0; texts_of[t].size() < 5; ++t)
    for (auto const value : values) {
      texts_of.push_back(texts_of[t]);
      texts_of.back().push_back(value);
    }
  for (std::size_t p = 0; patterns[p].size() < 3; ++p)
    for (std::size_t v = 0; v <= values.size(); ++v) {
      patterns.push_back(patterns[p]);
      patterns.back().push_back(v < values.size() ? values[v] : absent);
    }
  auto const batch = JoinedTokens<Symbol>(patterns).on(space);
  TestArray<std::uint32_t, ExecutionSpace> const counts("counts", patterns.size());
  std::size_t const stride = stride_of_small_cases<ExecutionSpace>();
  for (std::size_t t = 0; t < texts_of.size(); t += stride)
    for (std::size_t const entries : {1, 2, 3, 9, 100}) {
      IndexedTokens<ExecutionSpace, std::uint32_t, Symbol> const indexed(space, texts_of[t],
                                                                         {.table_entries = entries});
      indexed.index.count(space, batch.symbols, batch.offsets, counts);
      space.fence();
      auto const found = to_vector(counts);
      for (std::size_t i = 0; i < patterns.size(); ++i) {
        CAPTURE(t);
        CAPTURE(i);
        CAPTURE(entries);
        REQUIRE(found[i] == places_of(texts_of[t], patterns[i]).size());
      }
    }
}

/// A kernel of a user that counts all strings of two tokens of the text.
template <class Index, class Text, class Results>
struct CountPairs
{
  Index index;
  Text text;
  Results counts;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    using Pattern = Span<typename Text::non_const_value_type const, typename Text::memory_space>;
    counts(i) = index.interval(Pattern(text.data() + i, 2)).count();
  }
};

template <class ExecutionSpace, class Symbol>
void expect_in_kernels()
{
  ExecutionSpace const space{};
  auto const text = texts::random_of(texts::sparse_values<Symbol>(20, 1), 500, 1);
  for (std::size_t const entries : {5, 1'000}) {
    IndexedTokens<ExecutionSpace, std::uint32_t, Symbol> const indexed(space, text, {.table_entries = entries});
    TestArray<std::uint32_t, ExecutionSpace> const counts("counts", text.size() - 1);
    using Index = std::remove_const_t<decltype(indexed.index)>;
    Kokkos::parallel_for("ask", Kokkos::RangePolicy<ExecutionSpace>(space, 0, counts.extent(0)),
                         CountPairs<Index, typename Index::Text, TestArray<std::uint32_t, ExecutionSpace>>{
                             indexed.index, indexed.index.text(), counts});
    space.fence();
    auto const found = to_vector(counts);
    for (std::size_t i = 0; i < found.size(); ++i) {
      CAPTURE(i);
      REQUIRE(found[i] == places_of(text, {text[i], text[i + 1]}).size());
    }
  }
}

/// Patterns of host memory, through the device in chunks.
template <class ExecutionSpace, class Symbol>
void expect_host_tokens()
{
  ExecutionSpace const space{};
  auto const text = texts::random_of(texts::sparse_values<Symbol>(60, 2), 3'000, 2);
  auto const patterns = some_token_patterns(text, 900, 3);
  JoinedTokens<Symbol> const joined(patterns);
  IndexedTokens<ExecutionSpace, std::uint32_t, Symbol> const indexed(space, text);
  HostQueries<ExecutionSpace> pipeline(space, {.chunk = 100});
  std::vector<std::uint32_t> counts(patterns.size()), begins(patterns.size()), ends(patterns.size());
  using Results = Span<std::uint32_t, Kokkos::HostSpace>;
  HostPatterns<Symbol> const host{joined.symbols, joined.offsets};
  indexed.index.count(pipeline, host, Results(counts.data(), counts.size()));
  indexed.index.intervals(pipeline, host, Results(begins.data(), begins.size()), Results(ends.data(), ends.size()));
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    CAPTURE(i);
    REQUIRE(counts[i] == places_of(text, patterns[i]).size());
    REQUIRE(ends[i] - begins[i] == counts[i]);
  }
}

/// The table has each token's interval where it has room for them, whatever their values are.
template <class ExecutionSpace>
void expect_tables()
{
  ExecutionSpace const space{};
  using Dense = IndexedTokens<ExecutionSpace, std::uint32_t, std::uint16_t>;
  using Sparse = IndexedTokens<ExecutionSpace, std::uint32_t, std::uint32_t>;
  auto const dense = texts::random_of(texts::dense_values<std::uint16_t>(65'536, 0), 140'000, 1);
  Dense const all(space, dense);
  CHECK(all.index.table_depth() == 1);
  CHECK(all.index.table_entries() == 65'537);
  CHECK(all.index.alphabet_size() == 65'536);
  auto const sparse = texts::random_of(texts::sparse_values<std::uint32_t>(400, 2), 1'000, 2);
  Sparse const listed(space, sparse);
  CHECK(listed.index.table_depth() == 1);
  CHECK(listed.index.table_entries() == 401);
  Sparse const groups(space, sparse, {.table_entries = 100});
  CHECK(groups.index.table_depth() == 0);
  CHECK(groups.index.table_entries() == 101);
  Sparse const pairs(space, sparse, {.table_entries = 400 * 400});
  CHECK(pairs.index.table_depth() == 2);
  CHECK(pairs.index.table_entries() == 400 * 400 + 1);
  for (std::uint64_t seed : {1, 2}) {
    auto patterns = some_token_patterns(dense, 60, seed);
    std::erase_if(patterns, [](auto const& pattern) { return pattern.size() > 1'000; });
    std::vector<std::vector<std::uint64_t>> expected;
    for (auto const& pattern : patterns) expected.push_back(places_of(dense, pattern));
    expect_places<std::uint32_t, std::uint16_t>(space, all, patterns, expected, {.sort_patterns = seed == 2});
  }
}

template <class ExecutionSpace>
void expect_errors_of_tokens()
{
  ExecutionSpace const space{};
  using Symbol = std::uint16_t;
  IndexedTokens<ExecutionSpace, std::uint32_t, Symbol> const indexed(space, {5, 6, 5, 7});
  auto const symbols = to_view<ExecutionSpace>(Tokens<Symbol>{5, 6, 7});
  auto const code = [&](std::vector<std::uint64_t> const& offsets, std::size_t results) {
    TestArray<std::uint32_t, ExecutionSpace> const counts("counts", results);
    return code_of([&] {
      indexed.index.count(space, symbols, to_view<ExecutionSpace>(offsets), counts);
      space.fence();
    });
  };
  CHECK(code({0, 2, 3}, 2) == std::nullopt);
  CHECK(code({}, 0) == ErrorCode::invalid_argument);
  CHECK(code({0, 2, 3}, 3) == ErrorCode::invalid_argument);
  CHECK(code({0, 3, 2}, 2) == ErrorCode::invalid_argument);
  CHECK(code({0, 2, 4}, 2) == ErrorCode::invalid_argument);
  using Index = SuffixIndex<typename ExecutionSpace::memory_space, std::uint32_t, Symbol>;
  TestArray<std::uint32_t, ExecutionSpace> const counts("counts", 1), array("array", 3);
  Index const not_built;
  CHECK(code_of([&] {
          not_built.count(space, symbols, to_view<ExecutionSpace>(std::vector<std::uint64_t>{0, 2}), counts);
        }) == ErrorCode::invalid_argument);
  CHECK(code_of([&] { Index(space, indexed.text, array); }) == ErrorCode::invalid_argument);
}

template <class Index, class Symbols>
concept CountsIn = requires(Index index, Kokkos::DefaultExecutionSpace space, Symbols symbols,
                            Kokkos::View<std::uint64_t*> offsets, Kokkos::View<std::uint32_t*> counts)
{
  index.count(space, symbols, offsets, counts);
};
using IndexOfU16 = SuffixIndex<Kokkos::DefaultExecutionSpace::memory_space, std::uint32_t, std::uint16_t>;
static_assert(CountsIn<IndexOfU16, Kokkos::View<std::uint16_t*>>);
static_assert(!CountsIn<IndexOfU16, Kokkos::View<std::uint8_t*>>, "patterns have the symbols of the text");
static_assert(!CountsIn<IndexOfU16, Kokkos::View<std::uint32_t*>>, "patterns have the symbols of the text");
template <class Symbol>
concept CanBeIndexed = requires
{
  typename SuffixIndex<Kokkos::HostSpace, std::uint32_t, Symbol>;
};
static_assert(CanBeIndexed<std::uint32_t> && !CanBeIndexed<std::uint64_t> && !CanBeIndexed<std::int32_t>);

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("tokens are found where they are, in texts of all kinds", ExecutionSpace, tokens_found)
{
  expect_all_kinds_of_tokens<ExecutionSpace, std::uint16_t>();
  expect_all_kinds_of_tokens<ExecutionSpace, std::uint32_t>();
}
TEST_CASE_TEMPLATE_APPLY(tokens_found, Spaces);

TEST_CASE_TEMPLATE_DEFINE("tokens: all short texts and patterns", ExecutionSpace, short_tokens)
{
  expect_all_short_tokens<ExecutionSpace, std::uint16_t>({0, 1, 2}, 3);
  expect_all_short_tokens<ExecutionSpace, std::uint16_t>({0, 7, 65'535}, 8);
  expect_all_short_tokens<ExecutionSpace, std::uint32_t>({4, 1u << 20, 0xFFFF'FFFE}, 0xFFFF'FFFF);
}
TEST_CASE_TEMPLATE_APPLY(short_tokens, Spaces);

TEST_CASE_TEMPLATE_DEFINE("tokens: kernels ask too", ExecutionSpace, tokens_in_kernels)
{
  expect_in_kernels<ExecutionSpace, std::uint16_t>();
  expect_in_kernels<ExecutionSpace, std::uint32_t>();
}
TEST_CASE_TEMPLATE_APPLY(tokens_in_kernels, Spaces);

TEST_CASE_TEMPLATE_DEFINE("tokens: patterns of host memory", ExecutionSpace, host_tokens)
{
  expect_host_tokens<ExecutionSpace, std::uint16_t>();
  expect_host_tokens<ExecutionSpace, std::uint32_t>();
}
TEST_CASE_TEMPLATE_APPLY(host_tokens, Spaces);

TEST_CASE_TEMPLATE_DEFINE("tokens: tables of distances, of lists, of groups and of strings", ExecutionSpace,
                          token_tables)
{
  expect_tables<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(token_tables, Spaces);

TEST_CASE_TEMPLATE_DEFINE("tokens: what does not fit is refused", ExecutionSpace, token_errors)
{
  expect_errors_of_tokens<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(token_errors, Spaces);

}  // namespace lexikos::tests
