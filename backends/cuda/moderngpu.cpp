// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "backends/cuda/moderngpu.hpp"

#ifdef LEXIKOS_HAVE_MODERNGPU

#include <lexikos/error.hpp>
#include <limits>
#include <moderngpu/kernel_segsort.hxx>

namespace lexikos::backends::cuda
{

namespace
{

/// Hands moderngpu the instance's stream and the workspace's memory, which its scope gives back.
class WorkspaceContext : public mgpu::standard_context_t
{
 public:
  WorkspaceContext(Kokkos::Cuda const& space, Workspace& workspace)
      : mgpu::standard_context_t(false, space.cuda_stream()), m_workspace(workspace), m_scope(workspace)
  {}

  void* alloc(std::size_t size, mgpu::memory_space_t memory) override
  {
    if (memory == mgpu::memory_space_host) return mgpu::standard_context_t::alloc(size, memory);
    return size == 0 ? nullptr : m_workspace.take<std::byte, Kokkos::CudaSpace>(size).data();
  }

  void free(void* memory_begin, mgpu::memory_space_t memory) override
  {
    if (memory == mgpu::memory_space_host) mgpu::standard_context_t::free(memory_begin, memory);
  }

 private:
  Workspace& m_workspace;
  Workspace::Scope m_scope;
};

}  // namespace

template <class Key, class Value>
void sort_by_moderngpu(Kokkos::Cuda const& space, SegmentedPairs<Key, Value> const& pairs, Workspace& workspace)
{
  lexikos::detail::require(pairs.size() <= static_cast<std::size_t>(std::numeric_limits<int>::max()) &&
                               pairs.segments() <= static_cast<std::size_t>(std::numeric_limits<int>::max()),
                           ErrorCode::not_supported, "moderngpu sorts at most 2^31 - 1 pairs");
  WorkspaceContext context(space, workspace);
  mgpu::segmented_sort(pairs.keys.data(), pairs.values.data(), static_cast<int>(pairs.size()), pairs.offsets.data(),
                       static_cast<int>(pairs.segments()), mgpu::less_t<Key>(), context);
  space.fence("lexikos::primitives::segmented_sort");  // the context's memory is given back with it
}

#define LEXIKOS_INSTANTIATE(Key, Value) \
  template void sort_by_moderngpu(Kokkos::Cuda const&, SegmentedPairs<Key, Value> const&, Workspace&);
LEXIKOS_INSTANTIATE(std::uint32_t, std::uint32_t)
LEXIKOS_INSTANTIATE(std::uint32_t, std::uint64_t)
LEXIKOS_INSTANTIATE(std::uint64_t, std::uint32_t)
LEXIKOS_INSTANTIATE(std::uint64_t, std::uint64_t)

}  // namespace lexikos::backends::cuda

#endif
