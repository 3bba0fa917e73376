// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// None of these was measured yet: they follow from fetches of 32 bytes counted on paper. Tests set them to extreme values.

#include <cstddef>
#include <cstdint>

namespace lexikos::approximate_search_detail
{

struct Tuning
{
  std::uint64_t min_capped_piece = 8;  ///< symbols of a piece; patterns with shorter ones are not capped
  /// Symbols of a text that are scanned in the time that a candidate takes, besides as many as its pattern has: two random
  /// reads of the index, and a pass of the sort for each of its digits.
  std::uint64_t candidate_cost = 64;
  std::uint64_t scan_cost = 1;  ///< the time of a scanned symbol; with 0, all patterns are scanned
  // what is in flight at once: some 200 MB of workspace, and enough threads for any device
  std::uint64_t batch_patterns = std::uint64_t{1} << 20;
  std::uint64_t batch_candidates = std::uint64_t{1} << 22;  ///< a pattern with more of them is scanned

  // ----- scans
  std::uint64_t scan_threads = std::uint64_t{1} << 18;  ///< at once, if that leaves each its chunk of the text
  std::uint64_t min_chunk = 1024;                       ///< symbols of a thread
  std::uint64_t chunk_per_overlap = 4;                  ///< and so many for each symbol that two of them read
  std::uint64_t scan_bytes = std::uint64_t{1} << 27;    ///< of tables, and as many of bit vectors
};

}  // namespace lexikos::approximate_search_detail
