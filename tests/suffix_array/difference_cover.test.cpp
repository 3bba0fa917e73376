// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What is particular to the sorters that sample two thirds of the suffixes: lengths of every residue modulo 3, and the depth
// of the recursion.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "suffix_array/algorithms/hybrid.hpp"
#include "suffix_array/algorithms/skew.hpp"
#include "tests/suffix_array/expect.hpp"
#include "tests/suffix_array/test_context.hpp"

using namespace lexikos;
using suffix_array_detail::DifferenceCover;
using suffix_array_detail::SampleSuffixes;
using texts::Text;

namespace
{

constexpr SuffixArrayAlgorithm algorithms[] = {SuffixArrayAlgorithm::skew, SuffixArrayAlgorithm::hybrid};

template <class ExecutionSpace>
class Expect
{
 public:
  void operator()(Text const& text)
  {
    CAPTURE(
        std::string(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(text.size(), 40))));
    CAPTURE(text.size());
    tests::Expected<ExecutionSpace> const expected(text);
    for (SuffixArrayAlgorithm const algorithm : algorithms) {
      CAPTURE(std::string(to_string(algorithm)));
      SuffixArrayOptions const options{.algorithm = algorithm, .workspace = &m_workspace};
      tests::expect_with_inverse<std::uint32_t>(m_space, expected, options);
      tests::expect_without_inverse<std::uint64_t>(m_space, expected, options);
    }
  }

 private:
  ExecutionSpace m_space;
  Workspace m_workspace;
};

template <class ExecutionSpace>
void expect_every_residue()
{
  Expect<ExecutionSpace> expect;
  for (std::size_t n = 1; n <= 40; ++n) {
    expect(texts::letter(n));
    expect(texts::letter(n, 0));
    expect(texts::fibonacci(n));
    for (std::uint8_t const other : {'A', 'z'})  // one letter smaller or larger than the others, at every place
      for (std::size_t i = 0; i < n; i += n < 14 ? 1 : 5) {
        Text text = texts::letter(n);
        text[i] = other;
        expect(text);
      }
    for (std::uint64_t seed = 0; seed < 3; ++seed) expect(texts::random(n, 2, 100 * n + seed));
  }
}

/// The hybrid's sample where two ranks are too long for a key, as of very long texts.
template <class ExecutionSpace>
void expect_sample_by_single_ranks(Text const& host_text)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using namespace suffix_array_detail;
  std::size_t const n = host_text.size();
  ExecutionSpace const space{};
  auto const text = tests::to_view<ExecutionSpace>(host_text);
  auto const array = tests::unwritten<ExecutionSpace, std::uint32_t>(n);
  auto const ranks = tests::unwritten<ExecutionSpace, std::uint32_t>(n);
  Span<std::uint32_t, MemorySpace> const sorted(array.data(), n - DifferenceCover{n}.rest());
  SuffixArrayOptions const options;
  Workspace workspace;
  tests::TestContext<ExecutionSpace> const context(workspace, space, Tuning::of<ExecutionSpace>(), {}, n);
  SortRun<ExecutionSpace, std::uint32_t> run{*context, options, tests::as_text(text), sorted, {}};
  Ranking<ExecutionSpace, std::uint32_t> const ranking{sorted, Span<std::uint32_t, MemorySpace>(ranks.data(), n)};
  sort_sample(run, ranking, {.ranks = 2, .bits = 16});
  space.fence();
  reference::Positions expected;
  for (auto const position : reference::sa_is(host_text))
    if (position % 3 != 0) expected.push_back(position);
  auto found = tests::to_vector(array);
  found.resize(expected.size());
  CHECK(std::equal(found.begin(), found.end(), expected.begin()));
}

