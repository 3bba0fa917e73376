// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the signature refuses, errors, parts of views, workspace, and progress.

#include <cstddef>
#include <utility>
#include <vector>

#include "tests/approximate_search/expect.hpp"
#include "tests/code_of.hpp"
#include "tests/progress.hpp"
#include "tests/workspace_bounds.hpp"

using namespace lexikos;

namespace
{

using Space = Kokkos::DefaultExecutionSpace;
template <class T>
using View = Kokkos::View<T, Space::memory_space>;

template <class Symbols, class Offsets>
concept HasSearch = requires(Space space, SuffixIndex<Space::memory_space, std::uint32_t> index, Symbols symbols,
                             Offsets offsets)
{
  approximate_search(space, index, symbols, offsets);
  approximate_search(space, index, symbols, offsets, {.model = ErrorModel::edit, .max_errors = 1});
};

using Bytes = View<std::uint8_t*>;

static_assert(HasSearch<Bytes, View<std::uint64_t*>>);
static_assert(HasSearch<View<std::uint8_t const*>, View<std::uint64_t const*>>);
static_assert(!HasSearch<View<char*>, View<std::uint64_t*>>, "patterns are of bytes");
static_assert(!HasSearch<Bytes, View<std::uint32_t*>>, "offsets are of 64 bits");

template <class ExecutionSpace>
using Case = tests::IndexedCase<ExecutionSpace, std::uint32_t>;

template <class ExecutionSpace>
void expect_errors()
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Offsets = std::vector<std::uint64_t>;
  Case<ExecutionSpace> const on({texts::text_of("abracadabra"), {}});
  tests::TestArray<std::uint8_t, ExecutionSpace> const symbols("symbols", 5);
  auto const code_of = [&](Offsets const& offsets, Offsets const& documents, unsigned errors = 2) {
    auto const view = tests::to_view<ExecutionSpace>(offsets), parts = tests::to_view<ExecutionSpace>(documents);
    Span<std::uint64_t const, MemorySpace> const text_offsets(parts.data(), parts.extent(0));
    return tests::code_of([&] {
      (void)approximate_search(on.space, on.index, symbols, view, {.max_errors = errors, .text_offsets = text_offsets});
    });
  };
  CHECK(code_of({0, 2, 5}, {}) == std::nullopt);
  CHECK(code_of({1, 1, 4}, {0, 0, 11, 11}) == std::nullopt);
  CHECK(code_of({0}, {}) == std::nullopt);
  CHECK(code_of({5, 5}, {}) == std::nullopt);
  CHECK(code_of({}, {}) == ErrorCode::invalid_argument);
  CHECK(code_of({0, 3, 2}, {}) == ErrorCode::invalid_argument);
  CHECK(code_of({0, 2, 6}, {}) == ErrorCode::invalid_argument);
  CHECK(code_of({0, ~std::uint64_t{0}, 5}, {}) == ErrorCode::invalid_argument);
  CHECK(code_of({0, 5}, {3}) == std::nullopt);
  CHECK(code_of({0, 5}, {0, 12}) == ErrorCode::invalid_argument);
  CHECK(code_of({0, 5}, {0, 7, 6, 11}) == ErrorCode::invalid_argument);
  CHECK(code_of({0, 5}, {}, max_search_errors) == std::nullopt);
  CHECK(code_of({0, 5}, {}, max_search_errors + 1) == ErrorCode::invalid_argument);
  CHECK(code_of({0, 5}, {}, ~0u) == ErrorCode::invalid_argument);

  auto const offsets = tests::to_view<ExecutionSpace>(Offsets{0, 5});
  SuffixIndex<MemorySpace, std::uint32_t> const not_built;
  CHECK(tests::code_of([&] { (void)approximate_search(on.space, not_built, symbols, offsets); }) ==
        ErrorCode::invalid_argument);
}

/// Patterns that are a part of larger views, at every place within a word; and the defaults of the options.
template <class ExecutionSpace>
void expect_parts()
{
  auto const text = texts::copies_with_mutations(400, 40, 7);
  Case<ExecutionSpace> const on({text, {}});
  tests::Queries const patterns{{1, 2, 3}, text, texts::Text(text.begin() + 60, text.begin() + 101), {}, text};
  tests::Queries const asked(patterns.begin() + 2, patterns.end() - 1);
  tests::DeviceQueries<ExecutionSpace> const device(patterns);
  auto const expected = tests::expected_ends(on.text, asked, {ErrorModel::hamming, 2});
  REQUIRE(!expected.empty());
  for (std::size_t place = 0; place < 9; ++place) {
    CAPTURE(place);
    tests::TestArray<std::uint8_t, ExecutionSpace> const symbols("symbols", device.symbols.extent(0) + place);
    auto const part = Kokkos::subview(symbols, std::pair(place, symbols.extent(0)));
    Kokkos::deep_copy(part, device.symbols);
    auto const some = Kokkos::subview(device.offsets, std::pair<std::size_t, std::size_t>(2, patterns.size()));
    auto const found = approximate_search(on.space, on.index, part, some);
    REQUIRE(tests::difference(tests::ends_of(found), expected) == "");
    CHECK(found.size() == expected.size());
  }
}

