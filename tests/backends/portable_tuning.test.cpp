// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "backends/tuned.hpp"

namespace lexikos::tests
{

template <class Tuning>
struct TunedPortable
{
  LEXIKOS_TUNED(backends::kokkos, radix_sort_keys)
  LEXIKOS_TUNED(backends::kokkos, radix_sort_pairs)
  LEXIKOS_TUNED(backends::kokkos, histogram)
  LEXIKOS_TUNED(backends::kokkos, symbol_order)
  LEXIKOS_TUNED(backends::kokkos, segmented_sort_pairs)
  LEXIKOS_TUNED(backends::kokkos, sort_listed_segments)
  LEXIKOS_TUNED(backends::kokkos, merge)
};

struct PortableSmall : backends::kokkos::Tuning
{
  static constexpr int max_digit_bits = 1;
  static constexpr std::size_t min_radix_chunk = 1;
  static constexpr std::size_t max_radix_chunks = huge;
  static constexpr std::size_t min_histogram_chunk = 1;
  static constexpr std::size_t symbols_a_bin = 1;
  static constexpr std::size_t max_histogram_chunks = huge;
  static constexpr std::size_t max_insertion_sort = 0;
  static constexpr std::size_t max_segment_of_item = 0;
  static constexpr std::size_t merge_scratch_bytes = 16;
  static constexpr int merge_team = 1;
};

struct PortableLarge : backends::kokkos::Tuning
{
  static constexpr int max_digit_bits = 16;
  static constexpr std::size_t min_radix_chunk = huge;
  static constexpr std::size_t max_radix_chunks = 1;
  static constexpr std::size_t min_histogram_chunk = huge;
  static constexpr std::size_t symbols_a_bin = 1 << 20;
  static constexpr std::size_t max_histogram_chunks = 1;
  static constexpr std::size_t max_insertion_sort = 1000;
  static constexpr std::size_t max_segment_of_item = huge;
  static constexpr std::size_t merge_scratch_bytes = std::size_t{31} << 10;  // what a team of a host can have
};

/// In one execution space: the others only compile the same code again.
template <class Tuning>
void test_portable()
{
  using Primitives = TunedPortable<Tuning>;
  using ExecutionSpace = Kokkos::DefaultExecutionSpace;
  test_tuned_radix_sort<Primitives, ExecutionSpace, std::uint32_t>();
  test_tuned_radix_sort<Primitives, ExecutionSpace, std::uint64_t>();
  test_tuned_histogram<Primitives, ExecutionSpace>();
  test_tuned_symbol_order<Primitives, ExecutionSpace>();
  test_tuned_segmented_sort<Primitives, ExecutionSpace, std::uint32_t>();
  test_tuned_segmented_sort<Primitives, ExecutionSpace, std::uint64_t>();
  test_tuned_listed_segments<Primitives, ExecutionSpace>();
  test_tuned_merge<Primitives, ExecutionSpace>();
}

TEST_CASE("extreme tuning of the portable backend: everything in small pieces" * doctest::test_suite("long"))
{
  test_portable<PortableSmall>();
}
TEST_CASE("extreme tuning of the portable backend: everything in one piece")
{
  test_portable<PortableLarge>();
}

}  // namespace lexikos::tests
