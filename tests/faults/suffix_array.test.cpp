// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/suffix_array.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "tests/faults/arrays.hpp"
#include "tests/faults/injection.hpp"
#include "tests/integer_texts.hpp"
#include "tests/spaces.hpp"
#include "tests/texts.hpp"

namespace lexikos::tests
{

namespace
{

/// Texts of bytes that the sorters take different ways with: few symbols, long copies, periods.
std::vector<texts::Text> texts_to_sort()
{
  return {texts::random(300, 4, 1), texts::repeated(60, 5, 2), texts::periodic_parts(1'500, 20, 3)};
}

template <class ExecutionSpace>
std::vector<SuffixArrayAlgorithm> all_sorters()
{
  auto algorithms = suffix_array_algorithms<ExecutionSpace>();
  algorithms.push_back(SuffixArrayAlgorithm::automatic);
  return algorithms;
}

/// \tparam Index  of the arrays
/// \param with_inverse  the inverse is a result too
template <class ExecutionSpace, class Index, class TextView>
void expect_sort(Faults& faults, ExecutionSpace const& space, TextView const& text, SuffixArrayOptions options,
                 bool with_inverse = false)
{
  faults.expect([&] { return to_vector(text); },
                [&](Surroundings const& surroundings) {
                  auto const array = results_of<Index, ExecutionSpace>(text.extent(0));
                  auto const inverse = results_of<Index, ExecutionSpace>(with_inverse ? text.extent(0) : 0);
                  SuffixArrayStatistics statistics;
                  options.workspace = surroundings.workspace();
                  options.statistics = &statistics;
                  surroundings.within([&] {
                    if (with_inverse)
                      suffix_array(space, text, array, inverse, options);
                    else
                      suffix_array(space, text, array, options);
                  });
                  return std::tuple(to_vector(array), to_vector(inverse), statistics.algorithm, statistics.reason);
                });
}

template <class ExecutionSpace, class Index, class TextView>
void expect_choice(Faults& faults, TextView const& text)
{
  ExecutionSpace const space = smallest_instance<ExecutionSpace>();
  faults.expect([&] { return to_vector(text); },
                [&](Surroundings const& surroundings) {
                  SuffixArrayOptions options;
                  options.workspace = surroundings.workspace();
                  auto const choice =
                      surroundings.within([&] { return choose_suffix_array_algorithm<Index>(space, text, options); });
                  return std::tuple(choice.algorithm, choice.reason);
                });
}

template <class ExecutionSpace, class Symbol>
void expect_wide_symbols()
{
  auto const values = texts::sparse_values<Symbol>(90, 5);
  auto const text = to_view<ExecutionSpace>(texts::random_of(values, 400, 6));
  Faults faults(fault_name<ExecutionSpace>("suffix_array/prefix_doubling", "u32 of " + type_name<Symbol>()));
  expect_sort<ExecutionSpace, std::uint32_t>(faults, smallest_instance<ExecutionSpace>(), text,
                                             {.algorithm = SuffixArrayAlgorithm::prefix_doubling});
  Faults of_choices(fault_name<ExecutionSpace>("choose_suffix_array_algorithm", type_name<Symbol>()));
  expect_choice<ExecutionSpace, std::uint32_t>(of_choices, text);
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("allocations that fail: suffix arrays by every algorithm", ExecutionSpace, failing_sorts)
{
  for (auto const algorithm : all_sorters<ExecutionSpace>()) {
    std::string const function = "suffix_array/" + std::string(to_string(algorithm));
    Faults faults(fault_name<ExecutionSpace>(function, "u32"));
    for (auto const& text : texts_to_sort())
      expect_sort<ExecutionSpace, std::uint32_t>(faults, smallest_instance<ExecutionSpace>(),
                                                 to_view<ExecutionSpace>(text), {.algorithm = algorithm});
    Faults of_u64(fault_name<ExecutionSpace>(function, "u64"));
    expect_sort<ExecutionSpace, std::uint64_t>(of_u64, smallest_instance<ExecutionSpace>(),
                                               to_view<ExecutionSpace>(texts_to_sort()[1]), {.algorithm = algorithm});
    Faults with_inverse(fault_name<ExecutionSpace>(function, "u32 with the inverse"));
    expect_sort<ExecutionSpace, std::uint32_t>(with_inverse, smallest_instance<ExecutionSpace>(),
                                               to_view<ExecutionSpace>(texts_to_sort()[0]), {.algorithm = algorithm},
                                               true);
  }
}
TEST_CASE_TEMPLATE_APPLY(failing_sorts, Spaces);

TEST_CASE_TEMPLATE_DEFINE("allocations that fail: suffix arrays on all threads", ExecutionSpace, failing_threads)
{
  for (auto const algorithm : {SuffixArrayAlgorithm::sampled_prefix_doubling, SuffixArrayAlgorithm::skew}) {
    Faults faults(fault_name<ExecutionSpace>("suffix_array/" + std::string(to_string(algorithm)), "u32, all threads"),
                  false);
    expect_sort<ExecutionSpace, std::uint32_t>(faults, ExecutionSpace(), to_view<ExecutionSpace>(texts_to_sort()[0]),
                                               {.algorithm = algorithm});
  }
}
TEST_CASE_TEMPLATE_APPLY(failing_threads, Spaces);

TEST_CASE_TEMPLATE_DEFINE("allocations that fail: every sort of groups", ExecutionSpace, failing_segmented_sorts)
{
  for (auto const sort : segmented_sorts<ExecutionSpace>()) {
    Faults faults(fault_name<ExecutionSpace>("suffix_array/prefix_doubling", "by " + std::string(to_string(sort))),
                  false);
    expect_sort<ExecutionSpace, std::uint32_t>(
        faults, smallest_instance<ExecutionSpace>(), to_view<ExecutionSpace>(texts_to_sort()[1]),
        {.algorithm = SuffixArrayAlgorithm::prefix_doubling, .segmented_sort = sort});
  }
}
TEST_CASE_TEMPLATE_APPLY(failing_segmented_sorts, Spaces);

TEST_CASE_TEMPLATE_DEFINE("allocations that fail: suffix arrays of repetitions, in little memory, with times",
                          ExecutionSpace, failing_special_sorts)
{
  using Algorithm = SuffixArrayAlgorithm;
  Faults faults(fault_name<ExecutionSpace>("suffix_array/repetition", "u32"));
  expect_sort<ExecutionSpace, std::uint32_t>(faults, smallest_instance<ExecutionSpace>(),
                                             to_view<ExecutionSpace>(texts::periodic(700, 30, 700)),
                                             {.algorithm = Algorithm::repetition});
  Faults low_memory(fault_name<ExecutionSpace>("suffix_array/sampled_prefix_doubling", "u32 in little memory"));
  for (auto const& text : texts_to_sort())
    expect_sort<ExecutionSpace, std::uint32_t>(low_memory, smallest_instance<ExecutionSpace>(),
                                               to_view<ExecutionSpace>(text),
                                               {.algorithm = Algorithm::sampled_prefix_doubling, .low_memory = true});
  Faults timed(fault_name<ExecutionSpace>("suffix_array/larsson_sadakane", "u32, timed, with radix sorts"));
  expect_sort<ExecutionSpace, std::uint32_t>(
      timed, smallest_instance<ExecutionSpace>(), to_view<ExecutionSpace>(texts::repeated(40, 40, 2)),
      {.algorithm = Algorithm::larsson_sadakane,
       .time_steps = true,
       .progress = [](double) { return true; },
       .larsson_sadakane = {
           .max_small = 8, .max_medium = 16, .part = 8, .medium_sort = LarssonSadakaneTuning::MediumSort::radix}});
}
TEST_CASE_TEMPLATE_APPLY(failing_special_sorts, Spaces);

TEST_CASE_TEMPLATE_DEFINE("allocations that fail: wide symbols, and the choice of an algorithm", ExecutionSpace,
                          failing_wide_sorts)
{
  Faults faults(fault_name<ExecutionSpace>("choose_suffix_array_algorithm", "u8"));
  expect_choice<ExecutionSpace, std::uint32_t>(faults, to_view<ExecutionSpace>(texts_to_sort()[0]));
  expect_choice<ExecutionSpace, std::uint64_t>(faults, to_view<ExecutionSpace>(texts::letter(300)));
  expect_wide_symbols<ExecutionSpace, std::uint16_t>();
  expect_wide_symbols<ExecutionSpace, std::uint32_t>();
  expect_wide_symbols<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(failing_wide_sorts, Spaces);

}  // namespace lexikos::tests
