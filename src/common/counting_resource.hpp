// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <lexikos/memory.hpp>

namespace lexikos::detail
{

/// Passes everything on to another resource, and counts what is allocated: for what a call takes altogether.
class CountingResource final : public MemoryResource
{
 public:
  explicit CountingResource(MemoryResource& resource = default_memory_resource()) : m_resource(resource) {}

  void* allocate(MemoryKind kind, std::size_t bytes, char const* label) override
  {
    void* const data = m_resource.allocate(kind, bytes, label);
    if (data == nullptr) return nullptr;
    auto& count = count_of(kind);
    std::size_t const now = count.bytes += bytes;
    std::size_t peak = count.peak;
    while (peak < now && !count.peak.compare_exchange_weak(peak, now)) {
    }
    return data;
  }
  void deallocate(MemoryKind kind, void* data, std::size_t bytes) noexcept override
  {
    count_of(kind).bytes -= bytes;
    m_resource.deallocate(kind, data, bytes);
  }

  /// Bytes of a kind that are allocated now.
  [[nodiscard]] std::size_t bytes(MemoryKind kind) const { return m_counts[static_cast<std::size_t>(kind)].bytes; }
  /// The largest number of bytes of a kind that were allocated at one time.
  [[nodiscard]] std::size_t peak_bytes(MemoryKind kind) const { return m_counts[static_cast<std::size_t>(kind)].peak; }

 private:
  struct Count
  {
    std::atomic<std::size_t> bytes{0};
    std::atomic<std::size_t> peak{0};
  };

  [[nodiscard]] Count& count_of(MemoryKind kind) { return m_counts[static_cast<std::size_t>(kind)]; }

  MemoryResource& m_resource;
  std::array<Count, 3> m_counts;
};

/// A resource that is the default one while this lives.
class DefaultResource
{
 public:
  explicit DefaultResource(MemoryResource& resource) : m_before(set_default_memory_resource(&resource)) {}
  DefaultResource(DefaultResource const&) = delete;
  DefaultResource& operator=(DefaultResource const&) = delete;
  ~DefaultResource() { set_default_memory_resource(&m_before); }

 private:
  MemoryResource& m_before;
};

}  // namespace lexikos::detail
