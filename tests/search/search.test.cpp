// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <lexikos/search.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/code_of.hpp"
#include "tests/reference/sa_is.hpp"
#include "tests/spaces.hpp"
#include "tests/texts.hpp"

using namespace lexikos;

namespace
{

using Strings = std::vector<std::string>;

/// Where a pattern begins, by looking at every place.
std::vector<std::uint64_t> naive(std::string_view text, std::string_view pattern)
{
  std::vector<std::uint64_t> positions;
  for (auto at = text.find(pattern); at < text.size(); at = text.find(pattern, at + 1)) positions.push_back(at);
  return positions;
}

std::string_view view_of(texts::Text const& text)
{
  return {reinterpret_cast<char const*>(text.data()), text.size()};
}

/// Stretches of the text, as they are, with a changed symbol or one more, of all lengths that make a difference; strings of
/// symbols of any kind; and those at the edge.
Strings make_patterns(texts::Text const& text, std::size_t count, std::uint64_t seed)
{
  texts::Random next(seed);
  std::string const whole(view_of(text));
  Strings patterns = {"", whole, whole + "a", "a" + whole, std::string(1, '\0'), std::string(1, '\xFF'), "no such"};
  for (std::size_t last = 1; last <= std::min<std::size_t>(whole.size(), 40); ++last) {
    patterns.push_back(whole.substr(whole.size() - last));  // suffixes, which the table fills up
    patterns.push_back(patterns.back() + whole.front());
    patterns.push_back(patterns.back() + *std::min_element(whole.begin(), whole.end()));
  }
  while (patterns.size() < count) {
    std::size_t const length = next.below(next.below(8) == 0 ? 300 : 24);
    std::string pattern;
    if (next.below(4) != 0 && !whole.empty())
      pattern = whole.substr(next.below(whole.size()), length);
    else
      for (std::size_t i = 0; i < length; ++i) pattern += whole.empty() ? 'x' : whole[next.below(whole.size())];
    if (next.below(4) == 0 && !pattern.empty()) pattern[next.below(pattern.size())] = static_cast<char>(next());
    patterns.push_back(pattern);
  }
  return patterns;
}

std::vector<std::string_view> views_of(Strings const& strings)
{
  return {strings.begin(), strings.end()};
}

template <class Index, class ExecutionSpace>
SuffixIndex<typename ExecutionSpace::memory_space, Index> index_of(ExecutionSpace const& space, texts::Text const& text,
                                                                   SuffixIndexOptions const& options = {})
{
  auto const sa = reference::sa_is(text);
  return {space, tests::to_view<ExecutionSpace>(text),
          tests::to_view<ExecutionSpace>(std::vector<Index>(sa.begin(), sa.end())), options};
}

/// What count, intervals and locate answer.
template <class Index>
struct Answers
{
  std::vector<Index> counts;
  std::vector<Index> begins;
  std::vector<Index> ends;
  std::vector<std::uint64_t> offsets;
  std::vector<Index> positions;
};

template <class Index, class ExecutionSpace, class MemorySpace>
Answers<Index> ask(ExecutionSpace const& space, SuffixIndex<MemorySpace, Index> const& index, Strings const& patterns,
                   SearchOptions const& options)
{
  auto const views = views_of(patterns);
  auto const batch = patterns_from_host(space, std::span<std::string_view const>(views));
  tests::TestArray<Index, ExecutionSpace> const counts("counts", patterns.size()), begins("begins", patterns.size()),
      ends("ends", patterns.size());
  index.count(space, batch.symbols, batch.offsets, counts, options);
  index.intervals(space, batch.symbols, batch.offsets, begins, ends, options);
  auto const found = index.locate(space, batch.symbols, batch.offsets, options);
  space.fence();
  return {tests::to_vector(counts), tests::to_vector(begins), tests::to_vector(ends), tests::to_vector(found.offsets),
          tests::to_vector(found.positions)};
}

template <class Index>
void expect(texts::Text const& text, Strings const& patterns, Answers<Index> const& answers,
            std::vector<std::vector<std::uint64_t>> const& expected, bool text_order)
{
  auto const sa = reference::sa_is(text);
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    bool right = answers.counts[i] == expected[i].size() && answers.ends[i] - answers.begins[i] == expected[i].size() &&
                 answers.offsets[i + 1] - answers.offsets[i] == expected[i].size();
    std::vector<std::uint64_t> found(answers.positions.begin() + static_cast<std::ptrdiff_t>(answers.offsets[i]),
                                     answers.positions.begin() + static_cast<std::ptrdiff_t>(answers.offsets[i + 1]));
    if (!text_order) {
      for (std::size_t j = 0; right && j < found.size(); ++j)
        right = found[j] == static_cast<std::uint64_t>(sa[answers.begins[i] + j]);
      std::sort(found.begin(), found.end());
    }
    right = right && found == expected[i];
    CAPTURE(patterns[i]);
    REQUIRE(right);
  }
  CHECK(answers.offsets.front() == 0);
  CHECK(answers.offsets.back() == answers.positions.size());
}

