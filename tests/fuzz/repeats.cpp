// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Repeats of small texts by their definitions: the longest that cover positions, the maximal, the longest, and the longest
// common substring of two texts.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/longest_repeats.hpp>
#include <lexikos/repeated_substrings.hpp>
#include <lexikos/workspace.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/first_difference.hpp"
#include "tests/fuzz/fuzzer.hpp"
#include "tests/fuzz/suffix_order.hpp"

namespace
{

using namespace lexikos;

Workspace& workspace()
{
  static Workspace kept;
  return kept;
}

template <class Index>
struct Arrays
{
  explicit Arrays(fuzz::Bytes const& of)
      : text(of),
        suffixes(fuzz::suffix_array_of<Index>(of)),
        inverse(fuzz::inverse_of(suffixes)),
        lcp(fuzz::lcp_of(of, suffixes))
  {}

  fuzz::Bytes text;
  std::vector<Index> suffixes;
  std::vector<Index> inverse;
  std::vector<Index> lcp;
};

template <class Index>
void check_covering(Arrays<Index> const& arrays, LongestRepeatsAlgorithm algorithm)
{
  fuzz::Space const space;
  std::size_t const n = arrays.text.size();
  std::vector<Index> longest(n);  // of the repeats that start at i
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t const rank = arrays.inverse[i];
    longest[i] = std::max(arrays.lcp[rank], rank + 1 < n ? arrays.lcp[rank + 1] : Index{0});
  }
  std::vector<Index> starts, lengths, all;
  std::vector<std::uint64_t> offsets{0};
  for (std::size_t k = 0; k < n; ++k) {
    Index length = 0;
    for (std::size_t i = 0; i <= k; ++i)
      if (i + longest[i] > k) length = std::max(length, longest[i]);
    std::size_t const before = all.size();
    for (std::size_t i = 0; i <= k && length > 0; ++i)
      if (i + longest[i] > k && longest[i] == length) all.push_back(static_cast<Index>(i));
    lengths.push_back(length);
    starts.push_back(length > 0 ? all[before] : static_cast<Index>(k));
    offsets.push_back(all.size());
  }
  LongestRepeatsOptions options;
  options.algorithm = algorithm;
  options.workspace = &workspace();
  std::string const name(to_string(algorithm));
  auto const inverse = fuzz::span_of(arrays.inverse);
  auto const lcp = fuzz::span_of(arrays.lcp);
  std::vector<Index> found_starts(n), found_lengths(n), found_all(all.size());
  std::vector<std::uint64_t> found_offsets(n + 1);
  longest_repeats(space, inverse, lcp, fuzz::span_of(found_starts), fuzz::span_of(found_lengths), options);
  space.fence();
  fuzz::expect_none(tests::first_difference(found_lengths, lengths), "lengths by " + name);
  fuzz::expect_none(tests::first_difference(found_starts, starts), "starts by " + name);
  if (count_longest_repeats(space, inverse, lcp, fuzz::span_of(found_offsets), fuzz::span_of(found_lengths), options) !=
      all.size())
    fuzz::fail("another number of repeats by " + name);
  fuzz::expect_none(tests::first_difference(found_lengths, lengths), "counted lengths by " + name);
  fuzz::expect_none(tests::first_difference(found_offsets, offsets), "offsets by " + name);
  list_longest_repeats(space, inverse, lcp, fuzz::span_of(found_offsets), fuzz::span_of(found_all), options);
  fuzz::expect_none(tests::first_difference(found_all, all), "all starts by " + name);
}

template <class Index>
struct Intervals
{
  std::vector<Index> begins;
  std::vector<Index> ends;
  std::vector<Index> lengths;
};

/// The suffixes that have the first lcp(r) symbols in common with the suffix of rank r, for every r where these are the
/// first and `is_wanted` says so.
template <class Index, class IsWanted>
Intervals<Index> intervals_of(std::vector<Index> const& lcp, IsWanted const& is_wanted)
{
  Intervals<Index> found;
  std::set<std::size_t> known;  // ranks
  for (std::size_t r = 1; r < lcp.size(); ++r) {
    if (lcp[r] == 0 || known.contains(r)) continue;
    std::size_t begin = r;
    std::size_t end = r;
    while (begin > 0 && lcp[begin] >= lcp[r]) --begin;
    while (end < lcp.size() && lcp[end] >= lcp[r]) ++end;
    for (std::size_t other = r; other < end; ++other)
      if (lcp[other] == lcp[r]) known.insert(other);
    if (!is_wanted(begin, end, lcp[r])) continue;
    found.begins.push_back(static_cast<Index>(begin));
    found.ends.push_back(static_cast<Index>(end));
    found.lengths.push_back(lcp[r]);
  }
  return found;
}

