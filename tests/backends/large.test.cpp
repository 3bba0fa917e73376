// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <cstdlib>

#include "backends/launch.hpp"
#include "backends/targets.hpp"
#include "system/device_memory.hpp"

// Sizes beyond 2^32. Nothing is copied to the host: kernels write the input and check the output. They run if the environment
// variable LEXIKOS_LARGE_TESTS is set and there is enough memory.

namespace lexikos::tests
{

constexpr std::size_t more_than_32_bits = (std::size_t{1} << 32) + 5;

template <class ExecutionSpace>
bool runs_large_tests(std::size_t bytes)
{
  char const* const wanted = std::getenv("LEXIKOS_LARGE_TESTS");
  if (wanted == nullptr || *wanted == '\0' || std::string(wanted) == "0") return false;
  bool const fits = bytes + (std::size_t{1} << 30) <= detail::available_memory<ExecutionSpace>().free;
  if (!fits) MESSAGE("needs " << bytes << " bytes: left out");
  return fits;
}

/// Keys spread over all values below 2^bits (the finaliser of MurmurHash3, a bijection of u64).
struct Mixed
{
  int bits;

  KOKKOS_FUNCTION std::uint64_t operator()(std::uint64_t i) const
  {
    i = (i ^ (i >> 33)) * 0xFF51AFD7ED558CCDu;
    i = (i ^ (i >> 33)) * 0xC4CEB9FE1A85EC53u;
    return (i ^ (i >> 33)) >> (64 - bits);
  }
};

template <class ExecutionSpace, class View>
void fill_mixed(ExecutionSpace const& space, View const& view, int bits)
{
  using T = typename View::value_type;
  Mixed const mixed{bits};
  Kokkos::parallel_for(
      "lexikos::tests::fill_mixed", backends::Range<ExecutionSpace>(space, 0, view.extent(0)),
      KOKKOS_LAMBDA(std::size_t i) { view(i) = static_cast<T>(mixed(i)); });
}

/// The first place of n that is wrong, or n: what a check of all of them has to return. is_right(i) is called for all i.
template <class ExecutionSpace, class IsRight>
std::size_t first_wrong(ExecutionSpace const& space, std::size_t n, IsRight const& is_right)
{
  std::size_t first = n;
  Kokkos::parallel_reduce(
      "lexikos::tests::first_wrong", backends::Range<ExecutionSpace>(space, 0, n),
      KOKKOS_LAMBDA(std::size_t i, std::size_t & least) {
        if (i < least && !is_right(i)) least = i;
      },
      Kokkos::Min<std::size_t>(first));
  return first < n ? first : n;
}

/// Of a stable sort: keys ascend, values (the place before the sort) ascend among equal keys, each key is that of its value.
template <class Keys, class Values>
struct IsSorted
{
  Keys keys;
  Values values;
  Mixed mixed;

  KOKKOS_FUNCTION bool operator()(std::size_t i) const
  {
    bool const is_own_key = keys(i) == static_cast<typename Keys::value_type>(mixed(values(i)));
    return is_own_key && (i == 0 || keys(i - 1) < keys(i) || (keys(i - 1) == keys(i) && values(i - 1) < values(i)));
  }
};

/// view(i) == first + step * i.
template <class View>
struct IsOnLine
{
  View view;
  std::uint64_t first;
  std::uint64_t step;

