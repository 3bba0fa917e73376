// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <thread>

#include "backends/cases.hpp"
#include "backends/targets.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::tests
{

/// Sorts and scans again and again on one instance. Returns what was wrong first, or nothing. For any host thread: it checks
/// nothing itself.
template <class Target>
std::string use_instance(typename Target::ExecutionSpace const& space, std::uint64_t seed)
{
  using Primitives = typename Target::Primitives;
  using ExecutionSpace = typename Target::ExecutionSpace;
  std::size_t const n = 200'000 + 1000 * seed;
  Workspace workspace;
  auto const permutation = make_permutation<std::uint32_t>(n, seed);
  auto const keys = to_view<ExecutionSpace>(permutation);
  auto const other_keys = to_view<ExecutionSpace>(permutation);
  auto const values = to_view<ExecutionSpace>(permutation);
  auto const other_values = to_view<ExecutionSpace>(permutation);
  std::vector<std::uint32_t> sorted(n), sums(n);
  for (std::size_t i = 0; i < n; ++i) {
    sorted[i] = static_cast<std::uint32_t>(i);
    sums[i] = sorted[i] + (i > 0 ? sums[i - 1] : 0);
  }

  for (int repetition = 0; repetition < 5; ++repetition) {
    lexikos::primitives::DoubleBuffer key_buffer{keys, other_keys};
    lexikos::primitives::DoubleBuffer value_buffer{values, other_values};
    Kokkos::deep_copy(space, keys, to_view<ExecutionSpace>(permutation));
    Kokkos::deep_copy(space, values, keys);
    Primitives::radix_sort_pairs(space, key_buffer, value_buffer, 0, 18, workspace);
    Primitives::inclusive_scan(space, value_buffer.current, value_buffer.other, lexikos::primitives::Sum{}, workspace);
    auto const sum = Primitives::reduce(space, key_buffer.current, lexikos::primitives::Sum{}, workspace);
    space.fence();
    std::string const where = " of repetition " + std::to_string(repetition);
    if (sum != sums.back()) return "the sum" + where;
    if (auto const wrong = first_difference(to_vector(key_buffer.current), sorted); !wrong.empty())
      return "the sorted keys" + where + ": " + wrong;
    if (auto const wrong = first_difference(to_vector(value_buffer.other), sums); !wrong.empty())
      return "the scanned values" + where + ": " + wrong;
  }
  return {};
}

template <class Target>
std::vector<typename Target::ExecutionSpace> two_instances()
{
  typename Target::ExecutionSpace const space;
  if (detail::works_on_host<typename Target::ExecutionSpace> && space.concurrency() == 1) return {space, space};
  return Kokkos::Experimental::partition_space(space, std::vector<int>{1, 1});
}

TEST_CASE_TEMPLATE_DEFINE("two instances in turn", Target, two_instances_in_turn)
{
  auto const instances = two_instances<Target>();
  for (std::uint64_t seed = 0; seed < 4; ++seed) CHECK(use_instance<Target>(instances[seed % 2], seed) == "");
}
TEST_CASE_TEMPLATE_APPLY(two_instances_in_turn, Targets);

TEST_CASE_TEMPLATE_DEFINE("two instances at the same time, one a host thread", Target, two_instances_at_once)
{
  auto const instances = two_instances<Target>();
  std::string first = "did not run";
  std::string second = first;
  std::thread other([&] { second = use_instance<Target>(instances[1], 1); });
  first = use_instance<Target>(instances[0], 2);
  other.join();
  CHECK(first == "");
  CHECK(second == "");
}
TEST_CASE_TEMPLATE_APPLY(two_instances_at_once, Targets);

}  // namespace lexikos::tests
