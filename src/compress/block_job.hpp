// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Blocks of streams as threads work on them: text and body lie in host memory, and are copied to where the space works and
// back, unless it works there; or go from the stream to a device, or back, piece by piece.

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

#include "common/staged_copies.hpp"
#include "compress/block.hpp"
#include "compress/pipeline.hpp"
#include "system/concurrency.hpp"
#include "system/device_memory.hpp"
#include "system/host_memory.hpp"
#include "system/instances.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::compress_detail
{

/// Where blocks wait on the host. Devices copy pinned memory several times as fast, but to pin it takes ten times as long as
/// that: it is for buffers that many blocks come through.
enum class BlockMemory : std::uint8_t
{
  pageable,
  pinned
};

/// Host memory that grows, and keeps what it has.
class HostBuffer
{
 public:
  /// Gives up what it has if that is of another kind.
  void use(BlockMemory kind)
  {
    if (kind != m_kind) *this = HostBuffer();
    m_kind = kind;
  }
  void reserve(std::size_t bytes)
  {
    if (bytes <= m_room) return;
    if (m_kind == BlockMemory::pinned)
      grow(m_pinned, bytes);
    else
      grow(m_pageable, bytes);
  }
  /// Up to `wanted` bytes of the source, in place of what it has. Memory grows with what comes, for it may be less.
  void read(ByteSource const& source, std::size_t wanted)
  {
    constexpr std::size_t first = std::size_t{4} << 20;
    m_size = 0;
    reserve(std::min(wanted, first));
    while (m_size < wanted) {
      std::uint8_t next = 0;  // where there is no room: whether memory for more is needed at all
      bool const is_full = m_size == m_room;
      std::size_t const asked = is_full ? 1 : std::min(wanted, m_room) - m_size;
      std::size_t const got = std::min(asked, source({is_full ? &next : m_data + m_size, asked}));
      if (is_full && got == 1) {
        reserve(std::min(wanted, 2 * m_room));
        m_data[m_size] = next;
      }
      m_size += got;
      if (got < asked) return;
    }
  }
  void resize(std::size_t size)
  {
    reserve(size);
    m_size = size;
  }
  [[nodiscard]] std::uint8_t* data() const { return m_data; }
  [[nodiscard]] std::size_t size() const { return m_size; }
  [[nodiscard]] std::span<std::uint8_t const> bytes() const { return {m_data, m_size}; }

 private:
  template <class MemorySpace>
  void grow(Array<std::uint8_t, MemorySpace>& memory, std::size_t bytes)
  {
    auto const larger =
        detail::allocate<std::uint8_t, MemorySpace>(default_memory_resource(), "lexikos::compress::block", bytes);
    if (m_size != 0) std::memcpy(larger.data(), m_data, m_size);
    memory = larger;
    m_data = larger.data();
    m_room = bytes;
  }

  BlockMemory m_kind = BlockMemory::pageable;
  Array<std::uint8_t, Kokkos::HostSpace> m_pageable;
  Array<std::uint8_t, detail::PinnedSpace> m_pinned;
  std::uint8_t* m_data = nullptr;
  std::size_t m_room = 0;
  std::size_t m_size = 0;
};

/// How many blocks so many bytes are.
constexpr std::uint64_t blocks_of(std::uint64_t bytes, std::uint64_t block_bytes)
{
  return bytes / block_bytes + (bytes % block_bytes != 0 ? 1 : 0);
}

struct StreamedInput
{
  ByteSource const* source = nullptr;  // gives all that it is asked for, or throws
  std::size_t bytes = 0;
};

struct BlockJob
{
  void use(BlockMemory kind)
  {
    input.use(kind);
    output.use(kind);
  }

  [[nodiscard]] std::size_t input_bytes() const
  {
    return streamed_input.source != nullptr ? streamed_input.bytes : input.size();
  }

  BlockFacts facts;
  HostBuffer input;
  HostBuffer output;
  // where there is one worker, which reads the input, or writes the output, itself
  StreamedInput streamed_input = {};
  ByteSink const* sink = nullptr;
};

using BlockWork = std::function<void(BlockJob&)>;

/// What a worker has, of an instance of its own.
template <class ExecutionSpace>
struct Worker
{
  Worker(ExecutionSpace const& instance, std::size_t bytes)
      : space(instance),
        staged(instance, std::size_t{4} << 20, "lexikos::compress::staging", default_memory_resource()),
        reserved(bytes)
  {}

  ExecutionSpace space;
  Workspace workspace;
  detail::StagedCopies<ExecutionSpace> staged;
  std::size_t reserved;  // bytes that the workspace has from the first block on; 0: as they are needed
};

/// function(input, output) on arrays where the space works; the output has `output_size` entries before, and afterwards as many
/// as the function returns, which are copied back.
template <class ExecutionSpace, class Function>
void work_on_block(Worker<ExecutionSpace>& worker, BlockJob& job, std::size_t output_size, Function const& function)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Host = Kokkos::HostSpace;
  auto const& space = worker.space;
  if (worker.reserved != 0) worker.workspace.template reserve<MemorySpace>(worker.reserved);
  if constexpr (detail::works_on_host<ExecutionSpace>) {
    job.output.resize(output_size);
    Span<std::uint8_t, MemorySpace> const output(job.output.data(), output_size);
    job.output.resize(function(Span<std::uint8_t const, MemorySpace>(job.input.data(), job.input.size()), output));
  }
  else {
    Workspace::Scope const scope(worker.workspace);
    auto const input = worker.workspace.template take<std::uint8_t, MemorySpace>(job.input_bytes());
    auto const output = worker.workspace.template take<std::uint8_t, MemorySpace>(output_size);
    if (job.streamed_input.source != nullptr)
      worker.staged.write_to(input, *job.streamed_input.source);
    else
      Kokkos::deep_copy(space, input, Span<std::uint8_t const, Host>(job.input.data(), job.input.size()));
    std::size_t const size = function(Span<std::uint8_t const, MemorySpace>(input), output);
    Span<std::uint8_t const, MemorySpace> const result(output.data(), size);
    if (job.sink != nullptr) return worker.staged.read_from(result, *job.sink);
    job.output.resize(0);
    job.output.reserve(output_size);  // once for all blocks, for results are shorter or longer
    job.output.resize(size);
    Kokkos::deep_copy(space, Span<std::uint8_t, Host>(job.output.data(), size), result);
    space.fence("lexikos::compress::copy_back");
  }
}

