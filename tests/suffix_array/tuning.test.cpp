// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tuning decides about time and memory only: suffix arrays at its extremes.

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <lexikos/suffix_array.hpp>
#include <limits>
#include <random>
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

namespace
{

constexpr std::size_t never = std::numeric_limits<std::size_t>::max();

struct NamedTuning
{
  char const* name;
  void (*change)(Tuning& tuning);
};

constexpr NamedTuning tunings[] = {
    {"no comparisons", [](Tuning& t) { t.max_list_to_compare = 0; }},
    {"comparisons of all lists, by two ranks",
     [](Tuning& t) {
       t.max_list_to_compare = never;
       t.max_ranks_compared = 2;
     }},
    {"short lists in one team", [](Tuning& t) { t.max_list_of_one_team = 1000; }},
    {"all lists in one team", [](Tuning& t) { t.max_list_of_one_team = never; }},
    {"no lists in one team", [](Tuning& t) { t.max_list_of_one_team = 0; }},
    {"one rank a key", [](Tuning& t) { t.max_list_for_wide_keys = 0; }},
    {"many ranks a key",
     [](Tuning& t) {
       t.max_list_for_wide_keys = never;
       t.ranks_of_wide_key = 60;
     }},
    {"no chains", [](Tuning& t) { t.min_share_for_chains = 1; }},
    {"chains of short lists", [](Tuning& t) { t.min_share_for_chains = never; }},
    {"small samples", [](Tuning& t) { t.min_length_for_small_sample = 0; }},
    {"last sorts in parts", [](Tuning& t) { t.max_bytes_of_keys = 0; }},
    {"runs are left out", [](Tuning& t) { t.min_share_of_long_runs = 0; }},
    {"narrow keys for all texts",
     [](Tuning& t) {
       t.min_length_for_narrow_keys = 0;
       t.max_others_of_narrow_key = t.max_others_of_wide_key = std::numeric_limits<double>::max();
     }},
    {"two last sorts", [](Tuning& t) { t.min_length_of_two_last_sorts = 0; }},
    {"always texts of ranks",
     [](Tuning& t) {
       t.min_unsorted_to_sample_ranks = 1;
       t.min_rounds_foretold = 0;
     }},
    {"never texts of ranks", [](Tuning& t) { t.min_unsorted_to_sample_ranks = never; }},
    {"inversions in parts", [](Tuning& t) { t.min_length_to_invert_in_parts = 0; }},
    {"ranks in blocks",
     [](Tuning& t) {
       t.min_ranks_to_block = 0;
       t.min_share_to_write_all_ranks = 0;
     }},
    {"automatic: always samples",
     [](Tuning& t) {
       t.min_threads_for_doubling = 0;
       t.min_symbols_per_thread = 0;
       t.min_length_to_sample = 1 << 13;
       t.max_sample_density = 1;
     }},
    {"automatic: never samples",
     [](Tuning& t) {
       t.min_threads_for_doubling = 0;
       t.min_symbols_per_thread = 0;
       t.min_length_to_sample = never;
     }},
};

/// \param alphabet_size  of texts of integers, which are below it
template <class Index, class ExecutionSpace, class Symbol>
void expect_sorted_as_tuned(Expected<ExecutionSpace, Symbol> const& expected, SuffixArrayAlgorithm algorithm,
                            Tuning const& tuning, unsigned alphabet_size = 0)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = expected.suffix_array.size();
  auto const sa = unwritten<ExecutionSpace, Index>(n);
  auto const inverse = unwritten<ExecutionSpace, Index>(n);
  Workspace workspace;
  SuffixArrayOptions const options;
  TestContext<ExecutionSpace> context(workspace, {}, tuning, {}, n);
  context.statistics.algorithm = algorithm;
  context.statistics.alphabet_size = alphabet_size;
  SortRun<ExecutionSpace, Index> run{*context, options, as_text(expected.text), Span<Index, MemorySpace>(sa.data(), n),
                                     Span<Index, MemorySpace>(inverse.data(), n)};
  sort_suffixes(run);
  context->space.fence();
  expect_equal(sa, expected.suffix_array, "suffix_array");
  expect_equal(inverse, expected.inverse, "inverse");
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("suffix arrays at the extremes of the tuning", ExecutionSpace, extremes)
{
  for (auto const& [name, text] : std::vector<texts::Named>{{"random", texts::random(20'000, 4, 1)},
                                                            {"copies", texts::copies_with_mutations(30'000, 900, 2)},
                                                            {"runs", texts::runs(20'000, 400, 3)},
                                                            {"Fibonacci", texts::fibonacci(20'000)},
                                                            {"periods", texts::periodic_parts(20'000, 60, 4)},
                                                            {"bytes", texts::random(20'000, 256, 5)}})
  {
    CAPTURE(name);
    Expected<ExecutionSpace> const expected(text);
    for (auto const& [tuning_name, change] : tunings)
      for (auto const algorithm : {SuffixArrayAlgorithm::automatic, SuffixArrayAlgorithm::prefix_doubling,
                                   SuffixArrayAlgorithm::sampled_prefix_doubling, SuffixArrayAlgorithm::hybrid})
      {
        CAPTURE(tuning_name);
        CAPTURE(to_string(algorithm));
        auto tuning = Tuning::of<ExecutionSpace>();
        change(tuning);
        expect_sorted_as_tuned<std::uint32_t>(expected, algorithm, tuning);
      }
    auto ranks_by_number = Tuning::of<ExecutionSpace>();
    ranks_by_number.min_length_of_wide_positions = 0;
    expect_sorted_as_tuned<std::uint64_t>(expected, SuffixArrayAlgorithm::sampled_prefix_doubling, ranks_by_number);
  }
}
TEST_CASE_TEMPLATE_APPLY(extremes, Spaces);

TEST_CASE_TEMPLATE_DEFINE("induced sorting whose threads look at few entries at a time", ExecutionSpace, windows)
{
  if (!detail::works_on_host<ExecutionSpace>) return;
  auto tuning = Tuning::of<ExecutionSpace>();
  tuning.min_threads_for_windows = 2;
  tuning.min_length_for_windows = 0;
  for (auto const& [name, text] : std::vector<texts::Named>{{"random", texts::random(60'000, 4, 1)},
                                                            {"bytes", texts::random(20'000, 256, 5)},
                                                            {"copies", texts::copies_with_mutations(30'000, 900, 2)},
                                                            {"periods", texts::copies_with_mutations(30'000, 7, 3)},
                                                            {"Fibonacci", texts::fibonacci(20'000)},
                                                            {"short", texts::fibonacci(9)}})
  {
    CAPTURE(name);
    Expected<ExecutionSpace> const expected(text);
    for (std::size_t const entries : {1, 3, 100, 2'000, 16'384}) {
      CAPTURE(entries);
      tuning.entries_of_window_per_thread = entries;
      tuning.max_length_for_narrow_induction = entries == 3 ? 0 : std::size_t{1} << 31;
      expect_sorted_as_tuned<std::uint64_t>(expected, SuffixArrayAlgorithm::induced_sorting, tuning);
      expect_sorted_as_tuned<std::uint32_t>(expected, SuffixArrayAlgorithm::induced_sorting, tuning);
    }
  }
}
TEST_CASE_TEMPLATE_APPLY(windows, Spaces);

TEST_CASE_TEMPLATE_DEFINE("induced sorting of integers by windows", ExecutionSpace, windows_of_integers)
{
  if (!detail::works_on_host<ExecutionSpace>) return;
  auto tuning = Tuning::of<ExecutionSpace>();
  tuning.min_threads_for_windows = 2;
  tuning.min_length_for_windows = 0;
  std::size_t const n = 20'000;
  struct Integers
  {
    char const* name;
    unsigned alphabet_size;
    std::uint32_t (*symbol)(std::size_t i, std::uint32_t drawn);
  };
  for (auto const& [name, alphabet_size, symbol] : std::vector<Integers>{
           {"random", 3'000, [](std::size_t, std::uint32_t drawn) { return drawn % 3'000; }},
           {"few", 3, [](std::size_t, std::uint32_t drawn) { return drawn % 3; }},
           {"one", 1, [](std::size_t, std::uint32_t) { return 0U; }},
           {"ascending", 500, [](std::size_t i, std::uint32_t) { return static_cast<std::uint32_t>(i / 40); }},
           {"descending", 500,
            [](std::size_t i, std::uint32_t) { return static_cast<std::uint32_t>((19'999 - i) / 40); }},
           {"teeth", 100, [](std::size_t i, std::uint32_t) { return static_cast<std::uint32_t>(i % 100); }},
           {"teeth with changes", 100,
            [](std::size_t i, std::uint32_t drawn) {
              return static_cast<std::uint32_t>(drawn % 64 == 0 ? drawn / 64 % 100 : 99 - i % 100);
            }},
           {"runs", 100,
            [](std::size_t i, std::uint32_t drawn) {
              return static_cast<std::uint32_t>(drawn % 16 == 0 ? drawn / 16 % 100 : i / 900 % 3);
            }},
           {"nearly all different", 19'000,
            [](std::size_t i, std::uint32_t) { return static_cast<std::uint32_t>(i * 7'919 % 19'000); }}})
  {
    CAPTURE(name);
    std::mt19937 draw(n);
    std::vector<std::uint32_t> text(n);
    for (std::size_t i = 0; i < n; ++i) text[i] = symbol(i, static_cast<std::uint32_t>(draw()));
    Expected<ExecutionSpace, std::uint32_t> const expected(text);
    for (std::size_t const entries : {1, 200, 16'384}) {
      CAPTURE(entries);
      tuning.entries_of_window_per_thread = entries;
      tuning.max_length_for_narrow_induction = entries == 200 ? 0 : std::size_t{1} << 31;
      expect_sorted_as_tuned<std::uint64_t>(expected, SuffixArrayAlgorithm::induced_sorting, tuning, alphabet_size);
      expect_sorted_as_tuned<std::uint32_t>(expected, SuffixArrayAlgorithm::induced_sorting, tuning, alphabet_size);
    }
  }
}
TEST_CASE_TEMPLATE_APPLY(windows_of_integers, Spaces);

TEST_CASE_TEMPLATE_DEFINE("induced sorting with 64-bit entries, which long texts need", ExecutionSpace, wide_entries)
{
  if (!detail::works_on_host<ExecutionSpace>) return;
  auto tuning = Tuning::of<ExecutionSpace>();
  tuning.max_length_for_narrow_induction = 0;
  for (auto const& [name, text] : std::vector<texts::Named>{{"random", texts::random(60'000, 4, 1)},
                                                            {"copies", texts::copies_with_mutations(30'000, 900, 2)},
                                                            {"Fibonacci", texts::fibonacci(20'000)},
                                                            {"one letter", texts::Text(20'000, 'a')},
                                                            {"one", {7}},
                                                            {"bytes", texts::random(20'000, 256, 5)}})
  {
    CAPTURE(name);
    Expected<ExecutionSpace> const expected(text);
    expect_sorted_as_tuned<std::uint32_t>(expected, SuffixArrayAlgorithm::induced_sorting, tuning);
    expect_sorted_as_tuned<std::uint64_t>(expected, SuffixArrayAlgorithm::induced_sorting, tuning);
  }
}
TEST_CASE_TEMPLATE_APPLY(wide_entries, Spaces);

}  // namespace lexikos::tests