/// Texts and patterns without symbols, and patterns that are longer than the text.
template <class ExecutionSpace>
void expect_empty()
{
  tests::Queries const patterns{{}, {1}, {1, 2}, texts::Text(70, 1), {}};
  for (auto const& text : {texts::Text{}, texts::Text{1}, texts::Text{1, 1}, texts::Text(68, 1)})
    for (auto const model : {ErrorModel::hamming, ErrorModel::edit})
      for (unsigned errors = 0; errors <= max_search_errors; ++errors)
        tests::expect_ends(Case<ExecutionSpace>({text, {}}), patterns, {model, errors});
  Case<ExecutionSpace> const on({texts::text_of("abracadabra"), {}});
  tests::expect_ends(on, {}, {ErrorModel::edit, 2});
  tests::expect_ends(on, {{}, {}}, {ErrorModel::edit, 2});
  tests::expect_ends(Case<ExecutionSpace>({texts::text_of("abracadabra"), {3, 3}}), {texts::text_of("a")}, {});
}

template <class ExecutionSpace, class Index>
void expect_bounds()
{
  for (std::size_t const n : {0u, 1u, 2'000u, 50'000u})
    for (auto const model : {ErrorModel::hamming, ErrorModel::edit})
      for (std::size_t const m : {6u, 20u, 150u}) {
        CAPTURE(n);
        CAPTURE(m);
        auto const text = texts::copies_with_mutations(n, 300, 9);
        tests::IndexedCase<ExecutionSpace, Index> const on({text, {}}, 0, false, tests::own_instance<ExecutionSpace>());
        tests::Queries patterns;
        for (std::size_t i = 0; i < 50 && n >= m; ++i)
          patterns.emplace_back(text.begin() + static_cast<std::ptrdiff_t>(i),
                                text.begin() + static_cast<std::ptrdiff_t>(i + m));
        tests::DeviceQueries<ExecutionSpace> const device(patterns);
        ApproximateSearchOptions<typename ExecutionSpace::memory_space> options;
        options.model = model;
        options.max_errors = 3;
        auto const bytes = approximate_search_workspace_bytes<ExecutionSpace, Index>(n, patterns.size(), m, options);
        tests::expect_bounds(on.space, {{"approximate_search", bytes, [&](Workspace* workspace) {
                                           options.workspace = workspace;
                                           (void)approximate_search(on.space, on.index, device.symbols, device.offsets,
                                                                    options);
                                         }}});
      }
}

template <class ExecutionSpace>
void expect_all_progress()
{
  auto const text = texts::copies_with_mutations(2'000, 100, 3);
  Case<ExecutionSpace> const on({text, {}}, 0, false, ExecutionSpace{});
  for (std::size_t const m : {0u, 1u, 6u, 200u}) {
    CAPTURE(m);
    tests::DeviceQueries<ExecutionSpace> const device(tests::Queries{
        texts::Text(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(m)), text, texts::text_of("a")});
    for (auto const model : {ErrorModel::hamming, ErrorModel::edit})
      tests::expect_progress(2, [&](Progress const& progress) {
        (void)approximate_search(on.space, on.index, device.symbols, device.offsets,
                                 {.model = model, .progress = progress});
      });
  }
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("search with errors: errors of the caller", ExecutionSpace, errors)
{
  expect_errors<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(errors, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("search with errors: patterns are parts of views", ExecutionSpace, parts)
{
  expect_parts<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(parts, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("search with errors: empty and long patterns", ExecutionSpace, empty)
{
  expect_empty<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(empty, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("search with errors takes no more workspace than it says", ExecutionSpace, bounds)
{
  expect_bounds<ExecutionSpace, std::uint32_t>();
  expect_bounds<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(bounds, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("search with errors: progress is reported, and runs can be stopped", ExecutionSpace, progress)
{
  expect_all_progress<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(progress, tests::Spaces);
