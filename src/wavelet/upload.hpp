// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <lexikos/bit_vector.hpp>
#include <lexikos/workspace.hpp>
#include <vector>

#include "common/read_back.hpp"

namespace lexikos::wavelet_detail
{

/// A copy of values of the host, of the workspace's memory. Fences.
template <class ExecutionSpace, class T>
[[nodiscard]] Span<T const, typename ExecutionSpace::memory_space> upload(ExecutionSpace const& space,
                                                                          std::vector<T> const& values,
                                                                          Workspace& workspace)
{
  auto const copy = workspace.take<T, typename ExecutionSpace::memory_space>(values.size());
  Kokkos::deep_copy(space, copy, Span<T const, Kokkos::HostSpace>(values.data(), values.size()));
  space.fence("lexikos::wavelet::upload");
  return copy;
}

/// Ones before each place. Fences. Scratch: 16 bytes a place.
template <class ExecutionSpace>
[[nodiscard]] std::vector<std::uint64_t> ranks_at(ExecutionSpace const& space,
                                                  BitVector<typename ExecutionSpace::memory_space> const& bits,
                                                  std::vector<std::uint64_t> const& places, Workspace& workspace)
{
  if (places.empty()) return {};
  Workspace::Scope const scope(workspace);
  auto const asked = upload(space, places, workspace);
  auto const ranks = workspace.take<std::uint64_t, typename ExecutionSpace::memory_space>(places.size());
  bits.rank1(space, asked, ranks);
  return detail::read_all_back(space, ranks);
}

}  // namespace lexikos::wavelet_detail
