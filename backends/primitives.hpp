// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The parallel primitives that every algorithm of the library is written in.
//
// backends/kokkos has all of them, portably; backends/openmp and backends/cuda override what they do better. Each takes
// the execution space instance first, works on rank-1 contiguous views accessible to it, takes scratch from the workspace,
// accepts n = 0 and sizes beyond 2^32, and is asynchronous on the instance unless it returns a value to the host.
// Inputs and outputs do not overlap unless a line says so. "Key" and "value" types are u32 and u64.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <lexikos/workspace.hpp>

#include "backends/kokkos/primitives.hpp"
#include "backends/operations.hpp"
#ifdef KOKKOS_ENABLE_OPENMP
#include "backends/openmp/primitives.hpp"
#endif
#ifdef KOKKOS_ENABLE_CUDA
#include "backends/cuda/primitives.hpp"
#endif

namespace lexikos::backends
{

// A backend that does not declare a primitive itself has the portable one.
namespace openmp
{
using namespace lexikos::backends::kokkos;
}
namespace cuda
{
using namespace lexikos::backends::kokkos;
}

enum class Backend
{
  portable,
  openmp,
  cuda
};

template <class ExecutionSpace>
constexpr Backend backend_of()
{
#ifdef KOKKOS_ENABLE_CUDA
  if (std::is_same_v<ExecutionSpace, Kokkos::Cuda>) return Backend::cuda;
#endif
#ifdef KOKKOS_ENABLE_OPENMP
  if (std::is_same_v<ExecutionSpace, Kokkos::OpenMP>) return Backend::openmp;
#endif
  return Backend::portable;
}

}  // namespace lexikos::backends

// Calls the function of the execution space's backend; undefined again at the end of this file.
#define LEXIKOS_DISPATCH(function, ...)                              \
  do {                                                               \
    constexpr auto backend = backends::backend_of<ExecutionSpace>(); \
    if constexpr (backend == backends::Backend::cuda)                \
      return backends::cuda::function(__VA_ARGS__);                  \
    else if constexpr (backend == backends::Backend::openmp)         \
      return backends::openmp::function(__VA_ARGS__);                \
    else                                                             \
      return backends::kokkos::function(__VA_ARGS__);                \
  } while (false)

