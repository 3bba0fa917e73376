// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What the sources of this folder compile: functions on pointers, instantiated for the types that primitives.hpp allows.

#include <Kokkos_Core.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/segmented_sort.hpp>
#include <lexikos/workspace.hpp>

#include "backends/cuda/tuning.hpp"
#include "backends/operations.hpp"

namespace lexikos::backends::cuda
{

/// A list of pairs and its segments, [offsets(s), offsets(s + 1)).
template <class Key, class Value>
struct SegmentedPairs
{
  Span<Key, Kokkos::CudaSpace> keys;
  Span<Value, Kokkos::CudaSpace> values;
  Span<Value const, Kokkos::CudaSpace> offsets;  ///< [0..segments]

  [[nodiscard]] std::size_t size() const { return keys.extent(0); }
  [[nodiscard]] std::size_t segments() const { return offsets.extent(0) - 1; }
};

/// The constants of `Tuning` on giants.
struct GiantLimits
{
  std::uint64_t min_own_sort;
  std::uint64_t max_own_sorts;
  int min_number_bits;
  int max_number_bits;
  std::uint64_t list_share_for_scratch;
  std::uint64_t enough_for_batch;
  std::uint64_t list_share_of_batch;
  std::uint64_t min_batch;

  template <class Tuning>
  static constexpr GiantLimits of()
  {
    return {
        Tuning::min_own_sort,           Tuning::max_own_sorts,    Tuning::min_number_bits,     Tuning::max_number_bits,
        Tuning::list_share_for_scratch, Tuning::enough_for_batch, Tuning::list_share_of_batch, Tuning::min_batch};
  }
};

/// The size class of segments of `length` >= 2 pairs.
inline int size_class(std::size_t length)
{
  return static_cast<int>(std::bit_width(length - 1)) - 1;
}

namespace compiled
{

// Sorts that use two arrays in turn return whether the result is in the `other` ones.

template <class Key>
bool sort_keys(Kokkos::Cuda const& space, Key* keys, Key* other, std::size_t n, int begin_bit, int end_bit,
               Workspace& workspace);

template <class Key, class Value>
bool sort_pairs(Kokkos::Cuda const& space, Key* keys, Key* other_keys, Value* values, Value* other_values,
                std::size_t n, int begin_bit, int end_bit, Workspace& workspace);

template <class Key, class Value>
void sort_pairs_into(Kokkos::Cuda const& space, Key const* keys, Key* sorted_keys, Value const* values,
                     Value* sorted_values, std::size_t n, int begin_bit, int end_bit, Workspace& workspace);

template <class In, class Out, class Operation>
void scan_inclusive(Kokkos::Cuda const& space, In const* in, Out* out, std::size_t n, Workspace& workspace);

template <class In, class Out, class Operation>
void scan_exclusive(Kokkos::Cuda const& space, In const* in, Out* out, std::size_t n, Workspace& workspace);

template <class Value>
void pack_flagged(Kokkos::Cuda const& space, Value const* in, std::uint8_t const* flags, Value* out, std::size_t n,
                  Workspace& workspace);

template <class Value>
void pack_positions(Kokkos::Cuda const& space, std::uint8_t const* flags, Value* out, std::size_t n,
                    Workspace& workspace);

/// Like `pack_positions`. Returns the number of positions; fences.
template <class Value>
std::size_t select_positions(Kokkos::Cuda const& space, std::uint8_t const* flags, Value* out, std::size_t n,
                             Workspace& workspace);

/// \param max_shared_bins  more are counted in device memory
template <class Symbol>
void count_symbols(Kokkos::Cuda const& space, Symbol const* symbols, std::size_t n, std::uint64_t* counts,
                   std::size_t bins, std::size_t max_shared_bins = Tuning::max_shared_bins);

/// \param part  symbols that are sorted aside at a time, 1 to 2^32 - 1
template <class Position>
void order_symbols(Kokkos::Cuda const& space, std::uint8_t const* symbols, std::size_t n, std::size_t part,
                   Position* order, Workspace& workspace);

/// There is a segment and a pair. Fences, but for `SegmentedSort::composite`.
template <class Key, class Value>
void sort_segments(Kokkos::Cuda const& space, SegmentedPairs<Key, Value> const& pairs, int key_bits, SegmentedSort sort,
                   GiantLimits const& limits, Workspace& workspace);

/// Sorts listed segments, all of one size class or shorter.
template <class Key, class Value>
void sort_size_class(Kokkos::Cuda const& space, int size_class, SegmentedPairs<Key, Value> const& pairs,
                     Value const* listed, std::size_t count);

}  // namespace compiled
}  // namespace lexikos::backends::cuda
