// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the signatures refuse, errors, parts of views, workspace, progress, and long matches.

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "tests/code_of.hpp"
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

template <class Index, class Symbols, class Offsets, class Lengths>
concept HasStatistics = requires(Space space, IndexOf<Index> index, Symbols symbols, Offsets offsets, Lengths lengths)
{
  matching_statistics(space, index, symbols, offsets, lengths);
  matching_statistics(space, index, symbols, offsets, lengths, lengths, {});
};

template <class Index, class Symbols, class Offsets>
concept HasMatches = requires(Space space, IndexOf<Index> index, Symbols symbols, Offsets offsets)
{
  find_matches(space, index, symbols, offsets);
  find_matches(space, index, symbols, offsets, {.kind = MatchKind::supermaximal, .strands = Strands::both});
};

using Bytes = View<std::uint8_t*>;
using ConstBytes = View<std::uint8_t const*>;
using Array32 = View<std::uint32_t*>;
using Array64 = View<std::uint64_t*>;

static_assert(HasStatistics<std::uint32_t, ConstBytes, Array64, Array32>);
static_assert(HasStatistics<std::uint64_t, Bytes, Array64, Array64>);
static_assert(!HasStatistics<std::uint32_t, Bytes, Array64, Array64>, "results have the type of the index");
static_assert(!HasStatistics<std::uint32_t, Bytes, Array64, View<std::uint32_t const*>>, "results can be written");
static_assert(!HasStatistics<std::uint32_t, Bytes, Array32, Array32>, "offsets are of 64 bits");
static_assert(HasMatches<std::uint32_t, ConstBytes, View<std::uint64_t const*>>);
static_assert(!HasMatches<std::uint32_t, View<char*>, Array64>, "queries are of bytes");
static_assert(!HasMatches<std::uint32_t, Bytes, Array32>, "offsets are of 64 bits");

template <class ExecutionSpace>
using Case = tests::IndexedCase<ExecutionSpace, std::uint32_t>;

