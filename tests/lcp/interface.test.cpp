// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the signatures refuse, how much workspace is taken, and progress.

#include <doctest/doctest.h>

#include <cstdint>
#include <lexikos/lcp.hpp>
#include <vector>

#include "tests/first_difference.hpp"
#include "tests/progress.hpp"
#include "tests/reference/sa_is.hpp"
#include "tests/spaces.hpp"
#include "tests/texts.hpp"
#include "tests/workspace_bounds.hpp"

using namespace lexikos;

namespace
{

using Space = Kokkos::DefaultExecutionSpace;

template <class T>
using View = Kokkos::View<T, Space::memory_space>;

template <class Text, class SuffixArray, class Inverse, class Lcp>
concept HasArrays = requires(Space space, Text text, SuffixArray array, Inverse inverse, Lcp lcp)
{
  inverse_suffix_array(space, array, inverse);
  plcp_array(space, text, array, lcp);
  plcp_array(space, text, array, inverse, lcp);
  lcp_array(space, text, array, lcp);
  lcp_array(space, text, array, inverse, lcp);
  lcp_statistics(space, lcp);
};

template <class Text, class SuffixArray, class Lcp>
concept HasLcpArray = requires(Space space, Text text, SuffixArray array, Lcp lcp)
{
  lcp_array(space, text, array, lcp);
};

template <class Text, class SuffixArray, class Lcp>
concept HasPlcpArray = requires(Space space, Text text, SuffixArray array, Lcp lcp)
{
  plcp_array(space, text, array, lcp);
};

template <class SuffixArray, class Inverse>
concept HasInverse = requires(Space space, SuffixArray array, Inverse inverse)
{
  inverse_suffix_array(space, array, inverse);
};

using Bytes = View<std::uint8_t const*>;
using Array32 = View<std::uint32_t*>;
using Array64 = View<std::uint64_t*>;

template <class ExecutionSpace, class Index>
concept HasSize = requires
{
  inverse_suffix_array_workspace_bytes<ExecutionSpace, Index>(1);
};

/// Looks like an execution space that Kokkos may have, but is none of the library's.
struct ForeignSpace
{
  using execution_space = ForeignSpace;
  using memory_space = Kokkos::HostSpace;
  using device_type = Kokkos::Device<ForeignSpace, memory_space>;
};
static_assert(Kokkos::is_execution_space_v<ForeignSpace>);

static_assert(HasSize<Space, std::uint64_t>);
static_assert(!HasSize<Space, std::int32_t>, "indices are unsigned");
static_assert(!HasSize<ForeignSpace, std::uint32_t>, "the library is compiled for the space");

static_assert(HasArrays<Bytes, View<std::uint32_t const*>, Array32, Array32>);
static_assert(HasArrays<View<std::uint64_t*>, Array64, Array64, Array64>);
static_assert(HasLcpArray<lexikos::Array<std::uint16_t const, Space::memory_space>, Array32, Array32>);
static_assert(!HasLcpArray<View<std::int8_t*>, Array32, Array32>, "symbols are unsigned");
static_assert(!HasLcpArray<View<std::uint8_t**>, Array32, Array32>, "texts have rank 1");
static_assert(!HasLcpArray<Kokkos::View<std::uint8_t*, Kokkos::LayoutStride, Space::memory_space>, Array32, Array32>,
              "texts are contiguous");
static_assert(!HasLcpArray<std::vector<std::uint8_t>, Array32, Array32>, "texts are views");
static_assert(!HasLcpArray<Bytes, View<std::int32_t*>, View<std::int32_t*>>, "indices are unsigned");
static_assert(!HasLcpArray<Bytes, Array32, Array64>, "arrays have the same type of entries");
static_assert(!HasLcpArray<Bytes, Array32, View<std::uint32_t const*>>, "results can be written");
static_assert(!HasPlcpArray<Bytes, Array32, Array64>, "arrays have the same type of entries");
static_assert(!HasPlcpArray<Bytes, Array32, View<std::uint32_t const*>>, "results can be written");
static_assert(!HasInverse<Array32, Array64>, "arrays have the same type of entries");
static_assert(!HasInverse<Array32, View<std::uint32_t const*>>, "results can be written");

template <class ExecutionSpace, class Symbol, class Index>
struct Input
{
  explicit Input(texts::Text const& text)
      : n(text.size()),
        symbols(tests::to_view<ExecutionSpace>(std::vector<Symbol>(text.begin(), text.end()))),
        inverse("lexikos::tests::inverse", n),
        result("lexikos::tests::result", n)
  {
    auto const sa = reference::sa_is(text);
    array = tests::to_view<ExecutionSpace>(std::vector<Index>(sa.begin(), sa.end()));
    inverse_suffix_array(ExecutionSpace(), array, inverse);
  }

