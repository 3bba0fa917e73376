// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Windows that may be duplicates: those of whose fingerprint there are two, as far as a table of small counters can tell.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/words.hpp>
#include <lexikos/workspace.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/primitive_bytes.hpp"
#include "common/window_fingerprints.hpp"

namespace lexikos::duplicates_detail
{

/// The fingerprints from `first` to `last`.
struct FingerprintRange
{
  std::uint64_t first;
  std::uint64_t last;

  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool has(std::uint64_t fingerprint) const
  {
    return fingerprint >= first && fingerprint <= last;
  }
  /// How many there are.
  [[nodiscard]] double size() const { return static_cast<double>(last - first) + 1; }
};

/// A range without fingerprints.
constexpr FingerprintRange no_fingerprints{1, 0};

/// Counters of two bits, which fingerprints share: of a power of two of them, that of its low bits.
struct SeenTwice
{
  static constexpr std::uint64_t counters_of_word = 16;

  std::uint32_t* words;
  std::uint64_t mask;  // counters - 1

  /// Returns whether the counter was seen before.
  KOKKOS_INLINE_FUNCTION bool see(std::uint64_t fingerprint) const
  {
    std::uint64_t const counter = fingerprint & mask;
    std::uint32_t const once = std::uint32_t{1} << (counter % counters_of_word * 2);
    std::uint32_t* const word = words + counter / counters_of_word;
    if ((*word & (once << 1)) != 0) return true;  // it may have been set meanwhile, which does no harm
    if ((Kokkos::atomic_fetch_or(word, once) & once) == 0) return false;
    Kokkos::atomic_or(word, once << 1);
    return true;
  }
  KOKKOS_FORCEINLINE_FUNCTION void prefetch(std::uint64_t fingerprint) const
  {
    detail::prefetch(words + (fingerprint & mask) / counters_of_word);
  }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool has(std::uint64_t fingerprint) const
  {
    std::uint64_t const counter = fingerprint & mask;
    return (words[counter / counters_of_word] >> (counter % counters_of_word * 2 + 1) & 1) != 0;
  }
};

/// Positions of a chunk that one thread goes through; a multiple of 64.
template <class Symbol>
struct Tiles
{
  detail::ChunkWindows<Symbol> windows;
  std::uint64_t size;

  [[nodiscard]] std::size_t count() const { return (windows.count + size - 1) / size; }

  template <class Function>
  KOKKOS_INLINE_FUNCTION void for_each_of(std::size_t tile, Function const& function) const
  {
    std::uint64_t const end = (tile + 1) * size;
    windows.for_each(tile * size, end < windows.count ? end : windows.count, function);
  }
};

/// Windows whose counters are wanted soon. A host fetches these meanwhile; a device has other threads to go on with.
class Awaited
{
  static constexpr unsigned size = 16;

 public:
  explicit KOKKOS_INLINE_FUNCTION Awaited(SeenTwice const& seen) : m_seen(seen) {}

  /// Calls function(p, fingerprint) now, or with those of windows that were given before.
  template <class Function>
  KOKKOS_INLINE_FUNCTION void add(std::uint64_t p, std::uint64_t fingerprint, Function const& function)
  {
    if (!detail::runs_on_host()) return function(p, fingerprint);
    m_seen.prefetch(fingerprint);
    unsigned const at = m_count++ % size;
    if (m_count > size) function(m_positions[at], m_fingerprints[at]);
    m_positions[at] = p;
    m_fingerprints[at] = fingerprint;
  }
  /// The rest, in order.
  template <class Function>
  KOKKOS_INLINE_FUNCTION void finish(Function const& function) const
  {
    if (!detail::runs_on_host()) return;
    for (unsigned i = m_count > size ? m_count - size : 0; i < m_count; ++i)
      function(m_positions[i % size], m_fingerprints[i % size]);
  }

