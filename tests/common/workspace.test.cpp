// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <cinttypes>
#include <cstdio>
#include <fstream>
#include <lexikos/error.hpp>
#include <lexikos/workspace.hpp>
#include <limits>
#include <string>
#include <vector>

#include "spaces.hpp"
#include "tests/code_of.hpp"

namespace lexikos::tests
{

template <class View>
std::uintptr_t address(View const& view)
{
  return reinterpret_cast<std::uintptr_t>(view.data());
}

#ifdef __linux__
/// What the system knows of the pages at an address ("VmFlags: rd wr ..."); empty where it does not tell.
std::string flags_of_pages(void const* data)
{
  std::ifstream maps("/proc/self/smaps");
  auto const wanted = reinterpret_cast<std::uintptr_t>(data);
  bool is_mapping = false;
  for (std::string line; std::getline(maps, line);) {
    std::uintptr_t begin = 0, end = 0;
    if (std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR " ", &begin, &end) == 2)
      is_mapping = begin <= wanted && wanted < end;
    else if (is_mapping && line.starts_with("VmFlags:"))
      return line;
  }
  return {};
}

TEST_CASE("workspace: blocks of hosts ask for large pages, without which random reads wait for their addresses")
{
  constexpr std::size_t bytes = std::size_t{16} << 20;
  Workspace workspace;
  Workspace::Scope const scope(workspace);
  auto const block = workspace.take<std::uint8_t, Kokkos::HostSpace>(bytes);
  std::string const flags = flags_of_pages(block.data() + bytes / 2);
  if (flags.empty() || !std::ifstream("/sys/kernel/mm/transparent_hugepage/enabled"))
    MESSAGE("left out: this system does not tell of large pages, or has none");
  else
    CHECK(flags.find(" hg") != std::string::npos);
}
#endif

TEST_CASE_TEMPLATE_DEFINE("a workspace is reused in stack order", ExecutionSpace, workspace_stack_order)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace workspace;
  CHECK(workspace.allocated_bytes() == 0);
  workspace.reserve<MemorySpace>(1 << 20);
  auto const reserved = workspace.allocated_bytes();
  CHECK(reserved >= (1 << 20));

  std::uintptr_t first = 0, second = 0;
  for (int repetition = 0; repetition < 3; ++repetition) {
    Workspace::Scope const scope(workspace);
    auto const a = workspace.take<std::uint8_t, MemorySpace>(1);
    CHECK(a.extent(0) == 1);
    CHECK(address(a) % 256 == 0);
    if (repetition == 0) first = address(a);
    CHECK(address(a) == first);
    for (int inner = 0; inner < 2; ++inner) {
      Workspace::Scope const inner_scope(workspace);
      auto const b = workspace.take<std::uint64_t, MemorySpace>(1000);
      CHECK(address(b) % 256 == 0);
      CHECK(address(b) >= first + 1);
      if (second == 0) second = address(b);
      CHECK(address(b) == second);
    }
  }
  CHECK(workspace.allocated_bytes() == reserved);
  workspace.release();
  CHECK(workspace.allocated_bytes() == 0);
}
TEST_CASE_TEMPLATE_APPLY(workspace_stack_order, Spaces);

