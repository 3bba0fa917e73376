// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Asymmetric numeral systems with ranges (Duda 2013): a state of 32 bits that is kept at 2^16 or more by words of 16 bits.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

namespace lexikos::compress_detail
{

constexpr unsigned probability_bits = 12;
constexpr std::uint32_t probability_total = 1u << probability_bits;
constexpr std::uint32_t min_state = 1u << 16;
/// Raw bits that are coded at once.
constexpr unsigned max_raw_bits = 12;

/// A symbol of [begin, begin + frequency), as an encoder takes it, which multiplies where it would divide.
struct CodedSymbol
{
  std::uint32_t reciprocal;
  std::uint16_t begin;
  std::uint16_t frequency;

  /// frequency > 0
  KOKKOS_INLINE_FUNCTION static CodedSymbol of(std::uint32_t begin, std::uint32_t frequency)
  {
    return {~std::uint32_t{0} / frequency, static_cast<std::uint16_t>(begin), static_cast<std::uint16_t>(frequency)};
  }
};

/// Writes from the end of a place to its beginning what the decoder will read from the beginning: the last symbol comes first.
class Encoder
{
 public:
  /// \param place  [0..size) of bytes, fewer than 2^30
  KOKKOS_INLINE_FUNCTION Encoder(std::uint8_t* place, std::uint32_t size)
      : m_next(place + size), m_left(static_cast<std::int32_t>(size))
  {}

  /// A symbol of 2^bits.
  KOKKOS_INLINE_FUNCTION void put(CodedSymbol const& symbol, unsigned bits = probability_bits)
  {
    std::uint32_t const frequency = symbol.frequency;
    put_word_if((m_state >> (32 - bits)) >= frequency);
    // the reciprocal is less than 1 too small, so that the quotient is right, or by 1 too small
    auto quotient = static_cast<std::uint32_t>((static_cast<std::uint64_t>(m_state) * symbol.reciprocal) >> 32);
    std::uint32_t rest = m_state - quotient * frequency;
    if (rest >= frequency) {
      ++quotient;
      rest -= frequency;
    }
    m_state = (quotient << bits) + rest + symbol.begin;
  }
  /// The lowest bits of a value, of max_raw_bits or more.
  KOKKOS_INLINE_FUNCTION void put_raw(std::uint32_t value, unsigned bits)
  {
    for (unsigned done = 0; done < bits;) {
      unsigned const now = bits - done < max_raw_bits ? bits - done : max_raw_bits;
      put_word_if((m_state >> (32 - now)) != 0);
      m_state = (m_state << now) + ((value >> done) & ((1u << now) - 1));
      done += now;
    }
  }
  /// One of `count` <= 2^probability_bits equally likely values.
  KOKKOS_INLINE_FUNCTION void put_uniform(std::uint32_t value, std::uint32_t count)
  {
    std::uint32_t const begin = (value << probability_bits) / count;
    put(CodedSymbol::of(begin, ((value + 1) << probability_bits) / count - begin));
  }

  /// Bytes written, at the place's end; 0 if there was too little room.
  KOKKOS_INLINE_FUNCTION std::uint32_t finish(std::uint32_t size)
  {
    std::uint32_t const state = m_state;
    put_low_word_if(true, state >> 16);
    put_low_word_if(true, state);
    return is_full() ? 0 : size - static_cast<std::uint32_t>(m_left);
  }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool is_full() const { return m_left < 0; }

 private:
  /// So short that threads of a warp, of which some put a word and some do not, go one way.
  KOKKOS_INLINE_FUNCTION void put_word_if(bool is_put)
  {
    put_low_word_if(is_put, m_state);
    m_state = is_put ? m_state >> 16 : m_state;
  }
  KOKKOS_INLINE_FUNCTION void put_low_word_if(bool is_put, std::uint32_t word)
  {
    m_left -= is_put ? 2 : 0;
    bool const has_room = is_put && m_left >= 0;
    m_next -= has_room ? 2 : 0;
    if (has_room) {
      m_next[0] = static_cast<std::uint8_t>(word);
      m_next[1] = static_cast<std::uint8_t>(word >> 8);
    }
  }

