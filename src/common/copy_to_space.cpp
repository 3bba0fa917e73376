// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "common/copy_to_space.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <lexikos/detail/execution_spaces.hpp>
#include <span>

#include "common/copy_by_threads.hpp"
#include "common/staged_copies.hpp"
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
    Span<std::uint8_t, typename ExecutionSpace::memory_space> const target(static_cast<std::uint8_t*>(to), bytes);
    auto const* source = static_cast<std::byte const*>(host);
    if (bytes <= few_bytes) {
      if (bytes > 0)
        Kokkos::deep_copy(space, target,
                          Span<std::uint8_t const, Kokkos::HostSpace>(static_cast<std::uint8_t const*>(host), bytes));
      space.fence("lexikos::copy_to_space");
      return;
    }
    auto const threads = half_of_threads();
    StagedCopies<ExecutionSpace>(space, staging_block, "lexikos::copy_to_space", resource)
        .write_to(target, [&](std::span<std::uint8_t> piece) {
          copy_by_threads<ReadAgain::soon>(threads, reinterpret_cast<std::byte*>(piece.data()), source, piece.size());
          source += piece.size();
        });
  }
}

#define LEXIKOS_INSTANTIATE(SPACE) \
  template void copy_to_space<SPACE>(SPACE const&, void*, void const*, std::size_t, MemoryResource&);
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::detail
