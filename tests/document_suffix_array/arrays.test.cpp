// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Suffix and LCP arrays of collections, beside the definition and beside those of a text with ends.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/document_suffix_array.hpp>
#include <string>
#include <vector>

#include "tests/document_suffix_array/collections.hpp"
#include "tests/first_difference.hpp"
#include "tests/integer_texts.hpp"
#include "tests/spaces.hpp"

namespace lexikos::tests
{

namespace
{

template <class Symbol>
std::string described(reference::CollectionText<Symbol> const& collection)
{
  std::string text;
  for (std::size_t d = 0; d < std::min<std::size_t>(collection.documents(), 40); ++d) {
    text += d == 0 ? "" : "|";
    for (std::size_t p = collection.offsets[d]; p < std::min<std::size_t>(collection.offsets[d + 1], 200); ++p)
      text += std::to_string(collection.symbols[p]) + " ";
  }
  return text;
}

template <class Index, class ExecutionSpace, class Symbol>
void expect_arrays(ExecutionSpace const& space, reference::CollectionText<Symbol> const& collection,
                   reference::CollectionArrays<Symbol> const& expected, Workspace* workspace)
{
  INFO(described(collection));
  CAPTURE(sizeof(Index));
  std::size_t const n = collection.symbols.size();
  auto const text = to_view<ExecutionSpace>(collection.symbols);
  auto const documents = documents_from_host(space, collection.offsets, n);
  TestArray<Index, ExecutionSpace> const suffixes("suffixes", n), inverse("inverse", n), lcp("lcp", n), plcp("plcp", n);
  auto const expected_inverse = reference::inverse_of(expected.suffix_array);
  for (auto const algorithm : {SuffixArrayAlgorithm::automatic, SuffixArrayAlgorithm::prefix_doubling}) {
    CAPTURE(to_string(algorithm));
    SuffixArrayOptions const options{.algorithm = algorithm, .workspace = workspace};
    suffix_array(space, text, documents, suffixes, options);
    REQUIRE(first_difference(to_vector(suffixes), expected.suffix_array) == "");
    Kokkos::deep_copy(suffixes, Index{77});
    suffix_array(space, text, documents, suffixes, inverse, options);
    REQUIRE(first_difference(to_vector(suffixes), expected.suffix_array) == "");
    REQUIRE(first_difference(to_vector(inverse), expected_inverse) == "");
  }
  lcp_array(space, text, documents, suffixes, lcp, {.workspace = workspace});
  REQUIRE(first_difference(to_vector(lcp), expected.lcp) == "");
  plcp_array(space, text, documents, suffixes, plcp, {.workspace = workspace});
  reference::Positions permuted(n);
  for (std::size_t i = 0; i < n; ++i) permuted[expected.suffix_array[i]] = expected.lcp[i];
  REQUIRE(first_difference(to_vector(plcp), permuted) == "");
}

/// All texts of a few letters, with all cuts, by both oracles.
template <class ExecutionSpace>
class SmallCollections
{
 public:
  void expect(std::size_t length, unsigned alphabet, std::size_t max_borders)
  {
    texts::for_each_text(length, alphabet, [&](texts::Text const& text) {
      for_each_cut(length, max_borders, [&](Offsets const& offsets) {
        if (m_number++ % m_stride == 0) expect_one({text, offsets});
      });
    });
  }

 private:
  void expect_one(Collection const& collection)
  {
    auto const expected = reference::arrays_by_definition(collection, std::uint8_t{0});
    auto const by_ends = reference::arrays_by_ends(collection, std::uint8_t{0});
    REQUIRE(expected.suffix_array == by_ends.suffix_array);
    REQUIRE(expected.lcp == by_ends.lcp);
    REQUIRE(expected.bwt == by_ends.bwt);
    expect_arrays<std::uint32_t>(m_space, collection, expected, &m_workspace);
  }

