// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "common/copy_to_space.hpp"

#include <algorithm>
#include <cstring>
#include <lexikos/detail/allocate.hpp>

#include "common/copy_by_threads.hpp"
#include "system/execution_spaces.hpp"
#include "system/host_memory.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::detail
{

namespace
{

/// Of two, one is filled while the other one is copied to the device.
constexpr std::size_t staging_block = std::size_t{16} << 20;
/// Pinned memory is not worth its allocation.
constexpr std::size_t few_bytes = std::size_t{1} << 20;

}  // namespace

template <class ExecutionSpace>
void copy_to_space(ExecutionSpace const& space, void* to, void const* host, std::size_t bytes,
                   [[maybe_unused]] MemoryResource& resource)
{
  if constexpr (works_on_host<ExecutionSpace>) {
    space.fence("lexikos::copy_to_space");
    if (bytes > 0) std::memcpy(to, host, bytes);
  }
  else {
    using Target = Span<std::byte, typename ExecutionSpace::memory_space>;
    auto* const target = static_cast<std::byte*>(to);
    auto const* const source = static_cast<std::byte const*>(host);
    if (bytes <= few_bytes) {
      if (bytes > 0)
        Kokkos::deep_copy(space, Target(target, bytes), Span<std::byte const, Kokkos::HostSpace>(source, bytes));
      space.fence("lexikos::copy_to_space");
      return;
    }
    auto const threads = half_of_threads();
    std::size_t const block = std::min(bytes, staging_block);
    auto const staging = allocate<std::byte, PinnedSpace>(resource, "lexikos::copy_to_space", 2 * block);
    for (std::size_t begin = 0; begin < bytes; begin += block) {
      std::size_t const size = std::min(block, bytes - begin);
      std::byte* const staged = staging.data() + begin / block % 2 * block;
      copy_by_threads<ReadAgain::soon>(threads, staged, source + begin, size);
      space.fence("lexikos::copy_to_space");  // the block before, which went while this one was copied
      Kokkos::deep_copy(space, Target(target + begin, size), Span<std::byte const, PinnedSpace>(staged, size));
    }
    space.fence("lexikos::copy_to_space");
  }
}

#define LEXIKOS_INSTANTIATE(SPACE) \
  template void copy_to_space<SPACE>(SPACE const&, void*, void const*, std::size_t, MemoryResource&);
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::detail
