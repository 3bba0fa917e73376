// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/overlap.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "overlap/tuning.hpp"
#include "tests/code_of.hpp"
#include "tests/overlap/oracle.hpp"
#include "tests/progress.hpp"
#include "tests/spaces.hpp"
#include "tests/texts.hpp"
#include "tests/workspace_bounds.hpp"

namespace lexikos::tests
{

namespace
{

using overlap_detail::Tuning;

/// How a question is asked, none of which changes the answer.
struct Manner
{
  Tuning tuning = {};
  std::size_t chunk = 0;
  bool counts_documents = true;
  std::size_t max_documents = 0;
};

Manner drawn_manner(texts::Random& next)
{
  Manner manner;
  auto& tuning = manner.tuning;
  tuning.fingerprint_mask = std::array{~std::uint64_t{0}, std::uint64_t{0}, std::uint64_t{3}, std::uint64_t{0xFFF},
                                       std::uint64_t{0xFF} << 56}[next.below(5)];
  tuning.filter_bits = std::array{0u, 1u, 32u}[next.below(3)];
  tuning.strip = std::array{64u, 128u}[next.below(2)];
  tuning.budget = std::array{0u, 1u, 70u, 4096u}[next.below(4)];
  tuning.deep_share = std::array{1u, 16u}[next.below(2)];
  tuning.pairs = std::array{1u, 5u, 1u << 20}[next.below(3)];
  tuning.always_copies = next.below(2) == 0;
  manner.chunk = std::array{std::size_t{0}, std::size_t{1}, 1 + next.below(30), 64 + next.below(200)}[next.below(4)];
  manner.counts_documents = next.below(8) != 0;
  manner.max_documents = std::array{0ul, 1ul, 2ul, 3ul, ~0ul, ~0ul / 2 + 1}[next.below(6)];
  return manner;
}

/// None, or from one document on; empty ones, and parts of the text that are in none.
Numbers drawn_documents(texts::Random& next, std::size_t n)
{
  if (next.below(4) == 0) return {};
  Numbers offsets{next.below(4) == 0 ? next.below(n + 1) : 0};
  std::size_t const rarity = 5 + next.below(40);
  for (std::size_t p = offsets[0]; p < n; ++p)
    while (next.below(rarity) == 0) offsets.push_back(p);
  if (next.below(4) != 0) offsets.push_back(n);
  return offsets;
}

/// Queries and a corpus, and what one has of the other.
template <class ExecutionSpace, class Symbol>
class OverlapExpectations
{
  using MemorySpace = typename ExecutionSpace::memory_space;

 public:
  struct Side
  {
    std::vector<Symbol> text;
    Numbers offsets;
  };

  OverlapExpectations(Side const& queries, Side const& corpus)
      : m_queries(queries),
        m_corpus(corpus),
        m_space(smallest_instance<ExecutionSpace>()),
        m_text(to_view<ExecutionSpace>(queries.text))
  {
    if (!queries.offsets.empty()) m_documents = documents_from_host(m_space, queries.offsets, queries.text.size());
    if (!corpus.offsets.empty()) m_corpus_documents = documents_from_host(m_space, corpus.offsets, corpus.text.size());
  }

  void expect(std::size_t length, Manner const& manner)
  {
    INFO("length " << length << ", fingerprints " << manner.tuning.fingerprint_mask << ", filter bits "
                   << manner.tuning.filter_bits << ", strip " << manner.tuning.strip << ", budget "
                   << manner.tuning.budget << ", deep share " << manner.tuning.deep_share << ", pairs "
                   << manner.tuning.pairs << ", copies " << manner.tuning.always_copies << ", chunk " << manner.chunk
                   << ", queries of " << m_queries.text.size() << " symbols, offsets "
                   << doctest::toString(m_queries.offsets) << ", corpus of " << m_corpus.text.size()
                   << " symbols, offsets " << doctest::toString(m_corpus.offsets));
    OverlapOptions<MemorySpace> const options{.length = length,
                                              .documents = m_documents,
                                              .corpus_documents = m_corpus_documents,
                                              .counts_documents = manner.counts_documents,
                                              .max_documents = manner.max_documents,
                                              .chunk = manner.chunk,
                                              .workspace = &m_workspace};
    auto const found = overlap_detail::find<ExecutionSpace, Symbol>(
        m_space, detail::span_of<ExecutionSpace, Symbol const>(m_text),
        {reinterpret_cast<std::uint8_t const*>(m_corpus.text.data()), m_corpus.text.size()}, options, manner.tuning);
    compare(found, expected(length), manner);
  }

