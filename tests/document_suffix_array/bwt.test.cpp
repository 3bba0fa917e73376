// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The Burrows-Wheeler transform of a collection, and back.

#include <lexikos/document_bwt.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/bwt.hpp>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/code_of.hpp"
#include "tests/document_suffix_array/collections.hpp"
#include "tests/first_difference.hpp"
#include "tests/integer_texts.hpp"
#include "tests/spaces.hpp"

namespace lexikos::tests
{

namespace
{

template <class Symbol>
struct Inverse
{
  std::vector<Symbol> text;
  Offsets offsets;
};

template <class ExecutionSpace, class Symbol>
Inverse<Symbol> inverse_of(ExecutionSpace const& space, std::vector<Symbol> const& bwt, std::size_t documents,
                           InverseDocumentBwtOptions const& options)
{
  TestArray<Symbol, ExecutionSpace> const text("text", bwt.size() - documents);
  TestArray<std::uint64_t, ExecutionSpace> const offsets("offsets", documents + 1);
  Kokkos::deep_copy(offsets, 77);
  inverse_burrows_wheeler_transform(space, to_view<ExecutionSpace>(bwt), text, offsets, options);
  return {to_vector(text), to_vector(offsets)};
}

/// Forth, from both types of suffix arrays too, and back.
template <class ExecutionSpace, class Symbol>
void expect_transform(ExecutionSpace const& space, reference::CollectionText<Symbol> const& collection,
                      reference::CollectionArrays<Symbol> const& expected, Symbol terminator, Workspace* workspace)
{
  std::size_t const n = collection.symbols.size();
  std::size_t const d = collection.documents();
  CAPTURE(n);
  CAPTURE(d);
  auto const text = to_view<ExecutionSpace>(collection.symbols);
  auto const documents = documents_from_host(space, collection.offsets, n);
  auto const narrow = to_view<ExecutionSpace>(expected.suffix_array);
  auto const wide =
      to_view<ExecutionSpace>(std::vector<std::uint64_t>(expected.suffix_array.begin(), expected.suffix_array.end()));
  DocumentBwtOptions const options{.terminator = terminator, .workspace = workspace};
  for (int way = 0; way < 3; ++way) {
    CAPTURE(way);
    TestArray<Symbol, ExecutionSpace> const bwt("bwt", n + d);
    if (way == 0) burrows_wheeler_transform(space, text, documents, bwt, options);
    if (way == 1) burrows_wheeler_transform(space, text, documents, narrow, bwt, options);
    if (way == 2) burrows_wheeler_transform(space, text, documents, wide, bwt, options);
    REQUIRE(first_difference(to_vector(bwt), expected.bwt) == "");
  }
  auto const back = inverse_of(space, expected.bwt, d, {.terminator = terminator, .workspace = workspace});
  REQUIRE(first_difference(back.text, collection.symbols) == "");
  REQUIRE(first_difference(back.offsets, collection.offsets) == "");
}

/// Terminators below, among and above the letters.
template <class ExecutionSpace>
void expect_small_transforms()
{
  auto const space = smallest_instance<ExecutionSpace>();
  Workspace workspace;
  std::size_t number = 0;
  std::size_t const stride = stride_of_small_cases<ExecutionSpace>();
  for (std::uint8_t const terminator : {std::uint8_t{0}, std::uint8_t{9}, std::uint8_t{255}})
    for (std::size_t length = 0; length <= 4; ++length)
      texts::for_each_text(length, length < 4 ? 3 : 2,
                           [&](texts::Text const& text) {
                             for_each_cut(length, 2, [&](Offsets const& offsets) {
                               if (number++ % stride != 0) return;
                               Collection const collection{text, offsets};
                               expect_transform(space, collection,
                                                reference::arrays_by_definition(collection, terminator), terminator,
                                                &workspace);
                             });
                           },
                           {1, 100, 254});
}

template <class ExecutionSpace>
void expect_structured_transforms()
{
  ExecutionSpace const space{};
  Workspace workspace;
  for (auto [name, collection] : structured_collections(4'000)) {
    CAPTURE(name);
    auto terminator = std::uint8_t{'$'};
    for (auto& symbol : collection.symbols) symbol = symbol == terminator ? 0 : symbol;
    expect_transform(space, collection, reference::arrays_by_ends(collection, terminator), terminator, &workspace);
  }
}

template <class Symbol, class ExecutionSpace>
void expect_wide()
{
  ExecutionSpace const space{};
  for (std::size_t const values : {2u, 300u, 3'000u})
    for (std::size_t const longest : {3u, 500u}) {
      auto const symbols = texts::sparse_values<Symbol>(values, values);
      for (Symbol const terminator : {static_cast<Symbol>(symbols[0] + 1), static_cast<Symbol>(symbols.back() - 1)}) {
        CAPTURE(terminator);
        auto text = texts::random_of(symbols, 5'000, longest);
        for (Symbol& symbol : text) symbol = symbol == terminator ? symbols[0] : symbol;
        reference::CollectionText<Symbol> const collection{text, random_cut(text.size(), longest, true, values)};
        // values near 2^32 leave the oracle no room for ends
        auto const numbers = reference::numbered_with_sentinel(text);
        reference::CollectionText<std::uint32_t> const small{{numbers.begin(), numbers.end() - 1}, collection.offsets};
        auto const expected = reference::arrays_by_ends(small, 0u);
        std::vector<Symbol> distinct = text, bwt;
        std::sort(distinct.begin(), distinct.end());
        distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
        for (std::uint32_t const number : expected.bwt) bwt.push_back(number == 0 ? terminator : distinct[number - 1]);
        expect_transform<ExecutionSpace, Symbol>(space, collection, {expected.suffix_array, expected.lcp, bwt},
                                                 terminator, nullptr);
      }
    }
}

/// Of one document: the last symbol, and the transform of the text, in which the terminator takes the place before the text.
template <class ExecutionSpace>
void expect_one_document()
{
  ExecutionSpace const space{};
  auto const symbols = texts::fibonacci(3'000);
  std::size_t const n = symbols.size();
  auto const text = to_view<ExecutionSpace>(symbols);
  TestArray<std::uint8_t, ExecutionSpace> const plain("plain", n), bwt("bwt", n + 1);
  auto const primary = burrows_wheeler_transform(space, text, plain);
  burrows_wheeler_transform(space, text, documents_from_host(space, Offsets{0, n}, n), bwt);
  auto expected = to_vector(plain);
  expected.insert(expected.begin() + static_cast<std::ptrdiff_t>(primary), 0);
  CHECK(first_difference(to_vector(bwt), expected) == "");
}

/// Every string of a few symbols: the transform of a collection, which is found again, or an error.
template <class ExecutionSpace>
void expect_judgement()
{
  auto const space = smallest_instance<ExecutionSpace>();
  std::size_t right = 0, wrong = 0;
  for (std::size_t length = 1; length <= 6; ++length)
    texts::for_each_text(
        length, 3,
        [&](texts::Text const& bwt) {
          auto const d = static_cast<std::size_t>(std::count(bwt.begin(), bwt.end(), 5));
          Inverse<std::uint8_t> found;
          auto const code =
              code_of([&] { found = inverse_of(space, bwt, d, InverseDocumentBwtOptions{.terminator = 5}); });
          ++(code ? wrong : right);
          if (code) {
            CHECK(code == ErrorCode::corrupt_input);
            return;
          }
          Collection const collection{found.text, found.offsets};
          REQUIRE(first_difference(reference::arrays_by_definition(collection, std::uint8_t{5}).bwt, bwt) == "");
        },
        {3, 5, 8});
  CHECK(right > 100);
  CHECK(wrong > 100);
  auto const code_for = [&](texts::Text const& bwt, std::size_t d) {
    return code_of([&] { (void)inverse_of(space, bwt, d, InverseDocumentBwtOptions{.terminator = '$'}); });
  };
  CHECK(code_for(texts::text_of("a$"), 1) == std::nullopt);
  CHECK(code_for(texts::text_of("a$"), 0) == ErrorCode::corrupt_input);
  CHECK(code_for(texts::text_of("a$"), 2) == ErrorCode::corrupt_input);
  CHECK(code_for(texts::text_of("aa"), 1) == ErrorCode::corrupt_input);
  CHECK(code_for(texts::text_of("aa"), 0) == ErrorCode::corrupt_input);
  CHECK(code_for({}, 0) == std::nullopt);
}

/// The documents of a transform by following its rows one by one; none if rows are left over.
std::vector<texts::Text> followed(texts::Text const& bwt, std::uint8_t terminator)
{
  auto const number = [&](std::uint8_t c) { return c == terminator ? -1 : int{c}; };
  std::vector<std::size_t> order(bwt.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return number(bwt[a]) < number(bwt[b]); });
  auto const d = static_cast<std::size_t>(std::count(bwt.begin(), bwt.end(), terminator));
  std::vector<texts::Text> documents(d);
  std::size_t symbols = 0;
  for (std::size_t k = 0; k < d; ++k) {
    texts::Text document;
    std::size_t row = order[k];
    for (; row >= d; row = order[row]) document.push_back(bwt[order[row]]);
    symbols += document.size();
    documents[row] = document;
  }
  return symbols + d == bwt.size() ? documents : std::vector<texts::Text>();
}

/// Transforms of which some symbols change places: most are none then, and some are those of other collections.
template <class ExecutionSpace>
void expect_shuffled()
{
  auto const space = smallest_instance<ExecutionSpace>();
  texts::Random next(3);
  std::size_t right = 0, wrong = 0;
  for (std::size_t k = 0; k < 300; ++k) {
    CAPTURE(k);
    std::size_t const n = 1 + next.below(1'500);
    Collection const collection{texts::random(n, 1 + k % 4, k), random_cut(n, 1 + next.below(n), k % 2 == 0, k)};
    auto bwt = reference::arrays_by_ends(collection, std::uint8_t{7}).bwt;
    for (std::size_t swaps = 1 + next.below(3); swaps > 0; --swaps)
      std::swap(bwt[next.below(bwt.size())], bwt[next.below(bwt.size())]);
    auto const expected = followed(bwt, 7);
    Inverse<std::uint8_t> found;
    auto const code = code_of(
        [&] { found = inverse_of(space, bwt, collection.documents(), InverseDocumentBwtOptions{.terminator = 7}); });
    ++(expected.empty() ? wrong : right);
    CHECK(code == (expected.empty() ? std::optional(ErrorCode::corrupt_input) : std::nullopt));
    if (code) continue;
    texts::Text text;
    for (auto const& document : expected) text.insert(text.end(), document.begin(), document.end());
    CHECK(first_difference(found.text, text) == "");
    REQUIRE(found.offsets.size() == expected.size() + 1);
    for (std::size_t d = 0; d < expected.size(); ++d)
      CHECK(found.offsets[d + 1] - found.offsets[d] == expected[d].size());
  }
  CHECK(right > 20);
  CHECK(wrong > 20);
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("transforms of all small collections, and back", ExecutionSpace, small_transforms)
{
  expect_small_transforms<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(small_transforms, Spaces);

TEST_CASE_TEMPLATE_DEFINE("transforms of structured collections, and back", ExecutionSpace, structured_transforms)
{
  expect_one_document<ExecutionSpace>();
  expect_structured_transforms<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(structured_transforms, Spaces);

TEST_CASE_TEMPLATE_DEFINE("transforms of collections of wide symbols, and back", ExecutionSpace, wide_transforms)
{
  expect_wide<std::uint16_t, ExecutionSpace>();
  expect_wide<std::uint32_t, ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(wide_transforms, Spaces);

TEST_CASE_TEMPLATE_DEFINE("what is the transform of a collection", ExecutionSpace, judged_transforms)
{
  expect_judgement<ExecutionSpace>();
  expect_shuffled<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(judged_transforms, Spaces);

}  // namespace lexikos::tests
