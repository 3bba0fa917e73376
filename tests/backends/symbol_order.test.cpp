// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include "backends/cases.hpp"
#include "backends/targets.hpp"

namespace lexikos::tests
{

/// By one list a symbol.
template <class Position>
std::vector<Position> naive_symbol_order(std::vector<std::uint8_t> const& symbols)
{
  std::vector<std::vector<Position>> places(256);
  for (std::size_t i = 0; i < symbols.size(); ++i) places[symbols[i]].push_back(static_cast<Position>(i));
  std::vector<Position> order;
  for (auto const& list : places) order.insert(order.end(), list.begin(), list.end());
  return order;
}

template <class Target, class Position>
void expect_symbol_order(std::vector<std::uint8_t> const& symbols)
{
  using ExecutionSpace = typename Target::ExecutionSpace;
  Setup<Target> setup;
  TestArray<std::uint8_t, ExecutionSpace> storage;
  auto const view = setup.copy(storage, symbols, symbols.size() % 2);  // some start at an odd address
  auto const order = to_view<ExecutionSpace>(std::vector<Position>(symbols.size(), Position{99}));
  Target::Primitives::symbol_order(setup.space, view, order, setup.workspace);
  check_equal(to_vector(order), naive_symbol_order<Position>(symbols));
}

template <class Target, class Position>
void test_symbol_order()
{
  for_each_case<std::uint8_t>([&](Case<std::uint8_t> const& input) {
    INFO(input.name);
    expect_symbol_order<Target, Position>(input.values);
  });
  // a device sorts long ones in parts
  expect_symbol_order<Target, Position>(make_values<std::uint8_t>(Shape::random, 9'000'001));
}

TEST_CASE_TEMPLATE_DEFINE("order of symbols", Target, symbol_order)
{
  test_symbol_order<Target, std::uint32_t>();
  test_symbol_order<Target, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(symbol_order, Targets);

}  // namespace lexikos::tests