TEST_CASE_TEMPLATE_DEFINE("a workspace keeps the blocks that were reserved one after the other", ExecutionSpace,
                          workspace_reserved_blocks)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace workspace;
  auto const run = [&](std::size_t first, std::size_t second) {
    Workspace::Scope const whole(workspace);
    Workspace::Scope const scope(workspace);
    workspace.reserve<MemorySpace>(first);
    auto const a = workspace.take<std::uint8_t, MemorySpace>(first);
    workspace.reserve<MemorySpace>(second);
    std::size_t const held = workspace.allocated_bytes();
    auto const b = workspace.take<std::uint8_t, MemorySpace>(second);
    CHECK(workspace.allocated_bytes() == held);
    CHECK(address(a) != address(b));
  };
  run(100'000, 900'000);
  std::size_t const held = workspace.allocated_bytes_of<MemorySpace>();
  CHECK(held >= 1'000'000);
  run(100'000, 900'000);
  run(90'000, 800'000);
  CHECK(workspace.allocated_bytes() == held);  // the same blocks
  run(100'000, 2'000'000);
  CHECK(workspace.allocated_bytes() < 2'200'000);  // the second one gave way
  {  // one that does not reserve gets one block, of all that was taken before
    Workspace::Scope const scope(workspace);
    static_cast<void>(workspace.take<std::uint8_t, MemorySpace>(1'500'000));
    std::size_t const one_block = workspace.allocated_bytes();
    static_cast<void>(workspace.take<std::uint8_t, MemorySpace>(500'000));
    CHECK(workspace.allocated_bytes() == one_block);
  }
}
TEST_CASE_TEMPLATE_APPLY(workspace_reserved_blocks, Spaces);

TEST_CASE_TEMPLATE_DEFINE("a workspace hands out what it was lent first", ExecutionSpace, workspace_loan)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace workspace;
  Workspace::Scope const outer(workspace);
  auto const own = workspace.take<std::uint8_t, MemorySpace>(1000);
  auto const lent = to_view<ExecutionSpace>(std::vector<std::uint32_t>(4096));
  auto const inside = [&](auto const& view) {
    return address(view) >= address(lent) && address(view) + view.size() <= address(lent) + 4 * lent.size();
  };
  CHECK(!inside(own));
  for (std::size_t const begin : {0, 1, 100}) {
    Workspace::Scope const scope(workspace);
    Workspace::Loan const loan(workspace, Span<std::uint32_t, MemorySpace>(lent.data() + begin, lent.size() - begin));
    auto const first = workspace.take<std::uint8_t, MemorySpace>(8000);
    CHECK(inside(first));
    CHECK(address(first) % 64 == 0);
    CHECK(address(first) >= address(lent) + 4 * begin);
    {
      Workspace::Scope const inner(workspace);
      auto const second = workspace.take<std::uint8_t, MemorySpace>(4000);
      CHECK(inside(second));
      CHECK(address(second) >= address(first) + 8000);
      CHECK(!inside(workspace.take<std::uint8_t, MemorySpace>(8000)));  // no room left
    }
    CHECK(inside(workspace.take<std::uint8_t, MemorySpace>(4000)));
  }
  CHECK(!inside(workspace.take<std::uint8_t, MemorySpace>(1)));
  CHECK(workspace.peak_bytes() == 1024 + 8192);  // of its own, each aligned
}
TEST_CASE_TEMPLATE_APPLY(workspace_loan, Spaces);

TEST_CASE_TEMPLATE_DEFINE("a workspace hands out all that it was lent, the last first, to the last byte",
                          ExecutionSpace, workspace_loans)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Bytes = Span<std::uint8_t, MemorySpace>;
  Workspace workspace;
  auto const lent = to_view<ExecutionSpace>(std::vector<std::uint8_t>(4096));
  auto const begin = (64 - address(lent) % 64) % 64;
  Workspace::Scope const scope(workspace);
  Workspace::Loan const long_one(workspace, Bytes(lent.data() + begin, 1001));
  {
    Workspace::Loan const short_one(workspace, Bytes(lent.data() + begin + 2048, 333));
    for (int repetition = 0; repetition < 2; ++repetition) {
      Workspace::Scope const inner(workspace);
      CHECK(address(workspace.take<std::uint8_t, MemorySpace>(333)) == address(lent) + begin + 2048);
      CHECK(address(workspace.take<std::uint8_t, MemorySpace>(10)) == address(lent) + begin);
      CHECK(address(workspace.take<std::uint8_t, MemorySpace>(745)) == address(lent) + begin + 256);
      CHECK(workspace.allocated_bytes() == 0);
    }
  }
  CHECK(address(workspace.take<std::uint8_t, MemorySpace>(1001)) == address(lent) + begin);
  CHECK(workspace.peak_bytes() == 0);
  static_cast<void>(workspace.take<std::uint8_t, MemorySpace>(1));
  CHECK(workspace.peak_bytes() == 256);
}
TEST_CASE_TEMPLATE_APPLY(workspace_loans, Spaces);

