// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What `automatic` chooses, and what it says why.

#include "suffix_array/automatic.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <lexikos/suffix_array.hpp>
#include <string>
#include <vector>

#include "tests/code_of.hpp"
#include "tests/spaces.hpp"
#include "tests/suffix_array/expect.hpp"
#include "tests/suffix_array/test_context.hpp"
#include "tests/texts.hpp"

namespace lexikos::tests
{

using namespace suffix_array_detail;
using texts::Text;

/// Where induced sorting is not chosen for the number of threads.
template <class ExecutionSpace>
AutomaticChoice choice(Text const& text, SuffixArrayOptions const& options = {})
{
  ExecutionSpace const space{};
  auto const view = to_view<ExecutionSpace>(text);
  auto tuning = Tuning::of<ExecutionSpace>();
  tuning.min_threads_for_doubling = 0;
  tuning.min_symbols_per_thread = 0;
  tuning.min_length_for_narrow_keys = std::size_t{1} << 20;  // devices look at longer texts alone
  Workspace workspace;
  Workspace::Scope const scope(workspace);
  TestContext<ExecutionSpace> const context(workspace, space, tuning, {}, text.size());
  SortRun<ExecutionSpace, std::uint32_t> run{*context, options, as_text(view), {}, {}};
  return choose_algorithm(run);
}

TEST_CASE_TEMPLATE_DEFINE("automatic: by length, runs and repetition", ExecutionSpace, by_text)
{
  std::size_t const n = std::size_t{1} << 23;
  auto const copies = choice<ExecutionSpace>(texts::copies_with_mutations(n, 100'000, 1));
  CHECK(copies.choice.algorithm == SuffixArrayAlgorithm::sampled_prefix_doubling);
  CHECK(copies.choice.reason.ends_with("% of the suffixes leads to all"));
  CHECK(copies.repetition.period == 0);

  auto const random = choice<ExecutionSpace>(texts::random(n, 4, 1));
  CHECK(random.choice.algorithm == SuffixArrayAlgorithm::prefix_doubling);
  CHECK(random.choice.reason == "the first 16 symbols tell nearly all suffixes apart");
  auto twice = texts::random(n / 2, 4, 1);  // as much entropy in each symbol
  twice.insert(twice.end(), twice.begin(), twice.end());
  CHECK(choice<ExecutionSpace>(twice).choice.algorithm == SuffixArrayAlgorithm::sampled_prefix_doubling);

  auto const short_text = choice<ExecutionSpace>(texts::random(100'000, 4, 1));
  CHECK(short_text.choice.algorithm == SuffixArrayAlgorithm::prefix_doubling);
  CHECK(short_text.choice.reason == "a short text: fewest steps");

  Text runs(n, 'a');
  runs[n / 3] = 'b';
  auto const long_runs = choice<ExecutionSpace>(runs);
  CHECK(long_runs.choice.algorithm == SuffixArrayAlgorithm::sampled_prefix_doubling);
  CHECK(long_runs.choice.reason == "a sample of 0% of the suffixes and the ends of runs lead to all");

  Text short_runs(n);
  for (std::size_t i = 0; i < n; ++i) short_runs[i] = i % 101 == 0 ? 'b' : i % 103 == 0 ? 'c' : 'a';
  auto const many_runs = choice<ExecutionSpace>(short_runs);
  CHECK(many_runs.choice.algorithm == SuffixArrayAlgorithm::prefix_doubling);
  CHECK(many_runs.choice.reason.starts_with("long runs of one letter: a sample would have "));

  auto const one_letter = choice<ExecutionSpace>(Text(n, 'a'));
  CHECK(one_letter.repetition.period == 1);
  CHECK(one_letter.choice.algorithm == SuffixArrayAlgorithm::repetition);
  CHECK(one_letter.choice.reason == "a text of period 1");
}
TEST_CASE_TEMPLATE_APPLY(by_text, Spaces);

TEST_CASE_TEMPLATE_DEFINE("automatic: by the memory that is allowed", ExecutionSpace, by_memory)
{
  auto const text = texts::random(100'000, 4, 1);
  std::size_t const bound =
      suffix_array_workspace_bytes<ExecutionSpace, std::uint32_t>(text.size(), SuffixArrayAlgorithm::prefix_doubling);
  CHECK(choice<ExecutionSpace>(text, {.device_bytes = bound}).choice.reason == "a short text: fewest steps");
  auto const less = choice<ExecutionSpace>(text, {.device_bytes = bound - 1}).choice;
  if (detail::works_on_host<ExecutionSpace>) {
    CHECK(less.algorithm != SuffixArrayAlgorithm::prefix_doubling);
    CHECK(less.reason.starts_with("prefix_doubling may take " + std::to_string(bound) + " bytes, more than"));
    CHECK(suffix_array_workspace_bytes<ExecutionSpace, std::uint32_t>(text.size(), less.algorithm) < bound);
  }
  else {
    CHECK(less.algorithm == SuffixArrayAlgorithm::prefix_doubling);  // in parts, if that is too much
  }
}
TEST_CASE_TEMPLATE_APPLY(by_memory, Spaces);

TEST_CASE("automatic: hosts sort by induction with few threads, or few symbols for each")
{
  Tuning const tuning;
  CHECK(reason_for_induced_sorting(tuning, 1'000'000'000, 3) ==
        "3 threads: with fewer than 5 induced sorting is faster than doubling, and takes a fifth of its memory");
  CHECK(reason_for_induced_sorting(tuning, 1'000, 1).starts_with("1 thread: "));
  CHECK(reason_for_induced_sorting(tuning, 8192 * 16 - 1, 16) == "too short a text for 16 threads");
  CHECK(reason_for_induced_sorting(tuning, 8192 * 16, 16).empty());
  CHECK(reason_for_induced_sorting(tuning, 1'000'000'000, 5).empty());
  CHECK(reason_for_induced_sorting(tuning, 1'000'000'000, 5, 17) ==
        "5 threads: with fewer than 13 induced sorting is faster for long texts of many letters");
  CHECK(reason_for_induced_sorting(tuning, 1'000'000'000, 13, 17).empty());
  CHECK(reason_for_induced_sorting(tuning, 1'000'000'000, 5, 16).empty());
  CHECK(reason_for_induced_sorting(tuning, (1 << 25) - 1, 5, 17).empty());
}

TEST_CASE_TEMPLATE_DEFINE("the choice that is told beforehand is the one that is taken", ExecutionSpace, told)
{
  ExecutionSpace const space{};
  Text runs(std::size_t{1} << 17, 'a');
  runs[7] = 'b';
  for (auto const& [name, text] : std::vector<texts::Named>{{"empty", {}},
                                                            {"one", {7}},
                                                            {"random", texts::random(200'000, 26, 2)},
                                                            {"repeated", texts::periodic(50'000, 13, 50'000)},
                                                            {"runs", runs}})
  {
    CAPTURE(name);
    auto const view = to_view<ExecutionSpace>(text);
    auto const told = choose_suffix_array_algorithm<std::uint32_t>(space, view);
    SuffixArrayStatistics statistics;
    suffix_array(space, view, unwritten<ExecutionSpace, std::uint32_t>(text.size()), {.statistics = &statistics});
    if (text.empty()) continue;
    CHECK(told.algorithm == statistics.algorithm);
    CHECK(statistics.reason.starts_with(told.reason));
    CHECK(statistics.workspace_bytes <=
          suffix_array_workspace_bytes<ExecutionSpace, std::uint32_t>(text.size(), told.algorithm));
  }
  std::vector<std::uint64_t> const wide{std::uint64_t{1} << 40, 5, 5, 3};
  CHECK(choose_suffix_array_algorithm<std::uint64_t>(space, to_view<ExecutionSpace>(wide)).algorithm !=
        SuffixArrayAlgorithm::automatic);
}
TEST_CASE_TEMPLATE_APPLY(told, Spaces);

TEST_CASE_TEMPLATE_DEFINE("a repetition is sorted as one when asked for, another text is refused", ExecutionSpace,
                          asked)
{
  ExecutionSpace const space{};
  SuffixArrayOptions const options{.algorithm = SuffixArrayAlgorithm::repetition};
  Expected<ExecutionSpace> const repeated(texts::periodic(20'000, 7, 20'000));
  expect_with_inverse<std::uint32_t>(space, repeated, options);
  auto const other = to_view<ExecutionSpace>(texts::random(20'000, 4, 3));
  CHECK(code_of([&] { suffix_array(space, other, unwritten<ExecutionSpace, std::uint32_t>(20'000), options); }) ==
        ErrorCode::invalid_argument);
}
TEST_CASE_TEMPLATE_APPLY(asked, Spaces);

}  // namespace lexikos::tests
