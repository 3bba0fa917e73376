// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What an FM-index is made of.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/bit_vector.hpp>
#include <lexikos/detail/fm_exceptions.hpp>
#include <lexikos/detail/fm_rows.hpp>
#include <lexikos/detail/fm_sample_table.hpp>
#include <lexikos/detail/fm_text.hpp>
#include <lexikos/memory.hpp>
#include <lexikos/wavelet_matrix.hpp>
#include <lexikos/wavelet_tree.hpp>

namespace lexikos::detail
{

/// The slots of symbols.
template <class MemorySpace, class Symbol>
struct FmAlphabet
{
  WaveletAlphabet<MemorySpace, Symbol> codes;

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint32_t size() const
  {
    return static_cast<std::uint32_t>(codes.size());
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint32_t slot(Symbol symbol) const
  {
    std::uint64_t const code = codes.code(symbol);
    return code < codes.size() ? static_cast<std::uint32_t>(code) : absent_slot;
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Symbol symbol(std::uint64_t slot) const { return codes.symbol(slot); }
  [[nodiscard]] std::size_t bytes() const { return codes.bytes(); }
};

/// Of bytes: a table, in which several bytes may have one slot, such as small and capital letters.
template <class MemorySpace>
struct FmAlphabet<MemorySpace, std::uint8_t>
{
  Array<std::uint32_t, MemorySpace> slots;   ///< [0..256)
  Array<std::uint8_t, MemorySpace> symbols;  ///< [0..slots) the symbol that the text has, or that stands for all

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint32_t size() const
  {
    return static_cast<std::uint32_t>(symbols.extent(0));
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint32_t slot(std::uint8_t symbol) const { return slots[symbol]; }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint8_t symbol(std::uint64_t slot) const { return symbols[slot]; }
  [[nodiscard]] std::size_t bytes() const
  {
    return slots.extent(0) * sizeof(std::uint32_t) + symbols.extent(0) * sizeof(std::uint8_t);
  }
};

/// How the transform is stored.
enum class FmLayout : std::uint32_t
{
  dense = 0,   ///< bytes, up to four and runs of others: two bits a symbol, in blocks with counts
  matrix = 1,  ///< a wavelet matrix
  tree = 2     ///< a wavelet tree of Huffman's shape
};

template <class MemorySpace, class Index, class Symbol>
struct FmArrays
{
  using Matrix = CodeMatrixOf<MemorySpace, WaveletLevels::quad>;
  using Tree = CodeTree<MemorySpace>;

  std::uint64_t n = 0;
  std::uint64_t primary = 0;
  FmLayout layout = FmLayout::matrix;
  std::uint32_t table_base = 0;
  std::uint32_t table_depth = 0;
  std::uint32_t rate = 0;
  std::uint32_t inverse_rate = 0;
  std::uint32_t sample_depth = 0;
  WaveletMatrix<MemorySpace, Symbol> matrix;  ///< of slots if symbols are bytes, otherwise of symbols; dense has it too
  WaveletTree<MemorySpace, Symbol> tree;
  FmExceptions<MemorySpace> exceptions;
  FmAlphabet<MemorySpace, Symbol> alphabet;
  Array<std::uint64_t, MemorySpace> shifts;
  Array<FmRows<Index>, MemorySpace> table;
  BitVector<MemorySpace> marks;
  Array<Index, MemorySpace> places;
  Array<SampleBlock, MemorySpace> sample_blocks;
  Array<Index, MemorySpace> inverse;
  FmText<MemorySpace, FmSlot<Symbol>> text;

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool is_built() const { return table.extent(0) != 0; }

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION FmTable<Index> rows_of_strings() const
  {
    return {table.data(), table_base, table_depth};
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION FmSamples<MemorySpace, Index> samples() const
  {
    return {rate, marks.span(), places.data(), {sample_blocks.data(), sample_depth}};
  }

  /// function(steps), with references, for a single query; on the host and in kernels.
  template <class Function>
  KOKKOS_FORCEINLINE_FUNCTION decltype(auto) with_steps(Function const& function) const
  {
    using Dense = DenseRanks<QuadLevels<MemorySpace> const&, FmExceptions<MemorySpace> const&>;
    if (layout == FmLayout::dense) return function(steps_of(Dense{WaveletAccess::codes(matrix).levels(), exceptions}));
    if (layout == FmLayout::tree) return function(steps_of(WaveletRanks<Tree const&>{WaveletAccess::codes(tree)}));
    return function(steps_of(WaveletRanks<Matrix const&>{WaveletAccess::codes(matrix)}));
  }
  /// function(steps), with copies, on the host, for a kernel.
  template <class Function>
  decltype(auto) with_steps_for_kernel(Function const& function) const
  {
    using Dense = DenseRanks<QuadLevels<MemorySpace>, FmExceptions<MemorySpace>>;
    if (layout == FmLayout::dense) return function(steps_of(Dense{WaveletAccess::codes(matrix).levels(), exceptions}));
    if (layout == FmLayout::matrix) return function(steps_of(WaveletRanks<Matrix>{WaveletAccess::codes(matrix)}));
    return function(steps_of(WaveletRanks<Tree>{WaveletAccess::codes(tree)}));
  }

 private:
  template <class Ranks>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION FmSteps<Ranks> steps_of(Ranks const& ranks) const
  {
    return {ranks, shifts.data(), n, primary};
  }
};

}  // namespace lexikos::detail
