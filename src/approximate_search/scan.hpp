// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Patterns searched in all of the text, one in a chunk of it a thread: kernels.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "approximate_search/windows.hpp"

namespace lexikos::approximate_search_detail
{

/// Threads of a scan: thread i searches pattern numbers[i / chunks] for ends of chunk i % chunks, where chunk c has the ends
/// c * chunk + 1 to (c + 1) * chunk.
struct ScannedChunks
{
  std::uint64_t const* numbers;
  std::uint64_t patterns;
  std::uint64_t chunk;
  std::uint64_t chunks;

  [[nodiscard]] std::size_t threads() const { return patterns * chunks; }
};

/// Number of 64-bit words that have a bit for each of m symbols.
[[nodiscard]] KOKKOS_INLINE_FUNCTION constexpr std::uint64_t blocks_of(std::uint64_t m)
{
  return (m + 63) / 64;
}

/// tables[256 * block + c]: in which of its 64 symbols a block of a pattern has c. Entries are 0 before; a block a thread.
struct FillTables
{
  detail::QueryReader patterns;
  std::uint64_t const* numbers;
  std::uint64_t blocks;  ///< of each pattern, some of which may be unused
  std::uint64_t* tables;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t const q = numbers[i / blocks];
    std::uint64_t const begin = patterns.offsets[q] + i % blocks * 64;
    std::uint64_t const end = patterns.offsets[q + 1];
    for (std::uint64_t j = 0; j < 64 && begin + j < end; ++j)
      tables[256 * i + patterns.symbols[begin + j]] |= std::uint64_t{1} << j;
  }
};

/// One column of 64 symbols of a pattern in Myers' matrix: bit i is set where row i is one above the row before it, or one
/// below.
struct VerticalDifferences
{
  std::uint64_t up = ~std::uint64_t{0};
  std::uint64_t down = 0;

  /// The next column, for a symbol of the text.
  /// \param equal  where the pattern has it
  /// \param in     by how much the row before the first is above the same row of the last column
  /// \param last   the bit of the row for which the same is returned
  KOKKOS_INLINE_FUNCTION int advance(std::uint64_t equal, int in, std::uint64_t last)
  {
    std::uint64_t const vertical = equal | down;
    equal |= in < 0 ? 1 : 0;
    std::uint64_t const horizontal = (((equal & up) + up) ^ up) | equal;
    std::uint64_t rises = down | ~(horizontal | up);
    std::uint64_t falls = up & horizontal;
    int const out = ((rises & last) != 0 ? 1 : 0) - ((falls & last) != 0 ? 1 : 0);
    rises = rises << 1 | (in > 0 ? 1 : 0);
    falls = falls << 1 | (in < 0 ? 1 : 0);
    up = falls | ~(vertical | rises);
    down = rises & vertical;
    return out;
  }
};

/// Columns of patterns of at most 64 symbols, in registers.
struct ShortColumns
{
  /// Those of a thread.
  struct Column
  {
    std::uint64_t const* table;
    std::uint64_t last;
    VerticalDifferences differences;

    KOKKOS_INLINE_FUNCTION void restart() { differences = {}; }
    KOKKOS_INLINE_FUNCTION int advance(std::uint64_t symbol) { return differences.advance(table[symbol], 0, last); }
  };

  std::uint64_t const* tables;

  [[nodiscard]] KOKKOS_INLINE_FUNCTION Column of_thread(std::size_t, std::uint64_t pattern, std::uint64_t m) const
  {
    return {tables + 256 * pattern, std::uint64_t{1} << (m - 1) % 64, {}};
  }
};

/// Columns of patterns of any length, in memory: block b of thread i is columns[b * threads + i].
struct LongColumns
{
  struct Column
  {
    std::uint64_t const* table;
    std::uint64_t last;
    std::uint64_t blocks;
    VerticalDifferences* differences;
    std::size_t threads;

    KOKKOS_INLINE_FUNCTION void restart()
    {
      for (std::uint64_t b = 0; b < blocks; ++b) differences[b * threads] = {};
    }
    KOKKOS_INLINE_FUNCTION int advance(std::uint64_t symbol)
    {
      int carried = 0;
      for (std::uint64_t b = 0; b < blocks; ++b) {
        auto column = differences[b * threads];
        carried = column.advance(table[256 * b + symbol], carried, b + 1 < blocks ? std::uint64_t{1} << 63 : last);
        differences[b * threads] = column;
      }
      return carried;
    }
  };

  std::uint64_t const* tables;
  std::uint64_t blocks;  ///< that each pattern has in the tables
  VerticalDifferences* columns;
  std::size_t threads;

