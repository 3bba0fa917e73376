// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The inverse transform: what its signature refuses, how much workspace it takes, and progress.

#include <doctest/doctest.h>

#include <cstdint>
#include <lexikos/bwt.hpp>
#include <vector>

#include "tests/first_difference.hpp"
#include "tests/progress.hpp"
#include "tests/reference/bwt.hpp"
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

template <class Bwt, class Text>
concept HasInverse = requires(Space space, Bwt bwt, Text text)
{
  inverse_burrows_wheeler_transform(space, bwt, std::size_t{1}, text);
};

using ByteView = View<std::uint8_t*>;

static_assert(HasInverse<View<std::uint8_t const*>, ByteView>);
static_assert(!HasInverse<View<char*>, ByteView>, "transforms are of std::uint8_t");
static_assert(!HasInverse<ByteView, View<std::uint16_t*>>, "texts are of std::uint8_t");
static_assert(!HasInverse<ByteView, View<std::uint8_t const*>>, "results can be written");
static_assert(!HasInverse<View<std::uint8_t**>, ByteView>, "transforms have rank 1");

template <class ExecutionSpace>
void expect_conventions()
{
  ExecutionSpace const space = tests::own_instance<ExecutionSpace>();
  for (std::size_t const n : {0u, 1u, 200u, 100'000u}) {
    CAPTURE(n);
    auto const host_text = texts::copies_with_mutations(n, 300, 5);
    auto const transform = reference::bwt(host_text, reference::sa_is(host_text));
    auto const bwt = tests::to_view<ExecutionSpace>(transform.symbols);
    tests::TestArray<std::uint8_t, ExecutionSpace> const text("lexikos::tests::text", n);
    tests::expect_bounds(
        space, {{"inverse_burrows_wheeler_transform",
                 inverse_burrows_wheeler_transform_workspace_bytes<ExecutionSpace>(n), [&](Workspace* workspace) {
                   inverse_burrows_wheeler_transform(space, bwt, transform.primary_index, text,
                                                     {.workspace = workspace});
                 }}});
    tests::expect_progress(n == 0 ? 1 : 4, [&](Progress const& progress) {
      inverse_burrows_wheeler_transform(space, bwt, transform.primary_index, text, {.progress = progress});
    });
    CHECK(tests::first_difference(tests::to_vector(text), host_text) == "");
  }
}

/// About 2^24 rows, up to which a host packs a row and its symbol in a word.
template <class ExecutionSpace>
void expect_long_inverses()
{
  ExecutionSpace const space{};
  for (std::size_t const n : {(std::size_t{1} << 24) - 1, std::size_t{1} << 24, (std::size_t{1} << 24) + 1}) {
    CAPTURE(n);
    std::vector<std::uint8_t> host_text(n);
    texts::Random next(n);
    for (auto& symbol : host_text) symbol = static_cast<std::uint8_t>(next.below(256));
    auto const text = tests::to_view<ExecutionSpace>(host_text);
    tests::TestArray<std::uint8_t, ExecutionSpace> const bwt("lexikos::tests::bwt", n);
    tests::TestArray<std::uint8_t, ExecutionSpace> const back("lexikos::tests::text", n);
    std::size_t const primary_index = burrows_wheeler_transform(space, text, bwt);
    inverse_burrows_wheeler_transform(space, bwt, primary_index, back);
    CHECK((tests::to_vector(back) == host_text));
  }
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("inverse BWT: texts of about 2^24 symbols" * doctest::test_suite("long"), ExecutionSpace,
                          long_inverses)
{
  expect_long_inverses<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(long_inverses, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("inverse BWT: workspace and progress", ExecutionSpace, conventions)
{
  expect_conventions<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(conventions, tests::Spaces);
