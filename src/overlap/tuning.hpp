// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace lexikos::overlap_detail
{

/// What tests make small. None of it is measured.
struct Tuning
{
  std::uint64_t fingerprint_mask = ~std::uint64_t{0};  ///< bits of fingerprints
  /// Bits of the filter, for each distinct window and at most: 32 MB, which the 50 MB of an H200's L2 hold beside a chunk.
  std::uint64_t filter_bits = 32;
  std::uint64_t max_filter_bits = std::uint64_t{1} << 28;
  std::uint64_t device_chunk_bytes = std::uint64_t{32} << 20;
  std::uint64_t host_chunk_bytes = std::uint64_t{4} << 20;
  /// Positions that a thread rolls fingerprints over: 2^25 bytes are 2^18 threads, as many as an H200 runs at a time. The
  /// first window of each is numbered from scratch, so that there are at least twice as many as a window has symbols.
  std::uint64_t strip = 128;
  /// Symbols that a thread compares, and steps through the suffix array, for 64 positions, before it leaves them to one with
  /// more positions, which finds a match by the one before.
  std::uint64_t budget = 4096;
  /// Positions of the latter: the longest match divided by this, so that what it compares at first is no more than this for
  /// each of them.
  std::uint64_t deep_share = 16;
  /// Pairs of documents that are counted at a time.
  std::uint64_t pairs = std::uint64_t{1} << 22;
  /// Whether chunks are copied on hosts too.
  bool always_copies = false;
};

}  // namespace lexikos::overlap_detail
