// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <cstdint>
#include <lexikos/detail/scratch.hpp>

#include "tests/common/recording_resource.hpp"
#include "tests/spaces.hpp"

namespace lexikos::tests
{

TEST_CASE_TEMPLATE_DEFINE("scratch is the caller's workspace, and gives back what was taken", ExecutionSpace, given)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  RecordingResource resource;
  Workspace workspace(resource);
  Workspace::Scope const outer(workspace);
  auto const before = workspace.take<std::uint32_t, MemorySpace>(10);
  std::uint32_t const* place = nullptr;
  for (int repetition = 0; repetition < 3; ++repetition) {
    detail::Scratch const scratch(ExecutionSpace(), &workspace);
    CHECK(&*scratch == &workspace);
    CHECK(&scratch.resource() == &resource);
    auto const taken = scratch->template take<std::uint32_t, MemorySpace>(1000);
    CHECK(taken.data() != before.data());
    if (repetition == 0) place = taken.data();
    CHECK(taken.data() == place);
  }
  CHECK(workspace.peak_bytes() <= 10 * 4 + 1000 * 4 + 2 * 256);
  CHECK(!resource.allocated.empty());  // the workspace keeps its memory
}
TEST_CASE_TEMPLATE_APPLY(given, Spaces);

TEST_CASE_TEMPLATE_DEFINE("scratch of its own comes from the default resource, and is freed", ExecutionSpace, own)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  RecordingResource resource;
  set_default_memory_resource(&resource);
  {
    detail::Scratch const unused(ExecutionSpace(), nullptr);
    CHECK(resource.count == 0);
    detail::Scratch const scratch(ExecutionSpace(), nullptr);
    CHECK(&scratch.resource() == &resource);
    (void)scratch->template take<std::uint64_t, MemorySpace>(1000);
    CHECK(resource.allocated.size() == 1);
    {
      detail::Scratch const inner(ExecutionSpace(), &*scratch);  // as a function passes it on
      CHECK(&*inner == &*scratch);
      (void)inner->template take<std::uint64_t, MemorySpace>(10);
    }
  }
  set_default_memory_resource(nullptr);
  CHECK(resource.allocated.empty());
  CHECK(resource.wrong_sizes == 0);
}
TEST_CASE_TEMPLATE_APPLY(own, Spaces);

namespace
{

struct SetAll
{
  Span<std::uint32_t, Kokkos::DefaultExecutionSpace::memory_space> values;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { values(i) = 7; }
};

}  // namespace

TEST_CASE("scratch of its own waits for the kernels that use it")
{
  // a resource that hands freed memory out again would show a kernel that still writes; here it is enough that the fence
  // is not missing, which a device's checker reports as a write to freed memory
  using Space = Kokkos::DefaultExecutionSpace;
  Space const space{};
  for (int repetition = 0; repetition < 10; ++repetition) {
    detail::Scratch const scratch(space, nullptr);
    auto const values = scratch->take<std::uint32_t, Space::memory_space>(1'000'000);
    Kokkos::parallel_for("lexikos::tests::set_all", Kokkos::RangePolicy<Space>(space, 0, values.extent(0)),
                         SetAll{values});
  }
}

TEST_CASE_TEMPLATE_DEFINE("an error within the scope of scratch leaves the workspace usable", ExecutionSpace, thrown)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace workspace;
  try {
    detail::Scratch const scratch(ExecutionSpace(), &workspace);
    (void)scratch->template take<std::uint8_t, MemorySpace>(5000);
    throw Error(ErrorCode::cancelled, "stop");
  }
  catch (Error const&) {
  }
  workspace.reset_peak();
  CHECK(workspace.peak_bytes() == 0);  // nothing is taken any more
}
TEST_CASE_TEMPLATE_APPLY(thrown, Spaces);

}  // namespace lexikos::tests
