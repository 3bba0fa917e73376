// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What follows a suffix array: its inverse, LCP arrays, transforms, checks, extensions, range minima.

#include "tests/faults/arrays.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <lexikos/bwt.hpp>
#include <lexikos/check.hpp>
#include <lexikos/lce.hpp>
#include <lexikos/lcp.hpp>
#include <lexikos/range_minimum.hpp>
#include <numeric>
#include <tuple>
#include <vector>

#include "system/works_on_host.hpp"
#include "tests/faults/injection.hpp"
#include "tests/integer_texts.hpp"

namespace lexikos::tests
{

namespace
{

template <class ExecutionSpace, class Index, class Symbol>
void expect_lcp(ArraysOfText<ExecutionSpace, Index, Symbol> const& arrays)
{
  auto const inputs = [&] { return arrays.values(); };
  std::string const kind = type_name<Index>() + " of " + type_name<Symbol>();
  auto const expect = [&](char const* function, auto const& build) {
    Faults faults(fault_name<ExecutionSpace>(function, kind));
    faults.expect(inputs, [&](Surroundings const& surroundings) {
      auto const result = results_of<Index, ExecutionSpace>(arrays.size());
      surroundings.within([&] { build(result, LcpOptions{.workspace = surroundings.workspace()}); });
      return to_vector(result);
    });
  };
  expect("inverse_suffix_array", [&](auto const& result, LcpOptions const& options) {
    inverse_suffix_array(arrays.space, arrays.suffix_array, result, options);
  });
  expect("plcp_array", [&](auto const& result, LcpOptions const& options) {
    plcp_array(arrays.space, arrays.text, arrays.suffix_array, result, options);
  });
  expect("plcp_array/inverse", [&](auto const& result, LcpOptions const& options) {
    plcp_array(arrays.space, arrays.text, arrays.suffix_array, arrays.inverse, result, options);
  });
  expect("lcp_array", [&](auto const& result, LcpOptions const& options) {
    lcp_array(arrays.space, arrays.text, arrays.suffix_array, result, options);
  });
  expect("lcp_array/inverse", [&](auto const& result, LcpOptions const& options) {
    lcp_array(arrays.space, arrays.text, arrays.suffix_array, arrays.inverse, result, options);
  });
  Faults faults(fault_name<ExecutionSpace>("lcp_statistics", kind));
  faults.expect(inputs, [&](Surroundings const& surroundings) {
    auto const found = surroundings.within([&] { return lcp_statistics(arrays.space, arrays.lcp); });
    return std::tuple(found.maximum, found.mean);
  });
}

template <class ExecutionSpace, class Index, class Symbol>
void expect_check(ArraysOfText<ExecutionSpace, Index, Symbol> const& arrays)
{
  std::string const kind = type_name<Index>() + " of " + type_name<Symbol>();
  auto wrong = to_vector(arrays.suffix_array);
  wrong[7] = wrong[5];  // a repeated entry: the most that there is to look for
  auto const repeated = to_view<ExecutionSpace>(wrong);
  auto const inputs = [&] { return std::tuple(arrays.values(), to_vector(repeated)); };
  auto const expect = [&](char const* name, auto const& array) {
    Faults faults(fault_name<ExecutionSpace>(name, kind));
    faults.expect(inputs, [&](Surroundings const& surroundings) {
      return surroundings.within(
          [&] { return check_suffix_array(arrays.space, arrays.text, array, CheckOptions{surroundings.workspace()}); });
    });
  };
  expect("check_suffix_array", arrays.suffix_array);
  expect("check_suffix_array/wrong", repeated);
  Faults faults(fault_name<ExecutionSpace>("check_inverse_suffix_array", kind));
  faults.expect(inputs, [&](Surroundings const& surroundings) {
    return surroundings.within(
        [&] { return check_inverse_suffix_array(arrays.space, arrays.suffix_array, arrays.inverse); });
  });
}

/// \tparam Index  of the suffix array that the transform follows from, where it does
template <class Index, class ExecutionSpace>
void expect_bwt(ArraysOfText<ExecutionSpace, Index> const& arrays)
{
  auto const inputs = [&] { return arrays.values(); };
  auto const results = [&] { return results_of<std::uint8_t, ExecutionSpace>(arrays.size()); };
  for (auto const algorithm : {SuffixArrayAlgorithm::automatic, SuffixArrayAlgorithm::sampled_prefix_doubling}) {
    Faults faults(fault_name<ExecutionSpace>("burrows_wheeler_transform", std::string(to_string(algorithm))));
    faults.expect(inputs, [&](Surroundings const& surroundings) {
      auto const bwt = results();
      BwtOptions const options{.algorithm = algorithm, .workspace = surroundings.workspace()};
      auto const primary =
          surroundings.within([&] { return burrows_wheeler_transform(arrays.space, arrays.text, bwt, options); });
      return std::tuple(primary, to_vector(bwt));
    });
  }
  Faults from_array(fault_name<ExecutionSpace>("burrows_wheeler_transform/suffix array", type_name<Index>()));
  from_array.expect(inputs, [&](Surroundings const& surroundings) {
    auto const bwt = results();
    BwtOptions const options{.workspace = surroundings.workspace()};
    auto const primary = surroundings.within(
        [&] { return burrows_wheeler_transform(arrays.space, arrays.text, arrays.suffix_array, bwt, options); });
    return std::tuple(primary, to_vector(bwt));
  });
  auto const bwt = results();
  auto const primary = burrows_wheeler_transform(arrays.space, arrays.text, arrays.suffix_array, bwt);
  Faults inverse(fault_name<ExecutionSpace>("inverse_burrows_wheeler_transform"));
  inverse.expect(
      [&] { return to_vector(bwt); },
      [&](Surroundings const& surroundings) {
        auto const text = results();
        InverseBwtOptions const options{.workspace = surroundings.workspace()};
        surroundings.within([&] { inverse_burrows_wheeler_transform(arrays.space, bwt, primary, text, options); });
        return to_vector(text);
      });
}

/// Ranges of all lengths.
template <class ExecutionSpace, class Place>
struct PlacesToAsk
{
  explicit PlacesToAsk(std::size_t n)
  {
    std::vector<Place> starts(n);
    std::iota(starts.begin(), starts.end(), Place{0});
    begins = to_view<ExecutionSpace>(starts);
    for (Place& place : starts) place = static_cast<Place>(place + place * place % 97);
    ends = to_view<ExecutionSpace>(starts);
  }

