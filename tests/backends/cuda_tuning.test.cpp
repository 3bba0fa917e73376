// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "backends/tuned.hpp"

#ifdef KOKKOS_ENABLE_CUDA

namespace lexikos::tests
{

template <class Tuning>
struct TunedCuda
{
  LEXIKOS_TUNED(backends::cuda, histogram)
  LEXIKOS_TUNED(backends::cuda, symbol_order)
  LEXIKOS_TUNED(backends::cuda, segmented_sort_pairs)
  LEXIKOS_TUNED(backends::cuda, scatter_blocked)
};

/// Every giant has a sort of its own.
struct CudaSmall : backends::cuda::Tuning
{
  static constexpr std::size_t min_blocked_table = 1;
  static constexpr std::size_t max_entries_a_pair = huge;
  static constexpr int window_bits = 0;
  static constexpr int min_dense_bits = 1;
  static constexpr int sector_bits = 0;
  static constexpr int max_sparse_bits = 64;
  static constexpr std::uint64_t min_own_sort = 0;
  static constexpr std::uint64_t max_own_sorts = huge;
  static constexpr std::size_t max_shared_bins = 0;
  static constexpr std::size_t parts_of_order = huge / 2;
  static constexpr std::size_t min_part_of_order = 7;
  static constexpr std::size_t max_part_of_order = 4099;
};

/// Giants are sorted together, a few in a batch.
struct CudaBatches : backends::cuda::Tuning
{
  static constexpr std::size_t min_blocked_table = 1;
  static constexpr std::size_t max_entries_a_pair = huge;
  static constexpr int window_bits = 64;
  static constexpr int min_dense_bits = 64;
  static constexpr int sector_bits = 64;
  static constexpr std::uint64_t min_own_sort = huge;
  static constexpr int min_number_bits = 0;
  static constexpr int max_number_bits = 1;
  static constexpr std::uint64_t list_share_for_scratch = huge;
  static constexpr std::uint64_t list_share_of_batch = huge;
  static constexpr std::uint64_t min_batch = 1;
};

/// Giants never have bits for their number.
struct CudaWide : backends::cuda::Tuning
{
  static constexpr std::uint64_t min_own_sort = huge;
  static constexpr int min_number_bits = 64;
};

TEST_CASE_TEMPLATE("extreme tuning of CUDA", Tuning, CudaSmall, CudaBatches, CudaWide)
{
  using Primitives = TunedCuda<Tuning>;
  test_tuned_histogram<Primitives, Kokkos::Cuda>();
  test_tuned_symbol_order<Primitives, Kokkos::Cuda>();
  test_tuned_segmented_sort<Primitives, Kokkos::Cuda, std::uint32_t>();
  test_tuned_segmented_sort<Primitives, Kokkos::Cuda, std::uint64_t>();
  test_tuned_scatter<Primitives, Kokkos::Cuda>();
}

}  // namespace lexikos::tests

#endif