  std::size_t n;
  tests::TestArray<Symbol, ExecutionSpace> symbols;
  tests::TestArray<Index, ExecutionSpace> array, inverse, result;
};

template <class ExecutionSpace, class Symbol, class Index>
void expect_workspace_bounds()
{
  ExecutionSpace const space = tests::own_instance<ExecutionSpace>();
  for (std::size_t const n : {1u, 1000u, 300'000u}) {
    CAPTURE(n);
    Input<ExecutionSpace, Symbol, Index> const in(texts::copies_with_mutations(n, 300, n));
    tests::expect_bounds(
        space,
        {{"inverse_suffix_array", inverse_suffix_array_workspace_bytes<ExecutionSpace, Index>(n),
          [&](Workspace* workspace) { inverse_suffix_array(space, in.array, in.result, {.workspace = workspace}); }},
         {"plcp_array", plcp_array_workspace_bytes<ExecutionSpace, Index, Symbol>(n),
          [&](Workspace* workspace) { plcp_array(space, in.symbols, in.array, in.result, {.workspace = workspace}); }},
         {"plcp_array with inverse", plcp_array_workspace_bytes<ExecutionSpace, Index, Symbol>(n),
          [&](Workspace* workspace) {
            plcp_array(space, in.symbols, in.array, in.inverse, in.result, {.workspace = workspace});
          }},
         {"lcp_array", lcp_array_workspace_bytes<ExecutionSpace, Index, Symbol>(n),
          [&](Workspace* workspace) { lcp_array(space, in.symbols, in.array, in.result, {.workspace = workspace}); }},
         {"lcp_array with inverse", lcp_array_workspace_bytes<ExecutionSpace, Index, Symbol>(n),
          [&](Workspace* workspace) {
            lcp_array(space, in.symbols, in.array, in.inverse, in.result, {.workspace = workspace});
          }}});
  }
}

/// Of a short text, and of one whose steps are divided.
template <class ExecutionSpace>
void expect_all_progress()
{
  ExecutionSpace const space{};
  for (std::size_t const n : {0u, 1000u, 1'100'000u}) {
    CAPTURE(n);
    Input<ExecutionSpace, std::uint8_t, std::uint32_t> const in(texts::copies_with_mutations(n, 500, 3));
    std::size_t const steps = n == 0 ? 1 : n < 10'000 ? 3 : 10;
    tests::expect_progress(
        1, [&](Progress const& progress) { inverse_suffix_array(space, in.array, in.result, {.progress = progress}); });
    CHECK(tests::first_difference(tests::to_vector(in.result), tests::to_vector(in.inverse)) == "");
    tests::expect_progress(steps, [&](Progress const& progress) {
      plcp_array(space, in.symbols, in.array, in.inverse, in.result, {.progress = progress});
    });
    tests::expect_progress(steps, [&](Progress const& progress) {
      lcp_array(space, in.symbols, in.array, in.result, {.progress = progress});
    });
    auto const watched = tests::to_vector(in.result);
    lcp_array(space, in.symbols, in.array, in.inverse, in.result);
    CHECK(tests::first_difference(watched, tests::to_vector(in.result)) == "");
  }
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("LCP arrays take no more workspace than they say", ExecutionSpace, bounds)
{
  expect_workspace_bounds<ExecutionSpace, std::uint8_t, std::uint32_t>();
  expect_workspace_bounds<ExecutionSpace, std::uint8_t, std::uint64_t>();
  expect_workspace_bounds<ExecutionSpace, std::uint32_t, std::uint32_t>();
}
TEST_CASE_TEMPLATE_APPLY(bounds, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("LCP arrays report their progress and can be stopped", ExecutionSpace, progress)
{
  expect_all_progress<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(progress, tests::Spaces);
