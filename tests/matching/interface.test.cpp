// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the signatures refuse, errors, parts of views, workspace, progress, and long matches.

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/code_of.hpp"
#include "tests/matching/engines.hpp"
#include "tests/matching/expect.hpp"
#include "tests/progress.hpp"
#include "tests/workspace_bounds.hpp"

using namespace lexikos;

namespace
{

using Space = Kokkos::DefaultExecutionSpace;
template <class T>
using View = Kokkos::View<T, Space::memory_space>;
template <class Index>
using IndexOf = SuffixIndex<Space::memory_space, Index>;

template <class Index>
using FmIndexOf = FmIndex<Space::memory_space, Index>;

template <class Source, class Symbols, class Offsets, class Lengths>
concept HasStatistics = requires(Space space, Source source, Symbols symbols, Offsets offsets, Lengths lengths)
{
  matching_statistics(space, source, symbols, offsets, lengths);
  matching_statistics(space, source, symbols, offsets, lengths, lengths, {});
};

template <class Source, class Symbols, class Offsets>
concept HasMatches = requires(Space space, Source source, Symbols symbols, Offsets offsets)
{
  find_matches(space, source, symbols, offsets);
  find_matches(space, source, symbols, offsets, {.kind = MatchKind::supermaximal, .strands = Strands::both});
};

template <class Text, class Symbols, class Offsets>
concept HasMatchesInText = requires(Space space, Text text, Symbols symbols, Offsets offsets)
{
  find_matches<std::uint32_t>(space, text, symbols, offsets);
  find_matches<std::uint64_t>(space, text, symbols, offsets, {.low_memory = true});
};

using Bytes = View<std::uint8_t*>;
using ConstBytes = View<std::uint8_t const*>;
using Array32 = View<std::uint32_t*>;
using Array64 = View<std::uint64_t*>;

static_assert(HasStatistics<IndexOf<std::uint32_t>, ConstBytes, Array64, Array32>);
static_assert(HasStatistics<FmIndexOf<std::uint64_t>, Bytes, Array64, Array64>);
static_assert(HasStatistics<ConstBytes, Bytes, Array64, Array64>);
static_assert(!HasStatistics<IndexOf<std::uint32_t>, Bytes, Array64, Array64>, "results have the type of the index");
static_assert(!HasStatistics<FmIndexOf<std::uint32_t>, Bytes, Array64, Array64>, "results have the type of the index");
static_assert(!HasStatistics<IndexOf<std::uint32_t>, Bytes, Array64, View<std::uint32_t const*>>,
              "results can be written");
static_assert(!HasStatistics<IndexOf<std::uint32_t>, Bytes, Array32, Array32>, "offsets are of 64 bits");
static_assert(!HasStatistics<Array32, Bytes, Array64, Array32>, "texts are of bytes");
static_assert(!HasStatistics<FmIndex<Space::memory_space, std::uint32_t, std::uint16_t>, Bytes, Array64, Array32>,
              "texts are of bytes");
static_assert(HasMatches<IndexOf<std::uint32_t>, ConstBytes, View<std::uint64_t const*>>);
static_assert(HasMatches<FmIndexOf<std::uint32_t>, ConstBytes, View<std::uint64_t const*>>);
static_assert(!HasMatches<Bytes, Bytes, Array64>, "the results of a text without an index need a type");
static_assert(!HasMatches<IndexOf<std::uint32_t>, View<char*>, Array64>, "queries are of bytes");
static_assert(!HasMatches<IndexOf<std::uint32_t>, Bytes, Array32>, "offsets are of 64 bits");
static_assert(HasMatchesInText<ConstBytes, Bytes, View<std::uint64_t const*>>);
static_assert(!HasMatchesInText<IndexOf<std::uint32_t>, Bytes, Array64>, "an index has a type");

template <class ExecutionSpace>
using Case = tests::IndexedCase<ExecutionSpace, std::uint32_t>;

/// What a source says of five symbols of queries with some offsets, in a text with some documents.
template <class ExecutionSpace, class Source>
std::optional<ErrorCode> code_of_input(Case<ExecutionSpace> const& on, Source const& source,
                                       std::vector<std::uint64_t> const& offsets,
                                       std::vector<std::uint64_t> const& documents, std::size_t results = 5)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  tests::DeviceQueries<ExecutionSpace> queries({texts::Text(5, 'a')});
  queries.offsets = tests::to_view<ExecutionSpace>(offsets);
  auto const& symbols = queries.symbols;
  auto const parts = tests::to_view<ExecutionSpace>(documents);
  Span<std::uint64_t const, MemorySpace> const text_offsets(parts.data(), parts.extent(0));
  tests::TestArray<std::uint32_t, ExecutionSpace> const lengths("lengths", results), places("places", results);
  auto const code = tests::code_of([&] {
    matching_statistics(on.space, source, symbols, queries.offsets, lengths, places, {.text_offsets = text_offsets});
  });
  CHECK(tests::code_of([&] {
          matching_statistics(on.space, source, symbols, queries.offsets, lengths, {.text_offsets = text_offsets});
        }) == code);
  MatchOptions<MemorySpace> options;
  options.text_offsets = text_offsets;
  if (results == symbols.extent(0))
    CHECK(tests::code_of([&] { (void)tests::matches_in(on, source, queries, options); }) == code);
  return code;
}

