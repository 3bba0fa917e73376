// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Blocks of streams as threads work on them: text and body lie in host memory, and are copied to where the space works and back,
// unless it works there.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <lexikos/compress.hpp>
#include <lexikos/detail/allocate.hpp>
#include <memory>
#include <vector>

#include "compress/block.hpp"
#include "system/concurrency.hpp"
#include "system/device_memory.hpp"
#include "system/host_memory.hpp"
#include "system/instances.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::compress_detail
{

/// Host memory that grows, and keeps what it has.
class HostBuffer
{
 public:
  void reserve(std::size_t bytes)
  {
    if (bytes <= m_bytes.extent(0)) return;
    auto const larger = detail::allocate<std::uint8_t, detail::PinnedSpace>(default_memory_resource(),
                                                                            "lexikos::compress::block", bytes);
    if (m_size != 0) std::memcpy(larger.data(), m_bytes.data(), m_size);
    m_bytes = larger;
  }
  /// Up to `wanted` bytes of the source, in place of what it has. Memory grows with what comes, for it may be less.
  void read(ByteSource const& source, std::size_t wanted)
  {
    constexpr std::size_t first = std::size_t{4} << 20;
    m_size = 0;
    for (std::size_t room = std::min(wanted, first);; room = std::min(wanted, 2 * room)) {
      reserve(room);
      std::size_t const asked = room - m_size;
      std::size_t const got = source({m_bytes.data() + m_size, asked});
      m_size += std::min(got, asked);
      if (got < asked || m_size == wanted) return;
    }
  }
  void resize(std::size_t size)
  {
    reserve(size);
    m_size = size;
  }
  [[nodiscard]] std::uint8_t* data() const { return m_bytes.data(); }
  [[nodiscard]] std::size_t size() const { return m_size; }
  [[nodiscard]] std::span<std::uint8_t const> bytes() const { return {m_bytes.data(), m_size}; }

 private:
  Array<std::uint8_t, detail::PinnedSpace> m_bytes;
  std::size_t m_size = 0;
};

struct BlockJob
{
  BlockFacts facts;
  HostBuffer input;
  HostBuffer output;
};

using BlockWork = std::function<void(BlockJob&)>;

/// function(input, output) on arrays where the space works; the output has `output_size` entries before, and afterwards as many
/// as the function returns, which are copied back.
template <class ExecutionSpace, class Function>
void work_on_block(ExecutionSpace const& space, BlockJob& job, std::size_t output_size, Workspace& workspace,
                   Function const& function)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Host = Kokkos::HostSpace;
  job.output.resize(output_size);
  Span<std::uint8_t const, Host> const host_input(job.input.data(), job.input.size());
  if constexpr (detail::works_on_host<ExecutionSpace>) {
    Span<std::uint8_t, MemorySpace> const output(job.output.data(), output_size);
    job.output.resize(function(Span<std::uint8_t const, MemorySpace>(host_input.data(), job.input.size()), output));
  }
  else {
    Workspace::Scope const scope(workspace);
    auto const input = workspace.take<std::uint8_t, MemorySpace>(job.input.size());
    auto const output = workspace.take<std::uint8_t, MemorySpace>(output_size);
    Kokkos::deep_copy(space, input, host_input);
    std::size_t const size = function(Span<std::uint8_t const, MemorySpace>(input), output);
    Kokkos::deep_copy(space, Span<std::uint8_t, Host>(job.output.data(), size),
                      Span<std::uint8_t const, MemorySpace>(output.data(), size));
    space.fence("lexikos::compress::copy_back");
    job.output.resize(size);
  }
}

/// Blocks up to this size are worked on one a thread of the host, and larger ones one after the other, by all threads.
constexpr std::size_t block_of_thread = std::size_t{16} << 20;

/// A device works on so many bytes of blocks at the same time, but on two of them at least: a small block by itself has too few
/// parts for its threads.
constexpr std::size_t bytes_of_device = std::size_t{64} << 20;
constexpr std::size_t most_of_device = 32;

/// What each of several workers reserves of its workspace, so that none gives memory back between its blocks: that waits for the
/// kernels of all instances, those of the other workers too. One worker, whose blocks may be large, takes what it needs: 0.
/// \param workspace_bytes  of a block, without text and body, which lie there too on devices
template <class ExecutionSpace>
std::size_t reserved_bytes(std::size_t workers, std::size_t workspace_bytes, std::size_t block_bytes)
{
  if (workers == 1) return 0;
  return detail::works_on_host<ExecutionSpace> ? workspace_bytes
                                               : workspace_bytes + 2 * (block_bytes + Workspace::alignment);
}

/// Whether threads of the space can each have an instance.
template <class ExecutionSpace>
constexpr bool divides_by_threads =
#ifdef KOKKOS_ENABLE_OPENMP
    std::is_same_v<ExecutionSpace, Kokkos::OpenMP>;
#else
    false;
#endif

/// How many blocks are worked on at the same time.
/// \param bytes  of one of them: the workspace, text and body
/// \param most   bytes that may be taken; 0: half of what is free
template <class ExecutionSpace>
std::size_t concurrent_blocks([[maybe_unused]] ExecutionSpace const& space, [[maybe_unused]] std::size_t block_bytes,
                              std::size_t blocks, std::size_t bytes, std::size_t most)
{
  std::size_t wanted = 1;
  if constexpr (divides_by_threads<ExecutionSpace>) {
    if (block_bytes <= block_of_thread) wanted = static_cast<std::size_t>(detail::concurrency_of(space));
  }
  else if constexpr (!detail::works_on_host<ExecutionSpace>)
    wanted = std::clamp<std::size_t>(block_bytes == 0 ? 0 : bytes_of_device / block_bytes, 2, most_of_device);
  if (std::min(wanted, blocks) <= 1) return 1;
  if (most == 0) most = detail::available_memory<ExecutionSpace>().free / 2;
  return std::max<std::size_t>(1, std::min({wanted, blocks, most / std::max<std::size_t>(1, bytes)}));
}

/// Of each of `count` threads, what it does to a block: make(instance) of instances of its own; of one thread, of the caller's.
template <class ExecutionSpace, class Make>
std::vector<BlockWork> workers_for_blocks(ExecutionSpace const& space, std::size_t count, Make const& make)
{
  std::vector<BlockWork> workers;
  if (count == 1) {
    workers.push_back(make(space));
    return workers;
  }
#ifdef KOKKOS_ENABLE_OPENMP
  if constexpr (divides_by_threads<ExecutionSpace>) {
    for (std::size_t i = 0; i < count; ++i) workers.push_back(make(Kokkos::OpenMP(1)));
    return workers;
  }
#endif
  if constexpr (!detail::works_on_host<ExecutionSpace>)
    for (auto const& instance : detail::instances_beside(space, count)) workers.push_back(make(instance));
  return workers;
}

}  // namespace lexikos::compress_detail
