// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Decoding of sub-blocks. Whatever the bytes are: nothing outside of a sub-block's bytes is read, nothing outside of its place
// is written, and each step of a loop decodes a symbol or more of those that it has to have.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <lexikos/memory.hpp>

#include "compress/sub_block.hpp"
#include "compress/symbol_order.hpp"

namespace lexikos::compress_detail
{

/// to[i] = symbol. Long runs by words: a thread of a device stores one in the time of a byte.
KOKKOS_INLINE_FUNCTION void fill_run(std::uint8_t* to, std::uint32_t length, std::uint8_t symbol)
{
  constexpr std::uint32_t word_bytes = sizeof(std::uint64_t);
  constexpr std::uint32_t min_by_words = 8 * word_bytes;
  std::uint32_t i = 0;
  if (length >= min_by_words) {
    std::uint64_t const word = symbol * std::uint64_t{0x0101010101010101};
    for (; reinterpret_cast<std::uintptr_t>(to + i) % word_bytes != 0; ++i) to[i] = symbol;
    for (; i + word_bytes <= length; i += word_bytes)
      std::memcpy(__builtin_assume_aligned(to + i, word_bytes), &word, word_bytes);
  }
  for (; i < length; ++i) to[i] = symbol;
}

/// Runs of `at_once` sub-blocks are decoded tile by tile, each by one of the threads, and written by all of them; symbols by
/// tables that all of them make.
template <class MemorySpace, std::uint32_t at_once>
struct DecodeSubBlocks
{
  static constexpr std::uint32_t tile_runs = 64;

