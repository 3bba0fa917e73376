// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The codec of transforms of few symbols, as those of genomes are (FORMAT.md, "Classes"). Runs are short there, and what
// predicts a symbol are the last ones, and which symbols are frequent around it: that is told by a class of each segment. No
// symbol decides which instructions come next, so that threads of a device stay together, each with a sub-block of its own.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/words.hpp>
#include <lexikos/memory.hpp>

#include "compress/context_tables.hpp"
#include "compress/model.hpp"
#include "compress/rans.hpp"
#include "compress/sub_block.hpp"
#include "compress/word_store.hpp"

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
  /// The same where there are no more than four.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint8_t symbol_of_four(std::uint32_t token) const
  {
    return static_cast<std::uint8_t>(static_cast<std::uint32_t>(m_words[0]) >> (8 * token));
  }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION unsigned bits() const { return m_bits; }

 private:
  std::uint64_t m_words[max_classed_symbols / 8] = {};
  unsigned m_bits;
};

/// A thread for each sub-block, from its end. One that would take more room than its symbols is stored, and gets 0 bytes; its
/// codec stays, by which others know it meanwhile.
template <class MemorySpace>
struct EncodeClasses
{
  Span<std::uint8_t const, MemorySpace> bwt;
  Span<SubBlock, MemorySpace> sub_blocks;
  Span<std::uint8_t const, MemorySpace> tokens;    // [0..symbol_values) of symbols
  Span<std::uint8_t const, MemorySpace> class_of;  // [0..segments of bwt)
  Span<CodedSymbol const, MemorySpace> tables;     // [0..contexts * symbols) of each token in each context
  std::uint32_t symbols;
  Span<std::uint8_t, MemorySpace> coded;  // [0..n)

  KOKKOS_FUNCTION void operator()(std::size_t s) const
  {
    SubBlock const& sub_block = sub_blocks(s);
    if (sub_block.codec != Codec::classes) return;
    std::uint32_t const bytes = encode(sub_block);
    if (bytes == 0)
      for (std::uint32_t i = 0; i < sub_block.symbols; ++i) coded(sub_block.begin + i) = bwt(sub_block.begin + i);
    sub_blocks(s).bytes = bytes;
  }

 private:
  /// Returns the bytes; 0 if there was too little room.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint32_t encode(SubBlock const& sub_block) const
  {
    std::uint8_t const* const from = bwt.data() + sub_block.begin;
    std::uint32_t const size = sub_block.symbols;
    unsigned const bits = bits_in_history(symbols);
    std::uint32_t const mask = (1u << bits) - 1;
    // of the symbol that is put and those before it, the nearest lowest
    std::uint32_t history = 0;
    for (std::uint32_t i = 0; i < symbols_of_history && i < size; ++i)
      history |= static_cast<std::uint32_t>(tokens(from[size - 1 - i])) << (i * bits);
    auto const token_before = [&](std::uint32_t i, std::uint32_t distance) {
      return i < distance ? std::uint32_t{0} : tokens(from[i - distance]);
    };
    Encoder encoder(coded.data() + sub_block.begin, size);
    for (std::uint32_t end = size; end > 0 && !encoder.is_full();) {
      std::uint32_t const begin = (end - 1) / class_segment * class_segment;
      std::uint32_t const own_class = class_of((sub_block.begin + begin) / class_segment);
      auto const symbol_before = [&](std::uint32_t i) {
        std::uint32_t const token = history & mask;
        history = (history >> bits) | (token_before(i, symbols_of_history + 1) << ((symbols_of_history - 1) * bits));
        return tables(((own_class << history_bits) | (history & history_mask)) * symbols + token);
      };
      // what several symbols need is on its way before the first of them is put
      constexpr std::uint32_t together = 16;
      std::uint32_t i = end;
      for (; i >= begin + together; i -= together) {
        CodedSymbol coming[together];
        LEXIKOS_UNROLL
        for (std::uint32_t k = 0; k < together; ++k) coming[k] = symbol_before(i - k);
        LEXIKOS_UNROLL
        for (std::uint32_t k = 0; k < together; ++k) encoder.put(coming[k]);
      }
      for (; i > begin; --i) encoder.put(symbol_before(i));
      encoder.put_raw(own_class, class_bits);
      end = begin;
    }
    return encoder.finish(sub_block.symbols);
  }
};

