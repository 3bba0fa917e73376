// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What arrays and transforms of collections refuse, how much workspace they take, and progress.

#include <doctest/doctest.h>

#include <cstdint>
#include <lexikos/document_bwt.hpp>
#include <lexikos/document_suffix_array.hpp>
#include <string>
#include <vector>

#include "tests/code_of.hpp"
#include "tests/document_suffix_array/collections.hpp"
#include "tests/progress.hpp"
#include "tests/spaces.hpp"
#include "tests/workspace_bounds.hpp"

namespace lexikos::tests
{

namespace
{

using Space = Kokkos::DefaultExecutionSpace;

template <class T>
using View = Kokkos::View<T, Space::memory_space>;

template <class Text, class Array, class Other>
concept HasArrays = requires(Space space, Text text, Documents<Space::memory_space> documents, Array array, Other other)
{
  suffix_array(space, text, documents, array);
  suffix_array(space, text, documents, array, other);
  lcp_array(space, text, documents, array, other);
  plcp_array(space, text, documents, array, other);
};

template <class Text, class Array>
concept HasSuffixArray = requires(Space space, Text text, Documents<Space::memory_space> documents, Array array)
{
  suffix_array(space, text, documents, array);
};

template <class Text, class Array, class Lcp>
concept HasLcpArray = requires(Space space, Text text, Documents<Space::memory_space> documents, Array array, Lcp lcp)
{
  lcp_array(space, text, documents, array, lcp);
};

template <class Text, class Bwt>
concept HasTransform = requires(Space space, Text text, Documents<Space::memory_space> documents, Bwt bwt)
{
  burrows_wheeler_transform(space, text, documents, bwt);
};

template <class Bwt, class Text, class Offsets>
concept HasInverse = requires(Space space, Bwt bwt, Text text, Offsets offsets)
{
  inverse_burrows_wheeler_transform(space, bwt, text, offsets);
};

using Bytes = View<std::uint8_t const*>;
using Array32 = View<std::uint32_t*>;
using Array64 = View<std::uint64_t*>;

static_assert(HasArrays<Bytes, Array32, Array32> && HasArrays<View<std::uint16_t*>, Array64, Array64>);
static_assert(HasArrays<View<std::uint32_t*>, Array64, Array64> && HasArrays<Array64, Array64, Array64>);
static_assert(!HasSuffixArray<View<std::int8_t*>, Array32>, "symbols are unsigned");
static_assert(!HasSuffixArray<Bytes, View<std::uint32_t const*>>, "results can be written");
static_assert(!HasSuffixArray<Bytes, View<std::uint16_t*>>, "indices are of 32 or 64 bits");
static_assert(!HasLcpArray<Bytes, Array32, Array64>, "arrays have the same type of entries");
static_assert(!HasLcpArray<Bytes, Array32, View<std::uint32_t const*>>, "results can be written");
static_assert(HasTransform<Bytes, View<std::uint8_t*>> && HasTransform<View<std::uint32_t const*>, Array32>);
static_assert(!HasTransform<Bytes, View<std::uint16_t*>>, "symbols are of one type");
static_assert(!HasTransform<Array64, Array64>, "symbols are of up to 32 bits");
static_assert(HasInverse<Bytes, View<std::uint8_t*>, Array64>);
static_assert(!HasInverse<Bytes, View<std::uint8_t*>, Array32>, "offsets are of 64 bits");
static_assert(!HasInverse<Bytes, Bytes, Array64>, "results can be written");

template <class ExecutionSpace, class Symbol, class Index>
struct Input
{
  Input(std::size_t n, std::size_t longest)
      : symbols(text_of(n)),
        offsets(random_cut(n, longest, true, n)),
        text(to_view<ExecutionSpace>(symbols)),
        documents(documents_from_host(ExecutionSpace(), offsets, n)),
        array("array", n),
        result("result", n),
        bwt("bwt", n + offsets.size() - 1),
        back("back", n),
        back_offsets("back offsets", offsets.size())
  {}

