// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Places and rows that an index keeps, from a suffix array.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/bit_vector.hpp>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/fm_arrays.hpp>
#include <type_traits>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "fm_index/tuning.hpp"

namespace lexikos::fm_detail
{

/// Every rate-th place of n, the first one included; none for rate 0.
[[nodiscard]] constexpr std::size_t sampled_places(std::size_t n, std::size_t rate)
{
  return rate == 0 || n == 0 ? 0 : (n - 1) / rate + 1;
}

/// flags(row) = 1 for rows of places that are multiples of the rate; the empty suffix, row 0, is none.
template <class Index>
struct FlagSamples
{
  Index const* suffix_array;
  Index rate;
  std::uint8_t* flags;

  KOKKOS_FUNCTION void operator()(std::size_t row) const
  {
    flags[row] = row > 0 && suffix_array[row - 1] % rate == 0 ? 1 : 0;
  }
};

/// rows(p / rate) = the row of place p.
template <class Index>
struct SampleRows
{
  Index const* suffix_array;
  Index rate;
  Index* rows;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    Index const place = suffix_array[i];
    if (place % rate == 0) rows[place / rate] = static_cast<Index>(i + 1);
  }
};

/// Fills what is sampled, by the rates of the arrays. Takes 10 bits a symbol of scratch.
template <class ExecutionSpace, class Index, class Symbol>
void sample(ExecutionSpace const& space, Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
            detail::FmArrays<typename ExecutionSpace::memory_space, Index, Symbol>& arrays, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  std::size_t const n = suffix_array.extent(0);
  auto& resource = workspace.resource();
  if (n == 0 || arrays.rate == 0) return;
  arrays.places =
      detail::allocate<Index, MemorySpace>(resource, "lexikos::fm_index::places", sampled_places(n, arrays.rate));
  Span<Index, MemorySpace> const places(arrays.places.data(), arrays.places.extent(0));
  if (arrays.rate == 1) {
    Kokkos::deep_copy(space, places, suffix_array);
  }
  else {
    Workspace::Scope const scope(workspace);
    auto const flags = workspace.take<std::uint8_t, MemorySpace>(n + 1);
    Kokkos::parallel_for("lexikos::fm_index::flag_samples", Range(space, 0, n + 1),
                         FlagSamples<Index>{suffix_array.data(), static_cast<Index>(arrays.rate), flags.data()});
    arrays.marks = BitVector<MemorySpace>::from_flags(space, flags, {&workspace});
    detail::require(arrays.marks.ones() == places.extent(0), ErrorCode::corrupt_input,
                    "the suffix array does not have each position once");
    primitives::pack_flagged(space, suffix_array, backends::subspan(flags, 1, n + 1), places, workspace);
  }
  if (arrays.inverse_rate == 0) return;
  arrays.inverse =
      detail::allocate<Index, MemorySpace>(resource, "lexikos::fm_index::rows", sampled_places(n, arrays.inverse_rate));
  Kokkos::deep_copy(space, Span<Index, MemorySpace>(arrays.inverse.data(), arrays.inverse.extent(0)),
                    Index{0});  // of places that are missing
  Kokkos::parallel_for(
      "lexikos::fm_index::sample_rows", Range(space, 0, n),
      SampleRows<Index>{suffix_array.data(), static_cast<Index>(arrays.inverse_rate), arrays.inverse.data()});
}

/// flags(row) = 1 for the row of each rank.
template <class Index>
struct FlagRows
{
  Index const* ranks;
  std::uint8_t* flags;

  KOKKOS_FUNCTION void operator()(std::size_t j) const { flags[std::size_t{ranks[j]} + 1] = 1; }
};

/// places(k) = that of the k-th row that is marked; of all rows where none is.
template <class Index, class Marks>
struct PlaceRanks
{
  Index const* ranks;
  Marks marks;
  Index rate;
  Index* places;

  KOKKOS_FUNCTION void operator()(std::size_t j) const
  {
    std::size_t const rank = ranks[j];
    places[rate == 1 ? rank : marks.rank1(rank + 1)] = static_cast<Index>(j * rate);
  }
};

/// rows(k) = the row of every so many-th rank.
template <class Index>
struct RowsOfRanks
{
  Index const* ranks;
  std::size_t stride;
  Index* rows;

  KOKKOS_FUNCTION void operator()(std::size_t k) const { rows[k] = static_cast<Index>(ranks[k * stride] + 1); }
};

/// Fills what is sampled from the ranks of the suffixes at multiples of the rate, which is not 0. Takes a byte a symbol of
/// scratch, and what packing it takes.
template <class ExecutionSpace, class Index, class Symbol>
void sample_by_ranks(ExecutionSpace const& space, Span<Index const, typename ExecutionSpace::memory_space> const& ranks,
                     detail::FmArrays<typename ExecutionSpace::memory_space, Index, Symbol>& arrays,
                     Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  using Marks = std::remove_cvref_t<decltype(arrays.marks.span())>;
  std::size_t const count = ranks.extent(0);
  auto& resource = workspace.resource();
  if (arrays.rate > 1) {
    Workspace::Scope const scope(workspace);
    auto const flags = workspace.take<std::uint8_t, MemorySpace>(arrays.n + 1);
    Kokkos::deep_copy(space, flags, std::uint8_t{0});
    Kokkos::parallel_for("lexikos::fm_index::flag_rows", Range(space, 0, count),
                         FlagRows<Index>{ranks.data(), flags.data()});
    arrays.marks = BitVector<MemorySpace>::from_flags(space, flags, {&workspace});
  }
  arrays.places = detail::allocate<Index, MemorySpace>(resource, "lexikos::fm_index::places", count);
  Kokkos::parallel_for("lexikos::fm_index::place_ranks", Range(space, 0, count),
                       PlaceRanks<Index, Marks>{ranks.data(), arrays.marks.span(), static_cast<Index>(arrays.rate),
                                                arrays.places.data()});
  if (arrays.inverse_rate == 0) return;
  std::size_t const rows = sampled_places(arrays.n, arrays.inverse_rate);
  arrays.inverse = detail::allocate<Index, MemorySpace>(resource, "lexikos::fm_index::rows", rows);
  Kokkos::parallel_for("lexikos::fm_index::rows_of_ranks", Range(space, 0, rows),
                       RowsOfRanks<Index>{ranks.data(), arrays.inverse_rate / arrays.rate, arrays.inverse.data()});
}

}  // namespace lexikos::fm_detail
