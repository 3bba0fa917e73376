// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

namespace lexikos::backends::openmp
{

/// What the speed of the OpenMP primitives depends on; results do not. Primitives take it as a template argument, so that a
/// test can derive from it and set a constant to an extreme.
///
/// A constant was measured where a line says so; the others follow from the reason that is given, and no benchmark has
/// compared them with their neighbours. `bench_primitives` is the program to do it with.
struct Tuning
{
  /// Items of a part, at least: fewer are not worth waking a thread for.
  static constexpr std::size_t min_part = 16'384;

  // ----- radix sort: a digit of b bits has 2^b buckets, each with a write buffer of 64 to 192 bytes a thread

  /// Bits of a digit, at most: the buffers of 256 buckets stay in the first cache.
  static constexpr int max_digit_bits = 8;
  /// The same for long parts: fewer passes pay for the buffers of 2 048 buckets, which need the second cache (0989dd1).
  static constexpr int max_digit_bits_of_long_parts = 11;
  /// Items of a long part: it fills each of 2 048 buffers many times.
  static constexpr std::size_t min_long_part = std::size_t{1} << 18;

  // ----- blocked scatter

  /// Bytes of a table up to which plain writes are as fast: blocking saves more than it costs only where the table is
  /// several times what the translation buffers cover (c20e686).
  static constexpr std::size_t max_plain_table = std::size_t{1} << 27;
  /// Pairs, at least, for which one more pass over all of them pays.
  static constexpr std::size_t min_blocked_pairs = std::size_t{1} << 20;
  /// Bits of the pass: each of 256 parts of the table fits the cache of a core for tables up to some hundred MB.
  static constexpr int block_bits = 8;

  // ----- segmented sort

  /// Pairs that a thread fetches at once: many segments, or a fraction of what one thread has to sort.
  static constexpr std::size_t segment_batch = 16'384;
  /// Pairs of a segment that all threads sort together, at least.
  static constexpr std::size_t min_long_segment = 65'536;
  /// A long segment has more pairs than this share of what a thread has to sort (1 / 8): it would still be sorted when the
  /// other threads have finished.
  static constexpr std::size_t long_segments_a_thread = 8;

  // ----- sort of one segment by one thread: measured when it was written (fcd571a), the figures were not kept

  /// Pairs that insertion sorts fastest, whatever their keys.
  static constexpr std::size_t max_tiny_segment = 6;
  /// Pairs of a bucket sort, at most, so that its counters are few; below 2^16 - 1.
  static constexpr std::size_t max_in_buckets = 256;
  /// Mean size of the bucket that a pair is in, up to which sorting buckets by insertion pays.
  static constexpr std::size_t max_crowding = 8;
  /// Pairs for each pass of a radix sort, up to which insertion is faster.
  static constexpr std::size_t insertions_a_digit = 14;

  // ----- sweeps

  /// Items of a block that `select` writes through, which fits the first cache twice.
  static constexpr std::size_t select_block = 512;
  /// Elements that a merge of gathered ranges reads at once, to have many reads under way at a time.
  static constexpr std::size_t gathered_block = 256;
  /// Tables that a histogram of few bins counts in, in turn: runs of a symbol then do not wait for one counter.
  static constexpr std::size_t histogram_tables = 4;
  /// Bins up to which all of these tables stay in the first cache: 4 * 8 * 1 024 bytes are 32 KiB.
  static constexpr std::size_t max_bins_of_tables = 1024;
  /// Symbols of a part for each bin: counting then takes longer than clearing and adding the bins.
  static constexpr std::size_t symbols_a_bin = 8;
};

}  // namespace lexikos::backends::openmp
