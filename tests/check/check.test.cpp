// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/check.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/check/brute_force.hpp"
#include "tests/code_of.hpp"
#include "tests/reference/sa_is.hpp"
#include "tests/spaces.hpp"
#include "tests/workspace_bounds.hpp"

using namespace lexikos;

namespace
{

using Defect = SuffixArrayDefect;

template <class Index>
using HostSpan = Span<Index const, Kokkos::HostSpace>;

template <class Index>
std::vector<Index> right_array(texts::Text const& text)
{
  auto const sa = reference::sa_is(text);
  return {sa.begin(), sa.end()};
}

/// Both checkers.
template <class ExecutionSpace, class Index>
void expect(texts::Text const& text, std::vector<Index> const& sa, SuffixArrayCheck const& expected)
{
  ExecutionSpace const space{};
  auto const device_text = tests::to_view<ExecutionSpace>(text);
  auto const device_sa = tests::to_view<ExecutionSpace>(sa);
  CHECK(check_suffix_array(space, device_text, device_sa) == expected);
  CHECK(check_suffix_array_sequentially(HostSpan<std::uint8_t>(text.data(), text.size()),
                                        HostSpan<Index>(sa.data(), sa.size())) == expected);
}

template <class ExecutionSpace, class Index>
void expect_named_defects()
{
  texts::Text const text = texts::text_of("abracadabra");
  std::vector<Index> const right = {10, 7, 0, 3, 5, 8, 1, 4, 6, 9, 2};
  expect<ExecutionSpace, Index>(text, right, {});

  auto wrong = right;
  wrong[4] = 11;
  wrong[7] = static_cast<Index>(-1);
  wrong[9] = wrong[0];
  expect<ExecutionSpace, Index>(text, wrong, {Defect::out_of_range, 4});

  wrong = right;
  wrong[8] = wrong[2];
  wrong[5] = wrong[1];
  std::swap(wrong[3], wrong[4]);
  expect<ExecutionSpace, Index>(text, wrong, {Defect::repeated, 5});

  expect<ExecutionSpace, Index>(texts::text_of("abcd"), {0, 2, 1, 3}, {Defect::first_symbol, 2});

  wrong = right;
  std::swap(wrong[1], wrong[2]);  // abra, abracadabra
  std::swap(wrong[7], wrong[8]);
  expect<ExecutionSpace, Index>(text, wrong, {Defect::order, 2});

  wrong = right;
  std::swap(wrong[0], wrong[1]);  // the last suffix is not the first of its symbol
  expect<ExecutionSpace, Index>(text, wrong, {Defect::order, 1});

  // what "gpu-pd" prints refuses the first, and with the mended line accepts the second
  expect<ExecutionSpace, Index>(texts::text_of("ab"), {0, 1}, {});
  expect<ExecutionSpace, Index>(texts::text_of("aa"), {1, 1}, {Defect::repeated, 1});
}

/// One defect in a long array, at its start, middle and end.
template <class ExecutionSpace, class Index>
void expect_defects_of_long_arrays(texts::Text const& text)
{
  std::size_t const n = text.size();
  auto const right = right_array<Index>(text);
  expect<ExecutionSpace, Index>(text, right, {});
  for (std::size_t const i : {std::size_t{1}, n / 3, n / 2, n - 2, n - 1}) {
    CAPTURE(i);
    auto wrong = right;
    wrong[i] = static_cast<Index>(n);
    expect<ExecutionSpace, Index>(text, wrong, {Defect::out_of_range, i});
    wrong = right;
    wrong[i] = wrong[i / 2];
    wrong[n - 1] = wrong[0];
    expect<ExecutionSpace, Index>(text, wrong, {Defect::repeated, i});
    wrong = right;
    std::swap(wrong[i], wrong[i - 1]);
    auto const sequential =
        check_suffix_array_sequentially(HostSpan<std::uint8_t>(text.data(), n), HostSpan<Index>(wrong.data(), n));
    CHECK_FALSE(bool(sequential));
    expect<ExecutionSpace, Index>(text, wrong, sequential);
  }
}

template <class ExecutionSpace>
void expect_sub_views_and_workspace()
{
  ExecutionSpace const space{};
  texts::Text const text = texts::copies_with_mutations(10'000, 100, 7);
  auto sa = right_array<std::uint32_t>(text);
  texts::Text padded(3 + text.size() + 5, 'z');
  std::copy(text.begin(), text.end(), padded.begin() + 3);
  sa.insert(sa.begin(), 7u);
  sa.push_back(7u);
  auto const n = text.size();
  Kokkos::View<std::uint8_t const*, typename ExecutionSpace::memory_space> const all_text =
      tests::to_view<ExecutionSpace>(padded);
  auto const text_part = Kokkos::subview(all_text, std::pair<std::size_t, std::size_t>(3, 3 + n));
  auto const sa_part =
      Kokkos::subview(tests::to_view<ExecutionSpace>(sa), std::pair<std::size_t, std::size_t>(1, 1 + n));

  Workspace workspace;
  CHECK(bool(check_suffix_array(space, text_part, sa_part, {.workspace = &workspace})));
  std::size_t const held = workspace.allocated_bytes();
  CHECK(workspace.peak_bytes() >= n * sizeof(std::uint32_t));
  CHECK(workspace.peak_bytes() <= check_suffix_array_workspace_bytes<ExecutionSpace, std::uint32_t>(n));
  CHECK(bool(check_suffix_array(space, text_part, sa_part, {.workspace = &workspace})));
  CHECK(workspace.allocated_bytes() == held);
}

template <class ExecutionSpace, class Index>
void expect_inverse_defects()
{
  ExecutionSpace const space{};
  auto check = [&](std::vector<Index> const& sa, std::vector<Index> const& inverse) {
    return check_inverse_suffix_array(space, tests::to_view<ExecutionSpace>(sa),
                                      tests::to_view<ExecutionSpace>(inverse));
  };
  CHECK(check({}, {}) == SuffixArrayCheck{});
  CHECK(check({0}, {0}) == SuffixArrayCheck{});
  CHECK(check({2, 0, 1}, {1, 2, 0}) == SuffixArrayCheck{});
  CHECK(check({2, 0, 1}, {1, 0, 2}) == SuffixArrayCheck{Defect::inverse, 0});
  CHECK(check({2, 0, 1}, {2, 2, 0}) == SuffixArrayCheck{Defect::inverse, 1});
  CHECK(check({2, 0, 0}, {1, 2, 0}) == SuffixArrayCheck{Defect::inverse, 2});
  CHECK(check({2, 0, 3}, {1, 2, 0}) == SuffixArrayCheck{Defect::out_of_range, 2});
  CHECK(check({2, 3, 0}, {1, 1, 1}) == SuffixArrayCheck{Defect::inverse, 0});
  CHECK(check({2, 0, 1}, {1, 2, static_cast<Index>(-1)}) == SuffixArrayCheck{Defect::inverse, 0});
}

template <class ExecutionSpace>
void expect_errors()
{
  ExecutionSpace const space{};
  tests::TestArray<std::uint8_t, ExecutionSpace> const text("text", 3);
  tests::TestArray<std::uint32_t, ExecutionSpace> const sa("sa", 4);
  CHECK(tests::code_of([&] { (void)check_suffix_array(space, text, sa); }) == ErrorCode::invalid_argument);
  CHECK(tests::code_of([&] {
          (void)check_inverse_suffix_array(space, sa, Kokkos::subview(sa, std::pair<int, int>(0, 3)));
        }) == ErrorCode::invalid_argument);
  texts::Text const host_text(3);
  std::vector<std::uint64_t> const host_sa(2);
  CHECK(tests::code_of([&] {
          (void)check_suffix_array_sequentially(HostSpan<std::uint8_t>(host_text.data(), 3),
                                                HostSpan<std::uint64_t>(host_sa.data(), 2));
        }) == ErrorCode::invalid_argument);
}

template <class ExecutionSpace, class Index>
void expect_workspace_bounds()
{
  ExecutionSpace const space = tests::own_instance<ExecutionSpace>();
  for (std::size_t const n : {1u, 1'000u, 50'000u}) {
    auto const text = texts::random(n, 4, n);
    auto wrong = right_array<Index>(text);
    auto const device_text = tests::to_view<ExecutionSpace>(text);
    auto const device_sa = tests::to_view<ExecutionSpace>(wrong);
    wrong.back() = wrong.front();  // takes one more pass
    auto const device_wrong = tests::to_view<ExecutionSpace>(wrong);
    std::size_t const bound = check_suffix_array_workspace_bytes<ExecutionSpace, Index>(n);
    tests::expect_bounds(space, {{"check_suffix_array", bound,
                                  [&](Workspace* workspace) {
                                    (void)check_suffix_array(space, device_text, device_sa, {.workspace = workspace});
                                  }},
                                 {"check_suffix_array of a wrong array", bound, [&](Workspace* workspace) {
                                    (void)check_suffix_array(space, device_text, device_wrong,
                                                             {.workspace = workspace});
                                  }}});
  }
}

using Space = Kokkos::DefaultExecutionSpace;

template <class T>
using View = Kokkos::View<T, Space::memory_space>;

template <class Text, class Array>
concept HasCheck = requires(Space space, Text text, Array array)
{
  check_suffix_array(space, text, array);
};

template <class Text, class Array>
concept HasSequentialCheck = requires(Text text, Array array)
{
  check_suffix_array_sequentially(text, array);
};

template <class Array, class Inverse>
concept HasInverseCheck = requires(Space space, Array array, Inverse inverse)
{
  check_inverse_suffix_array(space, array, inverse);
};

static_assert(HasCheck<View<std::uint64_t const*>, View<std::uint32_t*>>);
static_assert(!HasCheck<View<std::int8_t*>, View<std::uint32_t*>>, "texts are of unsigned integers");
static_assert(!HasCheck<View<std::uint8_t*>, View<std::int32_t*>>, "arrays are of unsigned integers");
static_assert(!HasCheck<View<std::uint8_t**>, View<std::uint32_t*>>, "texts have rank 1");
static_assert(HasSequentialCheck<HostSpan<std::uint16_t>, HostSpan<std::uint32_t>>);
static_assert(!HasSequentialCheck<HostSpan<std::uint8_t>, HostSpan<std::uint16_t>>, "arrays are of 32 or 64 bits");
static_assert(HasInverseCheck<View<std::uint32_t*>, View<std::uint32_t const*>>);
static_assert(!HasInverseCheck<View<std::uint32_t*>, View<std::uint64_t*>>, "both arrays have one type");

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("the parallel checker takes no more workspace than it says", ExecutionSpace, bounds)
{
  expect_workspace_bounds<ExecutionSpace, std::uint32_t>();
  expect_workspace_bounds<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(bounds, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("the checkers name the first defect", ExecutionSpace, named)
{
  expect_named_defects<ExecutionSpace, std::uint32_t>();
  expect_named_defects<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(named, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("the checkers accept the arrays of the smallest texts", ExecutionSpace, smallest)
{
  expect<ExecutionSpace, std::uint32_t>({}, {}, {});
  expect<ExecutionSpace, std::uint64_t>({}, {}, {});
  expect<ExecutionSpace, std::uint32_t>({0}, {0}, {});
  expect<ExecutionSpace, std::uint64_t>({255}, {0}, {});
  expect<ExecutionSpace, std::uint32_t>({0}, {1}, {Defect::out_of_range, 0});
  expect<ExecutionSpace, std::uint64_t>({7}, {static_cast<std::uint64_t>(-1)}, {Defect::out_of_range, 0});
}
TEST_CASE_TEMPLATE_APPLY(smallest, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("the checkers agree on defects of long arrays", ExecutionSpace, long_arrays)
{
  for (auto const& text : {texts::random(65'537, 256, 1), texts::fibonacci(30'000), texts::letter(10'000, 0),
                           texts::random(20'000, 2, 2), texts::copies_with_mutations(50'000, 500, 3)})
  {
    expect_defects_of_long_arrays<ExecutionSpace, std::uint32_t>(text);
    expect_defects_of_long_arrays<ExecutionSpace, std::uint64_t>(text);
  }
}
TEST_CASE_TEMPLATE_APPLY(long_arrays, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("the parallel checker takes sub-views and reuses a workspace", ExecutionSpace, sub_views)
{
  expect_sub_views_and_workspace<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(sub_views, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("the checker of inverses names the first defect", ExecutionSpace, inverses)
{
  expect_inverse_defects<ExecutionSpace, std::uint32_t>();
  expect_inverse_defects<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(inverses, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("the checkers refuse arrays of another length", ExecutionSpace, lengths)
{
  expect_errors<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(lengths, tests::Spaces);

TEST_CASE("every defect has its sentence")
{
  CHECK(to_string(SuffixArrayCheck{}) == "the array is correct");
  CHECK(to_string({Defect::out_of_range, 3}) == "entry 3 is not a position of the text");
  CHECK(to_string({Defect::repeated, 3}) == "entry 3 is a position that an earlier entry has already");
  CHECK(to_string({Defect::first_symbol, 3}) == "entries 2 and 3 are out of order by their first symbols");
  CHECK(to_string({Defect::order, 3}) == "entries 2 and 3 begin with the same symbol and are out of order after it");
  CHECK(to_string({Defect::inverse, 3}) == "the inverse of entry 3 is not 3");
}
