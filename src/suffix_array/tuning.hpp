// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Where the suffix sorters change their ways. No result depends on these values, only time and memory do; tests sweep them.
// Each names the benchmark or commit that it was chosen with; bench/README.md has the figures of those that were swept.

#include <cstddef>

#include "system/works_on_host.hpp"

namespace lexikos::suffix_array_detail
{

struct Tuning
{
  // ----- which algorithm `automatic` takes

  /// Threads of a host from which doubling takes the place of induced sorting. bench_suffix_array on 2 threads
  /// (epyc-2-cores.json, epyc-2-cores-induced-sorting.txt) and 16 (h200-host.json, of libdivsufsort). With four induced sorting
  /// takes 0.65 to 0.87 of the time for howto-like, jdk13c-like, linux-2.4.0.tar and proteins, 1.02 and 1.03 for bible.txt and
  /// E.coli, which have 5 MB and less (h100-host-windows.txt).
  int min_threads_for_doubling = 5;
  /// The same of long texts of many letters, whose samples take many rounds. Induced sorting takes 0.77 to 0.97 of the time
  /// with eight threads, 0.82 to 1.12 with twelve, 0.95 to 1.3 with sixteen; of proteins, which has 13 MB, 1.6 with eight. Long
  /// DNA was not measured.
  int min_threads_for_long_texts = 13;
  std::size_t min_length_of_long_text = std::size_t{1} << 25;
  std::size_t min_letters_of_long_text = 17;
  /// Symbols for each thread, below which one that sorts by induction is faster. bench_suffix_array, short texts, 16 threads
  /// (h200-host.json, of libdivsufsort).
  std::size_t min_symbols_per_thread = 8192;
  /// Symbols of a text from which a sample pays: a device waits for each more step. bench_suffix_array with
  /// LEXIKOS_BENCH_FILES of growing sizes (h200-sizes.json, h200-sizes-host.json).
  std::size_t min_length_to_sample = std::size_t{1} << 23;
  /// Share of the positions above which a sample does not pay, as in long runs of one letter. Not measured closely: texts
  /// have a third or less, or nearly all.
  double max_sample_density = 0.5;

  /// Symbols of a text from which one looks whether keys of 32 bits tell its suffixes apart. On an H200 the look takes 0.05 to
  /// 0.2 ms, 2% of what such a text takes, and random bytes then half of the time (h200-edges.json).
  std::size_t min_length_for_narrow_keys = std::size_t{1} << 25;
  /// Others of the same key that a suffix may have in the mean, and of the same 64 bits. Not swept.
  double max_others_of_narrow_key = 0.5;
  double max_others_of_wide_key = 0.0625;

  // ----- rounds

  /// Suffixes in the list up to which a round of comparisons takes less time than the launches and waits of one by keys.
  /// 2^17 to 2^21 on an H200 at cfd0487 (bench/README.md).
  std::size_t max_list_to_compare = std::size_t{1} << 17;
  /// Ranks by which comparisons tell two suffixes apart: such a round is worth four that double the depth. Not swept.
  std::size_t max_ranks_compared = 16;
  /// Suffixes in the list up to which one team takes all rounds that are left, in one launch: its rounds cost barriers and some
  /// reads, where those of many teams cost a dozen launches. World192 on an H200: rounds of 0.62 ms and not 0.73; not swept.
  std::size_t max_list_of_one_team = std::size_t{1} << 12;
  /// Suffixes in the list up to which keys of several ranks pay. 2^18 to 2^24 on an H200 at 5fc553c (bench/README.md).
  std::size_t max_list_for_wide_keys = std::size_t{1} << 22;
  /// Ranks of such a key, at most. Not swept.
  int ranks_of_wide_key = 4;
  /// The list is looked at for chains where it has one of so many of the text's positions, or more: to order chains all
  /// positions are visited. Late rounds of linux-2.4.0.tar lost 2.7 ms of 38.5 to them on an H200 at 5fc553c.
  std::size_t min_share_for_chains = 32;

  /// Ranks of a table, and share of them that a round's list has, from which a round writes all ranks of its list, sorted in
  /// blocks, and not those that it changed as they come. Not swept: writes as they come run at a third of the rate of blocks
  /// where the list has two fifths of the table or more, and a round changes about half.
  std::size_t min_ranks_to_block = std::size_t{1} << 24;
  double min_share_to_write_all_ranks = 0.4;

  // ----- samples

