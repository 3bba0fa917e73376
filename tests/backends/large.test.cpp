// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <cstdlib>

#include "backends/launch.hpp"
#include "backends/targets.hpp"
#include "system/device_memory.hpp"

// Sizes beyond 2^32, of which nothing is copied to the host: kernels make the input and check the output. They run when the
// environment variable LEXIKOS_LARGE_TESTS is set and the memory is there.

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

/// A key that is spread over all values below 2^bits (the finaliser of MurmurHash3, which is a bijection of u64).
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

/// In how many places the pairs are not what a stable sort leaves: keys ascend, values (the place before the sort) ascend
/// among equal keys, and each key is that of its value.
template <class ExecutionSpace, class Keys, class Values>
std::size_t count_unsorted(ExecutionSpace const& space, Keys const& keys, Values const& values, int bits)
{
  using Key = typename Keys::value_type;
  Mixed const mixed{bits};
  std::size_t wrong = 0;
  Kokkos::parallel_reduce(
      "lexikos::tests::count_unsorted", backends::Range<ExecutionSpace>(space, 0, keys.extent(0)),
      KOKKOS_LAMBDA(std::size_t i, std::size_t & count) {
        bool is_right = keys(i) == static_cast<Key>(mixed(values(i)));
        if (i > 0)
          is_right = is_right && (keys(i - 1) < keys(i) || (keys(i - 1) == keys(i) && values(i - 1) < values(i)));
        count += !is_right;
      },
      wrong);
  return wrong;
}

/// In how many places view(i) != first + step * i.
template <class ExecutionSpace, class View>
std::size_t count_off_line(ExecutionSpace const& space, View const& view, std::uint64_t first, std::uint64_t step)
{
  using T = typename View::value_type;
  std::size_t wrong = 0;
  Kokkos::parallel_reduce(
      "lexikos::tests::count_off_line", backends::Range<ExecutionSpace>(space, 0, view.extent(0)),
      KOKKOS_LAMBDA(std::size_t i, std::size_t & count) { count += view(i) != static_cast<T>(first + step * i); },
      wrong);
  return wrong;
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
  Primitives::inclusive_scan(space, flags, numbers, lexikos::primitives::Sum{}, workspace);
  CHECK(count_off_line(space, numbers, 1, 1) == 0);
  Primitives::exclusive_scan(space, flags, numbers, lexikos::primitives::Sum{}, workspace);
  CHECK(count_off_line(space, numbers, 0, 1) == 0);
  CHECK(Primitives::reduce(space, numbers, lexikos::primitives::Maximum{}, workspace) == n - 1);

  Kokkos::parallel_for("lexikos::tests::every_third", backends::Range<ExecutionSpace>(space, 0, n),
                       EveryThird<ExecutionSpace>{flags});
  Primitives::pack_flagged(space, numbers, flags, selected, workspace);
  CHECK(count_off_line(space, selected, 0, 3) == 0);
  Primitives::fill(space, selected, std::uint64_t{0});
  CHECK(Primitives::select_positions(space, flags, selected, workspace) == thirds);
  CHECK(count_off_line(space, selected, 0, 3) == 0);

  auto const counts = workspace.take<std::uint64_t, MemorySpace>(2);
  Primitives::histogram(space, flags, counts, workspace);
  CHECK(to_vector(counts) == std::vector<std::uint64_t>{n - thirds, thirds});
}

/// What fits into the memory of most machines.
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
  CHECK(count_off_line(space, subspan(out, 0, thirds), 1, 0) == 0);
  CHECK(count_off_line(space, subspan(out, thirds, n), 0, 0) == 0);
  Primitives::merge(space, subspan(out, thirds, n), subspan(out, 0, thirds), flags, Less{}, workspace);
  CHECK(count_off_line(space, subspan(flags, 0, n - thirds), 0, 0) == 0);
  CHECK(count_off_line(space, subspan(flags, n - thirds, n), 1, 0) == 0);
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
  auto const keys = workspace.take<std::uint32_t, MemorySpace>(n);
  auto const values = workspace.take<std::uint64_t, MemorySpace>(n);
  auto const other_keys = workspace.take<std::uint32_t, MemorySpace>(n);
  auto const other_values = workspace.take<std::uint64_t, MemorySpace>(n);
  lexikos::primitives::DoubleBuffer key_buffer{keys, other_keys};
  lexikos::primitives::DoubleBuffer value_buffer{values, other_values};
  fill_mixed(space, keys, bits);
  Primitives::iota(space, values, std::uint64_t{0});
  Primitives::radix_sort_pairs(space, key_buffer, value_buffer, 0, bits, workspace);
  CHECK(count_unsorted(space, key_buffer.current, value_buffer.current, bits) == 0);
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

/// In how many segments keys descend, or are not those of their values.
template <class ExecutionSpace, class Keys, class Values, class Offsets>
std::size_t count_unsorted_segments(ExecutionSpace const& space, Keys const& keys, Values const& values,
                                    Offsets const& offsets, int bits)
{
  using Key = typename Keys::value_type;
  Mixed const mixed{bits};
  std::size_t wrong = 0;
  Kokkos::parallel_reduce(
      "lexikos::tests::count_unsorted_segments", backends::Range<ExecutionSpace>(space, 0, offsets.extent(0) - 1),
      KOKKOS_LAMBDA(std::size_t s, std::size_t & count) {
        bool is_right = true;
        for (std::size_t i = offsets(s); i < offsets(s + 1); ++i) {
          is_right = is_right && keys(i) == static_cast<Key>(mixed(values(i))) && values(i) >= offsets(s) &&
                     values(i) < offsets(s + 1) && (i == offsets(s) || keys(i - 1) <= keys(i));
        }
        count += !is_right;
      },
      wrong);
  return wrong;
}

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
  auto const keys = workspace.take<std::uint32_t, MemorySpace>(n);
  auto const values = workspace.take<std::uint64_t, MemorySpace>(n);
  auto const offsets = workspace.take<std::uint64_t, MemorySpace>(segments + 1);
  fill_offsets(space, offsets, n);
  fill_mixed(space, keys, bits);
  Primitives::iota(space, values, std::uint64_t{0});
  Primitives::segmented_sort_pairs(space, keys, values, offsets, bits, workspace, SegmentedSort::automatic);
  CHECK(count_unsorted_segments(space, keys, values, offsets, bits) == 0);
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
