// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The first pass over the runs of a sub-block: from its end, their ranks; from its beginning, their contexts, which are
// counted.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/memory.hpp>

#include "backends/for_each_by_team.hpp"
#include "compress/fixed_log.hpp"
#include "compress/sub_block.hpp"
#include "compress/symbol_order.hpp"
#include "compress/tuning.hpp"
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
  /// \param may_repeat  whether a token may tell that it is that of the run before, which is in the same sub-block
  KOKKOS_INLINE_FUNCTION Token length_token(std::size_t run, bool may_repeat) const
  {
    return LengthCode::token_of(length(run) - 1, may_repeat ? length(run - 1) - 1 : 0);
  }
  /// Of a run that is not the last one of its sub-block.
  KOKKOS_INLINE_FUNCTION Token rank_token(std::size_t run, bool may_repeat) const
  {
    return RankCode::token_of(ranks(run) - 1u, may_repeat ? ranks(run - 1) - 1u : 0);
  }
};

constexpr std::size_t counters = std::size_t{contexts} * max_tokens;

/// No rank: of the last run of a symbol, until it is known how many symbols there are.
constexpr std::uint32_t last_rank = 0;

/// Symbols of a segment, counted by threads apart.
struct SegmentCounts
{
  static constexpr std::uint32_t max_threads = backends::threads_of_team;

  std::uint32_t of_thread[max_direct_symbols][max_threads];
  std::uint32_t sums[max_direct_symbols];

  /// sums[c] = how many of the symbols [0..size) have the code c of `distinct`. Begins and ends with a barrier.
  template <class Threads>
  KOKKOS_INLINE_FUNCTION void count(Threads const& threads, std::uint8_t const* symbols, std::uint32_t size,
                                    std::uint8_t const* codes, std::uint32_t distinct)
  {
    threads.barrier();
    std::uint32_t const own = threads.rank();
    for (std::uint32_t c = 0; c < distinct; ++c) of_thread[c][own] = 0;
    for (std::uint32_t i = own; i < size; i += threads.size()) ++of_thread[codes[symbols[i]]][own];
    threads.barrier();
    for (std::uint32_t c = own; c < distinct; c += threads.size()) {
      sums[c] = 0;
      for (std::uint32_t t = 0; t < threads.size(); ++t) sums[c] += of_thread[c][t];
    }
    threads.barrier();
  }
};

