// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <exception>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/error.hpp>
#include <limits>

#include "common/host_containers.hpp"
#include "system/large_pages.hpp"

namespace lexikos::detail
{

void* allocate_bytes(MemoryResource& resource, MemoryKind kind, std::size_t bytes, char const* label,
                     std::size_t padding)
{
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max() / 2;  // with room for what resources add
  void* data = nullptr;
  try {
    if (bytes < most - padding) data = resource.allocate(kind, bytes + padding, label);
  }
  catch (std::exception const&) {
    // Kokkos throws types of its own, which differ between its versions
  }
  if (data != nullptr) {  // before a message is built, for which there may be no memory
    if (kind == MemoryKind::host) advise_large_pages(data, bytes + padding);
    return data;
  }
  throw Error(ErrorCode::out_of_memory, "cannot allocate " + std::to_string(bytes) + " bytes for " + label);
}

OwnedBytes allocate_owned(MemoryResource& resource, MemoryKind kind, std::size_t bytes, char const* label)
{
  void* const data = allocate_bytes(resource, kind, bytes, label);
  try {
    return with_host_memory("the owner of an array", [&] {
      return OwnedBytes{data, SharedOwner([&resource, kind, data, bytes] { resource.deallocate(kind, data, bytes); })};
    });
  }
  catch (...) {
    resource.deallocate(kind, data, bytes);
    throw;
  }
}

}  // namespace lexikos::detail
