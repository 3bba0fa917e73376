// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Longest repeats by their definition, and the arrays of a text that the library finds them from.

#include <doctest/doctest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <lexikos/longest_repeats.hpp>
#include <string>
#include <vector>

#include "tests/first_difference.hpp"
#include "tests/reference/longest_repeats.hpp"
#include "tests/reference/sa_is.hpp"
#include "tests/spaces.hpp"
#include "tests/texts.hpp"

namespace lexikos::tests
{

constexpr std::array repeat_algorithms{LongestRepeatsAlgorithm::automatic, LongestRepeatsAlgorithm::bounded,
                                       LongestRepeatsAlgorithm::raw, LongestRepeatsAlgorithm::compact};

template <class Index>
struct TextArrays
{
  explicit TextArrays(texts::Text const& text)
  {
    auto const sorted = reference::sa_is(text);
    sa.assign(sorted.begin(), sorted.end());
    isa.resize(sa.size());
    for (std::size_t r = 0; r < sa.size(); ++r) isa[sa[r]] = static_cast<Index>(r);
    lcp = reference::kasai(text, sa, isa);
  }

  std::vector<Index> sa;
  std::vector<Index> isa;
  std::vector<Index> lcp;
};

template <class ExecutionSpace, class Index>
struct DeviceArrays
{
  explicit DeviceArrays(TextArrays<Index> const& arrays)
      : sa(to_view<ExecutionSpace>(arrays.sa)),
        isa(to_view<ExecutionSpace>(arrays.isa)),
        lcp(to_view<ExecutionSpace>(arrays.lcp))
  {}

  TestArray<Index, ExecutionSpace> sa, isa, lcp;
};

/// The correct answers, for every position.
struct ExpectedRepeats
{
  std::vector<std::size_t> left_bounded;         ///< length of the longest repeat that starts at i
  std::vector<std::size_t> length;               ///< of the longest that covers k
  std::vector<std::vector<std::size_t>> starts;  ///< of all those, ascending
};

/// By comparing all pairs of suffixes, and all positions with all repeats.
inline ExpectedRepeats naive_repeats(texts::Text const& text)
{
  std::size_t const n = text.size();
  ExpectedRepeats expected{std::vector<std::size_t>(n), std::vector<std::size_t>(n),
                           std::vector<std::vector<std::size_t>>(n)};
  std::vector<std::size_t> next(n + 1, 0), common(n + 1, 0);  // of suffixes i + 1, and i, with all suffixes
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t j = 0; j < n; ++j) common[j] = text[i] == text[j] ? next[j + 1] + 1 : 0;
    for (std::size_t j = 0; j < n; ++j)
      if (j != i) expected.left_bounded[i] = std::max(expected.left_bounded[i], common[j]);
    std::swap(common, next);
    next[n] = 0;
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i <= k; ++i)
      if (i + expected.left_bounded[i] > k) expected.length[k] = std::max(expected.length[k], expected.left_bounded[i]);
    for (std::size_t i = 0; i <= k; ++i)
      if (expected.length[k] > 0 && i + expected.left_bounded[i] > k && expected.left_bounded[i] == expected.length[k])
        expected.starts[k].push_back(i);
  }
  return expected;
}

template <class Index>
std::vector<Index> leftmost_starts(ExpectedRepeats const& expected)
{
  std::vector<Index> starts;
  for (std::size_t k = 0; k < expected.starts.size(); ++k)
    starts.push_back(static_cast<Index>(expected.starts[k].empty() ? k : expected.starts[k].front()));
  return starts;
}

template <class Index, class T>
std::vector<Index> converted(std::vector<T> const& values)
{
  return {values.begin(), values.end()};
}

template <class Index, class ExecutionSpace>
struct FoundRepeats
{
  std::vector<Index> starts, lengths;
  std::vector<std::uint64_t> offsets;
};

template <class Index, class ExecutionSpace>
FoundRepeats<Index, ExecutionSpace> find_leftmost(ExecutionSpace const& space,
                                                  DeviceArrays<ExecutionSpace, Index> const& arrays,
                                                  LongestRepeatsOptions const& options)
{
  std::size_t const n = arrays.isa.extent(0);
  TestArray<Index, ExecutionSpace> const starts("starts", n), lengths("lengths", n);
  longest_repeats(space, arrays.isa, arrays.lcp, starts, lengths, options);
  space.fence();
  return {to_vector(starts), to_vector(lengths), {}};
}

template <class Index, class ExecutionSpace>
FoundRepeats<Index, ExecutionSpace> find_all(ExecutionSpace const& space,
                                             DeviceArrays<ExecutionSpace, Index> const& arrays,
                                             LongestRepeatsOptions const& options)
{
  std::size_t const n = arrays.isa.extent(0);
  TestArray<std::uint64_t, ExecutionSpace> const offsets("offsets", n + 1);
  TestArray<Index, ExecutionSpace> const lengths("lengths", n);
  auto const total = count_longest_repeats(space, arrays.isa, arrays.lcp, offsets, lengths, options);
  TestArray<Index, ExecutionSpace> const starts("starts", total);
  list_longest_repeats(space, arrays.isa, arrays.lcp, offsets, starts, options);
  return {to_vector(starts), to_vector(lengths), to_vector(offsets)};
}

/// All algorithms, leftmost and all, against the definition.
template <class Index, class ExecutionSpace>
void expect_repeats(ExecutionSpace const& space, texts::Text const& text, ExpectedRepeats const& expected,
                    Workspace& workspace)
{
  DeviceArrays<ExecutionSpace, Index> const arrays{TextArrays<Index>(text)};
  auto const lengths = converted<Index>(expected.length);
  auto const leftmost = leftmost_starts<Index>(expected);
  std::vector<std::uint64_t> offsets{0};
  std::vector<Index> starts;
  for (auto const& of_position : expected.starts) {
    starts.insert(starts.end(), of_position.begin(), of_position.end());
    offsets.push_back(starts.size());
  }
  for (auto const algorithm : repeat_algorithms) {
    if (algorithm == LongestRepeatsAlgorithm::automatic && text.size() > 20) continue;
    CAPTURE(std::string(to_string(algorithm)));
    LongestRepeatsOptions const options{.algorithm = algorithm, .workspace = &workspace};
    auto const one = find_leftmost<Index>(space, arrays, options);
    REQUIRE(first_difference(one.lengths, lengths) == "");
    REQUIRE(first_difference(one.starts, leftmost) == "");
    auto const all = find_all<Index>(space, arrays, options);
    REQUIRE(first_difference(all.lengths, lengths) == "");
    REQUIRE(first_difference(all.offsets, offsets) == "");
    REQUIRE(first_difference(all.starts, starts) == "");
  }
}

}  // namespace lexikos::tests
