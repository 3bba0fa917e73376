// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What every step works with, and who lies where.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <lexikos/distributed/communicator.hpp>
#include <lexikos/workspace.hpp>
#include <optional>
#include <vector>

#include "common/copy_from_host.hpp"
#include "distributed/transport.hpp"

namespace lexikos::distributed_detail
{

using backends::mpi::Ranks;

template <class T, class ExecutionSpace>
using SpanOn = Span<T, typename ExecutionSpace::memory_space>;

/// Where a rank's share of the work is done.
template <class ExecutionSpace>
struct Context
{
  ExecutionSpace space;
  distributed::Communicator communicator;
  Workspace& workspace;
  /// Memory of results that are not written yet; see `LentResults`.
  std::array<SpanOn<std::byte, ExecutionSpace>, 2> unwritten = {};

  [[nodiscard]] Ranks& ranks() const { return communicator.ranks(); }
  [[nodiscard]] std::size_t rank() const { return static_cast<std::size_t>(communicator.rank()); }
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(communicator.size()); }

  template <class T>
  [[nodiscard]] SpanOn<T, ExecutionSpace> take(std::size_t n) const
  {
    return workspace.take<T, typename ExecutionSpace::memory_space>(n);
  }
};

/// While it lives, the workspace has the memory of results that are not written yet, for what is taken after it and given back
/// before it ends.
template <class ExecutionSpace>
class LentResults
{
 public:
  explicit LentResults(Context<ExecutionSpace> const& context)
  {
    for (std::size_t i = 0; i < m_loans.size(); ++i)
      if (context.unwritten[i].extent(0) != 0) m_loans[i].emplace(context.workspace, context.unwritten[i]);
  }

 private:
  std::array<std::optional<Workspace::Loan>, 2> m_loans;  // which end in reverse order
};

template <class T, class MemorySpace>
[[nodiscard]] Span<std::byte, MemorySpace> bytes_of_result(Span<T, MemorySpace> const& result)
{
  return Span<std::byte, MemorySpace>(reinterpret_cast<std::byte*>(result.data()), result.extent(0) * sizeof(T));
}

/// An array that lies on the ranks in blocks of any extents, one after the other; on every rank.
class Blocks
{
 public:
  Blocks() = default;
  explicit Blocks(std::vector<std::uint64_t> const& extents) : m_first(extents.size() + 1)
  {
    for (std::size_t r = 0; r < extents.size(); ++r) m_first[r + 1] = m_first[r] + extents[r];
  }

  /// The same by where the blocks begin, and the end of the last.
  [[nodiscard]] static Blocks of(std::vector<std::uint64_t> const& firsts)
  {
    Blocks blocks;
    blocks.m_first = firsts;
    return blocks;
  }

  [[nodiscard]] std::uint64_t first(std::size_t rank) const { return m_first[rank]; }
  [[nodiscard]] std::uint64_t end(std::size_t rank) const { return m_first[rank + 1]; }
  [[nodiscard]] std::uint64_t extent(std::size_t rank) const { return m_first[rank + 1] - m_first[rank]; }
  [[nodiscard]] std::uint64_t total() const { return m_first.back(); }
  [[nodiscard]] std::size_t size() const { return m_first.size() - 1; }
  [[nodiscard]] std::vector<std::uint64_t> const& firsts() const { return m_first; }
  /// Of a position below the total.
  [[nodiscard]] std::size_t owner(std::uint64_t position) const
  {
    return static_cast<std::size_t>(std::upper_bound(m_first.begin(), m_first.end(), position) - m_first.begin()) - 1;
  }

 private:
  std::vector<std::uint64_t> m_first;
};

/// A few values of the host, for kernels, in the caller's scope. Fences.
template <class ExecutionSpace, class T>
[[nodiscard]] SpanOn<T, ExecutionSpace> on_device(Context<ExecutionSpace> const& context, std::vector<T> const& values)
{
  return detail::copy_from_host(context.space, values, context.workspace);
}

/// The index of the last entry that is not greater than the value; entries ascend, and the first is not greater.
template <class View, class T>
KOKKOS_FUNCTION std::size_t last_not_above(View const& ascending, T const& value)
{
  std::size_t low = 0;
  std::size_t high = ascending.extent(0);
  while (high - low > 1) {
    std::size_t const middle = low + (high - low) / 2;
    if (value < ascending(middle))
      high = middle;
    else
      low = middle;
  }
  return low;
}

/// `Blocks` for kernels.
template <class MemorySpace>
struct BlocksOnDevice
{
  Span<std::uint64_t, MemorySpace> firsts;  ///< [0..ranks]

  [[nodiscard]] KOKKOS_FUNCTION std::size_t owner(std::uint64_t position) const
  {
    return last_not_above(firsts, position);
  }
};

template <class ExecutionSpace>
[[nodiscard]] BlocksOnDevice<typename ExecutionSpace::memory_space> on_device(Context<ExecutionSpace> const& context,
                                                                              Blocks const& blocks)
{
  return {on_device(context, blocks.firsts())};
}

}  // namespace lexikos::distributed_detail
