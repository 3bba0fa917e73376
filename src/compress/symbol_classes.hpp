// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The codec of transforms of few symbols, as those of genomes are (FORMAT.md, "Classes"). Runs are short there, and what
// predicts a symbol are the last ones, and which symbols are frequent around it: that is told by a class of each segment. No
// symbol decides which instructions come next, so that threads of a device stay together, each with a sub-block of its own.

#include <Kokkos_Core.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <lexikos/memory.hpp>

#include "compress/model.hpp"
#include "compress/rans.hpp"
#include "compress/sub_block.hpp"

namespace lexikos::compress_detail
{

constexpr std::uint32_t max_classed_symbols = 16;
constexpr std::uint32_t class_segment = 1u << 10;
constexpr unsigned class_bits = 5;
constexpr std::uint32_t classes = 1u << class_bits;
constexpr unsigned history_bits = 6;
constexpr std::uint32_t history_mask = (1u << history_bits) - 1;
static_assert(classes << history_bits == contexts);

/// Bits that each of the last symbols has in a context.
KOKKOS_INLINE_FUNCTION unsigned bits_in_history(std::uint32_t symbols)
{
  return symbols <= 4 ? 2 : symbols <= 8 ? 3 : 4;
}
/// As many symbols as reach into a context, at most.
constexpr std::uint32_t symbols_of_history = 3;

/// The symbols of a block that are coded by classes. A token is a place in the list.
class ClassedSymbols
{
 public:
  /// \param symbols  [0..count), count <= max_classed_symbols
  ClassedSymbols(std::uint8_t const* symbols, std::uint32_t count) : m_bits(bits_in_history(count))
  {
    for (std::uint32_t token = 0; token < count; ++token)
      m_words[token / 8] |= static_cast<std::uint64_t>(symbols[token]) << (8 * (token % 8));
  }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint8_t symbol(std::uint32_t token) const
  {
    return static_cast<std::uint8_t>(m_words[token / 8] >> (8 * (token % 8)));
  }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION unsigned bits() const { return m_bits; }

 private:
  std::uint64_t m_words[max_classed_symbols / 8] = {};
  unsigned m_bits;
};

/// A thread for each sub-block, from its end.
template <class MemorySpace>
struct EncodeClasses
{
  Span<std::uint8_t const, MemorySpace> bwt;
  Span<SubBlock, MemorySpace> sub_blocks;
  Span<std::uint8_t const, MemorySpace> tokens;    // [0..symbol_values) of symbols
  Span<std::uint8_t const, MemorySpace> class_of;  // [0..segments of bwt)
  EncodingTables<MemorySpace> tables;
  unsigned bits;                          // in a history
  Span<std::uint8_t, MemorySpace> coded;  // [0..n)

  KOKKOS_FUNCTION void operator()(std::size_t s) const
  {
    SubBlock sub_block = sub_blocks(s);
    if (sub_block.codec != Codec::classes) return;
    sub_block.bytes = encode(sub_block);
    if (sub_block.bytes == 0) {
      sub_block.codec = Codec::stored;
      sub_block.bytes = sub_block.symbols;
      for (std::uint32_t i = 0; i < sub_block.symbols; ++i) coded(sub_block.begin + i) = bwt(sub_block.begin + i);
    }
    sub_blocks(s) = sub_block;
  }

 private:
  /// Returns the bytes; 0 if there was too little room.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint32_t encode(SubBlock const& sub_block) const
  {
    std::uint8_t const* const symbols = bwt.data() + sub_block.begin;
    std::uint32_t const last = sub_block.symbols - 1;
    std::uint32_t const mask = (1u << bits) - 1;
    // of the symbol that is put and those before it, the nearest lowest
    std::uint32_t history = 0;
    for (std::uint32_t i = 0; i < symbols_of_history && i <= last; ++i)
      history |= static_cast<std::uint32_t>(tokens(symbols[last - i])) << (i * bits);
    Encoder encoder(coded.data() + sub_block.begin, sub_block.symbols);
    for (std::uint32_t i = last + 1; i-- > 0 && !encoder.is_full();) {
      std::uint32_t const token = history & mask;
      std::uint32_t const earlier = i < symbols_of_history ? 0u : tokens(symbols[i - symbols_of_history]);
      history = (history >> bits) | (earlier << ((symbols_of_history - 1) * bits));
      std::uint32_t const own_class = class_of((sub_block.begin + i) / class_segment);
      encoder.put(tables.symbol((own_class << history_bits) | (history & history_mask), token));
      if (i % class_segment == 0) encoder.put_raw(own_class, class_bits);
    }
    return encoder.finish(sub_block.symbols);
  }
};

/// Symbols one after the other, stored by words where these are aligned: a thread of a device stores one in the time of a byte.
class SymbolStore
{
 public:
  KOKKOS_INLINE_FUNCTION explicit SymbolStore(std::uint8_t* to)
      : m_to(to),
        m_by_words(std::endian::native == std::endian::little && reinterpret_cast<std::uintptr_t>(to) % word_bytes == 0)
  {}

  KOKKOS_INLINE_FUNCTION void put(std::uint32_t i, std::uint8_t symbol)
  {
    if (!m_by_words) {
      m_to[i] = symbol;
      return;
    }
    std::uint32_t const place = i % word_bytes;
    m_word |= static_cast<std::uint64_t>(symbol) << (8 * place);
    if (place + 1 < word_bytes) return;
    std::memcpy(__builtin_assume_aligned(m_to + i - place, word_bytes), &m_word, word_bytes);
    m_word = 0;
  }
  /// Of `symbols` in all, those at the end that fill no word.
  KOKKOS_INLINE_FUNCTION void finish(std::uint32_t symbols)
  {
    if (!m_by_words) return;
    for (std::uint32_t i = symbols - symbols % word_bytes; i < symbols; ++i, m_word >>= 8)
      m_to[i] = static_cast<std::uint8_t>(m_word);
  }

 private:
  static constexpr std::uint32_t word_bytes = sizeof(std::uint64_t);

  std::uint8_t* m_to;
  bool m_by_words;
  std::uint64_t m_word = 0;  // the first symbol lowest
};

/// A thread for each sub-block.
template <class MemorySpace>
struct DecodeClasses
{
  Span<std::uint8_t const, MemorySpace> coded;
  Span<SubBlock const, MemorySpace> sub_blocks;
  DecodingTables<MemorySpace> tables;
  ClassedSymbols symbols;
  Span<std::uint8_t, MemorySpace> bwt;
  Span<std::uint32_t, MemorySpace> is_wrong;  // [0..1)

  KOKKOS_FUNCTION void operator()(std::size_t s) const
  {
    SubBlock const& sub_block = sub_blocks(s);
    if (sub_block.codec != Codec::classes) return;
    Decoder decoder(coded.data() + sub_block.offset, sub_block.bytes);
    SymbolStore store(bwt.data() + sub_block.begin);
    std::uint32_t history = 0;
    std::uint32_t class_context = 0;
    for (std::uint32_t i = 0; i < sub_block.symbols; ++i) {
      if (i % class_segment == 0) class_context = decoder.raw(class_bits) << history_bits;
      std::uint32_t const table = tables.table_of(class_context | (history & history_mask));
      std::uint32_t const token = tables.decode(decoder, table);
      history = (history << symbols.bits()) | token;
      store.put(i, symbols.symbol(token));
    }
    store.finish(sub_block.symbols);
    if (!decoder.is_at_end()) Kokkos::atomic_store(&is_wrong(0), 1u);
  }
};

}  // namespace lexikos::compress_detail
