// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Patterns as searches read them, and the queries of an FM-index one at a time.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/fm_arrays.hpp>
#include <lexikos/detail/fm_rows.hpp>
#include <lexikos/detail/fm_text.hpp>
#include <lexikos/detail/words.hpp>
#include <type_traits>

namespace lexikos
{

namespace detail
{

/// A pattern of any symbols.
template <class MemorySpace, class Symbol>
struct SymbolPattern
{
  Symbol const* symbols;
  std::uint64_t size;
  FmAlphabet<MemorySpace, Symbol> const* alphabet;

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t length() const { return size; }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint32_t slot(std::uint64_t j) const
  {
    return alphabet->slot(symbols[j]);
  }
};

/// A pattern whose symbols are slots already.
struct SlotPattern
{
  std::uint32_t const* slots;
  std::uint64_t size;

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t length() const { return size; }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint32_t slot(std::uint64_t j) const { return slots[j]; }
  /// Of symbols [j, j + count), at most 32.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION PackedDigits digits(std::uint64_t j, unsigned count) const
  {
    std::uint64_t packed = 0;
    std::uint32_t others = 0;
    for (unsigned i = 0; i < count; ++i) {
      packed |= std::uint64_t{slots[j + i] & 3} << (2 * i);
      others |= slots[j + i] >> 2;
    }
    return {packed, others == 0};
  }
};

/// As many of the bytes A, C, G and T as a word has, the first one lowest, as digits 0 to 3 of two bits; whether they are these
/// bytes. Word: of 4 or 8 bytes.
template <class Word>
struct DnaDigits
{
  std::uint32_t packed;
  Word others;  ///< 0 in each byte that is one of them

  KOKKOS_FORCEINLINE_FUNCTION explicit DnaDigits(Word bytes)
  {
    constexpr Word ones = static_cast<Word>(0x0101010101010101);
    // bits 1 and 2 of the letters are 0, 1, 3 and 2
    Word digits = bytes >> 1 & 3 * ones;
    digits ^= digits >> 1 & ones;
    Word const low = digits & ones, high = digits >> 1 & ones;
    others = bytes ^ ('A' * ones + low * ('C' - 'A') + high * ('G' - 'A') + (low & high) * ('T' - 'G' - ('C' - 'A')));
    constexpr Word to_fourth_byte = 1u << 24 | 1u << 18 | 1u << 12 | 1u << 6;
    Word const of_four = digits * to_fourth_byte;  // and, of a word of 8 bytes, the others in the last byte
    packed = static_cast<std::uint32_t>(of_four >> 24) & 0xFF;
    if constexpr (sizeof(Word) == 8) packed |= static_cast<std::uint32_t>(of_four >> 48) & 0xFF00;
  }
};

/// A pattern of bytes in a batch, which is read eight bytes at a time, from its end.
struct BytePattern
{
  std::uint32_t const* slots;  ///< [0..256)
  std::uint8_t const* bytes;   ///< of the batch
  std::uint64_t batch_size;
  std::uint64_t begin;
  std::uint64_t size;
  bool has_dna = false;  ///< the slots of A, C, G and T are 0 to 3
  std::uint64_t word = 0;
  std::uint64_t word_begin = std::uint64_t{1} << 63;  ///< of the word, in the batch; far from any at first

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION static bool has_dna_in(std::uint32_t const* slots)
  {
    constexpr std::uint8_t a = 'A', c = 'C', g = 'G', t = 'T';
    return slots[a] == 0 && slots[c] == 1 && slots[g] == 2 && slots[t] == 3;
  }

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t length() const { return size; }
  /// For any j; a word is read once where they descend.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint32_t slot(std::uint64_t j)
  {
    std::uint64_t const at = begin + j;
    if (at - word_begin > 7) {
      word_begin = at < 7 ? 0 : at - 7;
      word = load_padded_word(bytes, word_begin, batch_size);
    }
    return slots[word >> 8 * (at - word_begin) & 0xFF];
  }
  /// Of symbols [j, j + count), at most 32. No symbol waits for the one before it.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION PackedDigits digits(std::uint64_t j, unsigned count) const
  {
    PackedDigits found{0, true};
    std::uint64_t const at = begin + j;
    std::uint64_t const words = (count + 7) / 8;
    if (at >= UnalignedWords::reads_before() && at + 8 * (words - 1) + UnalignedWords::reads_after() <= batch_size) {
      UnalignedWords reader(bytes + at);
      for (unsigned i = 0; i < count; i += 8) add_digits(reader.next(), i, count, found);
    }
    else {
      for (unsigned i = 0; i < count; i += 8) add_digits(load_padded_word(bytes, at + i, batch_size), i, count, found);
    }
    return found;
  }

