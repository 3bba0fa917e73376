// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "backends/kokkos/scan.hpp"
#include "backends/kokkos/tuning.hpp"
#include "backends/operations.hpp"

namespace lexikos::backends::kokkos
{

/// The bits [shift, shift + log2(radix)) of a key.
struct Digit
{
  int shift;
  std::size_t radix;

  template <class Key>
  KOKKOS_FUNCTION std::size_t operator()(Key key) const
  {
    return static_cast<std::size_t>(key >> shift) & (radix - 1);
  }
};

/// Moves a value from one array to another.
template <class View>
struct MoveValue
{
  View in;
  View out;
  KOKKOS_FUNCTION void operator()(std::size_t from, std::size_t to) const { out(to) = in(from); }
};

struct MoveNothing
{
  KOKKOS_FUNCTION void operator()(std::size_t, std::size_t) const {}
};

/// What moves along with keys: values in two arrays that swap their roles with each pass, or nothing.
template <class ValueView>
struct WithValues
{
  primitives::DoubleBuffer<ValueView>& values;

  [[nodiscard]] MoveValue<ValueView> move() const { return {values.current, values.other}; }
  void swap() const { values.swap(); }
};

struct WithoutValues
{
  [[nodiscard]] MoveNothing move() const { return {}; }
  void swap() const {}
};

// Counters lie digit by digit and, for one digit, chunk by chunk: scanned in this order, they are the places where the
// chunks write, and the pass is stable.

template <class Keys, class Positions>
struct CountDigits
{
  Keys in;
  Digit digit;
  Chunks chunks;
  Positions positions;

  KOKKOS_FUNCTION void operator()(std::size_t chunk) const
  {
    for (std::size_t d = 0; d < digit.radix; ++d) positions(d * chunks.count + chunk) = 0;
    for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i)
      ++positions(digit(in(i)) * chunks.count + chunk);
  }
};

template <class Keys, class MoveAlong, class Positions>
struct ScatterByDigit
{
  Keys in;
  Keys out;
  MoveAlong move;
  Digit digit;
  Chunks chunks;
  Positions positions;

  KOKKOS_FUNCTION void operator()(std::size_t chunk) const
  {
    for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) {
      auto const key = in(i);
      std::size_t const to = positions(digit(key) * chunks.count + chunk)++;
      out(to) = key;
      move(i, to);
    }
  }
};

/// One stable pass. `positions` is scratch of a counter for each digit and chunk.
template <class ExecutionSpace, class Keys, class MoveAlong, class Positions>
void radix_pass(ExecutionSpace const& space, Keys const& in, Keys const& out, MoveAlong const& move, Digit const& digit,
                Chunks const& chunks, Positions const& positions, Workspace& workspace)
{
  Kokkos::parallel_for("lexikos::primitives::radix_sort::count", Range<ExecutionSpace>(space, 0, chunks.count),
                       CountDigits<Keys, Positions>{in, digit, chunks, positions});
  auto const used = subspan(positions, 0, digit.radix * chunks.count);
  kokkos::exclusive_scan(space, used, used, primitives::Sum{}, workspace);
  Kokkos::parallel_for("lexikos::primitives::radix_sort::scatter", Range<ExecutionSpace>(space, 0, chunks.count),
                       ScatterByDigit<Keys, MoveAlong, Positions>{in, out, move, digit, chunks, positions});
}

/// The width of digits that takes the fewest passes with at most `max_width` bits each, and makes them as equal as possible.
inline int digit_width(int bits, int max_width)
{
  int const passes = (bits + max_width - 1) / max_width;
  return (bits + passes - 1) / passes;
}

template <class Tuning, class ExecutionSpace, class KeyView, class Values>
void sort_by_passes(ExecutionSpace const& space, primitives::DoubleBuffer<KeyView>& keys, Values const& values,
                    int begin_bit, int end_bit, Workspace& workspace)
{
  std::size_t const n = keys.current.extent(0);
  if (n < 2 || begin_bit >= end_bit) return;
  Workspace::Scope const scope(workspace);
  Chunks const chunks = make_chunks(space, n, Tuning::min_radix_chunk, Tuning::max_radix_chunks);
  int const width = digit_width(end_bit - begin_bit, Tuning::max_digit_bits);
  auto const positions =
      workspace.take<std::size_t, typename KeyView::memory_space>((std::size_t{1} << width) * chunks.count);
  for (int bit = begin_bit; bit < end_bit; bit += width) {
    Digit const digit{bit, std::size_t{1} << std::min(width, end_bit - bit)};
    radix_pass(space, keys.current, keys.other, values.move(), digit, chunks, positions, workspace);
    keys.swap();
    values.swap();
  }
}

template <class Tuning = kokkos::Tuning, class ExecutionSpace, class KeyView>
void radix_sort_keys(ExecutionSpace const& space, primitives::DoubleBuffer<KeyView>& keys, int begin_bit, int end_bit,
                     Workspace& workspace)
{
  sort_by_passes<Tuning>(space, keys, WithoutValues{}, begin_bit, end_bit, workspace);
}

template <class Tuning = kokkos::Tuning, class ExecutionSpace, class KeyView, class ValueView>
void radix_sort_pairs(ExecutionSpace const& space, primitives::DoubleBuffer<KeyView>& keys,
                      primitives::DoubleBuffer<ValueView>& values, int begin_bit, int end_bit, Workspace& workspace)
{
  sort_by_passes<Tuning>(space, keys, WithValues<ValueView>{values}, begin_bit, end_bit, workspace);
}

}  // namespace lexikos::backends::kokkos
