// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compress/find_classes.hpp"

#include <algorithm>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/words.hpp>
#include <numeric>

#include "backends/for_each_by_team.hpp"
#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/copy_from_host.hpp"
#include "common/read_back.hpp"
#include "compress/fixed_log.hpp"
#include "compress/symbol_classes.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::compress_detail
{

namespace
{

constexpr std::uint32_t segments_of_piece = classed_piece / class_segment;

/// Fewer symbols, or a smaller part of all, are not worth the tables.
constexpr std::size_t min_classed = std::size_t{1} << 15;
constexpr std::size_t min_part_classed = 16;
/// Where runs are longer in the mean, from 2.5 symbols on, they take less than symbols.
constexpr std::uint32_t max_symbols_of_two_runs = 5;
/// How many segments are counted for the tables: as many as tell what frequencies are.
constexpr std::uint32_t max_counted_segments = 1u << 14;
/// After these, classes are as good as they get, to 0.02%.
constexpr int rounds = 6;

/// Symbols that are read at once.
constexpr std::uint32_t symbols_of_word = sizeof(std::uint64_t);

std::size_t pieces_of(std::size_t n)
{
  return (n + classed_piece - 1) / classed_piece;
}

std::size_t segments_of(std::size_t n)
{
  return (n + class_segment - 1) / class_segment;
}

// ----- pieces -----------------------------------------------------------------------------------------------------------

struct PieceFacts
{
  std::uint32_t runs;  // not of a piece that has other symbols
  std::uint32_t rank;  // of its rarest symbol
};

/// Reads no further than a segment with a symbol that is not coded by classes.
template <class MemorySpace>
struct ExaminePieces
{
  struct Scratch
  {
    PieceFacts of_thread[backends::threads_of_team];
    bool goes_on;
  };

  Span<std::uint8_t const, MemorySpace> bwt;
  Span<std::uint8_t const, MemorySpace> rank_of;  // [0..symbol_values) by frequency
  Span<PieceFacts, MemorySpace> facts;

  template <class Threads>
  KOKKOS_FUNCTION void operator()(std::size_t piece, Threads const& threads, Scratch& scratch) const
  {
    std::size_t const begin = piece * classed_piece;
    std::size_t const end = begin + classed_piece < bwt.extent(0) ? begin + classed_piece : bwt.extent(0);
    PieceFacts own{0, 0};
    for (std::size_t segment = begin; segment < end; segment += class_segment) {
      std::size_t const end_of_segment = segment + class_segment < end ? segment + class_segment : end;
      std::size_t const step = threads.size() * symbols_of_word;
      for (std::size_t i = segment + threads.rank() * symbols_of_word; i < end_of_segment; i += step) {
        std::size_t const left = end_of_segment - i;
        examine(i, left < symbols_of_word ? static_cast<std::uint32_t>(left) : symbols_of_word, i == begin, own);
      }
      scratch.of_thread[threads.rank()] = own;
      threads.barrier();
      if (threads.rank() == 0) facts(piece) = sum(threads.size(), scratch);
      threads.barrier();
      if (!scratch.goes_on) return;
    }
  }

 private:
  /// Symbols from a place on, up to a word of them.
  KOKKOS_INLINE_FUNCTION void examine(std::size_t place, std::uint32_t count, bool begins_piece,
                                      PieceFacts& facts) const
  {
    std::uint64_t word = detail::load_padded_word(bwt.data(), place, bwt.extent(0));
    auto before = begins_piece ? static_cast<std::uint8_t>(~word) : bwt(place - 1);
    for (std::uint32_t k = 0; k < count; ++k, word >>= 8) {
      auto const symbol = static_cast<std::uint8_t>(word);
      std::uint32_t const rank = rank_of(symbol);
      if (rank > facts.rank) facts.rank = rank;
      facts.runs += symbol != before ? 1 : 0;
      before = symbol;
    }
  }
  KOKKOS_INLINE_FUNCTION static PieceFacts sum(std::uint32_t threads, Scratch& scratch)
  {
    PieceFacts all{0, 0};
    for (std::uint32_t t = 0; t < threads; ++t) {
      PieceFacts const& part = scratch.of_thread[t];
      all.runs += part.runs;
      if (part.rank > all.rank) all.rank = part.rank;
    }
    scratch.goes_on = all.rank < max_classed_symbols;
    return all;
  }
};

/// Ranks by frequency, of symbols that are as frequent as others by value.
std::vector<std::uint8_t> by_frequency(std::span<std::uint64_t const> counts)
{
  std::vector<std::uint8_t> symbols(symbol_values);
  std::iota(symbols.begin(), symbols.end(), std::uint8_t{0});
  std::ranges::stable_sort(symbols, [&](std::uint8_t a, std::uint8_t b) { return counts[a] > counts[b]; });
  return symbols;
}

bool is_coded_by_classes(PieceFacts const& piece, std::size_t size, std::uint32_t symbols)
{
  return piece.rank < symbols && max_symbols_of_two_runs * piece.runs >= 2 * size;
}

/// Fewer symbols leave more room for those before in a context: as few as most of the pieces need that can be coded so at all.
std::uint32_t max_symbols(std::span<PieceFacts const> fitting)
{
  auto const count = [&](std::uint32_t symbols) {
    return std::ranges::count_if(fitting, [&](PieceFacts const& piece) { return piece.rank < symbols; });
  };
  std::uint32_t symbols = 4;
  while (symbols < max_classed_symbols && 8 * count(symbols) < 7 * count(max_classed_symbols)) symbols *= 2;
  return symbols;
}

// ----- classes ----------------------------------------------------------------------------------------------------------

template <class MemorySpace>
struct Segments
{
  Span<std::uint8_t const, MemorySpace> bwt;
  Span<std::uint8_t const, MemorySpace> tokens;
  Span<std::uint32_t const, MemorySpace> piece_number;

  /// Of a segment among those of all pieces that are coded by classes; no_number if its own is not.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint32_t number(std::size_t segment) const
  {
    std::uint32_t const piece = piece_number(segment / segments_of_piece);
    if (piece == ClassedPieces::no_number) return piece;
    return piece * segments_of_piece + static_cast<std::uint32_t>(segment % segments_of_piece);
  }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::size_t end(std::size_t segment) const
  {
    std::size_t const end = (segment + 1) * class_segment;
    return end < bwt.extent(0) ? end : bwt.extent(0);
  }
};

/// How often each symbol occurs in each segment; and the first classes, which are stretches of the transform.
template <class MemorySpace>
struct CountSymbols
{
  Segments<MemorySpace> segments;
  std::uint32_t number_of_segments;  // of pieces that are coded by classes, all whole
  std::uint32_t symbols;
  Span<std::uint16_t, MemorySpace> counts;  // [0..segments * max_classed_symbols)
  Span<std::uint8_t, MemorySpace> class_of;

  KOKKOS_FUNCTION void operator()(std::size_t segment) const
  {
    std::uint32_t const number = segments.number(segment);
    if (number == ClassedPieces::no_number) return;
    class_of(segment) = static_cast<std::uint8_t>(static_cast<std::uint64_t>(number) * classes / number_of_segments);
    std::uint16_t* const own = counts.data() + segment * max_classed_symbols;
    if (symbols <= tokens_of_word)
      count_few(segment, own);
    else
      count(segment, own);
  }

 private:
  static constexpr std::uint32_t tokens_of_word = 4;
  static constexpr unsigned count_bits = 16;
  static_assert(class_segment < 1u << count_bits);

  KOKKOS_INLINE_FUNCTION void count(std::size_t segment, std::uint16_t* result) const
  {
    std::uint16_t own[max_classed_symbols] = {};
    for (std::size_t i = segment * class_segment; i < segments.end(segment); ++i)
      ++own[segments.tokens(segments.bwt(i))];
    for (std::uint32_t token = 0; token < max_classed_symbols; ++token) result[token] = own[token];
  }
  /// In a word, which stays in a register.
  KOKKOS_INLINE_FUNCTION void count_few(std::size_t segment, std::uint16_t* result) const
  {
    std::uint64_t own = 0;
    auto const add = [&](std::uint8_t symbol) { own += std::uint64_t{1} << (segments.tokens(symbol) * count_bits); };
    std::size_t i = segment * class_segment;
    std::size_t const end = segments.end(segment);
    for (; i + symbols_of_word <= end; i += symbols_of_word) {
      std::uint64_t const word = detail::load_padded_word(segments.bwt.data(), i, segments.bwt.extent(0));
      for (std::size_t k = 0; k < symbols_of_word; ++k) add(static_cast<std::uint8_t>(word >> (8 * k)));
    }
    for (; i < end; ++i) add(segments.bwt(i));
    for (std::uint32_t token = 0; token < max_classed_symbols; ++token)
      result[token] = token < tokens_of_word ? static_cast<std::uint16_t>(own >> (token * count_bits)) : 0;
  }
};

template <class MemorySpace>
struct AddToClasses
{
  Segments<MemorySpace> segments;
  Span<std::uint16_t const, MemorySpace> counts;
  Span<std::uint8_t const, MemorySpace> class_of;
  std::uint32_t symbols;
  Span<std::uint32_t, MemorySpace> sums;  // [0..classes * max_classed_symbols)

  KOKKOS_FUNCTION void operator()(std::size_t segment) const
  {
    if (segments.number(segment) == ClassedPieces::no_number) return;
    for (std::uint32_t token = 0; token < symbols; ++token) {
      std::uint32_t const count = counts(segment * max_classed_symbols + token);
      if (count != 0) Kokkos::atomic_add(&sums(class_of(segment) * max_classed_symbols + token), count);
    }
  }
};

/// To the first of the classes by which a segment takes the fewest bits. Its counts move from the sums of the class before.
template <class MemorySpace>
struct ChooseClasses
{
  Segments<MemorySpace> segments;
  Span<std::uint16_t const, MemorySpace> counts;
  Span<std::uint32_t const, MemorySpace> bits;  // [0..classes * max_classed_symbols) of a symbol in each class
  std::uint32_t symbols;
  Span<std::uint8_t, MemorySpace> class_of;
  Span<std::uint32_t, MemorySpace> sums;  // [0..classes * max_classed_symbols)

  KOKKOS_FUNCTION void operator()(std::size_t segment) const
  {
    if (segments.number(segment) == ClassedPieces::no_number) return;
    std::uint32_t best = 0;
    std::uint32_t least = ~std::uint32_t{0};
    for (std::uint32_t k = 0; k < classes; ++k) {
      std::uint32_t sum = 0;
      for (std::uint32_t token = 0; token < symbols; ++token)
        sum += counts(segment * max_classed_symbols + token) * bits(k * max_classed_symbols + token);
      if (sum >= least) continue;
      least = sum;
      best = k;
    }
    std::uint32_t const before = class_of(segment);
    if (best == before) return;
    class_of(segment) = static_cast<std::uint8_t>(best);
    for (std::uint32_t token = 0; token < symbols; ++token) {
      std::uint32_t const count = counts(segment * max_classed_symbols + token);
      if (count == 0) continue;
      Kokkos::atomic_sub(&sums(before * max_classed_symbols + token), count);
      Kokkos::atomic_add(&sums(best * max_classed_symbols + token), count);
    }
  }
};

/// Of a symbol in each class, in units of 2^-8 bits, as if each symbol had come once more: a class without a segment takes in
/// one that is like no other.
template <class MemorySpace>
struct WeighSymbols
{
  Span<std::uint32_t const, MemorySpace> sums;  // [0..classes * max_classed_symbols)
  std::uint32_t symbols;
  Span<std::uint32_t, MemorySpace> bits;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::size_t const own_class = i / max_classed_symbols * max_classed_symbols;
    std::uint32_t total = symbols;
    for (std::uint32_t token = 0; token < symbols; ++token) total += sums(own_class + token);
    bits(i) = (fixed_log2(total) - fixed_log2(sums(i) + 1)) >> (log_bits - 8);
  }
};

/// Tokens in their contexts, of one in so many segments.
template <class ExecutionSpace>
struct CountContexts
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  static constexpr std::uint32_t own_contexts = 1u << history_bits;

  Segments<MemorySpace> segments;
  Span<std::uint8_t const, MemorySpace> class_of;
  std::uint32_t one_in;
  std::uint32_t symbols;
  Span<std::uint32_t, MemorySpace> counts;  // [0..contexts * max_tokens)

  KOKKOS_FUNCTION void operator()(std::size_t segment) const
  {
    std::uint32_t const number = segments.number(segment);
    if (number == ClassedPieces::no_number || number % one_in != 0) return;
    std::uint32_t* const counters = counts.data() + class_of(segment) * own_contexts * max_tokens;
    if constexpr (detail::works_on_host<ExecutionSpace>) {
      std::uint16_t own[own_contexts][max_classed_symbols] = {};
      for_each(segment, [&](std::uint32_t context, std::uint32_t token) { ++own[context][token]; });
      for (std::uint32_t context = 0; context < own_contexts; ++context)
        for (std::uint32_t token = 0; token < symbols; ++token)
          if (own[context][token] != 0)
            Kokkos::atomic_add(counters + context * max_tokens + token, std::uint32_t{own[context][token]});
    }
    else {
      for_each(segment, [&](std::uint32_t context, std::uint32_t token) {
        Kokkos::atomic_inc(counters + context * max_tokens + token);
      });
    }
  }

 private:
  /// count(history, token) of each symbol.
  template <class Count>
  KOKKOS_INLINE_FUNCTION void for_each(std::size_t segment, Count const& count) const
  {
    unsigned const bits = bits_in_history(symbols);
    std::size_t const begin = segment * class_segment;
    std::uint32_t history = 0;
    if (segment % segments_of_piece != 0)
      for (std::size_t i = begin - symbols_of_history; i < begin; ++i)
        history = (history << bits) | segments.tokens(segments.bwt(i));
    for (std::size_t i = begin; i < segments.end(segment); ++i) {
      std::uint32_t const token = segments.tokens(segments.bwt(i));
      count(history & history_mask, token);
      history = (history << bits) | token;
    }
  }
};

}  // namespace