  ExecutionSpace m_space = smallest_instance<ExecutionSpace>();
  Workspace m_workspace;
  std::size_t m_number = 0;
  std::size_t m_stride = stride_of_small_cases<ExecutionSpace>();
};

template <class ExecutionSpace>
void expect_small_arrays()
{
  SmallCollections<ExecutionSpace> small;
  for (std::size_t length = 0; length <= 3; ++length) small.expect(length, 3, 2);
  small.expect(4, 2, 2);
  small.expect(6, 2, 1);
  for (std::size_t length = 1; length <= 6; ++length) small.expect(length, 1, 2);
}

template <class ExecutionSpace>
void expect_more_small_arrays()
{
  SmallCollections<ExecutionSpace> small;
  small.expect(4, 3, 2);
  small.expect(5, 2, 2);
  small.expect(7, 2, 1);
}

/// Collections whose letters, lengths and cuts are drawn, so that many take rounds.
template <class ExecutionSpace>
void expect_random_arrays()
{
  auto const space = smallest_instance<ExecutionSpace>();
  Workspace workspace;
  texts::Random next(17);
  std::size_t const count = 20'000 / stride_of_small_cases<ExecutionSpace>();
  for (std::size_t k = 0; k < count; ++k) {
    CAPTURE(k);
    std::size_t const n = 1 + next.below(300);
    constexpr unsigned alphabets[] = {1, 2, 3, 4, 256};
    auto text = texts::random(n, alphabets[next.below(5)], next());
    std::size_t const copied = next.below(n / 2 + 1);  // one half of the text may be much like the other
    std::copy(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(copied),
              text.end() - static_cast<std::ptrdiff_t>(copied));
    Collection const collection{text,
                                random_cut(n, 1 + next.below(next.below(2) == 0 ? 10 : n), next.below(2) == 0, next())};
    expect_arrays<std::uint32_t>(space, collection, reference::arrays_by_definition(collection, std::uint8_t{0}),
                                 &workspace);
  }
}

template <class ExecutionSpace>
void expect_structured_arrays(std::size_t n)
{
  ExecutionSpace const space{};
  Workspace workspace;
  for (auto const& [name, collection] : structured_collections(n)) {
    CAPTURE(name);
    auto const expected = reference::arrays_by_ends(collection, std::uint8_t{0});
    expect_arrays<std::uint32_t>(space, collection, expected, &workspace);
    expect_arrays<std::uint64_t>(space, collection, expected, nullptr);
  }
}

/// Symbols of every width, numbered in few bits and in many.
template <class Symbol, class ExecutionSpace>
void expect_symbols()
{
  ExecutionSpace const space{};
  Workspace workspace;
  for (std::size_t const values : {1u, 2u, 3u, 5u, 17u, 200u, 256u, 5'000u})
    for (std::size_t const longest : {1u, 6u, 90u, 4'000u}) {
      if (sizeof(Symbol) == 1 && values > 256) continue;
      CAPTURE(values);
      CAPTURE(longest);
      std::size_t const n = 6'007;
      auto const symbols = values == 5'000 ? texts::dense_values<Symbol>(values, Symbol{3})
                                           : texts::sparse_values<Symbol>(values, values);
      auto text = texts::random_of(symbols, n, longest);
      std::copy(text.begin(), text.begin() + 2'000, text.begin() + 3'500);  // long matches
      reference::CollectionText<Symbol> const collection{text, random_cut(n, longest, true, values)};
      auto const numbers = reference::numbered_with_sentinel(text);
      reference::CollectionText<std::uint32_t> const small{{numbers.begin(), numbers.end() - 1}, collection.offsets};
      auto const expected = reference::arrays_by_ends(small, 0u);
      reference::CollectionArrays<Symbol> const same{expected.suffix_array, expected.lcp, {}};
      expect_arrays<std::uint32_t>(space, collection, same, &workspace);
      expect_arrays<std::uint64_t>(space, collection, same, &workspace);
    }
}

/// As many letters and documents as bytes just have room for together, fewer, and more; the first, the last and some of the
/// others are empty.
template <class ExecutionSpace>
void expect_few_and_many()
{
  ExecutionSpace const space{};
  Workspace workspace;
  struct Case
  {
    unsigned letters;
    std::size_t documents;
  };
  for (auto const [letters, count] :
       {Case{1, 255}, Case{1, 256}, Case{2, 254}, Case{2, 255}, Case{100, 156}, Case{100, 157}, Case{253, 3},
        Case{254, 3}, Case{256, 3}, Case{256, 1}, Case{4, 300}})
  {
    CAPTURE(letters);
    CAPTURE(count);
    std::size_t const n = 3'001;
    auto text = texts::random(n, letters, letters);
    for (unsigned c = 0; c < letters; ++c) text[c] = static_cast<std::uint8_t>(256 - letters + c);  // all of them occur
    std::copy(text.begin(), text.begin() + 1'000, text.begin() + 1'700);
    Offsets offsets = {0};
    for (std::size_t d = 1; d < count; ++d) offsets.push_back(d == 1 ? 0 : d % 5 == 0 ? offsets.back() : d * n / count);
    offsets.push_back(n);
    auto const numbers = reference::numbered_with_sentinel(text);
    reference::CollectionText<std::uint32_t> const small{{numbers.begin(), numbers.end() - 1}, offsets};
    auto const expected = reference::arrays_by_ends(small, 0u);
    reference::CollectionArrays<std::uint8_t> const same{expected.suffix_array, expected.lcp, {}};
    expect_arrays<std::uint32_t>(space, {text, offsets}, same, &workspace);
    expect_arrays<std::uint64_t>(space, {text, offsets}, same, nullptr);
  }
}

/// Texts that are long enough for what `automatic` does with long ones, beside prefix doubling.
template <class ExecutionSpace>
void expect_long()
{
  ExecutionSpace const space{};
  Workspace workspace;
  std::size_t const n = detail::works_on_host<ExecutionSpace> ? 1'200'000 : 9'000'000;
  auto const letters = texts::copies_with_mutations(n, 300, 5);
  auto const text = to_view<ExecutionSpace>(letters);
  for (Offsets const& offsets : {Offsets{0, n}, Offsets{0, 10, 10, n / 2, n - 7, n}}) {
    CAPTURE(offsets.size());
    auto const documents = documents_from_host(space, offsets, n);
    TestArray<std::uint32_t, ExecutionSpace> const suffixes("suffixes", n), inverse("inverse", n),
        expected("expected", n);
    SuffixArrayStatistics statistics, of_doubling;
    suffix_array(
        space, text, documents, expected,
        {.algorithm = SuffixArrayAlgorithm::prefix_doubling, .workspace = &workspace, .statistics = &of_doubling});
    suffix_array(space, text, documents, suffixes, inverse, {.workspace = &workspace, .statistics = &statistics});
    CHECK(statistics.algorithm != SuffixArrayAlgorithm::prefix_doubling);
    CHECK(statistics.alphabet_size == of_doubling.alphabet_size);
    CHECK(statistics.reason != "");
    auto const order = to_vector(expected);
    CHECK(first_difference(to_vector(suffixes), order) == "");
    CHECK(first_difference(to_vector(inverse),
                           reference::inverse_of(reference::Positions(order.begin(), order.end()))) == "");
  }
}

/// Of one document, the arrays of the text.
template <class ExecutionSpace>
void expect_plain()
{
  ExecutionSpace const space{};
  for (auto const& [name, symbols] : texts::structured(3'000)) {
    CAPTURE(name);
    std::size_t const n = symbols.size();
    auto const text = to_view<ExecutionSpace>(symbols);
    TestArray<std::uint32_t, ExecutionSpace> const plain("plain", n), suffixes("suffixes", n),
        plain_lcp("plain lcp", n), lcp("lcp", n);
    suffix_array(space, text, plain);
    lcp_array(space, text, plain, plain_lcp);
    auto const documents = documents_from_host(space, Offsets{0, n}, n);
    suffix_array(space, text, documents, suffixes);
    lcp_array(space, text, documents, suffixes, lcp);
    CHECK(first_difference(to_vector(suffixes), to_vector(plain)) == "");
    CHECK(first_difference(to_vector(lcp), to_vector(plain_lcp)) == "");
  }
}

/// Two documents that agree, a prefix of them, and empty ones, written out.
template <class ExecutionSpace>
void expect_known()
{
  Collection const collection{texts::text_of("bananabananaban"), {0, 0, 6, 12, 12, 15}};
  auto const expected = reference::arrays_by_definition(collection, std::uint8_t{'$'});
  CHECK(expected.suffix_array == reference::Positions{5, 11, 13, 3, 9, 1, 7, 12, 0, 6, 14, 4, 10, 2, 8});
  CHECK(expected.lcp == reference::Positions{0, 1, 1, 2, 3, 3, 5, 0, 3, 6, 0, 1, 2, 2, 4});
  CHECK(expected.bwt == texts::text_of("$aa$nnnbnnbb$$$aaaaa"));
  expect_arrays<std::uint32_t>(ExecutionSpace(), collection, expected, nullptr);
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("arrays of a collection: known ones, and of one document", ExecutionSpace, known_collections)
{
  expect_known<ExecutionSpace>();
  expect_plain<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(known_collections, Spaces);

TEST_CASE_TEMPLATE_DEFINE("arrays of collections whose ends have room among the bytes, or just not", ExecutionSpace,
                          collections_of_few_documents)
{
  expect_few_and_many<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(collections_of_few_documents, Spaces);

TEST_CASE_TEMPLATE_DEFINE("arrays of long collections of few documents", ExecutionSpace, long_collections)
{
  expect_long<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(long_collections, Spaces);

TEST_CASE_TEMPLATE_DEFINE("arrays of all small collections", ExecutionSpace, small_collections)
{
  expect_small_arrays<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(small_collections, Spaces);

TEST_SUITE("long")
{
  TEST_CASE_TEMPLATE_DEFINE("arrays of all small collections: more of them", ExecutionSpace, more_small_collections)
  {
    expect_more_small_arrays<ExecutionSpace>();
  }
  TEST_CASE_TEMPLATE_APPLY(more_small_collections, Spaces);

  TEST_CASE_TEMPLATE_DEFINE("arrays of random collections", ExecutionSpace, random_collections)
  {
    expect_random_arrays<ExecutionSpace>();
  }
  TEST_CASE_TEMPLATE_APPLY(random_collections, Spaces);

  TEST_CASE_TEMPLATE_DEFINE("arrays of long collections", ExecutionSpace, long_collections)
  {
    expect_structured_arrays<ExecutionSpace>(60'000);
  }
  TEST_CASE_TEMPLATE_APPLY(long_collections, Spaces);
}

TEST_CASE_TEMPLATE_DEFINE("arrays of structured collections", ExecutionSpace, structured_arrays)
{
  expect_structured_arrays<ExecutionSpace>(600);
  expect_structured_arrays<ExecutionSpace>(5'000);
}
TEST_CASE_TEMPLATE_APPLY(structured_arrays, Spaces);

TEST_CASE_TEMPLATE_DEFINE("arrays of collections of wide symbols", ExecutionSpace, wide_collections)
{
  expect_symbols<std::uint8_t, ExecutionSpace>();
  expect_symbols<std::uint16_t, ExecutionSpace>();
  expect_symbols<std::uint32_t, ExecutionSpace>();
  expect_symbols<std::uint64_t, ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(wide_collections, Spaces);

}  // namespace lexikos::tests
