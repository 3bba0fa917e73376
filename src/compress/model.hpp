// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What predicts the runs of a transform (FORMAT.md, "Contexts"). A run is coded as its length and its rank: how many distinct
// symbols come before its symbol's next run (the rank coding of Chapin and Tate 1998, with ranks from the next occurrence as in
// Binder's distance coding). For each symbol, two moving means of the logarithms of its ranks and two of its lengths are kept;
// quantised, and with those of the symbol that follows, they choose one of a few static tables. So tables are static, and yet
// what they are chosen by adapts to the place.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "compress/fixed_log.hpp"

namespace lexikos::compress_detail
{

constexpr unsigned symbol_values = 256;

// ----- tokens: small values alone, larger ones by their highest bits, with the others raw ------------------------------

struct Token
{
  std::uint32_t token;
  std::uint32_t raw;
  unsigned raw_bits;
};

/// Values below 2^exact_bits are tokens; others by their highest bit and `more` bits after it.
template <unsigned exact_bits, unsigned more, unsigned most_bit>
struct TokenCode
{
  static constexpr unsigned exact = 1u << exact_bits;
  static constexpr unsigned tokens = exact + ((most_bit - exact_bits + 1) << more);

  KOKKOS_INLINE_FUNCTION static Token token_of(std::uint32_t value)
  {
    if (value < exact) return {value, 0, 0};
    unsigned const high = highest_bit(value);
    unsigned const raw_bits = high - more;
    std::uint32_t const token = exact + ((high - exact_bits) << more) + ((value >> raw_bits) & ((1u << more) - 1));
    return {token, value & ((1u << raw_bits) - 1), raw_bits};
  }
  KOKKOS_INLINE_FUNCTION static unsigned raw_bits(std::uint32_t token)
  {
    return token < exact ? 0 : ((token - exact) >> more) + exact_bits - more;
  }
  KOKKOS_INLINE_FUNCTION static std::uint32_t value_of(std::uint32_t token, std::uint32_t raw)
  {
    if (token < exact) return token;
    std::uint32_t const leading = (1u << more) | ((token - exact) & ((1u << more) - 1));
    return (leading << raw_bits(token)) | raw;
  }
};

/// A code of runs: one more token is a value that is no token alone, and is that of the run before. (Where many symbols follow each
/// other in a fixed order, each of their ranks is large, and the same.)
template <class Code>
struct CodeOfRuns : Code
{
  static constexpr unsigned again = Code::tokens;
  static constexpr unsigned tokens = again + 1;

  /// \param before  value of the run before; 0 if there is none
  KOKKOS_INLINE_FUNCTION static Token token_of(std::uint32_t value, std::uint32_t before)
  {
    if (value == before && value >= Code::exact) return {again, 0, 0};
    return Code::token_of(value);
  }
  KOKKOS_INLINE_FUNCTION static unsigned raw_bits(std::uint32_t token)
  {
    return token == again ? 0 : Code::raw_bits(token);
  }
  KOKKOS_INLINE_FUNCTION static std::uint32_t value_of(std::uint32_t token, std::uint32_t raw, std::uint32_t before)
  {
    return token == again ? before : Code::value_of(token, raw);
  }
};

/// The most symbols that a sub-block has.
constexpr unsigned max_sub_block_bits = 22;
constexpr std::uint32_t max_sub_block_symbols = 1u << max_sub_block_bits;

using LengthCode = CodeOfRuns<TokenCode<3, 1, max_sub_block_bits - 1>>;  // of length - 1
using RankCode = CodeOfRuns<TokenCode<4, 2, 7>>;                         // of rank - 1

constexpr unsigned contexts = 32 * 8 * 8;
/// Room for the tokens of either code.
constexpr unsigned max_tokens = 48;
static_assert(LengthCode::tokens <= max_tokens && RankCode::tokens <= max_tokens);

// ----- moving means -----------------------------------------------------------------------------------------------------

/// 256 log2(value), straight between powers of two, at most 2560. value > 0.
KOKKOS_INLINE_FUNCTION std::int32_t coarse_log(std::uint32_t value)
{
  unsigned const high = highest_bit(value);
  if (high >= 10) return 2560;
  return static_cast<std::int32_t>((high << 8) + (((value << 8) >> high) - 256));
}

/// Read and written as one word.
struct alignas(8) SymbolState
{
  std::int16_t rank_fast;
  std::int16_t rank_slow;
  std::int16_t length_fast;
  std::int16_t length_slow;
};

template <class Mean>
KOKKOS_INLINE_FUNCTION void approach(Mean& mean, std::int32_t value, unsigned shift)
{
  mean = static_cast<Mean>(mean + ((value - mean) >> shift));
}

KOKKOS_INLINE_FUNCTION std::int32_t less_of(std::int32_t a, std::int32_t b)
{
  return a < b ? a : b;
}

/// 32 classes of a mean, finer where it is small: FORMAT.md's three straight lines, of which the lowest one counts.
KOKKOS_INLINE_FUNCTION std::uint32_t fine_class(std::int32_t mean)
{
  return static_cast<std::uint32_t>(less_of(less_of(mean >> 5, 8 + (mean >> 6)), less_of(16 + (mean >> 7), 31)));
}

/// 8 classes: how many of 96, 192, 320, 480, 640, 896 and 1280 are the mean or less. The first five are multiples of 32, for which
/// a word has the classes, of three bits each.
KOKKOS_INLINE_FUNCTION std::uint32_t coarse_class(std::int32_t mean)
{
  constexpr std::uint64_t classes = [] {
    std::uint64_t word = 0;
    for (int i = 0; i <= 640 / 32; ++i)
      for (int const limit : {96, 192, 320, 480, 640})
        if (32 * i >= limit) word += std::uint64_t{1} << (3 * i);
    return word;
  }();
  auto const at = static_cast<unsigned>(less_of(mean >> 5, 640 / 32));
  return (static_cast<std::uint32_t>(classes >> (3 * at)) & 7) + (mean >= 896) + (mean >= 1280);
}

struct RunContext
{
  std::uint32_t length;
  std::uint32_t rank;
};

/// The kinds of means by number: four of each symbol, and two of all.
struct RunMeans
{
  enum Kind : std::uint32_t
  {
    rank_fast,
    rank_slow,
    length_fast,
    length_slow,
    rank,
    length
  };
  static constexpr std::uint32_t kinds = 6;

