// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "common/progress.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include "tests/code_of.hpp"
#include "tests/spaces.hpp"

namespace lexikos::tests
{

namespace
{

template <class MemorySpace>
struct AddOne
{
  Span<std::uint32_t, MemorySpace> values;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { ++values(i); }
};

/// The fractions that a build of these steps reports.
std::vector<double> fractions_of(std::size_t work, std::vector<std::size_t> const& steps)
{
  std::vector<double> fractions;
  Progress const progress = [&](double fraction) {
    fractions.push_back(fraction);
    return true;
  };
  detail::ProgressReport report(Kokkos::DefaultHostExecutionSpace(), progress, work);
  for (std::size_t const step : steps) report.add(step);
  report.finish();
  return fractions;
}

}  // namespace

TEST_CASE("progress ascends, and 1 is reported once, whatever the steps are")
{
  CHECK(fractions_of(4, {1, 1}) == std::vector<double>{0.25, 0.5, 1});
  CHECK(fractions_of(4, {1, 3}) == std::vector<double>{0.25, 1});
  CHECK(fractions_of(4, {0, 5, 7}) == std::vector<double>{0, 1});
  CHECK(fractions_of(0, {}) == std::vector<double>{1});
  CHECK(fractions_of(0, {1}) == std::vector<double>{1});
}

TEST_CASE_TEMPLATE_DEFINE("kernels are divided if progress is watched, and each item is done once", ExecutionSpace,
                          divided)
{
  ExecutionSpace const space{};
  for (std::size_t const n : {0u, 1u, 5u, 8u, 1003u})
    for (bool const is_watched : {false, true}) {
      CAPTURE(n);
      CAPTURE(is_watched);
      std::size_t reports = 0;
      Progress progress;
      if (is_watched) progress = [&](double) { return ++reports > 0; };
      auto const values = to_view<ExecutionSpace>(std::vector<std::uint32_t>(n));
      using MemorySpace = typename ExecutionSpace::memory_space;
      detail::ProgressReport report(space, progress, 2 * n + 2, {.min_work = 5, .pieces = 4});
      report.run("lexikos::tests::add_one", n, AddOne<MemorySpace>{Span<std::uint32_t, MemorySpace>(values.data(), n)},
                 n);
      space.fence();
      CHECK(to_vector(values) == std::vector<std::uint32_t>(n, 1));
      CHECK(reports == (!is_watched ? 0u : n >= 5 ? 4u : 1u));
    }
}
TEST_CASE_TEMPLATE_APPLY(divided, Spaces);

TEST_CASE("the caller's answer stops a build")
{
  Progress const progress = [](double fraction) { return fraction < 0.5; };
  detail::ProgressReport report(Kokkos::DefaultHostExecutionSpace(), progress, 4);
  report.add(1);
  CHECK(code_of([&] { report.add(1); }) == ErrorCode::cancelled);
  CHECK(code_of([&] { report.finish(); }) == ErrorCode::cancelled);
}

}  // namespace lexikos::tests
