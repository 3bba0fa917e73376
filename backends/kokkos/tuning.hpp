// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

namespace lexikos::backends::kokkos
{

/// What the speed of the portable primitives depends on; results do not. Primitives take it as a template argument, so that
/// a test can derive from it and set a constant to an extreme.
///
/// None of these was measured by itself: the portable backend is what OpenMP and CUDA are compared with, and runs on Serial,
/// where most of them have no effect because there is one chunk.
struct Tuning
{
  // Radix sort: a chunk is sorted by one work item, which counts 2^digit_bits digits for it.
  static constexpr int max_digit_bits = 8;                 ///< bits; the counters of a chunk fit the first cache
  static constexpr std::size_t min_radix_chunk = 4096;     ///< items; many times the counters of a digit
  static constexpr std::size_t max_radix_chunks = 16'384;  ///< chunks; their counters have to be scanned

  // Histogram: a chunk is counted by one work item in counters of its own.
  static constexpr std::size_t min_histogram_chunk = 1024;   ///< symbols
  static constexpr std::size_t symbols_a_bin = 8;            ///< symbols of a chunk for each of its counters, at least
  static constexpr std::size_t max_histogram_chunks = 4096;  ///< chunks, also of `symbol_order`

  // Segmented sort.
  static constexpr std::size_t max_insertion_sort = 32;       ///< pairs; longer segments are sorted by a heap
  static constexpr std::size_t max_segment_of_item = 16'384;  ///< pairs of a segment that one work item sorts

  // Merge.
  static constexpr std::size_t merge_scratch_bytes = std::size_t{24} << 10;  ///< of a team: a GPU holds several teams
  static constexpr int merge_team = 256;                                     ///< threads, on devices; 1 on hosts
};

}  // namespace lexikos::backends::kokkos
