// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The constants of wavelet structures that measurements decided. Sizes of blocks and samples are in the levels.

#include <cstddef>
#include <cstdint>

namespace lexikos::wavelet_detail
{

/// Ranks or accesses that a thread of a host advances level by level together, so that their fetches overlap. Not measured:
/// more than the 10 to 16 line buffers of a core, and cursors of all in the first cache.
constexpr std::size_t queries_of_group = 32;

/// Queries that a thread of a host takes at a time, those of one position and those of ranges. Not measured: some
/// microseconds of work.
constexpr std::size_t selects_of_part = 64;
constexpr std::size_t ranges_of_part = 16;

/// Items of a build that a thread of a host takes at a time: symbols, and what has some tens of symbols. Not measured.
constexpr std::size_t symbols_of_part = 4096;
constexpr std::size_t strips_of_part = 64;

/// Strips of 32 symbols that a tile of a level has, one for each thread of a team: such that a tile is whole blocks of three
/// strips, and its symbols fit into 24 KiB of a team's scratch memory. Not measured against other sizes.
template <std::size_t code_bytes>
constexpr unsigned strips_of_tile = code_bytes == 4 ? 96 : 192;

/// Blocks of quad levels that are counted together, in one entry of a scan; a divisor of a superblock's. Not measured.
constexpr std::uint64_t blocks_of_group = 64;

/// Symbols of u32 that are sorted at a time to be counted, so that the sort takes 24 bytes of each of these only. Not
/// measured: large enough to fill a device.
constexpr std::size_t max_sorted_symbols = std::size_t{1} << 24;

/// Symbols of u32 below this are counted by a table.
constexpr std::size_t counted_values = std::size_t{1} << 16;

/// Symbols of the smallest chunk of a text that exceeds its memory budget.
constexpr std::size_t min_chunk = std::size_t{1} << 12;

}  // namespace lexikos::wavelet_detail