template <class ExecutionSpace, class Index>
void expect_all(texts::Text const& text, Strings const& patterns, std::size_t table_entries)
{
  ExecutionSpace const space{};
  std::vector<std::vector<std::uint64_t>> expected;
  for (auto const& pattern : patterns) expected.push_back(naive(view_of(text), pattern));
  Workspace workspace;
  auto const index = index_of<Index>(space, text, {.table_entries = table_entries, .workspace = &workspace});
  CHECK(index.table_entries() <= std::max(table_entries, text.size() / 2) + 2);
  for (bool const sort : {false, true})
    expect<Index>(text, patterns,
                  ask<Index>(space, index, patterns,
                             {.sort_patterns = sort, .text_order = sort, .workspace = sort ? &workspace : nullptr}),
                  expected, sort);
}

std::vector<texts::Text> some_texts()
{
  return {texts::text_of("abracadabra"),
          texts::letter(300),
          texts::fibonacci(600),
          texts::thue_morse(512),
          texts::periodic(700, 13, 350),
          texts::random(2'000, 2, 1),
          texts::random(3'000, 4, 2),
          texts::random(1'000, 256, 3),
          texts::copies_with_mutations(3'000, 100, 4),
          texts::runs(1'500, 90, 5)};
}

template <class ExecutionSpace>
void expect_naive_answers()
{
  std::uint64_t seed = 0;
  for (auto const& text : some_texts()) {
    CAPTURE(seed);
    auto const patterns = make_patterns(text, 1'000, ++seed);
    expect_all<ExecutionSpace, std::uint32_t>(text, patterns, 0);
    expect_all<ExecutionSpace, std::uint64_t>(text, make_patterns(text, 400, ++seed), 20 * text.size());
    expect_all<ExecutionSpace, std::uint32_t>(text, make_patterns(text, 300, ++seed), 1);
  }
}

/// All strings of up to 7 symbols of 2 and up to 5 of 3, in all texts of these, with tables of all depths.
template <class ExecutionSpace>
void expect_all_small()
{
  auto const space = tests::smallest_instance<ExecutionSpace>();
  for (unsigned const alphabet : {2u, 3u}) {
    Strings words = {""};
    for (std::size_t w = 0; words[w].size() < (alphabet == 2 ? 6u : 4u); ++w)
      for (unsigned c = 0; c < alphabet; ++c) words.push_back(words[w] + static_cast<char>('a' + c));
    auto const views = views_of(words);
    auto const batch = patterns_from_host(space, std::span<std::string_view const>(views));
    tests::TestArray<std::uint32_t, ExecutionSpace> const counts("counts", words.size());
    for (auto const& word : words)
      for (std::size_t const entries : {1, 3, 9, 64, 300}) {
        auto const index = index_of<std::uint32_t>(space, texts::text_of(word), {.table_entries = entries});
        index.count(space, batch.symbols, batch.offsets, counts);
        space.fence();
        auto const found = tests::to_vector(counts);
        for (std::size_t i = 0; i < words.size(); ++i) {
          CAPTURE(word);
          CAPTURE(words[i]);
          CAPTURE(entries);
          REQUIRE(found[i] == naive(word, words[i]).size());
        }
      }
  }
}

/// A kernel of a user that finds the intervals of all strings of three symbols of the text.
template <class Index, class Text, class Results>
struct FindThree
{
  Index index;
  Text text;
  Results counts;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    Span<std::uint8_t const, typename Text::memory_space> const pattern(text.data() + i, 3);
    counts(i) = index.interval(pattern).count();
  }
};

template <class ExecutionSpace>
void expect_device_callable()
{
  ExecutionSpace const space{};
  auto const text = texts::random(500, 3, 9);
  auto const index = index_of<std::uint32_t>(space, text, {.table_entries = 5});
  tests::TestArray<std::uint32_t, ExecutionSpace> const counts("counts", text.size() - 2);
  using Index = std::remove_const_t<decltype(index)>;
  Kokkos::parallel_for("ask", Kokkos::RangePolicy<ExecutionSpace>(space, 0, counts.extent(0)),
                       FindThree<Index, typename Index::Text, tests::TestArray<std::uint32_t, ExecutionSpace>>{
                           index, index.text(), counts});
  space.fence();
  auto const found = tests::to_vector(counts);
  for (std::size_t i = 0; i < found.size(); ++i)
    CHECK(found[i] == naive(view_of(text), view_of(text).substr(i, 3)).size());
}

template <class ExecutionSpace>
void expect_limits()
{
  ExecutionSpace const space{};
  auto const text = texts::letter(20'000);  // one pattern has more positions than a tile, others have few or none
  auto const index = index_of<std::uint32_t>(space, text);
  Strings const patterns = {"b", "aaa", "", "b", std::string(19'999, 'a'), "b", "b"};
  auto const all = ask<std::uint32_t>(space, index, patterns, {.text_order = true});
  CHECK(all.counts == std::vector<std::uint32_t>{0, 19'998, 20'000, 0, 2, 0, 0});
  CHECK(all.offsets == std::vector<std::uint64_t>{0, 0, 19'998, 39'998, 39'998, 40'000, 40'000, 40'000});
  for (std::size_t i = 0; i < 19'998; ++i) REQUIRE(all.positions[i] == i);
  CHECK(all.positions[39'998] == 0);
  CHECK(all.positions[39'999] == 1);
  auto const few = ask<std::uint32_t>(space, index, patterns, {.max_positions = 3});
  CHECK(few.offsets == std::vector<std::uint64_t>{0, 0, 3, 6, 6, 8, 8, 8});
  CHECK(few.positions == std::vector<std::uint32_t>{19'997, 19'996, 19'995, 19'999, 19'998, 19'997, 1, 0});
}

/// The text and the batch are parts of larger views, at every place within a word: a batch of the last patterns only, whose
/// offsets start above 0.
template <class ExecutionSpace>
void expect_parts()
{
  ExecutionSpace const space{};
  auto const text = texts::copies_with_mutations(500, 40, 7);
  auto const sa = reference::sa_is(text);
  auto const array = tests::to_view<ExecutionSpace>(std::vector<std::uint32_t>(sa.begin(), sa.end()));
  auto const patterns = make_patterns(text, 300, 8);
  std::size_t const skipped = 140;
  Strings const asked(patterns.begin() + skipped, patterns.end());
  auto const views = views_of(patterns);
  auto const batch = patterns_from_host(space, std::span<std::string_view const>(views));
  auto const offsets = Kokkos::subview(batch.offsets, std::pair(skipped, patterns.size() + 1));
  for (std::size_t place = 1; place < 9; ++place) {
    CAPTURE(place);
    texts::Text around(text.size() + 16, 'a');
    std::copy(text.begin(), text.end(), around.begin() + static_cast<std::ptrdiff_t>(place));
    auto const part = Kokkos::subview(tests::to_view<ExecutionSpace>(around), std::pair(place, place + text.size()));
    tests::TestArray<std::uint8_t, ExecutionSpace> const symbols("symbols", batch.symbols.extent(0) + place);
    auto const part_of_symbols = Kokkos::subview(symbols, std::pair(place, symbols.extent(0)));
    Kokkos::deep_copy(part_of_symbols, batch.symbols);
    SuffixIndex<typename ExecutionSpace::memory_space, std::uint32_t> const index(space, part, array);
    tests::TestArray<std::uint32_t, ExecutionSpace> const counts("counts", asked.size() + 2);
    Kokkos::deep_copy(counts, 77);
    index.count(space, part_of_symbols, offsets, Kokkos::subview(counts, std::pair(std::size_t{1}, asked.size() + 1)));
    space.fence();
    auto const found = tests::to_vector(counts);
    for (std::size_t i = 0; i < asked.size(); ++i) {
      CAPTURE(asked[i]);
      REQUIRE(found[i + 1] == naive(view_of(text), asked[i]).size());
    }
    CHECK(found.front() == 77);
    CHECK(found.back() == 77);
  }
}

/// Intervals that no search would find have the positions that they have in common with the suffix array.
template <class ExecutionSpace>
void expect_any_intervals()
{
  ExecutionSpace const space{};
  auto const index = index_of<std::uint32_t>(space, texts::text_of("abracadabra"));
  std::vector<std::uint32_t> const begins = {9, 11, 12, 5, ~0u, 0, 10}, ends = {40, 40, ~0u, 3, ~0u, 0, 11};
  for (bool const text_order : {false, true}) {
    auto const found = index.locate(space, tests::to_view<ExecutionSpace>(begins), tests::to_view<ExecutionSpace>(ends),
                                    {.text_order = text_order});
    CHECK(tests::to_vector(found.offsets) == std::vector<std::uint64_t>{0, 2, 2, 2, 2, 2, 2, 3});
    CHECK(tests::to_vector(found.positions) ==
          (text_order ? std::vector<std::uint32_t>{2, 9, 2} : std::vector<std::uint32_t>{9, 2, 2}));
  }
}

template <class ExecutionSpace>
void expect_errors()
{
  ExecutionSpace const space{};
  auto const text = texts::text_of("abracadabra");
  auto const index = index_of<std::uint32_t>(space, text);
  using Offsets = std::vector<std::uint64_t>;
  tests::TestArray<std::uint8_t, ExecutionSpace> const symbols("symbols", 5);
  auto const code_of = [&](Offsets const& offsets, std::size_t results) {
    tests::TestArray<std::uint32_t, ExecutionSpace> const counts("counts", results);
    auto const view = tests::to_view<ExecutionSpace>(offsets);
    auto const code = tests::code_of([&] {
      index.count(space, symbols, view, counts);
      space.fence();
    });
    CHECK(tests::code_of([&] {
            index.intervals(space, symbols, view, counts, counts);
            space.fence();
          }) == code);
    return code;
  };
  CHECK(code_of({0, 2, 5}, 2) == std::nullopt);
  CHECK(code_of({0}, 0) == std::nullopt);
  CHECK(code_of({3, 3}, 1) == std::nullopt);
  CHECK(code_of({}, 0) == ErrorCode::invalid_argument);
  CHECK(code_of({0, 2, 5}, 3) == ErrorCode::invalid_argument);
  CHECK(code_of({0, 3, 2}, 2) == ErrorCode::invalid_argument);
  CHECK(code_of({0, 2, 6}, 2) == ErrorCode::invalid_argument);
  CHECK(code_of({0, ~std::uint64_t{0}, 5}, 2) == ErrorCode::invalid_argument);
  using Index = SuffixIndex<typename ExecutionSpace::memory_space, std::uint32_t>;
  CHECK(tests::code_of([&] {
          Index(space, tests::to_view<ExecutionSpace>(text), tests::TestArray<std::uint32_t, ExecutionSpace>("sa", 3));
        }) == ErrorCode::invalid_argument);
  auto const offsets = tests::to_view<ExecutionSpace>(Offsets{0, 2});
  tests::TestArray<std::uint32_t, ExecutionSpace> const one("one", 1), two("two", 2);
  auto const refused = [](auto const& call) { CHECK(tests::code_of(call) == ErrorCode::invalid_argument); };
  refused([&] { Index().count(space, symbols, offsets, one); });  // not built
  refused([&] { (void)index.locate(space, one, two); });
  refused([&] { index.intervals(space, symbols, offsets, one, two); });
  refused([&] { index.intervals(space, symbols, offsets, two, one); });
  refused([&] { (void)index.locate(space, symbols, tests::to_view<ExecutionSpace>(Offsets{})); });
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("count, intervals and locate agree with a naive scan", ExecutionSpace, agree)
{
  expect_naive_answers<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(agree, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("all small patterns in all small texts", ExecutionSpace, small)
{
  expect_all_small<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(small, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("many patterns of a longer text", ExecutionSpace, many)
{
  auto const text = texts::copies_with_mutations(4'000, 200, 11);
  expect_all<ExecutionSpace, std::uint32_t>(text, make_patterns(text, 100'000, 12), 0);
}
TEST_CASE_TEMPLATE_APPLY(many, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("patterns of a real text", ExecutionSpace, real)
{
  char const* const source = std::getenv("LEXIKOS_SOURCE_DIR");
  std::ifstream file(std::string(source != nullptr ? source : ".") + "/README.md", std::ios::binary);
  texts::Text const text{std::istreambuf_iterator<char>(file), {}};
  if (text.empty())
    MESSAGE("no README.md below LEXIKOS_SOURCE_DIR: skipped");
  else
    expect_all<ExecutionSpace, std::uint64_t>(text, make_patterns(text, 10'000, 13), 0);
}
TEST_CASE_TEMPLATE_APPLY(real, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("texts of no symbols and of one", ExecutionSpace, smallest)
{
  expect_all<ExecutionSpace, std::uint32_t>({}, make_patterns({}, 20, 1), 0);
  expect_all<ExecutionSpace, std::uint64_t>({0}, make_patterns({0}, 20, 2), 0);
  expect_all<ExecutionSpace, std::uint32_t>({255}, make_patterns({255}, 20, 3), 7);
}
TEST_CASE_TEMPLATE_APPLY(smallest, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("kernels find intervals", ExecutionSpace, device)
{
  expect_device_callable<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(device, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("positions in text order, and no more than wanted", ExecutionSpace, limits)
{
  expect_limits<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(limits, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("texts, batches and results that are parts of views", ExecutionSpace, parts)
{
  expect_parts<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(parts, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("positions of intervals of any values", ExecutionSpace, any)
{
  expect_any_intervals<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(any, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("batches that do not fit are refused", ExecutionSpace, errors)
{
  expect_errors<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(errors, tests::Spaces);
