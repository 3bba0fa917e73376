// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Decoding of sub-blocks. Whatever the bytes are: nothing outside of a sub-block's bytes is read, nothing outside of its place is
// written, and each step of a loop decodes a symbol or more of those that it has to have.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <lexikos/memory.hpp>

#include "compress/sub_block.hpp"

namespace lexikos::compress_detail
{

/// to[i] = symbol. Long runs by words: a thread of a device stores one in the time of a byte.
KOKKOS_INLINE_FUNCTION void fill_run(std::uint8_t* to, std::uint32_t length, std::uint8_t symbol)
{
  constexpr std::uint32_t word_bytes = sizeof(std::uint64_t);
  constexpr std::uint32_t least_by_words = 8 * word_bytes;
  std::uint32_t i = 0;
  if (length >= least_by_words) {
    std::uint64_t const word = symbol * std::uint64_t{0x0101010101010101};
    for (; reinterpret_cast<std::uintptr_t>(to + i) % word_bytes != 0; ++i) to[i] = symbol;
    for (; i + word_bytes <= length; i += word_bytes)
      std::memcpy(__builtin_assume_aligned(to + i, word_bytes), &word, word_bytes);
  }
  for (; i < length; ++i) to[i] = symbol;
}

template <class MemorySpace>
struct DecodeSubBlocks
{
  Span<std::uint8_t const, MemorySpace> coded;
  Span<SubBlock const, MemorySpace> sub_blocks;
  Span<Lane, MemorySpace> lanes;
  TableSpans<MemorySpace> lengths;
  TableSpans<MemorySpace> ranks;
  Span<std::uint8_t const, MemorySpace> alphabet;
  Span<std::uint8_t, MemorySpace> bwt;
  Span<std::uint32_t, MemorySpace> is_wrong;  // [0..1)

  KOKKOS_FUNCTION void operator()(std::size_t s) const
  {
    SubBlock const& sub_block = sub_blocks(s);
    std::uint8_t const* const from = coded.data() + sub_block.offset;
    std::uint8_t* const to = bwt.data() + sub_block.begin;
    bool is_right = true;
    switch (sub_block.codec) {
      case Codec::stored:
        for (std::uint32_t i = 0; i < sub_block.symbols; ++i) to[i] = from[i];
        break;
      case Codec::one_symbol:
        fill_run(to, sub_block.symbols, sub_block.symbol);
        break;
      case Codec::direct:
        is_right = decode_direct(sub_block, from, to, lanes(s));
        break;
      case Codec::runs:
        is_right = decode_runs(sub_block, from, to, lanes(s));
        break;
    }
    if (!is_right) Kokkos::atomic_store(&is_wrong(0), 1u);
  }

 private:
  [[nodiscard]] KOKKOS_INLINE_FUNCTION Alphabet whole_alphabet() const
  {
    return {alphabet.data(), static_cast<std::uint32_t>(alphabet.extent(0))};
  }

  KOKKOS_INLINE_FUNCTION bool decode_runs(SubBlock const& sub_block, std::uint8_t const* from, std::uint8_t* to,
                                          Lane& lane) const
  {
    Decoder decoder(from, sub_block.bytes);
    std::uint32_t const distinct = decode_list(decoder, whole_alphabet(), lane);
    if (distinct < 2) return false;
    RunModel model(lane.states);
    SymbolOrder order(lane.order);
    order.assign(lane.list, distinct);
    for (std::uint32_t left = sub_block.symbols; !decoder.is_wrong();) {
      std::uint8_t const symbol = order.first();
      RunContext const context = model.context(symbol, order.second());
      std::uint32_t const length_token = lengths.decode(decoder, context.length);
      std::uint32_t const length =
          LengthCode::value_of(length_token, decoder.raw(LengthCode::raw_bits(length_token))) + 1;
      if (length > left) return false;
      fill_run(to, length, symbol);
      to += length;
      left -= length;
      if (left == 0) return decoder.is_at_end();
      std::uint32_t const rank_token = ranks.decode(decoder, context.rank);
      std::uint32_t const rank = RankCode::value_of(rank_token, decoder.raw(RankCode::raw_bits(rank_token))) + 1;
      if (rank >= distinct) return false;
      model.update(symbol, length, rank);
      order.move_from_front(rank);
    }
    return false;
  }

  KOKKOS_INLINE_FUNCTION bool decode_direct(SubBlock const& sub_block, std::uint8_t const* from, std::uint8_t* to,
                                            Lane& lane) const
  {
    Decoder decoder(from, sub_block.bytes);
    std::uint32_t const distinct = decode_list(decoder, whole_alphabet(), lane);
    if (distinct < 2 || distinct > max_direct_symbols) return false;
    for (std::uint32_t begin = 0; begin < sub_block.symbols; begin += segment_symbols) {
      std::uint32_t const left = sub_block.symbols - begin;
      std::uint32_t const size = left < segment_symbols ? left : segment_symbols;
      if (!decode_segment(decoder, distinct, lane.list, to + begin, size)) return false;
    }
    return decoder.is_at_end();
  }

  KOKKOS_INLINE_FUNCTION static bool decode_segment(Decoder& decoder, std::uint32_t distinct, std::uint8_t const* list,
                                                    std::uint8_t* to, std::uint32_t size)
  {
    std::uint32_t below[max_direct_symbols + 1];
    below[0] = 0;
    for (std::uint32_t i = 0; i + 1 < distinct; ++i) below[i + 1] = below[i] + decoder.raw(unit_bits);
    if (below[distinct - 1] > units) return false;
    below[distinct] = units;
    for (std::uint32_t i = 0; i < size && !decoder.is_wrong(); ++i) {
      std::uint32_t const place = decoder.place(unit_bits);
      std::uint32_t code = 0;
      while (below[code + 1] <= place) ++code;
      decoder.skip(below[code], below[code + 1] - below[code], unit_bits);
      to[i] = list[code];
    }
    return !decoder.is_wrong();
  }
};

}  // namespace lexikos::compress_detail
