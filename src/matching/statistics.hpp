// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Matching statistics: kernels.
//
// A chunk of places is the work of a thread, and compares no further than `look_ahead` symbols beyond itself. A chunk whose
// last place has all of these in common with the text is open: how far its open places, those with the same end, go on, it
// does not know. If the string from its last place on occurs once, all open places go on along the same diagonal, to where it
// breaks off, or to where the next such chunk begins, which must be on the same diagonal, and then ends where that one ends.
// The open places of all other open chunks are searched without limit.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "matching/suffix_array.hpp"
#include "matching/text.hpp"
#include "matching/tuning.hpp"

namespace lexikos::matching_detail
{

enum class ChunkState : std::uint8_t
{
  closed,    ///< all its places are known
  unique,    ///< it is open, and its last place has one continuation
  ambiguous  ///< it is open, and has several
};

/// What is kept of open chunks.
struct ChunkStates
{
  ChunkState* states;
  std::uint64_t* open_from;    ///< the first open place
  std::uint64_t* text_places;  ///< where in the text the place after the chunk is, on the diagonal of its last place
  std::uint64_t* ends;         ///< of a unique chunk that has found its end: where that is in the queries
  std::uint64_t*
      last_ended;  ///< from the last chunk to the first: 1 + the number, from there, of the last that has; or 0
};

/// All places are searched alike.
struct NoContinuation
{
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool exists() const { return false; }
  template <class Suffixes>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Prefix next(Suffixes const&, PatternBytes const&, Prefix const& known) const
  {
    return known;
  }
};

/// The places of queries, in chunks.
template <class Suffixes>
struct Places
{
  using Index = typename Suffixes::Entry;

  IndexedText<Suffixes> text;
  QueryReader queries;
  std::uint64_t first;
  std::uint64_t last;
  std::uint64_t times;  ///< that a prefix has to occur
  Index* lengths;
  Index* positions;  ///< or null
  Tuning tuning;

  [[nodiscard]] std::size_t chunks() const
  {
    return static_cast<std::size_t>((last - first + tuning.chunk - 1) / tuning.chunk);
  }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t begin_of(std::size_t chunk) const
  {
    return first + chunk * tuning.chunk;
  }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t end_of(std::size_t chunk) const
  {
    std::uint64_t const end = begin_of(chunk) + tuning.chunk;
    return end < last ? end : last;
  }
  /// Beyond which a chunk does not compare.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t stop_of(std::size_t chunk, std::uint64_t query_end) const
  {
    std::uint64_t const stop = end_of(chunk) + tuning.look_ahead;
    return stop < query_end ? stop : query_end;
  }

  /// Places [begin, end), whose longest prefixes end at the same place of the query; that of `begin` is at `place` of the
  /// text.
  KOKKOS_INLINE_FUNCTION void write(Bounds const& places, std::uint64_t prefix_end, std::uint64_t place) const
  {
    for (std::uint64_t g = places.begin; g < places.end; ++g, ++place) {
      lengths[g] = static_cast<Index>(prefix_end - g);
      if (positions != nullptr)
        positions[g] = prefix_end == g ? std::numeric_limits<Index>::max() : static_cast<Index>(place);
    }
  }

  /// The last place of [place, last] whose longest prefix ends at prefix_end too.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t same_end_until(std::uint64_t place, std::uint64_t last_place,
                                                                    std::uint64_t prefix_end) const
  {
    std::uint64_t same = place;
    std::uint64_t other = last_place + 1;
    std::uint64_t probe = prefix_end + 1 > tuning.first_probe ? prefix_end + 1 - tuning.first_probe : 0;
    while (other - same > 1) {
      if (probe <= same || probe >= other) probe = same + (other - same) / 2;
      bool const rises = text.occurring(queries.pattern(probe, prefix_end + 1), times).count >= times;
      (rises ? other : same) = probe;
      probe = 0;
    }
    return same;
  }

  /// What is left open, if the last of these places has all symbols up to `stop`.
  struct Rest
  {
    bool is_open;
    std::uint64_t open_from;
    std::uint64_t text_place;  ///< of the place after
  };