template <class ExecutionSpace>
ClassedPieces find_classed_pieces(ExecutionSpace const& space,
                                  Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& bwt,
                                  std::span<std::uint64_t const> counts, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  ClassedPieces result;
  std::size_t const n = bwt.extent(0);
  if (n < min_classed) return result;
  auto const symbols = by_frequency(counts);
  std::vector<std::uint8_t> rank_of(symbol_values);
  for (unsigned rank = 0; rank < symbol_values; ++rank) rank_of[symbols[rank]] = static_cast<std::uint8_t>(rank);

  Workspace::Scope const scope(workspace);
  auto const facts = workspace.take<PieceFacts, MemorySpace>(pieces_of(n));
  using Examine = ExaminePieces<MemorySpace>;
  backends::for_each_by_team<typename Examine::Scratch>(
      "lexikos::compress::examine_pieces", space, facts.extent(0),
      Examine{bwt, detail::copy_from_host(space, rank_of, workspace), facts});
  auto const pieces = detail::read_all_back(space, facts);

  auto const size = [&](std::size_t piece) { return std::min<std::size_t>(classed_piece, n - piece * classed_piece); };
  std::vector<PieceFacts> fitting;
  for (std::size_t piece = 0; piece < pieces.size(); ++piece)
    if (is_coded_by_classes(pieces[piece], size(piece), max_classed_symbols)) fitting.push_back(pieces[piece]);
  std::uint32_t const most = max_symbols(fitting);
  std::size_t classed = 0;
  std::uint32_t rarest = 0;
  result.number.reserve(pieces.size());
  for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
    bool const fits = is_coded_by_classes(pieces[piece], size(piece), most);
    result.number.push_back(fits ? result.count++ : ClassedPieces::no_number);
    if (!fits) continue;
    classed += size(piece);
    rarest = std::max(rarest, pieces[piece].rank);
  }
  if (classed < std::max(min_classed, n / min_part_classed)) return {};
  result.symbols.assign(symbols.begin(), symbols.begin() + rarest + 1);
  return result;
}

