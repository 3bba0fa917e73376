// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/search.hpp>
#include <limits>

#include "backends/launch.hpp"
#include "common/host_batches.hpp"
#include "common/in_turns.hpp"
#include "common/order_by_key.hpp"
#include "common/pattern_offsets.hpp"
#include "search/search_steps.hpp"
#include "search/tuning.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::search_detail
{

/// Pattern i of a batch, as plain pointers.
template <class Symbol>
struct PatternReader
{
  Symbol const* symbols;
  std::uint64_t size;
  std::uint64_t const* offsets;

  KOKKOS_FUNCTION detail::PatternSymbols<Symbol> operator()(std::size_t i) const
  {
    std::uint64_t const begin = offsets[i];
    return {symbols, size, begin, offsets[i + 1] - begin};
  }
};

/// One pattern per thread.
template <class Index, class Symbol>
struct FindInterval
{
  Intervals<Index, Symbol> intervals;
  PatternReader<Symbol> patterns;
  std::uint32_t const* order;  // null: as they stand
  Index* begins;               // null: counts only
  Index* ends;
  Index* counts;

  KOKKOS_FUNCTION void operator()(std::size_t t) const
  {
    std::size_t const i = order != nullptr ? order[t] : t;
    write(i, intervals.interval(patterns(i)));
  }

  KOKKOS_FUNCTION void write(std::size_t i, SuffixInterval<Index> const& found) const
  {
    if (begins != nullptr) {
      begins[i] = found.begin;
      ends[i] = found.end;
    }
    else {
      counts[i] = found.count();
    }
  }
};

/// What patterns are sorted by: the code of their first symbols, of which those that are missing, or that the text lacks, count
/// as its smallest. Affects only locality; any order is correct.
template <class Index, class Key>
struct CodeOfPattern
{
  detail::SuffixIntervals<Index> intervals;
  PatternReader<std::uint8_t> patterns;
  Key* codes;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    auto const pattern = patterns(i);
    std::uint64_t code = 0;
    std::uint64_t word = 0;
    for (std::uint64_t j = 0; j < intervals.depth; ++j) {
      code *= intervals.alphabet;
      if (j >= pattern.length) continue;
      word = j % 8 == 0 ? detail::load_padded_word(pattern.data, pattern.begin + j, pattern.size) : word >> 8;
      std::uint16_t const digit = intervals.digits[word & 0xFF];
      code += digit == detail::absent_symbol ? 0 : digit;
    }
    codes[i] = static_cast<Key>(code);
  }
};

/// The same of tokens: the first ones, as distances from the smallest, of so many bits. More of them than the table's strings
/// have, so that neighbouring threads share the steps of their searches too.
template <class Symbol>
struct KeyOfPattern
{
  PatternReader<Symbol> patterns;
  Symbol smallest;
  Symbol largest;
  std::uint32_t bits;
  std::uint32_t tokens;
  std::uint64_t* keys;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    auto const pattern = patterns(i);
    std::uint64_t key = 0;
    for (std::uint64_t j = 0; j < tokens; ++j) {
      key <<= bits;
      if (j >= pattern.length) continue;
      Symbol const symbol = pattern.data[pattern.begin + j];
      if (symbol > smallest) key |= static_cast<std::uint64_t>((symbol < largest ? symbol : largest) - smallest);
    }
    keys[i] = key;
  }
};

template <class Key, class ExecutionSpace, class Index>
Span<std::uint32_t, typename ExecutionSpace::memory_space> order_by_code(
    ExecutionSpace const& space, detail::SuffixIntervals<Index> const& intervals,
    PatternReader<std::uint8_t> const& patterns, std::size_t count, int bits, Workspace& workspace)
{
  return detail::order_by_key<Key>(space, count, bits, workspace, [&](Key* keys) {
    Kokkos::parallel_for("lexikos::search::pattern_codes", backends::Range<ExecutionSpace>(space, 0, count),
                         CodeOfPattern<Index, Key>{intervals, patterns, keys});
  });
}

/// The numbers of the patterns, in the order in which they are looked up.
template <class ExecutionSpace, class Index>
Span<std::uint32_t, typename ExecutionSpace::memory_space> order_of(
    ExecutionSpace const& space, Arrays<typename ExecutionSpace::memory_space, Index> const& arrays,
    PatternReader<std::uint8_t> const& patterns, std::size_t count, Workspace& workspace)
{
  int const bits = static_cast<int>(std::bit_width(arrays.table.extent(0) - 2));  // of the largest code
  return bits <= 32 ? order_by_code<std::uint32_t>(space, on_device(arrays), patterns, count, bits, workspace)
                    : order_by_code<std::uint64_t>(space, on_device(arrays), patterns, count, bits, workspace);
}

template <class ExecutionSpace, class Index, detail::TokenType Symbol>
Span<std::uint32_t, typename ExecutionSpace::memory_space> order_of(
    ExecutionSpace const& space, Arrays<typename ExecutionSpace::memory_space, Index, Symbol> const& arrays,
    PatternReader<Symbol> const& patterns, std::size_t count, Workspace& workspace)
{
  bool const has_range = arrays.smallest < arrays.largest;
  std::uint64_t const range = has_range ? std::uint64_t{arrays.largest} - arrays.smallest : 1;
  auto const bits = static_cast<std::uint32_t>(std::bit_width(range));
  std::uint32_t const tokens = 64 / bits;
  return detail::order_by_key<std::uint64_t>(
      space, count, static_cast<int>(tokens * bits), workspace, [&](std::uint64_t* keys) {
        Kokkos::parallel_for("lexikos::search::pattern_keys", backends::Range<ExecutionSpace>(space, 0, count),
                             KeyOfPattern<Symbol>{patterns, arrays.smallest, arrays.largest, bits, tokens, keys});
      });
}

template <class ExecutionSpace, class Index, class Symbol>
void find_intervals(ExecutionSpace const& space,
                    Arrays<typename ExecutionSpace::memory_space, Index, Symbol> const& arrays,
                    PatternSpans<typename ExecutionSpace::memory_space, Symbol> const& patterns,
                    IntervalOutput<typename ExecutionSpace::memory_space, Index> const& output,
                    SearchOptions const& options)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  detail::require(arrays.table.extent(0) != 0, ErrorCode::invalid_argument, "the index was not built");
  std::size_t const count = pattern_count(patterns.offsets.extent(0));
  PatternReader<Symbol> const reader{patterns.symbols.data(), patterns.symbols.extent(0), patterns.offsets.data()};
  detail::check_pattern_offsets(space, patterns.offsets, patterns.symbols.extent(0));
  if (count == 0) return;
  detail::Scratch const scratch(space, options.workspace);
  Span<std::uint32_t, MemorySpace> order;
  if (options.sort_patterns && count <= std::numeric_limits<std::uint32_t>::max())
    order = order_of(space, arrays, reader, count, *scratch);
  FindInterval<Index, Symbol> const find{
      on_device(arrays), reader, order.data(), output.begins.data(), output.ends.data(), output.counts.data()};
  constexpr char const* label = "lexikos::search::intervals";
  if constexpr (detail::works_on_host<ExecutionSpace>) {
    using Steps = StepsOfSearch<FindInterval<Index, Symbol>>;
    detail::answer_plainly_on_host(space, label, count, searches_of_part,
                                   detail::InTurns<Steps, searches_at_once>{Steps{find}});
  }
  else {
    Kokkos::parallel_for(label, backends::Range<ExecutionSpace>(space, 0, count), find);
  }
}

}  // namespace lexikos::search_detail
