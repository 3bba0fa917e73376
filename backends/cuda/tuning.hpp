// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

namespace lexikos::backends::cuda
{

/// What the speed of the CUDA primitives depends on; results do not. Primitives take it as a template argument, so that a
/// test can derive from it and set a constant to an extreme.
///
/// A constant was measured where a line says so; the others follow from the reason that is given, and no benchmark has
/// compared them with their neighbours. `bench_primitives` is the program to do it with.
struct Tuning
{
  // ----- blocked scatter, measured on an H200 (858a987): 16 G entries/s are written without it; with it 45 G/s to all of a
  // table of 2^27 entries, and 28 G/s to a quarter of it

  /// Entries of a table that is blocked, at least: smaller ones fit the L2.
  static constexpr std::size_t min_blocked_table = std::size_t{1} << 23;
  /// Tables of more entries a pair than this are written as they are: there is too little to save.
  static constexpr std::size_t max_entries_a_pair = 32;
  /// Of a table that is written densely, more than 2 of 5 entries, writes have to fall into windows of 4 MB (of u32).
  static constexpr std::size_t dense_pairs = 2;
  static constexpr std::size_t dense_entries = 5;
  static constexpr int window_bits = 20;    ///< log2 of the entries of a window
  static constexpr int min_dense_bits = 8;  ///< sorted bits of the index, at least: one pass of the sort
  /// Of one that is written sparsely, writes pay when those to a sector of 32 bytes (8 entries of u32) follow each other.
  static constexpr int sector_bits = 3;
  static constexpr int max_sparse_bits = 24;  ///< sorted bits of the index, at most: three passes of the sort

  // ----- segmented sort: giants, segments of more pairs than a block sorts

  /// Pairs of a giant with a radix sort of its own, at least: enough to keep the GPU busy through a dozen launches.
  static constexpr std::uint64_t min_own_sort = std::uint64_t{1} << 18;
  /// It also has at least 1 / 64 of all giants' pairs, so that there are at most 64 such sorts.
  static constexpr std::uint64_t max_own_sorts = 64;
  /// Bits for the number of a giant in a batch that is sorted together, at least: smaller batches are not worth a sort.
  static constexpr int min_number_bits = 7;
  /// The same at most, so that numbers fit 32 bits.
  static constexpr int max_number_bits = 31;
  /// Pairs of a batch. A third of the list takes scratch like the whole list's keys and values, but 2^24 pairs keep the GPU
  /// busy as well; an eighth of the list is always allowed, and so are 2^20 pairs.
  static constexpr std::uint64_t list_share_for_scratch = 3;
  static constexpr std::uint64_t enough_for_batch = std::uint64_t{1} << 24;
  static constexpr std::uint64_t list_share_of_batch = 8;
  static constexpr std::uint64_t min_batch = std::uint64_t{1} << 20;

  // ----- histogram

  /// Bins that a block counts in shared memory: 32 KiB, so that a multiprocessor holds several blocks.
  static constexpr std::size_t max_shared_bins = 8192;

  // ----- order of symbols: a part of the text at a time is sorted aside, so that there is no second array of positions

  static constexpr std::size_t parts_of_order = 8;                        ///< of a text, about
  static constexpr std::size_t min_part_of_order = std::size_t{1} << 22;  ///< symbols: enough to keep the GPU busy
  static constexpr std::size_t max_part_of_order = std::size_t{1} << 30;  ///< symbols: positions in it fit 32 bits
};

// ----- shapes of kernels, which are compiled for them

/// Threads of a block of kernels with a thread an item.
constexpr unsigned threads_of_block = 256;
/// Threads of a block whose warps sort segments of their own.
constexpr int threads_of_warps_block = 128;
/// Pairs that a thread holds in registers where a block sorts a segment.
constexpr int pairs_of_thread = 8;
/// Segments of more than 2^c and at most 2^(c + 1) pairs are of size class c; longer ones than all classes hold are giants.
constexpr int size_classes = 13;
/// Size classes of which a warp, or a part of it, sorts a segment; a block sorts those of the others.
constexpr int warp_classes = 8;
/// Threads that share the items of as many segments in `for_each_in_segments`.
constexpr int team_of_segments = 256;

}  // namespace lexikos::backends::cuda
