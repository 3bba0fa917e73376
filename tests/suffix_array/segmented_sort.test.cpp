// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The rounds of prefix doubling with every segmented sort that the build has.

#include <doctest/doctest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <lexikos/segmented_sort.hpp>
#include <lexikos/suffix_array.hpp>
#include <string>
#include <vector>

#include "tests/suffix_array/expect.hpp"

using namespace lexikos;

namespace
{

constexpr SegmentedSort all_segmented_sorts[] = {SegmentedSort::automatic, SegmentedSort::composite, SegmentedSort::cub,
                                                 SegmentedSort::moderngpu, SegmentedSort::kokkos_kernels};
constexpr SuffixArrayAlgorithm sorts_by_rounds[] = {
    SuffixArrayAlgorithm::prefix_doubling, SuffixArrayAlgorithm::sampled_prefix_doubling, SuffixArrayAlgorithm::hybrid};

/// Texts whose rounds have many short groups, few long ones, and both.
std::vector<texts::Text> texts_with_groups()
{
  return {texts::random(3'000, 2, 1), texts::copies_with_mutations(20'000, 100, 2), texts::letter(5'000),
          texts::fibonacci(4'181)};
}

template <class Index, class ExecutionSpace>
void expect_sorted_by(SegmentedSort sort, tests::Expected<ExecutionSpace> const& expected)
{
  for (SuffixArrayAlgorithm const algorithm : sorts_by_rounds) {
    CAPTURE(std::string(to_string(algorithm)));
    auto const sa = tests::unwritten<ExecutionSpace, Index>(expected.text.extent(0));
    suffix_array(ExecutionSpace{}, expected.text, sa, {.algorithm = algorithm, .segmented_sort = sort});
    tests::expect_equal(sa, expected.suffix_array, "suffix_array");
  }
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("prefix doubling gives the same with every segmented sort", ExecutionSpace, all_segmented)
{
  for (auto const& text : texts_with_groups()) {
    CAPTURE(text.size());
    tests::Expected<ExecutionSpace> const expected(text);
    for (SegmentedSort const sort : segmented_sorts<ExecutionSpace>()) {
      CAPTURE(std::string(to_string(sort)));
      expect_sorted_by<std::uint32_t>(sort, expected);
      expect_sorted_by<std::uint64_t>(sort, expected);
    }
  }
}
TEST_CASE_TEMPLATE_APPLY(all_segmented, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("a segmented sort that the build lacks is refused before anything is sorted", ExecutionSpace,
                          missing_segmented)
{
  tests::Expected<ExecutionSpace> const expected(texts::random(100, 4, 3));
  auto const sorts = segmented_sorts<ExecutionSpace>();
  for (SegmentedSort const sort : all_segmented_sorts) {
    CAPTURE(std::string(to_string(sort)));
    CHECK(segmented_sort(to_string(sort)) == sort);
    if (std::find(sorts.begin(), sorts.end(), sort) != sorts.end()) continue;
    auto const sa = tests::unwritten<ExecutionSpace, std::uint32_t>(100);
    CHECK(tests::code_of([&] { suffix_array(ExecutionSpace{}, expected.text, sa, {.segmented_sort = sort}); }) ==
          ErrorCode::not_supported);
    CHECK(tests::to_vector(sa) == std::vector<std::uint32_t>(100, 0xffffffffU));
  }
  CHECK(tests::code_of([] { (void)segmented_sort("quick"); }) == ErrorCode::invalid_argument);
}
TEST_CASE_TEMPLATE_APPLY(missing_segmented, tests::Spaces);
