// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include "backends/cases.hpp"
#include "backends/targets.hpp"

namespace lexikos::tests
{

template <class Target, class T>
void test_select(std::size_t n, unsigned flagged_of_256)
{
  using Primitives = typename Target::Primitives;
  using ExecutionSpace = typename Target::ExecutionSpace;
  INFO(n << " items, flagged " << flagged_of_256 << " of 256");
  Setup<Target> setup;
  auto const values = make_values<T>(Shape::random, n);
  auto const flags = make_flags(n, flagged_of_256);
  std::vector<T> flagged;
  std::vector<std::uint32_t> positions;
  for (std::size_t i = 0; i < n; ++i) {
    if (flags[i] == 0) continue;
    flagged.push_back(values[i]);
    positions.push_back(static_cast<std::uint32_t>(i));
  }

  auto const in = to_view<ExecutionSpace>(values);
  auto const device_flags = to_view<ExecutionSpace>(flags);
  // outputs are no longer than documented
  auto const device_positions = to_view<ExecutionSpace>(std::vector<std::uint32_t>(positions.size()));
  CHECK(Primitives::select_positions(setup.space, device_flags, device_positions, setup.workspace) == positions.size());
  check_equal(to_vector(device_positions), positions);

  auto const packed = to_view<ExecutionSpace>(std::vector<T>(flagged.size()));
  Primitives::pack_flagged(setup.space, in, device_flags, packed, setup.workspace);
  auto const packed_positions = to_view<ExecutionSpace>(std::vector<std::uint32_t>(positions.size()));
  Primitives::pack_positions(setup.space, device_flags, packed_positions, setup.workspace);
  setup.space.fence();
  check_equal(to_vector(packed), flagged);
  check_equal(to_vector(packed_positions), positions);
}

template <class Target, class T>
void test_select_sizes()
{
  for (unsigned const flagged_of_256 : {0u, 1u, 128u, 250u, 256u}) {
    for (std::size_t const n : small_sizes()) test_select<Target, T>(n, flagged_of_256);
    test_select<Target, T>(large_size, flagged_of_256);
  }
}

TEST_CASE_TEMPLATE_DEFINE("select and pack", Target, select_pack)
{
  test_select_sizes<Target, std::uint8_t>();
  test_select_sizes<Target, std::uint32_t>();
  test_select_sizes<Target, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(select_pack, Targets);

}  // namespace lexikos::tests