 private:
  /// Those of eight symbols, of which `count - i` are wanted at most.
  KOKKOS_FORCEINLINE_FUNCTION void add_digits(std::uint64_t eight, unsigned i, unsigned count,
                                              PackedDigits& found) const
  {
    unsigned const most = count - i < 8 ? count - i : 8;
    if (has_dna) {
      std::uint64_t others = 0;
      std::uint32_t packed = 0;
      if (runs_on_host()) {
        DnaDigits<std::uint64_t> const all(eight);
        others = all.others;
        packed = all.packed;
      }
      else {
        DnaDigits<std::uint32_t> const first(static_cast<std::uint32_t>(eight));
        DnaDigits<std::uint32_t> const second(static_cast<std::uint32_t>(eight >> 32));
        others = std::uint64_t{second.others} << 32 | first.others;
        packed = first.packed | second.packed << 8;
      }
      if (others << (64 - 8 * most) == 0) {
        found.packed |= std::uint64_t{packed & ((1u << 2 * most) - 1)} << (2 * i);
        return;
      }
    }
    std::uint64_t digits_of_eight = 0;
    std::uint32_t others_of_eight = 0;
    LEXIKOS_UNROLL
    for (unsigned b = 0; b < 8; ++b) {
      std::uint32_t const slot = slots[eight >> (8 * b) & 0xFF];
      bool const is_wanted = b < most;
      digits_of_eight |= is_wanted ? std::uint64_t{slot & 3} << (2 * b) : 0;
      others_of_eight |= is_wanted ? slot >> 2 : 0;
    }
    found.packed |= digits_of_eight << (2 * i);
    found.are_all = found.are_all && others_of_eight == 0;
  }
};

}  // namespace detail

namespace fm_detail
{

[[nodiscard]] constexpr char const* name_of(detail::FmLayout layout)
{
  if (layout == detail::FmLayout::dense) return "dense";
  return layout == detail::FmLayout::matrix ? "matrix" : "tree";
}

template <class Index>
[[nodiscard]] KOKKOS_INLINE_FUNCTION FmRows<std::uint64_t> cut(FmRows<Index> const& rows, std::uint64_t n)
{
  std::uint64_t const end = rows.end <= n + 1 ? rows.end : n + 1;
  return {rows.begin < end ? rows.begin : end, end};
}

template <class Index>
[[nodiscard]] KOKKOS_INLINE_FUNCTION FmRows<Index> narrow(FmRows<std::uint64_t> const& rows)
{
  return {static_cast<Index>(rows.begin), static_cast<Index>(rows.end)};
}

template <class Index>
struct ExtendLeft
{
  FmRows<std::uint64_t> rows;
  std::uint64_t slot;

  template <class Ranks>
  KOKKOS_FUNCTION FmRows<Index> operator()(detail::FmSteps<Ranks> const& steps) const
  {
    return narrow<Index>(steps.extend_left(rows, slot));
  }
};

template <class Index>
struct ExtendLeftAll
{
  FmRows<std::uint64_t> rows;
  std::uint32_t slots;
  FmRows<Index>* extended;

