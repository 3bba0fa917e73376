// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/session/host_memory_limit.hpp"

#include <algorithm>
#include <exception>

namespace lexikos::app
{

void* HostMemoryLimit::allocate(MemoryKind kind, std::size_t bytes, char const* label)
{
  void* data = nullptr;
  try {
    data = try_to_allocate(kind, bytes, label);
  }
  catch (std::exception const&) {
    // Kokkos throws types of its own, which differ between its versions
  }
  if (data == nullptr) m_left_at_failure = kind == MemoryKind::device ? std::nullopt : std::optional(m_left.load());
  return data;
}

void* HostMemoryLimit::try_to_allocate(MemoryKind kind, std::size_t bytes, char const* label)
{
  MemoryResource& source = kokkos_memory_resource();
  if (kind == MemoryKind::device) return source.allocate(kind, bytes, label);
  if (bytes > m_left.load()) return nullptr;
  void* const data = source.allocate(kind, bytes, label);
  if (data != nullptr) set_aside(bytes);
  return data;
}

void HostMemoryLimit::set_aside(std::size_t bytes)
{
  std::size_t left = m_left.load();
  while (!m_left.compare_exchange_weak(left, left - std::min(left, bytes))) {
  }
}

void HostMemoryLimit::deallocate(MemoryKind kind, void* data, std::size_t bytes) noexcept
{
  kokkos_memory_resource().deallocate(kind, data, bytes);
  if (kind != MemoryKind::device) m_left += bytes;
}

}  // namespace lexikos::app
