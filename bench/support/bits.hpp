// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Bits to measure rank and select on, queries, and a check of every answer by an independent count.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

#include "backends/primitives.hpp"
#include "generate/random_bits.hpp"

namespace lexikos::bench
{

enum class Spread
{
  even,       ///< every bit is a one with the same probability
  at_the_end  ///< 99% of the ones are at the end, without a zero between them
};

struct BitSource
{
  std::size_t size = 0;
  double fill = 0.5;
  Spread spread = Spread::even;

  [[nodiscard]] std::string name() const
  {
    std::string const percent = std::to_string(static_cast<int>(100 * fill + 0.5));
    return std::to_string(size) + "/" + (spread == Spread::even ? "even:" : "at_the_end:") + percent;
  }
  friend bool operator==(BitSource const&, BitSource const&) = default;
};

/// A number that is below a fraction of 2^64.
inline std::uint64_t threshold_of(double fraction)
{
  if (fraction >= 1) return ~std::uint64_t{0};
  return fraction <= 0 ? 0 : static_cast<std::uint64_t>(fraction * 18446744073709551616.0);
}

/// Writes the words of a source.
struct MakeBits
{
  std::uint64_t* words;
  std::size_t size;
  std::size_t solid;  ///< from here on, ones only
  std::uint64_t threshold;

  KOKKOS_FUNCTION void operator()(std::size_t w) const
  {
    std::uint64_t word = 0;
    for (std::size_t bit = 0; bit < 64; ++bit) {
      std::size_t const i = 64 * w + bit;
      bool const one = i < size && (i >= solid || generate::mix(i) < threshold);
      word |= static_cast<std::uint64_t>(one) << bit;
    }
    words[w] = word;
  }
};

/// Counts the ones of words.
struct CountWord
{
  std::uint64_t const* words;
  std::uint64_t* counts;

  KOKKOS_FUNCTION void operator()(std::size_t w) const
  {
    counts[w] = static_cast<std::uint64_t>(Kokkos::Experimental::popcount_builtin(words[w]));
  }
};

enum class BitOperation
{
  access,
  rank0,
  rank1,
  select0,
  select1
};

inline std::string to_string(BitOperation operation)
{
  constexpr char const* names[] = {"access", "rank0", "rank1", "select0", "select1"};
  return names[static_cast<int>(operation)];
}

/// Bits, and the number of ones before each word.
template <class ExecutionSpace>
struct Bits
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::size_t>>;

  BitSource source;
  Kokkos::View<std::uint64_t*, MemorySpace> words;
  Kokkos::View<std::uint64_t*, MemorySpace> before;
  std::size_t ones = 0;

  Bits(ExecutionSpace const& space, BitSource const& source_)
      : source(source_),
        words(Kokkos::view_alloc("lexikos::bench::bits", Kokkos::WithoutInitializing), (source_.size + 63) / 64),
        before(Kokkos::view_alloc("lexikos::bench::ones_before", Kokkos::WithoutInitializing), words.extent(0) + 1)
  {
    auto const n = static_cast<double>(source.size);
    bool const even = source.spread == Spread::even;
    std::size_t const solid = even ? source.size : source.size - static_cast<std::size_t>(0.99 * source.fill * n);
    double const fill = even ? source.fill : 0.01 * source.fill * n / static_cast<double>(solid);
    Kokkos::parallel_for("lexikos::bench::make_bits", Range(space, 0, words.extent(0)),
                         MakeBits{words.data(), source.size, solid, threshold_of(fill)});
    Kokkos::parallel_for("lexikos::bench::count_words", Range(space, 0, words.extent(0)),
                         CountWord{words.data(), before.data()});
    Workspace workspace;
    Span<std::uint64_t, MemorySpace> const counts(before.data(), before.extent(0));
    Kokkos::deep_copy(space, Span<std::uint64_t, MemorySpace>(before.data() + words.extent(0), 1), std::uint64_t{0});
    primitives::exclusive_scan(space, counts, counts, primitives::Sum{}, workspace);
    Kokkos::deep_copy(space, Span<std::uint64_t, Kokkos::HostSpace>(&ones, 1),
                      Span<std::uint64_t, MemorySpace>(before.data() + words.extent(0), 1));
    space.fence("lexikos::bench::bits");
  }
};

