// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What concepts share: counts of bytes, inverses, reading back, errors of the host's containers, bounds of primitives.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <new>
#include <numeric>
#include <string>
#include <vector>

#include "common/copy_by_threads.hpp"
#include "common/count_symbols.hpp"
#include "common/host_containers.hpp"
#include "common/invert.hpp"
#include "common/primitive_bytes.hpp"
#include "common/read_back.hpp"
#include "tests/code_of.hpp"
#include "tests/first_difference.hpp"
#include "tests/spaces.hpp"
#include "tests/texts.hpp"

namespace lexikos::tests
{

namespace
{

template <class Index>
std::vector<Index> permutation(std::size_t n, std::uint64_t seed)
{
  std::vector<Index> values(n);
  std::iota(values.begin(), values.end(), Index{0});
  texts::Random next(seed);
  for (std::size_t i = n; i > 1; --i) std::swap(values[i - 1], values[next.below(i)]);
  return values;
}

template <class ExecutionSpace, class Index>
void expect_inverses()
{
  ExecutionSpace const space{};
  using MemorySpace = typename ExecutionSpace::memory_space;
  for (std::size_t const n : {0u, 1u, 2u, 7u, 1000u, 70'001u})
    for (std::size_t const parts : {0u, 1u, 2u, 3u}) {  // 0: all at once, without scratch
      CAPTURE(n);
      CAPTURE(parts);
      auto const values = permutation<Index>(n, n);
      auto const view = to_view<ExecutionSpace>(values);
      TestArray<Index, ExecutionSpace> const inverse("inverse", n);
      Span<Index const, MemorySpace> const from(view.data(), n);
      Span<Index, MemorySpace> const to(inverse.data(), n);
      Workspace workspace;
      if (parts == 0)
        detail::invert(space, from, to);
      else
        detail::invert_in_parts(space, from, to, parts, workspace);
      space.fence();
      std::vector<Index> expected(n);
      for (std::size_t i = 0; i < n; ++i) expected[values[i]] = static_cast<Index>(i);
      CHECK(first_difference(to_vector(inverse), expected) == "");
      if (parts != 0) CHECK(workspace.peak_bytes() <= detail::invert_in_parts_bytes<ExecutionSpace, Index>(n, parts));
    }
}

/// Keys below 2^bits, and the segments' offsets, of random sizes up to `longest`.
template <class ExecutionSpace>
void expect_segmented_sort_bound(std::size_t n, std::size_t longest)
{
  using Values = Span<std::uint32_t, typename ExecutionSpace::memory_space>;
  texts::Random next(n);
  std::vector<std::uint32_t> keys(n), offsets{0};
  for (auto& key : keys) key = static_cast<std::uint32_t>(next.below(1u << 20));
  while (offsets.back() < n)
    offsets.push_back(static_cast<std::uint32_t>(std::min<std::size_t>(n, offsets.back() + next.below(longest) + 1)));
  auto const key_view = to_view<ExecutionSpace>(keys), value_view = to_view<ExecutionSpace>(keys),
             offset_view = to_view<ExecutionSpace>(offsets);
  Workspace workspace;
  primitives::segmented_sort_pairs(ExecutionSpace(), Values(key_view.data(), n), Values(value_view.data(), n),
                                   Values(offset_view.data(), offsets.size()), 20, workspace);
  CHECK(workspace.peak_bytes() <= detail::segmented_sort_bytes<ExecutionSpace>(n, 8, offsets.size() - 1));
}

template <class ExecutionSpace>
void expect_primitive_bounds(std::size_t n)
{
  ExecutionSpace const space{};
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Values = Span<std::uint32_t, MemorySpace>;
  std::vector<std::uint32_t> values(n);
  texts::Random next(n);
  for (auto& value : values) value = static_cast<std::uint32_t>(next.below(256));
  std::vector<std::uint8_t> const flags(values.begin(), values.end());
  auto const first = to_view<ExecutionSpace>(values), second = to_view<ExecutionSpace>(values),
             third = to_view<ExecutionSpace>(values), fourth = to_view<ExecutionSpace>(values);
  auto const bytes = to_view<ExecutionSpace>(flags);
  auto const span = [&](auto const& view) { return Values(view.data(), n); };
  Span<std::uint8_t, MemorySpace> const flag_span(bytes.data(), n);
  auto const peak_of = [&](auto const& call) {
    Workspace workspace;
    call(workspace);
    space.fence();
    return workspace.peak_bytes();
  };
  TestArray<std::uint64_t, ExecutionSpace> const counts("counts", 256);
  Span<std::uint64_t, MemorySpace> const count_span(counts.data(), 256);
  CHECK(peak_of([&](auto& workspace) { primitives::histogram(space, flag_span, count_span, workspace); }) <=
        detail::histogram_bytes<ExecutionSpace>(256));
  std::size_t const scan = detail::scan_bytes<ExecutionSpace>(n);
  CHECK(peak_of([&](auto& workspace) {
          primitives::exclusive_scan(space, span(first), span(second), primitives::Sum{}, workspace);
        }) <= scan);
  CHECK(peak_of([&](auto& workspace) {
          (void)primitives::select_positions(space, flag_span, span(second), workspace);
        }) <= scan);
  CHECK(peak_of([&](auto& workspace) {
          (void)primitives::reduce(space, span(first), primitives::Maximum{}, workspace);
        }) <= scan);
  CHECK(peak_of([&](auto& workspace) {
          primitives::DoubleBuffer keys{span(first), span(second)}, others{span(third), span(fourth)};
          primitives::radix_sort_pairs(space, keys, others, 0, 32, workspace);
        }) <= detail::sort_bytes<ExecutionSpace>(n));
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("counts of bytes", ExecutionSpace, counts)
{
  for (std::size_t const n : {0u, 1u, 50'000u}) {
    auto const text = texts::random(n, 256, n + 1);
    std::array<std::uint64_t, 256> expected{};
    for (auto const c : text) ++expected[c];
    Workspace workspace;
    auto const view = to_view<ExecutionSpace>(text);
    using Bytes = Span<std::uint8_t const, typename ExecutionSpace::memory_space>;
    auto const found = detail::count_bytes(ExecutionSpace(), Bytes(view.data(), n), workspace);
    CHECK(first_difference(found, expected) == "");
  }
}
TEST_CASE_TEMPLATE_APPLY(counts, Spaces);

TEST_CASE_TEMPLATE_DEFINE("inverses of permutations, at once and in parts", ExecutionSpace, inverses)
{
  expect_inverses<ExecutionSpace, std::uint32_t>();
  expect_inverses<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(inverses, Spaces);

TEST_CASE_TEMPLATE_DEFINE("one value and all values are read back", ExecutionSpace, read)
{
  auto const view = to_view<ExecutionSpace>(std::vector<std::uint16_t>{3, 1, 4});
  CHECK(detail::read_back(ExecutionSpace(), view) == 3);
  CHECK(detail::read_back(ExecutionSpace(), view, 2) == 4);
  CHECK(detail::read_all_back(ExecutionSpace(), view) == std::vector<std::uint16_t>{3, 1, 4});
  CHECK(detail::read_all_back(ExecutionSpace(), to_view<ExecutionSpace>(std::vector<int>())).empty());
}
TEST_CASE_TEMPLATE_APPLY(read, Spaces);

TEST_CASE("containers of the host that find no memory throw Error")
{
  std::vector<std::uint64_t> values;
  auto const fails_with = [&](auto const& call) { return code_of([&] { detail::with_host_memory("values", call); }); };
  CHECK(fails_with([] { throw std::bad_alloc(); }) == ErrorCode::out_of_memory);
  CHECK(fails_with([&] { values.reserve(values.max_size() + 1); }) == ErrorCode::out_of_memory);
  CHECK(fails_with([&] { values.resize(3); }) == std::nullopt);
  CHECK(detail::with_host_memory("a value", [] { return 7; }) == 7);
}

TEST_CASE_TEMPLATE_DEFINE("primitives take no more workspace than concepts assume", ExecutionSpace, bounds)
{
  for (std::size_t const n : {1u, 1000u, 40'000u, 300'000u}) {
    CAPTURE(n);
    expect_primitive_bounds<ExecutionSpace>(n);
    for (std::size_t const longest : {std::size_t{3}, std::size_t{1000}, n}) {
      CAPTURE(longest);
      expect_segmented_sort_bound<ExecutionSpace>(n, longest);
    }
  }
}
TEST_CASE_TEMPLATE_APPLY(bounds, Spaces);

TEST_CASE("copies by threads write what they should, and nothing beside it")
{
  std::size_t const longest = 3 * detail::copied_piece + 777;
  auto const from = texts::random(longest, 256, 1);
  auto const expect_copies = [&](auto const& copy) {
    for (std::size_t const shift : {0u, 1u, 15u, 63u})
      for (std::size_t const n : {std::size_t{0}, std::size_t{1}, std::size_t{64}, std::size_t{1000},
                                  detail::copied_piece, detail::copied_piece + 1, longest - 63})
      {
        CAPTURE(shift);
        CAPTURE(n);
        std::vector<std::uint8_t> to(n + 130, 0xAB);
        copy(reinterpret_cast<std::byte*>(to.data()) + shift,
             reinterpret_cast<std::byte const*>(from.data()) + shift / 2, n);
        std::vector<std::uint8_t> expected(n + 130, 0xAB);
        std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(shift / 2), n,
                    expected.begin() + static_cast<std::ptrdiff_t>(shift));
        CHECK(first_difference(to, expected) == "");
      }
  };
  Kokkos::DefaultHostExecutionSpace const space;
  expect_copies(
      [&](std::byte* to, std::byte const* source, std::size_t n) { detail::copy_by_threads(space, to, source, n); });
  expect_copies([&](std::byte* to, std::byte const* source, std::size_t n) {
    detail::copy_by_threads<detail::ReadAgain::late>(space, to, source, n);
  });
  expect_copies(detail::copy_past_caches);
}

}  // namespace lexikos::tests
