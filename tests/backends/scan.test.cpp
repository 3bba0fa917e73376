// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include "backends/cases.hpp"
#include "backends/targets.hpp"

namespace lexikos::tests
{

/// The exclusive and the inclusive scan, one by one.
template <class T, class Operation, class In>
std::pair<std::vector<T>, std::vector<T>> naive_scans(std::vector<In> const& in)
{
  std::vector<T> exclusive, inclusive;
  T sum = Operation::template identity<T>();
  for (auto const value : in) {
    exclusive.push_back(sum);
    sum = Operation{}(sum, static_cast<T>(value));
    inclusive.push_back(sum);
  }
  return {exclusive, inclusive};
}

template <class Target, class In, class Out, class Operation>
void test_scan()
{
  using Primitives = typename Target::Primitives;
  using ExecutionSpace = typename Target::ExecutionSpace;
  Setup<Target> setup;
  for_each_case<In>([&](Case<In> const& input) {
    INFO(input.name);
    auto const [exclusive, inclusive] = naive_scans<Out, Operation>(input.values);
    auto const in = to_view<ExecutionSpace>(input.values);
    auto const out = to_view<ExecutionSpace>(std::vector<Out>(input.values.size(), Out{99}));
    Primitives::exclusive_scan(setup.space, in, out, Operation{}, setup.workspace);
    check_equal(to_vector(out), exclusive);
    Primitives::inclusive_scan(setup.space, in, out, Operation{}, setup.workspace);
    check_equal(to_vector(out), inclusive);
    if constexpr (std::is_same_v<In, Out>) {
      Primitives::inclusive_scan(setup.space, in, in, Operation{}, setup.workspace);
      check_equal(to_vector(in), inclusive);
      Kokkos::deep_copy(in, to_view<ExecutionSpace>(input.values));
      Primitives::exclusive_scan(setup.space, in, in, Operation{}, setup.workspace);
      check_equal(to_vector(in), exclusive);
    }
  });
}

TEST_CASE_TEMPLATE_DEFINE("scan with sum", Target, scan_sum)
{
  test_scan<Target, std::uint8_t, std::uint32_t, lexikos::primitives::Sum>();
  test_scan<Target, std::uint8_t, std::uint64_t, lexikos::primitives::Sum>();
  test_scan<Target, std::uint32_t, std::uint32_t, lexikos::primitives::Sum>();
  test_scan<Target, std::uint32_t, std::uint64_t, lexikos::primitives::Sum>();
  test_scan<Target, std::uint64_t, std::uint64_t, lexikos::primitives::Sum>();
}
TEST_CASE_TEMPLATE_APPLY(scan_sum, Targets);

TEST_CASE_TEMPLATE_DEFINE("scan with maximum", Target, scan_maximum)
{
  test_scan<Target, std::uint8_t, std::uint32_t, lexikos::primitives::Maximum>();
  test_scan<Target, std::uint32_t, std::uint32_t, lexikos::primitives::Maximum>();
  test_scan<Target, std::uint64_t, std::uint64_t, lexikos::primitives::Maximum>();
}
TEST_CASE_TEMPLATE_APPLY(scan_maximum, Targets);

}  // namespace lexikos::tests
