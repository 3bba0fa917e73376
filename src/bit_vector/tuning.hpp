// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The constants of bit vectors that measurements decided. Sizes of blocks, groups and samples are in the layouts, whose
// comments give their space; bench_bit_vector compares them.

#include <cstddef>

namespace lexikos::bit_vector_detail
{

/// Of batches of queries.
struct BatchTuning
{
  /// Queries that a thread of a device answers together if each fetches once: four fetches overlap, and four queries of
  /// 32 bits are one load. Not measured against other numbers; eight queries of 64 bits cost registers.
  static constexpr unsigned queries_of_device_thread = 4;
  /// Queries whose blocks a thread of a host prefetches before it answers them. Not measured: several times the 10 to 16 line
  /// buffers of a core, and little enough for the first cache.
  std::size_t queries_in_flight = 128;
  /// Queries that a thread of a host takes at a time. Not measured: some 50 microseconds of work.
  std::size_t queries_of_part = 4096;
};

/// Blocks of a tile, which a team counts and writes with a thread for each, in layouts whose groups have more.
/// Not measured: the usual size of a team.
constexpr std::size_t max_tile_blocks = 256;

}  // namespace lexikos::bit_vector_detail
