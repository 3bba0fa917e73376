// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Maximal repeats, longest repeated substrings and longest common substrings against their definitions.

#include <algorithm>
#include <lexikos/repeated_substrings.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/longest_repeats/expect.hpp"

using namespace lexikos;

namespace
{

/// A repeat: its length and where it occurs, ascending.
using Occurrences = std::pair<std::size_t, std::vector<std::size_t>>;

std::map<std::string, std::vector<std::size_t>> substrings(texts::Text const& text)
{
  std::string const letters(text.begin(), text.end());
  std::map<std::string, std::vector<std::size_t>> all;
  for (std::size_t i = 0; i < letters.size(); ++i)
    for (std::size_t length = 1; i + length <= letters.size(); ++length) all[letters.substr(i, length)].push_back(i);
  return all;
}

/// The symbol at a place, or one that no other place has.
int symbol_at(texts::Text const& text, std::size_t place)
{
  return place < text.size() ? text[place] : -1 - static_cast<int>(place % 2);
}

std::set<Occurrences> naive_maximal(texts::Text const& text, std::size_t length, std::size_t occurrences)
{
  std::set<Occurrences> maximal;
  for (auto const& [word, places] : substrings(text)) {
    if (word.size() < length || places.size() < std::max<std::size_t>(occurrences, 2)) continue;
    std::set<int> before, after;
    for (std::size_t const place : places) {
      before.insert(symbol_at(text, place - 1));
      after.insert(symbol_at(text, place + word.size()));
    }
    if (before.size() > 1 && after.size() > 1) maximal.insert({word.size(), places});
  }
  return maximal;
}

std::set<Occurrences> naive_longest(texts::Text const& text)
{
  std::set<Occurrences> longest;
  std::size_t length = 0;
  auto const all = substrings(text);
  for (auto const& [word, places] : all)
    if (places.size() > 1) length = std::max(length, word.size());
  for (auto const& [word, places] : all)
    if (places.size() > 1 && word.size() == length) longest.insert({length, places});
  return longest;
}

template <class Index>
Occurrences occurrences(std::vector<Index> const& sa, std::size_t begin, std::size_t end, std::size_t length)
{
  std::vector<std::size_t> places;
  for (std::size_t r = begin; r < end; ++r) places.push_back(sa.at(r));
  std::sort(places.begin(), places.end());
  return {length, places};
}

template <class Index, class ExecutionSpace>
void expect_maximal(ExecutionSpace const& space, texts::Text const& text, MaximalRepeatsOptions const& options)
{
  tests::TextArrays<Index> const arrays(text);
  tests::DeviceArrays<ExecutionSpace, Index> const device(arrays);
  auto const device_text = tests::to_view<ExecutionSpace>(text);
  tests::TestArray<Index, ExecutionSpace> const none("none", 0);
  auto const expected = naive_maximal(text, options.min_length, options.min_occurrences);
  std::size_t const count = maximal_repeats(space, device_text, device.sa, device.lcp, none, none, none, options);
  CHECK(count == expected.size());
  std::vector<Index> whole;
  for (std::size_t const room : {count + 2, count, count / 2}) {
    tests::TestArray<Index, ExecutionSpace> const begins("begins", room), ends("ends", room), lengths("lengths", room);
    CHECK(maximal_repeats(space, device_text, device.sa, device.lcp, begins, ends, lengths, options) == count);
    auto const b = tests::to_vector(begins), e = tests::to_vector(ends), l = tests::to_vector(lengths);
    std::set<Occurrences> found;
    std::size_t const written = std::min(room, count);
    for (std::size_t m = 0; m < written; ++m) found.insert(occurrences(arrays.sa, b[m], e[m], l[m]));
    CHECK(found.size() == written);
    CHECK(std::includes(expected.begin(), expected.end(), found.begin(), found.end()));
    if (room > count) {
      CHECK(b[count] == 0);  // nothing is written after the last
      whole = b;
    }
    CHECK(std::equal(b.begin(), b.begin() + static_cast<std::ptrdiff_t>(written), whole.begin()));
  }
}

template <class Index, class ExecutionSpace>
void expect_longest(ExecutionSpace const& space, texts::Text const& text)
{
  tests::TextArrays<Index> const arrays(text);
  tests::DeviceArrays<ExecutionSpace, Index> const device(arrays);
  auto const expected = naive_longest(text);
  tests::TestArray<Index, ExecutionSpace> const begins("begins", text.size()), ends("ends", text.size());
  auto const longest = longest_repeated_substrings(space, device.lcp, begins, ends);
  CHECK(longest.count == expected.size());
  CHECK(longest.length == (expected.empty() ? 0 : expected.begin()->first));
  auto const b = tests::to_vector(begins), e = tests::to_vector(ends);
  std::set<Occurrences> found;
  for (std::size_t m = 0; m < longest.count; ++m)
    found.insert(occurrences(arrays.sa, b.at(m), e.at(m), longest.length));
  CHECK(found == expected);
  CHECK(std::is_sorted(b.begin(), b.begin() + static_cast<std::ptrdiff_t>(longest.count)));
  tests::TestArray<Index, ExecutionSpace> const none("none", 0);
  CHECK(longest_repeated_substrings(space, device.lcp, none, none).count == expected.size());
}

LongestCommonSubstring naive_common(texts::Text const& a, texts::Text const& b)
{
  LongestCommonSubstring best;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) {
      std::size_t common = 0;
      while (i + common < a.size() && j + common < b.size() && a[i + common] == b[j + common]) ++common;
      if (common > best.length) best = {common, i, j};
    }
  return best;
}

