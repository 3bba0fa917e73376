// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The parallel primitives in which every algorithm of the library is written.
//
// backends/kokkos has all of them, portably; backends/openmp and backends/cuda override what they do better.
//
//  * Each takes the execution space instance first, works on rank-1 contiguous views that the instance can access, and
//    accepts n = 0 and sizes beyond 2^32. "Key" and "value" types are u32 and u64 unless a line says otherwise.
//  * Scratch comes from the workspace, and is given back to it.
//  * Inputs are not changed. Outputs overlap neither inputs nor each other unless a line says so.
//  * Each is asynchronous on the instance, and does not fence, unless a line says so. On hosts all are done on return.
//  * Results are the same on every execution space, and from run to run, unless a line leaves an order open.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/config.hpp>
#include <lexikos/error.hpp>
#include <lexikos/segmented_sort.hpp>
#include <lexikos/workspace.hpp>
#include <string>
#include <type_traits>

#include "backends/kokkos/primitives.hpp"
#include "backends/kokkos_kernels/segmented_sort.hpp"
#include "backends/operations.hpp"
#ifdef KOKKOS_ENABLE_OPENMP
#include "backends/openmp/primitives.hpp"
#endif
#ifdef KOKKOS_ENABLE_CUDA
#include "backends/cuda/primitives.hpp"
#endif