 private:
  std::vector<ExpectedOverlap> const& expected(std::size_t length)
  {
    if (m_length != length)
      m_expected = expected_overlap(documents_of(m_queries.text, m_queries.offsets),
                                    documents_of(m_corpus.text, m_corpus.offsets), m_length = length);
    return m_expected;
  }

  static void compare(Overlap<MemorySpace> const& found, std::vector<ExpectedOverlap> const& expected,
                      Manner const& manner)
  {
    auto const covered = to_vector(found.covered), longest = to_vector(found.longest);
    auto const documents = to_vector(found.corpus_documents);
    auto const numbers = to_vector(found.numbers), offsets = to_vector(found.offsets);
    REQUIRE(covered.size() == expected.size());
    REQUIRE(longest.size() == expected.size());
    REQUIRE(documents.size() == expected.size());
    REQUIRE(offsets.size() == expected.size() + 1);
    REQUIRE(offsets[0] == 0);
    REQUIRE(offsets.back() == numbers.size());
    for (std::size_t d = 0; d < expected.size(); ++d) {
      CAPTURE(d);
      REQUIRE(covered[d] == expected[d].covered);
      REQUIRE(longest[d] == expected[d].longest);
      Numbers all(expected[d].documents.begin(), expected[d].documents.end());
      if (!manner.counts_documents) all.clear();
      REQUIRE(documents[d] == all.size());
      all.resize(std::min(all.size(), manner.max_documents));
      REQUIRE((Numbers(numbers.begin() + static_cast<std::ptrdiff_t>(offsets[d]),
                       numbers.begin() + static_cast<std::ptrdiff_t>(offsets[d + 1])) == all));
    }
  }

