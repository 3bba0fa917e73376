// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <lexikos/error.hpp>
#include <limits>
#include <string>

namespace lexikos::bwt_detail
{

/// Error (invalid_argument) for a value that is no symbol.
template <class Symbol>
[[nodiscard]] Symbol terminator_of(std::uint64_t value)
{
  detail::require(
      value <= std::numeric_limits<Symbol>::max(), ErrorCode::invalid_argument,
      "the terminator " + std::to_string(value) + " is no symbol of " + std::to_string(8 * sizeof(Symbol)) + " bits");
  return static_cast<Symbol>(value);
}

/// Symbols in an order in which the terminator is the first: the terminator as 0, and what was below it one higher.
template <class Symbol>
struct TerminatorFirst
{
  Symbol terminator;

  [[nodiscard]] KOKKOS_FUNCTION Symbol number(Symbol symbol) const
  {
    if (symbol == terminator) return 0;
    return static_cast<Symbol>(symbol < terminator ? symbol + 1 : symbol);
  }
  /// Of a number above 0.
  [[nodiscard]] KOKKOS_FUNCTION Symbol symbol(Symbol number) const
  {
    return static_cast<Symbol>(number <= terminator ? number - 1 : number);
  }
  KOKKOS_FUNCTION Symbol operator()(Symbol symbol) const { return number(symbol); }
};

}  // namespace lexikos::bwt_detail
