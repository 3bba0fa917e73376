// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <lexikos/wavelet_matrix.hpp>
#include <lexikos/wavelet_tree.hpp>

#include "app/on_device/wavelet/wavelet.hpp"

namespace lexikos::app
{

template <class Structure>
struct StructureTag
{
  using type = Structure;
};

template <class ExecutionSpace, class Symbol, class Function>
void with_structure(WaveletStructure structure, Function const& function)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  switch (structure) {
    case WaveletStructure::quad:
      return function(StructureTag<WaveletMatrix<MemorySpace, Symbol>>{});
    case WaveletStructure::binary:
      return function(StructureTag<WaveletMatrix<MemorySpace, Symbol, WaveletLevels::binary>>{});
    case WaveletStructure::tree:
    case WaveletStructure::huffman:
      return function(StructureTag<WaveletTree<MemorySpace, Symbol>>{});
  }
}

/// Calls function(StructureTag) for the structure of that kind.
template <class ExecutionSpace, class Function>
void with_structure(WaveletKind kind, Function const& function)
{
  if (kind.symbol_bytes == 1) with_structure<ExecutionSpace, std::uint8_t>(kind.structure, function);
  if (kind.symbol_bytes == 2) with_structure<ExecutionSpace, std::uint16_t>(kind.structure, function);
  if (kind.symbol_bytes == 4) with_structure<ExecutionSpace, std::uint32_t>(kind.structure, function);
}

template <class Structure>
void take_facts(WaveletFacts& facts, Structure const& structure)
{
  facts.symbols = structure.size();
  facts.alphabet = structure.alphabet().size();
  facts.bytes = structure.bytes();
}

// sections of the file beside the structure's own
constexpr char const* wavelet_file_kind = "wavelet";
constexpr char const* structure_section = "structure";
constexpr char const* symbol_bytes_section = "symbol_bytes";

}  // namespace lexikos::app
