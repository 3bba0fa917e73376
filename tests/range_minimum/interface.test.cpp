// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the signatures refuse, how much memory is taken and from where, and progress.

#include <doctest/doctest.h>

#include <cstdint>
#include <lexikos/range_minimum.hpp>
#include <vector>

#include "tests/common/recording_resource.hpp"
#include "tests/progress.hpp"
#include "tests/spaces.hpp"
#include "tests/workspace_bounds.hpp"

using namespace lexikos;

namespace
{

using Space = Kokkos::DefaultExecutionSpace;
using Minimum = RangeMinimum<Space::memory_space, std::uint32_t>;

template <class T>
using View = Kokkos::View<T, Space::memory_space>;

template <class Begins, class Ends, class Values, class Positions>
concept HasBatches = requires(Space space, Minimum minimum, Begins begins, Ends ends, Values values,
                              Positions positions)
{
  minimum.values(space, begins, ends, values);
  minimum.positions(space, begins, ends, positions);
  minimum.best_values(space, begins, ends, std::size_t{3}, values);
};

template <class Begins, class Ends, class Values>
concept HasValues = requires(Space space, Minimum minimum, Begins begins, Ends ends, Values values)
{
  minimum.values(space, begins, ends, values);
};

template <class Begins, class Ends, class Values>
concept HasBestValues = requires(Space space, Minimum minimum, Begins begins, Ends ends, Values values)
{
  minimum.best_values(space, begins, ends, std::size_t{3}, values);
};

template <class Begins, class Ends, class Positions>
concept HasPositions = requires(Space space, Minimum minimum, Begins begins, Ends ends, Positions positions)
{
  minimum.positions(space, begins, ends, positions);
};

using Array32 = View<std::uint32_t*>;
using Array64 = View<std::uint64_t*>;

static_assert(HasBatches<Array32, Array32, Array32, Array32>);
static_assert(HasValues<View<std::uint64_t const*>, Array64, Array32> && HasPositions<Array64, Array64, Array64>);
static_assert(!HasBestValues<Array64, Array64, Array32>, "places of best values have the type of the values");
static_assert(!HasValues<Array32, Array64, Array32>, "begins and ends have one type");
static_assert(!HasValues<Array32, Array32, Array64>, "extrema have the type of the values");
static_assert(!HasValues<Array32, Array32, View<std::uint32_t const*>>, "results can be written");
static_assert(!HasValues<View<std::uint16_t*>, View<std::uint16_t*>, Array32>, "places are of 32 or 64 bits");
static_assert(!HasBestValues<Array32, Array32, Array64>, "best values have the type of the values");
static_assert(!HasPositions<Array32, Array32, Array64>, "positions have the type of the places");
static_assert(!HasPositions<Array32, Array32, View<std::uint32_t const*>>, "results can be written");
static_assert(!std::is_constructible_v<Minimum, Space, View<std::uint64_t*>>, "values have the type that was said");

template <class ExecutionSpace>
void expect_memory()
{
  ExecutionSpace const space = tests::own_instance<ExecutionSpace>();
  using MemorySpace = typename ExecutionSpace::memory_space;
  for (std::size_t const n : {1u, 1000u, 100'000u}) {
    CAPTURE(n);
    auto const values = tests::to_view<ExecutionSpace>(std::vector<std::uint32_t>(n, 3));
    RangeMinimum<MemorySpace, std::uint32_t> const minimum(space, values);
    auto const places =
        tests::to_view<ExecutionSpace>(std::vector<std::uint32_t>(50, static_cast<std::uint32_t>(n / 2)));
    tests::TestArray<std::uint32_t, ExecutionSpace> const best("best", 50 * 7);
    tests::expect_bounds(
        space,
        {{"constructor", range_minimum_workspace_bytes<ExecutionSpace, std::uint32_t>(n),
          [&](Workspace* workspace) {
            RangeMinimum<MemorySpace, std::uint32_t> const built(space, values, {.workspace = workspace});
          }},
         {"best_values", best_values_workspace_bytes<ExecutionSpace, std::uint32_t>(50, 7), [&](Workspace* workspace) {
            minimum.best_values(space, places, places, 7, best, {.workspace = workspace});
            space.fence();
          }}});
  }
}

template <class ExecutionSpace>
void expect_resource()
{
  ExecutionSpace const space{};
  using MemorySpace = typename ExecutionSpace::memory_space;
  tests::RecordingResource resource;
  {
    Workspace workspace(resource);
    auto const values = tests::to_view<ExecutionSpace>(std::vector<std::uint32_t>(1000, 3));
    RangeMinimum<MemorySpace, std::uint32_t> const minimum(space, values, {.workspace = &workspace});
    CHECK(resource.allocated.size() == 3);
    workspace.release();
    CHECK(resource.allocated.size() == 3);  // they belong to the structure
  }
  CHECK(resource.allocated.empty());
  tests::EmptyResource empty;
  Workspace workspace(empty);
  auto const values = tests::to_view<ExecutionSpace>(std::vector<std::uint32_t>(1000, 3));
  using Structure = RangeMinimum<MemorySpace, std::uint32_t>;
  CHECK(tests::code_of([&] { Structure(space, values, {.workspace = &workspace}); }) == ErrorCode::out_of_memory);
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("range minima take no more memory than they say, from the workspace's resource",
                          ExecutionSpace, memory)
{
  expect_memory<ExecutionSpace>();
  expect_resource<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(memory, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("range minima report their progress and can be stopped", ExecutionSpace, progress)
{
  for (std::size_t const n : {0u, 1u, 5'000u, 1'100'000u}) {
    CAPTURE(n);
    auto const values = tests::to_view<ExecutionSpace>(std::vector<std::uint32_t>(n, 3));
    tests::expect_progress(n < 2        ? 1
                           : n < 10'000 ? 3
                                        : 10,
                           [&](Progress const& progress) {
                             RangeMinimum<typename ExecutionSpace::memory_space, std::uint32_t> const minimum(
                                 ExecutionSpace(), values, {.progress = progress});
                           });
  }
}
TEST_CASE_TEMPLATE_APPLY(progress, tests::Spaces);
