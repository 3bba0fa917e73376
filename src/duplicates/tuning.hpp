// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace lexikos::duplicates_detail
{

/// Of the search by fingerprints. None of them is measured.
struct FingerprintTuning
{
  std::uint64_t chunk_bytes = std::uint64_t{1} << 26;  ///< of the text that is worked on at a time
  std::uint64_t min_tile = 64;    ///< positions that a thread goes through: as many as a window has,
  std::uint64_t max_tile = 1024;  ///< within these bounds, in multiples of 64
  /// Windows that are compared at a time by one thread start within as many positions: a device has many threads.
  std::uint64_t run_block_of_hosts = std::uint64_t{1} << 18;
  std::uint64_t run_block_of_devices = 256;
  /// Symbols of the text for each run of windows that is known to be equal to others, in 48 bytes of the host's memory.
  std::uint64_t symbols_of_known_run = 1024;
  std::uint64_t mask = ~std::uint64_t{0};  ///< bits that fingerprints have
  std::uint64_t max_candidates = 0;        ///< 0: what the memory has room for
  std::uint64_t max_counters = 0;          ///< the same
  bool always_copies = false;              ///< chunks, where they could be worked on in place
};

/// What tests make small.
struct Tuning
{
  /// Symbols of the longest text whose positions are numbers of 32 bits; the largest of these is the number of none.
  std::uint64_t max_narrow = std::numeric_limits<std::uint32_t>::max() - 1;
  FingerprintTuning fingerprints = {};
};

/// Runs of windows that are listed for comparison at a time.
constexpr std::size_t runs_at_a_time = std::size_t{1} << 20;
/// Bytes of windows of one fingerprint that are read at a time where some of them differ.
constexpr std::size_t separated_bytes = std::size_t{1} << 24;

}  // namespace lexikos::duplicates_detail
