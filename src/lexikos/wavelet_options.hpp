// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/workspace.hpp>
#include <vector>

namespace lexikos
{

/// What the levels of a wavelet matrix hold.
enum class WaveletLevels
{
  quad,   ///< two bits of a code a level: half the fetches
  binary  ///< one bit of a code a level: less memory
};

/// How the codes of a wavelet tree are chosen.
enum class WaveletShape
{
  balanced,  ///< all of ceil(lg sigma) bits, but shorter ones past the last power of two
  huffman    ///< Huffman's: the fewest bits and fetches for the text as a whole
};

/// Of the building of a wavelet structure.
struct WaveletOptions
{
  /// The symbols that may occur, ascending; found by counting the text when empty. The text is counted anyhow, and an Error
  /// (invalid_argument) is thrown for a symbol that is not among them.
  std::vector<std::uint32_t> alphabet = {};
  /// The shape of a WaveletTree; a matrix has one shape.
  WaveletShape shape = WaveletShape::balanced;
  /// Bytes that the text's codes, and the text if it is copied to a device, may take at a time in the memory space: the text
  /// is read twice then, in chunks that fit, of 4 096 symbols at least. 0: as many as the whole text takes.
  std::size_t memory_budget = 0;
  /// Scratch to reuse, and the resource of the structure's memory; a private workspace is allocated and freed when null.
  Workspace* workspace = nullptr;
  /// Called between the levels of every chunk, and at the end.
  Progress progress = {};
};

/// Of batches of queries.
struct WaveletBatchOptions
{
  /// Rank and select: answers the queries in the order of their symbols, which makes those of one symbol share their
  /// fetches. Worth its radix sort for large batches over large alphabets. Neither queries nor results change their place.
  bool sort_by_symbol = false;
  /// Scratch to reuse; a private one is allocated and freed when null. Only sorting and `distinct_offsets` take any.
  Workspace* workspace = nullptr;
};

/// A symbol and how many like it stand before its position.
template <class Symbol>
struct SymbolRank
{
  Symbol symbol;
  std::uint64_t rank;
};

/// A symbol that a query looked for, and whether there is one.
template <class Symbol>
struct FoundSymbol
{
  Symbol symbol;
  bool found;
};

}  // namespace lexikos