TEST_CASE_TEMPLATE_DEFINE("a workspace knows its peak", ExecutionSpace, workspace_peak)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace workspace;
  CHECK(workspace.peak_bytes() == 0);
  {
    Workspace::Scope const scope(workspace);
    static_cast<void>(workspace.take<std::uint32_t, MemorySpace>(1000));
    {
      Workspace::Scope const inner(workspace);
      static_cast<void>(workspace.take<std::uint32_t, MemorySpace>(3000));
    }
    static_cast<void>(workspace.take<std::uint32_t, MemorySpace>(10));
    CHECK(workspace.peak_bytes() >= 16'000);
    CHECK(workspace.peak_bytes() <= 16'000 + 3 * 256);
    workspace.reset_peak();
    CHECK(workspace.peak_bytes() >= 4040);
    CHECK(workspace.peak_bytes() <= 4040 + 2 * 256);
  }
  workspace.reset_peak();
  CHECK(workspace.peak_bytes() == 0);
}
TEST_CASE_TEMPLATE_APPLY(workspace_peak, Spaces);

TEST_CASE_TEMPLATE_DEFINE("a second run of the same size allocates nothing", ExecutionSpace, workspace_second_run)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace workspace;
  auto const run = [&] {
    Workspace::Scope const scope(workspace);
    for (std::size_t n : {100, 100'000, 7}) static_cast<void>(workspace.take<std::uint64_t, MemorySpace>(n));
  };
  run();
  run();
  auto const allocated = workspace.allocated_bytes();
  std::uintptr_t data = 0;
  {
    Workspace::Scope const scope(workspace);
    data = address(workspace.take<std::uint8_t, MemorySpace>(1));
  }
  for (int repetition = 0; repetition < 3; ++repetition) run();
  CHECK(workspace.allocated_bytes() == allocated);
  Workspace::Scope const scope(workspace);
  CHECK(address(workspace.take<std::uint8_t, MemorySpace>(1)) == data);
}
TEST_CASE_TEMPLATE_APPLY(workspace_second_run, Spaces);

TEST_CASE_TEMPLATE_DEFINE("memory that does not exist is an error of its own", ExecutionSpace, workspace_out_of_memory)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace workspace;
  Workspace::Scope const scope(workspace);
  auto const kept = workspace.take<std::uint32_t, MemorySpace>(10);
  std::size_t const bytes = std::size_t{1} << 50;
  try {
    static_cast<void>(workspace.take<std::uint8_t, MemorySpace>(bytes));
    FAIL("a petabyte was allocated");
  }
  catch (Error const& error) {
    CHECK(error.code() == ErrorCode::out_of_memory);
    CHECK(error.message().find(std::to_string(bytes)) != std::string::npos);
  }
  std::size_t const largest = std::numeric_limits<std::size_t>::max();
  auto const code_of = [](auto const& call) { return tests::code_of(call); };
  CHECK(code_of([&] { (void)workspace.take<std::uint64_t, MemorySpace>(largest / 8 + 2); }) ==
        ErrorCode::out_of_memory);
  CHECK(code_of([&] { (void)workspace.take<std::uint8_t, MemorySpace>(largest); }) == ErrorCode::out_of_memory);
  CHECK(code_of([&] { workspace.reserve<MemorySpace>(largest - 255); }) == ErrorCode::out_of_memory);
  // the workspace lives on
  auto const next = workspace.take<std::uint32_t, MemorySpace>(10);
  Kokkos::deep_copy(kept, 1u);
  Kokkos::deep_copy(next, 2u);
  CHECK(to_vector(kept) == std::vector<std::uint32_t>(10, 1));
}
TEST_CASE_TEMPLATE_APPLY(workspace_out_of_memory, Spaces);

TEST_CASE("one workspace serves several memory spaces")
{
  Workspace workspace;
  Workspace::Scope const scope(workspace);
  auto const host = workspace.take<int, Kokkos::HostSpace>(10);
  auto const device = workspace.take<int, Kokkos::DefaultExecutionSpace::memory_space>(10);
  CHECK(address(host) != address(device));
  CHECK(workspace.peak_bytes() == 2 * 256);
}

}  // namespace lexikos::tests
