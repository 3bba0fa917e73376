// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/views.hpp>
#include <lexikos/memory.hpp>

namespace lexikos::detail
{

/// A text as its bytes, so that what does not depend on the type of symbols is compiled once. Symbols that are equal are equal
/// byte by byte.
template <class MemorySpace>
struct BytesOfText
{
  Span<std::uint8_t const, MemorySpace> bytes;
  unsigned symbol_bytes = 1;

  [[nodiscard]] std::size_t size() const { return bytes.extent(0) / symbol_bytes; }

  template <class Symbol>
  [[nodiscard]] Span<Symbol const, MemorySpace> symbols() const
  {
    return Span<Symbol const, MemorySpace>(reinterpret_cast<Symbol const*>(bytes.data()), size());
  }
};

template <ExecutionSpaceType ExecutionSpace, SymbolView<ExecutionSpace> TextView>
[[nodiscard]] BytesOfText<typename ExecutionSpace::memory_space> bytes_of(TextView const& text)
{
  using Symbol = ValueOf<TextView>;
  using Bytes = Span<std::uint8_t const, typename ExecutionSpace::memory_space>;
  return {Bytes(reinterpret_cast<std::uint8_t const*>(text.data()), text.extent(0) * sizeof(Symbol)), sizeof(Symbol)};
}

/// Calls function(symbols) with a span of the type that the symbols have.
template <class MemorySpace, class Function>
void with_symbols(BytesOfText<MemorySpace> const& text, Function const& function)
{
  switch (text.symbol_bytes) {
    case 1:
      return function(text.template symbols<std::uint8_t>());
    case 2:
      return function(text.template symbols<std::uint16_t>());
    case 4:
      return function(text.template symbols<std::uint32_t>());
    default:
      return function(text.template symbols<std::uint64_t>());
  }
}

}  // namespace lexikos::detail
