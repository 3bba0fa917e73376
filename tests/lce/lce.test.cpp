// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <lexikos/lce.hpp>
#include <utility>
#include <vector>

#include "tests/code_of.hpp"
#include "tests/first_difference.hpp"
#include "tests/progress.hpp"
#include "tests/reference/sa_is.hpp"
#include "tests/spaces.hpp"
#include "tests/texts.hpp"
#include "tests/workspace_bounds.hpp"

using namespace lexikos;

namespace
{

/// Positions beyond the text are those of its empty suffix.
std::size_t naive_lce(texts::Text const& text, std::size_t i, std::size_t j)
{
  std::size_t length = 0;
  while (std::max(i, j) + length < text.size() && text[i + length] == text[j + length]) ++length;
  return length;
}

template <class Index>
struct HostArrays
{
  std::vector<Index> suffix_array;
  std::vector<Index> inverse;
  std::vector<Index> lcp;
};

template <class Index>
HostArrays<Index> arrays_of(texts::Text const& text)
{
  auto const sa = reference::sa_is(text);
  HostArrays<Index> arrays;
  arrays.suffix_array.assign(sa.begin(), sa.end());
  arrays.inverse.resize(sa.size());
  arrays.lcp.resize(sa.size());
  for (std::size_t i = 0; i < sa.size(); ++i) {
    arrays.inverse[arrays.suffix_array[i]] = static_cast<Index>(i);
    if (i > 0) arrays.lcp[i] = static_cast<Index>(naive_lce(text, arrays.suffix_array[i - 1], arrays.suffix_array[i]));
  }
  return arrays;
}

template <class ExecutionSpace, class Index>
LceIndex<typename ExecutionSpace::memory_space, Index> index_of(ExecutionSpace const& space, texts::Text const& text)
{
  auto const arrays = arrays_of<Index>(text);
  return {space, tests::to_view<ExecutionSpace>(arrays.inverse), tests::to_view<ExecutionSpace>(arrays.lcp)};
}

/// All pairs of a short text, many of a long one; n itself and positions beyond it are among them.
template <class Index>
std::pair<std::vector<Index>, std::vector<Index>> make_pairs(std::size_t n)
{
  std::vector<Index> firsts, seconds;
  auto const add = [&](std::size_t i, std::size_t j) {
    firsts.push_back(static_cast<Index>(i));
    seconds.push_back(static_cast<Index>(j));
  };
  for (std::size_t const beyond : {n, n + 1, n + 1'000, static_cast<std::size_t>(static_cast<Index>(-1))})
    for (std::size_t const other : {std::size_t{0}, n / 2, n, beyond}) {
      add(beyond, other);
      add(other, beyond);
    }
  if (n <= 100)
    for (std::size_t i = 0; i <= n; ++i)
      for (std::size_t j = 0; j <= n; ++j) add(i, j);
  texts::Random next(n);
  for (std::size_t q = 0; q < (n > 100 ? 5'000u : 0u); ++q) {
    std::size_t const i = next.below(n + 1);
    add(i, next.below(3) == 0 ? std::min(n, i + next.below(70)) : next.below(n + 1));
  }
  return {firsts, seconds};
}

template <class ExecutionSpace, class Index>
void expect_extensions(texts::Text const& text)
{
  ExecutionSpace const space{};
  auto const index = index_of<ExecutionSpace, Index>(space, text);
  auto const [firsts, seconds] = make_pairs<Index>(text.size());
  tests::TestArray<Index, ExecutionSpace> const lengths("lengths", firsts.size());
  index.lce(space, tests::to_view<ExecutionSpace>(firsts), tests::to_view<ExecutionSpace>(seconds), lengths);
  space.fence();
  auto const found = tests::to_vector(lengths);
  for (std::size_t q = 0; q < found.size(); ++q) {
    CAPTURE(firsts[q]);
    CAPTURE(seconds[q]);
    REQUIRE(found[q] == naive_lce(text, firsts[q], seconds[q]));
  }
}

/// A kernel of a user that finds squares: the same string twice, one after the other.
template <class Index, class Results>
struct FindSquare
{
  Index index;
  std::size_t period;
  Results is_square;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { is_square(i) = index.lce(i, i + period) >= period; }
};

template <class ExecutionSpace>
void expect_device_callable()
{
  ExecutionSpace const space{};
  auto const text = texts::fibonacci(300);
  auto const index = index_of<ExecutionSpace, std::uint32_t>(space, text);
  using Results = tests::TestArray<std::uint8_t, ExecutionSpace>;
  constexpr std::size_t period = 5;
  Results const squares("squares", text.size() + 2);  // beyond the text too
  Kokkos::parallel_for("ask", Kokkos::RangePolicy<ExecutionSpace>(space, 0, squares.extent(0)),
                       FindSquare<std::remove_const_t<decltype(index)>, Results>{index, period, squares});
  space.fence();
  auto const found = tests::to_vector(squares);
  for (std::size_t i = 0; i < found.size(); ++i) CHECK(found[i] == (naive_lce(text, i, i + period) >= period));
}

template <class ExecutionSpace>
void expect_errors()
{
  ExecutionSpace const space{};
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Positions = std::vector<std::uint32_t>;
  auto const text = texts::text_of("abracadabra");
  auto const index = index_of<ExecutionSpace, std::uint32_t>(space, text);
  auto const code_of = [&](Positions const& firsts, Positions const& seconds, std::size_t results) {
    tests::TestArray<std::uint32_t, ExecutionSpace> const lengths("lengths", results);
    return tests::code_of([&] {
      index.lce(space, tests::to_view<ExecutionSpace>(firsts), tests::to_view<ExecutionSpace>(seconds), lengths);
      space.fence();
    });
  };
  CHECK(code_of({0, 11}, {7, 0}, 2) == std::nullopt);
  CHECK(code_of({0, 12}, {7, 0}, 2) == std::nullopt);
  CHECK(code_of({}, {}, 0) == std::nullopt);
  CHECK(code_of({0, 1}, {7}, 2) == ErrorCode::invalid_argument);
  CHECK(code_of({0, 1}, {7, 8}, 3) == ErrorCode::invalid_argument);

  auto const arrays = arrays_of<std::uint32_t>(text);
  auto const view = [](auto const& values) { return tests::to_view<ExecutionSpace>(values); };
  SuffixIndex<MemorySpace, std::uint32_t> const without(space, view(text), view(arrays.suffix_array));
  SuffixIndex<MemorySpace, std::uint32_t> const with(space, view(text), view(arrays.suffix_array), view(arrays.lcp),
                                                     view(arrays.inverse));
  using Extensions = LceIndex<MemorySpace, std::uint32_t>;
  CHECK(tests::code_of([&] { Extensions(space, without); }) == ErrorCode::invalid_argument);
  CHECK(tests::code_of([&] { Extensions(space, view(arrays.inverse), view(std::vector<std::uint32_t>(3))); }) ==
        ErrorCode::invalid_argument);
  CHECK(Extensions(space, with).size() == text.size());
  CHECK(Extensions().size() == 0);
}

template <class ExecutionSpace>
void expect_conventions()
{
  ExecutionSpace const space = tests::own_instance<ExecutionSpace>();
  using Index = std::uint32_t;
  using Extensions = LceIndex<typename ExecutionSpace::memory_space, Index>;
  for (std::size_t const n : {0u, 1u, 3'000u}) {
    CAPTURE(n);
    auto const arrays = arrays_of<Index>(texts::random(n, 4, 5));
    auto const inverse = tests::to_view<ExecutionSpace>(arrays.inverse),
               lcp = tests::to_view<ExecutionSpace>(arrays.lcp);
    tests::expect_bounds(
        space, {{"constructor", lce_index_workspace_bytes<ExecutionSpace, Index>(n), [&](Workspace* workspace) {
                   Extensions const index(space, inverse, lcp, {.workspace = workspace});
                 }}});
    tests::expect_progress(n < 2 ? 1 : 3, [&](Progress const& progress) {
      Extensions const index(space, inverse, lcp, {.progress = progress});
    });
  }
}

using Space = Kokkos::DefaultExecutionSpace;

template <class T>
using View = Kokkos::View<T, Space::memory_space>;

template <class Firsts, class Seconds, class Lengths>
concept HasBatch = requires(Space space, LceIndex<Space::memory_space, std::uint32_t> index, Firsts firsts,
                            Seconds seconds, Lengths lengths)
{
  index.lce(space, firsts, seconds, lengths);
};

static_assert(HasBatch<View<std::uint32_t const*>, View<std::uint32_t*>, View<std::uint32_t*>>);
static_assert(!HasBatch<View<std::uint64_t*>, View<std::uint64_t*>, View<std::uint32_t*>>, "positions are as wide");
static_assert(!HasBatch<View<std::uint32_t*>, View<std::uint32_t*>, View<std::uint64_t*>>, "lengths are as wide");
static_assert(!HasBatch<View<std::uint32_t*>, View<std::uint32_t*>, View<std::uint32_t const*>>, "can be written");

/// Arrays that are not those of a text, as forged files have them: nothing after their ends is read.
template <class ExecutionSpace>
void expect_answers_within_arrays()
{
  ExecutionSpace const space{};
  std::uint32_t const n = 100;
  auto const inverse = tests::to_view<ExecutionSpace>(std::vector<std::uint32_t>(n, n - 1));
  auto const longer = tests::to_view<ExecutionSpace>(std::vector<std::uint32_t>(n + 1, 77));
  auto const lcp = Kokkos::subview(longer, Kokkos::make_pair(std::size_t{0}, std::size_t{n}));
  LceIndex<typename ExecutionSpace::memory_space, std::uint32_t> const index(space, inverse, lcp);
  auto const firsts = tests::to_view<ExecutionSpace>(std::vector<std::uint32_t>{0, 5, n - 1});
  auto const seconds = tests::to_view<ExecutionSpace>(std::vector<std::uint32_t>{n - 1, 6, 2});
  index.lce(space, firsts, seconds, firsts);
  space.fence();
  CHECK(tests::first_difference(tests::to_vector(firsts), std::vector<std::uint32_t>(3, 0)) == "");
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("extensions of arrays that no text has", ExecutionSpace, forged)
{
  expect_answers_within_arrays<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(forged, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("extensions agree with a comparison of symbols", ExecutionSpace, extensions)
{
  for (auto const& text :
       {texts::Text{}, texts::text_of("a"), texts::text_of("abracadabra"), texts::letter(90), texts::letter(1'000),
        texts::fibonacci(2'000), texts::random(60, 2, 1), texts::random(3'000, 4, 2), texts::periodic(1'500, 70, 700),
        texts::copies_with_mutations(5'000, 300, 3)})
  {
    expect_extensions<ExecutionSpace, std::uint32_t>(text);
    expect_extensions<ExecutionSpace, std::uint64_t>(text);
  }
}
TEST_CASE_TEMPLATE_APPLY(extensions, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("kernels compute extensions", ExecutionSpace, device)
{
  expect_device_callable<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(device, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("longest common extensions: memory and progress", ExecutionSpace, conventions)
{
  expect_conventions<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(conventions, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("views that do not fit are refused", ExecutionSpace, errors)
{
  expect_errors<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(errors, tests::Spaces);
