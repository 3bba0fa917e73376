// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Texts of ranks: the recursion on ever sparser samples, from texts of a few symbols on, and as a part of sampled prefix
// doubling.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "suffix_array/samples/ranked_text.hpp"
#include "system/works_on_host.hpp"
#include "tests/suffix_array/expect.hpp"
#include "tests/suffix_array/grouped_suffixes.hpp"

namespace lexikos::tests
{

using namespace suffix_array_detail;
using texts::Text;

/// From how many unsorted suffixes on sparser samples are taken.
constexpr std::size_t always = 1;
constexpr std::size_t never = std::numeric_limits<std::size_t>::max();

/// Returns what is to be said of the rounds.
template <class Index, class ExecutionSpace>
SuffixArrayStatistics expect_ranked_text_sorted(ExecutionSpace const& space, Text const& text,
                                                std::size_t min_to_sample, Progress const& progress = {})
{
  Workspace workspace;
  Workspace::Scope const scope(workspace);
  auto tuning = Tuning::of<ExecutionSpace>();
  tuning.min_unsorted_to_sample_ranks = min_to_sample;
  TestContext<ExecutionSpace> const context(workspace, space, tuning, progress, text.size());
  GroupsInRounds<ExecutionSpace, Index> groups(*context, GroupedSuffixes<Index>(text, 1), 1);
  sort_ranked_text(groups.rounds);
  space.fence();
  auto const expected = reference::sa_is(text);
  expect_equal(groups.suffix_array, expected, "suffix_array");
  expect_equal(groups.ranks, reference::inverse_of(expected), "ranks");
  return context.statistics;
}

std::vector<texts::Named> texts_of_ranks()
{
  std::vector<texts::Named> named{{"copies", texts::copies_with_mutations(20'000, 700, 1)},
                                  {"few copies", texts::copies_with_mutations(20'000, 9'000, 2)},
                                  {"twice", texts::repeated(6'000, 2, 3)},
                                  {"random", texts::random(5'000, 3, 4)},
                                  {"one letter", texts::letter(3'000)},
                                  {"Fibonacci", texts::fibonacci(10'000)},
                                  {"Thue-Morse", texts::thue_morse(8'192)},
                                  {"runs", texts::runs(9'000, 300, 5)},
                                  {"period of 3", texts::periodic(5'000, 3, 2'000)},
                                  {"period of 100", texts::periodic(9'000, 100, 9'000)},
                                  {"periods", texts::periodic_parts(20'000, 60, 6)}};
  for (std::size_t const n : {1, 2, 6, 7, 8, 9, 15, 16, 17, 40})
    named.push_back({"short, " + std::to_string(n), texts::periodic(n, 5, n)});
  return named;
}

TEST_CASE_TEMPLATE_DEFINE("texts of ranks are sorted by ever sparser samples", ExecutionSpace, ranked_texts)
{
  for (auto const& [name, text] : texts_of_ranks()) {
    CAPTURE(name);
    expect_ranked_text_sorted<std::uint32_t>(ExecutionSpace(), text, always);
    expect_ranked_text_sorted<std::uint64_t>(smallest_instance<ExecutionSpace>(), text, always);
    expect_ranked_text_sorted<std::uint32_t>(ExecutionSpace(), text, never);
  }
}
TEST_CASE_TEMPLATE_APPLY(ranked_texts, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("samples of ranks spare the rounds of long repetitions", ExecutionSpace, spared_rounds)
{
  Text const text = texts::repeated(100'000, 2, 7);  // more suffixes than comparisons would sort
  ExecutionSpace const space{};
  auto const rounds = [&](std::size_t min_to_sample) {
    return expect_ranked_text_sorted<std::uint32_t>(space, text, min_to_sample).unsorted.size();
  };
  CHECK(rounds(always) == 4);  // three up to a depth of 8, and one by the samples' ranks
  // keys of devices have up to four ranks: the depth grows fivefold at most
  CHECK(rounds(never) >= (detail::works_on_host<ExecutionSpace> ? 14 : 7));
}
TEST_CASE_TEMPLATE_APPLY(spared_rounds, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("progress never falls while samples of ranks are sorted, and can stop it", ExecutionSpace,
                          ranked_progress)
{
  Text const text = texts::copies_with_mutations(20'000, 2'000, 8);
  ExecutionSpace const space{};
  std::vector<double> fractions;
  Progress progress = [&](double fraction) {
    fractions.push_back(fraction);
    return true;
  };
  auto const statistics = expect_ranked_text_sorted<std::uint32_t>(space, text, always, progress);
  CHECK(std::is_sorted(fractions.begin(), fractions.end()));
  CHECK(fractions.back() == 1);
  CHECK(fractions.size() > statistics.unsorted.size());  // in the rounds of the samples too
  for (std::size_t stop = 0; stop < fractions.size(); ++stop) {
    std::size_t calls = 0;
    progress = [&](double) { return calls++ < stop; };
    CHECK(code_of([&] { expect_ranked_text_sorted<std::uint32_t>(space, text, always, progress); }) ==
          ErrorCode::cancelled);
  }
}
TEST_CASE_TEMPLATE_APPLY(ranked_progress, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("sampled prefix doubling goes on as a text of ranks where nearly all is repeated" *
                              doctest::test_suite("long"),
                          ExecutionSpace, repeated)
{
  ExecutionSpace const space{};
  Workspace workspace;
  std::vector<texts::Named> const named{{"copies", texts::copies_with_mutations(2'400'000, 60'000, 9)},
                                        {"copies of bytes", texts::repeated(1'100'000, 2, 10)}};
  for (auto const& [name, text] : named) {
    CAPTURE(name);
    Expected<ExecutionSpace> const expected(text);
    for (bool const low_memory : {false, true}) {
      SuffixArrayStatistics statistics;
      SuffixArrayOptions const options{.algorithm = SuffixArrayAlgorithm::sampled_prefix_doubling,
                                       .workspace = &workspace,
                                       .statistics = &statistics,
                                       .low_memory = low_memory};
      expect_with_inverse<std::uint32_t>(space, expected, options);
      CHECK(statistics.sampled >= Tuning{}.min_unsorted_to_sample_ranks);
      CHECK(statistics.rounds() <= 8);
      expect_without_inverse<std::uint64_t>(space, expected, options);
    }
  }
}
TEST_CASE_TEMPLATE_APPLY(repeated, tests::Spaces);

}  // namespace lexikos::tests