namespace lexikos::backends
{

// Where a backend does not declare a primitive itself, the portable one is found.
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

/// out(i) = function(in(i)). The label names the kernel. `out` may be `in`: in(i) is read once, before out(i) is written.
template <class ExecutionSpace, class In, class Out, class Function>
void transform(ExecutionSpace const& space, char const* label, In const& in, Out const& out, Function function)
{
  LEXIKOS_DISPATCH(transform, space, label, in, out, function);
}

/// out(i) = table(indices(i)). `out` may be `indices`: indices(i) is read once, before out(i) is written.
template <class ExecutionSpace, class Indices, class Table, class Out>
void gather(ExecutionSpace const& space, Indices const& indices, Table const& table, Out const& out)
{
  LEXIKOS_DISPATCH(gather, space, indices, table, out);
}

/// table(indices(i)) = values(i); all other entries stay. Indices are distinct.
template <class ExecutionSpace, class Indices, class Values, class Table>
void scatter(ExecutionSpace const& space, Indices const& indices, Values const& values, Table const& table)
{
  LEXIKOS_DISPATCH(scatter, space, indices, values, table);
}

/// `scatter` for tables that are larger than the cache: pairs are first partitioned by the high bits of the index, so that
/// successive writes fall near each other. Scratch: the pairs again, and on a GPU once more.
template <class ExecutionSpace, class Indices, class Values, class Table>
void scatter_blocked(ExecutionSpace const& space, Indices const& indices, Values const& values, Table const& table,
                     Workspace& workspace)
{
  LEXIKOS_DISPATCH(scatter_blocked, space, indices, values, table, workspace);
}

/// Combines all view(i) by an associative and commutative operation of operations.hpp; its identity for n = 0. Fences.
template <class ExecutionSpace, class View, class Operation>
[[nodiscard]] typename View::non_const_value_type reduce(ExecutionSpace const& space, View const& view,
                                                         Operation operation, Workspace& workspace)
{
  LEXIKOS_DISPATCH(reduce, space, view, operation, workspace);
}

/// counts(b) = the number of i with symbols(i) == b, for all b < counts.extent(0) <= 65 536; every symbol is below that.
/// Symbols are u8, u16 or u32; counts u64, and overwritten.
template <class ExecutionSpace, class Symbols, class Counts>
void histogram(ExecutionSpace const& space, Symbols const& symbols, Counts const& counts, Workspace& workspace)
{
  LEXIKOS_DISPATCH(histogram, space, symbols, counts, workspace);
}

/// out(i) = in(0), ..., in(i - 1) combined by an associative operation of operations.hpp; out(0) = its identity. The
/// arithmetic is that of out's value type (u32 or u64); in is u8, u32 or u64. `out` may be `in`, where both have the same
/// value type: in(i) is read before out(i) is written.
template <class ExecutionSpace, class In, class Out, class Operation>
void exclusive_scan(ExecutionSpace const& space, In const& in, Out const& out, Operation operation,
                    Workspace& workspace)
{
  LEXIKOS_DISPATCH(exclusive_scan, space, in, out, operation, workspace);
}

/// out(i) = in(0), ..., in(i) combined; otherwise like `exclusive_scan`.
template <class ExecutionSpace, class In, class Out, class Operation>
void inclusive_scan(ExecutionSpace const& space, In const& in, Out const& out, Operation operation,
                    Workspace& workspace)
{
  LEXIKOS_DISPATCH(inclusive_scan, space, in, out, operation, workspace);
}

/// Lists the i with flags(i) != 0 (u8), ascending, at the front of out, where entries after the last one stay. Returns their
/// count; fences.
template <class ExecutionSpace, class Flags, class Out>
[[nodiscard]] std::size_t select_positions(ExecutionSpace const& space, Flags const& flags, Out const& out,
                                           Workspace& workspace)
{
  LEXIKOS_DISPATCH(select_positions, space, flags, out, workspace);
}

/// Copies the in(i) with flags(i) != 0 (u8), in their order, to out, which has as many entries. Does not fence: the caller
/// knows their count.
template <class ExecutionSpace, class In, class Flags, class Out>
void pack_flagged(ExecutionSpace const& space, In const& in, Flags const& flags, Out const& out, Workspace& workspace)
{
  LEXIKOS_DISPATCH(pack_flagged, space, in, flags, out, workspace);
}

/// Lists the i with flags(i) != 0 (u8), ascending, in out, which has as many entries. Does not fence.
template <class ExecutionSpace, class Flags, class Out>
void pack_positions(ExecutionSpace const& space, Flags const& flags, Out const& out, Workspace& workspace)
{
  LEXIKOS_DISPATCH(pack_positions, space, flags, out, workspace);
}

/// Sorts keys stably by their bits [begin_bit, end_bit). The result is in keys.current; keys.other is overwritten. Nothing
/// moves where the range of bits is empty.
template <class ExecutionSpace, class KeyView>
void radix_sort_keys(ExecutionSpace const& space, primitives::DoubleBuffer<KeyView>& keys, int begin_bit, int end_bit,
                     Workspace& workspace)
{
  LEXIKOS_DISPATCH(radix_sort_keys, space, keys, begin_bit, end_bit, workspace);
}

/// Sorts (key, value) pairs stably by the bits [begin_bit, end_bit) of the key. The result is in keys.current and
/// values.current; both `other` arrays are overwritten.
template <class ExecutionSpace, class KeyView, class ValueView>
void radix_sort_pairs(ExecutionSpace const& space, primitives::DoubleBuffer<KeyView>& keys,
                      primitives::DoubleBuffer<ValueView>& values, int begin_bit, int end_bit, Workspace& workspace)
{
  LEXIKOS_DISPATCH(radix_sort_pairs, space, keys, values, begin_bit, end_bit, workspace);
}

/// order = 0, ..., n - 1 sorted stably by symbols(i). Symbols are u8; order is u32 or u64.
template <class ExecutionSpace, class Symbols, class Order>
void symbol_order(ExecutionSpace const& space, Symbols const& symbols, Order const& order, Workspace& workspace)
{
  LEXIKOS_DISPATCH(symbol_order, space, symbols, order, workspace);
}

/// Whether this build has a segmented sort on the execution space.
template <class ExecutionSpace>
[[nodiscard]] constexpr bool has_segmented_sort(SegmentedSort sort)
{
  constexpr bool is_cuda = backends::backend_of<ExecutionSpace>() == backends::Backend::cuda;
#ifdef LEXIKOS_HAVE_MODERNGPU
  constexpr bool with_moderngpu = true;
#else
  constexpr bool with_moderngpu = false;
#endif
#ifdef LEXIKOS_HAVE_KOKKOS_KERNELS
  constexpr bool with_kokkos_kernels = true;
#else
  constexpr bool with_kokkos_kernels = false;
#endif
  switch (sort) {
    case SegmentedSort::automatic:
    case SegmentedSort::composite:
      return true;
    case SegmentedSort::cub:
      return is_cuda;
    case SegmentedSort::moderngpu:
      return is_cuda && with_moderngpu;
    case SegmentedSort::kokkos_kernels:
      return with_kokkos_kernels;
  }
  return false;
}

/// Error (not_supported) where `has_segmented_sort` is false.
template <class ExecutionSpace>
void require_segmented_sort(SegmentedSort sort)
{
  if (!has_segmented_sort<ExecutionSpace>(sort))
    throw Error(ErrorCode::not_supported,
                "this build has no segmented sort " + std::string(to_string(sort)) + " on " + ExecutionSpace::name());
}

/// Sorts the pairs of every segment [offsets(s), offsets(s + 1)) by key, in place; not stable, the values of equal keys come
/// in any order. Segments cover the list: offsets(0) = 0, offsets(last) = n. Offsets have the values' type; keys are below
/// 2^key_bits. Fences on a GPU, where all but `composite` read lengths back. Scratch: a list of the segments and at most the
/// pairs again; `composite` takes 16 bytes a pair and the values again.
/// Throws `Error` (not_supported), with nothing done, where `has_segmented_sort` is false, or beyond the sort's limits.
template <class ExecutionSpace, class KeyView, class ValueView, class OffsetView>
void segmented_sort_pairs(ExecutionSpace const& space, KeyView const& keys, ValueView const& values,
                          OffsetView const& offsets, int key_bits, Workspace& workspace,
                          SegmentedSort sort = SegmentedSort::automatic)
{
  require_segmented_sort<ExecutionSpace>(sort);
#ifdef LEXIKOS_HAVE_KOKKOS_KERNELS
  if (sort == SegmentedSort::kokkos_kernels)
    return backends::kokkos_kernels::segmented_sort_pairs(space, keys, values, offsets, key_bits, workspace);
#endif
  LEXIKOS_DISPATCH(segmented_sort_pairs, space, keys, values, offsets, key_bits, workspace, sort);
}

/// Sorts the pairs of the listed segments [offsets(s), offsets(s + 1)), s = listed(0), listed(1), ..., by key, in place,
/// each by one team; not stable. All other pairs stay. Segments are listed once, and have at most `longest` <=
/// `primitives::max_pairs_of_team` pairs. Offsets and list have the values' type; keys are below 2^key_bits.
template <class ExecutionSpace, class KeyView, class ValueView, class OffsetView, class ListView>
void sort_listed_segments(ExecutionSpace const& space, KeyView const& keys, ValueView const& values,
                          OffsetView const& offsets, ListView const& listed, std::size_t longest, int key_bits,
                          Workspace& workspace)
{
  LEXIKOS_DISPATCH(sort_listed_segments, space, keys, values, offsets, listed, longest, key_bits, workspace);
}

/// Merges two ranges sorted by `less` into out, stably: of equal elements, those of a come first (merge path). The ranges are
/// views, or gather elements of one type from elsewhere: they have extent(0) and operator()(i), which is called about once
/// an element, and their elements convert to those of out.
template <class ExecutionSpace, class A, class B, class Out, class Less>
void merge(ExecutionSpace const& space, A const& a, B const& b, Out const& out, Less less, Workspace& workspace)
{
  LEXIKOS_DISPATCH(merge, space, a, b, out, less, workspace);
}

/// heads(i) = 1 (u8) if i = 0 or keys(i) differs from keys(i - 1), else 0.
template <class ExecutionSpace, class Keys, class Heads>
void adjacent_heads(ExecutionSpace const& space, Keys const& keys, Heads const& heads)
{
  LEXIKOS_DISPATCH(adjacent_heads, space, keys, heads);
}

/// Run-length encoding: unique(r) is the key of run r and offsets(r) its start; offsets(runs) = n, so that offsets has one
/// entry more than there are runs. Returns the number of runs; fences.
template <class ExecutionSpace, class Keys, class Unique, class Offsets>
[[nodiscard]] std::size_t run_length_encode(ExecutionSpace const& space, Keys const& keys, Unique const& unique,
                                            Offsets const& offsets, Workspace& workspace)
{
  LEXIKOS_DISPATCH(run_length_encode, space, keys, unique, offsets, workspace);
}

/// Calls function(s, i) once for every segment s and all i in [offsets(s), offsets(s + 1)), in any order and at the same
/// time. For segments of a few items: on a GPU, neighbouring items are handled by neighbouring threads. The label names the
/// kernel.
template <class ExecutionSpace, class Offsets, class Function>
void for_each_in_segments(ExecutionSpace const& space, char const* label, Offsets const& offsets, Function function)
{
  LEXIKOS_DISPATCH(for_each_in_segments, space, label, offsets, function);
}

}  // namespace lexikos::primitives

#undef LEXIKOS_DISPATCH
