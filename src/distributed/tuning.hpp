// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

namespace lexikos::distributed_detail
{

/// How splitters are found.
struct SplitterTuning
{
  // not measured: the share that the fullest of p ranks has above the mean is about 3 / sqrt(samples_a_part)
  std::size_t samples_a_part = 8192;  ///< sampled keys for each rank, at most
  std::size_t items_a_sample = 128;   ///< so that short lists are not sampled whole
  std::size_t samples_a_range = 64;   ///< of each range at least, where a rank's range is divided
  bool equal = false;                 ///< for tests: all splitters are the largest key
};

struct Tuning
{
  SplitterTuning splitters;
  /// Where ranks have NCCL, what an exchange's longest parcel has for it to go that way; shorter ones go by way of the host.
  /// Two H200: 8 bytes in 32 us by the host and 101 us by NCCL, 64 KiB in 52 and 113, 1 MiB in 231 and 96 (h200-two-gpus.json).
  /// And NCCL takes seconds to join the GPUs, which short texts need not wait for.
  std::size_t bytes_by_nccl = std::size_t{1} << 18;
  /// Entries that travel at one time where an array is inverted, checked or looked up, so that what they take is little
  /// beside the arrays.
  std::size_t items_of_piece = std::size_t{1} << 22;
  /// Pieces at most, which have more entries then: each takes messages whose latency is the same however short they are.
  std::size_t max_pieces = 32;
  /// The same of patterns, each of which takes 80 bytes for a while, beside its symbols.
  std::size_t max_pieces_of_patterns = 4;
  /// Positions whose suffixes are compared at one time, or as `max_pieces` says, and words that are fetched for each of
  /// them in a round, about.
  std::size_t pairs_of_piece = std::size_t{1} << 20;
  std::size_t words_of_pair = 4;
};

/// What all calls take. Tests change it, on all ranks alike.
[[nodiscard]] Tuning& tuning();

}  // namespace lexikos::distributed_detail