  /// In a word.
  class DecodedRun
  {
   public:
    KOKKOS_INLINE_FUNCTION void set(std::uint32_t begin, std::uint32_t length, std::uint8_t symbol)
    {
      m_begin = begin;
      m_length_and_symbol = (length << 8) | symbol;
    }
    [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint32_t begin() const { return m_begin; }  // in the sub-block
    [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint32_t length() const { return m_length_and_symbol >> 8; }
    [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint8_t symbol() const
    {
      return static_cast<std::uint8_t>(m_length_and_symbol);
    }

   private:
    static_assert(max_sub_block_symbols < 1u << 24);

    std::uint32_t m_begin;
    std::uint32_t m_length_and_symbol;
  };

  struct OfSymbols
  {
    std::uint32_t table[units];  // of each place, its symbol, the symbol's places before it, and the symbol's frequency
    std::uint32_t below[max_direct_symbols + 1];
  };
  struct List
  {
    std::uint8_t symbols[symbol_values];
    ListScratch scratch;
  };

  /// As small as can be: what it leaves of a multiprocessor's memory is a cache of the tables.
  struct ScratchOfOne
  {
    union
    {
      SymbolState states[symbol_values];  // of runs
      OfSymbols direct;
    };
    std::uint64_t order[SymbolOrder::max_words];
    union
    {
      List list;  // which comes first
      DecodedRun runs[tile_runs];
    };
    std::uint32_t length_before;  // less 1, as it is coded; and the rank
    std::uint32_t rank_before;
    std::uint32_t begin;  // in the transform
    std::uint32_t count;  // of decoded runs
    std::uint32_t distinct;
    bool goes_on;
    bool is_right;
  };

  struct Scratch
  {
    ScratchOfOne of[at_once];
    PartsOfContexts parts;
  };

  Span<std::uint8_t const, MemorySpace> coded;
  Span<SubBlock const, MemorySpace> sub_blocks;
  DecodingTables<MemorySpace> lengths;
  DecodingTables<MemorySpace> ranks;
  Span<std::uint8_t const, MemorySpace> alphabet;
  Span<std::uint8_t, MemorySpace> bwt;
  Span<std::uint32_t, MemorySpace> is_wrong;  // [0..1)

  [[nodiscard]] std::size_t teams() const { return SubBlocksOfTeam::teams(sub_blocks.extent(0), at_once); }

  template <class Threads>
  KOKKOS_FUNCTION void operator()(std::size_t i, Threads const& threads, Scratch& scratch) const
  {
    auto team = SubBlocksOfTeam::of(i, sub_blocks.extent(0), at_once);
    for (std::uint32_t k = 0; k < team.number; ++k) {
      SubBlock const sub_block = sub_blocks(team.first + k);
      if (threads.rank() == 0) scratch.of[k].is_right = true;
      if (sub_block.codec == Codec::runs)
        team.choose(k);
      else
        decode_symbols(sub_block, threads, scratch.of[k]);
    }
    if (!team.is_empty()) decode_runs(team, threads, scratch);
    if (threads.rank() != 0) return;
    for (std::uint32_t k = 0; k < team.number; ++k)
      if (!scratch.of[k].is_right) Kokkos::atomic_store(&is_wrong(0), 1u);
  }

 private:
  [[nodiscard]] KOKKOS_INLINE_FUNCTION Alphabet whole_alphabet() const
  {
    return {alphabet.data(), static_cast<std::uint32_t>(alphabet.extent(0))};
  }

  template <class Threads>
  KOKKOS_INLINE_FUNCTION void decode_symbols(SubBlock const& sub_block, Threads const& threads,
                                             ScratchOfOne& scratch) const
  {
    std::uint8_t const* const from = coded.data() + sub_block.offset;
    std::uint8_t* const to = bwt.data() + sub_block.begin;
    switch (sub_block.codec) {
      case Codec::stored:
        for (std::uint32_t i = threads.rank(); i < sub_block.symbols; i += threads.size()) to[i] = from[i];
        break;
      case Codec::one_symbol:
        for (std::uint32_t i = threads.rank(); i < sub_block.symbols; i += threads.size()) to[i] = sub_block.symbol;
        break;
      case Codec::direct:
        decode_direct(sub_block, from, to, threads, scratch);
        break;
      case Codec::runs:     // together
      case Codec::classes:  // by threads of their own
        break;
    }
  }

  /// Of the chosen ones, which have some.
  template <class Threads>
  KOKKOS_INLINE_FUNCTION void decode_runs(SubBlocksOfTeam const& team, Threads const& threads, Scratch& scratch) const
  {
    scratch.parts.fill(threads);
    for (std::uint32_t k = 0; k < team.number; ++k)
      for (std::uint32_t i = threads.rank(); i < symbol_values; i += threads.size())
        scratch.of[k].states[i] = RunModel::first_state();
    threads.barrier();
    bool const decodes = team.has(threads.rank());
    SubBlock const sub_block = sub_blocks(team.first + (decodes ? threads.rank() : 0));
    ScratchOfOne& of_own = scratch.of[threads.rank() < at_once ? threads.rank() : 0];
    Decoder decoder(coded.data() + sub_block.offset, sub_block.bytes);
    RunModel model(of_own.states, scratch.parts);
    SymbolOrder order(of_own.order);
    std::uint32_t left = sub_block.symbols;
    if (threads.rank() < team.number) {
      of_own.begin = sub_block.begin;
      of_own.goes_on = decodes;
      of_own.count = 0;
    }
    if (decodes) begin_runs(decoder, order, of_own);
    for (bool goes_on = true; goes_on;) {
      if (decodes && of_own.goes_on)
        decode_tile(decoder, model, order, sub_block.symbols, left, of_own);
      else if (decodes)
        of_own.count = 0;
      threads.barrier();
      goes_on = false;
      for (std::uint32_t k = 0; k < team.number; ++k) {
        auto const& tile = scratch.of[k];
        std::uint8_t* const to = bwt.data() + tile.begin;
        for (std::uint32_t i = threads.rank(); i < tile.count; i += threads.size())
          fill_run(to + tile.runs[i].begin(), tile.runs[i].length(), tile.runs[i].symbol());
        goes_on = goes_on || tile.goes_on;
      }
      threads.barrier();
    }
  }

  /// The list of symbols, which comes before runs. By the thread that decodes them.
  KOKKOS_INLINE_FUNCTION void begin_runs(Decoder& decoder, SymbolOrder& order, ScratchOfOne& scratch) const
  {
    scratch.distinct = decode_list(decoder, whole_alphabet(), scratch.list.symbols, scratch.list.scratch);
    scratch.length_before = 0;
    scratch.rank_before = 0;
    scratch.goes_on = scratch.is_right = scratch.distinct >= 2;
    if (scratch.goes_on) order.assign(scratch.list.symbols, scratch.distinct);
  }

  /// Runs of a tile, of which none is longer than what is left. Sets count, goes_on, and is_right if it is wrong.
  KOKKOS_INLINE_FUNCTION void decode_tile(Decoder& tile_decoder, RunModel& tile_model, SymbolOrder& tile_order,
                                          std::uint32_t symbols, std::uint32_t& left, ScratchOfOne& scratch) const
  {
    // copies, which stay in registers
    Decoder decoder = tile_decoder;
    RunModel model = tile_model;
    SymbolOrder order = tile_order;
    std::uint32_t length_before = scratch.length_before;
    std::uint32_t rank_before = scratch.rank_before;
    std::uint32_t const distinct = scratch.distinct;
    std::uint32_t count = 0;
    while (count < tile_runs) {
      std::uint8_t const symbol = order.first();
      SymbolState const own = model.state(symbol);
      RunContext const context = model.context(own, order.second());
      std::uint32_t const length_table = lengths.table_of(context.length);
      std::uint32_t const rank_table = ranks.table_of(context.rank);  // on its way early
      std::uint32_t const length_token = lengths.decode(decoder, length_table);
      length_before = LengthCode::value_of(length_token, decoder, length_before);
      std::uint32_t const length = length_before + 1;
      if (length > left) break;
      scratch.runs[count].set(symbols - left, length, symbol);
      ++count;
      left -= length;
      if (left == 0) break;
      std::uint32_t const rank_token = ranks.decode(decoder, rank_table);
      rank_before = RankCode::value_of(rank_token, decoder, rank_before);
      std::uint32_t const rank = rank_before + 1;
      if (rank >= distinct) {
        --count;
        break;
      }
      model.update(symbol, own, length, rank);
      order.move_from_front(rank);
    }
    scratch.length_before = length_before;
    scratch.rank_before = rank_before;
    scratch.count = count;
    scratch.goes_on = left != 0 && count == tile_runs && !decoder.is_wrong();
    scratch.is_right = left != 0 ? scratch.goes_on : decoder.is_at_end();
    tile_decoder = decoder;
    tile_model = model;
    tile_order = order;
  }

  template <class Threads>
  KOKKOS_INLINE_FUNCTION void decode_direct(SubBlock const& sub_block, std::uint8_t const* from, std::uint8_t* to,
                                            Threads const& threads, ScratchOfOne& scratch) const
  {
    Decoder decoder(from, sub_block.bytes);
    if (threads.rank() == 0)
      scratch.distinct = decode_list(decoder, whole_alphabet(), scratch.list.symbols, scratch.list.scratch);
    threads.barrier();
    std::uint32_t const distinct = scratch.distinct;
    if (distinct < 2 || distinct > max_direct_symbols) {
      if (threads.rank() == 0) scratch.is_right = false;
      return;
    }
    for (std::uint32_t begin = 0; begin < sub_block.symbols; begin += segment_symbols) {
      std::uint32_t const left = sub_block.symbols - begin;
      if (!make_table(decoder, distinct, threads, scratch)) return;
      if (threads.rank() == 0)
        decode_segment(decoder, scratch.direct.table, to + begin, left < segment_symbols ? left : segment_symbols);
      threads.barrier();
    }
    if (threads.rank() == 0) scratch.is_right = decoder.is_at_end();
  }

  /// Returns whether there are no more units than there can be, to all threads. Ends with a barrier.
  template <class Threads>
  KOKKOS_INLINE_FUNCTION static bool make_table(Decoder& decoder, std::uint32_t distinct, Threads const& threads,
                                                ScratchOfOne& scratch)
  {
    if (threads.rank() == 0) {
      scratch.direct.below[0] = 0;
      for (std::uint32_t i = 0; i + 1 < distinct; ++i)
        scratch.direct.below[i + 1] = scratch.direct.below[i] + decoder.raw<unit_bits>(unit_bits);
      scratch.direct.below[distinct] = units;
      if (scratch.direct.below[distinct - 1] > units || decoder.is_wrong()) scratch.is_right = false;
    }
    threads.barrier();
    if (!scratch.is_right) return false;
    for (std::uint32_t place = threads.rank(); place < units; place += threads.size()) {
      std::uint32_t code = 0;
      while (scratch.direct.below[code + 1] <= place) ++code;
      scratch.direct.table[place] = scratch.list.symbols[code] | ((place - scratch.direct.below[code]) << 8) |
                                    ((scratch.direct.below[code + 1] - scratch.direct.below[code]) << 16);
    }
    threads.barrier();
    return true;
  }

  KOKKOS_INLINE_FUNCTION static void decode_segment(Decoder& decoder, std::uint32_t const* table, std::uint8_t* to,
                                                    std::uint32_t size)
  {
    for (std::uint32_t i = 0; i < size; ++i) {
      std::uint32_t const unit = table[decoder.place(unit_bits)];
      decoder.skip((unit >> 8) & 0xFF, unit >> 16, unit_bits);
      to[i] = static_cast<std::uint8_t>(unit);
    }
  }
};

}  // namespace lexikos::compress_detail