 private:
  SeenTwice m_seen;
  unsigned m_count = 0;  // of a tile
  std::uint64_t m_positions[size];
  std::uint64_t m_fingerprints[size];
};

/// Windows that are counted: those of a range.
struct Counting
{
  FingerprintRange range;
  SeenTwice seen;
  std::uint64_t* again;  // how many windows found that their counters had been seen
};

/// Counts the windows of a tile.
class TileCount
{
 public:
  explicit KOKKOS_INLINE_FUNCTION TileCount(Counting const& counting) : m_counting(counting), m_awaited(counting.seen)
  {}

  KOKKOS_INLINE_FUNCTION void add(std::uint64_t p, std::uint64_t fingerprint)
  {
    if (m_counting.range.has(fingerprint)) m_awaited.add(p, fingerprint, See{*this});
  }
  KOKKOS_INLINE_FUNCTION void finish()
  {
    m_awaited.finish(See{*this});
    if (m_again != 0) Kokkos::atomic_add(m_counting.again, m_again);
  }

 private:
  struct See
  {
    TileCount& count;

    KOKKOS_INLINE_FUNCTION void operator()(std::uint64_t, std::uint64_t fingerprint) const
    {
      count.m_again += count.m_counting.seen.see(fingerprint) ? 1 : 0;
    }
  };

  Counting m_counting;
  Awaited m_awaited;
  std::uint64_t m_again = 0;
};

template <class Symbol>
struct CountWindows
{
  Tiles<Symbol> tiles;
  Counting counting;

  KOKKOS_FUNCTION void operator()(std::size_t tile) const
  {
    TileCount count(counting);
    tiles.for_each_of(tile, [&](std::uint64_t p, std::uint64_t fingerprint) { count.add(p, fingerprint); });
    count.finish();
  }
};

/// A bit for each position of a chunk where a candidate starts, and its fingerprint. The bits are 0 before. Counts the windows
/// of another range as it goes, so that the text goes by once for both.
template <class Symbol>
struct MarkCandidates
{
  Tiles<Symbol> tiles;
  FingerprintRange range;
  SeenTwice seen;
  Counting counting;
  std::uint64_t* bits;
  std::uint64_t* fingerprints;

  KOKKOS_FUNCTION void operator()(std::size_t tile) const
  {
    TileCount count(counting);
    Awaited awaited(seen);
    auto const mark = [&](std::uint64_t p, std::uint64_t fingerprint) {
      if (!seen.has(fingerprint)) return;
      bits[p / 64] |= std::uint64_t{1} << (p % 64);
      fingerprints[p] = fingerprint;
    };
    tiles.for_each_of(tile, [&](std::uint64_t p, std::uint64_t fingerprint) {
      if (range.has(fingerprint))
        awaited.add(p, fingerprint, mark);
      else
        count.add(p, fingerprint);
    });
    awaited.finish(mark);
    count.finish();
  }
};

/// How many counters of a word were seen twice.
struct SeenTwiceOfWord
{
  std::uint32_t const* words;

  KOKKOS_FUNCTION void operator()(std::size_t word, std::uint64_t& sum) const
  {
    constexpr std::uint32_t second_bits = 0xAAAAAAAA;
    sum += detail::ones_in(std::uint64_t{words[word] & second_bits});
  }
};

struct OnesOfWord
{
  KOKKOS_FUNCTION std::uint32_t operator()(std::uint64_t word) const { return detail::ones_in(word); }
};

/// Candidates of all chunks so far, in the order of the text.
struct CandidateList
{
  std::uint64_t* fingerprints;
  std::uint64_t* positions;
  std::uint64_t capacity;
  std::uint64_t* found;  // one number, where the list is; it may pass the capacity

