// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <lexikos/detail/words.hpp>

namespace lexikos::compress_detail
{

/// Symbols in an order in which one moves to the front, or from it, at each step: eight in a word, whatever the order of a
/// machine's bytes. The first word, where most moves end, is the object's own, so that it can stay in a register.
class SymbolOrder
{
 public:
  static constexpr std::uint32_t symbols_of_word = 8;
  static constexpr std::uint32_t max_words = 256 / symbols_of_word;

  /// \param words  [0..max_words) scratch for all symbols but the first
  KOKKOS_INLINE_FUNCTION explicit SymbolOrder(std::uint64_t* words) : m_words(words) {}

  /// \param symbols  [0..count) from the front
  KOKKOS_INLINE_FUNCTION void assign(std::uint8_t const* symbols, std::uint32_t count)
  {
    for (std::uint32_t begin = 0; begin < count; begin += symbols_of_word) {
      std::uint64_t word = 0;
      for (std::uint32_t i = begin; i < begin + symbols_of_word && i < count; ++i)
        word |= static_cast<std::uint64_t>(symbols[i]) << bits_of(i - begin);
      set(begin / symbols_of_word, word);
    }
  }
  /// The inverse.
  KOKKOS_INLINE_FUNCTION void copy_to(std::uint8_t* symbols, std::uint32_t count) const
  {
    for (std::uint32_t i = 0; i < count; ++i)
      symbols[i] = static_cast<std::uint8_t>(word(i / symbols_of_word) >> bits_of(i % symbols_of_word));
  }

  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint8_t first() const { return static_cast<std::uint8_t>(m_first); }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint8_t second() const { return static_cast<std::uint8_t>(m_first >> 8); }

  /// Moves a symbol to the front; one that is not among the first `count` comes from the place after them. Returns where it
  /// was.
  KOKKOS_INLINE_FUNCTION std::uint32_t move_to_front(std::uint8_t symbol, std::uint32_t count)
  {
    std::uint64_t const wanted = symbol * ones;
    std::uint64_t carried = symbol;
    for (std::uint32_t k = 0;; ++k) {
      std::uint64_t const here = word(k);
      std::uint32_t const before = k * symbols_of_word;
      std::uint32_t const found = first_zero(here ^ wanted);
      std::uint32_t const place = found < count - before ? found : count - before;
      std::uint64_t const moved = (here << 8) | carried;
      if (place < symbols_of_word) {
        std::uint64_t const changed = first_symbols(place + 1);
        set(k, (moved & changed) | (here & ~changed));
        return before + place;
      }
      set(k, moved);
      carried = here >> bits_of(symbols_of_word - 1);
    }
  }

  /// Moves the first symbol to a rank; those before it move up. 0 <= rank < 256.
  KOKKOS_INLINE_FUNCTION void move_from_front(std::uint32_t rank)
  {
    if (rank < symbols_of_word) {
      m_first = detail::move_first_byte(m_first, rank);
      return;
    }
    std::uint8_t const symbol = first();
    std::uint32_t const last = rank / symbols_of_word;
    std::uint64_t here = m_words[1];
    m_first = with_last(m_first >> 8, here);
    for (std::uint32_t k = 1; k < last; ++k) {
      std::uint64_t const next = m_words[k + 1];
      m_words[k] = with_last(here >> 8, next);
      here = next;
    }
    // the word's first symbol has gone, and that of the front comes instead
    m_words[last] = detail::move_first_byte((here & ~std::uint64_t{0xFF}) | symbol, rank % symbols_of_word);
  }

 private:
  static constexpr std::uint64_t ones = 0x0101010101010101u;

  KOKKOS_INLINE_FUNCTION static unsigned bits_of(std::uint32_t symbols) { return 8 * symbols; }
  /// \param word  without a last symbol, for which that of another word comes which is the first there
  KOKKOS_INLINE_FUNCTION static std::uint64_t with_last(std::uint64_t word, std::uint64_t other)
  {
    return word | (other << bits_of(symbols_of_word - 1));
  }
  /// The bits of the first `count` symbols of a word, 1 or more.
  KOKKOS_INLINE_FUNCTION static std::uint64_t first_symbols(std::uint32_t count)
  {
    return ~std::uint64_t{0} >> (64 - bits_of(count));
  }
  /// Which byte is the first that is 0; symbols_of_word if none is. (A borrow makes wrong ones of bytes after it alone.)
  KOKKOS_INLINE_FUNCTION static std::uint32_t first_zero(std::uint64_t word)
  {
    std::uint64_t const zeros = (word - ones) & ~word & (ones << 7);
    return zeros == 0 ? symbols_of_word
                      : static_cast<std::uint32_t>(Kokkos::Experimental::countr_zero_builtin(zeros)) / 8;
  }

  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t word(std::uint32_t k) const
  {
    return k == 0 ? m_first : m_words[k];
  }
  KOKKOS_INLINE_FUNCTION void set(std::uint32_t k, std::uint64_t value)
  {
    if (k == 0)
      m_first = value;
    else
      m_words[k] = value;
  }

  std::uint64_t* m_words;
  std::uint64_t m_first = 0;
};

}  // namespace lexikos::compress_detail
