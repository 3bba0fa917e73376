// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Fingerprints of all windows of k symbols of a text: equal windows have equal ones, and others rarely do.
//
// A window is a number to a base B, its symbols the digits, modulo the prime 2^61 - 1; the next window's takes two products
// from it (Karp and Rabin 1987, section 3). Two windows that differ have the same number with a probability of k / 2^61 over
// the choice of B, so that who needs certainty compares the windows themselves.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <lexikos/detail/words.hpp>
#include <lexikos/documents.hpp>

#include "common/mix_bits.hpp"

namespace lexikos::detail
{

/// Numbers modulo 2^61 - 1.
struct FingerprintField
{
  static constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;

  /// Of any value, a value below the prime.
  [[nodiscard]] static KOKKOS_INLINE_FUNCTION std::uint64_t reduced(std::uint64_t value)
  {
    std::uint64_t const folded = (value & prime) + (value >> 61);
    return folded >= prime ? folded - prime : folded;
  }
  [[nodiscard]] static KOKKOS_INLINE_FUNCTION std::uint64_t sum(std::uint64_t a, std::uint64_t b)
  {
    return a + b >= prime ? a + b - prime : a + b;
  }
  [[nodiscard]] static KOKKOS_INLINE_FUNCTION std::uint64_t difference(std::uint64_t a, std::uint64_t b)
  {
    return a >= b ? a - b : a + prime - b;
  }
  [[nodiscard]] static KOKKOS_INLINE_FUNCTION std::uint64_t product(std::uint64_t a, std::uint64_t b)
  {
    std::uint64_t const low = a * b;
    std::uint64_t const high = high_product(a, b);
    return reduced((low & prime) + (low >> 61 | high << 3));
  }
};

/// How windows of one length are numbered.
class WindowFingerprints
{
 public:
  WindowFingerprints() = default;

  /// \param length  symbols of a window, 1 or more
  /// \param mask    bits that fingerprints have; tests make many windows collide
  explicit WindowFingerprints(std::uint64_t length, std::uint64_t mask = ~std::uint64_t{0})
      : m_length(length), m_mask(mask)
  {
    std::uint64_t square = base;
    for (std::uint64_t rest = length; rest != 0; rest /= 2) {
      if (rest % 2 != 0) m_power = FingerprintField::product(m_power, square);
      square = FingerprintField::product(square, square);
    }
  }

  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t length() const { return m_length; }
  /// The largest fingerprint.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t largest() const { return m_mask; }

  /// The number of the window at `symbols`.
  template <class Symbol>
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t first(Symbol const* symbols) const
  {
    std::uint64_t number = 0;
    for (std::uint64_t j = 0; j < m_length; ++j)
      number = FingerprintField::sum(FingerprintField::product(number, base), digit(symbols[j]));
    return number;
  }
  /// That of the window one symbol further, which lacks the one symbol and has the other.
  template <class Symbol>
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t next(std::uint64_t number, Symbol leaves, Symbol enters) const
  {
    std::uint64_t const moved = FingerprintField::sum(FingerprintField::product(number, base), digit(enters));
    return FingerprintField::difference(moved, FingerprintField::product(digit(leaves), m_power));
  }
  /// The fingerprint of a window's number: its bits are as good as random, each of them.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t fingerprint(std::uint64_t number) const
  {
    return mix_bits(number) & m_mask;
  }

 private:
  static constexpr std::uint64_t base = 0x0b5ad4eceda1ce2b;  // no choice of a user's; below the prime

  template <class Symbol>
  [[nodiscard]] static KOKKOS_INLINE_FUNCTION std::uint64_t digit(Symbol symbol)
  {
    if constexpr (sizeof(Symbol) == 8)
      return FingerprintField::reduced(symbol);
    else
      return symbol;
  }

  std::uint64_t m_length = 1;
  std::uint64_t m_power = 1;  // base^length
  std::uint64_t m_mask = ~std::uint64_t{0};
};

/// Documents of a text of which a chunk is at hand.
struct ChunkDocuments
{
  DocumentQueries documents;
  bool is_divided = false;   // otherwise the text is one document
  std::uint64_t size = 0;    // symbols of the text
  std::uint64_t before = 0;  // symbols of other texts before it: positions of the chunk count them

  [[nodiscard]] KOKKOS_INLINE_FUNCTION DocumentBounds bounds_of(std::uint64_t position) const
  {
    if (!is_divided) return {0, before, before + size};
    auto bounds = documents.bounds_of(position - before);
    if (bounds.document == not_found) return bounds;
    bounds.begin += before;
    bounds.end += before;
    return bounds;
  }
  /// Where documents begin, for positions before all of them.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t first_begin() const
  {
    return before + (is_divided ? documents.offsets[0] : 0);
  }
};

/// The windows that start in a chunk of a text and lie within one of its documents.
template <class Symbol>
struct ChunkWindows
{
  Symbol const* symbols;  // the chunk, and after it as many symbols as windows that start in it have
  std::uint64_t first;    // position of symbols[0]
  std::uint64_t count;    // positions at which windows start
  ChunkDocuments documents;
  WindowFingerprints fingerprints;

  /// function(p, fingerprint) for the windows that start at p = begin, ..., end - 1 of the chunk.
  template <class Function>
  KOKKOS_INLINE_FUNCTION void for_each(std::uint64_t begin, std::uint64_t end, Function const& function) const
  {
    std::uint64_t const length = fingerprints.length();
    for (std::uint64_t p = begin; p < end;) {
      auto const bounds = documents.bounds_of(first + p);
      if (bounds.document == not_found) {
        if (first + p >= documents.first_begin()) return;
        p = documents.first_begin() - first;
        continue;
      }
      std::uint64_t const end_of_document = bounds.end - first;
      std::uint64_t const windows = end_of_document >= length ? end_of_document - length + 1 : 0;
      for_each_of_document(p, windows < end ? windows : end, function);
      p = end_of_document;
    }
  }

 private:
  template <class Function>
  KOKKOS_INLINE_FUNCTION void for_each_of_document(std::uint64_t begin, std::uint64_t end,
                                                   Function const& function) const
  {
    if (begin >= end) return;
    std::uint64_t number = fingerprints.first(symbols + begin);
    for (std::uint64_t p = begin;;) {
      function(p, fingerprints.fingerprint(number));
      if (++p == end) return;
      number = fingerprints.next(number, symbols[p - 1], symbols[p - 1 + fingerprints.length()]);
    }
  }
};

}  // namespace lexikos::detail
