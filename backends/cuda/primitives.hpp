// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The primitives that CUDA's own libraries, or kernels with its intrinsics, do better than portable code. Only sources of this
// folder include CUDA and CUB headers. What they compile is declared in compiled.hpp; here it is called with views.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/segmented_sort.hpp>
#include <lexikos/workspace.hpp>

#include "backends/cuda/compiled.hpp"
#include "backends/cuda/for_each_in_segments.hpp"
#include "backends/cuda/tuning.hpp"
#include "backends/kokkos/elementwise.hpp"
#include "backends/operations.hpp"

namespace lexikos::backends::cuda
{

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

template <class Flags, class Out>
std::size_t select_positions(Kokkos::Cuda const& space, Flags const& flags, Out const& out, Workspace& workspace)
{
  return compiled::select_positions<typename Out::value_type>(space, flags.data(), out.data(), flags.extent(0),
                                                              workspace);
}

template <class In, class Flags, class Out>
void pack_flagged(Kokkos::Cuda const& space, In const& in, Flags const& flags, Out const& out, Workspace& workspace)
{
  compiled::pack_flagged<typename Out::value_type>(space, in.data(), flags.data(), out.data(), in.extent(0), workspace);
}

template <class Flags, class Out>
void pack_positions(Kokkos::Cuda const& space, Flags const& flags, Out const& out, Workspace& workspace)
{
  compiled::pack_positions<typename Out::value_type>(space, flags.data(), out.data(), flags.extent(0), workspace);
}

template <class Tuning = cuda::Tuning, class Symbols, class Counts>
void histogram(Kokkos::Cuda const& space, Symbols const& symbols, Counts const& counts, Workspace&)
{
  using Symbol = typename Symbols::non_const_value_type;
  compiled::count_symbols<Symbol>(space, symbols.data(), symbols.extent(0), counts.data(), counts.extent(0),
                                  Tuning::max_shared_bins);
}

/// An eighth of the text, or what the tuning says.
template <class Tuning>
std::size_t part_of_order(std::size_t n)
{
  std::size_t const part = (n + Tuning::parts_of_order - 1) / Tuning::parts_of_order;
  return std::min(n, std::clamp(part, Tuning::min_part_of_order, Tuning::max_part_of_order));
}

template <class Tuning = cuda::Tuning, class Symbols, class Order>
void symbol_order(Kokkos::Cuda const& space, Symbols const& symbols, Order const& order, Workspace& workspace)
{
  std::size_t const n = symbols.extent(0);
  compiled::order_symbols<typename Order::value_type>(space, symbols.data(), n, part_of_order<Tuning>(n), order.data(),
                                                      workspace);
}

template <class KeyView, class ValueView, class OffsetView>
auto segmented_pairs(KeyView const& keys, ValueView const& values, OffsetView const& offsets)
{
  return SegmentedPairs<typename KeyView::value_type, typename ValueView::value_type>{keys, values, offsets};
}

template <class Tuning = cuda::Tuning, class KeyView, class ValueView, class OffsetView>
void segmented_sort_pairs(Kokkos::Cuda const& space, KeyView const& keys, ValueView const& values,
                          OffsetView const& offsets, int key_bits, Workspace& workspace, SegmentedSort sort)
{
  if (keys.extent(0) == 0 || offsets.extent(0) < 2) return;
  compiled::sort_segments(space, segmented_pairs(keys, values, offsets), key_bits, sort, GiantLimits::of<Tuning>(),
                          workspace);
}

template <class KeyView, class ValueView, class OffsetView, class ListView>
void sort_listed_segments(Kokkos::Cuda const& space, KeyView const& keys, ValueView const& values,
                          OffsetView const& offsets, ListView const& listed, std::size_t longest, int, Workspace&)
{
  if (listed.extent(0) == 0 || longest < 2) return;
  compiled::sort_size_class(space, size_class(longest), segmented_pairs(keys, values, offsets), listed.data(),
                            listed.extent(0));
}

/// The number of top bits of the index by which pairs are sorted before they are written; none where they are written as
/// they are.
template <class Tuning>
int scatter_sort_bits(std::size_t pairs, std::size_t table, int table_bits)
{
  if (table < Tuning::min_blocked_table || pairs < table / Tuning::max_entries_a_pair) return 0;
  bool const is_dense = pairs > table / Tuning::dense_entries * Tuning::dense_pairs;
  return is_dense ? std::max(Tuning::min_dense_bits, table_bits - Tuning::window_bits)
                  : std::min(Tuning::max_sparse_bits, table_bits - Tuning::sector_bits);
}

/// Single random writes run at half the rate of random reads: the L2 fetches the sector that a write changes in part, and
/// evicts it before its neighbours are written. Sorted by the top bits of the index, writes fall into a window that the L2
/// holds, so that sectors leave it full.
template <class Tuning = cuda::Tuning, class Indices, class Values, class Table>
void scatter_blocked(Kokkos::Cuda const& space, Indices const& indices, Values const& values, Table const& table,
                     Workspace& workspace)
{
  using Index = typename Indices::non_const_value_type;
  using Value = typename Values::non_const_value_type;
  std::size_t const n = indices.extent(0);
  int const table_bits = std::bit_width(table.extent(0) - (table.extent(0) > 0));
  int const sort_bits = std::min(scatter_sort_bits<Tuning>(n, table.extent(0), table_bits), table_bits);
  if (n == 0 || sort_bits <= 0) return kokkos::scatter(space, indices, values, table);
  Workspace::Scope scope(workspace);
  auto const sorted_indices = workspace.take<Index, Kokkos::CudaSpace>(n);
  auto const sorted_values = workspace.take<Value, Kokkos::CudaSpace>(n);
  compiled::sort_pairs_into<Index, Value>(space, indices.data(), sorted_indices.data(), values.data(),
                                          sorted_values.data(), n, table_bits - sort_bits, table_bits, workspace);
  kokkos::scatter(space, sorted_indices, sorted_values, table);
}

}  // namespace lexikos::backends::cuda
