// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "backends/cuda/moderngpu.hpp"

#ifdef LEXIKOS_HAVE_MODERNGPU

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
void sort_by_moderngpu(Kokkos::Cuda const& space, Key* keys, Value* values, Value const* offsets, std::size_t segments,
                       std::size_t n, Workspace& workspace)
{
  lexikos::detail::require(n <= static_cast<std::size_t>(std::numeric_limits<int>::max()), ErrorCode::not_supported,
                           "moderngpu counts in 32 bits");
  WorkspaceContext context(space, workspace);
  mgpu::segmented_sort(keys, values, static_cast<int>(n), offsets, static_cast<int>(segments), mgpu::less_t<Key>(),
                       context);
  space.fence("lexikos::primitives::segmented_sort");  // the context's memory goes back with it
}

}  // namespace lexikos::backends::cuda

#else

namespace lexikos::backends::cuda
{

template <class Key, class Value>
void sort_by_moderngpu(Kokkos::Cuda const&, Key*, Value*, Value const*, std::size_t, std::size_t, Workspace&)
{
  throw Error(ErrorCode::not_supported, "moderngpu is not in this build");
}

}  // namespace lexikos::backends::cuda

#endif

namespace lexikos::backends::cuda
{

#define LEXIKOS_INSTANTIATE(Key, Value)                                                                     \
  template void sort_by_moderngpu<Key, Value>(Kokkos::Cuda const&, Key*, Value*, Value const*, std::size_t, \
                                              std::size_t, Workspace&);
LEXIKOS_INSTANTIATE(std::uint32_t, std::uint32_t)
LEXIKOS_INSTANTIATE(std::uint32_t, std::uint64_t)
LEXIKOS_INSTANTIATE(std::uint64_t, std::uint32_t)
LEXIKOS_INSTANTIATE(std::uint64_t, std::uint64_t)

}  // namespace lexikos::backends::cuda
