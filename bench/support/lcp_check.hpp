// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "backends/launch.hpp"

namespace lexikos::bench
{

/// Counts the positions at which the permuted LCP array is wrong.
template <class TextView, class ArrayView, class InverseView, class PlcpView>
struct CountWrongLengths
{
  TextView text;
  ArrayView suffix_array;
  InverseView inverse;
  PlcpView plcp;

  KOKKOS_FUNCTION void operator()(std::size_t p, std::size_t& count) const { count += !is_right(p); }

  KOKKOS_FUNCTION bool is_right(std::size_t p) const
  {
    std::size_t const rank = inverse(p);
    std::size_t const length = plcp(p);
    if (rank == 0) return length == 0;
    std::size_t const neighbour = suffix_array(rank - 1);
    std::size_t const before = p == 0 ? 0 : plcp(p - 1);
    std::size_t const shared = before > 0 ? before - 1 : 0;
    std::size_t const max_length = text.extent(0) - (p > neighbour ? p : neighbour);
    if (length < shared || length > max_length) return false;
    for (std::size_t k = shared; k < length; ++k)
      if (text(p + k) != text(neighbour + k)) return false;
    return length == max_length || text(p + length) != text(neighbour + length);
  }
};

/// Throws std::runtime_error unless plcp is the permuted LCP array of the text, exactly, in O(n) work.
///
/// Suffix p and the one before it in the array share at least plcp(p - 1) - 1 symbols (Kasai et al. 2001) if plcp(p - 1) is
/// right, so by induction only the symbols from there on have to be compared, up to and including the first difference:
/// 2 n in all.
template <class ExecutionSpace, class TextView, class ArrayView, class InverseView, class PlcpView>
void require_plcp(ExecutionSpace const& space, TextView const& text, ArrayView const& suffix_array,
                  InverseView const& inverse, PlcpView const& plcp)
{
  std::size_t wrong = 0;
  Kokkos::parallel_reduce(
      "lexikos::bench::require_plcp", backends::Range<ExecutionSpace>(space, 0, text.extent(0)),
      CountWrongLengths<TextView, ArrayView, InverseView, PlcpView>{text, suffix_array, inverse, plcp}, wrong);
  if (wrong != 0) throw std::runtime_error("WRONG: " + std::to_string(wrong) + " entries of the permuted LCP array");
}

template <class InverseView, class LcpView, class PlcpView>
struct PermuteLengths
{
  InverseView inverse;
  LcpView lcp;
  PlcpView plcp;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { plcp(i) = lcp(inverse(i)); }
};

/// The same for the LCP array, by way of plcp, which is overwritten.
template <class ExecutionSpace, class TextView, class ArrayView, class InverseView, class LcpView, class PlcpView>
void require_lcp(ExecutionSpace const& space, TextView const& text, ArrayView const& suffix_array,
                 InverseView const& inverse, LcpView const& lcp, PlcpView const& plcp)
{
  Kokkos::parallel_for("lexikos::bench::permute", backends::Range<ExecutionSpace>(space, 0, text.extent(0)),
                       PermuteLengths<InverseView, LcpView, PlcpView>{inverse, lcp, plcp});
  require_plcp(space, text, suffix_array, inverse, plcp);
}

}  // namespace lexikos::bench
