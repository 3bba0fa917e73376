// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What indexes are searched with, and what they find: patterns of symbols of any width, and the places where they occur.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/views.hpp>
#include <lexikos/memory.hpp>
#include <span>
#include <string_view>

namespace lexikos
{

/// Patterns one after the other: pattern i is symbols(offsets(i) .. offsets(i + 1) - 1). Symbols are u8, u16, u32 or u64, as
/// those of the text.
template <class MemorySpace, detail::SymbolType Symbol = std::uint8_t>
struct Patterns
{
  Array<Symbol const, MemorySpace> symbols;
  Array<std::uint64_t const, MemorySpace> offsets;  ///< one more than there are patterns
};

/// Patterns in host memory, one after the other: pattern i is symbols[offsets[i] .. offsets[i + 1]), or, without offsets, all
/// are of `length` symbols.
template <detail::SymbolType Symbol = std::uint8_t>
struct HostPatterns
{
  std::span<Symbol const> symbols;
  std::span<std::uint64_t const> offsets = {};  ///< one more than there are patterns
  std::size_t length = 0;                       ///< where there are no offsets

  [[nodiscard]] std::size_t size() const
  {
    if (!offsets.empty()) return offsets.size() - 1;
    return length == 0 ? 0 : symbols.size() / length;
  }
};

/// Copies patterns of the host to where the execution space works. Takes as much memory of the host on the way. Fences. Error
/// (out_of_memory).
template <detail::ExecutionSpaceType ExecutionSpace>
[[nodiscard]] Patterns<typename ExecutionSpace::memory_space> patterns_from_host(
    ExecutionSpace const& space, std::span<std::string_view const> patterns,
    MemoryResource& resource = default_memory_resource());

/// The same of patterns of symbols of any width, such as tokens; patterns_from_host<std::uint16_t>(space, patterns) takes
/// whatever becomes a span of spans.
template <detail::SymbolType Symbol, detail::ExecutionSpaceType ExecutionSpace>
[[nodiscard]] Patterns<typename ExecutionSpace::memory_space, Symbol> patterns_from_host(
    ExecutionSpace const& space, std::span<std::span<Symbol const> const> patterns,
    MemoryResource& resource = default_memory_resource());

/// The same of patterns that lie one after the other already: pattern i is symbols[offsets[i] .. offsets[i + 1]). Nothing is
/// copied on the host. Error (invalid_argument), with the first offset that is wrong, unless there are one or more, which
/// ascend and are not above the number of symbols.
template <detail::SymbolType Symbol, detail::ExecutionSpaceType ExecutionSpace>
[[nodiscard]] Patterns<typename ExecutionSpace::memory_space, Symbol> patterns_from_host(
    ExecutionSpace const& space, std::span<Symbol const> symbols, std::span<std::uint64_t const> offsets,
    MemoryResource& resource = default_memory_resource());

/// Where patterns occur: pattern i at positions(offsets(i) .. offsets(i + 1) - 1).
template <class MemorySpace, class Index>
struct Occurrences
{
  Array<std::uint64_t, MemorySpace> offsets;  ///< one more than there are patterns
  Array<Index, MemorySpace> positions;
};

}  // namespace lexikos
