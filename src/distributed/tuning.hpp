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
  /// Entries that travel at one time where an array is inverted, checked or looked up, so that what they take is little
  /// beside the arrays.
  std::size_t items_of_piece = std::size_t{1} << 22;
  /// Pairs of suffixes that are compared at one time, and words that are fetched for them in a round, about.
  std::size_t pairs_of_piece = std::size_t{1} << 20;
  std::size_t words_of_round = std::size_t{1} << 22;
};

/// What all calls take. Tests change it, on all ranks alike.
[[nodiscard]] Tuning& tuning();

}  // namespace lexikos::distributed_detail