/// The tables of up to four symbols, each in a word: what lies below each symbol but the first, and the sum. All contexts fit
/// into the memory that is nearest to a multiprocessor, where those of more symbols do not.
template <class MemorySpace>
struct TablesOfFour
{
  static constexpr std::uint32_t max_symbols = 4;
  static constexpr unsigned field_bits = 16;

  Span<std::uint64_t const, MemorySpace> words;  // [0..contexts)

  KOKKOS_INLINE_FUNCTION std::uint32_t decode(Decoder& decoder, std::uint32_t context) const
  {
    std::uint64_t const word = words(context);
    std::uint32_t const place = decoder.place();
    std::uint32_t token = 0;
    std::uint32_t below = 0;
    std::uint32_t end = end_of(word, 0);
    for (std::uint32_t k = 1; k < max_symbols; ++k) {
      std::uint32_t const end_before = end_of(word, k - 1);
      bool const is_further = place >= end_before;
      token = is_further ? k : token;
      below = is_further ? end_before : below;
      end = is_further ? end_of(word, k) : end;
    }
    decoder.skip(place - below, end - below);
    return token;
  }
  KOKKOS_INLINE_FUNCTION static std::uint8_t symbol(ClassedSymbols const& symbols, std::uint32_t token)
  {
    return symbols.symbol_of_four(token);
  }

  /// \param table  of tokens, of which the first four alone have frequencies
  static std::uint64_t word_of(Table const& table)
  {
    std::uint64_t word = 0;
    std::uint64_t end = 0;
    for (std::uint32_t token = 0; token < max_symbols; ++token) {
      end += table[token];
      word |= end << (token * field_bits);
    }
    return word;
  }

 private:
  KOKKOS_INLINE_FUNCTION static std::uint32_t end_of(std::uint64_t word, std::uint32_t token)
  {
    return static_cast<std::uint32_t>(word >> (token * field_bits)) & ((1u << field_bits) - 1);
  }
};

/// The tables of more.
template <class MemorySpace>
struct TablesOfMore
{
  DecodingTables<MemorySpace> tables;

  KOKKOS_INLINE_FUNCTION std::uint32_t decode(Decoder& decoder, std::uint32_t context) const
  {
    return tables.decode(decoder, tables.table_of(context));
  }
  KOKKOS_INLINE_FUNCTION static std::uint8_t symbol(ClassedSymbols const& symbols, std::uint32_t token)
  {
    return symbols.symbol(token);
  }
};

/// A thread for each sub-block.
template <class MemorySpace, class Tables>
struct DecodeClasses
{
  Span<std::uint8_t const, MemorySpace> coded;
  Span<SubBlock const, MemorySpace> sub_blocks;
  Tables tables;
  ClassedSymbols symbols;
  Span<std::uint8_t, MemorySpace> bwt;
  Span<std::uint32_t, MemorySpace> is_wrong;  // [0..1)

  KOKKOS_FUNCTION void operator()(std::size_t s) const
  {
    SubBlock const& sub_block = sub_blocks(s);
    if (sub_block.codec != Codec::classes) return;
    Decoder decoder(coded.data() + sub_block.offset, sub_block.bytes);
    WordStore const store(bwt.data() + sub_block.begin);
    unsigned const bits = symbols.bits();
    std::uint32_t history = 0;
    for (std::uint32_t begin = 0; begin < sub_block.symbols; begin += class_segment) {
      std::uint32_t const left = sub_block.symbols - begin;
      std::uint32_t const end = begin + (left < class_segment ? left : class_segment);
      std::uint32_t const class_context = decoder.raw<class_bits>(class_bits) << history_bits;
      auto const next = [&]() -> std::uint64_t {
        std::uint32_t const token = tables.decode(decoder, class_context | (history & history_mask));
        history = (history << bits) | token;
        return Tables::symbol(symbols, token);
      };
      std::uint32_t i = begin;
      for (; i + WordStore::symbols <= end; i += WordStore::symbols) {
        std::uint64_t word = 0;
        for (std::uint32_t k = 0; k < WordStore::symbols; ++k) word |= next() << (8 * k);
        store.put(i, word);
      }
      std::uint64_t word = 0;
      for (std::uint32_t k = 0; i + k < end; ++k) word |= next() << (8 * k);
      store.put_some(i, word, end - i);
    }
    if (!decoder.is_at_end()) Kokkos::atomic_store(&is_wrong(0), 1u);
  }
};

}  // namespace lexikos::compress_detail