template <class ExecutionSpace, class Source>
void expect_errors_of(Case<ExecutionSpace> const& on, Source const& source)
{
  auto const code_of = [&](std::vector<std::uint64_t> const& offsets, std::vector<std::uint64_t> const& documents,
                           std::size_t results) { return code_of_input(on, source, offsets, documents, results); };
  CHECK(code_of({0, 2, 5}, {}, 5) == std::nullopt);
  CHECK(code_of({1, 1, 4}, {0, 0, 11, 11}, 5) == std::nullopt);
  CHECK(code_of({0}, {}, 5) == std::nullopt);
  CHECK(code_of({}, {}, 5) == ErrorCode::invalid_argument);
  CHECK(code_of({0, 2, 5}, {}, 4) == ErrorCode::invalid_argument);
  CHECK(code_of({0, 3, 2}, {}, 5) == ErrorCode::invalid_argument);
  CHECK(code_of({0, 2, 6}, {}, 5) == ErrorCode::invalid_argument);
  CHECK(code_of({0, ~std::uint64_t{0}, 5}, {}, 5) == ErrorCode::invalid_argument);
  CHECK(code_of({0, 5}, {3}, 5) == std::nullopt);
  CHECK(code_of({0, 5}, {1, 10}, 5) == std::nullopt);
  CHECK(code_of({0, 5}, {0, 12}, 5) == ErrorCode::invalid_argument);
  CHECK(code_of({0, 5}, {0, 7, 6, 11}, 5) == ErrorCode::invalid_argument);
}

