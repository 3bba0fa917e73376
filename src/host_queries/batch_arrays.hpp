// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The arrays of a batch, and where their chunks lie in the buffers.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "host_queries/tuning.hpp"
#include "system/host_memory.hpp"

namespace lexikos::host_queries_detail
{

inline std::size_t aligned(std::size_t bytes)
{
  return (bytes + alignment - 1) / alignment * alignment;
}

/// The queries of a batch that go together.
struct Chunk
{
  std::size_t first;
  std::size_t count;
};

/// An array of the batch, and where its chunk is in the buffers.
struct Operand
{
  std::byte const* in;  // one of the two is null
  std::byte* out;
  std::size_t item_bytes;
  std::uint64_t const* starts = nullptr;  // first item of each query; null: each query has one
  std::size_t border = 0;                 // items of a chunk beyond those of its queries
  std::size_t offset = 0;                 // of the chunk in a buffer, bytes
  bool pinned = false;

  [[nodiscard]] std::size_t bytes_before(std::size_t query) const
  {
    return (starts != nullptr ? starts[query] : query) * item_bytes;
  }
  [[nodiscard]] std::size_t bytes_of(std::size_t first, std::size_t count) const
  {
    return bytes_before(first + count) - bytes_before(first) + border * item_bytes;
  }
  /// Of the largest of a batch's chunks.
  [[nodiscard]] std::size_t chunk_bytes(std::size_t n, std::size_t chunk) const
  {
    if (starts == nullptr) return bytes_of(0, chunk);
    std::size_t most = 0;
    for (std::size_t first = 0; first < n; first += chunk)
      most = std::max(most, bytes_of(first, std::min(chunk, n - first)));
    return most;
  }
};

/// The arrays of a batch of n queries.
template <class ExecutionSpace>
struct BatchArrays
{
  std::size_t n;
  std::size_t chunk;
  std::vector<Operand> operands = {};
  std::size_t bytes = 0;  // of a buffer

  void add(Operand operand)
  {
    void const* const data = operand.in != nullptr ? operand.in : operand.out;
    std::size_t const first = operand.bytes_before(0);
    operand.offset = bytes;
    operand.pinned =
        detail::is_pinned<ExecutionSpace>(static_cast<std::byte const*>(data) + first, operand.bytes_of(0, n));
    bytes = aligned(bytes + operand.chunk_bytes(n, chunk));
    operands.push_back(operand);
  }
  [[nodiscard]] bool are_pinned() const
  {
    return std::all_of(operands.begin(), operands.end(), [](Operand const& array) { return array.pinned; });
  }
};

}  // namespace lexikos::host_queries_detail
