// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// None of these was measured yet: they follow from fetches of 32 bytes counted on paper. Tests set them to extreme values.

#include <cstddef>
#include <cstdint>

namespace lexikos::matching_detail
{

struct Tuning
{
  // ----- maximal matches
  std::uint64_t seed_length = 0;  ///< symbols that a window looks up; 0: the depth of the table, or half of min_length
  std::uint64_t max_candidates = 32;  ///< suffixes of a window; of more, its starts are searched one by one
  /// Suffixes of a start, for each symbol of the alphabet, that are rather looked at than searched by their preceding symbol:
  /// a search reads about as many sectors.
  std::uint64_t rows_per_symbol = 16;
  std::uint64_t max_alone = std::uint64_t{1} << 14;  ///< symbols of a match that one thread compares
  std::uint64_t part = std::uint64_t{1} << 12;       ///< symbols of longer ones that each thread then compares
  std::uint64_t first_parts = 16;                    ///< threads for each of them in the first round
  // what is in flight at once: some 100 MB of workspace each, and enough threads for any device
  std::uint64_t batch_windows = std::uint64_t{1} << 20;
  std::uint64_t batch_symbols = std::uint64_t{1} << 24;     ///< of queries
  std::uint64_t batch_candidates = std::uint64_t{1} << 24;  ///< at most 2^31
  std::uint64_t batch_segments = std::uint64_t{1} << 22;    ///< intervals of starts that are searched one by one
  /// Matches that are sorted, or located, together. Where more are found, half of the windows or symbols are searched again.
  std::uint64_t batch_matches = std::uint64_t{1} << 24;

  // ----- matching statistics and what follows from them
  std::uint64_t chunk = 64;          ///< places of a thread
  std::uint64_t look_ahead = 512;    ///< symbols beyond a chunk that it compares
  std::uint64_t min_run = 32;        ///< length from which on it is asked where the end rises next
  std::uint64_t first_probe = 24;    ///< length at which that is asked first: a string of this length is mostly unique
  std::uint64_t max_head = 2048;     ///< symbols of a supermaximal match that are searched first
  std::uint64_t min_continued = 64;  ///< length from which on the next place is found through the inverse suffix array

  // ----- texts without an index
  std::uint64_t min_turned = std::uint64_t{1}
                             << 16;  ///< symbols of a text from which on the queries may be indexed instead
  std::uint64_t turn_from = 2;       ///< symbols of such a text for each of the queries

  // ----- FM-indexes, where a symbol of a search takes up to two fetches, and a place a few more than samples are apart
  std::uint64_t max_located = 2;  ///< suffixes that are located and compared instead of searching a longer prefix
  std::uint64_t min_compared =
      32;  ///< length from which on one of more suffixes is, since they are likely to have much more
  std::uint64_t fm_max_head = 64;  ///< as `max_head`
};

}  // namespace lexikos::matching_detail
