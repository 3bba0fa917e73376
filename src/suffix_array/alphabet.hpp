// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <array>
#include <bit>
#include <cstdint>
#include <lexikos/workspace.hpp>

#include "backends/primitives.hpp"

namespace lexikos::suffix_array_detail
{

/// The symbols that occur, numbered 0..size-1 in their order, so that a code takes `bits` bits instead of eight.
struct Alphabet
{
  std::array<std::uint8_t, 256> code{};
  unsigned size = 0;
  int bits = 1;
};

template <class ExecutionSpace, class TextView>
Alphabet find_alphabet(ExecutionSpace const& space, TextView const& text, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope scope(workspace);
  auto const counts = workspace.take<std::uint64_t, MemorySpace>(256);
  primitives::histogram(space, text, counts, workspace);
  std::array<std::uint64_t, 256> host_counts;
  Kokkos::deep_copy(space, Span<std::uint64_t, Kokkos::HostSpace>(host_counts.data(), host_counts.size()), counts);
  space.fence("lexikos::suffix_array::alphabet");
  Alphabet alphabet;
  for (int symbol = 0; symbol < 256; ++symbol)
    if (host_counts[symbol] != 0) alphabet.code[symbol] = static_cast<std::uint8_t>(alphabet.size++);
  if (alphabet.size > 2) alphabet.bits = std::bit_width(alphabet.size - 1);
  return alphabet;
}

}  // namespace lexikos::suffix_array_detail
