// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Thresholds of the LCP array. Figures of bench_lcp with all of these values: bench/results/h200-lcp.json (one H200) and
// h200-transforms-host.json (16 threads). Comparisons with other values are not on record, unless a line says so.

#include <cstddef>
#include <limits>

#include "system/works_on_host.hpp"

namespace lexikos::lcp_detail
{

/// How many bytes of a comparison one thread takes before a team goes on, and the team before all teams do.
struct ComparisonBudget
{
  static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

  std::size_t thread = unlimited;  ///< bytes
  std::size_t team = unlimited;    ///< bytes

  /// A thread of a device is slow alone; a thread of a host is not.
  template <class ExecutionSpace>
  static constexpr ComparisonBudget of()
  {
    if (detail::works_on_host<ExecutionSpace>) return {};
    return {512, std::size_t{1} << 20};
  }
};

/// Positions that a host thread takes from left to right, powers of 4: the stride of the level before. Stretches of 256
/// positions halved the time of taking all levels (bench_lcp, 16 threads, commit bf68854).
constexpr std::size_t min_stretch = 256;
constexpr std::size_t max_stretch = 16384;
constexpr std::size_t stretches_per_thread = 32;
/// Positions by which a host thread prefetches the text.
constexpr std::size_t prefetch_distance = 32;

/// Bytes that a thread of a team compares at a time.
constexpr std::size_t bytes_per_thread = 64;
/// Threads of a device's team.
constexpr int team_size = 256;
/// A comparison that all teams share is divided into chunks of a team's budget over this, but of this many bytes or more.
constexpr std::size_t chunks_per_budget = 4;
constexpr std::size_t min_chunk_bytes = 64;

/// Parts of a suffix array that are inverted one after the other: the sorted pairs of one part are all the scratch.
constexpr std::size_t inverse_parts = 2;

}  // namespace lexikos::lcp_detail
