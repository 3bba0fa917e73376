// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/memory.hpp>

#include "compress/model.hpp"
#include "compress/rans.hpp"

namespace lexikos::compress_detail
{

/// How a part of a transform is coded.
enum class Codec : std::uint8_t
{
  stored = 0,
  one_symbol = 1,
  direct = 2,  ///< symbol by symbol, with a table for each segment
  runs = 3,    ///< runs and ranks
  classes = 4  ///< symbol by symbol, with a table for what is before it and around it
};

/// A part of a block's transform that is coded and decoded by one thread.
struct SubBlock
{
  std::uint32_t begin;      // in the transform
  std::uint32_t symbols;    // 1..max_sub_block_symbols
  std::uint32_t first_run;  // for encoding
  std::uint32_t runs;
  std::uint32_t distinct;      // symbols that it has
  std::uint32_t direct_bytes;  // what the direct codec would take, about; 0 where it does not serve
  std::uint32_t
      bytes;  // coded; of classes, 0 until the directory is written: what they did not make shorter, which is stored
  std::uint32_t offset;  // of these among those of the block
  Codec codec;
  std::uint8_t symbol;   // of Codec::one_symbol
  bool repeats_lengths;  // for encoding: whether tokens tell that a length is that of the run before, or a rank
  bool repeats_ranks;
};

/// Sub-blocks that a team works on at the same time, and some of them that are chosen.
struct SubBlocksOfTeam
{
  std::size_t first;
  std::uint32_t number;
  std::uint32_t chosen = 0;  // by bits

  [[nodiscard]] static std::size_t teams(std::size_t sub_blocks, std::uint32_t at_once)
  {
    return (sub_blocks + at_once - 1) / at_once;
  }
  /// Those of a team, of which none is chosen.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION static SubBlocksOfTeam of(std::size_t team, std::size_t sub_blocks,
                                                                 std::uint32_t at_once)
  {
    std::size_t const first = team * at_once;
    std::size_t const left = sub_blocks - first;
    return {first, left < at_once ? static_cast<std::uint32_t>(left) : at_once};
  }
  KOKKOS_INLINE_FUNCTION void choose(std::uint32_t k) { chosen |= 1u << k; }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool has(std::uint32_t k) const
  {
    return k < number && ((chosen >> k) & 1) != 0;
  }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool is_empty() const { return chosen == 0; }
  /// The same ones, of which none is chosen.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION SubBlocksOfTeam none() const { return {first, number, 0}; }
};

/// The most runs of those that are chosen.
template <class SubBlocks>
KOKKOS_INLINE_FUNCTION std::uint32_t max_runs(SubBlocks const& sub_blocks, SubBlocksOfTeam const& team)
{
  std::uint32_t most = 0;
  for (std::uint32_t k = 0; k < team.number; ++k)
    if (team.has(k) && sub_blocks(team.first + k).runs > most) most = sub_blocks(team.first + k).runs;
  return most;
}

/// Codec::direct serves for so many symbols; it has a table of 2^segment_unit_bits units for each segment.
constexpr std::uint32_t max_direct_symbols = 16;
constexpr std::uint32_t segment_symbols = 1u << 12;
constexpr unsigned unit_bits = 8;
constexpr std::uint32_t units = 1u << unit_bits;

/// What coding of a list needs.
struct ListScratch
{
  std::uint8_t remaining[symbol_values];  // symbols of the block that the list does not have yet
  std::uint8_t codes[symbol_values];
};

/// The symbols that a block has, ascending.
struct Alphabet
{
  std::uint8_t const* symbols;
  std::uint32_t size;
};

/// The list of a sub-block and how long it is, which come before all else: each symbol is one of those that the alphabet has
/// and the list has not yet.
KOKKOS_INLINE_FUNCTION void encode_list(Encoder& encoder, Alphabet const& alphabet, std::uint8_t const* list,
                                        std::uint32_t distinct, ListScratch& scratch)
{
  for (std::uint32_t i = 0; i < alphabet.size; ++i) scratch.remaining[i] = alphabet.symbols[i];
  for (std::uint32_t i = 0; i < distinct; ++i) {
    std::uint32_t at = 0;
    while (scratch.remaining[at] != list[i]) ++at;
    scratch.codes[i] = static_cast<std::uint8_t>(at);
    for (; at + 1 < alphabet.size - i; ++at) scratch.remaining[at] = scratch.remaining[at + 1];
  }
  for (std::uint32_t i = distinct; i-- > 0;) encoder.put_uniform(scratch.codes[i], alphabet.size - i);
  encoder.put_uniform(distinct - 1, alphabet.size);
}

/// Returns its length.
KOKKOS_INLINE_FUNCTION std::uint32_t decode_list(Decoder& decoder, Alphabet const& alphabet, std::uint8_t* list,
                                                 ListScratch& scratch)
{
  std::uint32_t const distinct = decoder.uniform(alphabet.size) + 1;
  for (std::uint32_t i = 0; i < alphabet.size; ++i) scratch.remaining[i] = alphabet.symbols[i];
  for (std::uint32_t i = 0; i < distinct; ++i) {
    std::uint32_t at = decoder.uniform(alphabet.size - i);
    list[i] = scratch.remaining[at];
    for (; at + 1 < alphabet.size - i; ++at) scratch.remaining[at] = scratch.remaining[at + 1];
  }
  return distinct;
}

/// A token of a table, in a word: what lies below it, its frequency, and itself.
class TableEntry
{
 public:
  KOKKOS_FUNCTION TableEntry(std::uint32_t token, std::uint32_t below, std::uint32_t frequency)
      : m_bits(below | (frequency << field_bits) | (token << 2 * field_bits))
  {}
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint32_t below() const { return m_bits & mask; }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint32_t frequency() const { return (m_bits >> field_bits) & mask; }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint32_t token() const { return m_bits >> (2 * field_bits); }

 private:
  static constexpr unsigned field_bits = probability_bits + 1;
  static constexpr std::uint32_t mask = (1u << field_bits) - 1;
  static_assert(max_tokens <= 1u << (32 - 2 * field_bits));

  std::uint32_t m_bits;
};

/// Tables of one code in a space's memory, as an encoder wants them.
template <class MemorySpace>
struct EncodingTables
{
  Span<std::uint16_t const, MemorySpace> table_of;  // [0..contexts)
  Span<CodedSymbol const, MemorySpace> symbols;     // [0..tables * max_tokens) 0 where a token has no frequency

  [[nodiscard]] KOKKOS_INLINE_FUNCTION CodedSymbol symbol(std::uint32_t context, std::uint32_t token) const
  {
    return symbols(table_of(context) * max_tokens + token);
  }
};

/// The same, as a decoder wants them.
template <class MemorySpace>
struct DecodingTables
{
  static constexpr std::uint32_t places = 32;
  static constexpr unsigned place_shift = probability_bits - 5;

  Span<std::uint16_t const, MemorySpace> table_of;  // [0..contexts)
  Span<TableEntry const, MemorySpace> entries;      // [0..tables * max_tokens)
  Span<TableEntry const, MemorySpace> first;        // [0..tables * places) that of each 128th place

  /// \param table  table_of(context)
  KOKKOS_INLINE_FUNCTION std::uint32_t decode(Decoder& decoder, std::uint32_t table) const
  {
    std::uint32_t const place = decoder.place();
    TableEntry entry = first(table * places + (place >> place_shift));
    while (place >= entry.below() + entry.frequency()) entry = entries(table * max_tokens + entry.token() + 1);
    decoder.skip(place - entry.below(), entry.frequency());
    return entry.token();
  }
};

}  // namespace lexikos::compress_detail
