// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include "backends/cases.hpp"
#include "backends/targets.hpp"

namespace lexikos::tests
{

struct TimesThree
{
  template <class T>
  KOKKOS_FUNCTION T operator()(T value) const
  {
    return static_cast<T>(3 * value + 1);
  }
};

template <class Target, class T>
void test_fill_iota_transform()
{
  using Primitives = typename Target::Primitives;
  Setup<Target> setup;
  for_each_case<T>([&](Case<T> const& input) {
    INFO(input.name);
    std::size_t const n = input.values.size();
    auto const in = to_view<typename Target::ExecutionSpace>(input.values);
    auto const out = to_view<typename Target::ExecutionSpace>(std::vector<T>(n));
    auto expected = input.values;
    for (auto& value : expected) value = TimesThree{}(value);

    Primitives::transform(setup.space, "lexikos::tests::times_three", in, out, TimesThree{});
    check_equal(to_vector(out), expected);
    Primitives::transform(setup.space, "lexikos::tests::times_three", in, in, TimesThree{});
    check_equal(to_vector(in), expected);

    Primitives::fill(setup.space, out, T{77});
    check_equal(to_vector(out), std::vector<T>(n, T{77}));
    Primitives::iota(setup.space, out, T{5});
    for (std::size_t i = 0; i < n; ++i) expected[i] = static_cast<T>(5 + i);
    check_equal(to_vector(out), expected);
  });
}

/// A random permutation of [0..n); for large n, which is prime, multiples of a stride.
template <class Index>
std::vector<Index> make_indices(std::size_t n)
{
  if (n <= large_size) return make_permutation<Index>(n, n);
  std::vector<Index> indices(n);
  for (std::size_t i = 0; i < n; ++i) indices[i] = static_cast<Index>(i * 0x9E3779B1 % n);
  return indices;
}

template <class Target, class Index, class T>
void test_gather_scatter(std::size_t n, std::size_t entries)
{
  using Primitives = typename Target::Primitives;
  using ExecutionSpace = typename Target::ExecutionSpace;
  INFO(n << " of " << entries << " entries");
  Setup<Target> setup;
  auto indices = make_indices<Index>(entries);
  indices.resize(n);
  auto const values = make_values<T>(Shape::random, n);
  std::vector<T> expected(entries, T{9});
  for (std::size_t i = 0; i < n; ++i) expected[indices[i]] = values[i];

  auto const device_indices = to_view<ExecutionSpace>(indices);
  auto const device_values = to_view<ExecutionSpace>(values);
  auto const table = to_view<ExecutionSpace>(std::vector<T>(entries, T{9}));
  Primitives::scatter(setup.space, device_indices, device_values, table);
  check_equal(to_vector(table), expected);

  auto const gathered = to_view<ExecutionSpace>(std::vector<T>(n));
  Primitives::gather(setup.space, device_indices, table, gathered);
  check_equal(to_vector(gathered), values);

  auto const blocked = to_view<ExecutionSpace>(std::vector<T>(entries, T{9}));
  Primitives::scatter_blocked(setup.space, device_indices, device_values, blocked, setup.workspace);
  check_equal(to_vector(blocked), expected);
}

template <class Target, class Index, class T>
void test_gather_scatter_sizes()
{
  for (std::size_t const n : small_sizes()) test_gather_scatter<Target, Index, T>(n, n);
  test_gather_scatter<Target, Index, T>(large_size, large_size);
  test_gather_scatter<Target, Index, T>(1000, large_size);
}

template <class Target, class T>
void test_adjacent_heads()
{
  Setup<Target> setup;
  for_each_case<T>([&](Case<T> const& input) {
    INFO(input.name);
    std::size_t const n = input.values.size();
    auto const heads = to_view<typename Target::ExecutionSpace>(std::vector<std::uint8_t>(n, 99));
    Target::Primitives::adjacent_heads(setup.space, to_view<typename Target::ExecutionSpace>(input.values), heads);
    std::vector<std::uint8_t> expected(n);
    for (std::size_t i = 0; i < n; ++i) expected[i] = i == 0 || input.values[i] != input.values[i - 1];
    check_equal(to_vector(heads), expected);
  });
}

TEST_CASE_TEMPLATE_DEFINE("fill, iota and transform", Target, fill_iota_transform)
{
  test_fill_iota_transform<Target, std::uint8_t>();
  test_fill_iota_transform<Target, std::uint32_t>();
  test_fill_iota_transform<Target, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(fill_iota_transform, Targets);

TEST_CASE_TEMPLATE_DEFINE("gather and scatter", Target, gather_scatter)
{
  test_gather_scatter_sizes<Target, std::uint32_t, std::uint32_t>();
  test_gather_scatter_sizes<Target, std::uint32_t, std::uint64_t>();
  test_gather_scatter_sizes<Target, std::uint64_t, std::uint32_t>();
  test_gather_scatter_sizes<Target, std::uint64_t, std::uint64_t>();
  // a table of more than 128 MiB, which is blocked
  test_gather_scatter<Target, std::uint32_t, std::uint32_t>(1'100'017, 33'554'467);
}
TEST_CASE_TEMPLATE_APPLY(gather_scatter, Targets);

TEST_CASE_TEMPLATE_DEFINE("adjacent heads", Target, adjacent_heads)
{
  test_adjacent_heads<Target, std::uint8_t>();
  test_adjacent_heads<Target, std::uint32_t>();
  test_adjacent_heads<Target, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(adjacent_heads, Targets);

}  // namespace lexikos::tests
