// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The Burrows-Wheeler transform from sorted samples, without the suffix array: the last sort carries the symbol before each
// suffix in its key, in bits that it does not look at, and no suffixes beside them.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "suffix_array/samples/suffixes_by_samples.hpp"

namespace lexikos::suffix_array_detail
{

/// Keys of a sort by the context of a position, the code of the symbol before it in the lowest bits: 0 for the first position.
template <class MemorySpace>
struct KeysWithSymbolBefore
{
  SampledText<MemorySpace> sampled;

  [[nodiscard]] KOKKOS_FUNCTION int symbol_bits() const { return sampled.packed.bits; }
  [[nodiscard]] KOKKOS_FUNCTION int bits() const { return sampled.key_bits() + symbol_bits(); }
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t symbol(std::uint64_t key) const
  {
    return key & ((std::uint64_t{1} << symbol_bits()) - 1);
  }
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t operator()(std::size_t position) const
  {
    if (position == 0) return sampled.key(0) << symbol_bits();
    std::uint64_t const both = sampled.packed.symbols(position - 1, sampled.context() + 1);
    std::uint64_t const context = both & ((std::uint64_t{1} << sampled.key_bits()) - 1);
    return context << symbol_bits() | both >> sampled.key_bits();
  }
};

/// Bits of a context and the symbol before it.
inline int bits_with_symbol_before(Sampling const& sampling, int bits)
{
  return (static_cast<int>(sampling.context()) + 1) * bits;
}

/// Windows narrower by a symbol where the symbol before then fits the four bytes that a context takes.
inline Sampling sampling_for_transform(Alphabet const& alphabet, bool small)
{
  Sampling sampling = sampling_for(alphabet, small);
  bool const fits_without = static_cast<int>(sampling.context()) * alphabet.bits <= 32;
  if (fits_without && bits_with_symbol_before(sampling, alphabet.bits) > 32) --sampling.window;
  return sampling;
}

/// The transform, from the sorted samples, without the symbol of the empty suffix. Returns the rank of the text's first
/// suffix. Fences.
/// \tparam Key     holds a context and the symbol before it
/// \param symbols  [0..256) of each code
/// \param bwt      [0..n), of which [1..n) is written
template <class Key, class ExecutionSpace, class Index>
[[nodiscard]] std::size_t transform_from_samples(
    Context<ExecutionSpace> const& context, SampledText<typename ExecutionSpace::memory_space> const& sampled,
    Span<Index, typename ExecutionSpace::memory_space> const& samples,
    Span<std::uint8_t, typename ExecutionSpace::memory_space> const& symbols,
    Span<std::uint8_t, typename ExecutionSpace::memory_space> const& bwt, std::size_t parts);

}  // namespace lexikos::suffix_array_detail
