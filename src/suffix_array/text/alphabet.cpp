// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suffix_array/text/alphabet.hpp"

#include <Kokkos_Core.hpp>
#include <bit>
#include <cmath>
#include <cstddef>
#include <lexikos/detail/execution_spaces.hpp>

#include "backends/primitives.hpp"
#include "common/count_symbols.hpp"

namespace lexikos::suffix_array_detail
{

namespace
{

int bits_of_codes(unsigned size)
{
  return size > 2 ? static_cast<int>(std::bit_width(size - 1)) : 1;
}

}  // namespace

Alphabet alphabet_of_bytes(std::array<std::uint64_t, 256> const& counts, std::size_t n)
{
  Alphabet alphabet;
  for (int symbol = 0; symbol < 256; ++symbol)
    if (counts[symbol] != 0) {
      alphabet.symbol[alphabet.size] = static_cast<std::uint8_t>(symbol);
      alphabet.code[symbol] = static_cast<std::uint8_t>(alphabet.size++);
      double const share = static_cast<double>(counts[symbol]) / static_cast<double>(n);
      alphabet.entropy -= share * std::log2(share);
    }
  alphabet.bits = bits_of_codes(alphabet.size);
  return alphabet;
}

Alphabet alphabet_of_integers(std::uint32_t largest)
{
  Alphabet alphabet;
  alphabet.size = largest + 1;
  alphabet.bits = bits_of_codes(alphabet.size);
  alphabet.entropy = std::log2(alphabet.size);  // nobody counted them
  return alphabet;
}

template <class ExecutionSpace>
Alphabet find_alphabet(ExecutionSpace const& space, SymbolText<typename ExecutionSpace::memory_space> const& text,
                       Workspace& workspace)
{
  return text.visit([&](auto const& symbols) {
    using Symbol = typename std::remove_cvref_t<decltype(symbols)>::non_const_value_type;
    if constexpr (sizeof(Symbol) == 1)
      return alphabet_of_bytes(detail::count_bytes(space, symbols, workspace), symbols.extent(0));
    else
      return alphabet_of_integers(primitives::reduce(space, symbols, primitives::Maximum{}, workspace));
  });
}

#define LEXIKOS_INSTANTIATE(SPACE) \
  template Alphabet find_alphabet<SPACE>(SPACE const&, SymbolText<SPACE::memory_space> const&, Workspace&);
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::suffix_array_detail
