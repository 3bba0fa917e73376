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
  static constexpr std::uint32_t most_threads = backends::threads_of_team;

  std::uint32_t of_thread[max_direct_symbols][most_threads];
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

/// Runs of `at_once` sub-blocks are followed tile by tile, each by one of the threads, or by one for each kind of its means.
/// Threads of hosts have counters of their own; those of a device share a few, so that fewer wait for the same one.
template <class ExecutionSpace, std::uint32_t at_once>
struct AnalyseSubBlocks
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  static constexpr bool shares_counters = !detail::works_on_host<ExecutionSpace>;
  static constexpr std::uint32_t tile_runs = 64;

  struct ScratchOfOne
  {
    std::uint64_t order[SymbolOrder::most_words];
    std::int16_t means[RunMeans::kinds][symbol_values + 2];  // so that kinds of a symbol lie in different banks
    std::int16_t before[RunMeans::kinds][tile_runs + 1];     // each run, and the first one of the next tile
    std::int16_t logs[2][tile_runs];                         // of ranks, and of lengths
    std::uint8_t symbols[tile_runs];
    std::uint8_t ranks[tile_runs];
    std::uint32_t distinct;
  };

  struct Scratch
  {
    ScratchOfOne of[at_once];
    std::uint8_t codes[symbol_values];
    SegmentCounts segment;
    PartsOfContexts parts;
  };

  Runs<MemorySpace> runs;
  Span<SubBlock, MemorySpace> sub_blocks;
  Span<std::uint8_t, MemorySpace> lists;    // [0..sub-blocks * symbol_values)
  Span<std::uint32_t, MemorySpace> counts;  // [0..copies * 2 * counters) of tokens of lengths, and of ranks
  std::size_t copies;

  /// What `operator()` is called for.
  [[nodiscard]] std::size_t teams() const
  {
    return shares_counters ? (sub_blocks.extent(0) + at_once - 1) / at_once : copies;
  }

  /// All sub-blocks of a copy of the counters, or, where they are shared, `at_once`.
  template <class Threads>
  KOKKOS_FUNCTION void operator()(std::size_t i, Threads const& threads, Scratch& scratch) const
  {
    std::size_t const all = sub_blocks.extent(0);
    std::size_t const begin = shares_counters ? i * at_once : all * i / copies;
    std::size_t const end = shares_counters ? (all - begin < at_once ? all : begin + at_once) : all * (i + 1) / copies;
    std::uint32_t* const counter = counts.data() + (shares_counters ? i % copies : i) * 2 * counters;
    for (std::size_t first = begin; first < end; first += at_once)
      analyse({first, end - first < at_once ? static_cast<std::uint32_t>(end - first) : at_once}, counter, threads,
              scratch);
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
  KOKKOS_INLINE_FUNCTION void analyse(SubBlocksOfTeam team, std::uint32_t* counter, Threads const& threads,
                                      Scratch& scratch) const
  {
    for (std::uint32_t k = 0; k < team.number; ++k)
      if (sub_blocks(team.first + k).codec != Codec::classes && sub_blocks(team.first + k).runs > 1) team.choose(k);
    if (!team.is_empty()) {
      find_ranks(team, false, threads, scratch);
      SubBlocksOfTeam differ = team.none();
      for (std::uint32_t k = 0; k < team.number; ++k)
        if (team.has(k) && 2 * scratch.of[k].distinct >= sub_blocks(team.first + k).runs) differ.choose(k);
      threads.barrier();  // all have read how many symbols there are
      if (!differ.is_empty()) find_ranks(differ, true, threads, scratch);
    }
    for (std::uint32_t k = 0; k < team.number; ++k) describe(team, k, threads, scratch);
    threads.barrier();
    if (!team.is_empty()) find_contexts(team, counter, threads, scratch);
  }

  /// What is known of the k-th sub-block after its ranks.
  template <class Threads>
  KOKKOS_INLINE_FUNCTION void describe(SubBlocksOfTeam const& team, std::uint32_t k, Threads const& threads,
                                       Scratch& scratch) const
  {
    SubBlock sub_block = sub_blocks(team.first + k);
    if (sub_block.codec == Codec::classes) return;
    sub_block.symbol = runs.symbol(sub_block.first_run);
    sub_block.codec = team.has(k) ? Codec::runs : Codec::one_symbol;
    sub_block.direct_bytes = 0;
    sub_block.distinct = team.has(k) ? scratch.of[k].distinct : 1;
    if (team.has(k)) {
      find_repeats(sub_block, threads, scratch);
      if (sub_block.distinct <= max_direct_symbols && sub_block.symbols <= most_symbols_of_direct)
        sub_block.direct_bytes = direct_bytes(sub_block, team.first + k, threads, scratch);
    }
    threads.barrier();  // all have read it
    if (threads.rank() == 0) sub_blocks(team.first + k) = sub_block;
  }

  KOKKOS_INLINE_FUNCTION static std::uint32_t tile_size(std::uint32_t left)
  {
    return left < tile_runs ? left : tile_runs;
  }

  /// From the last run back, the list has the symbols that were met in the order of their next runs, in the end that of their
  /// first ones: lists, and scratch.of[k].distinct, after a barrier. Of the chosen sub-blocks.
  /// \param puts_last  whether symbols that do not come again go behind all others, so that their ranks are the same; else no further
  ///                   than need be, which takes less where symbols come many times
  template <class Threads>
  KOKKOS_INLINE_FUNCTION void find_ranks(SubBlocksOfTeam const& team, bool puts_last, Threads const& threads,
                                         Scratch& scratch) const
  {
    for (std::uint32_t k = 0; k < team.number; ++k)
      for (std::uint32_t i = threads.rank(); i < SymbolOrder::most_words; i += threads.size())
        scratch.of[k].order[i] = 0;
    bool const follows = team.has(threads.rank());
    std::uint32_t const own = threads.rank() < team.number ? threads.rank() : 0;
    ScratchOfOne& of_own = scratch.of[own];
    std::uint32_t const runs_of_own = sub_blocks(team.first + own).runs;
    SymbolOrder order(of_own.order);
    std::uint32_t distinct = 0;
    std::uint32_t const most = most_runs(sub_blocks, team);
    for (std::uint32_t done = 0; done < most; done += tile_runs) {
      for_each_run_before(team, done, threads, [&](std::uint32_t k, std::size_t run, std::uint32_t i) {
        scratch.of[k].symbols[i] = runs.symbol(run);
      });
      threads.barrier();
      if (follows && done < runs_of_own)
        for (std::uint32_t i = tile_size(runs_of_own - done); i-- > 0;) {
          std::uint32_t const rank = order.move_to_front(of_own.symbols[i], distinct);
          // the last but one is behind the last, which the context of that one takes for granted
          bool const goes_behind_all = puts_last && rank == distinct && distinct > 1;
          if (rank == distinct) ++distinct;
          of_own.ranks[i] = static_cast<std::uint8_t>(goes_behind_all ? last_rank : rank);
        }
      threads.barrier();
      for_each_run_before(team, done, threads, [&](std::uint32_t k, std::size_t run, std::uint32_t i) {
        runs.ranks(run) = scratch.of[k].ranks[i];
      });
      threads.barrier();
    }
    if (follows) {
      order.copy_to(lists.data() + (team.first + own) * symbol_values, distinct);
      of_own.distinct = distinct;
    }
    threads.barrier();
    if (puts_last) put_last(team, threads, scratch);
  }

  /// function(k, run, i) for the runs of the tile before the last `done` ones of each sub-block, which is the i-th of its tile.
  template <class Threads, class Function>
  KOKKOS_INLINE_FUNCTION void for_each_run_before(SubBlocksOfTeam const& team, std::uint32_t done,
                                                  Threads const& threads, Function const& function) const
  {
    for (std::uint32_t k = 0; k < team.number; ++k) {
      SubBlock const& sub_block = sub_blocks(team.first + k);
      if (!team.has(k) || done >= sub_block.runs) continue;
      std::uint32_t const left = sub_block.runs - done;
      std::uint32_t const size = tile_size(left);
      std::size_t const begin = sub_block.first_run + left - size;
      for (std::uint32_t i = threads.rank(); i < size; i += threads.size()) function(k, begin + i, i);
    }
  }

  /// The ranks of symbols that do not come again. Ends with a barrier.
  template <class Threads>
  KOKKOS_INLINE_FUNCTION void put_last(SubBlocksOfTeam const& team, Threads const& threads,
                                       Scratch const& scratch) const
  {
    for (std::uint32_t k = 0; k < team.number; ++k) {
      if (!team.has(k)) continue;
      SubBlock const& sub_block = sub_blocks(team.first + k);
      auto const behind_all = static_cast<std::uint8_t>(scratch.of[k].distinct - 1);
      for (std::uint32_t run = threads.rank(); run < sub_block.runs; run += threads.size()) {
        std::uint8_t& rank = runs.ranks(sub_block.first_run + run);
        if (rank == last_rank) rank = behind_all;
      }
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

  /// The means before each run by a thread for each kind of mean of each sub-block, all else by all.
  template <class Threads>
  KOKKOS_INLINE_FUNCTION void find_contexts(SubBlocksOfTeam const& team, std::uint32_t* counter, Threads const& threads,
                                            Scratch& scratch) const
  {
    scratch.parts.fill(threads);
    for (std::uint32_t k = 0; k < team.number; ++k)
      for (std::uint32_t i = threads.rank(); i < RunMeans::kinds * symbol_values; i += threads.size())
        scratch.of[k].means[i / symbol_values][i % symbol_values] = RunMeans::first(i / symbol_values);
    std::uint32_t const most = most_runs(sub_blocks, team);
    for (std::uint32_t begin = 0; begin < most; begin += tile_runs) {
      for (std::uint32_t k = 0; k < team.number; ++k)
        if (team.has(k)) take_tile(sub_blocks(team.first + k), begin, threads, scratch.of[k]);
      threads.barrier();
      for (std::uint32_t item = threads.rank(); item < team.number * RunMeans::kinds; item += threads.size()) {
        std::uint32_t const k = item / RunMeans::kinds;
        if (team.has(k)) follow_means(sub_blocks(team.first + k), begin, item % RunMeans::kinds, scratch.of[k]);
      }
      threads.barrier();
      for (std::uint32_t k = 0; k < team.number; ++k) {
        SubBlock const& sub_block = sub_blocks(team.first + k);
        if (!team.has(k) || begin >= sub_block.runs) continue;
        std::uint32_t const size = tile_size(sub_block.runs - begin);
        for (std::uint32_t i = threads.rank(); i < size; i += threads.size())
          find_context(sub_block, begin + i, i, counter, scratch.parts, scratch.of[k]);
      }
      threads.barrier();
    }
  }

  /// Symbols and logarithms of runs [begin, begin + tile_runs) of a sub-block.
  template <class Threads>
  KOKKOS_INLINE_FUNCTION void take_tile(SubBlock const& sub_block, std::uint32_t begin, Threads const& threads,
                                        ScratchOfOne& scratch) const
  {
    if (begin >= sub_block.runs) return;
    std::uint32_t const size = tile_size(sub_block.runs - begin);
    for (std::uint32_t i = threads.rank(); i < size; i += threads.size()) {
      std::size_t const run = sub_block.first_run + begin + i;
      scratch.symbols[i] = runs.symbol(run);
      std::uint32_t const rank = begin + i + 1 < sub_block.runs ? runs.ranks(run) : 1u;
      scratch.logs[0][i] = static_cast<std::int16_t>(coarse_log(rank));
      scratch.logs[1][i] = static_cast<std::int16_t>(coarse_log(runs.length(run)));
    }
  }

  KOKKOS_INLINE_FUNCTION void follow_means(SubBlock const& sub_block, std::uint32_t begin, std::uint32_t kind,
                                           ScratchOfOne& scratch) const
  {
    if (begin >= sub_block.runs) return;
    std::uint32_t const left = sub_block.runs - begin;
    std::uint32_t const size = tile_size(left);
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
    // the decoder's list has the next run's symbol in second place, and at the end the one before
    std::size_t const end = sub_block.first_run + begin + size;
    before[size] = means[is_common ? 0 : runs.symbol(size < left ? end : end - 2)];
  }

  /// Of a run of the sub-block, the i-th of the tile.
  KOKKOS_INLINE_FUNCTION void find_context(SubBlock const& sub_block, std::uint32_t run_of_sub_block, std::uint32_t i,
                                           std::uint32_t* counter, PartsOfContexts const& parts,
                                           ScratchOfOne const& scratch) const
  {
    std::size_t const run = sub_block.first_run + run_of_sub_block;
    bool const is_first = run_of_sub_block == 0;
    auto const& before = scratch.before;
    SymbolState const own{{before[RunMeans::rank_fast][i], before[RunMeans::rank_slow][i]},
                          {before[RunMeans::length_fast][i], before[RunMeans::length_slow][i]}};
    // a run's symbol is another than that of the run before, which alone has changed since
    RunContext const context = context_of(parts, own, before[RunMeans::rank][i], before[RunMeans::length][i],
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
  KOKKOS_INLINE_FUNCTION std::uint32_t direct_bytes(SubBlock const& sub_block, std::size_t s, Threads const& threads,
                                                    Scratch& scratch) const
  {
    for (std::uint32_t i = threads.rank(); i < sub_block.distinct; i += threads.size())
      scratch.codes[lists(s * symbol_values + i)] = static_cast<std::uint8_t>(i);
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