  /// Fills places [begin, end) of one query, and compares no further than `stop`, which is the end of the query or beyond
  /// these places.
  template <class Continuation>
  KOKKOS_INLINE_FUNCTION Rest search(Bounds const& places, std::uint64_t stop, Continuation const& continuation) const
  {
    Rest rest{false, 0, 0};
    Prefix found{0, 0};
    for (std::uint64_t g = places.begin; g < places.end;) {
      bool const continues =
          continuation.exists() && g != places.begin && found.length != 0 && found.length >= tuning.min_continued;
      auto const rest_of_query = queries.pattern(g, stop);
      found = continues ? continuation.next(text.suffixes, rest_of_query, found)
                        : text.longest(rest_of_query, times, found);
      std::uint64_t const prefix_end = g + found.length;
      std::uint64_t last_same = g;
      if (found.length != 0) {
        std::uint64_t const last_place = places.end < prefix_end ? places.end - 1 : prefix_end - 1;
        if (prefix_end == stop)
          last_same = last_place;
        else if (found.length >= tuning.min_run && !continues)
          last_same = same_end_until(g, last_place, prefix_end);
      }
      write({g, last_same + 1}, prefix_end, found.place);
      if (found.length != 0 && prefix_end == stop)
        rest = {last_same + 1 == places.end, g, found.place + (places.end - g)};
      std::uint64_t const step = last_same + 1 - g;
      // what the next place is known to have in common
      found.place += step;
      found.length = found.length > step ? found.length - step : 0;
      g += step;
    }
    return rest;
  }
};

/// One chunk a thread.
template <class Suffixes>
struct SearchChunk
{
  Places<Suffixes> places;
  ChunkStates chunks;

  KOKKOS_FUNCTION void operator()(std::size_t k) const
  {
    std::uint64_t const* const offsets = places.queries.offsets;
    std::uint64_t const end = places.end_of(k);
    std::uint64_t g = places.begin_of(k);
    std::uint64_t q = places.queries.number_of(g);
    typename Places<Suffixes>::Rest rest{false, 0, 0};
    std::uint64_t stop = 0;
    while (g < end) {
      while (offsets[q + 1] <= g) ++q;
      std::uint64_t const part_end = offsets[q + 1] < end ? offsets[q + 1] : end;
      stop = places.stop_of(k, offsets[q + 1]);
      rest = places.search({g, part_end}, stop, NoContinuation{});
      g = part_end;
    }
    chunks.states[k] = ChunkState::closed;
    if (!rest.is_open || stop == offsets[q + 1]) return;
    bool const is_unique = occurs_once(places.text.suffixes, places.queries.pattern(end - 1, stop));
    chunks.states[k] = is_unique ? ChunkState::unique : ChunkState::ambiguous;
    chunks.open_from[k] = rest.open_from;
    chunks.text_places[k] = rest.text_place;
  }
};

/// Follows the diagonal of a unique chunk to its end or to the next one.
template <class Suffixes>
struct FollowChunk
{
  Places<Suffixes> places;
  ChunkStates chunks;
  std::size_t count;

  KOKKOS_FUNCTION void operator()(std::size_t k) const
  {
    std::size_t const backwards = count - 1 - k;
    chunks.last_ended[backwards] = 0;
    if (chunks.states[k] != ChunkState::unique) return;
    std::uint64_t const end = places.end_of(k);
    std::uint64_t const query_end = places.queries.offsets[places.queries.number_of(end - 1) + 1];
    std::uint64_t const text_end = places.text.documents.around(chunks.text_places[k] - 1).end;
    std::uint64_t reached = places.stop_of(k, query_end);
    for (std::size_t next = k + 1; reached < query_end; ++next) {
      std::uint64_t const stop = places.stop_of(next, query_end);
      std::uint64_t const text_place = chunks.text_places[k] + (reached - end);
      reached += places.text.bytes().common_right({text_place, text_end}, places.queries.bytes(), reached, stop);
      if (reached < stop) break;
      if (stop < query_end && chunks.states[next] == ChunkState::unique) return;
    }
    chunks.ends[k] = reached;
    chunks.last_ended[backwards] = backwards + 1;
  }
};

/// Writes the open places of a chunk. Continuation: how those of an ambiguous one are searched.
template <class Suffixes, class Continuation>
struct CloseChunk
{
  Places<Suffixes> places;
  ChunkStates chunks;
  std::size_t count;
  Continuation continuation;

  KOKKOS_FUNCTION void operator()(std::size_t k) const
  {
    ChunkState const state = chunks.states[k];
    if (state == ChunkState::closed) return;
    Bounds const open{chunks.open_from[k], places.end_of(k)};
    if (state == ChunkState::unique) {
      std::size_t const ended = count - chunks.last_ended[count - 1 - k];
      places.write(open, chunks.ends[ended], chunks.text_places[k] - (open.end - open.begin));
    }
    else {
      std::uint64_t const query_end = places.queries.offsets[places.queries.number_of(open.end - 1) + 1];
      places.search(open, query_end, continuation);
    }
  }
};

/// The number of ambiguous chunks.
struct CountAmbiguous
{
  ChunkState const* states;

  KOKKOS_FUNCTION void operator()(std::size_t k, std::uint64_t& count) const
  {
    count += states[k] == ChunkState::ambiguous ? 1 : 0;
  }
};

}  // namespace lexikos::matching_detail
