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

template <class MemorySpace>
struct EncodeSubBlocks
{
  Runs<MemorySpace> runs;
  Span<SubBlock, MemorySpace> sub_blocks;
  Span<Lane, MemorySpace> lanes;
  TableSpans<MemorySpace> lengths;
  TableSpans<MemorySpace> ranks;
  Span<std::uint8_t const, MemorySpace> alphabet;
  Span<std::uint8_t, MemorySpace> coded;  // [0..n)

  KOKKOS_FUNCTION void operator()(std::size_t s) const
  {
    SubBlock& sub_block = sub_blocks(s);
    sub_block.bytes = 0;
    if (sub_block.codec == Codec::one_symbol) return;
    Lane& lane = lanes(s);
    std::uint8_t* const place = coded.data() + sub_block.begin;
    std::size_t bytes = encode_runs(sub_block, lane, place);
    if (sub_block.direct_bytes != 0 && (bytes == 0 || sub_block.direct_bytes < bytes)) {
      std::size_t const direct = encode_direct(sub_block, lane, place);
      sub_block.codec = Codec::direct;
      if (direct == 0 || (bytes != 0 && bytes < direct)) {
        sub_block.codec = Codec::runs;
        bytes = encode_runs(sub_block, lane, place);
      }
      else
        bytes = direct;
    }
    if (bytes == 0 || bytes >= sub_block.symbols) {
      sub_block.codec = Codec::stored;
      bytes = sub_block.symbols;
      for (std::size_t i = 0; i < bytes; ++i) place[i] = runs.bwt(sub_block.begin + i);
    }
    sub_block.bytes = static_cast<std::uint32_t>(bytes);
  }

 private:
  KOKKOS_INLINE_FUNCTION std::size_t encode_runs(SubBlock const& sub_block, Lane& lane, std::uint8_t* place) const
  {
    Encoder encoder(place, sub_block.symbols);
    std::size_t const end = sub_block.first_run + sub_block.runs;
    for (std::size_t run = end; run-- > sub_block.first_run && !encoder.is_full();) {
      std::uint32_t const context = runs.contexts(run);
      if (run + 1 < end) {
        Token const rank = RankCode::token_of(runs.ranks(run) - 1u);
        encoder.put_raw(rank.raw, rank.raw_bits);
        ranks.encode(encoder, context >> 16, rank.token);
      }
      Token const length = LengthCode::token_of(runs.length(run) - 1);
      encoder.put_raw(length.raw, length.raw_bits);
      lengths.encode(encoder, context & 0xFFFF, length.token);
    }
    encode_list(encoder, {alphabet.data(), static_cast<std::uint32_t>(alphabet.extent(0))}, sub_block.distinct, lane);
    return encoder.finish(sub_block.symbols);
  }

  KOKKOS_INLINE_FUNCTION std::size_t encode_direct(SubBlock const& sub_block, Lane& lane, std::uint8_t* place) const
  {
    Encoder encoder(place, sub_block.symbols);
    for (std::uint32_t i = 0; i < sub_block.distinct; ++i) lane.codes[lane.list[i]] = static_cast<std::uint8_t>(i);
    std::uint32_t const segments = (sub_block.symbols + segment_symbols - 1) / segment_symbols;
    for (std::uint32_t segment = segments; segment-- > 0 && !encoder.is_full();)
      encode_segment(encoder, sub_block, segment, lane.codes);
    encode_list(encoder, {alphabet.data(), static_cast<std::uint32_t>(alphabet.extent(0))}, sub_block.distinct, lane);
    return encoder.finish(sub_block.symbols);
  }

  KOKKOS_INLINE_FUNCTION void encode_segment(Encoder& encoder, SubBlock const& sub_block, std::uint32_t segment,
                                             std::uint8_t const* codes) const
  {
    std::uint32_t const begin = segment * segment_symbols;
    std::uint32_t const left = sub_block.symbols - begin;
    std::uint32_t const size = left < segment_symbols ? left : segment_symbols;
    std::uint8_t const* const symbols = runs.bwt.data() + sub_block.begin + begin;
    std::uint32_t counts[max_direct_symbols] = {};
    std::uint32_t shares[max_direct_symbols] = {};
    std::uint32_t below[max_direct_symbols] = {};
    for (std::uint32_t i = 0; i < size; ++i) ++counts[codes[symbols[i]]];
    share_units(counts, sub_block.distinct, size, shares);
    for (std::uint32_t i = 1; i < sub_block.distinct; ++i) below[i] = below[i - 1] + shares[i - 1];
    for (std::uint32_t i = size; i-- > 0;) {
      std::uint32_t const code = codes[symbols[i]];
      encoder.put(below[code], shares[code], unit_bits);
    }
    for (std::uint32_t i = sub_block.distinct - 1; i-- > 0;) encoder.put_raw(shares[i], unit_bits);
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