template <class ExecutionSpace>
void expect_errors()
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Case<ExecutionSpace> const on({texts::text_of("abracadabra"), {}});
  tests::for_each_engine(on, [&](auto const& source) { expect_errors_of(on, source); });
  CHECK(code_of_input(on, SuffixIndex<MemorySpace, std::uint32_t>(), {0, 5}, {}) == ErrorCode::invalid_argument);
  CHECK(code_of_input(on, FmIndex<MemorySpace, std::uint32_t>(), {0, 5}, {}) == ErrorCode::invalid_argument);
  FmIndex<MemorySpace, std::uint32_t> const counts_only(on.space, on.symbols, {.sample_rate = 0});
  CHECK(code_of_input(on, counts_only, {0, 5}, {}) == ErrorCode::invalid_argument);

  texts::Text all_bytes;
  for (unsigned c = 0; c < 256; ++c) all_bytes.push_back(static_cast<std::uint8_t>(c));
  Case<ExecutionSpace> const full({all_bytes, {}});
  tests::DeviceQueries<ExecutionSpace> const queries({texts::text_of("abcab")});
  tests::for_each_engine(full, [&](auto const& source) {
    CHECK(tests::code_of([&] { (void)tests::matches_in(full, source, queries, {.strands = Strands::both}); }) ==
          ErrorCode::not_supported);
    CHECK(tests::code_of([&] { (void)tests::matches_in(full, source, queries, {.only_acgt = true}); }) ==
          ErrorCode::not_supported);
    CHECK(tests::matches_in(full, source, queries, {.min_length = 2}).size() == 2);
  });
  CHECK(tests::code_of([&] {
          (void)tests::matches_in(on, on.symbols, queries, {.algorithm = SuffixArrayAlgorithm::repetition});
        }) == ErrorCode::invalid_argument);
}

/// Queries that are a part of larger views, at every place within a word; and the defaults of the options.
template <class ExecutionSpace>
void expect_parts()
{
  auto const text = texts::copies_with_mutations(400, 40, 7);
  Case<ExecutionSpace> const on({text, {}});
  tests::Queries queries{{1, 2, 3}, text, texts::Text(text.begin() + 60, text.begin() + 200), {}, text};
  tests::DeviceQueries<ExecutionSpace> const device(queries);
  tests::Queries const asked(queries.begin() + 2, queries.end() - 1);
  auto const offsets = tests::to_vector(device.offsets);
  auto const expected = tests::expected_of(on.text, asked, {.min_length = 20});
  for (std::size_t place = 0; place < 9; ++place) {
    CAPTURE(place);
    tests::TestArray<std::uint8_t, ExecutionSpace> const symbols("symbols", device.symbols.extent(0) + place);
    auto const part = Kokkos::subview(symbols, std::pair(place, symbols.extent(0)));
    Kokkos::deep_copy(part, device.symbols);
    auto const some = Kokkos::subview(device.offsets, std::pair<std::size_t, std::size_t>(2, queries.size()));
    tests::for_each_engine(on, [&](auto const& source) {
      tests::DeviceQueries<ExecutionSpace> queries_of_part({});
      queries_of_part.symbols = part;
      queries_of_part.offsets = some;
      auto const found = tests::matches_in(on, source, queries_of_part, {});
      REQUIRE(tests::difference(tests::rows_of(found), expected.matches) == "");
      tests::TestArray<std::uint32_t, ExecutionSpace> const lengths("lengths", part.extent(0)),
          places("places", part.extent(0)), without_places("lengths", part.extent(0));
      Kokkos::deep_copy(lengths, 77);
      matching_statistics(on.space, source, part, some, lengths, places);
      matching_statistics(on.space, source, part, some, without_places);
      auto const all = tests::to_vector(lengths), where = tests::to_vector(places);
      REQUIRE(tests::first_difference(tests::to_vector(without_places), all) == "");
      for (std::size_t g = 0; g < all.size(); ++g) {
        CAPTURE(g);
        bool const is_asked = g >= offsets[2] && g < offsets[4];
        REQUIRE(all[g] == (is_asked ? offsets[3] - g : 0));
        REQUIRE((where[g] == ~std::uint32_t{0}) == !is_asked);
      }
    });
  }
  // 0 counts as 1
  auto const any = find_matches(on.space, on.index, device.symbols, device.offsets,
                                {.kind = MatchKind::unique_in_text, .min_length = 0, .min_occurrences = 0});
  CHECK(tests::difference(
            tests::rows_of(any),
            tests::expected_of(on.text, queries, {.kind = MatchKind::unique_in_text, .min_length = 1}).matches) == "");
}

