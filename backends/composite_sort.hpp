// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Many segments sorted at once: (segment, key) is packed into one number of 64 bits, all numbers go through one radix sort,
// and each key returns to its segment. Every backend, and the sort of large groups of suffixes, does it like this with a
// radix sort of its own:
//
//   radix_sort(keys, values, bits)   sorts two `primitives::DoubleBuffer` by the bits [0, bits) of the keys

#include <Kokkos_Core.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>

#include "backends/launch.hpp"
#include "backends/operations.hpp"
#include "backends/segments.hpp"

namespace lexikos::backends
{

/// (segment, key) in one number, the key in its low bits.
struct CompositeKey
{
  int key_bits;  ///< 0 to 63

  KOKKOS_FUNCTION std::uint64_t pack(std::size_t segment, std::uint64_t key) const
  {
    return (std::uint64_t{segment} << key_bits) | key;
  }
  KOKKOS_FUNCTION std::size_t segment(std::uint64_t packed) const { return packed >> key_bits; }
  KOKKOS_FUNCTION std::uint64_t key(std::uint64_t packed) const
  {
    return packed & ((std::uint64_t{1} << key_bits) - 1);
  }
};

/// Bits that hold the number of a segment; there is one or more.
[[nodiscard]] inline int segment_bits(std::size_t segments)
{
  return static_cast<int>(std::bit_width(segments - 1));
}

/// Whether (segment, key) fits: a key of 64 bits does not even for a single segment, since shifts by 64 are undefined.
[[nodiscard]] inline bool composite_keys_fit(std::size_t segments, int key_bits)
{
  return key_bits < 64 && key_bits + segment_bits(segments) <= 64;
}

// ----- all segments of a list -----------------------------------------------------------------------------------------

template <class Keys, class Offsets, class Packed>
struct PackKeys
{
  Keys keys;
  Offsets offsets;
  CompositeKey composite;
  Packed packed;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { packed(i) = composite.pack(segment_of(offsets, i), keys(i)); }
};

template <class Packed, class Keys>
struct UnpackKeys
{
  Packed packed;
  CompositeKey composite;
  Keys keys;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    keys(i) = static_cast<typename Keys::value_type>(composite.key(packed(i)));
  }
};

/// Sorts the pairs of every segment [offsets(s), offsets(s + 1)) stably by key, in place. The segments cover the list,
/// there is one or more, and `composite_keys_fit`. Scratch: 16 bytes a pair, and the values again.
template <class ExecutionSpace, class Keys, class Values, class Offsets, class RadixSort>
void sort_list_by_composite_keys(ExecutionSpace const& space, Keys const& keys, Values const& values,
                                 Offsets const& offsets, int key_bits, Workspace& workspace,
                                 RadixSort const& radix_sort)
{
  using MemorySpace = typename Keys::memory_space;
  using Packed = Span<std::uint64_t, MemorySpace>;
  std::size_t const n = keys.extent(0);
  CompositeKey const composite{key_bits};
  Workspace::Scope const scope(workspace);
  primitives::DoubleBuffer<Packed> packed{workspace.take<std::uint64_t, MemorySpace>(n),
                                          workspace.take<std::uint64_t, MemorySpace>(n)};
  primitives::DoubleBuffer<SpanOf<Values>> sorted_values{as_span(values),
                                                         workspace.take<typename Values::value_type, MemorySpace>(n)};
  Kokkos::parallel_for("lexikos::primitives::segmented_sort::composite_keys", Range<ExecutionSpace>(space, 0, n),
                       PackKeys<Keys, Offsets, Packed>{keys, offsets, composite, packed.current});
  radix_sort(packed, sorted_values, key_bits + segment_bits(offsets.extent(0) - 1));
  Kokkos::parallel_for("lexikos::primitives::segmented_sort::keys", Range<ExecutionSpace>(space, 0, n),
                       UnpackKeys<Packed, Keys>{packed.current, composite, keys});
  if (sorted_values.current.data() != values.data()) Kokkos::deep_copy(space, values, sorted_values.current);
}

