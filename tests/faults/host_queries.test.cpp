// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/host_queries.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <lexikos/bit_vector.hpp>
#include <numeric>
#include <vector>

#include "system/works_on_host.hpp"
#include "tests/faults/arrays.hpp"
#include "tests/faults/injection.hpp"

namespace lexikos::tests
{

namespace
{

/// \param always_copy  also where the execution space works on host memory
template <class ExecutionSpace>
void expect_host_queries(bool always_copy)
{
  ExecutionSpace const space = smallest_instance<ExecutionSpace>();
  BitVector<typename ExecutionSpace::memory_space> const bits(
      space, to_view<ExecutionSpace>(std::vector<std::uint64_t>(20, 0x5A5A'1234'FFFF'0001u)), 1'280);
  std::vector<std::uint32_t> queries(700);
  std::iota(queries.begin(), queries.end(), 0);
  Span<std::uint32_t const, Kokkos::HostSpace> const asked(queries.data(), queries.size());
  auto const pipeline_in = [&](MemoryResource& resource) {
    HostQueries<ExecutionSpace> pipeline(space, {.chunk = 100, .resource = &resource});
    if (always_copy) detail::HostQueriesAccess::always_copy(pipeline);
    return pipeline;
  };
  std::vector<std::uint32_t> ranks(queries.size());
  // A device's instances are Kokkos' own, which ends the program where operator new fails while it makes one: at the first
  // batch.
  bool const makes_instances = !detail::works_on_host<ExecutionSpace>;
  auto const answers_of = [&](HostQueries<ExecutionSpace>& pipeline) {
    bits.rank1(pipeline, asked, Span<std::uint32_t, Kokkos::HostSpace>(ranks.data(), ranks.size()));
  };
  Faults faults(fault_name<ExecutionSpace>("HostQueries", always_copy ? "through buffers" : "in place"));
  faults.expect([&] { return queries; },
                [&](Surroundings const& surroundings) {
                  ranks.assign(queries.size(), 0);
                  if (makes_instances) {
                    auto pipeline = pipeline_in(surroundings.resource());
                    answers_of(pipeline);
                    surroundings.within([&] { answers_of(pipeline); });
                  }
                  else {
                    surroundings.within([&] {
                      auto pipeline = pipeline_in(surroundings.resource());
                      answers_of(pipeline);
                    });
                  }
                  return ranks;
                });
}

/// One pipeline answers the batches before, and after, those that fail.
template <class ExecutionSpace>
void expect_usable_pipeline()
{
  ExecutionSpace const space = smallest_instance<ExecutionSpace>();
  BitVector<typename ExecutionSpace::memory_space> const bits(
      space, to_view<ExecutionSpace>(std::vector<std::uint64_t>(20, 0x5A5A'1234'FFFF'0001u)), 1'280);
  auto const ranks_by = [&](HostQueries<ExecutionSpace>& pipeline, std::size_t n) {
    std::vector<std::uint32_t> queries(n), ranks(n);
    std::iota(queries.begin(), queries.end(), 0);
    bits.rank1(pipeline, Span<std::uint32_t const, Kokkos::HostSpace>(queries.data(), n),
               Span<std::uint32_t, Kokkos::HostSpace>(ranks.data(), n));
    return ranks;
  };
  FailingResource resource;
  {
    HostQueries<ExecutionSpace> pipeline(space, {.chunk = 100, .resource = &resource});
    detail::HostQueriesAccess::always_copy(pipeline);
    auto const expected = ranks_by(pipeline, 90);
    std::size_t const held = pipeline.bytes();
    bool failed = true;
    for (std::size_t number = 1; failed; ++number) {
      CAPTURE(number);
      resource.fail_at(number);
      std::string const outcome = outcome_of([&] { return ranks_by(pipeline, 700).size() == 700; });
      failed = resource.has_failed();
      resource.fail_at(0);
      REQUIRE(outcome == (failed ? "out of memory" : "success"));
      REQUIRE((ranks_by(pipeline, 90) == expected));
      CHECK(pipeline.bytes() >= held);
    }
  }
  CHECK(resource.holds_nothing());
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("allocations that fail: batches of host memory", ExecutionSpace, failing_host_queries)
{
  expect_host_queries<ExecutionSpace>(true);
  expect_host_queries<ExecutionSpace>(false);
  expect_usable_pipeline<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(failing_host_queries, Spaces);

}  // namespace lexikos::tests