/// Matches that are as long as the texts: of the text itself, and of texts that repeat themselves.
template <class ExecutionSpace, class Index>
void expect_long()
{
  std::size_t const n = 20'000;
  for (auto const& text :
       {texts::random(n, 4, 1), texts::letter(n), texts::fibonacci(n), texts::periodic(n, 700, n / 2)})
    for (bool const with_arrays : {true, false}) {
      if (!with_arrays && text != texts::random(n, 4, 1)) continue;
      CAPTURE(+text[1]);
      tests::IndexedCase<ExecutionSpace, Index> const on({text, {}}, 0, with_arrays, ExecutionSpace{});
      tests::Queries queries{text, text, {}};
      queries[1][n / 3] = 77;
      tests::DeviceQueries<ExecutionSpace> const device(queries);
      tests::TestArray<Index, ExecutionSpace> const lengths("lengths", 2 * n), places("places", 2 * n);
      tests::for_each_engine(on, [&](auto const& source) {
        // without LCP array, work in proportion to the squares of long repeats
        if (with_arrays && text != texts::random(n, 4, 1) && (void const*)&source != (void const*)&on.index) return;
        matching_statistics(on.space, source, device.symbols, device.offsets, lengths, places);
        auto const found = tests::to_vector(lengths), where = tests::to_vector(places);
        for (std::size_t i = 0; i < n; ++i) {
          CAPTURE(i);
          REQUIRE(found[i] == n - i);
          REQUIRE(found[n + i] == (i <= n / 3 ? n / 3 - i : n - i));
          REQUIRE((where[i] < n && where[i] + found[i] <= n));
        }
      });
    }
}

/// Matches of all kinds that many threads compare, with the constants of all calls.
template <class ExecutionSpace, class Index>
void expect_long_matches()
{
  std::size_t const n = 50'000, changed = n / 3;
  auto const text = texts::random(n, 4, 1);  // which repeats no 40 symbols
  tests::IndexedCase<ExecutionSpace, Index> const on({text, {}}, 0, false, ExecutionSpace{});
  tests::Queries queries{text, text};
  queries[1][changed] = 77;
  tests::DeviceQueries<ExecutionSpace> const device(queries);
  for (auto const kind :
       {MatchKind::maximal, MatchKind::supermaximal, MatchKind::unique_in_text, MatchKind::unique_in_both})
  {
    std::uint64_t const occurrences = kind == MatchKind::supermaximal ? 1 : 0;
    CAPTURE(static_cast<int>(kind));
    tests::for_each_engine(on, [&](auto const& source) {
      auto const found = tests::matches_in(on, source, device, {.kind = kind, .min_length = 40});
      CHECK(tests::difference(tests::rows_of(found),
                              {{0, 0, 0, 0, n, occurrences},
                               {1, 0, 0, 0, changed, occurrences},
                               {1, 0, changed + 1, changed + 1, n - changed - 1, occurrences}}) == "");
    });
  }
}

template <class ExecutionSpace, class Index>
void expect_bounds()
{
  for (std::size_t const m : {0u, 1u, 63u, 1'000u, 70'000u}) {
    CAPTURE(m);
    auto const text = texts::copies_with_mutations(m / 2 + 1, 300, 9);
    tests::IndexedCase<ExecutionSpace, Index> const on({text, {}}, 0, true, tests::own_instance<ExecutionSpace>());
    tests::DeviceQueries<ExecutionSpace> const queries(tests::Queries{texts::copies_with_mutations(m, 300, 9), {}});
    tests::TestArray<Index, ExecutionSpace> const lengths("lengths", m), places("places", m);
    std::size_t const n = text.size();
    auto const call = [&](auto const& source) {
      return [&](Workspace* workspace) {
        matching_statistics(on.space, source, queries.symbols, queries.offsets, lengths, places,
                            {.workspace = workspace});
      };
    };
    tests::expect_bounds(
        on.space,
        {{"by a suffix index", matching_statistics_workspace_bytes<ExecutionSpace, Index>(m), call(on.index)},
         {"by an FM-index", fm_matching_statistics_workspace_bytes<ExecutionSpace, Index>(m), call(on.fm_index)},
         {"without an index", matching_statistics_workspace_bytes<ExecutionSpace, Index>(m, n), call(on.symbols)}});
  }
}

