// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Patterns and positions to search with, and checks of what was found that share nothing with the search.

#include <Kokkos_Core.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <lexikos/search.hpp>
#include <stdexcept>
#include <string>

#include "generate/random_bits.hpp"

namespace lexikos::bench
{

template <class ExecutionSpace>
using IndexRange = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;

/// A place below `bound`, the same on every machine.
KOKKOS_INLINE_FUNCTION std::uint64_t random_place(std::uint64_t i, std::uint64_t seed, std::uint64_t bound)
{
  return generate::mix(i ^ generate::mix(seed)) % bound;
}

/// Copies `taken` symbols of each pattern of `length` symbols of the text, at a random place.
template <class Text, class Symbols, class Offsets>
struct CopyPattern
{
  Text text;
  Symbols symbols;
  Offsets offsets;
  std::uint64_t length;
  std::uint64_t taken;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const
  {
    auto const pattern = static_cast<std::uint64_t>(i);
    offsets(pattern) = pattern * taken;
    if (pattern + 1 == offsets.extent(0)) return;
    std::uint64_t const place = random_place(pattern, 3, text.extent(0) - length + 1);
    for (std::uint64_t j = 0; j < taken; ++j) symbols(pattern * taken + j) = text(place + j);
  }
};

/// Where symbol `at` of a changed copy of a text of n symbols comes from: `place`, or for one of `unchanged` symbols anywhere.
/// 0: none is changed.
KOKKOS_INLINE_FUNCTION std::uint64_t source_of_copy(std::uint64_t at, std::uint64_t place, std::uint64_t unchanged,
                                                    std::uint64_t n)
{
  bool const is_changed = unchanged != 0 && random_place(at, 5, unchanged) == 0;
  return is_changed ? random_place(at, 6, n) : place;
}

template <class ExecutionSpace, class Text>
Patterns<typename ExecutionSpace::memory_space> sample_patterns(ExecutionSpace const& space, Text const& text,
                                                                std::size_t count, std::size_t length,
                                                                std::size_t taken)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Symbols = Kokkos::View<std::uint8_t*, MemorySpace>;
  using Offsets = Kokkos::View<std::uint64_t*, MemorySpace>;
  Symbols const symbols("lexikos::bench::symbols", count * taken);
  Offsets const offsets("lexikos::bench::offsets", count + 1);
  Kokkos::parallel_for("lexikos::bench::copy_patterns", IndexRange<ExecutionSpace>(space, 0, count + 1),
                       CopyPattern<Text, Symbols, Offsets>{text, symbols, offsets, length, taken});
  space.fence("lexikos::bench::sample_patterns");
  return {symbols, offsets};
}

template <class ExecutionSpace, class Text>
Patterns<typename ExecutionSpace::memory_space> sample_patterns(ExecutionSpace const& space, Text const& text,
                                                                std::size_t count, std::size_t length)
{
  return sample_patterns(space, text, count, length, length);
}

template <class Positions>
struct SamplePosition
{
  Positions positions;
  std::uint64_t bound;
  std::uint64_t seed;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const
  {
    using Index = typename Positions::value_type;
    positions(i) = static_cast<Index>(random_place(static_cast<std::uint64_t>(i), seed, bound));
  }
};

template <class ExecutionSpace, class Positions>
void sample_positions(ExecutionSpace const& space, Positions const& positions, std::size_t n, std::uint64_t seed)
{
  Kokkos::parallel_for("lexikos::bench::sample_positions", IndexRange<ExecutionSpace>(space, 0, positions.extent(0)),
                       SamplePosition<Positions>{positions, n, seed});
  space.fence("lexikos::bench::sample_positions");
}

/// An interval is right if its first and last suffixes begin with the pattern and those on both sides of it do not.
template <class Text, class Indices, class Batch>
struct CountWrongIntervals
{
  Text text;
  Indices suffix_array;
  Batch patterns;
  Indices begins;
  Indices ends;

  [[nodiscard]] KOKKOS_FUNCTION bool begins_with(std::uint64_t entry, std::uint64_t i) const
  {
    std::uint64_t const suffix = suffix_array(entry);
    for (std::uint64_t j = patterns.offsets(i); j < patterns.offsets(i + 1); ++j) {
      std::uint64_t const at = suffix + (j - patterns.offsets(i));
      if (at >= text.extent(0) || text(at) != patterns.symbols(j)) return false;
    }
    return true;
  }