  static std::vector<Symbol> text_of(std::size_t n)
  {
    auto const bytes = texts::copies_with_mutations(n, 300, n);
    std::vector<Symbol> symbols;
    for (std::uint8_t const c : bytes) symbols.push_back(static_cast<Symbol>(1 + c / 2));
    return symbols;
  }

  std::vector<Symbol> symbols;
  Offsets offsets;
  TestArray<Symbol, ExecutionSpace> text;
  Documents<typename ExecutionSpace::memory_space> documents;
  TestArray<Index, ExecutionSpace> array, result;
  TestArray<Symbol, ExecutionSpace> bwt, back;
  TestArray<std::uint64_t, ExecutionSpace> back_offsets;
};

template <class ExecutionSpace, class Symbol, class Index>
void expect_workspace_bounds()
{
  ExecutionSpace const space = own_instance<ExecutionSpace>();
  for (std::size_t const n : {0u, 1u, 1'000u, 200'000u}) {
    CAPTURE(n);
    Input<ExecutionSpace, Symbol, Index> const in(n, 1'000);
    std::size_t const d = in.offsets.size() - 1;
    auto const sorting_bytes = [&](bool with_inverse) {
      return document_suffix_array_workspace_bytes<ExecutionSpace, Index, Symbol>(n, d, with_inverse);
    };
    expect_bounds(
        space,
        {{"suffix_array", sorting_bytes(false),
          [&](Workspace* workspace) {
            suffix_array(space, in.text, in.documents, in.array, {.workspace = workspace});
          }},
         {"suffix_array with inverse", sorting_bytes(true),
          [&](Workspace* workspace) {
            suffix_array(space, in.text, in.documents, in.array, in.result, {.workspace = workspace});
          }},
         {"plcp_array", plcp_array_workspace_bytes<ExecutionSpace, Index, Symbol>(n),
          [&](Workspace* workspace) {
            plcp_array(space, in.text, in.documents, in.array, in.result, {.workspace = workspace});
          }},
         {"lcp_array", lcp_array_workspace_bytes<ExecutionSpace, Index, Symbol>(n),
          [&](Workspace* workspace) {
            lcp_array(space, in.text, in.documents, in.array, in.result, {.workspace = workspace});
          }},
         {"burrows_wheeler_transform from the suffix array", 1024,
          [&](Workspace* workspace) {
            burrows_wheeler_transform(space, in.text, in.documents, in.array, in.bwt, {.workspace = workspace});
          }},
         {"burrows_wheeler_transform", burrows_wheeler_transform_workspace_bytes<ExecutionSpace, Symbol>(n, d),
          [&](Workspace* workspace) {
            burrows_wheeler_transform(space, in.text, in.documents, in.bwt, {.workspace = workspace});
          }},
         {"inverse_burrows_wheeler_transform",
          inverse_burrows_wheeler_transform_workspace_bytes<ExecutionSpace, Symbol>(n, d), [&](Workspace* workspace) {
            inverse_burrows_wheeler_transform(space, in.bwt, in.back, in.back_offsets, {.workspace = workspace});
          }}});
    CHECK(to_vector(in.back) == in.symbols);
    CHECK(to_vector(in.back_offsets) == in.offsets);
  }
}

template <class ExecutionSpace>
void expect_all_progress()
{
  ExecutionSpace const space{};
  for (std::size_t const n : {1'000u, 1'100'000u}) {
    CAPTURE(n);
    Input<ExecutionSpace, std::uint8_t, std::uint32_t> const in(n, 200);
    Workspace workspace;
    expect_progress(1, [&](Progress const& progress) {
      suffix_array(space, in.text, in.documents, in.array, {.workspace = &workspace, .progress = progress});
    });
    expect_progress(n < 10'000 ? 3 : 10, [&](Progress const& progress) {
      lcp_array(space, in.text, in.documents, in.array, in.result, {.workspace = &workspace, .progress = progress});
    });
    expect_progress(n < 10'000 ? 2 : 10, [&](Progress const& progress) {
      plcp_array(space, in.text, in.documents, in.array, in.result, {.workspace = &workspace, .progress = progress});
    });
    expect_progress(1, [&](Progress const& progress) {
      burrows_wheeler_transform(space, in.text, in.documents, in.bwt, {.workspace = &workspace, .progress = progress});
    });
    expect_progress(1, [&](Progress const& progress) {
      burrows_wheeler_transform(space, in.text, in.documents, in.array, in.bwt,
                                {.workspace = &workspace, .progress = progress});
    });
    expect_progress(4, [&](Progress const& progress) {
      inverse_burrows_wheeler_transform(space, in.bwt, in.back, in.back_offsets,
                                        {.workspace = &workspace, .progress = progress});
    });
    CHECK(to_vector(in.back) == in.symbols);
  }
}

template <class ExecutionSpace>
void expect_errors()
{
  ExecutionSpace const space{};
  Input<ExecutionSpace, std::uint8_t, std::uint32_t> const in(100, 30);
  TestArray<std::uint32_t, ExecutionSpace> const longer("longer", 101);
  TestArray<std::uint8_t, ExecutionSpace> const no_bwt("no bwt", 99);
  constexpr auto invalid = ErrorCode::invalid_argument;
  CHECK(code_of([&] { suffix_array(space, in.text, in.documents, longer); }) == invalid);
  CHECK(code_of([&] { suffix_array(space, in.text, in.documents, in.array, longer); }) == invalid);
  CHECK(code_of([&] { lcp_array(space, in.text, in.documents, in.array, longer); }) == invalid);
  CHECK(code_of([&] { plcp_array(space, in.text, in.documents, longer, in.result); }) == invalid);
  CHECK(code_of([&] { burrows_wheeler_transform(space, in.text, in.documents, no_bwt); }) == invalid);
  CHECK(code_of([&] { burrows_wheeler_transform(space, in.text, in.documents, longer, in.bwt); }) == invalid);
  for (auto const algorithm : suffix_array_algorithms<ExecutionSpace>()) {
    auto const code = code_of([&] { suffix_array(space, in.text, in.documents, in.array, {.algorithm = algorithm}); });
    CHECK(code == (algorithm == SuffixArrayAlgorithm::prefix_doubling ? std::nullopt
                                                                      : std::optional(ErrorCode::not_supported)));
  }
  // documents of another text, and such as leave out positions at either end
  for (auto const& [offsets, size] : std::vector<std::pair<Offsets, std::uint64_t>>{
           {{0, 90}, 90}, {{0, 101}, 101}, {{1, 100}, 100}, {{0, 40, 99}, 100}, {{0}, 100}, {{100}, 100}})
  {
    CAPTURE(offsets.front());
    CAPTURE(offsets.back());
    CAPTURE(size);
    auto const documents = documents_from_host(space, offsets, size);
    TestArray<std::uint8_t, ExecutionSpace> const bwt("bwt", 100 + offsets.size() - 1);
    CHECK(code_of([&] { suffix_array(space, in.text, documents, in.array); }) == invalid);
    CHECK(code_of([&] { lcp_array(space, in.text, documents, in.array, in.result); }) == invalid);
    CHECK(code_of([&] { plcp_array(space, in.text, documents, in.array, in.result); }) == invalid);
    CHECK(code_of([&] { burrows_wheeler_transform(space, in.text, documents, bwt); }) == invalid);
    CHECK(code_of([&] { burrows_wheeler_transform(space, in.text, documents, in.array, bwt); }) == invalid);
  }
  std::uint64_t const symbol = in.symbols[57];
  suffix_array(space, in.text, in.documents, in.array);
  for (std::uint64_t const terminator : {symbol, std::uint64_t{256}, std::uint64_t{1} << 40}) {
    DocumentBwtOptions const options{.terminator = terminator};
    CHECK(code_of([&] { burrows_wheeler_transform(space, in.text, in.documents, in.bwt, options); }) == invalid);
    CHECK(code_of([&] { burrows_wheeler_transform(space, in.text, in.documents, in.array, in.bwt, options); }) ==
          invalid);
  }
  burrows_wheeler_transform(space, in.text, in.documents, in.bwt);
  auto const inverse = [&](auto const& text, auto const& offsets, std::uint64_t terminator) {
    return code_of(
        [&] { inverse_burrows_wheeler_transform(space, in.bwt, text, offsets, {.terminator = terminator}); });
  };
  TestArray<std::uint64_t, ExecutionSpace> const none("none", 0), fewer("fewer", in.offsets.size() - 1);
  CHECK(inverse(in.back, in.back_offsets, 0) == std::nullopt);
  CHECK(inverse(in.back, in.back_offsets, 256) == invalid);
  CHECK(inverse(in.back, none, 0) == invalid);
  CHECK(inverse(in.back, fewer, 0) == invalid);
  CHECK(inverse(in.back, in.back_offsets, 200) == ErrorCode::corrupt_input);
}

/// Nothing to sort, with and without documents; and what the statistics say.
template <class ExecutionSpace>
void expect_little()
{
  using Collection = Documents<typename ExecutionSpace::memory_space>;
  ExecutionSpace const space{};
  TestArray<std::uint8_t, ExecutionSpace> const text("text", 0);
  TestArray<std::uint32_t, ExecutionSpace> const array("array", 0);
  suffix_array(space, text, Collection(), array);
  lcp_array(space, text, Collection(), array, array);
  burrows_wheeler_transform(space, text, Collection(), text);
  auto const empty = documents_from_host(space, Offsets{0, 0, 0}, 0);
  TestArray<std::uint8_t, ExecutionSpace> const bwt("bwt", 2);
  suffix_array(space, text, empty, array, array);
  burrows_wheeler_transform(space, text, empty, bwt, {.terminator = 7});
  CHECK(to_vector(bwt) == texts::Text{7, 7});
  Input<ExecutionSpace, std::uint16_t, std::uint64_t> const in(5'000, 400);
  SuffixArrayStatistics statistics;
  suffix_array(space, in.text, in.documents, in.array, {.statistics = &statistics, .time_steps = true});
  CHECK(statistics.algorithm == SuffixArrayAlgorithm::prefix_doubling);
  CHECK(statistics.reason != "");
  CHECK(statistics.alphabet_size == 4);
  CHECK(statistics.first_depth == 29);
  CHECK(statistics.unsorted.back() == 0);
  CHECK(!statistics.steps.empty());
  CHECK(statistics.workspace_bytes > 0);
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("arrays and transforms of collections take no more workspace than they say", ExecutionSpace,
                          collection_bounds)
{
  expect_workspace_bounds<ExecutionSpace, std::uint8_t, std::uint32_t>();
  expect_workspace_bounds<ExecutionSpace, std::uint8_t, std::uint64_t>();
  expect_workspace_bounds<ExecutionSpace, std::uint16_t, std::uint32_t>();
  expect_workspace_bounds<ExecutionSpace, std::uint32_t, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(collection_bounds, Spaces);

TEST_CASE_TEMPLATE_DEFINE("progress of arrays and transforms of collections", ExecutionSpace, collection_progress)
{
  expect_all_progress<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(collection_progress, Spaces);

TEST_CASE_TEMPLATE_DEFINE("what arrays and transforms of collections refuse", ExecutionSpace, collection_errors)
{
  expect_errors<ExecutionSpace>();
  expect_little<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(collection_errors, Spaces);

}  // namespace lexikos::tests