template <class ExecutionSpace>
void expect_errors()
{
  Case<ExecutionSpace> const on({texts::text_of("abracadabra"), {}});
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Offsets = std::vector<std::uint64_t>;
  tests::TestArray<std::uint8_t, ExecutionSpace> const symbols("symbols", 5);
  auto const code_of = [&](Offsets const& offsets, Offsets const& documents, std::size_t results) {
    auto const view = tests::to_view<ExecutionSpace>(offsets), parts = tests::to_view<ExecutionSpace>(documents);
    Span<std::uint64_t const, MemorySpace> const text_offsets(parts.data(), parts.extent(0));
    tests::TestArray<std::uint32_t, ExecutionSpace> const lengths("lengths", results), places("places", results);
    auto const code = tests::code_of([&] {
      matching_statistics(on.space, on.index, symbols, view, lengths, places, {.text_offsets = text_offsets});
    });
    CHECK(tests::code_of([&] {
            matching_statistics(on.space, on.index, symbols, view, lengths, {.text_offsets = text_offsets});
          }) == code);
    if (results == symbols.extent(0))
      CHECK(tests::code_of([&] {
              (void)find_matches(on.space, on.index, symbols, view, {.text_offsets = text_offsets});
            }) == code);
    return code;
  };
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

  auto const offsets = tests::to_view<ExecutionSpace>(Offsets{0, 5});
  SuffixIndex<MemorySpace, std::uint32_t> const not_built;
  tests::TestArray<std::uint32_t, ExecutionSpace> const lengths("lengths", 5);
  CHECK(tests::code_of([&] { matching_statistics(on.space, not_built, symbols, offsets, lengths); }) ==
        ErrorCode::invalid_argument);
  CHECK(tests::code_of([&] { (void)find_matches(on.space, not_built, symbols, offsets); }) ==
        ErrorCode::invalid_argument);

  texts::Text all_bytes;
  for (unsigned c = 0; c < 256; ++c) all_bytes.push_back(static_cast<std::uint8_t>(c));
  Case<ExecutionSpace> const full({all_bytes, {}});
  CHECK(tests::code_of([&] {
          (void)find_matches(full.space, full.index, symbols, offsets, {.strands = Strands::both});
        }) == ErrorCode::not_supported);
  CHECK(tests::code_of([&] { (void)find_matches(full.space, full.index, symbols, offsets, {.only_acgt = true}); }) ==
        ErrorCode::not_supported);
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
    auto const found = find_matches(on.space, on.index, part, some);
    REQUIRE(tests::difference(tests::rows_of(found), expected.matches) == "");
    tests::TestArray<std::uint32_t, ExecutionSpace> const lengths("lengths", part.extent(0)),
        places("places", part.extent(0)), without_places("lengths", part.extent(0));
    Kokkos::deep_copy(lengths, 77);
    matching_statistics(on.space, on.index, part, some, lengths, places);
    matching_statistics(on.space, on.index, part, some, without_places);
    auto const all = tests::to_vector(lengths), where = tests::to_vector(places);
    REQUIRE(tests::first_difference(tests::to_vector(without_places), all) == "");
    for (std::size_t g = 0; g < all.size(); ++g) {
      CAPTURE(g);
      bool const is_asked = g >= offsets[2] && g < offsets[4];
      REQUIRE(all[g] == (is_asked ? offsets[3] - g : 0));
      REQUIRE((where[g] == ~std::uint32_t{0}) == !is_asked);
    }
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
      matching_statistics(on.space, on.index, device.symbols, device.offsets, lengths, places);
      auto const found = tests::to_vector(lengths), where = tests::to_vector(places);
      for (std::size_t i = 0; i < n; ++i) {
        CAPTURE(i);
        REQUIRE(found[i] == n - i);
        REQUIRE(found[n + i] == (i <= n / 3 ? n / 3 - i : n - i));
        REQUIRE((where[i] < n && where[i] + found[i] <= n));
      }
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
    auto const found =
        find_matches(on.space, on.index, device.symbols, device.offsets, {.kind = kind, .min_length = 40});
    CHECK(tests::difference(tests::rows_of(found), {{0, 0, 0, 0, n, occurrences},
                                                    {1, 0, 0, 0, changed, occurrences},
                                                    {1, 0, changed + 1, changed + 1, n - changed - 1, occurrences}}) ==
          "");
  }
}

template <class ExecutionSpace, class Index>
void expect_bounds()
{
  for (std::size_t const m : {0u, 1u, 63u, 1'000u, 70'000u}) {
    CAPTURE(m);
    auto const text = texts::copies_with_mutations(m / 2 + 1, 300, 9);
    tests::IndexedCase<ExecutionSpace, Index> const on({text, {}}, 0, true, ExecutionSpace{});
    tests::DeviceQueries<ExecutionSpace> const queries(tests::Queries{texts::copies_with_mutations(m, 300, 9), {}});
    tests::TestArray<Index, ExecutionSpace> const lengths("lengths", m), places("places", m);
    tests::expect_bounds({{"matching_statistics", matching_statistics_workspace_bytes<ExecutionSpace, Index>(m),
                           [&](Workspace* workspace) {
                             matching_statistics(on.space, on.index, queries.symbols, queries.offsets, lengths, places,
                                                 {.workspace = workspace});
                           }}});
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
    tests::expect_progress(m == 0 ? 1 : 2, [&](Progress const& progress) {
      matching_statistics(on.space, on.index, queries.symbols, queries.offsets, lengths, {.progress = progress});
    });
    for (auto const kind : {MatchKind::maximal, MatchKind::supermaximal, MatchKind::unique_in_both})
      tests::expect_progress(m == 0 ? 1 : 2, [&](Progress const& progress) {
        (void)find_matches(on.space, on.index, queries.symbols, queries.offsets,
                           {.kind = kind, .strands = Strands::both, .progress = progress});
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

TEST_CASE_TEMPLATE_DEFINE("matches: progress is reported, and runs can be stopped", ExecutionSpace, progress)
{
  expect_all_progress<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(progress, tests::Spaces);