/// queries(q), pseudo-random: positions from 0 to most, or ordinals from 1 to most.
template <class Index>
struct MakeQueries
{
  Index* queries;
  std::size_t first;
  std::size_t count;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    queries[q] = static_cast<Index>(first + generate::mix(q ^ 0x5bd1e995u) % count);
  }
};

template <class ExecutionSpace, class View>
void make_queries(ExecutionSpace const& space, Bits<ExecutionSpace> const& bits, BitOperation operation,
                  View const& queries)
{
  using Index = typename View::value_type;
  std::size_t first = 0;
  std::size_t count = bits.source.size;
  if (operation == BitOperation::rank0 || operation == BitOperation::rank1) ++count;
  if (operation == BitOperation::select1) first = 1, count = bits.ones;
  if (operation == BitOperation::select0) first = 1, count = bits.source.size - bits.ones;
  if (count == 0) count = 1;
  Kokkos::parallel_for("lexikos::bench::make_queries",
                       typename Bits<ExecutionSpace>::Range(space, 0, queries.extent(0)),
                       MakeQueries<Index>{queries.data(), first, count});
  space.fence("lexikos::bench::make_queries");
}

/// Counts wrong answers.
template <class Index, class Result>
struct CheckAnswers
{
  std::uint64_t const* words;
  std::uint64_t const* before;
  std::size_t size;
  Index const* queries;
  Result const* results;
  BitOperation operation;

  KOKKOS_FUNCTION std::size_t rank1(std::size_t i) const
  {
    std::uint64_t const part = i % 64 == 0 ? 0 : words[i / 64] & ((std::uint64_t{1} << (i % 64)) - 1);
    return before[i / 64] + static_cast<std::size_t>(Kokkos::Experimental::popcount_builtin(part));
  }
  KOKKOS_FUNCTION bool bit(std::size_t i) const { return ((words[i / 64] >> (i % 64)) & 1) != 0; }

  KOKKOS_FUNCTION bool right(std::size_t query, std::size_t result) const
  {
    switch (operation) {
      case BitOperation::access:
        return result == static_cast<std::size_t>(bit(query));
      case BitOperation::rank0:
        return result == query - rank1(query);
      case BitOperation::rank1:
        return result == rank1(query);
      case BitOperation::select0:
        return result < size && !bit(result) && result - rank1(result) + 1 == query;
      case BitOperation::select1:
        return result < size && bit(result) && rank1(result) + 1 == query;
    }
    return false;
  }

  KOKKOS_FUNCTION void operator()(std::size_t q, std::size_t& wrong) const
  {
    if (!right(queries[q], results[q])) ++wrong;
  }
};

/// Throws std::runtime_error unless all answers are right.
template <class ExecutionSpace, class Index, class Result>
void check_answers(ExecutionSpace const& space, Bits<ExecutionSpace> const& bits, BitOperation operation,
                   Index const* queries, Result const* results, std::size_t n)
{
  std::size_t wrong = 0;
  Kokkos::parallel_reduce(
      "lexikos::bench::check_answers", typename Bits<ExecutionSpace>::Range(space, 0, n),
      CheckAnswers<Index, Result>{bits.words.data(), bits.before.data(), bits.source.size, queries, results, operation},
      wrong);
  if (wrong != 0)
    throw std::runtime_error("WRONG: " + std::to_string(wrong) + " of " + std::to_string(n) + " answers of " +
                             to_string(operation));
}

/// The bits of a source; there are those of one source at a time.
template <class ExecutionSpace>
Bits<ExecutionSpace> const& load_bits(BitSource const& source)
{
  static std::unique_ptr<Bits<ExecutionSpace>> loaded;
  static bool hooked = false;
  if (!hooked) Kokkos::push_finalize_hook([] { loaded.reset(); });
  hooked = true;
  if (loaded == nullptr || !(loaded->source == source)) {
    loaded.reset();
    loaded = std::make_unique<Bits<ExecutionSpace>>(ExecutionSpace(), source);
  }
  return *loaded;
}

}  // namespace lexikos::bench