// ----- some segments of a list ----------------------------------------------------------------------------------------

/// Some of the segments of a list, side by side, without what lies between them.
template <class Begins, class Starts>
struct ChosenSegments
{
  Begins begins;         ///< begins(s): where segment s begins in the list; a view, or a function object
  Starts starts;         ///< [0..segments] where each begins among the chosen ones, and the end of the last one
  std::size_t size = 0;  ///< pairs of all of them

  [[nodiscard]] std::size_t segments() const { return starts.extent(0) - 1; }
  [[nodiscard]] KOKKOS_FUNCTION std::size_t list_index(std::size_t segment, std::size_t i) const
  {
    return begins(segment) + (i - starts(segment));
  }
};

template <class Segments, class Keys, class Values, class PackedKeys, class PackedValues>
struct PackPairs
{
  Segments chosen;
  Keys keys;
  Values values;
  CompositeKey composite;
  PackedKeys packed_keys;
  PackedValues packed_values;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::size_t const segment = segment_of(chosen.starts, i);
    std::size_t const j = chosen.list_index(segment, i);
    packed_keys(i) = composite.pack(segment, keys(j));
    packed_values(i) = values(j);
  }
};

template <class Segments, class Keys, class Values, class PackedKeys, class PackedValues>
struct UnpackPairs
{
  Segments chosen;
  PackedKeys packed_keys;
  PackedValues packed_values;
  CompositeKey composite;
  Keys keys;
  Values values;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t const packed = packed_keys(i);
    std::size_t const j = chosen.list_index(composite.segment(packed), i);
    keys(j) = static_cast<typename Keys::value_type>(composite.key(packed));
    values(j) = packed_values(i);
  }
};

/// Names of two kernels.
struct PackLabels
{
  char const* pack;
  char const* unpack;
};

/// Sorts the pairs of the chosen segments of a list stably by key, in place; all other pairs stay. There is one segment or
/// more, and `composite_keys_fit`. Scratch: for each pair of a chosen segment, 16 bytes and the value twice.
template <class ExecutionSpace, class Segments, class Keys, class Values, class RadixSort>
void sort_chosen_by_composite_keys(ExecutionSpace const& space, PackLabels const& labels, Segments const& chosen,
                                   Keys const& keys, Values const& values, int key_bits, Workspace& workspace,
                                   RadixSort const& radix_sort)
{
  using MemorySpace = typename Keys::memory_space;
  using PackedKeys = Span<std::uint64_t, MemorySpace>;
  using PackedValues = SpanOf<Values>;
  using Value = typename Values::value_type;
  CompositeKey const composite{key_bits};
  std::size_t const n = chosen.size;
  Workspace::Scope const scope(workspace);
  primitives::DoubleBuffer<PackedKeys> packed_keys{workspace.take<std::uint64_t, MemorySpace>(n),
                                                   workspace.take<std::uint64_t, MemorySpace>(n)};
  primitives::DoubleBuffer<PackedValues> packed_values{workspace.take<Value, MemorySpace>(n),
                                                       workspace.take<Value, MemorySpace>(n)};
  Kokkos::parallel_for(labels.pack, Range<ExecutionSpace>(space, 0, n),
                       PackPairs<Segments, Keys, Values, PackedKeys, PackedValues>{
                           chosen, keys, values, composite, packed_keys.current, packed_values.current});
  radix_sort(packed_keys, packed_values, key_bits + segment_bits(chosen.segments()));
  Kokkos::parallel_for(labels.unpack, Range<ExecutionSpace>(space, 0, n),
                       UnpackPairs<Segments, Keys, Values, PackedKeys, PackedValues>{
                           chosen, packed_keys.current, packed_values.current, composite, keys, values});
}

}  // namespace lexikos::backends
