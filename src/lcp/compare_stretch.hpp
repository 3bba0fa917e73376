// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The lowest levels together, by threads of a host, which compare without end: a thread takes a stretch of positions from left
// to right, since no value is smaller than the one before it, less one.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/words.hpp>
#include <lexikos/memory.hpp>

#include "lcp/levels.hpp"
#include "lcp/tuning.hpp"

namespace lexikos::lcp_detail
{

/// Positions of a stretch, a power of 4: so many that every thread has some stretches, but each of these has few.
[[nodiscard]] inline std::size_t stretch_positions(std::size_t n, int threads)
{
  std::size_t positions = least_stretch;
  std::size_t const enough = stretches_per_thread * static_cast<std::size_t>(threads);
  while (positions < most_stretch && n / (4 * positions) >= enough) positions *= 4;
  return positions;
}

/// One thread per stretch; its first value and the one after it are known.
template <class Index, class MemorySpace, class Text = SymbolText>
struct CompareStretch
{
  Text text;
  std::size_t n;
  std::size_t positions;          // of a stretch
  Span<Index, MemorySpace> plcp;  // Phi, except where the value is known

  [[nodiscard]] std::size_t stretches() const { return (n + positions - 1) / positions; }

  KOKKOS_FUNCTION void operator()(std::size_t stretch) const
  {
    std::size_t const left = stretch * positions;
    std::size_t const right = left + positions < n ? left + positions : n;
    std::size_t const end = right < n ? right + plcp(right) : n;
    std::size_t known = left + plcp(left);  // symbols before this place agree with those of the suffix before
    for (std::size_t p = left + 1; p < left + 1 + prefetch_distance && p < right; ++p)
      prefetch(p, known > p ? known - p : 0);
    for (std::size_t p = left + 1; p < right; ++p) {
      if (p + prefetch_distance < right) prefetch(p + prefetch_distance, known > p ? known - p : 0);
      std::size_t const length = compare(p, known > p ? known - p : 0, end);
      plcp(p) = static_cast<Index>(length);
      known = p + length;
    }
  }

  /// The value of p, at which Phi stands.
  KOKKOS_FUNCTION std::size_t compare(std::size_t p, std::size_t least, std::size_t end) const
  {
    if (plcp(p) == no_phi<Index>) return 0;
    std::size_t const phi = plcp(p);
    std::size_t most = text.most_in_common(p, phi);
    if (end - p < most) most = end - p;
    if (least > most) least = most;  // only if the input is not a suffix array
    unsigned const shift = text.shift;
    std::uint8_t const* const bytes = text.bytes.data;
    // most end where they begin, which one byte tells sooner than words do
    if (least == most || bytes[(p + least) << shift] != bytes[(phi + least) << shift]) return least;
    return text.bytes.mismatch(p << shift, phi << shift, least << shift, most << shift) >> shift;
  }

  /// Prefetches the symbols with which the comparison of p probably starts.
  KOKKOS_FORCEINLINE_FUNCTION void prefetch(std::size_t p, std::size_t offset) const
  {
    std::size_t const at = plcp(p) + offset;
    if (at < n) detail::prefetch(text.bytes.data + (at << text.shift));
  }
};

}  // namespace lexikos::lcp_detail
