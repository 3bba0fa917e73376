// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "backends/composite_sort.hpp"
#include "backends/cuda/compiled.hpp"
#include "backends/cuda/cub_segmented_sort.hpp"
#include "backends/cuda/giant_segments.hpp"
#include "backends/cuda/moderngpu.hpp"
#include "backends/cuda/segment_classes.hpp"

// Segments are sorted by size class, all segments of a class at once: short and middle ones by kernels made for their size
// (size_class_sort.cpp), giants by radix sort (giant_segments.hpp). Other libraries' sorts, and one sort of (segment, key), are
// there on request.

namespace lexikos::backends::cuda::compiled
{

namespace
{

template <class Key, class Value>
void sort_whole_list_by_cub(Kokkos::Cuda const& space, SegmentedPairs<Key, Value> const& pairs, Workspace& workspace)
{
  using Offsets = Span<Value const, Kokkos::CudaSpace>;
  auto const stream = space.cuda_stream();
  std::size_t const n = pairs.size();
  Workspace::Scope const scope(workspace);
  PairBuffers<Key, Value> buffers{{pairs.keys, workspace.take<Key, Kokkos::CudaSpace>(n)},
                                  {pairs.values, workspace.take<Value, Kokkos::CudaSpace>(n)}};
  Offsets const begins(pairs.offsets.data(), pairs.segments());
  Offsets const ends(pairs.offsets.data() + 1, pairs.segments());
  sort_by_cub<Key, Value>(space, buffers, begins, ends, workspace);
  auto const copy_back = [&](auto const& to, auto const& from) {
    if (from.data() != to.data())
      LEXIKOS_CUDA(cudaMemcpyAsync(to.data(), from.data(), n * sizeof(*to.data()), cudaMemcpyDeviceToDevice, stream));
  };
  copy_back(pairs.keys, buffers.keys.current);
  copy_back(pairs.values, buffers.values.current);
}

template <class Key, class Value>
void sort_by_size_class(Kokkos::Cuda const& space, SegmentedPairs<Key, Value> const& pairs, int key_bits,
                        GiantLimits const& limits, Workspace& workspace)
{
  Workspace::Scope const scope(workspace);
  auto const classes = classify(space, pairs.offsets, workspace);
  for (int c = 0; c < size_classes; ++c)
    if (classes.count[c] != 0) sort_size_class(space, c, pairs, classes.listed(c), classes.count[c]);
  if (classes.count[giant_class] != 0)
    sort_giants(space, pairs, classes.listed(giant_class), classes.count[giant_class], key_bits, limits, workspace);
}

}  // namespace

template <class Key, class Value>
void sort_segments(Kokkos::Cuda const& space, SegmentedPairs<Key, Value> const& pairs, int key_bits, SegmentedSort sort,
                   GiantLimits const& limits, Workspace& workspace)
{
  if (sort == SegmentedSort::cub) return sort_whole_list_by_cub(space, pairs, workspace);
#ifdef LEXIKOS_HAVE_MODERNGPU
  if (sort == SegmentedSort::moderngpu) return sort_by_moderngpu(space, pairs, workspace);
#endif
  if (sort == SegmentedSort::composite && composite_keys_fit(pairs.segments(), key_bits))
    return sort_list_by_composite_keys(
        space, pairs.keys, pairs.values, pairs.offsets, key_bits, workspace,
        [&](auto& keys, auto& values, int bits) { cuda::radix_sort_pairs(space, keys, values, 0, bits, workspace); });
  sort_by_size_class(space, pairs, key_bits, limits, workspace);
}

#define LEXIKOS_INSTANTIATE(Key, Value)                                                                   \
  template void sort_segments(Kokkos::Cuda const&, SegmentedPairs<Key, Value> const&, int, SegmentedSort, \
                              GiantLimits const&, Workspace&);
LEXIKOS_INSTANTIATE(std::uint32_t, std::uint32_t)
LEXIKOS_INSTANTIATE(std::uint32_t, std::uint64_t)
LEXIKOS_INSTANTIATE(std::uint64_t, std::uint32_t)
LEXIKOS_INSTANTIATE(std::uint64_t, std::uint64_t)

}  // namespace lexikos::backends::cuda::compiled