  /// Symbols of a text from which random reads and writes of the rounds cost more than a second sort by the contexts.
  /// DNA and mixed bytes of growing sizes (h200-sizes.json), at 5b817ee.
  std::size_t min_length_for_small_sample = std::size_t{1} << 28;
  /// Share of the text in long runs of one letter from which runs are left out of the sample: rounds then have keys of eight
  /// bytes, and follow no chains. Half of a text in one run: 24 ms and not 32, a disk image of 60% zeros 42 and not 77
  /// (h200-edges.json); not swept.
  double min_share_of_long_runs = 1.0 / 32;
  /// Symbols of a text from which the last sort is done in two parts, if its keys take eight bytes: 20n and not 28n in all. The
  /// second part reads the text of each sample once more: 4% of the time of rfc-like and linux-2.4.0.tar (h200-edges.json).
  std::size_t min_length_of_two_last_sorts = std::size_t{1} << 25;
  /// Bytes of the keys of the last sort above which it is done in three parts. A bound on memory; its time was not swept.
  std::size_t max_bytes_of_keys = std::size_t{1} << 32;

  // ----- texts of ranks, which repetitive texts become

  /// Unsorted suffixes from which a sample of a text of ranks is worth the steps that it takes. Not swept.
  std::size_t min_unsorted_to_sample_ranks = std::size_t{1} << 18;
  /// A round that found the place of less than 2^-k of the list foretells k more rounds: the k from which samples of samples
  /// cost less than these rounds. einstein, influenza, coreutils and jdk13c on an H200 and its host at a8235b4.
  int min_rounds_foretold = 7;

  // ----- parts, where the device is smaller than text and results, or positions are longer than u32

  /// Symbols of a text from which positions are u64 while its parts are sorted, and beyond which its samples are ranked by
  /// number where the results are u64. No choice of speed: shorter texts take the way of longer ones in tests.
  std::size_t min_length_of_wide_positions = 0xFFFFFFFF;
  /// Bits of a sample's position in the array of their lower parts; likewise.
  int low_position_bits = 32;
  /// Parts in which a text of so many symbols or more is sorted, at least, so that a part is written to the host while the
  /// next one is sorted. Six: 12 10^9 letters of DNA take 4.0 s, in twelve parts 4.3 s, of less memory (an H200).
  std::size_t min_length_to_overlap = std::size_t{1} << 27;
  std::size_t parts_that_overlap = 6;
  /// Bytes of a text on the host that are looked at for its alphabet, so that it is copied once where no other byte occurs.
  /// Not swept: they take a few milliseconds.
  std::size_t looked_at_to_guess = std::size_t{1} << 24;

  // ----- others

  /// Symbols of a text up to which induced sorting uses indices of 32 bits whatever those of the array are. What it can; tests
  /// have less.
  std::size_t max_length_for_narrow_induction = std::size_t{1} << 31;
  /// Threads, and symbols of a text of integers, from which the threads share the scans of induced sorting
  /// (induction/windows.hpp), and entries that each of them looks at at a time. With two and three threads howto-like and
  /// proteins take 1.12 to 1.37 times as long, with four six texts 0.76 to 0.99, with eight 0.61 to 0.94; of a fourth of the
  /// entries 0.99 to 1.24 times, of four times as many 0.8 to 1.14 (h100-host-windows.txt).
  std::size_t min_threads_for_windows = 4;
  /// The length is for each thread, so that many threads take no more memory for short texts.
  std::size_t min_length_for_windows = std::size_t{1} << 18;
  std::size_t entries_of_window_per_thread = 16384;

  /// Symbols of a text from which the array is inverted in two parts, for the memory that it saves: 6n and not 12n. Not swept.
  std::size_t min_length_to_invert_in_parts = std::size_t{1} << 28;

  template <class ExecutionSpace>
  [[nodiscard]] static Tuning of()
  {
    Tuning tuning;
    if constexpr (detail::works_on_host<ExecutionSpace>) {
      tuning.min_length_to_sample = std::size_t{1} << 20;
      // howto-like: 2.2 s without comparisons of longer lists, 3.2 s with them (two threads, cfd0487)
      tuning.max_list_to_compare = std::size_t{1} << 12;
      tuning.max_list_of_one_team = 0;  // of which one thread would work
      tuning.min_length_for_narrow_keys = std::size_t{1} << 20;
      tuning.min_length_of_two_last_sorts = static_cast<std::size_t>(-1);  // time is dearer than memory there
      tuning.max_list_for_wide_keys = 0;                                   // hosts pay for each digit of a key
      tuning.min_ranks_to_block = static_cast<std::size_t>(-1);            // nor do they gain as much by blocks
      tuning.min_rounds_foretold = 5;                                      // rounds read at random, at great cost
    }
    return tuning;
  }
};

/// Prefetch distance of host loops with random reads, in iterations. Chosen with bench_suffix_array at c585760; not swept.
constexpr std::size_t prefetch_distance = 16;

}  // namespace lexikos::suffix_array_detail
