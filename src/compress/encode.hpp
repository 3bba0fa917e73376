// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The second pass over a sub-block, from its end, as the decoder wants it: what is coded goes to the place of the sub-block in
// an array as long as the transform, to the place's end.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/memory.hpp>

#include "compress/analyse.hpp"
#include "compress/sub_block.hpp"

namespace lexikos::compress_detail
{

/// Units of a segment's symbols, of which each has one or more if it occurs. The last of them takes what the others leave.
KOKKOS_INLINE_FUNCTION void share_units(std::uint32_t const* counts, std::uint32_t distinct, std::uint32_t total,
                                        std::uint32_t* result)
{
  std::uint32_t sum = 0;
  std::uint32_t largest = 0;
  for (std::uint32_t i = 0; i < distinct; ++i) {
    result[i] = counts[i] * units / total;
    if (counts[i] != 0 && result[i] == 0) result[i] = 1;
    sum += result[i];
    if (counts[i] > counts[largest]) largest = i;
  }
  result[largest] += units - sum;
  if (result[largest] == units && largest + 1 < distinct) {  // it is written in a byte
    --result[largest];
    ++result[distinct - 1];
  }
}

/// What a run puts, looked up before.
struct PreparedRun
{
  CodedSymbol rank;  // of frequency 0 where the run has none
  CodedSymbol length;
  std::uint32_t length_raw;
  std::uint16_t rank_raw;
  std::uint8_t rank_raw_bits;
  std::uint8_t length_raw_bits;
};

/// Runs of `at_once` sub-blocks are put tile by tile from the end, each by one of the threads, after all of them looked up what
/// it takes.
template <class MemorySpace, std::uint32_t at_once>
struct EncodeSubBlocks
{
  static constexpr std::uint32_t tile_runs = 64;

  union OfRuns
  {
    PreparedRun prepared[tile_runs];
    ListScratch list;  // which is put last
  };
  struct OfSymbols
  {
    std::uint8_t codes[symbol_values];
    std::uint8_t tile[segment_symbols];  // codes of symbols
    SegmentCounts segment;
    std::uint32_t shares[max_direct_symbols];
    CodedSymbol coded[max_direct_symbols];
    ListScratch list;
  };

  struct Scratch
  {
    union
    {
      OfRuns of[at_once];
      OfSymbols direct;  // one sub-block after the other
    };
    std::uint32_t bytes[at_once];  // of runs; 0 where there was too little room
    std::uint32_t direct_bytes;
  };

  Runs<MemorySpace> runs;
  Span<SubBlock, MemorySpace> sub_blocks;
  Span<std::uint8_t const, MemorySpace> lists;  // [0..sub-blocks * symbol_values)
  EncodingTables<MemorySpace> lengths;
  EncodingTables<MemorySpace> ranks;
  Span<std::uint8_t const, MemorySpace> alphabet;
  Span<std::uint8_t, MemorySpace> coded;  // [0..n)

  [[nodiscard]] std::size_t teams() const { return SubBlocksOfTeam::teams(sub_blocks.extent(0), at_once); }

  template <class Threads>
  KOKKOS_FUNCTION void operator()(std::size_t i, Threads const& threads, Scratch& scratch) const
  {
    auto team = SubBlocksOfTeam::of(i, sub_blocks.extent(0), at_once);
    for (std::uint32_t k = 0; k < team.number; ++k)
      if (sub_blocks(team.first + k).codec == Codec::runs) team.choose(k);
    if (!team.is_empty()) encode_runs(team, threads, scratch);
    for (std::uint32_t k = 0; k < team.number; ++k) {
      if (sub_blocks(team.first + k).codec == Codec::classes) continue;
      SubBlock sub_block = sub_blocks(team.first + k);
      sub_block.bytes = sub_block.codec == Codec::one_symbol ? 0 : encode_best(sub_block, team, k, threads, scratch);
      threads.barrier();  // all have read it
      if (threads.rank() == 0) sub_blocks(team.first + k) = sub_block;
    }
  }