  TestArray<Place, ExecutionSpace> begins;
  TestArray<Place, ExecutionSpace> ends;
};

template <class ExecutionSpace, class Index>
void expect_lce(ArraysOfText<ExecutionSpace, Index> const& arrays)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  PlacesToAsk<ExecutionSpace, Index> const asked(arrays.size());
  Faults faults(fault_name<ExecutionSpace>("LceIndex", type_name<Index>()));
  faults.expect([&] { return std::tuple(arrays.values(), to_vector(asked.begins), to_vector(asked.ends)); },
                [&](Surroundings const& surroundings) {
                  auto const lengths = results_of<Index, ExecutionSpace>(arrays.size());
                  surroundings.within([&] {
                    LceOptions const options{.workspace = surroundings.workspace()};
                    LceIndex<MemorySpace, Index> const index(arrays.space, arrays.inverse, arrays.lcp, options);
                    index.lce(arrays.space, asked.begins, asked.ends, lengths);
                  });
                  return to_vector(lengths);
                });
}

template <template <class, class> class Structure, class ExecutionSpace, class Index>
void expect_range_extrema(std::string const& name, ArraysOfText<ExecutionSpace, Index> const& arrays)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  PlacesToAsk<ExecutionSpace, Index> const asked(arrays.size());
  Faults faults(fault_name<ExecutionSpace>(name, type_name<Index>()));
  std::size_t const k = 3;
  faults.expect([&] { return std::tuple(arrays.values(), to_vector(asked.begins), to_vector(asked.ends)); },
                [&](Surroundings const& surroundings) {
                  auto const values = results_of<Index, ExecutionSpace>(arrays.size());
                  auto const positions = results_of<Index, ExecutionSpace>(arrays.size());
                  auto const best = results_of<Index, ExecutionSpace>(k * arrays.size());
                  surroundings.within([&] {
                    RangeMinimumOptions const options{.workspace = surroundings.workspace()};
                    Structure<MemorySpace, Index> const extrema(arrays.space, arrays.suffix_array, options);
                    extrema.values(arrays.space, asked.begins, asked.ends, values);
                    extrema.positions(arrays.space, asked.begins, asked.ends, positions);
                    extrema.best_values(arrays.space, asked.begins, asked.ends, k, best,
                                        BestValuesOptions{surroundings.workspace()});
                  });
                  return std::tuple(to_vector(values), to_vector(positions), to_vector(best));
                });
}

template <class ExecutionSpace, class Index>
void expect_arrays_of_bytes()
{
  for (auto const& text : {texts::periodic_parts(900, 20, 3), texts::random(300, 3, 2)}) {
    ArraysOfText<ExecutionSpace, Index> const arrays(text);
    expect_lcp(arrays);
    expect_check(arrays);
    expect_bwt(arrays);
  }
  ArraysOfText<ExecutionSpace, Index> const arrays(texts::copies_with_mutations(1'200, 30, 4));
  expect_lce(arrays);
  expect_range_extrema<RangeMinimum>("RangeMinimum", arrays);
  expect_range_extrema<RangeMaximum>("RangeMaximum", arrays);
}

template <class Symbol>
void expect_sequential_check()
{
  using Host = Kokkos::DefaultHostExecutionSpace;
  ArraysOfText<Host, std::uint32_t, Symbol> const arrays(texts::random_of(texts::sparse_values<Symbol>(40, 5), 300, 6));
  Faults faults("check_suffix_array_sequentially u32 of " + type_name<Symbol>());
  faults.expect(
      [&] { return arrays.values(); },
      [&](Surroundings const& surroundings) {
        return surroundings.within([&] { return check_suffix_array_sequentially(arrays.text, arrays.suffix_array); });
      });
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("allocations that fail: what follows a suffix array", ExecutionSpace, failing_arrays)
{
  expect_arrays_of_bytes<ExecutionSpace, std::uint32_t>();
  expect_arrays_of_bytes<ExecutionSpace, std::uint64_t>();
  ArraysOfText<ExecutionSpace, std::uint32_t, std::uint64_t> const wide(
      texts::random_of(texts::sparse_values<std::uint64_t>(3, 5), 300, 6));
  expect_lcp(wide);
  expect_check(wide);
}
TEST_CASE_TEMPLATE_APPLY(failing_arrays, Spaces);

TEST_CASE("allocations that fail: sequential checks")
{
  expect_sequential_check<std::uint8_t>();
  expect_sequential_check<std::uint32_t>();
  expect_sequential_check<std::uint64_t>();
}

}  // namespace lexikos::tests
