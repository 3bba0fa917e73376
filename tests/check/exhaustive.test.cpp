// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Both checkers on all arrays, permutations or not, over all short texts.

#include <doctest/doctest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <lexikos/check.hpp>
#include <vector>

#include "system/works_on_host.hpp"
#include "tests/check/brute_force.hpp"
#include "tests/reference/naive.hpp"
#include "tests/spaces.hpp"

using namespace lexikos;

namespace
{

/// One checker's answers for all arrays over all texts of n letters; `check` takes a text and the number of an array.
template <class Index, class Checker>
void expect_exact(std::vector<Index> const& arrays, std::size_t n, unsigned alphabet, std::size_t stride, Checker check)
{
  std::size_t accepted = 0;
  std::size_t text_number = 0;
  std::vector<Index> array(n);
  texts::for_each_text(n, alphabet, [&](texts::Text const& text) {
    reference::Positions const right = reference::naive(text);
    auto const answer = check.of(text);
    for (std::size_t k = text_number++ % stride; k < arrays.size() / n; k += stride) {
      std::copy_n(arrays.begin() + static_cast<std::ptrdiff_t>(k * n), n, array.begin());
      SuffixArrayCheck const expected = tests::first_defect(text, array);
      bool const is_right = std::equal(array.begin(), array.end(), right.begin(), right.end());
      SuffixArrayCheck const got = answer(k);
      accepted += is_right;
      if (got == expected && bool(got) == is_right) continue;
      CAPTURE(n);
      CAPTURE(k);
      CAPTURE(text_number);
      REQUIRE(got == expected);
      REQUIRE(bool(got) == is_right);
    }
  });
  if (stride == 1) CHECK(accepted == text_number);
}

template <class Index>
struct Sequential
{
  using Array = Kokkos::View<Index const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  using Text = Kokkos::View<std::uint8_t const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  std::vector<Index> const& arrays;
  std::size_t n;

  auto of(texts::Text const& text) const
  {
    return [this, view = Text(text.data(), n)](std::size_t k) {
      return check_suffix_array_sequentially(view, Array(arrays.data() + k * n, n));
    };
  }
};

template <class ExecutionSpace, class Index>
struct Parallel
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Array = Kokkos::View<Index const*, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  ExecutionSpace space;
  tests::TestArray<Index, ExecutionSpace> arrays;
  std::size_t n;
  Workspace* workspace;

  auto of(texts::Text const& text) const
  {
    return [this, view = tests::to_view<ExecutionSpace>(text)](std::size_t k) {
      return check_suffix_array(space, view, Array(arrays.data() + k * n, n), {.workspace = workspace});
    };
  }
};

template <class Index>
void expect_sequential(std::size_t n, std::size_t bound, unsigned alphabet)
{
  auto const arrays = tests::all_arrays<Index>(n, bound);
  expect_exact(arrays, n, alphabet, 1, Sequential<Index>{arrays, n});
}

template <class Index, class ExecutionSpace>
void expect_parallel(ExecutionSpace const& space, std::size_t n, std::size_t bound, unsigned alphabet,
                     std::size_t stride)
{
  auto const arrays = tests::all_arrays<Index>(n, bound);
  Workspace workspace;
  expect_exact(arrays, n, alphabet, stride,
               Parallel<ExecutionSpace, Index>{space, tests::to_view<ExecutionSpace>(arrays), n, &workspace});
}

/// A kernel launch costs a device what a thousand arrays cost the host, and instrumented builds are slow: by default they
/// take only every n-th of the largest cases. With LEXIKOS_EXHAUSTIVE=1 in the environment they take all.
template <class ExecutionSpace>
std::size_t stride_of_large_cases()
{
  if (tests::tries_all_cases()) return 1;
#if defined(__SANITIZE_ADDRESS__) || defined(KOKKOS_ENABLE_DEBUG_BOUNDS_CHECK)
  return 53;
#else
  return detail::works_on_host<ExecutionSpace> ? 1 : 53;
#endif
}

}  // namespace

TEST_CASE("the sequential checker is exact on all arrays over all short texts" * doctest::test_suite("long"))
{
  for (std::size_t n = 1; n <= 4; ++n) {
    expect_sequential<std::uint32_t>(n, n + 1, 3);
    expect_sequential<std::uint64_t>(n, n + 1, 3);
  }
  expect_sequential<std::uint32_t>(5, 5, 3);
  expect_sequential<std::uint64_t>(5, 5, 2);
  expect_sequential<std::uint32_t>(6, 6, 2);
}

TEST_CASE_TEMPLATE_DEFINE("the parallel checker is exact on all arrays over all short texts" *
                              doctest::test_suite("long"),
                          ExecutionSpace, exact)
{
  auto const space = tests::smallest_instance<ExecutionSpace>();
  for (std::size_t n = 1; n <= 3; ++n) {
    expect_parallel<std::uint32_t>(space, n, n + 1, 3, 1);
    expect_parallel<std::uint64_t>(space, n, n + 1, 3, 1);
  }
  std::size_t const stride = stride_of_large_cases<ExecutionSpace>();
  expect_parallel<std::uint32_t>(space, 4, 4, 3, 1);
  expect_parallel<std::uint64_t>(space, 4, 5, 2, stride);
  expect_parallel<std::uint32_t>(space, 5, 5, 2, stride);
  expect_parallel<std::uint32_t>(space, 6, 6, 2, stride);
  expect_parallel<std::uint32_t>(ExecutionSpace{}, 5, 5, 2, 101);
}
TEST_CASE_TEMPLATE_APPLY(exact, tests::Spaces);
