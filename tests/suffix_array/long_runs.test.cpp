// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Texts with runs of one letter, which a sample may leave out, and what sorting them takes.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/suffix_array.hpp>
#include <lexikos/workspace.hpp>
#include <random>
#include <string>
#include <vector>

#include "suffix_array/sort_run.hpp"
#include "system/works_on_host.hpp"
#include "tests/spaces.hpp"
#include "tests/suffix_array/expect.hpp"
#include "tests/suffix_array/test_context.hpp"
#include "tests/texts.hpp"

namespace lexikos::tests
{

using namespace suffix_array_detail;
using texts::Text;

namespace
{

/// Runs, random letters, and copies of what came before, one after the other.
Text text_with_runs(std::size_t n, unsigned alphabet, unsigned seed)
{
  std::mt19937 random(seed);
  auto const below = [&](std::size_t most) { return static_cast<std::size_t>(random() % most); };
  Text text;
  while (text.size() < n) {
    std::size_t const length = 1 + below(below(4) == 0 ? 400 : 50);
    switch (below(3)) {
      case 0:
        text.insert(text.end(), length, static_cast<std::uint8_t>(below(alphabet)));
        break;
      case 1:
        for (std::size_t i = 0; i < length; ++i) text.push_back(static_cast<std::uint8_t>(below(alphabet)));
        break;
      default: {
        std::size_t const from = text.empty() ? 0 : below(text.size());
        for (std::size_t i = 0; i < length && from + i < text.size(); ++i) text.push_back(text[from + i]);
      }
    }
  }
  text.resize(n);
  return text;
}

template <class Index, class ExecutionSpace>
std::size_t expect_sorted_with(Expected<ExecutionSpace> const& expected, SuffixArrayAlgorithm algorithm,
                               Tuning const& tuning, bool low_memory = false)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = expected.suffix_array.size();
  auto const sa = unwritten<ExecutionSpace, Index>(n);
  Workspace workspace;
  SuffixArrayOptions const options{.low_memory = low_memory};
  TestContext<ExecutionSpace> context(workspace, {}, tuning, {}, n);
  context.statistics.algorithm = algorithm;
  SortRun<ExecutionSpace, Index> run{
      *context, options, as_text(expected.text), Span<Index, MemorySpace>(sa.data(), n), {}};
  sort_suffixes(run);
  context->space.fence();
  expect_equal(sa, expected.suffix_array, "suffix_array");
  return workspace.peak_bytes();
}

/// A text of which runs of a letter take such a share.
Text half_runs(std::size_t n, double share, unsigned alphabet, std::uint8_t letter, std::size_t runs)
{
  Text text = texts::copies_with_mutations(n, 3'000, 5);
  for (auto& symbol : text) symbol = static_cast<std::uint8_t>(symbol % alphabet);
  auto const length = static_cast<std::size_t>(share * static_cast<double>(n) / static_cast<double>(runs));
  for (std::size_t r = 0; r < runs; ++r)
    std::fill_n(text.begin() + static_cast<std::ptrdiff_t>((2 * r + 1) * n / (2 * runs) - length / 2), length, letter);
  return text;
}

/// Random bytes, of which parts repeat: long keys, and rounds.
Text bytes_with_copies(std::size_t n)
{
  Text text = texts::random(n, 200, 3);
  for (std::size_t i = 0; i + 3'000 < n; i += 6'000) std::copy_n(text.begin(), 1'500, text.begin() + i + 3'000);
  return text;
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("suffix arrays where runs are left out of the sample", ExecutionSpace, left_out)
{
  auto tuning = Tuning::of<ExecutionSpace>();
  tuning.min_share_of_long_runs = 0;
  auto two_keys = tuning;
  two_keys.min_length_for_small_sample = 0;
  two_keys.min_length_of_two_last_sorts = 0;
  two_keys.max_list_of_one_team = 500;
  auto const sampled = SuffixArrayAlgorithm::sampled_prefix_doubling;
  for (unsigned const alphabet : {2u, 3u, 5u, 26u, 200u})
    for (unsigned seed = 0; seed < 6; ++seed) {
      CAPTURE(alphabet);
      CAPTURE(seed);
      Expected<ExecutionSpace> const expected(text_with_runs(500 + 1'000 * (seed % 3), alphabet, 10 * alphabet + seed));
      expect_sorted_with<std::uint32_t>(expected, sampled, tuning);
      expect_sorted_with<std::uint64_t>(expected, sampled, two_keys);
      expect_sorted_with<std::uint32_t>(expected, sampled, two_keys, true);
    }
  Text up_to_the_end = texts::random(300, 3, 1);
  up_to_the_end.insert(up_to_the_end.end(), 200, 0);
  Text two_at_the_end = up_to_the_end;
  two_at_the_end.insert(two_at_the_end.end(), 300, 7);
  Text at_the_start(200, 9);
  at_the_start.insert(at_the_start.end(), {1, 2, 9, 9, 1});
  Text blocks;
  for (int i = 0; i < 40; ++i) blocks.insert(blocks.end(), 64, static_cast<std::uint8_t>(i * 7 % 5));
  for (Text const& text : {up_to_the_end, two_at_the_end, at_the_start, blocks, texts::letter(100), texts::letter(3)}) {
    CAPTURE(text.size());
    Expected<ExecutionSpace> const expected(text);
    expect_sorted_with<std::uint32_t>(expected, sampled, tuning);
    expect_sorted_with<std::uint64_t>(expected, sampled, two_keys);
  }
}
TEST_CASE_TEMPLATE_APPLY(left_out, Spaces);

TEST_CASE_TEMPLATE_DEFINE("the default takes at most 22 bytes a character, text and array among them", ExecutionSpace,
                          twenty_two)
{
  constexpr std::size_t n = std::size_t{1} << 20;
  auto tuning = Tuning::of<ExecutionSpace>();
  tuning.min_threads_for_doubling = 0;
  tuning.min_symbols_per_thread = 0;
  tuning.min_length_to_sample = n;
  tuning.min_length_of_two_last_sorts = n / 4;
  // of tables and counters that do not grow with the text
  std::size_t const threads = static_cast<std::size_t>(ExecutionSpace().concurrency());
  std::size_t const constant = detail::works_on_host<ExecutionSpace> ? threads << 20 : std::size_t{8} << 20;
  for (auto const& [name, text] : std::vector<texts::Named>{{"bytes", bytes_with_copies(n)},
                                                            {"random bytes", texts::random(n, 256, 1)},
                                                            {"a run of half the text", half_runs(n, 0.5, 4, 'a', 1)},
                                                            {"DNA with three runs", half_runs(n, 0.09, 4, 4, 3)},
                                                            {"zeros", half_runs(n, 0.6, 200, 0, 50)},
                                                            {"nearly all one letter", half_runs(n, 0.98, 4, 9, 2)}})
  {
    CAPTURE(name);
    Expected<ExecutionSpace> const expected(text);
    std::size_t const peak = expect_sorted_with<std::uint32_t>(expected, SuffixArrayAlgorithm::automatic, tuning);
    double const bytes = static_cast<double>(5 * n + peak) / static_cast<double>(n);
    CAPTURE(bytes);
    CHECK(5 * n + peak <= 22 * n + constant);
  }
}
TEST_CASE_TEMPLATE_APPLY(twenty_two, Spaces);

TEST_CASE_TEMPLATE_DEFINE("narrow first keys, and what they leave", ExecutionSpace, narrow)
{
  auto tuning = Tuning::of<ExecutionSpace>();
  tuning.min_length_for_narrow_keys = 0;
  tuning.max_others_of_narrow_key = tuning.max_others_of_wide_key = 1e9;
  auto const doubling = SuffixArrayAlgorithm::prefix_doubling;
  for (auto const& [name, text] : std::vector<texts::Named>{{"bytes", texts::random(30'000, 256, 1)},
                                                            {"letters", texts::random(30'000, 26, 2)},
                                                            {"DNA", texts::random(30'000, 4, 3)},
                                                            {"bits", texts::random(30'000, 2, 4)},
                                                            {"bytes that repeat", bytes_with_copies(30'000)},
                                                            {"one letter", texts::letter(3'000)},
                                                            {"two", {1, 0}},
                                                            {"one", {7}}})
  {
    CAPTURE(name);
    Expected<ExecutionSpace> const expected(text);
    expect_sorted_with<std::uint32_t>(expected, doubling, tuning);
    expect_sorted_with<std::uint64_t>(expected, doubling, tuning);
  }
}
TEST_CASE_TEMPLATE_APPLY(narrow, Spaces);

}  // namespace lexikos::tests
