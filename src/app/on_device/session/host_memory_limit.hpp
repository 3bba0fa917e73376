// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <cstddef>
#include <lexikos/memory.hpp>
#include <optional>

namespace lexikos::app
{

/// Kokkos' memory, of which the host's ends where the machine's does. The system itself would promise more than it has, and
/// end the process when the memory is used.
class HostMemoryLimit final : public MemoryResource
{
 public:
  explicit HostMemoryLimit(std::size_t bytes) : m_left(bytes) {}

  [[nodiscard]] void* allocate(MemoryKind kind, std::size_t bytes, char const* label) override;
  void deallocate(MemoryKind kind, void* data, std::size_t bytes) noexcept override;

  /// Leaves that much to others.
  void set_aside(std::size_t bytes);
  /// Bytes that could still be allocated when something could not be the last time; nothing if that was on a device.
  [[nodiscard]] std::optional<std::size_t> left_at_failure() const { return m_left_at_failure; }

 private:
  [[nodiscard]] void* try_to_allocate(MemoryKind kind, std::size_t bytes, char const* label);

  std::atomic<std::size_t> m_left;
  std::optional<std::size_t> m_left_at_failure;
};

}  // namespace lexikos::app
