// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include "backends/cases.hpp"
#include "backends/targets.hpp"

namespace lexikos::tests
{

/// Compares the high half only: equal elements still differ in the low half.
struct LessHighHalf
{
  template <class T>
  KOKKOS_FUNCTION bool operator()(T a, T b) const
  {
    constexpr int half = sizeof(T) * 4;
    return (a >> half) < (b >> half);
  }
};

template <class T>
std::vector<T> sorted_by_high_half(Shape shape, std::size_t n, T mark)
{
  auto values = make_values<T>(shape, n);
  std::stable_sort(values.begin(), values.end(), LessHighHalf{});
  T const low_half = (T{1} << (sizeof(T) * 4)) - 1;
  for (auto& value : values) value = static_cast<T>((value & ~low_half) | mark);
  return values;
}

/// A range whose elements lie elsewhere.
template <class Table>
struct GatheredRange
{
  Table table;

  KOKKOS_FUNCTION std::size_t extent(int) const { return table.extent(0); }
  KOKKOS_FUNCTION auto operator()(std::size_t i) const { return table(table.extent(0) - 1 - i); }
};

template <class Target, class T>
void test_merge(Shape shape, std::size_t size_a, std::size_t size_b)
{
  using ExecutionSpace = typename Target::ExecutionSpace;
  INFO(to_string(shape) << ", " << size_a << " and " << size_b);
  Setup<Target> setup;
  auto const a = sorted_by_high_half<T>(shape, size_a, 1);
  auto const b = sorted_by_high_half<T>(shape, size_b, 2);
  std::vector<T> expected(size_a + size_b);
  std::merge(a.begin(), a.end(), b.begin(), b.end(), expected.begin(), LessHighHalf{});
  auto const out = to_view<ExecutionSpace>(std::vector<T>(expected.size()));
  Target::Primitives::merge(setup.space, to_view<ExecutionSpace>(a), to_view<ExecutionSpace>(b), out, LessHighHalf{},
                            setup.workspace);
  check_equal(to_vector(out), expected);

  auto const gathered_out = to_view<ExecutionSpace>(std::vector<T>(expected.size()));
  auto const table_a = to_view<ExecutionSpace>(std::vector<T>(a.rbegin(), a.rend()));
  auto const table_b = to_view<ExecutionSpace>(std::vector<T>(b.rbegin(), b.rend()));
  using Gathered = GatheredRange<TestArray<T, ExecutionSpace>>;
  Target::Primitives::merge(setup.space, Gathered{table_a}, Gathered{table_b}, gathered_out, LessHighHalf{},
                            setup.workspace);
  check_equal(to_vector(gathered_out), expected);
}

template <class Target, class T>
void test_merge_sizes()
{
  for (Shape const shape : {Shape::all_equal, Shape::random, Shape::few_values, Shape::skewed}) {
    for (std::size_t const n : small_sizes()) {
      test_merge<Target, T>(shape, n, n);
      if (shape == Shape::random) test_merge<Target, T>(shape, n, 0);
      if (shape == Shape::random) test_merge<Target, T>(shape, 0, n);
      if (shape == Shape::few_values) test_merge<Target, T>(shape, n, 1000);
      if (shape == Shape::skewed) test_merge<Target, T>(shape, 3, n);
    }
    test_merge<Target, T>(shape, large_size, large_size / 3);
  }
}

TEST_CASE_TEMPLATE_DEFINE("merge", Target, merge)
{
  test_merge_sizes<Target, std::uint32_t>();
  test_merge_sizes<Target, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(merge, Targets);

TEST_CASE_TEMPLATE_DEFINE("merge of ranges of which one precedes the other", Target, merge_disjoint)
{
  using ExecutionSpace = typename Target::ExecutionSpace;
  Setup<Target> setup;
  std::vector<std::uint64_t> low(5000), high(70'000), expected(75'000);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    expected[i] = std::uint64_t{i} << 32;
    (i < low.size() ? low[i] : high[i - low.size()]) = expected[i];
  }
  auto const out = to_view<ExecutionSpace>(std::vector<std::uint64_t>(expected.size()));
  Target::Primitives::merge(setup.space, to_view<ExecutionSpace>(low), to_view<ExecutionSpace>(high), out,
                            LessHighHalf{}, setup.workspace);
  check_equal(to_vector(out), expected);
  Target::Primitives::merge(setup.space, to_view<ExecutionSpace>(high), to_view<ExecutionSpace>(low), out,
                            LessHighHalf{}, setup.workspace);
  check_equal(to_vector(out), expected);
}
TEST_CASE_TEMPLATE_APPLY(merge_disjoint, Targets);

}  // namespace lexikos::tests
