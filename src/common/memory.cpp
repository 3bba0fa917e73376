// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <atomic>
#include <lexikos/memory.hpp>

#include "system/host_memory.hpp"

namespace lexikos
{

namespace
{

template <class MemorySpace>
void release(void* data)
{
  if (!Kokkos::is_finalized()) Kokkos::kokkos_free<MemorySpace>(data);
}

using DeviceMemorySpace = Kokkos::DefaultExecutionSpace::memory_space;

class KokkosMemoryResource final : public MemoryResource
{
 public:
  void* allocate(MemoryKind kind, std::size_t bytes, char const* label) override
  {
    switch (kind) {
      case MemoryKind::host:
        return Kokkos::kokkos_malloc<Kokkos::HostSpace>(label, bytes);
      case MemoryKind::device:
        return Kokkos::kokkos_malloc<DeviceMemorySpace>(label, bytes);
      case MemoryKind::pinned:
        return Kokkos::kokkos_malloc<detail::PinnedSpace>(label, bytes);
    }
    return nullptr;
  }

  void deallocate(MemoryKind kind, void* data, std::size_t) noexcept override
  {
    switch (kind) {
      case MemoryKind::host:
        return release<Kokkos::HostSpace>(data);
      case MemoryKind::device:
        return release<DeviceMemorySpace>(data);
      case MemoryKind::pinned:
        return release<detail::PinnedSpace>(data);
    }
  }
};

std::atomic<MemoryResource*> default_resource{nullptr};

}  // namespace

MemoryResource& kokkos_memory_resource() noexcept
{
  static KokkosMemoryResource resource;
  return resource;
}

MemoryResource& default_memory_resource() noexcept
{
  auto* const resource = default_resource.load();
  return resource != nullptr ? *resource : kokkos_memory_resource();
}

MemoryResource& set_default_memory_resource(MemoryResource* resource) noexcept
{
  auto* const before = default_resource.exchange(resource);
  return before != nullptr ? *before : kokkos_memory_resource();
}

}  // namespace lexikos
