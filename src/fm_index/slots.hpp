// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>

#include "backends/launch.hpp"

namespace lexikos::fm_detail
{

/// slots(i) = the slot of symbol i. Alphabet: FmAlphabet.
template <class Alphabet, class Symbol, class Slot>
struct SlotsOfSymbols
{
  Alphabet alphabet;
  Symbol const* symbols;
  Slot* slots;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { slots[i] = static_cast<Slot>(alphabet.slot(symbols[i])); }
};

/// The same for all symbols; a slot type narrower than u32 cannot tell which ones are absent.
template <class ExecutionSpace, class Alphabet, class Symbols, class Slots>
void to_slots(ExecutionSpace const& space, char const* label, Alphabet const& alphabet, Symbols const& symbols,
              Slots const& slots)
{
  using Symbol = typename Symbols::non_const_value_type;
  using Slot = typename Slots::value_type;
  Kokkos::parallel_for(label, backends::Range<ExecutionSpace>(space, 0, symbols.extent(0)),
                       SlotsOfSymbols<Alphabet, Symbol, Slot>{alphabet, symbols.data(), slots.data()});
}

}  // namespace lexikos::fm_detail