 private:
  /// By the codec that takes least, of the k-th one, whose runs are coded. Returns the bytes.
  template <class Threads>
  KOKKOS_INLINE_FUNCTION std::uint32_t encode_best(SubBlock& sub_block, SubBlocksOfTeam const& team, std::uint32_t k,
                                                   Threads const& threads, Scratch& scratch) const
  {
    std::uint32_t bytes = scratch.bytes[k];
    if (sub_block.direct_bytes != 0 && (bytes == 0 || sub_block.direct_bytes < bytes)) {
      std::uint32_t const direct = encode_direct(sub_block, team.first + k, threads, scratch);
      if (direct != 0 && (bytes == 0 || direct <= bytes)) {
        sub_block.codec = Codec::direct;
        bytes = direct;
      }
      else if (bytes != 0) {
        SubBlocksOfTeam one = team.none();
        one.choose(k);
        encode_runs(one, threads, scratch);  // again, as they were written over
      }
    }
    if (bytes != 0 && bytes < sub_block.symbols) return bytes;
    sub_block.codec = Codec::stored;
    std::uint8_t* const place = coded.data() + sub_block.begin;
    for (std::uint32_t i = threads.rank(); i < sub_block.symbols; i += threads.size())
      place[i] = runs.bwt(sub_block.begin + i);
    return sub_block.symbols;
  }

  /// The list, which comes first, and so is put last. Returns the bytes of all, or 0 if there was too little room.
  KOKKOS_INLINE_FUNCTION std::uint32_t finish(Encoder& encoder, SubBlock const& sub_block, std::size_t s,
                                              ListScratch& scratch) const
  {
    Alphabet const whole{alphabet.data(), static_cast<std::uint32_t>(alphabet.extent(0))};
    encode_list(encoder, whole, lists.data() + s * symbol_values, sub_block.distinct, scratch);
    return encoder.finish(sub_block.symbols);
  }

  /// Of the chosen ones. Sets their scratch.bytes, after a barrier.
  template <class Threads>
  KOKKOS_INLINE_FUNCTION void encode_runs(SubBlocksOfTeam const& team, Threads const& threads, Scratch& scratch) const
  {
    bool const encodes = team.has(threads.rank());
    std::uint32_t const own = threads.rank() < team.number ? threads.rank() : 0;
    SubBlock const sub_block = encodes ? sub_blocks(team.first + own) : SubBlock{};
    Encoder encoder(coded.data() + sub_block.begin, sub_block.symbols);
    std::uint32_t const most = max_runs(sub_blocks, team);
    for (std::uint32_t done = 0; done < most; done += tile_runs) {
      threads.barrier();
      for (std::uint32_t k = 0; k < team.number; ++k)
        if (team.has(k)) prepare(sub_blocks(team.first + k), done, threads, scratch.of[k]);
      threads.barrier();
      if (!encodes) continue;
      for (std::uint32_t i = tile_size(sub_block, done); i-- > 0 && !encoder.is_full();)
        put(encoder, scratch.of[own].prepared[i]);
    }
    threads.barrier();
    if (encodes) scratch.bytes[own] = finish(encoder, sub_block, team.first + own, scratch.of[own].list);
    threads.barrier();
  }

  /// Runs of the tile before the last `done` ones.
  KOKKOS_INLINE_FUNCTION static std::uint32_t tile_size(SubBlock const& sub_block, std::uint32_t done)
  {
    if (done >= sub_block.runs) return 0;
    return sub_block.runs - done < tile_runs ? sub_block.runs - done : tile_runs;
  }

  template <class Threads>
  KOKKOS_INLINE_FUNCTION void prepare(SubBlock const& sub_block, std::uint32_t done, Threads const& threads,
                                      OfRuns& scratch) const
  {
    std::uint32_t const size = tile_size(sub_block, done);
    for (std::uint32_t i = threads.rank(); i < size; i += threads.size())
      scratch.prepared[i] = prepared(sub_block, sub_block.runs - done - size + i);
  }

