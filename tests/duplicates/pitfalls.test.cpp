// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What other programs for exact deduplication, or their users, were found to trip over.

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <string_view>

#include "tests/duplicates/expect.hpp"

namespace lexikos::tests
{

namespace
{

/// The ranges of a text by one engine, as a list.
template <class ExecutionSpace, class Symbol>
std::string ranges_of(std::vector<Symbol> const& text, Positions const& offsets, DuplicateQuestion const& question,
                      DuplicateEngine engine)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  ExecutionSpace const space;
  DuplicateOptions<MemorySpace> options;
  options.length = question.length;
  options.min_occurrences = question.min_occurrences;
  options.keep = question.keep;
  options.scope = question.scope;
  options.align = question.align;
  options.engine = engine;
  if (!offsets.empty()) options.documents = documents_from_host(space, offsets, text.size());
  auto const found = duplicate_ranges(space, to_view<ExecutionSpace>(text), options);
  auto const begins = to_vector(found.begins);
  auto const ends = to_vector(found.ends);
  std::vector<Range> ranges;
  for (std::size_t i = 0; i < begins.size(); ++i) ranges.push_back({begins[i], ends[i]});
  return to_string(ranges);
}

template <class ExecutionSpace, class Symbol>
void expect_ranges(std::vector<Symbol> const& text, Positions const& offsets, DuplicateQuestion const& question,
                   std::string const& expected)
{
  CAPTURE(text);
  CHECK(ranges_of<ExecutionSpace>(text, offsets, question, DuplicateEngine::suffix_array) == expected);
  CHECK(ranges_of<ExecutionSpace>(text, offsets, question, DuplicateEngine::fingerprints) == expected);
}

template <class ExecutionSpace>
void expect_ranges(std::string_view letters, Positions const& offsets, DuplicateQuestion const& question,
                   std::string const& expected)
{
  expect_ranges<ExecutionSpace>(texts::text_of(letters), offsets, question, expected);
}

/// The algorithm that corpora were first deduplicated by (Lee et al. 2022), on one thread: clusters of neighbouring suffixes
/// whose first k bytes are equal, larger than a threshold, are listed; their windows are joined where they touch.
std::string ranges_by_clusters(texts::Text const& text, std::size_t k, std::size_t threshold)
{
  std::vector<std::size_t> order(text.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::lexicographical_compare(text.begin() + static_cast<std::ptrdiff_t>(a), text.end(),
                                        text.begin() + static_cast<std::ptrdiff_t>(b), text.end());
  });
  auto const window = [&](std::size_t rank) {
    return std::string_view(reinterpret_cast<char const*>(text.data()), text.size()).substr(order[rank], k);
  };
  std::vector<std::uint64_t> listed;
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() && window(end).size() == k && window(end) == window(begin)) ++end;
    std::size_t const size = end - begin;
    if (size > 1 && size > threshold)
      for (std::size_t r = begin; r < end; ++r) listed.push_back(order[r]);
    begin = end;
  }
  std::sort(listed.begin(), listed.end());
  std::vector<Range> ranges;
  for (auto const p : listed) {
    if (ranges.empty() || p > ranges.back().end)
      ranges.push_back({p, p + k});
    else
      ranges.back().end = p + k;
  }
  return to_string(ranges);
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("duplicates: without documents, those of the first such program on one thread",
                          ExecutionSpace, clusters)
{
  texts::Random next(17);
  for (std::size_t i = 0; i < 200 / stride_of_small_cases<ExecutionSpace>(); ++i) {
    CAPTURE(i);
    std::size_t const n = next.below(300);
    auto const text = next.below(2) == 0 ? texts::random(n, 1 + static_cast<unsigned>(next.below(4)), next())
                                         : texts::copies_with_mutations(n, 30, next());
    std::size_t const k = 1 + next.below(12);
    std::size_t const threshold = next.below(4);
    expect_ranges<ExecutionSpace>(text, {}, {.length = k, .min_occurrences = threshold + 1},
                                  ranges_by_clusters(text, k, threshold));
  }
}
TEST_CASE_TEMPLATE_APPLY(clusters, Spaces);

