// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Both checkers on texts of u16, u32 and u64.

#include <doctest/doctest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/check.hpp>
#include <limits>
#include <utility>
#include <vector>

#include "system/works_on_host.hpp"
#include "tests/check/brute_force.hpp"
#include "tests/integer_texts.hpp"
#include "tests/reference/sa_is.hpp"
#include "tests/spaces.hpp"

using namespace lexikos;

namespace
{

using Defect = SuffixArrayDefect;

template <class T>
using HostSpan = Span<T const, Kokkos::HostSpace>;

/// Both checkers.
template <class ExecutionSpace, class Symbol, class Index>
void expect(ExecutionSpace const& space, std::vector<Symbol> const& text, std::vector<Index> const& sa,
            SuffixArrayCheck const& expected)
{
  CHECK(check_suffix_array(space, tests::to_view<ExecutionSpace>(text), tests::to_view<ExecutionSpace>(sa)) ==
        expected);
  CHECK(check_suffix_array_sequentially(HostSpan<Symbol>(text.data(), text.size()),
                                        HostSpan<Index>(sa.data(), sa.size())) == expected);
}

/// All arrays over texts of four symbols out of three: the smallest, the largest and one between.
template <class ExecutionSpace, class Symbol>
void expect_all_small_arrays()
{
  constexpr std::size_t n = 4;
  auto const space = tests::smallest_instance<ExecutionSpace>();
  auto const values = texts::sparse_values<Symbol>(3, sizeof(Symbol));
  auto const arrays = tests::all_arrays<std::uint32_t>(n, n);
  std::size_t const stride = detail::works_on_host<ExecutionSpace> ? 1 : 17;
  std::size_t first = 0;
  texts::for_each_text(n, 3,
                       [&](texts::Text const& bytes) {
                         auto const text = texts::replaced(bytes, values);
                         for (std::size_t k = first++ % stride; k < arrays.size() / n; k += stride) {
                           auto const begin = arrays.begin() + static_cast<std::ptrdiff_t>(k * n);
                           std::vector<std::uint32_t> const array(begin, begin + n);
                           expect(space, text, array, tests::first_defect(bytes, array));
                         }
                       },
                       {0, 1, 2});
}

/// One defect in a long array, at its start, middle and end.
template <class ExecutionSpace, class Symbol, class Index>
void expect_defects_of_long_arrays(std::vector<Symbol> const& text)
{
  ExecutionSpace const space{};
  std::size_t const n = text.size();
  auto const right_array = reference::sa_is(text);
  std::vector<Index> const right(right_array.begin(), right_array.end());
  expect(space, text, right, {});
  for (std::size_t const i : {std::size_t{1}, n / 2, n - 1}) {
    CAPTURE(i);
    auto wrong = right;
    wrong[i] = static_cast<Index>(n);
    expect(space, text, wrong, {Defect::out_of_range, i});
    wrong = right;
    wrong[i] = wrong[i / 2];
    expect(space, text, wrong, {Defect::repeated, i});
    wrong = right;
    std::swap(wrong[i], wrong[i - 1]);
    auto const parallel =
        check_suffix_array(space, tests::to_view<ExecutionSpace>(text), tests::to_view<ExecutionSpace>(wrong));
    CHECK_FALSE(bool(parallel));
    CHECK(parallel.index <= i);
    expect(space, text, wrong, parallel);
  }
}

template <class ExecutionSpace, class Symbol>
void expect_long_arrays()
{
  CAPTURE(sizeof(Symbol));
  for (std::size_t const alphabet : {2u, 256u, 257u, 50'000u}) {
    auto const text = texts::random_of(texts::sparse_values<Symbol>(alphabet, alphabet), 60'000, alphabet);
    expect_defects_of_long_arrays<ExecutionSpace, Symbol, std::uint32_t>(text);
    expect_defects_of_long_arrays<ExecutionSpace, Symbol, std::uint64_t>(text);
  }
  auto const values = texts::sparse_values<Symbol>(256, 1);
  expect_defects_of_long_arrays<ExecutionSpace, Symbol, std::uint32_t>(
      texts::replaced(texts::fibonacci(20'000), values));
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("the checkers are exact on small arrays over texts of integers", ExecutionSpace, small)
{
  expect_all_small_arrays<ExecutionSpace, std::uint16_t>();
  expect_all_small_arrays<ExecutionSpace, std::uint32_t>();
  expect_all_small_arrays<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(small, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("the checkers agree on long arrays over texts of integers", ExecutionSpace, long_integers)
{
  expect_long_arrays<ExecutionSpace, std::uint16_t>();
  expect_long_arrays<ExecutionSpace, std::uint32_t>();
  expect_long_arrays<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(long_integers, tests::Spaces);