  std::uint8_t* m_next;  // where the bytes begin that were put
  std::int32_t m_left;   // less than 0: the place was too small
  std::uint32_t m_state = min_state;
};

/// Reads it. Any bytes may be given: there is always an answer, and nothing outside of them is read.
class Decoder
{
 public:
  /// \param data  [0..size); what is longer than any encoder's is wrong, so that what is left can be counted with a sign
  KOKKOS_INLINE_FUNCTION Decoder(std::uint8_t const* data, std::size_t size)
      : m_next(data), m_left(size <= max_bytes ? static_cast<std::int32_t>(size) : wrong)
  {
    if (m_left >= 2) read_ahead();
    take_word();
    take_word();
    // its words are there the other way round
    m_state = (m_state << 16) | (m_state >> 16);
    if (m_state < min_state) m_left = wrong;
  }

  /// Where in 2^bits the next symbol lies.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint32_t place(unsigned bits = probability_bits) const
  {
    return m_state & ((1u << bits) - 1);
  }
  /// Goes on after a symbol of 2^bits, of which `before` places come before this one.
  KOKKOS_INLINE_FUNCTION void skip(std::uint32_t before, std::uint32_t frequency, unsigned bits = probability_bits)
  {
    m_state = frequency * (m_state >> bits) + before;
    if (m_state < min_state) take_word();
  }
  /// \param bits  max_bits or fewer
  template <unsigned max_bits>
  KOKKOS_INLINE_FUNCTION std::uint32_t raw(unsigned bits)
  {
    // the encoder began with the lowest bits, in pieces of which the last, which is the first here, may be shorter
    if constexpr (max_bits > max_raw_bits)
      if (bits > max_raw_bits) {
        std::uint32_t const higher = raw<max_bits - max_raw_bits>(bits - max_raw_bits);
        return (higher << max_raw_bits) | piece(max_raw_bits);
      }
    return piece(bits);
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t uniform(std::uint32_t count)
  {
    std::uint32_t value = (place() * count) >> probability_bits;
    while (((value + 1) << probability_bits) / count <= place()) ++value;
    std::uint32_t const begin = (value << probability_bits) / count;
    skip(place() - begin, ((value + 1) << probability_bits) / count - begin);
    return value;
  }

  /// Whether all was read, to the state that encoding began with.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool is_at_end() const { return m_left == 0 && m_state == min_state; }
  /// Whether more was wanted than there is, or it begins with what no encoder writes.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool is_wrong() const { return m_left < 0; }

 private:
  static constexpr std::size_t max_bytes = std::size_t{1} << 30;
  static constexpr std::int32_t wrong = -1;

  KOKKOS_INLINE_FUNCTION std::uint32_t piece(unsigned bits)
  {
    std::uint32_t const value = place(bits);
    skip(0, 1, bits);
    return value;
  }
  /// Where there is none, some other, and `m_left` tells.
  KOKKOS_INLINE_FUNCTION void take_word()
  {
    m_state = (m_state << 16) | (static_cast<std::uint32_t>(m_high) << 8) | m_low;
    m_left -= 2;
    if (m_left < 2) return;
    m_next += 2;
    read_ahead();
  }
  /// The bytes that are taken next are on their way before they are needed; put together here, they would be waited for.
  KOKKOS_INLINE_FUNCTION void read_ahead()
  {
    m_low = m_next[0];
    m_high = m_next[1];
  }

  std::uint8_t const* m_next;
  std::int32_t m_left;
  std::uint8_t m_low = 0;
  std::uint8_t m_high = 0;
  std::uint32_t m_state = 0;
};

}  // namespace lexikos::compress_detail
