// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Larsson and Sadakane's sort with its tunables at odd values, so that short texts meet every class of groups.

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/suffix_array/expect.hpp"

using namespace lexikos;
using texts::Named;
using texts::Text;

namespace
{

std::string to_string(LarssonSadakaneTuning const& tuning)
{
  return "h0 " + std::to_string(tuning.first_symbols) + ", R1 " + std::to_string(tuning.max_small) + ", R2 " +
         std::to_string(tuning.max_medium) + ", parts of " + std::to_string(tuning.part) +
         (tuning.medium_sort == LarssonSadakaneTuning::MediumSort::merge ? ", merge" : ", radix") +
         (tuning.large_sort == LarssonSadakaneTuning::LargeSort::together ? ", together" : ", one by one");
}

/// The tuning with each way to sort medium and large groups.
std::vector<LarssonSadakaneTuning> with_all_sorts(LarssonSadakaneTuning tuning)
{
  std::vector<LarssonSadakaneTuning> tunings;
  for (auto const medium : {LarssonSadakaneTuning::MediumSort::merge, LarssonSadakaneTuning::MediumSort::radix})
    for (auto const large : {LarssonSadakaneTuning::LargeSort::together, LarssonSadakaneTuning::LargeSort::one_by_one})
    {
      tuning.medium_sort = medium;
      tuning.large_sort = large;
      tunings.push_back(tuning);
    }
  return tunings;
}

template <class ExecutionSpace>
void expect_sorted(tests::Expected<ExecutionSpace> const& expected, LarssonSadakaneTuning const& tuning,
                   Workspace& workspace, bool with_64_bits = true)
{
  CAPTURE(to_string(tuning));
  SuffixArrayOptions const options{
      .algorithm = SuffixArrayAlgorithm::larsson_sadakane, .workspace = &workspace, .larsson_sadakane = tuning};
  tests::expect_with_inverse<std::uint32_t>(ExecutionSpace{}, expected, options);
  if (with_64_bits) tests::expect_without_inverse<std::uint64_t>(ExecutionSpace{}, expected, options);
}

/// Groups of every size from 2 to `most`, in mixed order.
Text text_of_groups(std::size_t most, std::size_t length, std::uint64_t seed)
{
  std::vector<std::size_t> sizes;
  for (std::size_t size = 2; size <= most; ++size) sizes.push_back(size);
  texts::Random next(seed);
  Text text;
  while (!sizes.empty()) {
    std::size_t const i = next.below(sizes.size());
    texts::append_group(text, sizes[i], length, seed * 1'000 + sizes[i]);
    sizes.erase(sizes.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return text;
}

std::vector<Named> named_short_texts()
{
  return {{"one symbol", texts::letter(1)},
          {"two symbols", texts::text_of("ba")},
          {"tobeornottobe", texts::text_of("tobeornottobe")},
          {"one letter", texts::letter(700)},
          {"Fibonacci", texts::fibonacci(1'000)},
          {"Thue-Morse", texts::thue_morse(1'024)},
          {"two letters", texts::random(1'500, 2, 1)},
          {"all bytes", texts::random(2'000, 256, 2)},
          {"periodic", texts::periodic(900, 7, 500)},
          {"repeated", texts::repeated(300, 5, 1)},
          {"groups", text_of_groups(40, 12, 1)}};
}

template <class ExecutionSpace, class Index>
void expect_bounded(tests::Expected<ExecutionSpace> const& expected, LarssonSadakaneTuning const& tuning)
{
  CAPTURE(to_string(tuning));
  constexpr auto algorithm = SuffixArrayAlgorithm::larsson_sadakane;
  SuffixArrayStatistics statistics;
  tests::expect_without_inverse<Index>(ExecutionSpace{}, expected,
                                       {.algorithm = algorithm, .statistics = &statistics, .larsson_sadakane = tuning});
  std::size_t const n = expected.suffix_array.size();
  CHECK(statistics.workspace_bytes <= suffix_array_workspace_bytes<ExecutionSpace, Index>(n, algorithm));
}

template <class ExecutionSpace>
void expect_refused(LarssonSadakaneTuning const& tuning)
{
  CAPTURE(to_string(tuning));
  auto const text = tests::to_view<ExecutionSpace>(texts::letter(10));
  auto const sa = tests::unwritten<ExecutionSpace, std::uint32_t>(10);
  try {
    suffix_array(ExecutionSpace{}, text, sa,
                 {.algorithm = SuffixArrayAlgorithm::larsson_sadakane, .larsson_sadakane = tuning});
    FAIL_CHECK("not refused");
  }
  catch (Error const& error) {
    CHECK(error.code() == ErrorCode::invalid_argument);
  }
  for (auto const entry : tests::to_vector(sa)) CHECK(entry == 0xFFFFFFFFu);
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("Larsson-Sadakane with every number of first symbols", ExecutionSpace, first_symbols)
{
  Workspace workspace;
  for (auto const& [name, text] : named_short_texts()) {
    CAPTURE(name);
    tests::Expected<ExecutionSpace> const expected(text);
    for (unsigned const symbols : {0u, 1u, 2u, 3u, 4u, 5u, 7u, 8u, 9u, 15u, 16u, 17u, 31u, 32u})
      expect_sorted(expected, {.first_symbols = symbols}, workspace);
  }
}
TEST_CASE_TEMPLATE_APPLY(first_symbols, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("Larsson-Sadakane with tiny classes", ExecutionSpace, tiny_classes)
{
  Workspace workspace;
  for (auto const& [name, text] : named_short_texts()) {
    CAPTURE(name);
    tests::Expected<ExecutionSpace> const expected(text);
    for (LarssonSadakaneTuning const& classes : {
             LarssonSadakaneTuning{.first_symbols = 1, .max_small = 1, .max_medium = 1, .part = 2},
             LarssonSadakaneTuning{.first_symbols = 1, .max_small = 2, .max_medium = 16, .part = 2},
             LarssonSadakaneTuning{.first_symbols = 2, .max_small = 4, .max_medium = 16, .part = 4},
             LarssonSadakaneTuning{.first_symbols = 3, .max_small = 3, .max_medium = 20, .part = 3},
             LarssonSadakaneTuning{.first_symbols = 32, .max_small = 2, .max_medium = 100, .part = 7},
             LarssonSadakaneTuning{.first_symbols = 1, .max_small = 1, .max_medium = 1 << 20, .part = 5},
             LarssonSadakaneTuning{.first_symbols = 0, .max_small = 8'192, .max_medium = 8'192, .part = 8'192},
         })
      for (LarssonSadakaneTuning const& tuning : with_all_sorts(classes)) expect_sorted(expected, tuning, workspace);
  }
}
TEST_CASE_TEMPLATE_APPLY(tiny_classes, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("Larsson-Sadakane with groups around every limit", ExecutionSpace, around_limits)
{
  Workspace workspace;
  tests::Expected<ExecutionSpace> const expected(text_of_groups(140, 10, 7));
  for (std::size_t const small : {31u, 32u, 33u, 63u, 64u})
    for (std::size_t const part : {15u, 16u, 64u})
      for (LarssonSadakaneTuning const& tuning :
           with_all_sorts({.max_small = small, .max_medium = 2 * small, .part = part}))
        expect_sorted(expected, tuning, workspace, false);
}
TEST_CASE_TEMPLATE_APPLY(around_limits, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("Larsson-Sadakane with medium and large groups", ExecutionSpace, long_groups)
{
  Workspace workspace;
  Text text;
  for (std::size_t const size : {255u, 256u, 257u, 2'047u, 2'048u, 2'049u, 4'097u, 20'000u, 30'011u})
    texts::append_group(text, size, 10, size);
  tests::Expected<ExecutionSpace> const expected(text);
  for (LarssonSadakaneTuning const& tuning : with_all_sorts({.max_medium = 20'000}))
    expect_sorted(expected, tuning, workspace);
  for (LarssonSadakaneTuning const& tuning : with_all_sorts({.max_small = 32, .max_medium = 4'096, .part = 1'000}))
    expect_sorted(expected, tuning, workspace, false);
}
TEST_CASE_TEMPLATE_APPLY(long_groups, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("Larsson-Sadakane takes no more workspace than it says, as tuned" *
                              doctest::test_suite("long"),
                          ExecutionSpace, tuned_bounds)
{
  // many groups of 33, which are medium ones and no longer than two parts, and long ones that stay to the end
  for (auto const& text : {texts::repeated(12'000, 33, 1), texts::periodic(300'000, 4, 300'000)}) {
    tests::Expected<ExecutionSpace> const expected(text);
    for (LarssonSadakaneTuning const& tuning : with_all_sorts({.first_symbols = 1, .max_small = 32, .part = 32})) {
      expect_bounded<ExecutionSpace, std::uint32_t>(expected, tuning);
      expect_bounded<ExecutionSpace, std::uint64_t>(expected, tuning);
    }
  }
}
TEST_CASE_TEMPLATE_APPLY(tuned_bounds, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("Larsson-Sadakane tells the depth of its first sort", ExecutionSpace, depths)
{
  struct Case
  {
    unsigned first_symbols;
    unsigned of_bytes;    ///< first depth over an alphabet of 256
    unsigned of_letters;  ///< of four
  };
  for (auto const& [symbols, of_bytes, of_letters] :
       {Case{0, 8, 32}, Case{1, 1, 1}, Case{3, 3, 3}, Case{8, 8, 8}, Case{9, 5, 9}, Case{16, 8, 16}, Case{32, 8, 32}})
    for (unsigned const alphabet : {256u, 4u}) {
      SuffixArrayStatistics statistics;
      auto const text = tests::to_view<ExecutionSpace>(texts::random(20'000, alphabet, 1));
      auto const sa = tests::unwritten<ExecutionSpace, std::uint32_t>(20'000);
      suffix_array(ExecutionSpace{}, text, sa,
                   {.algorithm = SuffixArrayAlgorithm::larsson_sadakane,
                    .statistics = &statistics,
                    .larsson_sadakane = {.first_symbols = symbols}});
      CHECK(statistics.first_depth == (alphabet == 256 ? of_bytes : of_letters));
    }
}
TEST_CASE_TEMPLATE_APPLY(depths, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("Larsson-Sadakane refuses tunings out of range", ExecutionSpace, refused)
{
  expect_refused<ExecutionSpace>({.first_symbols = 33});
  expect_refused<ExecutionSpace>({.max_small = 0});
  expect_refused<ExecutionSpace>({.max_small = 8'193});
  expect_refused<ExecutionSpace>({.max_small = 256, .max_medium = 255});
  expect_refused<ExecutionSpace>({.part = 1});
  expect_refused<ExecutionSpace>({.part = 8'193});
}
TEST_CASE_TEMPLATE_APPLY(refused, tests::Spaces);
