// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include "code_of.hpp"
#include "spaces.hpp"
#include "system/device_memory.hpp"
#include "system/devices.hpp"
#include "system/host_memory.hpp"
#include "system/processors.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::tests
{

/// The environment as a user sets it, for as long as the object lives.
class Variable
{
 public:
  Variable(char const* name, char const* value) : m_name(name)
  {
    if (char const* const before = std::getenv(name)) m_before = before;
    ::setenv(name, value, 1);
  }
  Variable(Variable const&) = delete;
  Variable& operator=(Variable const&) = delete;
  ~Variable()
  {
    if (m_before)
      ::setenv(m_name, m_before->c_str(), 1);
    else
      ::unsetenv(m_name);
  }

 private:
  char const* m_name;
  std::optional<std::string> m_before;
};

TEST_CASE("threads are as many as are asked for, or as Kokkos' OpenMP backend has room for")
{
  int const most = detail::max_openmp_threads;
  CHECK(detail::threads_for_kokkos(3) == 3);
  CHECK(detail::threads_for_kokkos(most) == most);
  for (char const* const few : {"1", "8,2", "512"}) {
    Variable const set("OMP_NUM_THREADS", few);
    CHECK(detail::threads_for_kokkos(0) == 0);  // Kokkos finds out by itself
    CHECK(detail::threads_for_kokkos(5) == 5);
  }
  for (char const* const many : {"513", "4000000000", "600,2"}) {
    Variable const set("OMP_NUM_THREADS", many);
    CHECK(detail::threads_for_kokkos(0) == most);
    Variable const of_kokkos("KOKKOS_NUM_THREADS", "2");
    CHECK(detail::threads_for_kokkos(0) == 0);  // Kokkos reads that one first
  }
  Variable const of_kokkos("KOKKOS_NUM_THREADS", "513");
  CHECK(detail::threads_for_kokkos(0) == most);
  CHECK(detail::threads_for_kokkos(5) == 5);
}

TEST_CASE("what Kokkos would end the process for in its environment is an error")
{
  CHECK(!code_of([] { detail::require_kokkos_environment(); }));
  for (auto const& [name, wrong] : {std::pair{"KOKKOS_NUM_THREADS", "0"}, std::pair{"KOKKOS_NUM_THREADS", "2 threads"},
                                    std::pair{"KOKKOS_DEVICE_ID", "-1"}, std::pair{"KOKKOS_TUNE_INTERNALS", "maybe"},
                                    std::pair{"KOKKOS_MAP_DEVICE_ID_BY", "name"}})
  {
    CAPTURE(name);
    Variable const set(name, wrong);
    CHECK(code_of([] { detail::require_kokkos_environment(); }) == ErrorCode::invalid_argument);
  }
  Variable const number("KOKKOS_NUM_THREADS", "2"), yes("KOKKOS_DISABLE_WARNINGS", "YES");
  CHECK(!code_of([] { detail::require_kokkos_environment(); }));
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