  Side m_queries, m_corpus;
  ExecutionSpace m_space;
  TestArray<Symbol, ExecutionSpace> m_text;
  Documents<MemorySpace> m_documents, m_corpus_documents;
  Workspace m_workspace;
  std::size_t m_length = 0;
  std::vector<ExpectedOverlap> m_expected;
};

template <class Symbol>
std::vector<Symbol> as_symbols(texts::Text const& bytes)
{
  std::vector<Symbol> text;
  for (auto const c : bytes)
    text.push_back(static_cast<Symbol>(Symbol{c} << (sizeof(Symbol) == 1 ? 0 : 8 * sizeof(Symbol) - 9)));
  return text;
}

texts::Text drawn_text(std::size_t n, texts::Random& next)
{
  switch (next.below(6)) {
    case 0:
      return texts::letter(n);
    case 1:
      return texts::periodic_parts(n, 1 + next.below(8), next());
    case 2:
      return texts::fibonacci(n);
    case 3:
      return texts::random(n, std::array{2u, 3u, 4u, 256u}[next.below(4)], next());
    default:
      return texts::copies_with_mutations(n, 5 + next.below(60), next());
  }
}

/// Pairs of texts that have much in common: parts of one, but for some symbols.
template <class ExecutionSpace, class Symbol>
void expect_collections(std::size_t count, std::size_t longest)
{
  texts::Random next(count + sizeof(Symbol));
  for (std::size_t i = 0; i < count; ++i) {
    CAPTURE(i);
    auto const all = drawn_text(2 + next.below(longest), next);
    auto const border = next.below(all.size());
    auto queries = as_symbols<Symbol>({all.begin(), all.begin() + static_cast<std::ptrdiff_t>(border)});
    auto corpus = as_symbols<Symbol>({all.begin() + static_cast<std::ptrdiff_t>(next.below(border + 1)), all.end()});
    for (std::size_t change = next.below(4); change > 0 && !queries.empty(); --change)
      queries[next.below(queries.size())] = static_cast<Symbol>(next.below(3));
    OverlapExpectations<ExecutionSpace, Symbol> on({queries, drawn_documents(next, queries.size())},
                                                   {corpus, drawn_documents(next, corpus.size())});
    for (std::size_t q = 0; q < 2; ++q) {
      std::size_t const length = 1 + next.below(q == 0 ? 4 : 20);
      for (std::size_t m = 0; m < 2; ++m) on.expect(length, drawn_manner(next));
    }
  }
}

template <class ExecutionSpace>
void expect_small_texts(std::size_t longest, std::size_t every)
{
  texts::Random next(longest);
  std::size_t const stride = every * stride_of_small_cases<ExecutionSpace>();
  std::size_t number = 0;
  for (std::size_t n = 0; n <= longest; ++n)
    for (std::size_t m = 0; m <= longest; ++m)
      texts::for_each_text(n + m, 2,
                           [&](texts::Text const& text) {
                             if (number++ % stride != 0) return;
                             auto const border = text.begin() + static_cast<std::ptrdiff_t>(n);
                             OverlapExpectations<ExecutionSpace, std::uint8_t> on(
                                 {{text.begin(), border}, drawn_documents(next, n)},
                                 {{border, text.end()}, drawn_documents(next, m)});
                             on.expect(1 + next.below(4), drawn_manner(next));
                           },
                           {'a', 'b'});
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("overlap: short texts", ExecutionSpace, short_overlap)
{
  expect_small_texts<ExecutionSpace>(5, 3);
}
TEST_CASE_TEMPLATE_APPLY(short_overlap, Spaces);

TEST_CASE_TEMPLATE_DEFINE("overlap: drawn collections, symbols of every width", ExecutionSpace, overlap_collections)
{
  std::size_t const stride = stride_of_small_cases<ExecutionSpace>();
  expect_collections<ExecutionSpace, std::uint8_t>(250 / stride, 300);
  expect_collections<ExecutionSpace, std::uint16_t>(120 / stride, 300);
  expect_collections<ExecutionSpace, std::uint32_t>(80 / stride, 300);
  expect_collections<ExecutionSpace, std::uint64_t>(40 / stride, 300);
}
TEST_CASE_TEMPLATE_APPLY(overlap_collections, Spaces);

TEST_CASE_TEMPLATE_DEFINE("overlap: many drawn collections" * doctest::test_suite("long"), ExecutionSpace,
                          many_overlaps)
{
  std::size_t const stride = stride_of_small_cases<ExecutionSpace>();
  expect_small_texts<ExecutionSpace>(6, 1);
  expect_collections<ExecutionSpace, std::uint8_t>(4'000 / stride, 400);
  expect_collections<ExecutionSpace, std::uint16_t>(1'000 / stride, 400);
}
TEST_CASE_TEMPLATE_APPLY(many_overlaps, Spaces);

TEST_CASE_TEMPLATE_DEFINE("overlap: a text whose result is known", ExecutionSpace, known_overlap)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  ExecutionSpace const space;
  // the brown fox | quick | no | brown dog
  auto const queries = to_view<ExecutionSpace>(texts::text_of("the brown foxquicknobrown dog"));
  auto const corpus = texts::text_of("a brown foxy quick brown catbrown");
  OverlapOptions<MemorySpace> options{.length = 5,
                                      .documents = documents_from_host(space, Numbers{0, 13, 18, 20, 29}, 29),
                                      .corpus_documents = documents_from_host(space, Numbers{0, 13, 28, 33}, 33),
                                      .max_documents = 2};
  auto const found = overlap(space, queries, std::span<std::uint8_t const>(corpus), options);
  CHECK((to_vector(found.covered) == Numbers{10, 5, 0, 6}));
  CHECK((to_vector(found.longest) == Numbers{10, 5, 0, 6}));
  CHECK((to_vector(found.corpus_documents) == Numbers{3, 1, 0, 3}));
  CHECK((to_vector(found.numbers) == Numbers{0, 1, 1, 0, 1}));
  CHECK((to_vector(found.offsets) == Numbers{0, 2, 3, 3, 5}));
  options.counts_documents = false;
  auto const uncounted = overlap(space, queries, std::span<std::uint8_t const>(corpus), options);
  CHECK((to_vector(uncounted.covered) == Numbers{10, 5, 0, 6}));
  CHECK((to_vector(uncounted.corpus_documents) == Numbers{0, 0, 0, 0}));
  CHECK(uncounted.numbers.extent(0) == 0);
}
TEST_CASE_TEMPLATE_APPLY(known_overlap, Spaces);

TEST_CASE_TEMPLATE_DEFINE("overlap: long and repetitive texts", ExecutionSpace, long_overlap)
{
  using Expectations = OverlapExpectations<ExecutionSpace, std::uint8_t>;
  texts::Random next(9);
  auto const long_documents = [&](std::size_t n) {
    Numbers offsets{0};
    while (offsets.back() + 900 < n) offsets.push_back(offsets.back() + next.below(900));
    offsets.push_back(n);
    return offsets;
  };
  std::vector<texts::Text> const all{texts::copies_with_mutations(9'000, 300, 1), texts::periodic_parts(8'000, 30, 3),
                                     texts::letter(4'000), texts::fibonacci(5'000), texts::thue_morse(4'096)};
  for (auto const& text : all) {
    texts::Text queries(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.size() / 3));
    queries[queries.size() / 2] = 'x';
    Expectations divided({queries, long_documents(queries.size())}, {text, long_documents(text.size())});
    Expectations whole({queries, {}}, {text, {}});
    for (std::size_t const length : {3u, 20u, 100u})
      for (std::uint64_t const budget : {std::uint64_t{0}, Tuning{}.budget}) {
        divided.expect(length, {.tuning = {.budget = budget, .always_copies = true}, .chunk = 700});
        whole.expect(length, {.tuning = {.budget = budget}, .chunk = budget == 0 ? 1'000u : 0u});
      }
  }
}
TEST_CASE_TEMPLATE_APPLY(long_overlap, Spaces);

TEST_CASE_TEMPLATE_DEFINE("overlap: errors", ExecutionSpace, overlap_errors)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Options = OverlapOptions<MemorySpace>;
  ExecutionSpace const space;
  auto const queries = to_view<ExecutionSpace>(texts::random(100, 4, 1));
  auto const corpus = texts::random(200, 4, 2);
  auto const code = [&](Options const& options) {
    return code_of([&] { static_cast<void>(overlap(space, queries, std::span<std::uint8_t const>(corpus), options)); });
  };
  CHECK(code({.length = 0}) == ErrorCode::invalid_argument);
  CHECK(code({.documents = documents_from_host(space, Numbers{0, 20}, 99)}) == ErrorCode::invalid_argument);
  CHECK(code({.corpus_documents = documents_from_host(space, Numbers{0, 20}, 199)}) == ErrorCode::invalid_argument);
  CHECK(code({.length = 1'000}) == std::nullopt);
  static_assert(!requires { overlap(space, std::vector<int>(), std::span<int const>(), Options()); });
}
TEST_CASE_TEMPLATE_APPLY(overlap_errors, Spaces);

TEST_CASE_TEMPLATE_DEFINE("overlap: workspace and progress", ExecutionSpace, overlap_conventions)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  ExecutionSpace const space = own_instance<ExecutionSpace>();
  std::vector<BoundedCall> calls;
  for (auto const& text : {texts::copies_with_mutations(30'000, 300, 1), texts::letter(20'000), texts::random(5, 2, 1),
                           texts::random(20'000, 2, 4), texts::Text()})
    for (std::size_t const length : {1u, 8u, 60u}) {
      auto const documents =
          documents_from_host(space, Numbers{0, text.size() / 4, text.size() / 2, text.size()}, text.size());
      auto const queries = to_view<ExecutionSpace>(text);
      auto const call = [=](std::size_t chunk, Workspace* workspace, Progress const& progress) {
        auto const found = overlap(space, queries, std::span<std::uint8_t const>(text),
                                   OverlapOptions<MemorySpace>{.length = length,
                                                               .documents = documents,
                                                               .corpus_documents = documents,
                                                               .max_documents = 2,
                                                               .chunk = chunk,
                                                               .workspace = workspace,
                                                               .progress = progress});
        static_cast<void>(found);
      };
      std::string const name = std::to_string(text.size()) + " symbols, windows of " + std::to_string(length);
      for (std::size_t const chunk : {std::size_t{7'000}, std::size_t{0}})
        calls.push_back({name, overlap_workspace_bytes<ExecutionSpace>(text.size(), chunk),
                         [=](Workspace* workspace) { call(chunk, workspace, {}); }});
      if (length == 8) expect_progress(1, [&](Progress const& progress) { call(7'000, nullptr, progress); });
    }
  expect_bounds(space, calls);
}
TEST_CASE_TEMPLATE_APPLY(overlap_conventions, Spaces);

}  // namespace lexikos::tests