template <class Index, class ExecutionSpace>
void expect_common(ExecutionSpace const& space, texts::Text const& a, texts::Text const& b)
{
  texts::Text both = a;
  both.insert(both.end(), b.begin(), b.end());
  tests::DeviceArrays<ExecutionSpace, Index> const device{tests::TextArrays<Index>(both)};
  auto const expected = naive_common(a, b);
  auto const found = longest_common_substring(space, a.size(), device.sa, device.lcp);
  CHECK(found.length == expected.length);
  CHECK(found.first == expected.first);
  CHECK(found.second == expected.second);
}

std::vector<texts::Text> sample_texts()
{
  std::vector<texts::Text> all{{}, texts::letter(1), texts::text_of("mississippi"), texts::text_of("abcabcddbca")};
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    texts::Random next(seed);
    std::size_t const n = 1 + next.below(45);
    all.push_back(texts::random(n, 1 + static_cast<unsigned>(seed % 5), seed));
    all.push_back(texts::runs(n, 6, seed));
  }
  for (std::size_t const n : {33, 60, 100}) {
    all.push_back(texts::fibonacci(n));
    all.push_back(texts::periodic(n, 7, n / 2));
    all.push_back(texts::letter(n, 0));
  }
  return all;
}

template <class ExecutionSpace>
void expect_sample_texts()
{
  auto const space = tests::smallest_instance<ExecutionSpace>();
  std::size_t t = 0;
  for (auto const& text : sample_texts()) {
    std::string const shown(text.begin(), text.end());
    CAPTURE(shown);
    expect_maximal<std::uint32_t>(space, text, {});
    expect_maximal<std::uint64_t>(space, text, {.min_length = t % 4, .min_occurrences = t % 5});
    expect_longest<std::uint32_t>(space, text);
    expect_longest<std::uint64_t>(space, text);
    ++t;
  }
}

template <class ExecutionSpace>
void expect_common_substrings()
{
  auto const space = tests::smallest_instance<ExecutionSpace>();
  auto const all = sample_texts();
  for (std::size_t t = 0; t < all.size(); ++t) {
    auto const& other = all[(t * 7 + 3) % all.size()];
    CAPTURE(t);
    expect_common<std::uint32_t>(space, all[t], other);
    expect_common<std::uint64_t>(space, all[t], all[t]);
  }
}

/// Texts of many blocks: the longest common substring of two that share a long string, which the border cuts in one of them.
template <class ExecutionSpace>
void expect_long_common_substring()
{
  auto const shared = texts::random(1'500, 4, 5);
  texts::Text a = texts::random(3'000, 4, 6), b = texts::random(2'000, 4, 7);
  a.insert(a.end(), shared.begin(), shared.end());
  b.insert(b.begin() + 700, shared.begin(), shared.end());
  b.insert(b.begin(), shared.begin() + 750, shared.end());  // what a's suffix goes on with beyond the border
  expect_common<std::uint32_t>(ExecutionSpace{}, a, b);
  expect_common<std::uint64_t>(ExecutionSpace{}, b, a);
  expect_common<std::uint32_t>(ExecutionSpace{}, texts::letter(1'300), texts::letter(1'000));
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("maximal and longest repeats of small texts", ExecutionSpace, repeats)
{
  expect_sample_texts<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(repeats, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("longest common substrings", ExecutionSpace, common)
{
  expect_common_substrings<ExecutionSpace>();
  expect_long_common_substring<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(common, tests::Spaces);
