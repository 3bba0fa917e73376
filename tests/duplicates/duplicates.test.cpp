// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "tests/code_of.hpp"
#include "tests/duplicates/expect.hpp"

namespace lexikos::tests
{

namespace
{

template <class ExecutionSpace>
void expect_small_texts(std::size_t longest, unsigned alphabet, std::size_t questions)
{
  texts::Random next(longest * 10 + alphabet);
  std::size_t const stride = stride_of_small_cases<ExecutionSpace>();
  std::size_t number = 0;
  for (std::size_t n = 0; n <= longest; ++n)
    texts::for_each_text(n, alphabet,
                         [&](texts::Text const& text) {
                           if (number++ % stride != 0) return;
                           DuplicateExpectations<ExecutionSpace, std::uint8_t> on(text, drawn_offsets(next, n));
                           for (std::size_t q = 0; q < questions; ++q) on.expect(drawn_duplicate_question(next, n + 1));
                         },
                         {'a', 'b', 255});
}

template <class Symbol>
std::vector<Symbol> drawn_text(texts::Random& next, std::size_t longest)
{
  constexpr std::array<unsigned, 5> alphabets{1, 2, 3, 4, 256};
  unsigned const alphabet = alphabets[next.below(5)];
  std::size_t const n = next.below(longest);
  auto const bytes = next.below(2) == 0 ? texts::random(n, alphabet, next())
                                        : texts::copies_with_mutations(n, 5 + next.below(40), next());
  std::vector<Symbol> text;
  for (auto const c : bytes) text.push_back(static_cast<Symbol>(c * (sizeof(Symbol) == 1 ? 1 : 200)));
  return text;
}

template <class ExecutionSpace, class Symbol>
void expect_collections(std::size_t count, std::size_t longest)
{
  texts::Random next(count + sizeof(Symbol));
  for (std::size_t i = 0; i < count; ++i) {
    CAPTURE(i);
    auto const text = drawn_text<Symbol>(next, longest);
    DuplicateExpectations<ExecutionSpace, Symbol> on(text, drawn_offsets(next, text.size()));
    for (std::size_t q = 0; q < 3; ++q) on.expect(drawn_duplicate_question(next, q == 0 ? text.size() / 3 + 1 : 9));
  }
}

template <class ExecutionSpace, class Symbol>
void expect_in_a_drawn_way(texts::Random& next)
{
  auto const text = drawn_text<Symbol>(next, 400);
  DuplicateExpectations<ExecutionSpace, Symbol> on(text, drawn_offsets(next, text.size()));
  on.expect_in_a_drawn_way(drawn_duplicate_question(next, next.below(3) == 0 ? text.size() / 3 + 1 : 9));
}

/// What is left of a text of letters.
template <class ExecutionSpace>
std::string left_of(std::string_view letters, Positions const& offsets, DuplicateQuestion const& question,
                    std::string& ranges)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  ExecutionSpace const space;
  auto const text = to_view<ExecutionSpace>(texts::text_of(letters));
  DuplicateOptions<MemorySpace> options{.length = question.length,
                                        .min_occurrences = question.min_occurrences,
                                        .keep = question.keep,
                                        .scope = question.scope,
                                        .align = question.align};
  if (!offsets.empty()) options.documents = documents_from_host(space, offsets, letters.size());
  auto const found = duplicate_ranges(space, text, options);
  std::vector<Range> all;
  auto const begins = to_vector(found.begins);
  auto const ends = to_vector(found.ends);
  for (std::size_t i = 0; i < begins.size(); ++i) all.push_back({begins[i], ends[i]});
  ranges = to_string(all);
  auto const left = to_vector(remove_ranges(space, text, found).text);
  return {left.begin(), left.end()};
}

/// Texts whose result is known from elsewhere.
template <class ExecutionSpace>
void expect_known(std::string_view letters, Positions const& offsets, DuplicateQuestion const& question,
                  std::string const& expected, std::string const& left)
{
  CAPTURE(letters);
  std::string ranges;
  CHECK(left_of<ExecutionSpace>(letters, offsets, question, ranges) == left);
  CHECK(ranges == expected);
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("duplicates: all short texts", ExecutionSpace, short_texts)
{
  expect_small_texts<ExecutionSpace>(8, 2, 2);
  expect_small_texts<ExecutionSpace>(5, 3, 3);
}
TEST_CASE_TEMPLATE_APPLY(short_texts, Spaces);

TEST_CASE_TEMPLATE_DEFINE("duplicates: drawn collections, symbols of every width", ExecutionSpace, collections)
{
  std::size_t const stride = stride_of_small_cases<ExecutionSpace>();
  expect_collections<ExecutionSpace, std::uint8_t>(120 / stride, 300);
  expect_collections<ExecutionSpace, std::uint16_t>(80 / stride, 300);
  expect_collections<ExecutionSpace, std::uint32_t>(80 / stride, 300);
  expect_collections<ExecutionSpace, std::uint64_t>(40 / stride, 300);
}
TEST_CASE_TEMPLATE_APPLY(collections, Spaces);

TEST_CASE_TEMPLATE_DEFINE("duplicates: many drawn collections" * doctest::test_suite("long"), ExecutionSpace,
                          many_collections)
{
  expect_small_texts<ExecutionSpace>(11, 2, 2);
  expect_small_texts<ExecutionSpace>(7, 3, 3);
  std::size_t const stride = stride_of_small_cases<ExecutionSpace>();
  expect_collections<ExecutionSpace, std::uint8_t>(2'000 / stride, 400);
  expect_collections<ExecutionSpace, std::uint16_t>(1'000 / stride, 400);
  expect_collections<ExecutionSpace, std::uint32_t>(1'000 / stride, 400);
}
TEST_CASE_TEMPLATE_APPLY(many_collections, Spaces);

TEST_CASE_TEMPLATE_DEFINE("duplicates: a hundred thousand collections" * doctest::test_suite("long"), ExecutionSpace,
                          hundred_thousand)
{
  Shard const shard = shard_of_cases();
  std::size_t const count = tries_all_cases() ? 100'000 : 1'000 / stride_of_small_cases<ExecutionSpace>();
  for (std::size_t i = shard.number; i < count; i += shard.count) {
    CAPTURE(i);
    texts::Random next(i);
    switch (next.below(4)) {
      case 0:
        expect_in_a_drawn_way<ExecutionSpace, std::uint32_t>(next);
        break;
      case 1:
        expect_in_a_drawn_way<ExecutionSpace, std::uint16_t>(next);
        break;
      default:
        expect_in_a_drawn_way<ExecutionSpace, std::uint8_t>(next);
    }
  }
}
TEST_CASE_TEMPLATE_APPLY(hundred_thousand, Spaces);

TEST_CASE_TEMPLATE_DEFINE("duplicates: texts whose result is known", ExecutionSpace, known)
{
  using enum KeepDuplicates;
  expect_known<ExecutionSpace>("eabcdfgh.efabcdgh", {}, {.length = 4}, "[1,5)[11,15)", "efgh.efgh");
  expect_known<ExecutionSpace>("aaaaaaaaaaaabbbcccccaaaaaaaaaaaaccccc", {}, {.length = 3}, "[0,12)[15,37)", "bbb");
  expect_known<ExecutionSpace>("abczabcabca", {0, 4, 6, 11}, {.length = 3}, "[0,3)[7,10)", "zabca");
  expect_known<ExecutionSpace>("aaaa", {}, {.length = 2}, "[0,4)", "");
  expect_known<ExecutionSpace>("aaaa", {}, {.length = 2, .min_occurrences = 4}, "", "aaaa");
  expect_known<ExecutionSpace>("aaaa", {}, {.length = 2, .keep = first}, "[1,4)", "a");
  expect_known<ExecutionSpace>("XabcdefYabcdeZ", {}, {.length = 4, .keep = first}, "[8,13)", "XabcdefYZ");
  expect_known<ExecutionSpace>("XabcdefYabcdeZ", {}, {.length = 4}, "[1,6)[8,13)", "XfYZ");
  expect_known<ExecutionSpace>("abcabcabcabc", {}, {.length = 4}, "[0,12)", "");
  expect_known<ExecutionSpace>("abcabcabcabc", {}, {.length = 4, .keep = first}, "[3,12)", "abc");
  // ranges that touch: one, but for those of different documents
  expect_known<ExecutionSpace>("abcdefghXabcdYefgh", {}, {.length = 4}, "[0,8)[9,13)[14,18)", "XY");
  expect_known<ExecutionSpace>("abcdefghXabcdYefgh", {0, 4, 18}, {.length = 4}, "[0,4)[4,8)[9,13)[14,18)", "XY");
  // windows of one document only
  expect_known<ExecutionSpace>("abcabcXabY", {0, 7, 10}, {.length = 2, .scope = DuplicateScope::across_documents},
                               "[0,2)[3,5)[7,9)", "ccXY");
  expect_known<ExecutionSpace>("abcabcXabY", {0, 7, 10}, {.length = 2, .keep = first_of_each_document}, "[3,6)",
                               "abcXabY");
  expect_known<ExecutionSpace>("abc", {}, {.length = 4}, "", "abc");
  expect_known<ExecutionSpace>("", {}, {.length = 1}, "", "");
  expect_known<ExecutionSpace>("aXbXc", {}, {.length = 1}, "[1,2)[3,4)", "abc");
}
TEST_CASE_TEMPLATE_APPLY(known, Spaces);

TEST_CASE_TEMPLATE_DEFINE("duplicates: ranges of whole characters", ExecutionSpace, characters)
{
  // the last byte of one letter and the first of the next are those of other letters
  std::string const text = "\xC3\xA9x\xC3\xA9y\xC4\xA9z\xC4\xA9";
  DuplicateQuestion question{.length = 2, .align = RangeAlignment::utf8};
  expect_known<ExecutionSpace>(text, {}, question, "[0,2)[3,5)[6,8)[9,11)", "xyz");
  question.length = 1;
  expect_known<ExecutionSpace>(text, {}, question, "[0,2)[3,5)[6,8)[9,11)", "xyz");
  std::string const split = "\xC3\xA9_\xC3\xA8_\xC3\xA7";  // only the first bytes and '_' are equal
  expect_known<ExecutionSpace>(split, {}, question, "[2,3)[5,6)", "\xC3\xA9\xC3\xA8\xC3\xA7");
  expect_known<ExecutionSpace>("\x80\x80\x80\x80", {}, question, "[0,4)", "");

  constexpr std::array<std::string_view, 5> all_letters{"a", "\xC3\xA9", "\xC4\xA9", "\xE2\x82\xAC",
                                                        "\xF0\x9F\x98\x80"};
  texts::Random next(8);
  for (std::size_t i = 0; i < 60 / stride_of_small_cases<ExecutionSpace>(); ++i) {
    CAPTURE(i);
    texts::Text letters;
    while (letters.size() < 80) {
      std::string_view const letter = all_letters[next.below(all_letters.size())];
      letters.insert(letters.end(), letter.begin(), letter.end());
    }
    if (i % 4 == 0) letters = texts::random(80, 256, next());
    DuplicateExpectations<ExecutionSpace, std::uint8_t> on(letters, drawn_offsets(next, letters.size()));
    for (std::size_t q = 0; q < 3; ++q) {
      auto drawn = drawn_duplicate_question(next, 5);
      drawn.align = RangeAlignment::utf8;
      on.expect(drawn);
    }
  }
}
TEST_CASE_TEMPLATE_APPLY(characters, Spaces);

TEST_CASE_TEMPLATE_DEFINE("duplicates: long texts", ExecutionSpace, long_texts)
{
  texts::Random next(9);
  for (auto const& text : {texts::copies_with_mutations(30'000, 300, 1), texts::periodic_parts(30'000, 30, 3),
                           texts::letter(9'000), texts::fibonacci(20'000)})
  {
    Positions offsets{0};
    while (offsets.back() + 900 < text.size()) offsets.push_back(offsets.back() + next.below(900));
    offsets.push_back(text.size());
    DuplicateExpectations<ExecutionSpace, std::uint8_t> on(text, offsets);
    on.expect({.length = 50, .keep = KeepDuplicates::first});
    on.expect({.length = 100, .min_occurrences = 3, .scope = DuplicateScope::across_documents});
    on.expect({.length = 20, .keep = KeepDuplicates::first_of_each_document});
  }
}
TEST_CASE_TEMPLATE_APPLY(long_texts, Spaces);

TEST_CASE_TEMPLATE_DEFINE("duplicates: parts of a text that another one has", ExecutionSpace, other_texts)
{
  texts::Random next(11);
  for (std::size_t i = 0; i < 150 / stride_of_small_cases<ExecutionSpace>(); ++i) {
    CAPTURE(i);
    auto const all = texts::copies_with_mutations(next.below(400), 5 + next.below(40), next());
    auto const border = all.begin() + static_cast<std::ptrdiff_t>(next.below(all.size() + 1));
    texts::Text const first(all.begin(), border);
    texts::Text const second(border, all.end());
    using Expectations = DuplicateExpectations<ExecutionSpace, std::uint8_t>;
    Expectations on(first, drawn_offsets(next, first.size()));
    Expectations const other(second, drawn_offsets(next, second.size()));
    for (std::size_t q = 0; q < 3; ++q) on.expect_ranges_of(other, drawn_duplicate_question(next, 12));
  }
  auto const text = to_view<ExecutionSpace>(texts::text_of("abcabXab"));
  auto const other = to_view<ExecutionSpace>(texts::text_of("cabc"));
  ExecutionSpace const space;
  auto const ranges = duplicate_ranges(space, text, other, {.length = 3});
  CHECK((to_vector(ranges.begins) == Positions{0}));
  CHECK((to_vector(ranges.ends) == Positions{5}));
  CHECK(duplicate_ranges(space, text, other, {.length = 3, .min_occurrences = 2}).size() == 0);
  CHECK(code_of([&] { static_cast<void>(duplicate_ranges(space, text, other, {.keep = KeepDuplicates::first})); }) ==
        ErrorCode::invalid_argument);
  CHECK(code_of([&] {
          static_cast<void>(duplicate_ranges(space, text, other, {.scope = DuplicateScope::across_documents}));
        }) == ErrorCode::invalid_argument);
}
TEST_CASE_TEMPLATE_APPLY(other_texts, Spaces);

TEST_CASE_TEMPLATE_DEFINE("duplicates: errors", ExecutionSpace, errors)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  ExecutionSpace const space;
  auto const text = to_view<ExecutionSpace>(texts::random(100, 4, 1));
  auto const wide = to_view<ExecutionSpace>(std::vector<std::uint16_t>(50));
  using Options = DuplicateOptions<MemorySpace>;
  auto const code = [&](auto const& symbols, Options const& options) {
    return code_of([&] { static_cast<void>(duplicate_ranges(space, symbols, options)); });
  };
  CHECK(code(text, Options{.length = 0}) == ErrorCode::invalid_argument);
  CHECK(code(wide, Options{.align = RangeAlignment::utf8}) == ErrorCode::invalid_argument);
  CHECK(code(text, Options{.documents = documents_from_host(space, Positions{0, 20}, 99)}) ==
        ErrorCode::invalid_argument);
  CHECK(code(text, Options{.progress = [](double) { return false; }}) == ErrorCode::cancelled);

  auto const removal = [&](Positions const& begins, Positions const& ends) {
    return code_of([&] {
      static_cast<void>(remove_ranges(
          space, text, TextRanges<MemorySpace>{to_view<ExecutionSpace>(begins), to_view<ExecutionSpace>(ends), 0}));
    });
  };
  CHECK(removal({3, 10}, {10, 20}) == std::nullopt);
  CHECK(removal({3, 10}, {3, 100}) == std::nullopt);
  CHECK(removal({3, 9}, {10, 20}) == ErrorCode::invalid_argument);
  CHECK(removal({3, 10}, {10, 101}) == ErrorCode::invalid_argument);
  CHECK(removal({11, 30}, {10, 31}) == ErrorCode::invalid_argument);
  CHECK(removal({1}, {2, 3}) == ErrorCode::invalid_argument);
}
TEST_CASE_TEMPLATE_APPLY(errors, Spaces);

TEST_CASE_TEMPLATE_DEFINE("duplicates: workspace and progress", ExecutionSpace, conventions)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  ExecutionSpace const space;
  for (auto const& text : {texts::copies_with_mutations(30'000, 300, 1), texts::letter(20'000), texts::random(5, 2, 1),
                           texts::random(20'000, 2, 4)})
    for (std::size_t const length : {1u, 8u, 60u}) {
      CAPTURE(text.size());
      CAPTURE(length);
      auto const view = to_view<ExecutionSpace>(text);
      Positions const offsets{0, text.size() / 2, text.size()};
      Workspace workspace;
      std::vector<double> told;
      DuplicateOptions<MemorySpace> options{.length = length,
                                            .keep = KeepDuplicates::first,
                                            .scope = DuplicateScope::across_documents,
                                            .documents = documents_from_host(space, offsets, text.size()),
                                            .workspace = &workspace,
                                            .progress = [&](double fraction) {
                                              told.push_back(fraction);
                                              return true;
                                            }};
      static_cast<void>(duplicate_ranges(space, view, options));
      CHECK(workspace.peak_bytes() <= duplicates_workspace_bytes<ExecutionSpace>(text.size()));
      CHECK(std::is_sorted(told.begin(), told.end()));
      CHECK(told.back() == 1);
      CHECK(std::count(told.begin(), told.end(), 1.) == 1);
      static_cast<void>(duplicate_windows(space, view, options));
      CHECK(workspace.peak_bytes() <= duplicates_workspace_bytes<ExecutionSpace>(text.size()));
      Workspace other;
      auto const ranges = duplicate_ranges(space, view, {.length = length});
      static_cast<void>(remove_ranges(space, view, ranges, {.workspace = &other}));
      CHECK(other.peak_bytes() <= remove_ranges_workspace_bytes<ExecutionSpace>(ranges.size()));
    }
}
TEST_CASE_TEMPLATE_APPLY(conventions, Spaces);

}  // namespace lexikos::tests
