// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The one place where memory is allocated: arrays that a structure or a result keeps, and blocks of workspaces.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <lexikos/memory.hpp>
#include <ranges>
#include <type_traits>

namespace lexikos::detail
{

/// Memory of a resource, never null; of hosts in large pages where the system has them. Error (out_of_memory) with the number
/// of bytes, and what they are for.
/// \param padding  bytes that are allocated besides, which the message does not count
[[nodiscard]] void* allocate_bytes(MemoryResource& resource, MemoryKind kind, std::size_t bytes, char const* label,
                                   std::size_t padding = 0);

struct OwnedBytes
{
  void* data = nullptr;
  SharedOwner owner;
};

/// The same, returned to the resource by the owner.
[[nodiscard]] OwnedBytes allocate_owned(MemoryResource& resource, MemoryKind kind, std::size_t bytes,
                                        char const* label);

/// [0..n) uninitialised. Errors of `allocate_bytes`.
template <class T, class MemorySpace>
[[nodiscard]] Array<T, MemorySpace> allocate(MemoryResource& resource, char const* label, std::size_t n)
{
  if (n == 0) return {};
  OwnedBytes bytes = allocate_owned(resource, memory_kind<MemorySpace>(), bytes_of_values<T>(n), label);
  return {Span<T, MemorySpace>(static_cast<T*>(bytes.data), n), std::move(bytes.owner)};
}

/// A copy of values of the host, in a contiguous range. Fences; errors of `allocate_bytes`.
template <class ExecutionSpace, class Values>
[[nodiscard]] auto copy_from_host(ExecutionSpace const& space, MemoryResource& resource, char const* label,
                                  Values const& values)
{
  using T = std::remove_cv_t<std::ranges::range_value_t<Values>>;
  auto const copy = allocate<T, typename ExecutionSpace::memory_space>(resource, label, std::ranges::size(values));
  Kokkos::deep_copy(space, copy, Span<T const, Kokkos::HostSpace>(std::ranges::data(values), copy.extent(0)));
  space.fence("lexikos::copy_from_host");
  return copy;
}

}  // namespace lexikos::detail