/// Threads of hosts have counters of their own; those of a device share a few, so that fewer wait for the same one.
template <class ExecutionSpace>
struct AnalyseSubBlocks
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  static constexpr bool shares_counters = !detail::works_on_host<ExecutionSpace>;
  static constexpr std::uint32_t tile_runs = 128;

  struct Scratch
  {
    std::uint64_t order[SymbolOrder::max_words];
    std::uint8_t list[symbol_values];
    std::uint8_t codes[symbol_values];
    SegmentCounts segment;
    std::int16_t means[RunMeans::kinds][symbol_values + 2];  // so that kinds of a symbol lie in different banks
    std::int16_t before[RunMeans::kinds][tile_runs + 1];     // each run, and the first one of the next tile
    std::int16_t logs[2][tile_runs];                         // of ranks, and of lengths
    std::uint8_t symbols[tile_runs];
    std::uint8_t ranks[tile_runs];
    PartsOfContexts parts;
    std::uint32_t distinct;
  };

  Runs<MemorySpace> runs;
  Span<SubBlock, MemorySpace> sub_blocks;
  Span<std::uint8_t, MemorySpace> lists;    // [0..sub-blocks * symbol_values)
  Span<std::uint32_t, MemorySpace> counts;  // [0..copies * 2 * counters) of tokens of lengths, and of ranks
  std::size_t copies;

  /// All sub-blocks of a copy of the counters, or, where they are shared, a sub-block.
  template <class Threads>
  KOKKOS_FUNCTION void operator()(std::size_t i, Threads const& threads, Scratch& scratch) const
  {
    if (shares_counters) return analyse(i, counts.data() + i % copies * 2 * counters, threads, scratch);
    std::size_t const all = sub_blocks.extent(0);
    for (std::size_t s = all * i / copies; s < all * (i + 1) / copies; ++s)
      analyse(s, counts.data() + i * 2 * counters, threads, scratch);
  }

 private:
  KOKKOS_INLINE_FUNCTION static void count(std::uint32_t* counter)
  {
    if constexpr (shares_counters)
      Kokkos::atomic_inc(counter);
    else
      ++*counter;
  }

  template <class Threads>
  KOKKOS_INLINE_FUNCTION void analyse(std::size_t s, std::uint32_t* counter, Threads const& threads,
                                      Scratch& scratch) const
  {
    SubBlock sub_block = sub_blocks(s);
    if (sub_block.codec == Codec::classes) return;
    sub_block.symbol = runs.symbol(sub_block.first_run);
    sub_block.codec = sub_block.runs == 1 ? Codec::one_symbol : Codec::runs;
    sub_block.direct_bytes = 0;
    sub_block.distinct = 1;
    if (sub_block.runs > 1) {
      find_ranks(sub_block, false, threads, scratch);
      if (2 * scratch.distinct >= sub_block.runs) find_ranks(sub_block, true, threads, scratch);
      sub_block.distinct = scratch.distinct;
      find_repeats(sub_block, threads, scratch);
      for (std::uint32_t i = threads.rank(); i < sub_block.distinct; i += threads.size())
        lists(s * symbol_values + i) = scratch.list[i];
      if (sub_block.distinct <= max_direct_symbols && sub_block.symbols <= max_symbols_of_direct(runs.bwt.extent(0)))
        sub_block.direct_bytes = direct_bytes(sub_block, threads, scratch);
      find_contexts(sub_block, counter, threads, scratch);
    }
    if (threads.rank() == 0) sub_blocks(s) = sub_block;
  }

  /// From the last run back, the list has the symbols that were met in the order of their next runs, in the end that of their
  /// first ones: scratch.list[0..scratch.distinct). Ends with a barrier.
  /// \param puts_last  whether symbols that do not come again go after all others, so that their ranks are the same; else no
  /// further
  ///                   than need be, which takes less where symbols come many times
  template <class Threads>
  KOKKOS_INLINE_FUNCTION void find_ranks(SubBlock const& sub_block, bool puts_last, Threads const& threads,
                                         Scratch& scratch) const
  {
    for (std::uint32_t i = threads.rank(); i < SymbolOrder::max_words; i += threads.size()) scratch.order[i] = 0;
    SymbolOrder order(scratch.order);
    std::uint32_t distinct = 0;
    for (std::uint32_t end = sub_block.runs; end > 0;) {
      std::uint32_t const size = end < tile_runs ? end : tile_runs;
      std::size_t const first = sub_block.first_run + end - size;
      for (std::uint32_t i = threads.rank(); i < size; i += threads.size()) scratch.symbols[i] = runs.symbol(first + i);
      threads.barrier();
      if (threads.rank() == 0)
        for (std::uint32_t i = size; i-- > 0;) {
          std::uint32_t const rank = order.move_to_front(scratch.symbols[i], distinct);
          // the last but one is after the last, which the context of that one takes for granted
          bool const goes_behind_all = puts_last && rank == distinct && distinct > 1;
          if (rank == distinct) ++distinct;
          scratch.ranks[i] = static_cast<std::uint8_t>(goes_behind_all ? last_rank : rank);
        }
      threads.barrier();
      for (std::uint32_t i = threads.rank(); i < size; i += threads.size()) runs.ranks(first + i) = scratch.ranks[i];
      end -= size;
      threads.barrier();
    }
    if (threads.rank() == 0) {
      order.copy_to(scratch.list, distinct);
      scratch.distinct = distinct;
    }
    threads.barrier();
    if (!puts_last) return;
    auto const after_all = static_cast<std::uint8_t>(scratch.distinct - 1);
    for (std::uint32_t run = threads.rank(); run < sub_block.runs; run += threads.size()) {
      std::uint8_t& rank = runs.ranks(sub_block.first_run + run);
      if (rank == last_rank) rank = after_all;
    }
    threads.barrier();
  }

  /// Whether a fourth or more of the lengths that are no tokens alone are those of the runs before, and of the ranks.
  template <class Threads>
  KOKKOS_INLINE_FUNCTION void find_repeats(SubBlock& sub_block, Threads const& threads, Scratch& scratch) const
  {
    enum : std::uint32_t
    {
      large_lengths,
      repeated_lengths,
      large_ranks,
      repeated_ranks,
      kinds
    };
    static_assert(kinds <= max_direct_symbols);
    std::uint32_t counts[kinds] = {};
    for (std::uint32_t i = threads.rank(); i < sub_block.runs; i += threads.size()) {
      std::size_t const run = sub_block.first_run + i;
      if (runs.length(run) > LengthCode::exact) {
        ++counts[large_lengths];
        if (i > 0 && runs.length(run - 1) == runs.length(run)) ++counts[repeated_lengths];
      }
      if (i + 1 < sub_block.runs && runs.ranks(run) > RankCode::exact) {
        ++counts[large_ranks];
        if (i > 0 && runs.ranks(run - 1) == runs.ranks(run)) ++counts[repeated_ranks];
      }
    }
    auto& of_thread = scratch.segment.of_thread;
    for (std::uint32_t kind = 0; kind < kinds; ++kind) of_thread[kind][threads.rank()] = counts[kind];
    threads.barrier();
    for (std::uint32_t kind = 0; kind < kinds; ++kind) {
      counts[kind] = 0;
      for (std::uint32_t t = 0; t < threads.size(); ++t) counts[kind] += of_thread[kind][t];
    }
    sub_block.repeats_lengths = 4 * counts[repeated_lengths] >= counts[large_lengths];
    sub_block.repeats_ranks = 4 * counts[repeated_ranks] >= counts[large_ranks];
    threads.barrier();
  }

  /// The means before each run by a thread for each kind of mean, all else by all.
  template <class Threads>
  KOKKOS_INLINE_FUNCTION void find_contexts(SubBlock const& sub_block, std::uint32_t* counter, Threads const& threads,
                                            Scratch& scratch) const
  {
    scratch.parts.fill(threads);
    for (std::uint32_t i = threads.rank(); i < RunMeans::kinds * symbol_values; i += threads.size())
      scratch.means[i / symbol_values][i % symbol_values] = RunMeans::first(i / symbol_values);
    for (std::uint32_t begin = 0; begin < sub_block.runs; begin += tile_runs) {
      std::uint32_t const left = sub_block.runs - begin;
      std::uint32_t const size = left < tile_runs ? left : tile_runs;
      std::size_t const first = sub_block.first_run + begin;
      // the decoder's list has the next run's symbol in second place, and at the end the one before
      std::uint8_t const next = runs.symbol(size < left ? first + size : first + size - 2);
      for (std::uint32_t i = threads.rank(); i < size; i += threads.size()) {
        scratch.symbols[i] = runs.symbol(first + i);
        std::uint32_t const rank = begin + i + 1 < sub_block.runs ? runs.ranks(first + i) : 1u;
        scratch.logs[0][i] = static_cast<std::int16_t>(coarse_log(rank));
        scratch.logs[1][i] = static_cast<std::int16_t>(coarse_log(runs.length(first + i)));
      }
      threads.barrier();
      for (std::uint32_t kind = threads.rank(); kind < RunMeans::kinds; kind += threads.size())
        follow_means(kind, size, next, scratch);
      threads.barrier();
      for (std::uint32_t i = threads.rank(); i < size; i += threads.size())
        find_context(sub_block, begin + i, i, counter, scratch);
      threads.barrier();
    }
  }

  KOKKOS_INLINE_FUNCTION static void follow_means(std::uint32_t kind, std::uint32_t size, std::uint8_t next,
                                                  Scratch& scratch)
  {
    bool const is_common = RunMeans::is_common(kind);
    unsigned const shift = RunMeans::shift(kind);
    std::int16_t* const means = scratch.means[kind];
    std::int16_t* const before = scratch.before[kind];
    std::int16_t const* const logs = scratch.logs[RunMeans::is_of_lengths(kind) ? 1 : 0];
    for (std::uint32_t i = 0; i < size; ++i) {
      std::int16_t& mean = means[is_common ? 0 : scratch.symbols[i]];
      before[i] = mean;
      mean = static_cast<std::int16_t>(nearer(mean, logs[i], shift));
    }
    before[size] = means[is_common ? 0 : next];
  }

  /// Of a run of the sub-block, the i-th of the tile.
  KOKKOS_INLINE_FUNCTION void find_context(SubBlock const& sub_block, std::uint32_t run_of_sub_block, std::uint32_t i,
                                           std::uint32_t* counter, Scratch const& scratch) const
  {
    std::size_t const run = sub_block.first_run + run_of_sub_block;
    bool const is_first = run_of_sub_block == 0;
    auto const& before = scratch.before;
    SymbolState const own{{before[RunMeans::rank_fast][i], before[RunMeans::rank_slow][i]},
                          {before[RunMeans::length_fast][i], before[RunMeans::length_slow][i]}};
    // a run's symbol is another than that of the run before, which alone has changed since
    RunContext const context = context_of(scratch.parts, own, before[RunMeans::rank][i], before[RunMeans::length][i],
                                          before[RunMeans::length_fast][i + 1], before[RunMeans::rank_slow][i + 1]);
    runs.contexts(run) = context.length | (context.rank << 16);
    Token const length = runs.length_token(run, sub_block.repeats_lengths && !is_first);
    count(counter + context.length * max_tokens + length.token);
    if (run_of_sub_block + 1 == sub_block.runs) return;
    Token const rank = runs.rank_token(run, sub_block.repeats_ranks && !is_first);
    count(counter + counters + context.rank * max_tokens + rank.token);
  }

  /// Tables and entropies of all segments.
  template <class Threads>
  KOKKOS_INLINE_FUNCTION std::uint32_t direct_bytes(SubBlock const& sub_block, Threads const& threads,
                                                    Scratch& scratch) const
  {
    for (std::uint32_t i = threads.rank(); i < sub_block.distinct; i += threads.size())
      scratch.codes[scratch.list[i]] = static_cast<std::uint8_t>(i);
    std::uint64_t bits = 0;
    for (std::uint32_t begin = 0; begin < sub_block.symbols; begin += segment_symbols) {
      std::uint32_t const left = sub_block.symbols - begin;
      std::uint32_t const size = left < segment_symbols ? left : segment_symbols;
      scratch.segment.count(threads, runs.bwt.data() + sub_block.begin + begin, size, scratch.codes,
                            sub_block.distinct);
      if (threads.rank() != 0) continue;
      std::uint64_t entropy = static_cast<std::uint64_t>(size) * fixed_log2(size);
      for (std::uint32_t i = 0; i < sub_block.distinct; ++i) {
        std::uint32_t const count = scratch.segment.sums[i];
        if (count != 0) entropy -= static_cast<std::uint64_t>(count) * fixed_log2(count);
      }
      bits += (entropy >> log_bits) + unit_bits * (sub_block.distinct - 1);
    }
    return static_cast<std::uint32_t>(bits / 8 + 8);
  }
};

}  // namespace lexikos::compress_detail