  [[nodiscard]] KOKKOS_INLINE_FUNCTION PreparedRun prepared(SubBlock const& sub_block,
                                                            std::uint32_t run_of_sub_block) const
  {
    std::size_t const run = sub_block.first_run + run_of_sub_block;
    bool const is_first = run_of_sub_block == 0;
    bool const has_rank = run_of_sub_block + 1 < sub_block.runs;
    std::uint32_t const context = runs.contexts(run);
    Token const length = runs.length_token(run, sub_block.repeats_lengths && !is_first);
    Token const rank = has_rank ? runs.rank_token(run, sub_block.repeats_ranks && !is_first) : Token{0, 0, 0};
    return {has_rank ? ranks.symbol(context >> 16, rank.token) : CodedSymbol{0, 0, 0},
            lengths.symbol(context & 0xFFFF, length.token),
            length.raw,
            static_cast<std::uint16_t>(rank.raw),
            static_cast<std::uint8_t>(rank.raw_bits),
            static_cast<std::uint8_t>(length.raw_bits)};
  }

  KOKKOS_INLINE_FUNCTION static void put(Encoder& encoder, PreparedRun const& run)
  {
    if (run.rank.frequency != 0) {
      encoder.put_raw(run.rank_raw, run.rank_raw_bits);
      encoder.put(run.rank);
    }
    encoder.put_raw(run.length_raw, run.length_raw_bits);
    encoder.put(run.length);
  }

  /// Returns the bytes, or 0 if there was too little room, to all threads.
  template <class Threads>
  KOKKOS_INLINE_FUNCTION std::uint32_t encode_direct(SubBlock const& sub_block, std::size_t s, Threads const& threads,
                                                     Scratch& scratch) const
  {
    OfSymbols& direct = scratch.direct;
    Encoder encoder(coded.data() + sub_block.begin, sub_block.symbols);
    for (std::uint32_t i = threads.rank(); i < sub_block.distinct; i += threads.size())
      direct.codes[lists(s * symbol_values + i)] = static_cast<std::uint8_t>(i);
    std::uint32_t const segments = (sub_block.symbols + segment_symbols - 1) / segment_symbols;
    for (std::uint32_t segment = segments; segment-- > 0;)
      encode_segment(encoder, sub_block, segment * segment_symbols, threads, direct);
    threads.barrier();
    if (threads.rank() == 0) scratch.direct_bytes = finish(encoder, sub_block, s, direct.list);
    threads.barrier();
    return scratch.direct_bytes;
  }

  template <class Threads>
  KOKKOS_INLINE_FUNCTION void encode_segment(Encoder& encoder, SubBlock const& sub_block, std::uint32_t begin,
                                             Threads const& threads, OfSymbols& scratch) const
  {
    std::uint32_t const left = sub_block.symbols - begin;
    std::uint32_t const size = left < segment_symbols ? left : segment_symbols;
    std::uint8_t const* const symbols = runs.bwt.data() + sub_block.begin + begin;
    scratch.segment.count(threads, symbols, size, scratch.codes, sub_block.distinct);
    for (std::uint32_t i = threads.rank(); i < size; i += threads.size()) scratch.tile[i] = scratch.codes[symbols[i]];
    threads.barrier();
    if (threads.rank() == 0 && !encoder.is_full()) {
      share_units(scratch.segment.sums, sub_block.distinct, size, scratch.shares);
      std::uint32_t below = 0;
      for (std::uint32_t i = 0; i < sub_block.distinct; ++i) {
        if (scratch.shares[i] != 0) scratch.coded[i] = CodedSymbol::of(below, scratch.shares[i]);
        below += scratch.shares[i];
      }
      for (std::uint32_t i = size; i-- > 0;) encoder.put(scratch.coded[scratch.tile[i]], unit_bits);
      for (std::uint32_t i = sub_block.distinct - 1; i-- > 0;) encoder.put_raw(scratch.shares[i], unit_bits);
    }
  }
};

/// Copies what was coded to one place after the other, each by several work items.
template <class MemorySpace>
struct PackSubBlocks
{
  static constexpr std::size_t items = 64;

  Span<SubBlock const, MemorySpace> sub_blocks;
  Span<std::uint8_t const, MemorySpace> coded;
  std::uint8_t* packed;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    SubBlock const& sub_block = sub_blocks(i / items);
    std::uint8_t const* const from = coded.data() + sub_block.begin + sub_block.symbols - sub_block.bytes;
    for (std::size_t k = i % items; k < sub_block.bytes; k += items) packed[sub_block.offset + k] = from[k];
  }
};

}  // namespace lexikos::compress_detail
