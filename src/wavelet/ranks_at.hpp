// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <lexikos/bit_vector.hpp>
#include <lexikos/workspace.hpp>
#include <vector>

#include "common/copy_from_host.hpp"
#include "common/read_back.hpp"

namespace lexikos::wavelet_detail
{

/// Ones before each place. Fences. Scratch: 16 bytes a place.
template <class ExecutionSpace>
[[nodiscard]] std::vector<std::uint64_t> ranks_at(ExecutionSpace const& space,
                                                  BitVector<typename ExecutionSpace::memory_space> const& bits,
                                                  std::vector<std::uint64_t> const& places, Workspace& workspace)
{
  if (places.empty()) return {};
  Workspace::Scope const scope(workspace);
  auto const asked = detail::copy_from_host(space, places, workspace);
  auto const ranks = workspace.take<std::uint64_t, typename ExecutionSpace::memory_space>(places.size());
  bits.rank1(space, asked, ranks);
  return detail::read_all_back(space, ranks);
}

}  // namespace lexikos::wavelet_detail