  [[nodiscard]] KOKKOS_INLINE_FUNCTION Column of_thread(std::size_t thread, std::uint64_t pattern,
                                                        std::uint64_t m) const
  {
    return {tables + 256 * blocks * pattern, std::uint64_t{1} << (m - 1) % 64, blocks_of(m), columns + thread, threads};
  }
};

/// Ends within an edit distance, by Myers' algorithm: each symbol of the text is one column.
template <class Columns>
struct ScanForEdits
{
  ComparedText compared;
  ScannedChunks chunks;
  Columns columns;

  /// Calls function(end, distance) for the ends of a thread, ascending.
  template <class Function>
  KOKKOS_INLINE_FUNCTION void for_each(std::size_t thread, Function const& function) const
  {
    std::uint64_t const pattern = thread / chunks.chunks;
    std::uint64_t const m = compared.length_of(chunks.numbers[pattern]);
    auto const& text = compared.text;
    // no occurrence is longer than this
    std::uint64_t const overlap = m + static_cast<std::uint64_t>(compared.errors.most);
    std::uint64_t const begin = thread % chunks.chunks * chunks.chunk;
    std::uint64_t const end = begin + chunks.chunk < text.size ? begin + chunks.chunk : text.size;
    std::uint64_t const start = begin > overlap ? begin - overlap : 0;
    auto column = columns.of_thread(thread, pattern, m);
    detail::Bounds part{start, start};
    std::uint64_t distance = m;
    std::uint64_t word = 0;
    for (std::uint64_t p = start; p < end; ++p) {
      word = (p - start) % 8 == 0 ? detail::load_padded_word(text.data, p, text.size) : word >> 8;
      if (p >= part.end) {
        part = compared.documents.around(p);
        if (part.begin == part.end) continue;
        column.restart();
        distance = m;
      }
      distance += static_cast<std::uint64_t>(static_cast<std::int64_t>(column.advance(word & 0xFF)));
      if (p >= begin && distance <= static_cast<std::uint64_t>(compared.errors.most))
        function(p + 1, static_cast<std::uint32_t>(distance));
    }
  }
};

/// Ends within a Hamming distance: the pattern is compared at each place, until there are too many errors.
struct ScanForMismatches
{
  ComparedText compared;
  ScannedChunks chunks;

  /// Calls function(end, distance) for the ends of a thread, ascending.
  template <class Function>
  KOKKOS_INLINE_FUNCTION void for_each(std::size_t thread, Function const& function) const
  {
    std::uint64_t const q = chunks.numbers[thread / chunks.chunks];
    std::uint64_t const at = compared.patterns.offsets[q];
    std::uint64_t const m = compared.length_of(q);
    std::uint64_t const before = thread % chunks.chunks * chunks.chunk;
    std::uint64_t const last = before + chunks.chunk < compared.text.size ? before + chunks.chunk : compared.text.size;
    detail::Bounds part{0, 0};
    for (std::uint64_t end = before + 1 > m ? before + 1 : m; end <= last; ++end) {
      std::uint64_t const start = end - m;
      if (start >= part.end) part = compared.documents.around(start);
      if (end > part.end) continue;
      std::uint32_t const found = compared.mismatches(start, at, m);
      if (found <= static_cast<std::uint32_t>(compared.errors.most)) function(end, found);
    }
  }
};

/// counts[i] = ends of thread i; counts[threads] = 0.
template <class Scan>
struct CountScanned
{
  Scan scan;
  std::uint64_t* counts;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t found = 0;
    if (i < scan.chunks.patterns * scan.chunks.chunks) scan.for_each(i, [&](std::uint64_t, std::uint32_t) { ++found; });
    counts[i] = found;
  }
};

/// Ends of thread i, from entry offsets[i] on; threads without any do nothing.
template <class Index, class Scan>
struct WriteScanned
{
  Scan scan;
  std::uint64_t const* offsets;
  Index* ends;
  std::uint8_t* distances;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t to = offsets[i];
    if (offsets[i + 1] == to) return;
    scan.for_each(i, [&](std::uint64_t end, std::uint32_t distance) {
      ends[to] = static_cast<Index>(end);
      distances[to++] = static_cast<std::uint8_t>(distance);
    });
  }
};

/// starts[q] of all ends found so far, and counts[q], for the patterns of a scan.
struct PlaceScanned
{
  ScannedChunks chunks;
  std::uint64_t const* offsets;
  std::uint64_t rows_before;
  std::uint64_t* starts;
  std::uint64_t* counts;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t const begin = offsets[i * chunks.chunks];
    starts[chunks.numbers[i]] = rows_before + begin;
    counts[chunks.numbers[i]] = offsets[(i + 1) * chunks.chunks] - begin;
  }
};

}  // namespace lexikos::approximate_search_detail