template <class Index>
void expect_equal(Intervals<Index> const& found, Intervals<Index> const& expected, std::string const& what)
{
  fuzz::expect_none(tests::first_difference(found.begins, expected.begins), "begins of " + what);
  fuzz::expect_none(tests::first_difference(found.ends, expected.ends), "ends of " + what);
  fuzz::expect_none(tests::first_difference(found.lengths, expected.lengths), "lengths of " + what);
}

template <class Index>
void check_maximal(Arrays<Index> const& arrays, fuzz::Numbers& numbers)
{
  MaximalRepeatsOptions options;
  options.min_length = numbers.below(4);
  options.min_occurrences = numbers.below(5);
  options.workspace = &workspace();
  auto const is_maximal = [&](std::size_t begin, std::size_t end, std::size_t length) {
    if (length < options.min_length || end - begin < options.min_occurrences) return false;
    std::set<int> before;
    for (std::size_t rank = begin; rank < end; ++rank)
      before.insert(arrays.suffixes[rank] == 0 ? -1 : arrays.text[arrays.suffixes[rank] - 1]);
    return before.size() > 1;
  };
  auto expected = intervals_of(arrays.lcp, is_maximal);
  std::size_t const all = expected.begins.size();
  std::size_t const room = numbers.flag() ? all : numbers.below(all + 1);
  Intervals<Index> found{std::vector<Index>(room), std::vector<Index>(room), std::vector<Index>(room)};
  std::size_t const count = maximal_repeats(fuzz::Space(), fuzz::span_of(arrays.text), fuzz::span_of(arrays.suffixes),
                                            fuzz::span_of(arrays.lcp), fuzz::span_of(found.begins),
                                            fuzz::span_of(found.ends), fuzz::span_of(found.lengths), options);
  if (count != all) fuzz::fail(std::to_string(count) + " maximal repeats, not " + std::to_string(all));
  for (auto* const list : {&expected.begins, &expected.ends, &expected.lengths}) list->resize(room);
  expect_equal(found, expected, "maximal repeats");
}

template <class Index>
void check_longest(Arrays<Index> const& arrays)
{
  Index const longest = arrays.lcp.empty() ? Index{0} : *std::ranges::max_element(arrays.lcp);
  auto const expected =
      intervals_of(arrays.lcp, [&](std::size_t, std::size_t, std::size_t length) { return length == longest; });
  Intervals<Index> found{std::vector<Index>(expected.begins.size()), std::vector<Index>(expected.begins.size()),
                         expected.lengths};
  auto const result =
      longest_repeated_substrings(fuzz::Space(), fuzz::span_of(arrays.lcp), fuzz::span_of(found.begins),
                                  fuzz::span_of(found.ends), {.workspace = &workspace(), .progress = {}});
  if (result.length != longest || result.count != expected.begins.size())
    fuzz::fail(std::to_string(result.count) + " longest repeats of " + std::to_string(result.length) + " symbols");
  expect_equal(found, expected, "longest repeats");
}

template <class Index>
void check_common(Arrays<Index> const& arrays, std::size_t border)
{
  std::size_t const n = arrays.text.size();
  LongestCommonSubstring expected;
  for (std::size_t i = 0; i < border; ++i)
    for (std::size_t j = border; j < n; ++j) {
      std::size_t length = 0;
      while (i + length < border && j + length < n && arrays.text[i + length] == arrays.text[j + length]) ++length;
      if (length > expected.length) expected = {length, i, j - border};
    }
  auto const found = longest_common_substring(fuzz::Space(), border, fuzz::span_of(arrays.suffixes),
                                              fuzz::span_of(arrays.lcp), {.workspace = &workspace(), .progress = {}});
  auto const shown = [](LongestCommonSubstring const& common) {
    return std::to_string(common.length) + " at " + std::to_string(common.first) + " and " +
           std::to_string(common.second);
  };
  if (shown(found) != shown(expected)) fuzz::fail("common are " + shown(found) + ", not " + shown(expected));
}

template <class Index>
void check(fuzz::Bytes const& text, fuzz::Numbers& numbers)
{
  Arrays<Index> const arrays(text);
  static constexpr LongestRepeatsAlgorithm algorithms[] = {
      LongestRepeatsAlgorithm::automatic, LongestRepeatsAlgorithm::bounded, LongestRepeatsAlgorithm::raw,
      LongestRepeatsAlgorithm::compact};
  switch (numbers.below(4)) {
    case 0:
      return check_covering(arrays, algorithms[numbers.below(std::size(algorithms))]);
    case 1:
      return check_maximal(arrays, numbers);
    case 2:
      return check_longest(arrays);
    default:
      return check_common(arrays, numbers.below(text.size() + 1));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
  FuzzedDataProvider input(data, size);
  auto const text = input.ConsumeBytes<std::uint8_t>(input.ConsumeIntegralInRange<std::size_t>(0, 100));
  fuzz::Numbers numbers(input);
  if (numbers.flag())
    check<std::uint64_t>(text, numbers);
  else
    check<std::uint32_t>(text, numbers);
  return 0;
}