/// Names stay equal for many levels, or distances for many rounds.
template <class ExecutionSpace>
void expect_deep_recursion()
{
  Expect<ExecutionSpace> expect;
  for (std::size_t const n : {9'999u, 10'000u, 10'001u}) {
    expect(texts::letter(n));
    expect(texts::fibonacci(n));
    expect(texts::thue_morse(n));
    for (std::size_t const period : {2u, 3u, 4u, 6u, 7u, 9u, 1'000u}) {
      expect(texts::periodic(n, period, n));
      expect(texts::periodic(n, period, n / 2));
    }
    expect(texts::copies_with_mutations(n, 1'000, n));
  }
}

/// A text of names of so many bits, a level of the recursion: triples of up to 21 bits take one key, longer ones two or three.
template <class ExecutionSpace, class Index>
void expect_wide_names(int bits, std::size_t n)
{
  using namespace suffix_array_detail;
  using MemorySpace = typename ExecutionSpace::memory_space;
  CAPTURE(bits);
  CAPTURE(n);
  // the reference takes bytes: few symbols, far apart, of which two share their low bits and two their high ones
  Text const text = texts::random(n, 4, n);
  Index const high = Index{1} << (bits - 1);
  std::vector<Index> names(n);
  for (std::size_t i = 0; i < n; ++i)
    names[i] = (text[i] >= 170 ? high : 0) | (text[i] == 85 || text[i] == 255 ? 5 : 0);
  ExecutionSpace const space{};
  Workspace workspace;
  auto const symbols = tests::to_view<ExecutionSpace>(names);
  auto const sa = tests::unwritten<ExecutionSpace, Index>(n);
  auto const ranks = tests::unwritten<ExecutionSpace, Index>(n);
  using Indices = Span<Index, MemorySpace>;
  tests::TestContext<ExecutionSpace> const context(workspace, space, Tuning::of<ExecutionSpace>(), {}, n);
  skew_level(*context, NameText<Index, MemorySpace>{Indices(symbols.data(), n), n, bits},
             Ranking<ExecutionSpace, Index>{Indices(sa.data(), n), Indices(ranks.data(), n)});
  tests::expect_equal(sa, reference::sa_is(text), "suffix_array");
}

}  // namespace

TEST_CASE("difference cover: places and positions are each other's inverse, the sample goes backwards")
{
  for (std::size_t n = 1; n <= 40; ++n) {
    CAPTURE(n);
    DifferenceCover const cover{n};
    REQUIRE(cover.has_empty() == (n % 3 == 1));
    REQUIRE(cover.size() + cover.rest() == n + cover.has_empty());
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < n + cover.has_empty(); ++i)
      if (i % 3 != 0) positions.push_back(i);
    REQUIRE(positions.size() == cover.size());
    SampleSuffixes const sample{cover.size()};
    for (std::size_t j = 0; j < positions.size(); ++j) {
      REQUIRE(cover.position_at(j) <= n);
      REQUIRE(cover.place(cover.position_at(j)) == j);
      REQUIRE(sample(j) == positions[positions.size() - 1 - j]);
    }
  }
}

TEST_CASE_TEMPLATE_DEFINE("the hybrid's sample by one rank a round", ExecutionSpace, single_ranks)
{
  expect_sample_by_single_ranks<ExecutionSpace>(texts::random(3'000, 2, 1));
  expect_sample_by_single_ranks<ExecutionSpace>(texts::copies_with_mutations(5'000, 100, 2));
  expect_sample_by_single_ranks<ExecutionSpace>(texts::fibonacci(4'000));
  expect_sample_by_single_ranks<ExecutionSpace>(texts::letter(2'000));
}
TEST_CASE_TEMPLATE_APPLY(single_ranks, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("skew and hybrid sort texts of two letters of every length" * doctest::test_suite("long"),
                          ExecutionSpace, residues)
{
  Expect<ExecutionSpace> expect;
  for (std::size_t n = 1; n <= 10; ++n)
    texts::for_each_text(n, 2, [&](Text const& text) { expect(text); }, {0, 255, 0});
  expect_every_residue<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(residues, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("skew and hybrid sort texts that need many levels or rounds", ExecutionSpace, deep)
{
  expect_deep_recursion<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(deep, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("skew sorts names that are too long for one key", ExecutionSpace, names)
{
  for (std::size_t const n : {1u, 2u, 3u, 4u, 100u, 3'001u}) {
    for (int const bits : {10, 11, 21, 22, 32}) expect_wide_names<ExecutionSpace, std::uint32_t>(bits, n);
    for (int const bits : {10, 11, 21, 22, 32, 33, 40}) expect_wide_names<ExecutionSpace, std::uint64_t>(bits, n);
  }
}
TEST_CASE_TEMPLATE_APPLY(names, tests::Spaces);