  KOKKOS_INLINE_FUNCTION static constexpr bool is_common(std::uint32_t kind) { return kind >= rank; }
  KOKKOS_INLINE_FUNCTION static constexpr bool is_of_lengths(std::uint32_t kind)
  {
    return kind == length_fast || kind == length_slow || kind == length;
  }
  /// What it begins with.
  KOKKOS_INLINE_FUNCTION static constexpr std::int16_t first(std::uint32_t kind)
  {
    return is_of_lengths(kind) ? 400 : 600;
  }
  /// Each step takes it nearer by 2^-shift.
  KOKKOS_INLINE_FUNCTION static constexpr unsigned shift(std::uint32_t kind)
  {
    return kind == rank_fast ? 1 : kind == length_fast ? 2 : 3;
  }
};

/// \param own          means of the run's symbol, before it
/// \param common_rank  of all symbols, and common_length
/// \param length_fast  of the symbol that follows, and rank_slow
KOKKOS_INLINE_FUNCTION RunContext context_of(SymbolState const& own, std::int32_t common_rank,
                                             std::int32_t common_length, std::int32_t length_fast,
                                             std::int32_t rank_slow)
{
  std::int32_t const length = (4 * own.length_fast + 2 * common_length + 2 * own.length_slow) >> 3;
  std::int32_t const rank = (4 * own.rank_slow + 2 * common_rank + 2 * own.rank_fast) >> 3;
  return {(fine_class(length) * 8 + coarse_class(own.rank_slow)) * 8 + coarse_class(length_fast),
          (fine_class(rank) * 8 + coarse_class(own.length_slow)) * 8 + coarse_class(rank_slow)};
}

/// The means as a decoder has them, run by run.
class RunModel
{
 public:
  /// \param states  [0..256) of all symbols, `first_state` each
  KOKKOS_INLINE_FUNCTION explicit RunModel(SymbolState* states) : m_states(states) {}

  KOKKOS_INLINE_FUNCTION static SymbolState first_state()
  {
    return {RunMeans::first(RunMeans::rank_fast), RunMeans::first(RunMeans::rank_slow),
            RunMeans::first(RunMeans::length_fast), RunMeans::first(RunMeans::length_slow)};
  }

  /// Of a run of a symbol, before one of the next symbol.
  KOKKOS_INLINE_FUNCTION RunContext context(std::uint8_t symbol, std::uint8_t next) const
  {
    SymbolState const other = m_states[next];
    return context_of(m_states[symbol], m_rank, m_length, other.length_fast, other.rank_slow);
  }

  KOKKOS_INLINE_FUNCTION void update(std::uint8_t symbol, std::uint32_t length, std::uint32_t rank)
  {
    SymbolState own = m_states[symbol];
    std::int32_t const length_log = coarse_log(length);
    std::int32_t const rank_log = coarse_log(rank);
    approach(own.rank_fast, rank_log, RunMeans::shift(RunMeans::rank_fast));
    approach(own.rank_slow, rank_log, RunMeans::shift(RunMeans::rank_slow));
    approach(own.length_fast, length_log, RunMeans::shift(RunMeans::length_fast));
    approach(own.length_slow, length_log, RunMeans::shift(RunMeans::length_slow));
    m_states[symbol] = own;
    approach(m_rank, rank_log, RunMeans::shift(RunMeans::rank));
    approach(m_length, length_log, RunMeans::shift(RunMeans::length));
  }

 private:
  SymbolState* m_states;
  std::int32_t m_rank = RunMeans::first(RunMeans::rank);
  std::int32_t m_length = RunMeans::first(RunMeans::length);
};

}  // namespace lexikos::compress_detail
