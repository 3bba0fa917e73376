// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/session/transfer.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "common/copy_by_threads.hpp"
#include "system/execution_spaces.hpp"
#include "system/host_memory.hpp"

namespace lexikos::app
{

namespace
{

template <class MemorySpace>
using Bytes = Span<unsigned char, MemorySpace>;
template <class MemorySpace>
using ConstBytes = Span<unsigned char const, MemorySpace>;

[[maybe_unused]] unsigned char* bytes_at(void* data, std::size_t offset)
{
  return static_cast<unsigned char*>(data) + offset;
}

[[maybe_unused]] unsigned char const* bytes_at(void const* data, std::size_t offset)
{
  return static_cast<unsigned char const*>(data) + offset;
}

/// Calls function(block, offset, size) for parts of `bytes`, with a block of memory that devices copy fast.
template <class Function>
void through_staging(std::size_t bytes, Function const& function)
{
  std::size_t const block = std::min(bytes, staging_bytes);
  auto const staging =
      detail::allocate<unsigned char, detail::PinnedSpace>(default_memory_resource(), "lexikos::app::staging", block);
  for (std::size_t done = 0; done < bytes; done += block) function(staging.data(), done, std::min(block, bytes - done));
}

}  // namespace

template <class ExecutionSpace>
void copy_to(ExecutionSpace const& space, void* to, void const* host, std::size_t bytes)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  if constexpr (detail::works_on_host<ExecutionSpace>) {
    space.fence("lexikos::app::copy_to");
    if (bytes > 0) std::memcpy(to, host, bytes);
  }
  else
    through_staging(bytes, [&](unsigned char* block, std::size_t offset, std::size_t size) {
      detail::copy_by_threads(Kokkos::DefaultHostExecutionSpace(), reinterpret_cast<std::byte*>(block),
                              reinterpret_cast<std::byte const*>(bytes_at(host, offset)), size);
      Kokkos::deep_copy(space, Bytes<MemorySpace>(bytes_at(to, offset), size),
                        ConstBytes<detail::PinnedSpace>(block, size));
      space.fence("lexikos::app::copy_to");
    });
}

template <class ExecutionSpace>
void copy_from(ExecutionSpace const& space, void* host, void const* from, std::size_t bytes)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  if constexpr (detail::works_on_host<ExecutionSpace>) {
    space.fence("lexikos::app::copy_from");
    if (bytes > 0) std::memcpy(host, from, bytes);
  }
  else {
    Kokkos::deep_copy(space, Bytes<Kokkos::HostSpace>(bytes_at(host, 0), bytes),
                      ConstBytes<MemorySpace>(bytes_at(from, 0), bytes));
    space.fence("lexikos::app::copy_from");
  }
}

template <class ExecutionSpace>
void write_bytes(ExecutionSpace const& space, void const* data, std::size_t bytes, Output& output)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  if constexpr (detail::works_on_host<ExecutionSpace>) {
    space.fence("lexikos::app::write");
    output.write(data, bytes);
  }
  else
    through_staging(bytes, [&](unsigned char* block, std::size_t offset, std::size_t size) {
      Kokkos::deep_copy(space, Bytes<detail::PinnedSpace>(block, size),
                        ConstBytes<MemorySpace>(bytes_at(data, offset), size));
      space.fence("lexikos::app::write");
      output.write(block, size);
    });
}

#define LEXIKOS_INSTANTIATE(SPACE)                                               \
  template void copy_to<SPACE>(SPACE const&, void*, void const*, std::size_t);   \
  template void copy_from<SPACE>(SPACE const&, void*, void const*, std::size_t); \
  template void write_bytes<SPACE>(SPACE const&, void const*, std::size_t, Output&);
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::app
