// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The first pass over the runs of a sub-block: from its end, their ranks; from its beginning, their contexts, which are
// counted.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/memory.hpp>

#include "compress/fixed_log.hpp"
#include "compress/sub_block.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::compress_detail
{

/// Runs of a transform; each begins anew at multiples of max_sub_block_symbols.
template <class MemorySpace>
struct Runs
{
  Span<std::uint8_t const, MemorySpace> bwt;
  Span<std::uint32_t, MemorySpace> starts;    // [0..runs]
  Span<std::uint8_t, MemorySpace> ranks;      // [0..runs); of the last one of a sub-block, nothing
  Span<std::uint32_t, MemorySpace> contexts;  // [0..runs) of length and rank, in 16 bits each

  KOKKOS_INLINE_FUNCTION std::uint8_t symbol(std::size_t run) const { return bwt(starts(run)); }
  KOKKOS_INLINE_FUNCTION std::uint32_t length(std::size_t run) const { return starts(run + 1) - starts(run); }
};

constexpr std::size_t counters = std::size_t{contexts} * max_tokens;

/// Threads of hosts have counters of their own; those of a device share a few, so that fewer wait for the same one.
template <class ExecutionSpace>
struct AnalyseSubBlocks
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  static constexpr bool shares_counters = !detail::works_on_host<ExecutionSpace>;

  Runs<MemorySpace> runs;
  Span<SubBlock, MemorySpace> sub_blocks;
  Span<Lane, MemorySpace> lanes;
  Span<std::uint32_t, MemorySpace> counts;  // [0..copies * 2 * counters) of tokens of lengths, and of ranks
  std::size_t copies;

  /// All sub-blocks of a copy of the counters, or, where they are shared, a sub-block.
  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    if (shares_counters) return analyse(i, counts.data() + i % copies * 2 * counters);
    std::size_t const all = sub_blocks.extent(0);
    for (std::size_t s = all * i / copies; s < all * (i + 1) / copies; ++s)
      analyse(s, counts.data() + i * 2 * counters);
  }

 private:
  KOKKOS_INLINE_FUNCTION static void count(std::uint32_t* counter)
  {
    if constexpr (shares_counters)
      Kokkos::atomic_inc(counter);
    else
      ++*counter;
  }

  KOKKOS_INLINE_FUNCTION void analyse(std::size_t s, std::uint32_t* counter) const
  {
    SubBlock sub_block = sub_blocks(s);
    sub_block.symbol = runs.symbol(sub_block.first_run);
    sub_block.codec = sub_block.runs == 1 ? Codec::one_symbol : Codec::runs;
    sub_block.direct_bytes = 0;
    sub_block.distinct = 1;
    if (sub_block.runs > 1) {
      Lane& lane = lanes(s);
      sub_block.distinct = find_ranks(sub_block, lane);
      if (sub_block.distinct <= max_direct_symbols) sub_block.direct_bytes = direct_bytes(sub_block, lane);
      find_contexts(sub_block, lane.states, counter);
    }
    sub_blocks(s) = sub_block;
  }

  /// From the last run back, the list has the symbols that were met in the order of their next runs, in the end that of their
  /// first ones. Returns how many.
  KOKKOS_INLINE_FUNCTION std::uint32_t find_ranks(SubBlock const& sub_block, Lane& lane) const
  {
    SymbolOrder order(lane.order);
    std::uint32_t distinct = 0;
    std::size_t run = sub_block.first_run + sub_block.runs - 1;
    for (std::uint8_t symbol = runs.symbol(run);; --run) {
      bool const is_last = run == sub_block.first_run;
      std::uint8_t const before = is_last ? 0 : runs.symbol(run - 1);  // a device reads it while this one is sought
      std::uint32_t const rank = order.move_to_front(symbol, distinct);
      runs.ranks(run) = static_cast<std::uint8_t>(rank);
      if (rank == distinct) ++distinct;
      if (is_last) break;
      symbol = before;
    }
    order.copy_to(lane.list, distinct);
    return distinct;
  }

  KOKKOS_INLINE_FUNCTION void find_contexts(SubBlock const& sub_block, SymbolState* states,
                                            std::uint32_t* counter) const
  {
    RunModel model(states);
    std::size_t const last = sub_block.first_run + sub_block.runs - 1;
    std::uint8_t symbol = sub_block.symbol;
    std::uint8_t before = symbol;
    for (std::size_t run = sub_block.first_run; run <= last; ++run) {
      // the decoder's list has the next run's symbol in second place, and at the end the one before
      std::uint8_t const next = run < last ? runs.symbol(run + 1) : before;
      std::uint32_t const length = runs.length(run);
      RunContext const context = model.context(symbol, next);
      runs.contexts(run) = context.length | (context.rank << 16);
      count(counter + context.length * max_tokens + LengthCode::token_of(length - 1).token);
      if (run == last) break;
      std::uint32_t const rank = runs.ranks(run);
      count(counter + counters + context.rank * max_tokens + RankCode::token_of(rank - 1).token);
      model.update(symbol, length, rank);
      before = symbol;
      symbol = next;
    }
  }

  /// Tables and entropies of all segments.
  KOKKOS_INLINE_FUNCTION std::uint32_t direct_bytes(SubBlock const& sub_block, Lane& lane) const
  {
    for (std::uint32_t i = 0; i < sub_block.distinct; ++i) lane.codes[lane.list[i]] = static_cast<std::uint8_t>(i);
    std::uint64_t bits = 0;
    for (std::uint32_t begin = 0; begin < sub_block.symbols; begin += segment_symbols) {
      std::uint32_t const left = sub_block.symbols - begin;
      std::uint32_t const size = left < segment_symbols ? left : segment_symbols;
      std::uint32_t counts_of[max_direct_symbols] = {};
      for (std::uint32_t i = 0; i < size; ++i) ++counts_of[lane.codes[runs.bwt(sub_block.begin + begin + i)]];
      std::uint64_t entropy = static_cast<std::uint64_t>(size) * fixed_log2(size);
      for (std::uint32_t i = 0; i < sub_block.distinct; ++i)
        if (counts_of[i] != 0) entropy -= static_cast<std::uint64_t>(counts_of[i]) * fixed_log2(counts_of[i]);
      bits += (entropy >> log_bits) + unit_bits * (sub_block.distinct - 1);
    }
    return static_cast<std::uint32_t>(bits / 8 + 8);
  }
};

}  // namespace lexikos::compress_detail
