// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/memory.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/error.hpp>
#include <lexikos/workspace.hpp>
#include <string>
#include <vector>

#include "tests/common/recording_resource.hpp"
#include "tests/spaces.hpp"

namespace lexikos::tests
{

namespace
{

template <class Call>
std::string out_of_memory_message(Call const& call)
{
  try {
    call();
  }
  catch (Error const& error) {
    CHECK(error.code() == ErrorCode::out_of_memory);
    return error.message();
  }
  return "nothing was thrown";
}

struct SumOfArray
{
  Array<std::uint32_t const, Kokkos::DefaultExecutionSpace::memory_space> values;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& sum) const
  {
    auto const copy = values;  // kernels may copy arrays, and destroy the copies
    sum += copy(i);
  }
};

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("memory that is not to be had: the error says how much, and for what", ExecutionSpace,
                          refused)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const too_much = [] {
    (void)detail::allocate<std::uint64_t, MemorySpace>(kokkos_memory_resource(), "too_much", std::size_t{1} << 58);
  };
  CHECK(out_of_memory_message(too_much) == "cannot allocate 2305843009213693952 bytes for too_much");
  auto const uncountable = [] {
    (void)detail::allocate<std::uint64_t, MemorySpace>(kokkos_memory_resource(), "uncountable",
                                                       (std::size_t{1} << 61) + 1);
  };
  CHECK(out_of_memory_message(uncountable) == "cannot allocate 18446744073709551615 bytes for uncountable");
  EmptyResource empty;
  CHECK(out_of_memory_message([&] {
          Workspace workspace(empty);
          (void)workspace.take<std::uint32_t, MemorySpace>(3);
        }).starts_with("cannot allocate"));
}
TEST_CASE_TEMPLATE_APPLY(refused, Spaces);

TEST_CASE_TEMPLATE_DEFINE("copies from the host", ExecutionSpace, copies)
{
  for (std::size_t const n : {0u, 1u, 1000u}) {
    std::vector<std::uint16_t> values(n);
    for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<std::uint16_t>(7 * i + 1);
    CHECK(to_vector(detail::copy_from_host(ExecutionSpace(), default_memory_resource(), "copy", values)) == values);
  }
}
TEST_CASE_TEMPLATE_APPLY(copies, Spaces);

TEST_CASE_TEMPLATE_DEFINE("an array keeps its memory until the last copy is gone", ExecutionSpace, owners)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  RecordingResource resource;
  {
    Array<std::uint64_t const, MemorySpace> last;
    {
      auto const first = detail::allocate<std::uint64_t, MemorySpace>(resource, "array", 100);
      CHECK(first.extent(0) == 100);
      Array<std::uint64_t const, MemorySpace> const second = first;
      last = second;
      CHECK(last.data() == first.data());
    }
    CHECK(resource.allocated.size() == 1);
    auto const moved = std::move(last);
    last = Array<std::uint64_t const, MemorySpace>();
    CHECK(resource.allocated.size() == 1);
  }
  CHECK(resource.allocated.empty());
  CHECK(resource.count == 1);
  CHECK(resource.wrong_sizes == 0);
}
TEST_CASE_TEMPLATE_APPLY(owners, Spaces);

TEST_CASE("an array shares the memory of a view that owns it, and kernels may copy arrays")
{
  using Space = Kokkos::DefaultExecutionSpace;
  std::vector<std::uint32_t> values(1000, 3);
  SumOfArray sum;
  {
    auto const view = to_view<Space>(values);
    sum.values = Array<std::uint32_t, Space::memory_space>(view);
    CHECK(view.use_count() == 2);
  }
  std::uint64_t total = 0;
  Kokkos::parallel_reduce("lexikos::tests::sum_of_array", Kokkos::RangePolicy<Space>(0, values.size()), sum, total);
  CHECK(total == 3000);
}

TEST_CASE("workspaces and calls without one take from the default resource")
{
  RecordingResource resource;
  CHECK(&set_default_memory_resource(&resource) == &kokkos_memory_resource());
  {
    Workspace workspace;
    CHECK(&workspace.resource() == &resource);
    (void)workspace.take<std::byte, Kokkos::HostSpace>(10);
    CHECK(resource.allocated.size() == 1);
    workspace.release();
    CHECK(resource.allocated.empty());
  }
  CHECK(&set_default_memory_resource(nullptr) == &resource);
  CHECK(&default_memory_resource() == &kokkos_memory_resource());
  CHECK(resource.wrong_sizes == 0);
}

}  // namespace lexikos::tests
