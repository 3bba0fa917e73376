// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Walks from every marked row along the text, to the next marked row or to the text's end. A walk does not know yet where
// in the text it is, so it writes its symbols to slots: one of its own, and more from a pool when that is full.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>

#include "bwt/rows.hpp"
#include "bwt/tuning.hpp"
#include "system/concurrency.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::bwt_detail
{

/// Workers for a number of walks: no more than run at once.
template <class ExecutionSpace>
[[nodiscard]] std::size_t workers_for(ExecutionSpace const& space, std::size_t walks)
{
  std::size_t const concurrency = static_cast<std::size_t>(detail::concurrency_of(space));
  std::size_t const wanted = detail::works_on_host<ExecutionSpace>
                                 ? concurrency
                                 : std::max<std::size_t>(1, concurrency / concurrency_per_worker);
  return std::min(wanted, walks);
}

/// Symbols of a slot, and its words of eight symbols.
constexpr std::size_t slot_symbols = std::size_t{1} << slot_bits;
constexpr std::size_t slot_words = slot_symbols / 8;

/// A walk in the list of all: the next one, and the number of its symbols, later that of all from here to the list's end.
template <class Index>
struct alignas(2 * sizeof(Index)) Link
{
  Index next;
  Index symbols;
};

/// Slot w is the first of walk w; its others come from several pools, so that few workers share a counter.
template <class Index, class MemorySpace>
struct Slots
{
  static constexpr std::size_t pools = slot_pools;
  static constexpr std::size_t counter_stride = 16;  // words of 8 bytes: a cache line or more each

  Span<std::uint64_t, MemorySpace> words;
  Span<Index, MemorySpace> owners;    // for each slot of the pools a walk, or `walks` if the slot is not used
  Span<Index, MemorySpace> ordinals;  // which of its walk's slots it is
  Span<std::uint64_t, MemorySpace> used;
  std::size_t walks;
  std::size_t capacity;  // slots of a pool

  /// A walk of s symbols takes (s - 1) / slot_symbols slots of the pools, so these are enough for all walks together.
  static std::size_t capacity_for(std::size_t n) { return (n / slot_symbols + pools - 1) / pools; }

  /// \param pool  where to look first; receives where a slot was found
  KOKKOS_FUNCTION Index take(Index walk, Index ordinal, unsigned& pool) const
  {
    for (;;) {
      std::uint64_t const place = Kokkos::atomic_fetch_add(&used(pool * counter_stride), std::uint64_t{1});
      if (place < capacity) {
        std::size_t const slot = pool * capacity + place;
        owners(slot) = walk;
        ordinals(slot) = ordinal;
        return static_cast<Index>(walks + slot);
      }
      pool = (pool + 1) % pools;
    }
  }
};

/// A worker does every `workers`-th walk, `lanes` of them at the same time, since each waits for memory at every step.
template <class Rows, class Index, class MemorySpace, int lanes>
struct Walk
{
  Rows rows;
  Slots<Index, MemorySpace> slots;
  Span<Link<Index>, MemorySpace> links;
  Span<Index, MemorySpace> lengths;
  std::size_t workers;

  struct State
  {
    Index row;
    Index walk;
    Index length;
    Index slot;
    std::uint64_t word;  // of a device, to which a store of a byte costs as much
  };

  KOKKOS_FUNCTION void operator()(std::size_t worker) const
  {
    State states[lanes];
    auto pool = static_cast<unsigned>(worker % Slots<Index, MemorySpace>::pools);
    std::size_t walk = worker;
    int active = 0;
    for (; active < lanes && walk < slots.walks; ++active, walk += workers) begin(states[active], walk);
    while (active > 0) {
      for (int lane = 0; lane < active; ++lane) {
        if (step(states[lane], pool)) continue;
        if (walk < slots.walks) {
          begin(states[lane], walk);
          walk += workers;
        }
        else {
          --active;
          if (lanes > 1) states[lane] = states[active];
        }
      }
    }
  }

  KOKKOS_FUNCTION void begin(State& state, std::size_t walk) const
  {
    state.walk = static_cast<Index>(walk);
    state.row = rows.marks.row(state.walk);
    state.length = 0;
    state.slot = state.walk;
    state.word = 0;
  }

  /// False when the walk is at its end.
  KOKKOS_FUNCTION bool step(State& state, unsigned& pool) const
  {
    auto const here = rows.step(state.row);
    rows.expect(here.next);
    bool const ends = rows.marks.is_marked(here.next);
    append(state, here.symbol, ends);
    state.row = here.next;
    if (ends) {
      finish(state);
      return false;
    }
    if ((state.length & (slot_symbols - 1)) == 0) state.slot = slots.take(state.walk, state.length >> slot_bits, pool);
    return true;
  }

  KOKKOS_FUNCTION void append(State& state, std::uint8_t symbol, bool is_last) const
  {
    std::size_t const place = static_cast<std::size_t>(state.slot) * slot_symbols + (state.length & (slot_symbols - 1));
    ++state.length;
    if constexpr (lanes > 1) {
      reinterpret_cast<std::uint8_t*>(slots.words.data())[place] = symbol;
    }
    else {
      state.word |= static_cast<std::uint64_t>(symbol) << (8 * (place & 7));
      if ((state.length & 7) != 0 && !is_last) return;
      slots.words(place / 8) = state.word;
      state.word = 0;
    }
  }

  KOKKOS_FUNCTION void finish(State const& state) const
  {
    Index const after =
        state.row == rows.marks.first ? static_cast<Index>(slots.walks) : Marks<Index>::group(state.row);
    links(state.walk) = {after, state.length};
    lengths(state.walk) = state.length;
  }
};

/// Pointer jumping: each link then reaches twice as far. The last one, which stands for the end, leads to itself.
template <class Index, class MemorySpace>
struct Jump
{
  Span<Link<Index>, MemorySpace> from;
  Span<Link<Index>, MemorySpace> to;

  KOKKOS_FUNCTION void operator()(std::size_t walk) const
  {
    Link<Index> const own = from(walk);
    Link<Index> const further = from(own.next);
    to(walk) = {further.next, static_cast<Index>(own.symbols + further.symbols)};
  }
};

/// Where the symbols of a slot belong.
template <class Index, class MemorySpace>
struct Places
{
  Slots<Index, MemorySpace> slots;
  Span<Link<Index>, MemorySpace> links;  // symbols up to the text's end
  Span<Index, MemorySpace> lengths;
  std::size_t n;

  struct Piece
  {
    std::size_t begin;  // in the text
    std::size_t size;   // 0 for a slot that is not used
  };

  KOKKOS_FUNCTION Piece operator()(std::size_t slot) const
  {
    std::size_t walk = slot;
    std::size_t before = 0;
    if (slot >= slots.walks) {
      walk = slots.owners(slot - slots.walks);
      if (walk == slots.walks) return {0, 0};
      before = static_cast<std::size_t>(slots.ordinals(slot - slots.walks)) << slot_bits;
    }
    std::size_t const rest = lengths(walk) - before;
    return {n - links(walk).symbols + before, rest < slot_symbols ? rest : slot_symbols};
  }
};

/// One thread per symbol, so that neighbouring threads write side by side.
template <class Index, class MemorySpace>
struct CopySymbol
{
  Places<Index, MemorySpace> places;
  std::uint8_t const* symbols;
  Span<std::uint8_t, MemorySpace> text;

  KOKKOS_FUNCTION void operator()(std::size_t item) const
  {
    auto const piece = places(item >> slot_bits);
    std::size_t const k = item & (slot_symbols - 1);
    if (k < piece.size) text(piece.begin + k) = symbols[item];
  }
};

/// One thread per slot.
template <class Index, class MemorySpace>
struct CopySlot
{
  Places<Index, MemorySpace> places;
  std::uint8_t const* symbols;
  Span<std::uint8_t, MemorySpace> text;

  KOKKOS_FUNCTION void operator()(std::size_t slot) const
  {
    auto const piece = places(slot);
    for (std::size_t k = 0; k < piece.size; ++k) text(piece.begin + k) = symbols[slot * slot_symbols + k];
  }
};

}  // namespace lexikos::bwt_detail
