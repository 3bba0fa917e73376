// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The primitives that CUDA's own libraries, or kernels that need its intrinsics, do better than portable code. Only sources
// of this folder include CUDA and CUB headers: here are the types they are instantiated for.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>

#include "backends/cuda/for_each_in_segments.hpp"
#include "backends/kokkos/elementwise.hpp"
#include "backends/operations.hpp"

namespace lexikos::backends::cuda
{

namespace compiled
{

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

/// n > 0; `count` on the device becomes the number of values in out.
template <class Value>
void pack(Kokkos::Cuda const& space, Value const* in, std::uint8_t const* flags, Value* out, std::size_t n,
          std::uint64_t* count, Workspace& workspace);

template <class Value>
void pack_positions(Kokkos::Cuda const& space, std::uint8_t const* flags, Value* out, std::size_t n,
                    std::uint64_t* count, Workspace& workspace);

/// Waits for what the instance was given before.
std::uint64_t value_on_device(Kokkos::Cuda const& space, std::uint64_t const* value);

template <class Symbol>
void count_symbols(Kokkos::Cuda const& space, Symbol const* symbols, std::size_t n, std::uint64_t* counts,
                   std::size_t bins);

template <class Position>
void order_symbols(Kokkos::Cuda const& space, std::uint8_t const* symbols, std::size_t n, Position* order,
                   Workspace& workspace);

template <class Key, class Value>
void sort_segments(Kokkos::Cuda const& space, Key* keys, Value* values, Value const* offsets, std::size_t segments,
                   std::size_t n, int key_bits, primitives::SegmentStrategy strategy, Workspace& workspace);

template <class Key, class Value>
void sort_listed(Kokkos::Cuda const& space, Key* keys, Value* values, Value const* offsets, Value const* listed,
                 std::size_t count, std::size_t longest);

}  // namespace compiled

template <class KeyView>
void radix_sort_keys(Kokkos::Cuda const& space, primitives::DoubleBuffer<KeyView>& keys, int begin_bit, int end_bit,
                     Workspace& workspace)
{
  if (compiled::sort_keys(space, keys.current.data(), keys.other.data(), keys.current.extent(0), begin_bit, end_bit,
                          workspace))
    keys.swap();
}

template <class KeyView, class ValueView>
void radix_sort_pairs(Kokkos::Cuda const& space, primitives::DoubleBuffer<KeyView>& keys,
                      primitives::DoubleBuffer<ValueView>& values, int begin_bit, int end_bit, Workspace& workspace)
{
  if (compiled::sort_pairs(space, keys.current.data(), keys.other.data(), values.current.data(), values.other.data(),
                           keys.current.extent(0), begin_bit, end_bit, workspace))
  {
    keys.swap();
    values.swap();
  }
}

template <class In, class Out, class Operation>
void inclusive_scan(Kokkos::Cuda const& space, In const& in, Out const& out, Operation, Workspace& workspace)
{
  using Value = typename In::non_const_value_type;
  compiled::scan_inclusive<Value, typename Out::value_type, Operation>(space, in.data(), out.data(), in.extent(0),
                                                                       workspace);
}

template <class In, class Out, class Operation>
void exclusive_scan(Kokkos::Cuda const& space, In const& in, Out const& out, Operation, Workspace& workspace)
{
  using Value = typename In::non_const_value_type;
  compiled::scan_exclusive<Value, typename Out::value_type, Operation>(space, in.data(), out.data(), in.extent(0),
                                                                       workspace);
}

template <class In, class Flags, class Out>
std::size_t select_flagged(Kokkos::Cuda const& space, In const& in, Flags const& flags, Out const& out,
                           Workspace& workspace)
{
  if (in.extent(0) == 0) return 0;
  Workspace::Scope scope(workspace);
  auto const count = workspace.take<std::uint64_t, Kokkos::CudaSpace>(1);
  compiled::pack<typename Out::value_type>(space, in.data(), flags.data(), out.data(), in.extent(0), count.data(),
                                           workspace);
  return compiled::value_on_device(space, count.data());
}

template <class Flags, class Out>
std::size_t select_positions(Kokkos::Cuda const& space, Flags const& flags, Out const& out, Workspace& workspace)
{
  if (flags.extent(0) == 0) return 0;
  Workspace::Scope scope(workspace);
  auto const count = workspace.take<std::uint64_t, Kokkos::CudaSpace>(1);
  compiled::pack_positions<typename Out::value_type>(space, flags.data(), out.data(), flags.extent(0), count.data(),
                                                     workspace);
  return compiled::value_on_device(space, count.data());
}

template <class In, class Flags, class Out>
void pack_flagged(Kokkos::Cuda const& space, In const& in, Flags const& flags, Out const& out, Workspace& workspace)
{
  if (in.extent(0) == 0) return;
  Workspace::Scope scope(workspace);
  auto const count = workspace.take<std::uint64_t, Kokkos::CudaSpace>(1);
  compiled::pack<typename Out::value_type>(space, in.data(), flags.data(), out.data(), in.extent(0), count.data(),
                                           workspace);
}

template <class Flags, class Out>
void pack_positions(Kokkos::Cuda const& space, Flags const& flags, Out const& out, Workspace& workspace)
{
  if (flags.extent(0) == 0) return;
  Workspace::Scope scope(workspace);
  auto const count = workspace.take<std::uint64_t, Kokkos::CudaSpace>(1);
  compiled::pack_positions<typename Out::value_type>(space, flags.data(), out.data(), flags.extent(0), count.data(),
                                                     workspace);
}

template <class Symbols, class Counts>
void histogram(Kokkos::Cuda const& space, Symbols const& symbols, Counts const& counts, Workspace&)
{
  using Symbol = typename Symbols::non_const_value_type;
  compiled::count_symbols<Symbol>(space, symbols.data(), symbols.extent(0), counts.data(), counts.extent(0));
}

template <class Symbols, class Order>
void symbol_order(Kokkos::Cuda const& space, Symbols const& symbols, Order const& order, Workspace& workspace)
{
  compiled::order_symbols<typename Order::value_type>(space, symbols.data(), symbols.extent(0), order.data(),
                                                      workspace);
}

template <class KeyView, class ValueView, class OffsetView>
void segmented_sort_pairs(Kokkos::Cuda const& space, KeyView const& keys, ValueView const& values,
                          OffsetView const& offsets, int key_bits, Workspace& workspace,
                          primitives::SegmentStrategy strategy)
{
  if (offsets.extent(0) < 2) return;
  compiled::sort_segments<typename KeyView::value_type, typename ValueView::value_type>(
      space, keys.data(), values.data(), offsets.data(), offsets.extent(0) - 1, keys.extent(0), key_bits, strategy,
      workspace);
}

template <class KeyView, class ValueView, class OffsetView, class ListView>
void sort_listed_segments(Kokkos::Cuda const& space, KeyView const& keys, ValueView const& values,
                          OffsetView const& offsets, ListView const& listed, std::size_t longest, int, Workspace&)
{
  compiled::sort_listed<typename KeyView::value_type, typename ValueView::value_type>(
      space, keys.data(), values.data(), offsets.data(), listed.data(), listed.extent(0), longest);
}

/// Bits of the index by which the pairs are sorted before they are written: none for tables that fit the L2 and for few
/// pairs; as many of the top ones as make writes to a dense table stay in windows of 4 MB; writes to a sparse one pay when
/// those to one 32-byte sector follow each other. Measured: 16 G/s without, 45 and 28 G/s (table of 2^27 entries, dense and
/// a quarter of it).
inline int scatter_sort_bits(std::size_t pairs, std::size_t table, int table_bits)
{
  if (table < (std::size_t{1} << 23) || pairs < table / 32) return 0;
  int const sector_bits = 3;
  int const window_bits = 20;
  return pairs > table / 5 * 2 ? std::max(8, table_bits - window_bits) : std::min(24, table_bits - sector_bits);
}

template <class Indices, class Values, class Table>
void scatter_blocked(Kokkos::Cuda const& space, Indices const& indices, Values const& values, Table const& table,
                     Workspace& workspace)
{
  using Index = typename Indices::non_const_value_type;
  using Value = typename Values::non_const_value_type;
  std::size_t const n = indices.extent(0);
  int const table_bits = std::bit_width(table.extent(0) - (table.extent(0) > 0));
  int const sort_bits = scatter_sort_bits(n, table.extent(0), table_bits);
  if (sort_bits == 0) return kokkos::scatter(space, indices, values, table);
  Workspace::Scope scope(workspace);
  auto const sorted_indices = workspace.take<Index, Kokkos::CudaSpace>(n);
  auto const sorted_values = workspace.take<Value, Kokkos::CudaSpace>(n);
  compiled::sort_pairs_into<Index, Value>(space, indices.data(), sorted_indices.data(), values.data(),
                                          sorted_values.data(), n, table_bits - sort_bits, table_bits, workspace);
  kokkos::scatter(space, sorted_indices, sorted_values, table);
}

}  // namespace lexikos::backends::cuda
