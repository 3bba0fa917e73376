// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What precedes the coded sub-blocks of a block: its alphabet, tables, and which sub-blocks there are.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "compress/block.hpp"
#include "compress/context_tables.hpp"
#include "compress/sub_block.hpp"

namespace lexikos::compress_detail
{

struct Directory
{
  std::vector<std::uint8_t> alphabet;  // ascending
  ContextTables lengths;               // without tables if no sub-block has runs
  ContextTables ranks;
  std::vector<std::uint8_t> classed_symbols;  // what is coded by classes, by tokens; empty if nothing is
  ContextTables symbols;                      // of these
  std::vector<SubBlock> sub_blocks;
  std::size_t coded_bytes = 0;  // of all sub-blocks
};

/// The symbols that were counted.
void write_alphabet(std::span<std::uint64_t const> counts, Directory& directory, BitWriter& writer);
/// The symbols that are coded by classes, and their tables. For a directory of the form that may have some.
/// \param counts  [0..contexts * max_tokens) of tokens; empty if nothing is coded so
void write_classes(Directory& directory, std::span<std::uint32_t const> counts, BitWriter& writer);
/// Gives sub-blocks their offsets, too. Those that coding by classes did not make shorter, of 0 bytes, are stored.
void write_sub_blocks(Directory& directory, BitWriter& writer);

/// \param n            symbols of the block
/// \param coded_bytes  of all its sub-blocks
/// Error (corrupt_input) for what is no directory of a block of n symbols and so many coded bytes.
[[nodiscard]] Directory read_directory(std::span<std::uint8_t const> bytes, std::size_t n, std::size_t coded_bytes,
                                       std::size_t sub_blocks, DirectoryForm form);

/// Tables as kernels that encode use them.
struct EncodingArrays
{
  explicit EncodingArrays(ContextTables const& tables);

  std::vector<std::uint16_t> table_of;
  std::vector<CodedSymbol> symbols;
};

/// The same of a code of few tokens, [0..contexts * tokens): of each token in each context.
[[nodiscard]] std::vector<CodedSymbol> by_contexts(ContextTables const& tables, std::uint32_t tokens);

/// Tables as kernels that decode use them.
struct DecodingArrays
{
  explicit DecodingArrays(ContextTables const& tables);

  std::vector<std::uint16_t> table_of;
  std::vector<TableEntry> entries;
  std::vector<TableEntry> first;
};

}  // namespace lexikos::compress_detail
