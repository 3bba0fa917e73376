// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/longest_repeats.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <lexikos/repeated_substrings.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "tests/faults/arrays.hpp"
#include "tests/faults/injection.hpp"

namespace lexikos::tests
{

namespace
{

/// The first entries, those that a call has written.
template <class View>
auto first_of(View const& view, std::size_t count)
{
  auto values = to_vector(view);
  values.resize(count);
  return values;
}

template <class ExecutionSpace, class Index>
void expect_longest_repeats(ArraysOfText<ExecutionSpace, Index> const& arrays, LongestRepeatsAlgorithm algorithm)
{
  std::size_t const n = arrays.size();
  std::string const kind = std::string(to_string(algorithm)) + " " + type_name<Index>();
  auto const inputs = [&] { return arrays.values(); };
  auto const options_in = [&](Surroundings const& surroundings) {
    return LongestRepeatsOptions{.algorithm = algorithm, .workspace = surroundings.workspace()};
  };
  Faults one(fault_name<ExecutionSpace>("longest_repeats", kind));
  one.expect(inputs, [&](Surroundings const& surroundings) {
    auto const starts = results_of<Index, ExecutionSpace>(n);
    auto const lengths = results_of<Index, ExecutionSpace>(n);
    surroundings.within([&] {
      longest_repeats(arrays.space, arrays.inverse, arrays.lcp, starts, lengths, options_in(surroundings));
      arrays.space.fence();
    });
    return std::tuple(to_vector(starts), to_vector(lengths));
  });
  Faults all(fault_name<ExecutionSpace>("count_longest_repeats and list_longest_repeats", kind));
  all.expect(inputs, [&](Surroundings const& surroundings) {
    auto const offsets = results_of<std::uint64_t, ExecutionSpace>(n + 1);
    auto const lengths = results_of<Index, ExecutionSpace>(n);
    std::uint64_t const count = surroundings.within([&] {
      return count_longest_repeats(arrays.space, arrays.inverse, arrays.lcp, offsets, lengths,
                                   options_in(surroundings));
    });
    auto const starts = results_of<Index, ExecutionSpace>(count);
    surroundings.within([&] {
      list_longest_repeats(arrays.space, arrays.inverse, arrays.lcp, offsets, starts, options_in(surroundings));
    });
    return std::tuple(to_vector(offsets), to_vector(lengths), to_vector(starts));
  });
}

template <class ExecutionSpace, class Index>
void expect_other_repeats(ArraysOfText<ExecutionSpace, Index> const& arrays)
{
  std::size_t const n = arrays.size();
  auto const inputs = [&] { return arrays.values(); };
  Faults bounded(fault_name<ExecutionSpace>("left_bounded_repeats", type_name<Index>()));
  bounded.expect(inputs, [&](Surroundings const& surroundings) {
    auto const lengths = results_of<Index, ExecutionSpace>(n);
    surroundings.within([&] { left_bounded_repeats(arrays.space, arrays.inverse, arrays.lcp, lengths); });
    return to_vector(lengths);
  });
  Faults useful(fault_name<ExecutionSpace>("useful_repeats", type_name<Index>()));
  useful.expect(inputs, [&](Surroundings const& surroundings) {
    auto const starts = results_of<Index, ExecutionSpace>(n);
    auto const lengths = results_of<Index, ExecutionSpace>(n);
    std::size_t const count = surroundings.within([&] {
      return useful_repeats(arrays.space, arrays.inverse, arrays.lcp, starts, lengths,
                            RepeatsOptions{.workspace = surroundings.workspace()});
    });
    return std::tuple(first_of(starts, count), first_of(lengths, count));
  });
  Faults walks(fault_name<ExecutionSpace>("repeat_walks", type_name<Index>()));
  walks.expect(inputs, [&](Surroundings const& surroundings) {
    auto const found = surroundings.within([&] {
      return repeat_walks(arrays.space, arrays.inverse, arrays.lcp,
                          RepeatsOptions{.workspace = surroundings.workspace()});
    });
    return std::tuple(found.useful, found.raw.mean, found.raw.maximum, found.compact.mean, found.compact.maximum);
  });
}

template <class ExecutionSpace, class Index>
void expect_repeated_substrings(ArraysOfText<ExecutionSpace, Index> const& arrays)
{
  std::size_t const n = arrays.size();
  auto const inputs = [&] { return arrays.values(); };
  Faults maximal(fault_name<ExecutionSpace>("maximal_repeats", type_name<Index>()));
  maximal.expect(inputs, [&](Surroundings const& surroundings) {
    auto const begins = results_of<Index, ExecutionSpace>(n);
    auto const ends = results_of<Index, ExecutionSpace>(n);
    auto const lengths = results_of<Index, ExecutionSpace>(n);
    std::size_t const count = surroundings.within([&] {
      return maximal_repeats(arrays.space, arrays.text, arrays.suffix_array, arrays.lcp, begins, ends, lengths,
                             MaximalRepeatsOptions{.workspace = surroundings.workspace()});
    });
    return std::tuple(first_of(begins, count), first_of(ends, count), first_of(lengths, count));
  });
  Faults repeated(fault_name<ExecutionSpace>("longest_repeated_substrings", type_name<Index>()));
  repeated.expect(inputs, [&](Surroundings const& surroundings) {
    auto const begins = results_of<Index, ExecutionSpace>(n);
    auto const ends = results_of<Index, ExecutionSpace>(n);
    auto const found = surroundings.within([&] {
      return longest_repeated_substrings(arrays.space, arrays.lcp, begins, ends,
                                         RepeatsOptions{.workspace = surroundings.workspace()});
    });
    return std::tuple(found.length, first_of(begins, found.count), first_of(ends, found.count));
  });
  Faults common(fault_name<ExecutionSpace>("longest_common_substring", type_name<Index>()));
  common.expect(inputs, [&](Surroundings const& surroundings) {
    auto const found = surroundings.within([&] {
      return longest_common_substring(arrays.space, n / 2, arrays.suffix_array, arrays.lcp,
                                      RepeatsOptions{.workspace = surroundings.workspace()});
    });
    return std::tuple(found.length, found.first, found.second);
  });
}

template <class ExecutionSpace, class Index>
void expect_repeats()
{
  ArraysOfText<ExecutionSpace, Index> const arrays(texts::copies_with_mutations(1'100, 30, 4));
  for (auto const algorithm :
       {LongestRepeatsAlgorithm::bounded, LongestRepeatsAlgorithm::raw, LongestRepeatsAlgorithm::compact})
    expect_longest_repeats(arrays, algorithm);
  expect_other_repeats(arrays);
  expect_repeated_substrings(arrays);
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("allocations that fail: repeats", ExecutionSpace, failing_repeats)
{
  expect_repeats<ExecutionSpace, std::uint32_t>();
  expect_repeats<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(failing_repeats, Spaces);

}  // namespace lexikos::tests
