// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The lowest levels together, by threads of a host, which compare without end: a thread takes a stretch of positions from left
// to right, since no value is smaller than the one before it, less one.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/words.hpp>
#include <lexikos/memory.hpp>
#include <type_traits>

#include "lcp/levels.hpp"
#include "lcp/tuning.hpp"

namespace lexikos::lcp_detail
{

/// Positions of a stretch, a power of 4: so many that every thread has some stretches, but each of these has few.
[[nodiscard]] inline std::size_t stretch_positions(std::size_t n, int threads)
{
  std::size_t positions = min_stretch;
  std::size_t const enough = stretches_per_thread * static_cast<std::size_t>(threads);
  while (positions < max_stretch && n / (4 * positions) >= enough) positions *= 4;
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
    if (text.shift == 0)
      compare_all(stretch, std::integral_constant<unsigned, 0>());  // shifts by nothing cost nothing
    else
      compare_all(stretch, text.shift);
  }

 private:
  template <class Shift>
  KOKKOS_FORCEINLINE_FUNCTION void compare_all(std::size_t stretch, Shift shift) const
  {
    Index* const values = plcp.data();
    std::uint8_t const* const bytes = text.bytes.data;
    std::size_t const left = stretch * positions;
    std::size_t const right = left + positions < n ? left + positions : n;
    std::size_t const end = right < n ? right + values[right] : n;
    std::size_t least = values[left];  // symbols that agree with those of the suffix before, of the position before
    for (std::size_t p = left + 1; p < left + 1 + prefetch_distance && p < right; ++p)
      prefetch(values[p] + least, bytes, shift);
    for (std::size_t p = left + 1; p < right; ++p) {
      if (least != 0) --least;
      if (p + prefetch_distance < right) prefetch(values[p + prefetch_distance] + least, bytes, shift);
      least = compare(p, values[p], least, end, bytes, shift);
      values[p] = static_cast<Index>(least);
    }
  }

  /// A symbol with which a comparison probably starts. (A lambda that does nothing else is left out by GCC.)
  template <class Shift>
  KOKKOS_FORCEINLINE_FUNCTION void prefetch(std::size_t at, std::uint8_t const* bytes, Shift shift) const
  {
    if (at < n) detail::prefetch(bytes + (at << shift));
  }

  /// The value of p. \param least  what it is at least
  template <class Shift>
  KOKKOS_FORCEINLINE_FUNCTION std::size_t compare(std::size_t p, Index phi, std::size_t least, std::size_t end,
                                                  std::uint8_t const* bytes, Shift shift) const
  {
    if (phi >= n) return 0;  // no_phi, or unwritten
    std::size_t most = text.max_in_common(p, phi);
    if (end - p < most) most = end - p;
    if (least > most) least = most;  // only if the input is not a suffix array
    // most end where they begin, which one byte tells sooner than words do
    if (least == most || bytes[(p + least) << shift] != bytes[(phi + least) << shift]) return least;
    return text.bytes.mismatch(p << shift, std::size_t{phi} << shift, least << shift, most << shift) >> shift;
  }
};

}  // namespace lexikos::lcp_detail
