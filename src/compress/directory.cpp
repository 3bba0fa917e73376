// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compress/directory.hpp"

#include <Kokkos_Core.hpp>
#include <bit>

#include "compress/symbol_classes.hpp"

namespace lexikos::compress_detail
{

namespace
{

constexpr unsigned classed_symbols_bits = 4;
static_assert(max_classed_symbols == 1u << classed_symbols_bits);

unsigned codec_bits(bool has_classes)
{
  return has_classes ? 3 : 2;
}

bool has_bytes_told(Codec codec)
{
  return codec == Codec::direct || codec == Codec::runs || codec == Codec::classes;
}

using KernelTables = DecodingTables<Kokkos::HostSpace>;

SubBlock read_sub_block(BitReader& reader, bool has_classes)
{
  SubBlock sub_block{};
  std::uint32_t const codec = reader.take(codec_bits(has_classes));
  detail::require(codec <= static_cast<std::uint32_t>(Codec::classes), ErrorCode::corrupt_input,
                  "a part of a block is coded in a way that there is not");
  sub_block.codec = static_cast<Codec>(codec);
  sub_block.symbols = reader.take_sized();
  if (sub_block.codec == Codec::stored) sub_block.bytes = sub_block.symbols;
  if (sub_block.codec == Codec::one_symbol) sub_block.symbol = static_cast<std::uint8_t>(reader.take(8));
  if (has_bytes_told(sub_block.codec)) sub_block.bytes = reader.take_sized();
  return sub_block;
}

/// How many symbols the alphabet lacks, and one more; how many it has then; how many it lacks then, and so on, up to all
/// symbols.
std::vector<unsigned> stretches_of(std::span<std::uint8_t const> alphabet)
{
  std::vector<unsigned> stretches{1};
  bool is_in_alphabet = false;
  auto next = alphabet.begin();
  for (unsigned symbol = 0; symbol < symbol_values; ++symbol) {
    bool const is_there = next != alphabet.end() && *next == symbol;
    if (is_there) ++next;
    if (is_there != is_in_alphabet) stretches.push_back(0);
    is_in_alphabet = is_there;
    ++stretches.back();
  }
  return stretches;
}

unsigned gamma_bits(std::span<unsigned const> values)
{
  unsigned bits = 0;
  for (unsigned const value : values) bits += 2 * static_cast<unsigned>(std::bit_width(value)) - 1;
  return bits;
}

std::vector<std::uint8_t> read_alphabet(BitReader& reader, bool by_stretches)
{
  std::vector<std::uint8_t> alphabet;
  auto const add = [&](unsigned symbol) { alphabet.push_back(static_cast<std::uint8_t>(symbol)); };
  if (by_stretches) {
    unsigned end = 0;
    auto const take_stretch = [&](unsigned length) {
      detail::require(length <= symbol_values - end, ErrorCode::corrupt_input,
                      "the alphabet of a block has too many symbols");
      end += length;
    };
    take_stretch(reader.take_gamma() - 1);
    for (bool is_in_alphabet = true; end < symbol_values; is_in_alphabet = !is_in_alphabet) {
      unsigned const begin = end;
      take_stretch(reader.take_gamma());
      if (is_in_alphabet)
        for (unsigned symbol = begin; symbol < end; ++symbol) add(symbol);
    }
  }
  else
    for (unsigned symbol = 0; symbol < symbol_values; ++symbol)
      if (reader.take(1) == 1) add(symbol);
  detail::require(!alphabet.empty(), ErrorCode::corrupt_input, "a block has no symbols");
  return alphabet;
}

void read_classes(Directory& directory, BitReader& reader)
{
  std::uint32_t const symbols = reader.take(classed_symbols_bits) + 1;
  for (std::uint32_t token = 0; token < symbols; ++token)
    directory.classed_symbols.push_back(static_cast<std::uint8_t>(reader.take(8)));
  directory.symbols = read_tables(symbols, reader);
}

/// Of the first tokens of each table.
std::vector<CodedSymbol> coded_symbols(ContextTables const& tables, std::uint32_t tokens)
{
  std::vector<CodedSymbol> symbols;
  symbols.reserve(tables.tables.size() * tokens);
  for (Table const& table : tables.tables) {
    std::uint32_t below = 0;
    for (std::uint32_t token = 0; token < tokens; ++token) {
      std::uint32_t const frequency = table[token];
      symbols.push_back(frequency == 0 ? CodedSymbol{0, 0, 0} : CodedSymbol::of(below, frequency));
      below += frequency;
    }
  }
  return symbols;
}

}  // namespace

void write_alphabet(std::span<std::uint64_t const> counts, Directory& directory, BitWriter& writer)
{
  for (unsigned symbol = 0; symbol < symbol_values; ++symbol)
    if (counts[symbol] != 0) directory.alphabet.push_back(static_cast<std::uint8_t>(symbol));
  auto const stretches = stretches_of(directory.alphabet);
  bool const by_stretches = gamma_bits(stretches) < symbol_values;
  writer.put(by_stretches ? 1 : 0, 1);
  if (by_stretches)
    for (unsigned const stretch : stretches) writer.put_gamma(stretch);
  else
    for (unsigned symbol = 0; symbol < symbol_values; ++symbol) writer.put(counts[symbol] != 0 ? 1 : 0, 1);
}

void write_classes(Directory& directory, std::span<std::uint32_t const> counts, BitWriter& writer)
{
  writer.put(directory.classed_symbols.empty() ? 0 : 1, 1);
  if (directory.classed_symbols.empty()) return;
  auto const symbols = static_cast<unsigned>(directory.classed_symbols.size());
  writer.put(symbols - 1, classed_symbols_bits);
  for (std::uint8_t const symbol : directory.classed_symbols) writer.put(symbol, 8);
  directory.symbols = write_tables(counts, symbols, writer);
}

void write_sub_blocks(Directory& directory, BitWriter& writer)
{
  bool const has_classes = !directory.classed_symbols.empty();
  directory.coded_bytes = 0;
  for (SubBlock& sub_block : directory.sub_blocks) {
    if (sub_block.codec == Codec::classes && sub_block.bytes == 0) {
      sub_block.codec = Codec::stored;
      sub_block.bytes = sub_block.symbols;
    }
    sub_block.offset = static_cast<std::uint32_t>(directory.coded_bytes);
    directory.coded_bytes += sub_block.bytes;
    writer.put(static_cast<std::uint32_t>(sub_block.codec), codec_bits(has_classes));
    writer.put_sized(sub_block.symbols);
    if (sub_block.codec == Codec::one_symbol) writer.put(sub_block.symbol, 8);
    if (has_bytes_told(sub_block.codec)) writer.put_sized(sub_block.bytes);
  }
}

Directory read_directory(std::span<std::uint8_t const> bytes, std::size_t n, std::size_t coded_bytes,
                         std::size_t sub_blocks, DirectoryForm form)
{
  BitReader reader(bytes);
  Directory directory;
  directory.alphabet = read_alphabet(reader, form != DirectoryForm::long_alphabet && reader.take(1) == 1);
  if (reader.take(1) == 1) {
    directory.lengths = read_tables(LengthCode::tokens, reader);
    directory.ranks = read_tables(RankCode::tokens, reader);
  }
  bool const has_classes = form == DirectoryForm::classes && reader.take(1) == 1;
  if (has_classes) read_classes(directory, reader);
  std::size_t symbols = 0;
  for (std::size_t s = 0; s < sub_blocks; ++s) {
    SubBlock sub_block = read_sub_block(reader, has_classes);
    detail::require(sub_block.symbols <= max_sub_block_symbols && sub_block.symbols <= n - symbols &&
                        sub_block.bytes <= coded_bytes - directory.coded_bytes &&
                        (sub_block.codec != Codec::runs || !directory.lengths.tables.empty()),
                    ErrorCode::corrupt_input, "a part of a block is not what the block has room for");
    sub_block.begin = static_cast<std::uint32_t>(symbols);
    sub_block.offset = static_cast<std::uint32_t>(directory.coded_bytes);
    symbols += sub_block.symbols;
    directory.coded_bytes += sub_block.bytes;
    directory.sub_blocks.push_back(sub_block);
  }
  reader.require_end();
  detail::require(symbols == n && directory.coded_bytes == coded_bytes, ErrorCode::corrupt_input,
                  "the parts of a block are not the whole");
  return directory;
}

EncodingArrays::EncodingArrays(ContextTables const& tables)
    : table_of(tables.table_of), symbols(coded_symbols(tables, max_tokens))
{}

std::vector<CodedSymbol> by_contexts(ContextTables const& tables, std::uint32_t tokens)
{
  auto const of_tables = coded_symbols(tables, tokens);
  std::vector<CodedSymbol> symbols;
  symbols.reserve(std::size_t{contexts} * tokens);
  for (std::uint16_t const table : tables.table_of) {
    auto const first = of_tables.begin() + std::ptrdiff_t{table} * tokens;
    symbols.insert(symbols.end(), first, first + tokens);
  }
  return symbols;
}

DecodingArrays::DecodingArrays(ContextTables const& tables) : table_of(tables.table_of)
{
  entries.reserve(tables.tables.size() * max_tokens);
  first.reserve(tables.tables.size() * KernelTables::places);
  for (Table const& table : tables.tables) {
    std::size_t at = entries.size();
    std::uint32_t below = 0;
    for (std::uint32_t token = 0; token < max_tokens; ++token) {
      entries.emplace_back(token, below, table[token]);
      below += table[token];
    }
    for (std::uint32_t place = 0; place < KernelTables::places; ++place) {
      while (entries[at].below() + entries[at].frequency() <= place << KernelTables::place_shift) ++at;
      first.push_back(entries[at]);
    }
  }
}

}  // namespace lexikos::compress_detail
