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
template <unsigned exact_bits, unsigned more, unsigned max_bit>
struct TokenCode
{
  static constexpr unsigned exact = 1u << exact_bits;
  static constexpr unsigned tokens = exact + ((max_bit - exact_bits + 1) << more);
  static constexpr unsigned max_raw_bits = max_bit - more;

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

/// A code of runs: one more token is a value that is no token alone, and is that of the run before. (Where many symbols follow
/// each other in a fixed order, each of their ranks is large, and the same.)
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
  /// Reads what is raw of it.
  template <class Decoder>
  KOKKOS_INLINE_FUNCTION static std::uint32_t value_of(std::uint32_t token, Decoder& decoder, std::uint32_t before)
  {
    if (token < Code::exact) return token;
    if (token == again) return before;
    return Code::value_of(token, decoder.template raw<Code::max_raw_bits>(Code::raw_bits(token)));
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

/// Two means in a word.
class PairOfMeans
{
 public:
  PairOfMeans() = default;
  KOKKOS_INLINE_FUNCTION PairOfMeans(std::int32_t fast, std::int32_t slow)
      : m_bits(static_cast<std::uint32_t>(fast) | (static_cast<std::uint32_t>(slow) << 16))
  {}
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::int32_t fast() const { return static_cast<std::int32_t>(m_bits & 0xFFFF); }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::int32_t slow() const { return static_cast<std::int32_t>(m_bits >> 16); }

 private:
  std::uint32_t m_bits;
};

/// Of the logarithms of a symbol's ranks and lengths. Read and written as one word.
struct alignas(8) SymbolState
{
  PairOfMeans rank;
  PairOfMeans length;
};

/// A mean after a value.
KOKKOS_INLINE_FUNCTION std::int32_t nearer(std::int32_t mean, std::int32_t value, unsigned shift)
{
  return mean + ((value - mean) >> shift);
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

/// 8 classes: how many of some limits are the mean or less.
KOKKOS_INLINE_FUNCTION std::uint32_t coarse_class(std::int32_t mean)
{
  std::uint32_t result = 0;
  for (std::int32_t const limit : {96, 192, 320, 480, 640, 896, 1280}) result += mean >= limit ? 1 : 0;
  return result;
}

/// What all means make of a context, looked up: what bounds the classes are multiples of 32.
struct PartsOfContexts
{
  static constexpr unsigned shift = 5;
  static constexpr std::uint32_t count = (2560 >> shift) + 1;

  std::uint16_t first[count];  // 64 times the fine class
  std::uint8_t second[count];  // 8 times the coarse class
  std::uint8_t third[count];   // the coarse class

  /// By all threads, which meet at a barrier before they use it.
  template <class Threads>
  KOKKOS_INLINE_FUNCTION void fill(Threads const& threads)
  {
    for (std::uint32_t i = threads.rank(); i < count; i += threads.size()) {
      auto const mean = static_cast<std::int32_t>(i << shift);
      first[i] = static_cast<std::uint16_t>(fine_class(mean) << 6);
      second[i] = static_cast<std::uint8_t>(coarse_class(mean) << 3);
      third[i] = static_cast<std::uint8_t>(coarse_class(mean));
    }
  }
  /// \param four_means  the sum of four
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint32_t context(std::int32_t four_means, std::int32_t second_mean,
                                                             std::int32_t third_mean) const
  {
    return std::uint32_t{first[static_cast<std::uint32_t>(four_means) >> (shift + 2)]} |
           std::uint32_t{second[static_cast<std::uint32_t>(second_mean) >> shift]} |
           std::uint32_t{third[static_cast<std::uint32_t>(third_mean) >> shift]};
  }
};

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
KOKKOS_INLINE_FUNCTION RunContext context_of(PartsOfContexts const& parts, SymbolState const& own,
                                             std::int32_t common_rank, std::int32_t common_length,
                                             std::int32_t length_fast, std::int32_t rank_slow)
{
  return {parts.context(2 * own.length.fast() + common_length + own.length.slow(), own.rank.slow(), length_fast),
          parts.context(2 * own.rank.slow() + common_rank + own.rank.fast(), own.length.slow(), rank_slow)};
}

/// The means as a decoder has them, run by run.
class RunModel
{
 public:
  /// \param states  [0..256) of all symbols, `first_state` each
  KOKKOS_INLINE_FUNCTION RunModel(SymbolState* states, PartsOfContexts const& parts) : m_states(states), m_parts(&parts)
  {}

  KOKKOS_INLINE_FUNCTION static SymbolState first_state()
  {
    return {{RunMeans::first(RunMeans::rank_fast), RunMeans::first(RunMeans::rank_slow)},
            {RunMeans::first(RunMeans::length_fast), RunMeans::first(RunMeans::length_slow)}};
  }

  /// What is read before a run of a symbol, and given to `context` and `update`.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION SymbolState state(std::uint8_t symbol) const { return m_states[symbol]; }

  /// Of a run of a symbol of this state, before one of the next symbol.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION RunContext context(SymbolState const& own, std::uint8_t next) const
  {
    SymbolState const other = m_states[next];
    return context_of(*m_parts, own, m_rank, m_length, other.length.fast(), other.rank.slow());
  }

  KOKKOS_INLINE_FUNCTION void update(std::uint8_t symbol, SymbolState const& own, std::uint32_t length,
                                     std::uint32_t rank)
  {
    std::int32_t const length_log = coarse_log(length);
    std::int32_t const rank_log = coarse_log(rank);
    m_states[symbol] = {{nearer(own.rank.fast(), rank_log, RunMeans::shift(RunMeans::rank_fast)),
                         nearer(own.rank.slow(), rank_log, RunMeans::shift(RunMeans::rank_slow))},
                        {nearer(own.length.fast(), length_log, RunMeans::shift(RunMeans::length_fast)),
                         nearer(own.length.slow(), length_log, RunMeans::shift(RunMeans::length_slow))}};
    m_rank = nearer(m_rank, rank_log, RunMeans::shift(RunMeans::rank));
    m_length = nearer(m_length, length_log, RunMeans::shift(RunMeans::length));
  }

 private:
  SymbolState* m_states;
  PartsOfContexts const* m_parts;
  std::int32_t m_rank = RunMeans::first(RunMeans::rank);
  std::int32_t m_length = RunMeans::first(RunMeans::length);
};

}  // namespace lexikos::compress_detail