TEST_CASE_TEMPLATE_DEFINE("duplicates: pitfalls of other programs", ExecutionSpace, pitfalls)
{
  using enum KeepDuplicates;
  constexpr auto across = DuplicateScope::across_documents;

  // the first occurrence is that in the text, not that in the order of suffixes ("ab$" is before "abX")
  expect_ranges<ExecutionSpace>("abXab$", {}, {.length = 2, .keep = first}, "[3,5)");

  // a range need not occur again as a whole: "bcde" does not
  expect_ranges<ExecutionSpace>("bcdYcdeZbcde", {}, {.length = 3, .keep = first}, "[8,12)");

  // what is left may have duplicates again
  expect_ranges<ExecutionSpace>("cQRQRdcd", {}, {.length = 2}, "[1,5)");
  expect_ranges<ExecutionSpace>("cdcd", {}, {.length = 2}, "[0,4)");

  // occurrences are windows, and with the scope across documents, documents
  expect_ranges<ExecutionSpace>("ababXYab", {0, 5, 8}, {.length = 2, .min_occurrences = 3}, "[0,4)[6,8)");
  expect_ranges<ExecutionSpace>("ababXYab", {0, 5, 8}, {.length = 2, .min_occurrences = 3, .scope = across}, "");
  expect_ranges<ExecutionSpace>("ababXYab", {0, 5, 8}, {.length = 2, .min_occurrences = 9}, "");

  // suffixes that cross a border may lie between two windows that are equal
  expect_ranges<ExecutionSpace>("abczabcabca", {0, 4, 6, 11}, {.length = 3}, "[0,3)[7,10)");

  // matches of tokens are not matches of their bytes: these are equal at an odd distance
  std::vector<std::uint16_t> const tokens{0x1122, 0x3344, 0x5566, 0x22AA, 0x4411, 0x6633};
  expect_ranges<ExecutionSpace>(tokens, {}, {.length = 2}, "");
  auto const* const bytes = reinterpret_cast<std::uint8_t const*>(tokens.data());
  expect_ranges<ExecutionSpace>(texts::Text(bytes, bytes + 12), {}, {.length = 3}, "[0,5)[7,12)");

  // the largest symbols are symbols like others, and so is 0
  constexpr auto ones = std::numeric_limits<std::uint16_t>::max();
  expect_ranges<ExecutionSpace>(std::vector<std::uint16_t>{ones, 0, ones, 7, ones, 0, ones}, {}, {.length = 3},
                                "[0,3)[4,7)");
  expect_ranges<ExecutionSpace>(std::vector<std::uint32_t>{~0u, 0, 9, ~0u, 0}, {}, {.length = 2}, "[0,2)[3,5)");

  // documents that are empty, short, all equal, of one symbol, or do not cover the text
  expect_ranges<ExecutionSpace>("ababab", {0, 2, 2, 4, 6}, {.length = 2}, "[0,2)[2,4)[4,6)");
  expect_ranges<ExecutionSpace>("ababab", {0, 2, 2, 4, 6}, {.length = 2, .keep = first, .scope = across}, "[2,4)[4,6)");
  expect_ranges<ExecutionSpace>("ababab", {0, 2, 2, 4, 6}, {.length = 3}, "");
  expect_ranges<ExecutionSpace>("aaaa", {0, 1, 2, 3, 4}, {.length = 1, .keep = first}, "[1,2)[2,3)[3,4)");
  expect_ranges<ExecutionSpace>("ababab", {2, 4}, {.length = 2}, "");
  expect_ranges<ExecutionSpace>("ababab", {0, 0, 0}, {.length = 1}, "");
  expect_ranges<ExecutionSpace>("ab", {0, 2}, {.length = 3}, "");

  // a run as long as the text: nothing takes the square of it
  expect_ranges<ExecutionSpace>(texts::letter(300'000), {}, {.length = 1'000, .keep = first}, "[1,300000)");
}
TEST_CASE_TEMPLATE_APPLY(pitfalls, Spaces);

}  // namespace lexikos::tests