template <class ExecutionSpace>
std::vector<std::uint32_t> find_classes(ExecutionSpace const& space,
                                        Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& bwt,
                                        ClassedPieces const& pieces,
                                        Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& tokens,
                                        Span<std::uint8_t, typename ExecutionSpace::memory_space> const& class_of,
                                        Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope const scope(workspace);
  auto const symbols = static_cast<std::uint32_t>(pieces.symbols.size());
  std::uint32_t const number_of_segments = pieces.count * segments_of_piece;
  Segments<MemorySpace> const segments{bwt, tokens, detail::copy_from_host(space, pieces.number, workspace)};
  auto const counts = workspace.take<std::uint16_t, MemorySpace>(class_of.extent(0) * max_classed_symbols);
  auto const sums = workspace.take<std::uint32_t, MemorySpace>(std::size_t{classes} * max_classed_symbols);
  auto const bits = workspace.take<std::uint32_t, MemorySpace>(sums.extent(0));
  using Range = backends::Range<ExecutionSpace>;
  Range const all(space, 0, class_of.extent(0));

  Kokkos::parallel_for("lexikos::compress::count_symbols", all,
                       CountSymbols<MemorySpace>{segments, number_of_segments, symbols, counts, class_of});
  primitives::fill(space, sums, 0);
  Kokkos::parallel_for("lexikos::compress::add_to_classes", all,
                       AddToClasses<MemorySpace>{segments, counts, class_of, symbols, sums});
  for (int round = 0; round < rounds; ++round) {
    Kokkos::parallel_for("lexikos::compress::weigh_symbols", Range(space, 0, sums.extent(0)),
                         WeighSymbols<MemorySpace>{sums, symbols, bits});
    Kokkos::parallel_for("lexikos::compress::choose_classes", all,
                         ChooseClasses<MemorySpace>{segments, counts, bits, symbols, class_of, sums});
  }

  std::uint32_t const one_in = (number_of_segments + max_counted_segments - 1) / max_counted_segments;
  auto const in_contexts = workspace.take<std::uint32_t, MemorySpace>(std::size_t{contexts} * max_tokens);
  primitives::fill(space, in_contexts, 0);
  Kokkos::parallel_for("lexikos::compress::count_contexts", all,
                       CountContexts<ExecutionSpace>{segments, class_of, one_in, symbols, in_contexts});
  auto result = detail::read_all_back(space, in_contexts);
  if (one_in > 1)
    for (std::size_t context = 0; context < contexts; ++context)
      for (std::size_t token = 0; token < symbols; ++token) ++result[context * max_tokens + token];
  return result;
}

std::size_t find_classes_bytes(std::size_t n)
{
  return pieces_of(n) * (sizeof(PieceFacts) + sizeof(std::uint32_t)) +
         segments_of(n) * (1 + max_classed_symbols * sizeof(std::uint16_t)) +
         std::size_t{contexts} * max_tokens * sizeof(std::uint32_t) + (std::size_t{1} << 16);
}

#define LEXIKOS_INSTANTIATE(SPACE)                                                                                     \
  template ClassedPieces find_classed_pieces<SPACE>(                                                                   \
      SPACE const&, Span<std::uint8_t const, SPACE::memory_space> const&, std::span<std::uint64_t const>, Workspace&); \
  template std::vector<std::uint32_t> find_classes<SPACE>(                                                             \
      SPACE const&, Span<std::uint8_t const, SPACE::memory_space> const&, ClassedPieces const&,                        \
      Span<std::uint8_t const, SPACE::memory_space> const&, Span<std::uint8_t, SPACE::memory_space> const&,            \
      Workspace&);

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::compress_detail