  KOKKOS_FUNCTION bool operator()(std::size_t i) const
  {
    return view(i) == static_cast<typename View::value_type>(first + step * i);
  }
};

template <class ExecutionSpace, class View>
void check_line(ExecutionSpace const& space, View const& view, std::uint64_t first, std::uint64_t step)
{
  INFO("the first entry that is not " << first << " + " << step << " i");
  CHECK(first_wrong(space, view.extent(0), IsOnLine<View>{view, first, step}) == view.extent(0));
}

template <class ExecutionSpace>
struct EveryThird
{
  Span<std::uint8_t, typename ExecutionSpace::memory_space> flags;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { flags(i) = i % 3 == 0; }
};

struct Less
{
  KOKKOS_FUNCTION bool operator()(std::uint8_t a, std::uint8_t b) const { return a < b; }
};

template <class Target>
void test_large_scan_and_select()
{
  using Primitives = typename Target::Primitives;
  using ExecutionSpace = typename Target::ExecutionSpace;
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = more_than_32_bits;
  std::size_t const thirds = (n + 2) / 3;
  if (!runs_large_tests<ExecutionSpace>(n * 9 + thirds * 8)) return;
  ExecutionSpace const space;
  Workspace workspace;
  Workspace::Scope const scope(workspace);
  auto const flags = workspace.take<std::uint8_t, MemorySpace>(n);
  auto const numbers = workspace.take<std::uint64_t, MemorySpace>(n);
  auto const selected = workspace.take<std::uint64_t, MemorySpace>(thirds);

  Primitives::fill(space, flags, std::uint8_t{1});
  CHECK(Primitives::select_positions(space, flags, numbers, workspace) == n);
  check_line(space, numbers, 0, 1);
  Primitives::inclusive_scan(space, flags, numbers, lexikos::primitives::Sum{}, workspace);
  check_line(space, numbers, 1, 1);
  Primitives::exclusive_scan(space, flags, numbers, lexikos::primitives::Sum{}, workspace);
  check_line(space, numbers, 0, 1);
  CHECK(Primitives::reduce(space, numbers, lexikos::primitives::Maximum{}, workspace) == n - 1);

  Kokkos::parallel_for("lexikos::tests::every_third", backends::Range<ExecutionSpace>(space, 0, n),
                       EveryThird<ExecutionSpace>{flags});
  Primitives::pack_flagged(space, numbers, flags, selected, workspace);
  check_line(space, selected, 0, 3);
  Primitives::fill(space, selected, std::uint64_t{0});
  CHECK(Primitives::select_positions(space, flags, selected, workspace) == thirds);
  check_line(space, selected, 0, 3);

  auto const counts = workspace.take<std::uint64_t, MemorySpace>(2);
  Primitives::histogram(space, flags, counts, workspace);
  CHECK(to_vector(counts) == std::vector<std::uint64_t>{n - thirds, thirds});
}

/// What fits the memory of most machines.
template <class Target>
void test_large_bytes()
{
  using Primitives = typename Target::Primitives;
  using ExecutionSpace = typename Target::ExecutionSpace;
  using MemorySpace = typename ExecutionSpace::memory_space;
  using backends::subspan;
  std::size_t const n = more_than_32_bits;
  std::size_t const thirds = (n + 2) / 3;
  if (!runs_large_tests<ExecutionSpace>(n * 2)) return;
  ExecutionSpace const space;
  Workspace workspace;
  Workspace::Scope const scope(workspace);
  auto const flags = workspace.take<std::uint8_t, MemorySpace>(n);
  auto const out = workspace.take<std::uint8_t, MemorySpace>(n);
  auto const counts = workspace.take<std::uint64_t, MemorySpace>(2);
  Kokkos::parallel_for("lexikos::tests::every_third", backends::Range<ExecutionSpace>(space, 0, n),
                       EveryThird<ExecutionSpace>{flags});
  Primitives::histogram(space, flags, counts, workspace);
  CHECK(to_vector(counts) == std::vector<std::uint64_t>{n - thirds, thirds});
  Primitives::fill(space, out, std::uint8_t{0});
  Primitives::pack_flagged(space, flags, flags, subspan(out, 0, thirds), workspace);
  check_line(space, subspan(out, 0, thirds), 1, 0);
  check_line(space, subspan(out, thirds, n), 0, 0);
  Primitives::merge(space, subspan(out, thirds, n), subspan(out, 0, thirds), flags, Less{}, workspace);
  check_line(space, subspan(flags, 0, n - thirds), 0, 0);
  check_line(space, subspan(flags, n - thirds, n), 1, 0);
}

template <class Target>
void test_large_sorts()
{
  using Primitives = typename Target::Primitives;
  using ExecutionSpace = typename Target::ExecutionSpace;
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = more_than_32_bits;
  constexpr int bits = 20;
  if (!runs_large_tests<ExecutionSpace>(n * 25)) return;
  ExecutionSpace const space;
  Workspace workspace;
  Workspace::Scope const scope(workspace);
  Span<std::uint32_t, MemorySpace> keys = workspace.take<std::uint32_t, MemorySpace>(n);
  Span<std::uint64_t, MemorySpace> values = workspace.take<std::uint64_t, MemorySpace>(n);
  auto const other_keys = workspace.take<std::uint32_t, MemorySpace>(n);
  auto const other_values = workspace.take<std::uint64_t, MemorySpace>(n);
  lexikos::primitives::DoubleBuffer key_buffer{keys, other_keys};
  lexikos::primitives::DoubleBuffer value_buffer{values, other_values};
  fill_mixed(space, keys, bits);
  Primitives::iota(space, values, std::uint64_t{0});
  Primitives::radix_sort_pairs(space, key_buffer, value_buffer, 0, bits, workspace);
  using Sorted = IsSorted<decltype(keys), decltype(values)>;
  CHECK(first_wrong(space, n, Sorted{key_buffer.current, value_buffer.current, Mixed{bits}}) == n);
}

/// Segments of 3 and of 28 pairs in turn; offsets are beyond 2^32.
template <class ExecutionSpace, class Offsets>
void fill_offsets(ExecutionSpace const& space, Offsets const& offsets, std::size_t n)
{
  Kokkos::parallel_for(
      "lexikos::tests::fill_offsets", backends::Range<ExecutionSpace>(space, 0, offsets.extent(0)),
      KOKKOS_LAMBDA(std::size_t s) {
        std::size_t const offset = s / 2 * 31 + s % 2 * 3;
        offsets(s) = offset < n ? offset : n;
      });
}

/// Of a segment: keys ascend, and are those of their values, which were in the segment before.
template <class Keys, class Values, class Offsets>
struct IsSortedSegment
{
  Keys keys;
  Values values;
  Offsets offsets;
  Mixed mixed;