/// Whether there is one worker, which is to read blocks of a text, or write them, itself.
template <class ExecutionSpace>
bool streams_blocks(std::size_t workers, std::size_t block_bytes)
{
  constexpr std::size_t min_bytes = std::size_t{32} << 20;  // fewer are not worth the pinned memory
  return !detail::works_on_host<ExecutionSpace> && workers == 1 && block_bytes >= min_bytes;
}

/// Blocks up to this size are worked on one a thread of the host, and larger ones one after the other, by all threads.
constexpr std::size_t block_of_thread = std::size_t{16} << 20;

/// A device works on so many bytes of blocks at the same time, but on two of them at least: a small block by itself has too few
/// parts for its threads.
constexpr std::size_t bytes_of_device = std::size_t{64} << 20;
constexpr std::size_t max_of_device = 32;

/// What each of several workers reserves of its workspace, so that none gives memory back between its blocks: that waits for
/// the kernels of all instances, those of the other workers too. One worker, whose blocks may be large, takes what it needs: 0.
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
    wanted = std::clamp<std::size_t>(block_bytes == 0 ? 0 : bytes_of_device / block_bytes, 2, max_of_device);
  if (std::min(wanted, blocks) <= 1) return 1;
  if (most == 0) most = detail::available_memory<ExecutionSpace>().free / 2;
  return std::max<std::size_t>(1, std::min({wanted, blocks, most / std::max<std::size_t>(1, bytes)}));
}

/// For blocks of a stream that `workers` work on.
template <class ExecutionSpace>
BlockMemory memory_of_blocks(std::size_t workers, std::uint64_t blocks)
{
  constexpr std::uint64_t many = 4;  // times that a buffer is used
  bool const is_used_often = blocks / many >= slots_of_pipeline(workers);
  return is_used_often && !detail::works_on_host<ExecutionSpace> ? BlockMemory::pinned : BlockMemory::pageable;
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
