// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "backends/unit.hpp"

namespace lexikos::bench
{

/// Throws std::runtime_error unless plcp is the permuted LCP array of the text, exactly, in O(n) work.
///
/// Suffix p and the one before it in the array share at least plcp(p - 1) - 1 symbols (Kasai et al. 2001) if plcp(p - 1) is
/// right, so by induction only the symbols from there on have to be compared, up to and including the first difference:
/// 2 n in all.
template <class ExecutionSpace, class TextView, class ArrayView, class InverseView, class PlcpView,
          class Unit = backends::ThisUnit>
void require_plcp(ExecutionSpace const& space, TextView const& text, ArrayView const& suffix_array,
                  InverseView const& inverse, PlcpView const& plcp)
{
  std::size_t const n = text.extent(0);
  std::size_t wrong = 0;
  Kokkos::parallel_reduce(
      "lexikos::bench::require_plcp", Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(space, 0, n),
      KOKKOS_LAMBDA(std::int64_t i, std::size_t & count) {
        auto const p = static_cast<std::size_t>(i);
        std::size_t const rank = inverse(p);
        std::size_t const length = plcp(p);
        if (rank == 0) {
          count += length != 0;
          return;
        }
        std::size_t const neighbour = suffix_array(rank - 1);
        std::size_t const before = p == 0 ? 0 : plcp(p - 1);
        std::size_t const shared = before > 0 ? before - 1 : 0;
        std::size_t const most = n - (p > neighbour ? p : neighbour);
        bool right = length >= shared && length <= most;
        for (std::size_t k = shared; right && k < length; ++k) right = text(p + k) == text(neighbour + k);
        right = right && (length == most || text(p + length) != text(neighbour + length));
        count += !right;
      },
      wrong);
  if (wrong != 0) throw std::runtime_error("WRONG: " + std::to_string(wrong) + " entries of the permuted LCP array");
}

/// The same for the LCP array, by way of plcp, which is overwritten.
template <class ExecutionSpace, class TextView, class ArrayView, class InverseView, class LcpView, class PlcpView,
          class Unit = backends::ThisUnit>
void require_lcp(ExecutionSpace const& space, TextView const& text, ArrayView const& suffix_array,
                 InverseView const& inverse, LcpView const& lcp, PlcpView const& plcp)
{
  Kokkos::parallel_for(
      "lexikos::bench::permute",
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(space, 0, text.extent(0)),
      KOKKOS_LAMBDA(std::int64_t i) { plcp(i) = lcp(inverse(i)); });
  require_plcp(space, text, suffix_array, inverse, plcp);
}

}  // namespace lexikos::bench