namespace lexikos::primitives
{

/// view(i) = value for all i.
template <class ExecutionSpace, class View>
void fill(ExecutionSpace const& space, View const& view, typename View::value_type value)
{
  LEXIKOS_DISPATCH(fill, space, view, value);
}

/// view(i) = first + i.
template <class ExecutionSpace, class View>
void iota(ExecutionSpace const& space, View const& view, typename View::value_type first = 0)
{
  LEXIKOS_DISPATCH(iota, space, view, first);
}

/// out(i) = function(in(i)); in and out may be the same view. The label names the kernel.
template <class ExecutionSpace, class In, class Out, class Function>
void transform(ExecutionSpace const& space, char const* label, In const& in, Out const& out, Function function)
{
  LEXIKOS_DISPATCH(transform, space, label, in, out, function);
}

/// out(i) = table(indices(i)).
template <class ExecutionSpace, class Indices, class Table, class Out>
void gather(ExecutionSpace const& space, Indices const& indices, Table const& table, Out const& out)
{
  LEXIKOS_DISPATCH(gather, space, indices, table, out);
}

/// table(indices(i)) = values(i). Indices are distinct.
template <class ExecutionSpace, class Indices, class Values, class Table>
void scatter(ExecutionSpace const& space, Indices const& indices, Values const& values, Table const& table)
{
  LEXIKOS_DISPATCH(scatter, space, indices, values, table);
}

/// The same for tables beyond the cache: pairs are first partitioned by the high bits of the index, so that writes that
/// follow each other fall near each other. Scratch: the pairs again, twice where few entries of the table are written.
template <class ExecutionSpace, class Indices, class Values, class Table>
void scatter_blocked(ExecutionSpace const& space, Indices const& indices, Values const& values, Table const& table,
                     Workspace& workspace)
{
  LEXIKOS_DISPATCH(scatter_blocked, space, indices, values, table, workspace);
}

/// operation over all view(i); its identity for n = 0. Fences.
template <class ExecutionSpace, class View, class Operation>
[[nodiscard]] typename View::non_const_value_type reduce(ExecutionSpace const& space, View const& view,
                                                         Operation operation, Workspace& workspace)
{
  LEXIKOS_DISPATCH(reduce, space, view, operation, workspace);
}

/// counts(b) = number of i with symbols(i) == b, for all b < counts.extent(0) <= 65 536; every symbol is below that.
/// Symbols are u8, u16 or u32; counts u64.
template <class ExecutionSpace, class Symbols, class Counts>
void histogram(ExecutionSpace const& space, Symbols const& symbols, Counts const& counts, Workspace& workspace)
{
  LEXIKOS_DISPATCH(histogram, space, symbols, counts, workspace);
}

/// out(i) = operation over in(0..i-1), out(0) = identity; in and out may be the same view. The arithmetic is done in out's
/// value type (u32 or u64); in is u8, u32 or u64.
template <class ExecutionSpace, class In, class Out, class Operation>
void exclusive_scan(ExecutionSpace const& space, In const& in, Out const& out, Operation operation,
                    Workspace& workspace)
{
  LEXIKOS_DISPATCH(exclusive_scan, space, in, out, operation, workspace);
}

/// out(i) = operation over in(0..i); otherwise as exclusive_scan.
template <class ExecutionSpace, class In, class Out, class Operation>
void inclusive_scan(ExecutionSpace const& space, In const& in, Out const& out, Operation operation,
                    Workspace& workspace)
{
  LEXIKOS_DISPATCH(inclusive_scan, space, in, out, operation, workspace);
}

/// Copies the values whose flag (u8) is not 0 to the front of out, in order. Returns how many; fences.
template <class ExecutionSpace, class In, class Flags, class Out>
[[nodiscard]] std::size_t select_flagged(ExecutionSpace const& space, In const& in, Flags const& flags, Out const& out,
                                         Workspace& workspace)
{
  LEXIKOS_DISPATCH(select_flagged, space, in, flags, out, workspace);
}

/// Lists the i with flags(i) != 0, ascending, at the front of out. Returns how many; fences.
template <class ExecutionSpace, class Flags, class Out>
[[nodiscard]] std::size_t select_positions(ExecutionSpace const& space, Flags const& flags, Out const& out,
                                           Workspace& workspace)
{
  LEXIKOS_DISPATCH(select_positions, space, flags, out, workspace);
}

/// Copies the values whose flag (u8) is not 0, in order, to out, which is as long as they are many. Need not wait for them.
template <class ExecutionSpace, class In, class Flags, class Out>
void pack_flagged(ExecutionSpace const& space, In const& in, Flags const& flags, Out const& out, Workspace& workspace)
{
  LEXIKOS_DISPATCH(pack_flagged, space, in, flags, out, workspace);
}

/// Lists the i with flags(i) != 0, ascending, in out, which is as long as they are many. Need not wait for them.
template <class ExecutionSpace, class Flags, class Out>
void pack_positions(ExecutionSpace const& space, Flags const& flags, Out const& out, Workspace& workspace)
{
  LEXIKOS_DISPATCH(pack_positions, space, flags, out, workspace);
}

/// Copies the flagged values to the front of out and all others behind them, both in order. Returns how many are flagged;
/// fences.
template <class ExecutionSpace, class In, class Flags, class Out>
[[nodiscard]] std::size_t partition_flagged(ExecutionSpace const& space, In const& in, Flags const& flags,
                                            Out const& out, Workspace& workspace)
{
  LEXIKOS_DISPATCH(partition_flagged, space, in, flags, out, workspace);
}

/// Sorts keys stably by their bits [begin_bit, end_bit). The result is in keys.current.
template <class ExecutionSpace, class KeyView>
void radix_sort_keys(ExecutionSpace const& space, primitives::DoubleBuffer<KeyView>& keys, int begin_bit, int end_bit,
                     Workspace& workspace)
{
  LEXIKOS_DISPATCH(radix_sort_keys, space, keys, begin_bit, end_bit, workspace);
}

/// Sorts (key, value) pairs stably by the bits [begin_bit, end_bit) of the key. The result is in keys.current and
/// values.current.
template <class ExecutionSpace, class KeyView, class ValueView>
void radix_sort_pairs(ExecutionSpace const& space, primitives::DoubleBuffer<KeyView>& keys,
                      primitives::DoubleBuffer<ValueView>& values, int begin_bit, int end_bit, Workspace& workspace)
{
  LEXIKOS_DISPATCH(radix_sort_pairs, space, keys, values, begin_bit, end_bit, workspace);
}

/// order lists 0, ..., n-1 sorted stably by symbols(i). Symbols are u8; order is u32 or u64.
template <class ExecutionSpace, class Symbols, class Order>
void symbol_order(ExecutionSpace const& space, Symbols const& symbols, Order const& order, Workspace& workspace)
{
  LEXIKOS_DISPATCH(symbol_order, space, symbols, order, workspace);
}

/// Sorts the pairs of every segment [offsets(s), offsets(s + 1)) by key, in place; values of equal keys come in any order.
/// Segments cover the list: offsets(0) = 0, offsets(last) = n. Offsets have the values' type; keys are below 2^key_bits.
/// Scratch: at most the pairs again, and a list of the segments.
template <class ExecutionSpace, class KeyView, class ValueView, class OffsetView>
void segmented_sort_pairs(ExecutionSpace const& space, KeyView const& keys, ValueView const& values,
                          OffsetView const& offsets, int key_bits, Workspace& workspace,
                          primitives::SegmentStrategy strategy = primitives::SegmentStrategy::automatic)
{
  LEXIKOS_DISPATCH(segmented_sort_pairs, space, keys, values, offsets, key_bits, workspace, strategy);
}

/// Sorts the pairs of the listed segments [offsets(s), offsets(s + 1)), s = listed(0), listed(1), ..., by key, in place,
/// each by one team; values of equal keys come in any order, all other pairs stay. Segments are listed once, and have at
/// most `longest` <= `primitives::max_pairs_of_team` pairs. Offsets and list have the values' type; keys are below 2^key_bits.
template <class ExecutionSpace, class KeyView, class ValueView, class OffsetView, class ListView>
void sort_listed_segments(ExecutionSpace const& space, KeyView const& keys, ValueView const& values,
                          OffsetView const& offsets, ListView const& listed, std::size_t longest, int key_bits,
                          Workspace& workspace)
{
  LEXIKOS_DISPATCH(sort_listed_segments, space, keys, values, offsets, listed, longest, key_bits, workspace);
}

/// Merges two ranges sorted by `less` into out, stably, elements of a first among equals (merge path). The ranges are views,
/// or gather elements of one type from elsewhere: they have extent(0) and operator()(i), called about once an element, and
/// elements convert to those of out.
template <class ExecutionSpace, class A, class B, class Out, class Less>
void merge(ExecutionSpace const& space, A const& a, B const& b, Out const& out, Less less, Workspace& workspace)
{
  LEXIKOS_DISPATCH(merge, space, a, b, out, less, workspace);
}

/// heads(i) = 1 (u8) where keys(i) differs from keys(i - 1), and at 0; else 0.
template <class ExecutionSpace, class Keys, class Heads>
void adjacent_heads(ExecutionSpace const& space, Keys const& keys, Heads const& heads)
{
  LEXIKOS_DISPATCH(adjacent_heads, space, keys, heads);
}

/// Run-length encoding: unique(r) is the key of run r and offsets(r) where it begins; offsets(runs) = n, so that offsets
/// has one entry more than there are runs. Returns the number of runs; fences.
template <class ExecutionSpace, class Keys, class Unique, class Offsets>
[[nodiscard]] std::size_t run_length_encode(ExecutionSpace const& space, Keys const& keys, Unique const& unique,
                                            Offsets const& offsets, Workspace& workspace)
{
  LEXIKOS_DISPATCH(run_length_encode, space, keys, unique, offsets, workspace);
}

/// Calls function(s, i) for every segment s and all i in [offsets(s), offsets(s + 1)). For segments of a few items, of
/// which neighbours are written side by side.
template <class ExecutionSpace, class Offsets, class Function>
void for_each_in_segments(ExecutionSpace const& space, char const* label, Offsets const& offsets, Function function)
{
  LEXIKOS_DISPATCH(for_each_in_segments, space, label, offsets, function);
}

/// minima(s) = smallest of values[offsets(s), offsets(s + 1)); the type's largest value for an empty segment.
template <class ExecutionSpace, class Values, class Offsets, class Minima>
void segmented_minimum(ExecutionSpace const& space, Values const& values, Offsets const& offsets, Minima const& minima,
                       Workspace& workspace)
{
  LEXIKOS_DISPATCH(segmented_minimum, space, values, offsets, minima, workspace);
}

}  // namespace lexikos::primitives

#undef LEXIKOS_DISPATCH