  template <class Ranks>
  KOKKOS_FUNCTION void operator()(detail::FmSteps<Ranks> const& steps) const
  {
    for (std::uint32_t slot = 0; slot < slots; ++slot) extended[slot] = narrow<Index>(steps.extend_left(rows, slot));
  }
  /// The four digits by the same fetches.
  template <class Levels, class Exceptions>
  KOKKOS_FUNCTION void operator()(detail::FmSteps<detail::DenseRanks<Levels, Exceptions>> const& steps) const
  {
    std::uint64_t begins[4];
    std::uint64_t ends[4];
    steps.ranks.map_digits(steps.symbols_before(rows.begin), begins);
    steps.ranks.map_digits(steps.symbols_before(rows.end), ends);
    for (std::uint32_t slot = 0; slot < slots; ++slot)
      extended[slot] = narrow<Index>(
          slot < 4 ? FmRows<std::uint64_t>{begins[slot] + steps.shifts[slot], ends[slot] + steps.shifts[slot]}
                   : steps.extend_left(rows, slot));
  }
};

/// Symbols of the transform in some rows that are smaller than one.
template <class MemorySpace, class Symbol>
struct CountSmaller
{
  FmRows<std::uint64_t> rows;
  Symbol symbol;
  detail::FmAlphabet<MemorySpace, Symbol> const& alphabet;

  template <class Ranks>
  KOKKOS_FUNCTION std::uint64_t operator()(detail::FmSteps<Ranks> const& steps) const
  {
    std::uint64_t count = 0;
    for (std::uint32_t slot = 0; slot < alphabet.size(); ++slot)
      if (alphabet.symbol(slot) < symbol) count += steps.map(slot, rows.end) - steps.map(slot, rows.begin);
    return count;
  }
  /// Slots are in the order of symbols in matrices and balanced trees.
  template <class Codes>
  KOKKOS_FUNCTION std::uint64_t operator()(detail::FmSteps<detail::WaveletRanks<Codes>> const& steps) const
  {
    std::uint32_t low = 0;
    for (std::uint32_t high = alphabet.size(); low < high;) {
      std::uint32_t const middle = low + (high - low) / 2;
      if (alphabet.symbol(middle) < symbol)
        low = middle + 1;
      else
        high = middle;
    }
    return detail::count_codes(steps.ranks.codes, 0, low, steps.symbols_before(rows.begin),
                               steps.symbols_before(rows.end));
  }
};

template <class Index, class Pattern>
struct FindInterval
{
  detail::FmTable<Index> table;
  Pattern pattern;

  template <class Ranks>
  KOKKOS_FUNCTION SuffixInterval<Index> operator()(detail::FmSteps<Ranks> const& steps) const
  {
    detail::FmSearch<Ranks, Index> const search{steps, table};
    return narrow<Index>(search.find(pattern).rows).interval();
  }
};

template <class MemorySpace, class Index>
struct FindPlace
{
  detail::FmSamples<MemorySpace, Index> samples;
  std::uint64_t row;

  template <class Ranks>
  KOKKOS_FUNCTION std::uint64_t operator()(detail::FmSteps<Ranks> const& steps) const
  {
    return detail::FmPlaces<Ranks, MemorySpace, Index>{steps, samples}(row);
  }
};

template <class MemorySpace, class Index, class Symbol>
[[nodiscard]] std::size_t bytes_of(detail::FmArrays<MemorySpace, Index, Symbol> const& arrays)
{
  auto const bytes = [](auto const& array) {
    return array.extent(0) * sizeof(typename std::decay_t<decltype(array)>::value_type);
  };
  auto const of_runs = [&](detail::FmExceptions<MemorySpace> const& exceptions) {
    return bytes(exceptions.runs) + bytes(exceptions.directory) + bytes(exceptions.by_slot) + bytes(exceptions.of_slot);
  };
  std::size_t const structure = arrays.layout == detail::FmLayout::tree ? arrays.tree.bytes() : arrays.matrix.bytes();
  return structure + of_runs(arrays.exceptions) + arrays.alphabet.bytes() + bytes(arrays.shifts) + bytes(arrays.table) +
         arrays.marks.bytes() + bytes(arrays.places) + bytes(arrays.sample_blocks) + bytes(arrays.inverse) +
         bytes(arrays.text.words) + bytes(arrays.text.slots) + of_runs(arrays.text.exceptions);
}

}  // namespace fm_detail
}  // namespace lexikos
