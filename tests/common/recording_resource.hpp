// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <lexikos/memory.hpp>
#include <map>

namespace lexikos::tests
{

/// Kokkos' memory, with a record of what is out.
class RecordingResource final : public MemoryResource
{
 public:
  void* allocate(MemoryKind kind, std::size_t bytes, char const* label) override
  {
    void* const data = kokkos_memory_resource().allocate(kind, bytes, label);
    allocated[data] = bytes;
    ++count;
    return data;
  }
  void deallocate(MemoryKind kind, void* data, std::size_t bytes) noexcept override
  {
    wrong_sizes += allocated[data] == bytes ? 0 : 1;
    allocated.erase(data);
    kokkos_memory_resource().deallocate(kind, data, bytes);
  }

  std::map<void*, std::size_t> allocated;
  int count = 0;
  int wrong_sizes = 0;
};

/// A resource that never has any.
class EmptyResource final : public MemoryResource
{
 public:
  void* allocate(MemoryKind, std::size_t, char const*) override { return nullptr; }
  void deallocate(MemoryKind, void*, std::size_t) noexcept override {}
};

}  // namespace lexikos::tests
