// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <numeric>

#include "backends/cases.hpp"
#include "backends/targets.hpp"

namespace lexikos::tests
{

template <class Target, class T, class Operation>
void test_reduce()
{
  Setup<Target> setup;
  for_each_case<T>([&](Case<T> const& input) {
    INFO(input.name);
    T const expected = std::accumulate(input.values.begin(), input.values.end(), Operation::template identity<T>(),
                                       [](T a, T b) { return static_cast<T>(Operation{}(a, b)); });
    CHECK(Target::Primitives::reduce(setup.space, to_view<typename Target::ExecutionSpace>(input.values), Operation{},
                                     setup.workspace) == expected);
  });
}

template <class Target, class T>
void test_histogram(std::size_t bins, int bits)
{
  Setup<Target> setup;
  for_each_case<T>(
      [&](Case<T> const& input) {
        INFO(input.name << ", " << bins << " bins");
        std::vector<std::uint64_t> expected(bins, 0);
        for (auto const symbol : input.values) ++expected[symbol];
        auto const counts = to_view<typename Target::ExecutionSpace>(std::vector<std::uint64_t>(bins, 12345));
        Target::Primitives::histogram(setup.space, to_view<typename Target::ExecutionSpace>(input.values), counts,
                                      setup.workspace);
        check_equal(to_vector(counts), expected);
      },
      bits);
}

TEST_CASE_TEMPLATE_DEFINE("reduce", Target, reduce)
{
  test_reduce<Target, std::uint32_t, lexikos::primitives::Sum>();
  test_reduce<Target, std::uint32_t, lexikos::primitives::Maximum>();
  test_reduce<Target, std::uint32_t, lexikos::primitives::Minimum>();
  test_reduce<Target, std::uint64_t, lexikos::primitives::Sum>();
  test_reduce<Target, std::uint64_t, lexikos::primitives::Maximum>();
  test_reduce<Target, std::uint64_t, lexikos::primitives::Minimum>();
}
TEST_CASE_TEMPLATE_APPLY(reduce, Targets);

TEST_CASE_TEMPLATE_DEFINE("histogram", Target, histogram)
{
  test_histogram<Target, std::uint8_t>(256, 8);
  test_histogram<Target, std::uint8_t>(5, 2);
  test_histogram<Target, std::uint16_t>(65536, 16);
  test_histogram<Target, std::uint32_t>(1025, 10);
  test_histogram<Target, std::uint32_t>(8193, 13);
  test_histogram<Target, std::uint32_t>(65536, 16);
}
TEST_CASE_TEMPLATE_APPLY(histogram, Targets);

}  // namespace lexikos::tests
