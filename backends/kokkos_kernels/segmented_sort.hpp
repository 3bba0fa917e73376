// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <lexikos/config.hpp>
#include <lexikos/workspace.hpp>

#ifdef LEXIKOS_HAVE_KOKKOS_KERNELS

namespace lexikos::backends::kokkos_kernels
{

/// Instantiated for u32 and u64 keys and values in every execution space that Kokkos has.
template <class ExecutionSpace, class Key, class Value>
void sort_rows(ExecutionSpace const& space, Span<Key, typename ExecutionSpace::memory_space> const& keys,
               Span<Value, typename ExecutionSpace::memory_space> const& values,
               Span<Value const, typename ExecutionSpace::memory_space> const& offsets, int key_bits,
               Workspace& workspace);

/// The segmented sort of backends/primitives.hpp by `KokkosSparse::sort_crs_matrix`: segments are rows, keys are columns. On
/// hosts one thread sorts a row, however long it is. Its scratch comes from Kokkos, not from the workspace: on hosts the
/// pairs again, on a GPU several times that.
/// Throws `Error`: not_supported, on GPUs, for more than 2^31 - 1 segments or a key with all bits set; out_of_memory.
template <class ExecutionSpace, class KeyView, class ValueView, class OffsetView>
void segmented_sort_pairs(ExecutionSpace const& space, KeyView const& keys, ValueView const& values,
                          OffsetView const& offsets, int key_bits, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Key = typename KeyView::value_type;
  using Value = typename ValueView::value_type;
  if (keys.extent(0) < 2 || offsets.extent(0) < 2) return;
  sort_rows<ExecutionSpace, Key, Value>(space, Span<Key, MemorySpace>(keys.data(), keys.extent(0)),
                                        Span<Value, MemorySpace>(values.data(), values.extent(0)),
                                        Span<Value const, MemorySpace>(offsets.data(), offsets.extent(0)), key_bits,
                                        workspace);
}

}  // namespace lexikos::backends::kokkos_kernels

#endif