  KOKKOS_INLINE_FUNCTION void write(std::uint64_t at, std::uint64_t fingerprint, std::uint64_t position) const
  {
    if (at >= capacity) return;
    fingerprints[at] = fingerprint;
    positions[at] = position;
  }
};

struct AppendCandidates
{
  CandidateList list;
  std::uint64_t const* bits;
  std::uint32_t const* before;  // candidates of the chunk before each word
  std::uint64_t const* fingerprints;
  std::uint64_t first;  // position of the chunk

  KOKKOS_FUNCTION void operator()(std::size_t word) const
  {
    std::uint64_t at = *list.found + before[word];
    for (std::uint64_t rest = bits[word]; rest != 0; rest &= rest - 1, ++at) {
      std::uint64_t const p = 64 * word + static_cast<std::uint64_t>(Kokkos::Experimental::countr_zero_builtin(rest));
      list.write(at, fingerprints[p], first + p);
    }
  }
};

struct AddCandidates
{
  std::uint64_t const* bits;
  std::uint32_t const* before;
  std::uint64_t words;
  std::uint64_t* found;

  KOKKOS_FUNCTION void operator()(std::size_t) const { *found += before[words - 1] + detail::ones_in(bits[words - 1]); }
};

/// What finding the candidates of a chunk takes.
template <class MemorySpace>
struct ChunkScratch
{
  Span<std::uint64_t, MemorySpace> bits;
  Span<std::uint64_t, MemorySpace> fingerprints;
  Span<std::uint32_t, MemorySpace> before;

  static ChunkScratch take(Workspace& workspace, std::uint64_t chunk)
  {
    std::uint64_t const words = (chunk + 63) / 64;
    return {workspace.take<std::uint64_t, MemorySpace>(words), workspace.take<std::uint64_t, MemorySpace>(64 * words),
            workspace.take<std::uint32_t, MemorySpace>(words)};
  }
  template <class ExecutionSpace>
  [[nodiscard]] static std::uint64_t bytes(std::uint64_t chunk)
  {
    std::uint64_t const words = (chunk + 63) / 64;
    return words * (64 * 8 + 8 + 4) + detail::scan_bytes<ExecutionSpace>(words);
  }
};

/// What a pass over the windows looks for: the candidates of a range, and how many windows of the next one.
struct WantedWindows
{
  FingerprintRange range;
  SeenTwice seen;     // of that range, counted before
  Counting counting;  // of the next range
};

/// Appends the candidates of a chunk, in their order, and counts windows of another range. Asynchronous on the instance.
template <class ExecutionSpace, class Symbol>
void append_candidates(ExecutionSpace const& space, Tiles<Symbol> const& tiles, WantedWindows const& wanted,
                       CandidateList const& list, ChunkScratch<typename ExecutionSpace::memory_space> const& scratch,
                       Workspace& workspace)
{
  using Range = backends::Range<ExecutionSpace>;
  std::uint64_t const words = (tiles.windows.count + 63) / 64;
  auto const bits = backends::subspan(scratch.bits, 0, words);
  auto const before = backends::subspan(scratch.before, 0, words);
  primitives::fill(space, bits, std::uint64_t{0});
  Kokkos::parallel_for("lexikos::duplicates::mark_candidates", Range(space, 0, tiles.count()),
                       MarkCandidates<Symbol>{tiles, wanted.range, wanted.seen, wanted.counting, bits.data(),
                                              scratch.fingerprints.data()});
  primitives::transform(space, "lexikos::duplicates::count_candidates", bits, before, OnesOfWord{});
  primitives::exclusive_scan(space, before, before, primitives::Sum{}, workspace);
  Kokkos::parallel_for(
      "lexikos::duplicates::append_candidates", Range(space, 0, words),
      AppendCandidates{list, bits.data(), before.data(), scratch.fingerprints.data(), tiles.windows.first});
  Kokkos::parallel_for("lexikos::duplicates::add_candidates", Range(space, 0, 1),
                       AddCandidates{bits.data(), before.data(), words, list.found});
}

}  // namespace lexikos::duplicates_detail
