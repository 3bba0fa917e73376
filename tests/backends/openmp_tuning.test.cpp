// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "backends/tuned.hpp"

#ifdef KOKKOS_ENABLE_OPENMP

namespace lexikos::tests
{

template <class Tuning>
struct TunedOpenMP
{
  LEXIKOS_TUNED(backends::openmp, radix_sort_keys)
  LEXIKOS_TUNED(backends::openmp, radix_sort_pairs)
  LEXIKOS_TUNED(backends::openmp, histogram)
  LEXIKOS_TUNED(backends::openmp, segmented_sort_pairs)
  LEXIKOS_TUNED(backends::openmp, sort_listed_segments)
  LEXIKOS_TUNED(backends::openmp, merge)
  LEXIKOS_TUNED(backends::openmp, exclusive_scan)
  LEXIKOS_TUNED(backends::openmp, inclusive_scan)
  LEXIKOS_TUNED(backends::openmp, select_positions)
  LEXIKOS_TUNED(backends::openmp, pack_flagged)
  LEXIKOS_TUNED(backends::openmp, pack_positions)
  LEXIKOS_TUNED(backends::openmp, scatter_blocked)
};

struct OpenMPSmall : backends::openmp::Tuning
{
  static constexpr std::size_t min_part = 1;
  static constexpr int max_digit_bits = 1;
  static constexpr int max_digit_bits_of_long_parts = 1;
  static constexpr std::size_t min_long_part = 1;
  static constexpr std::size_t max_plain_table = 0;
  static constexpr std::size_t min_blocked_pairs = 0;
  static constexpr int block_bits = 1;
  static constexpr std::size_t segment_batch = 1;
  static constexpr std::size_t min_long_segment = 0;
  static constexpr std::size_t long_segments_a_thread = 1 << 30;
  static constexpr std::size_t max_tiny_segment = 0;
  static constexpr std::size_t max_in_buckets = 1;
  static constexpr std::size_t max_crowding = 0;
  static constexpr std::size_t insertions_a_digit = 0;
  static constexpr std::size_t select_block = 1;
  static constexpr std::size_t gathered_block = 2;
  static constexpr std::size_t histogram_tables = 1;
  static constexpr std::size_t max_bins_of_tables = 0;
  static constexpr std::size_t symbols_a_bin = 0;
};

struct OpenMPLarge : backends::openmp::Tuning
{
  static constexpr std::size_t min_part = huge;
  static constexpr int max_digit_bits = 16;
  static constexpr std::size_t min_long_part = huge;
  static constexpr std::size_t max_plain_table = 0;
  static constexpr std::size_t min_blocked_pairs = 0;
  static constexpr int block_bits = 16;
  static constexpr std::size_t segment_batch = std::size_t{1} << 40;
  static constexpr std::size_t min_long_segment = huge;
  static constexpr std::size_t max_tiny_segment = huge;
  static constexpr std::size_t select_block = 1 << 14;
  static constexpr std::size_t gathered_block = 1 << 12;
  static constexpr std::size_t histogram_tables = 16;
  static constexpr std::size_t max_bins_of_tables = huge;
};

/// Buckets whenever they are possible, also for keys that crowd.
struct OpenMPBuckets : backends::openmp::Tuning
{
  static constexpr std::size_t max_tiny_segment = 0;
  static constexpr std::size_t max_in_buckets = (std::size_t{1} << 16) - 2;
  static constexpr std::size_t max_crowding = huge >> 32;
};

template <class Tuning>
void test_openmp()
{
  using Primitives = TunedOpenMP<Tuning>;
  using Space = Kokkos::OpenMP;
  test_tuned_radix_sort<Primitives, Space, std::uint32_t>();
  test_tuned_radix_sort<Primitives, Space, std::uint64_t>();
  test_tuned_histogram<Primitives, Space>();
  test_tuned_segmented_sort<Primitives, Space, std::uint32_t>();
  test_tuned_segmented_sort<Primitives, Space, std::uint64_t>();
  test_tuned_listed_segments<Primitives, Space>();
  test_tuned_merge<Primitives, Space>();
  test_tuned_scans<Primitives, Space>();
  test_tuned_selections<Primitives, Space>();
  test_tuned_scatter<Primitives, Space>();
}

TEST_CASE("extreme tuning of OpenMP: everything in small pieces")
{
  test_openmp<OpenMPSmall>();
}
TEST_CASE("extreme tuning of OpenMP: everything in one piece")
{
  test_openmp<OpenMPLarge>();
}
TEST_CASE("extreme tuning of OpenMP: segments in buckets")
{
  test_tuned_segmented_sort<TunedOpenMP<OpenMPBuckets>, Kokkos::OpenMP, std::uint32_t>();
  test_tuned_segmented_sort<TunedOpenMP<OpenMPBuckets>, Kokkos::OpenMP, std::uint64_t>();
}

}  // namespace lexikos::tests

#endif
