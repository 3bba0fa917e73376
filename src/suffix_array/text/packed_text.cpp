// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/detail/execution_spaces.hpp>

#include "suffix_array/text/packed_text.hpp"

#include "common/copy_from_host.hpp"

namespace lexikos::suffix_array_detail
{

namespace
{

struct IntegerCodes
{
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t operator()(std::uint32_t symbol) const { return symbol; }
};

}  // namespace

template <class ExecutionSpace>
PackedText<typename ExecutionSpace::memory_space> pack_text(
    ExecutionSpace const& space, SymbolText<typename ExecutionSpace::memory_space> const& text,
    Alphabet const& alphabet, Span<std::uint64_t, typename ExecutionSpace::memory_space> const& memory,
    Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = text.size();
  int const bits = alphabet.bits;
  KOKKOS_ASSERT(memory.extent(0) >= packed_words(n, bits));
  Span<std::uint64_t, MemorySpace> const words(memory.data(), packed_words(n, bits));
  text.visit([&](auto const& symbols) {
    using Symbol = typename std::remove_cvref_t<decltype(symbols)>::non_const_value_type;
    if constexpr (sizeof(Symbol) == 1)
      pack_words(space, symbols, ByteCodes<MemorySpace>{detail::copy_from_host(space, alphabet.code, workspace)}, bits,
                 words);
    else
      pack_words(space, symbols, IntegerCodes{}, bits, words);
  });
  return {words, n, bits};
}

#define LEXIKOS_INSTANTIATE(SPACE)                                           \
  template PackedText<SPACE::memory_space> pack_text<SPACE>(                 \
      SPACE const&, SymbolText<SPACE::memory_space> const&, Alphabet const&, \
      Span<std::uint64_t, SPACE::memory_space> const&, Workspace&);
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::suffix_array_detail
