// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The constants of FM-indexes. But for those that say so, none of them was measured against other values yet.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

namespace lexikos::fm_detail
{

/// Symbols of the text for each entry of the table, unless the caller sets the number of entries: strings of 13 letters for a
/// genome of 3 * 10^9, whose table takes half as much memory as the transform.
constexpr std::size_t symbols_per_table_entry = 32;

/// A table of samples is made for who wants so many entries of the table of rows: of at most as many strings as this.
constexpr std::size_t symbols_per_wanted_entry = 4;
constexpr std::size_t entries_per_symbol_of_samples = 2;

/// Symbols that a pattern has at least, beyond those that the look-ups of its beginnings take, to be found by samples.
constexpr std::uint64_t symbols_beyond_look_ups = 8;
/// Threads of the kernel that finds patterns by samples: half of those that a device may have at a time, in 64 registers each.
/// All of them wait for memory, and with more registers there were fewer of them: 158 10^9 symbols a second instead of 147.
using BoundsBySamples = Kokkos::LaunchBounds<128, 8>;
/// Places that are compared for a pattern that is found by samples: 158.9 10^9 symbols a second, 157.4 with 32 and 154.5 with
/// 48.
constexpr std::uint32_t max_candidates = 24;

/// Symbols for each run of exceptions that a transform or text in two bits a symbol may have, which takes 64 bytes; and runs
/// that it may have in any case.
constexpr std::size_t symbols_per_run = 512;
constexpr std::size_t runs_at_any_length = 64;

/// Patterns that are not compared with the text after log4(n) and so many symbols more are left to a second kernel: those of
/// strings that the text repeats, which take as many steps as they have symbols, and for which the other lanes of a warp would
/// wait. In random DNA one of 4^4 patterns is, beside those that occur several times.
constexpr std::uint64_t symbols_beyond_random = 4;
/// Rows that are compared at once by the first kernel.
constexpr std::uint64_t rows_compared_first = 4;
/// Patterns for each thread of that second kernel, of which few are left, and how many threads it has at least.
constexpr std::size_t patterns_per_late_thread = 16;
constexpr std::size_t min_late_threads = std::size_t{1} << 17;

/// What a comparison with a suffix costs, in steps: a place, and one or two sectors of the text. Measured for tables of 13 and
/// 15 letters of 3.1 * 10^9 (bench/results/README.md).
constexpr std::uint64_t fetches_of_comparison = 3;

/// Searches that a thread of a host goes through at a time, and those that it takes at once.
constexpr std::size_t searches_at_once = 32;
constexpr std::size_t searches_of_part = 1024;
/// The same of rows that are alone, and symbols that they have left, at least.
constexpr std::size_t lone_rows_at_once = 16;
constexpr std::uint64_t min_of_lone_row = 8;
/// The same of walks from rows to their places.
constexpr std::size_t walks_at_once = 32;
constexpr std::size_t walks_of_part = 4096;

/// Every how many places the row is kept, to extract from: at least, and as many as samples are apart.
constexpr std::uint32_t min_inverse_rate = 64;

}  // namespace lexikos::fm_detail
