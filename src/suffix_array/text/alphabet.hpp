// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <lexikos/workspace.hpp>

#include "backends/primitives.hpp"

namespace lexikos::suffix_array_detail
{

/// The symbols that occur, numbered 0..size-1 in their order, so that a code takes `bits` bits instead of eight. In texts of
/// integers the symbols are such numbers already.
struct Alphabet
{
  std::array<std::uint8_t, 256> code{};    ///< of each byte; without meaning for integers
  std::array<std::uint8_t, 256> symbol{};  ///< of each code; likewise
  unsigned size = 0;
  int bits = 1;
  double entropy = 0;  ///< bits that a symbol of the text carries by its frequency
};

template <class ExecutionSpace, class TextView>
Alphabet find_byte_alphabet(ExecutionSpace const& space, TextView const& text, Workspace& workspace)
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
    if (host_counts[symbol] != 0) {
      alphabet.symbol[alphabet.size] = static_cast<std::uint8_t>(symbol);
      alphabet.code[symbol] = static_cast<std::uint8_t>(alphabet.size++);
      double const share = static_cast<double>(host_counts[symbol]) / static_cast<double>(text.extent(0));
      alphabet.entropy -= share * std::log2(share);
    }
  return alphabet;
}

/// \param text  u8 of any values, or u32 in which every number below the largest occurs (compact_symbols.hpp)
template <class ExecutionSpace, class TextView>
Alphabet find_alphabet(ExecutionSpace const& space, TextView const& text, Workspace& workspace)
{
  Alphabet alphabet;
  if constexpr (sizeof(typename TextView::value_type) == 1)
    alphabet = find_byte_alphabet(space, text, workspace);
  else {
    alphabet.size = primitives::reduce(space, text, primitives::Maximum{}, workspace) + 1;
    alphabet.entropy = std::log2(alphabet.size);  // nobody counted them
  }
  if (alphabet.size > 2) alphabet.bits = std::bit_width(alphabet.size - 1);
  return alphabet;
}

/// Codes for kernels: code(symbol) is its number.
template <class MemorySpace>
struct ByteCodes
{
  Span<std::uint8_t, MemorySpace> table;

  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t operator()(std::uint8_t symbol) const { return table(symbol); }
};

struct IntegerCodes
{
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t operator()(std::uint32_t symbol) const { return symbol; }
};

/// A table of 256 bytes for kernels. Its memory is the caller's scope's.
template <class ExecutionSpace>
auto byte_table(ExecutionSpace const& space, std::array<std::uint8_t, 256> const& bytes, Workspace& workspace)
{
  auto const table = workspace.take<std::uint8_t, typename ExecutionSpace::memory_space>(bytes.size());
  Kokkos::deep_copy(space, table, Span<std::uint8_t const, Kokkos::HostSpace>(bytes.data(), bytes.size()));
  space.fence("lexikos::suffix_array::byte_table");  // the source is the caller's
  return table;
}

/// The memory of a table is the caller's scope's.
template <class Symbol, class ExecutionSpace>
auto symbol_codes(ExecutionSpace const& space, Alphabet const& alphabet, Workspace& workspace)
{
  if constexpr (sizeof(Symbol) == 1) {
    return ByteCodes<typename ExecutionSpace::memory_space>{byte_table(space, alphabet.code, workspace)};
  }
  else {
    return IntegerCodes{};
  }
}

}  // namespace lexikos::suffix_array_detail
