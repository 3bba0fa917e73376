// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <limits>

#include "spaces.hpp"
#include "system/device_memory.hpp"
#include "system/devices.hpp"
#include "system/host_memory.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::tests
{

TEST_CASE("threads are 1 to what Kokkos' OpenMP backend has room for")
{
  CHECK(detail::usable_threads(-1) == 1);
  CHECK(detail::usable_threads(0) == 1);
  CHECK(detail::usable_threads(3) == 3);
  CHECK(detail::usable_threads(detail::max_openmp_threads) == detail::max_openmp_threads);
  CHECK(detail::usable_threads(detail::max_openmp_threads + 1) == detail::max_openmp_threads);
  CHECK(detail::usable_threads(std::numeric_limits<int>::max()) == detail::max_openmp_threads);
  CHECK(detail::usable_threads() >= 1);
  CHECK(detail::usable_threads() <= detail::max_openmp_threads);
}

TEST_CASE_TEMPLATE_DEFINE("memory and devices", ExecutionSpace, memory_and_devices)
{
  auto const memory = detail::available_memory<ExecutionSpace>();
  CHECK(memory.total > 0);
  CHECK(memory.free <= memory.total);
  CHECK(detail::device_count<ExecutionSpace>() >= 1);
  int on_stack = 0;
  CHECK_FALSE(detail::is_pinned<ExecutionSpace>(&on_stack, sizeof(on_stack)));
  Kokkos::View<int*, detail::PinnedSpace> const pinned("lexikos::tests::pinned", 1000);
  CHECK(detail::is_pinned<ExecutionSpace>(pinned.data(), pinned.size() * sizeof(int)) ==
        !detail::works_on_host<ExecutionSpace>);
}
TEST_CASE_TEMPLATE_APPLY(memory_and_devices, Spaces);

}  // namespace lexikos::tests