/// Scratch does not grow with the matches: Fibonacci words have dozens for each symbol.
template <class ExecutionSpace>
void expect_bounded_scratch()
{
  auto const text = texts::fibonacci(3'000);
  Case<ExecutionSpace> const on({text, {}}, 0, false, ExecutionSpace{});
  tests::DeviceQueries<ExecutionSpace> const device(tests::Queries{text, text});
  tests::Tuning bounded;
  bounded.batch_candidates = bounded.batch_segments = bounded.batch_matches = 5'000;
  for (auto const kind : {MatchKind::maximal, MatchKind::supermaximal})
    for (auto const engine : {tests::Engine::suffix_index, tests::Engine::fm_index}) {
      CAPTURE(static_cast<int>(kind));
      CAPTURE(static_cast<int>(engine));
      // maximal matches of some length have thousands of places; supermaximal ones that occur often, too
      tests::Question const question{kind, 12, kind == MatchKind::maximal ? 1u : 200u};
      Workspace workspace, bounded_workspace;
      auto const all = tests::ask(on, engine, device, question, {}, &workspace);
      auto const some = tests::ask(on, engine, device, question, bounded, &bounded_workspace);
      CHECK(all.size() > 50'000);
      CHECK(tests::difference(tests::rows_of(some), tests::rows_of(all)) == "");
      CHECK(2 * bounded_workspace.peak_bytes() < workspace.peak_bytes());
    }
}

template <class ExecutionSpace>
void expect_all_progress()
{
  for (std::size_t const m : {0u, 1u, 2'000u}) {
    CAPTURE(m);
    auto const text = texts::copies_with_mutations(2'000, 100, 3);
    Case<ExecutionSpace> const on({text, {}}, 0, false, ExecutionSpace{});
    tests::DeviceQueries<ExecutionSpace> const queries(
        tests::Queries{texts::Text(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(m))});
    tests::TestArray<std::uint32_t, ExecutionSpace> const lengths("lengths", m);
    tests::for_each_engine(on, [&](auto const& source) {
      tests::expect_progress(m == 0 ? 1 : 2, [&](Progress const& progress) {
        matching_statistics(on.space, source, queries.symbols, queries.offsets, lengths, {.progress = progress});
      });
      for (auto const kind : {MatchKind::maximal, MatchKind::supermaximal, MatchKind::unique_in_both})
        tests::expect_progress(m == 0 ? 1 : 2, [&](Progress const& progress) {
          (void)tests::matches_in(on, source, queries, {.kind = kind, .strands = Strands::both, .progress = progress});
        });
    });
  }
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("matches: errors", ExecutionSpace, errors)
{
  expect_errors<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(errors, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("matches: queries are parts of views", ExecutionSpace, parts)
{
  expect_parts<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(parts, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("matching statistics of matches that are as long as the text", ExecutionSpace, long_matches)
{
  expect_long<ExecutionSpace, std::uint32_t>();
  expect_long<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(long_matches, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("matches that are as long as the text", ExecutionSpace, longest_matches)
{
  expect_long_matches<ExecutionSpace, std::uint32_t>();
  expect_long_matches<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(longest_matches, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("matching statistics take no more workspace than they say", ExecutionSpace, bounds)
{
  expect_bounds<ExecutionSpace, std::uint32_t>();
  expect_bounds<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(bounds, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("matches take no more workspace where there are more", ExecutionSpace, bounded_scratch)
{
  expect_bounded_scratch<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(bounded_scratch, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("matches: progress is reported, and runs can be stopped", ExecutionSpace, progress)
{
  expect_all_progress<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(progress, tests::Spaces);
