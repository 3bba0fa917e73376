// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The rounds that follow a first sort by few symbols: doubling, keys of several ranks, comparisons, chains, each of which is to
// stay within documents.

#include <doctest/doctest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/document_suffix_array.hpp>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "suffix_array/rounds/doubling.hpp"
#include "suffix_array/sort_run.hpp"
#include "suffix_array/text/document_keys.hpp"
#include "tests/document_suffix_array/collections.hpp"
#include "tests/first_difference.hpp"
#include "tests/spaces.hpp"
#include "tests/suffix_array/test_context.hpp"

namespace lexikos::tests
{

using namespace suffix_array_detail;

namespace
{

/// Rounds of one kind each, as far as a kind can be alone.
std::vector<std::pair<std::string, Tuning>> tunings()
{
  constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
  Tuning plain;
  plain.max_list_to_compare = 0;
  plain.max_list_for_wide_keys = 0;
  plain.min_share_for_chains = 1;
  Tuning wide = plain;
  wide.max_list_for_wide_keys = all;
  Tuning compared = plain;
  compared.max_list_to_compare = all;
  compared.max_ranks_compared = 3;
  Tuning chains = plain;
  chains.min_share_for_chains = 1'000'000;
  return {{"doubling", plain}, {"keys of four ranks", wide}, {"comparisons", compared}, {"chains", chains}};
}

template <class ExecutionSpace>
void expect_sorted(ExecutionSpace const& space, Collection const& collection, reference::Positions const& expected,
                   int max_symbols, Workspace& workspace)
{
  CAPTURE(max_symbols);
  std::size_t const n = collection.symbols.size();
  auto const text = to_view<ExecutionSpace>(collection.symbols);
  auto const documents = documents_from_host(space, collection.offsets, n);
  TestArray<std::uint32_t, ExecutionSpace> const suffixes("suffixes", n), inverse("inverse", n);
  for (auto const& [name, tuning] : tunings()) {
    CAPTURE(name);
    Workspace::Scope const scope(workspace);
    TestContext<ExecutionSpace> const context(workspace, space, tuning, {}, n);
    SuffixArrayOptions const options;
    SortRun<ExecutionSpace, std::uint32_t> run{*context, options, as_text(text),
                                               detail::span_of<ExecutionSpace, std::uint32_t>(suffixes),
                                               detail::span_of<ExecutionSpace, std::uint32_t>(inverse)};
    auto rounds = sort_first_symbols_of_documents(run, documents.queries(), DocumentOrder::by_symbols, max_symbols);
    CHECK(rounds.depth <= static_cast<std::size_t>(max_symbols));
    finish_by_doubling(rounds, SuccessorAtDepth{});
    space.fence();
    REQUIRE(first_difference(to_vector(suffixes), expected) == "");
    REQUIRE(first_difference(to_vector(inverse), reference::inverse_of(expected)) == "");
  }
}

template <class ExecutionSpace>
void expect_all_small_rounds()
{
  auto const space = smallest_instance<ExecutionSpace>();
  Workspace workspace;
  std::size_t number = 0;
  std::size_t const stride = stride_of_small_cases<ExecutionSpace>();
  auto const expect = [&](std::size_t length, unsigned alphabet) {
    texts::for_each_text(length, alphabet, [&](texts::Text const& text) {
      for_each_cut(length, 1, [&](Offsets const& offsets) {
        if (number++ % stride != 0) return;
        Collection const collection{text, offsets};
        auto const expected = reference::arrays_by_definition(collection, std::uint8_t{0}).suffix_array;
        expect_sorted(space, collection, expected, 1, workspace);
      });
    });
  };
  for (std::size_t length = 1; length <= 6; ++length) expect(length, 2);
  for (std::size_t length = 3; length <= 4; ++length) expect(length, 3);
  for (std::size_t length = 7; length <= 9; ++length) expect(length, 1);
}

template <class ExecutionSpace>
void expect_structured_rounds()
{
  ExecutionSpace const space{};
  Workspace workspace;
  for (auto const& [name, collection] : structured_collections(1'500)) {
    CAPTURE(name);
    auto const expected = reference::arrays_by_ends(collection, std::uint8_t{0}).suffix_array;
    for (int const max_symbols : {1, 3}) expect_sorted(space, collection, expected, max_symbols, workspace);
  }
}

}  // namespace

TEST_CASE("keys of documents hold as many symbols as fit with their number")
{
  CHECK(symbols_per_document_key(1) == 58);
  CHECK(symbols_per_document_key(2) == 29);
  CHECK(symbols_per_document_key(8) == 7);
  CHECK(symbols_per_document_key(32) == 1);
  CHECK(symbols_per_document_key(8, 3) == 3);
  CHECK(symbols_per_document_key(8, 64, 50) == 5);
  CHECK(symbols_per_document_key(32, 64, 34) == 1);
  CHECK(symbols_per_document_key(32, 64, 33) == 0);
  for (int bits = 1; bits <= 32; ++bits) {
    int const symbols = symbols_per_document_key(bits);
    CAPTURE(bits);
    CHECK(symbols >= 1);
    CHECK(symbols * bits + std::bit_width(static_cast<unsigned>(symbols) + 1) <= 64);
  }
}

TEST_CASE_TEMPLATE_DEFINE("rounds stay within documents: all small collections", ExecutionSpace, small_rounds)
{
  expect_all_small_rounds<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(small_rounds, Spaces);

TEST_CASE_TEMPLATE_DEFINE("rounds stay within documents: structured collections", ExecutionSpace, structured_rounds)
{
  expect_structured_rounds<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(structured_rounds, Spaces);

}  // namespace lexikos::tests
