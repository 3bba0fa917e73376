// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The positions of a text level by level: position 0, then the other multiples of 4^k, of 4^(k - 1), and so on.
//
// plcp(p) + p never decreases. Once the values at all multiples of 4 s are known, a value at a multiple of s between two of
// them lies in a range, and the ranges of one level add up to at most 3 n. At most 3 n symbols are compared, where blocks
// that start afresh would compare n symbols each on a text of one letter.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <lexikos/detail/document_queries.hpp>
#include <lexikos/memory.hpp>
#include <limits>

#include "lcp/mismatch.hpp"

namespace lexikos::lcp_detail
{

/// Stands for Phi of the first suffix, which has no predecessor. All else that is no position is taken for it: an array that
/// is no suffix array leaves some of Phi unwritten.
template <class Index>
constexpr Index no_phi = std::numeric_limits<Index>::max();

/// A text of symbols of 1 << shift bytes.
struct SymbolText
{
  SuffixBytes bytes;
  unsigned shift;

  [[nodiscard]] KOKKOS_FUNCTION std::size_t size() const { return bytes.size >> shift; }
  /// The largest number of symbols that suffixes p and q can have in common.
  [[nodiscard]] KOKKOS_FUNCTION std::size_t max_in_common(std::size_t p, std::size_t q) const
  {
    return size() - (p < q ? q : p);
  }
};

/// The same, whose suffixes end with their documents: values of plcp(p) + p never decrease there either, since none reaches
/// beyond the document of p.
struct DocumentText : SymbolText
{
  detail::DocumentQueries documents;  // have all positions of the text

  [[nodiscard]] KOKKOS_FUNCTION std::size_t max_in_common(std::size_t p, std::size_t q) const
  {
    std::size_t const of_p = documents.bounds_of(p).end - p;
    std::size_t const of_q = documents.bounds_of(q).end - q;
    return of_p < of_q ? of_p : of_q;
  }
};

/// Two suffixes of which the first `begin` bytes agree, and at most the first `end`.
struct Comparison
{
  std::size_t a;
  std::size_t b;
  std::size_t begin;
  std::size_t end;
};

/// The positions of one level and what is known of them.
template <class Index, class MemorySpace, class Text = SymbolText>
struct Level
{
  Text text;
  std::size_t n;
  std::size_t stride;
  bool is_top;                    // only position 0
  Span<Index, MemorySpace> plcp;  // Phi at the positions of this level and of the later ones

  [[nodiscard]] std::size_t positions() const
  {
    return is_top ? 1 : (n + stride - 1) / stride - (n + 4 * stride - 1) / (4 * stride);
  }
  KOKKOS_FUNCTION std::size_t position(std::size_t j) const { return is_top ? 0 : stride * (j / 3 * 4 + j % 3 + 1); }

  /// The comparison that is left for p, at which Phi stands.
  KOKKOS_FUNCTION Comparison comparison(std::size_t p) const
  {
    std::size_t const phi = plcp(p);
    std::size_t least = 0;
    std::size_t most = text.max_in_common(p, phi);
    if (!is_top) {
      std::size_t const left = p / (4 * stride) * (4 * stride);
      std::size_t const right = left + 4 * stride;
      std::size_t const known = left + plcp(left);
      if (known > p) least = known - p;
      if (right < n && right + plcp(right) - p < most) most = right + plcp(right) - p;
    }
    if (least > most) least = most;  // only if the input is not a suffix array
    return {p << text.shift, phi << text.shift, least << text.shift, most << text.shift};
  }
  KOKKOS_FUNCTION Index symbols(std::size_t bytes) const { return static_cast<Index>(bytes >> text.shift); }
};

/// Levels of a text of n > 0 symbols, the top one included: strides 4^(levels - 2), ..., 4, 1.
inline std::size_t number_of_levels(std::size_t n)
{
  std::size_t levels = 1;
  for (std::size_t stride = 1; stride < n; stride *= 4) ++levels;
  return levels;
}

}  // namespace lexikos::lcp_detail