  KOKKOS_FUNCTION bool operator()(std::size_t s) const
  {
    bool is_right = true;
    for (std::size_t i = offsets(s); i < offsets(s + 1); ++i)
      is_right = is_right && keys(i) == static_cast<typename Keys::value_type>(mixed(values(i))) &&
                 values(i) >= offsets(s) && values(i) < offsets(s + 1) && (i == offsets(s) || keys(i - 1) <= keys(i));
    return is_right;
  }
};

template <class Target>
void test_large_segmented_sort()
{
  using Primitives = typename Target::Primitives;
  using ExecutionSpace = typename Target::ExecutionSpace;
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = more_than_32_bits;
  std::size_t const segments = n / 31 * 2 + 2;
  constexpr int bits = 20;
  if (!runs_large_tests<ExecutionSpace>(n * 24 + segments * 16)) return;
  ExecutionSpace const space;
  Workspace workspace;
  Workspace::Scope const scope(workspace);
  Span<std::uint32_t, MemorySpace> keys = workspace.take<std::uint32_t, MemorySpace>(n);
  Span<std::uint64_t, MemorySpace> values = workspace.take<std::uint64_t, MemorySpace>(n);
  Span<std::uint64_t, MemorySpace> offsets = workspace.take<std::uint64_t, MemorySpace>(segments + 1);
  fill_offsets(space, offsets, n);
  fill_mixed(space, keys, bits);
  Primitives::iota(space, values, std::uint64_t{0});
  Primitives::segmented_sort_pairs(space, keys, values, offsets, bits, workspace, SegmentedSort::automatic);
  using Sorted = IsSortedSegment<decltype(keys), decltype(values), decltype(offsets)>;
  CHECK(first_wrong(space, segments, Sorted{keys, values, offsets, Mixed{bits}}) == segments);
}

TEST_CASE_TEMPLATE_DEFINE("scan, select and histogram beyond 2^32", Target, large_scan_select)
{
  test_large_scan_and_select<Target>();
}
TEST_CASE_TEMPLATE_APPLY(large_scan_select, Targets);

TEST_CASE_TEMPLATE_DEFINE("histogram, pack and merge beyond 2^32", Target, large_bytes)
{
  test_large_bytes<Target>();
}
TEST_CASE_TEMPLATE_APPLY(large_bytes, Targets);

TEST_CASE_TEMPLATE_DEFINE("radix sort beyond 2^32", Target, large_sorts)
{
  test_large_sorts<Target>();
}
TEST_CASE_TEMPLATE_APPLY(large_sorts, Targets);

TEST_CASE_TEMPLATE_DEFINE("segmented sort beyond 2^32", Target, large_segmented_sort)
{
  test_large_segmented_sort<Target>();
}
TEST_CASE_TEMPLATE_APPLY(large_segmented_sort, Targets);

}  // namespace lexikos::tests