  KOKKOS_FUNCTION void operator()(std::int64_t i, std::uint64_t& wrong) const
  {
    std::uint64_t const begin = begins(i);
    std::uint64_t const end = ends(i);
    std::uint64_t const n = text.extent(0);
    bool const right = begin < end && end <= n && begins_with(begin, i) && begins_with(end - 1, i) &&
                       (begin == 0 || !begins_with(begin - 1, i)) && (end == n || !begins_with(end, i));
    wrong += right ? 0 : 1;
  }
};

template <class ExecutionSpace, class Functor>
void require_none(ExecutionSpace const& space, std::size_t count, Functor const& wrong_ones, std::string const& what)
{
  std::uint64_t wrong = 0;
  Kokkos::parallel_reduce("lexikos::bench::check_search", IndexRange<ExecutionSpace>(space, 0, count), wrong_ones,
                          wrong);
  if (wrong != 0) throw std::runtime_error("WRONG: " + std::to_string(wrong) + " " + what);
}

template <class ExecutionSpace, class Text, class Indices, class Batch>
void require_intervals(ExecutionSpace const& space, Text const& text, Indices const& suffix_array,
                       Batch const& patterns, Indices const& begins, Indices const& ends)
{
  require_none(space, begins.extent(0),
               CountWrongIntervals<Text, Indices, Batch>{text, suffix_array, patterns, begins, ends}, "intervals");
}

template <class Indices>
struct CountWrongCounts
{
  Indices begins;
  Indices ends;
  Indices counts;

  KOKKOS_FUNCTION void operator()(std::int64_t i, std::uint64_t& wrong) const
  {
    wrong += counts(i) != ends(i) - begins(i);
  }
};

template <class ExecutionSpace, class Indices>
void require_counts(ExecutionSpace const& space, Indices const& begins, Indices const& ends, Indices const& counts)
{
  require_none(space, counts.extent(0), CountWrongCounts<Indices>{begins, ends, counts}, "counts");
}

template <class Text, class Indices>
struct CountWrongExtensions
{
  Text text;
  Indices firsts;
  Indices seconds;
  Indices lengths;

  KOKKOS_FUNCTION void operator()(std::int64_t q, std::uint64_t& wrong) const
  {
    std::uint64_t const n = text.extent(0);
    std::uint64_t const i = firsts(q);
    std::uint64_t const j = seconds(q);
    std::uint64_t const length = lengths(q);
    std::uint64_t const most = n - (i < j ? j : i);
    bool right = length <= most && (length == most || i == j || text(i + length) != text(j + length));
    for (std::uint64_t l = 0; right && l < length && l < 10'000; ++l) right = text(i + l) == text(j + l);
    wrong += right ? 0 : 1;
  }
};

template <class ExecutionSpace, class Text, class Indices>
void require_extensions(ExecutionSpace const& space, Text const& text, Indices const& firsts, Indices const& seconds,
                        Indices const& lengths)
{
  require_none(space, lengths.extent(0), CountWrongExtensions<Text, Indices>{text, firsts, seconds, lengths},
               "extensions");
}

template <class Indices>
struct SumOfProbes
{
  Indices counts;

  KOKKOS_FUNCTION void operator()(std::int64_t i, double& sum) const
  {
    sum += Kokkos::log2(static_cast<double>(counts(i)) + 1);
  }
};

/// Steps of the binary search of a pattern, on average: of log2(s + 1), s suffixes having the symbols that the table
/// resolves.
template <class ExecutionSpace, class Index, class Text>
double mean_probes(ExecutionSpace const& space, Index const& index, Text const& text, std::size_t count,
                   std::size_t length)
{
  std::size_t const taken = index.table_depth();
  if (taken >= length || count == 0) return 0;
  using Indices = Kokkos::View<typename Index::Indices::non_const_value_type*, typename Text::memory_space>;
  auto const prefixes = sample_patterns(space, text, count, length, taken);
  Indices const counts("lexikos::bench::prefix_counts", count);
  index.count(space, prefixes.symbols, prefixes.offsets, counts);
  double sum = 0;
  Kokkos::parallel_reduce("lexikos::bench::probes", IndexRange<ExecutionSpace>(space, 0, count),
                          SumOfProbes<Indices>{counts}, sum);
  return sum / static_cast<double>(count);
}

}  // namespace lexikos::bench
