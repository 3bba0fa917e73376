// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <functional>
#include <string>

#include "backends/cases.hpp"
#include "backends/targets.hpp"
#include "kernel_recorder.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::tests
{

/// `call` runs kernels, all of them named after primitives and one or more after this one.
void check_labels(std::string const& primitive, std::function<void()> const& call)
{
  INFO(primitive);
  KernelRecorder const recorder;
  call();
  std::size_t own = 0;
  for (auto const& [label, instance] : recorder.kernels()) {
    if (label.rfind("Kokkos::", 0) == 0) continue;  // copies
    INFO(label);
    CHECK(label.rfind("lexikos::primitives::", 0) == 0);
    own += label.rfind("lexikos::primitives::" + primitive, 0) == 0;
  }
  CHECK(own > 0);
}

template <class Target>
void test_labels()
{
  using Primitives = typename Target::Primitives;
  using ExecutionSpace = typename Target::ExecutionSpace;
  std::size_t const n = 100'000;
  Setup<Target> setup;
  auto const& space = setup.space;
  auto& workspace = setup.workspace;
  auto const keys = to_view<ExecutionSpace>(make_permutation<std::uint32_t>(n, 1));
  auto const other_keys = to_view<ExecutionSpace>(std::vector<std::uint32_t>(n));
  auto const values = to_view<ExecutionSpace>(make_permutation<std::uint32_t>(n, 1));
  auto const out = to_view<ExecutionSpace>(std::vector<std::uint32_t>(2 * n));
  auto const flags = to_view<ExecutionSpace>(make_flags(n, 99));
  auto const counts = to_view<ExecutionSpace>(std::vector<std::uint64_t>(256));
  auto const offsets = to_view<ExecutionSpace>(std::vector<std::uint32_t>{0, 3, 7, static_cast<std::uint32_t>(n)});
  auto const listed = to_view<ExecutionSpace>(std::vector<std::uint32_t>{0, 1});
  auto const ascending = to_view<ExecutionSpace>(make_values<std::uint32_t>(Shape::sorted, n));
  lexikos::primitives::DoubleBuffer key_buffer{keys, other_keys};
  lexikos::primitives::DoubleBuffer value_buffer{values, to_view<ExecutionSpace>(std::vector<std::uint32_t>(n))};

  check_labels("fill", [&] { Primitives::fill(space, out, 0); });
  check_labels("iota", [&] { Primitives::iota(space, out, 0); });
  check_labels("gather", [&] { Primitives::gather(space, values, keys, other_keys); });
  check_labels("scatter", [&] { Primitives::scatter(space, values, keys, other_keys); });
  check_labels("scatter", [&] { Primitives::scatter_blocked(space, values, keys, other_keys, workspace); });
  check_labels("reduce",
               [&] { static_cast<void>(Primitives::reduce(space, keys, lexikos::primitives::Sum{}, workspace)); });
  check_labels("histogram", [&] { Primitives::histogram(space, flags, counts, workspace); });
  check_labels("exclusive_scan",
               [&] { Primitives::exclusive_scan(space, keys, other_keys, lexikos::primitives::Sum{}, workspace); });
  check_labels("inclusive_scan",
               [&] { Primitives::inclusive_scan(space, keys, other_keys, lexikos::primitives::Sum{}, workspace); });
  check_labels("pack_flagged", [&] { Primitives::pack_flagged(space, keys, flags, out, workspace); });
  check_labels("pack_positions", [&] { Primitives::pack_positions(space, flags, out, workspace); });
  check_labels("select_positions",
               [&] { static_cast<void>(Primitives::select_positions(space, flags, out, workspace)); });
  for (SegmentedSort const sort : {SegmentedSort::automatic, SegmentedSort::composite})
    check_labels("segmented_sort",
                 [&] { Primitives::segmented_sort_pairs(space, keys, values, offsets, 32, workspace, sort); });
  check_labels("sort_listed_segments",
               [&] { Primitives::sort_listed_segments(space, keys, values, offsets, listed, 4, 32, workspace); });
  check_labels("radix_sort", [&] { Primitives::radix_sort_pairs(space, key_buffer, value_buffer, 0, 20, workspace); });
  check_labels("symbol_order", [&] { Primitives::symbol_order(space, flags, out, workspace); });
  check_labels("merge",
               [&] { Primitives::merge(space, ascending, ascending, out, std::less<std::uint32_t>{}, workspace); });
  check_labels("adjacent_heads", [&] { Primitives::adjacent_heads(space, keys, flags); });
  check_labels("run_length_encode",
               [&] { static_cast<void>(Primitives::run_length_encode(space, keys, other_keys, out, workspace)); });
}

TEST_CASE_TEMPLATE_DEFINE("kernels have readable labels", Target, kernel_labels)
{
  // kernels of a vendor's library are not seen by Kokkos' tools
  if constexpr (std::is_same_v<typename Target::Primitives, Portable> ||
                detail::works_on_host<typename Target::ExecutionSpace>)
    test_labels<Target>();
}
TEST_CASE_TEMPLATE_APPLY(kernel_labels, Targets);

}  // namespace lexikos::tests
