// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "backends/kokkos/scan.hpp"
#include "backends/operations.hpp"
#include "backends/unit.hpp"

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

/// What moves along with a key: a value, or nothing.
template <class In, class Out>
struct MoveValue
{
  In in;
  Out out;
  KOKKOS_FUNCTION void operator()(std::size_t from, std::size_t to) const { out(to) = in(from); }
};

struct MoveNothing
{
  KOKKOS_FUNCTION void operator()(std::size_t, std::size_t) const {}
};

/// One stable pass: counts each chunk's digits, scans the counts by (digit, chunk), and lets each chunk write its items in
/// order from there.
template <class ExecutionSpace, class Keys, class MoveAlong, class Positions, class Unit = ThisUnit>
void radix_pass(ExecutionSpace const& space, Keys const& in, Keys const& out, MoveAlong const& move, Digit const& digit,
                Chunks const& chunks, Positions const& positions, Workspace& workspace)
{
  Kokkos::parallel_for(
      "lexikos::primitives::radix_sort::count", Range<ExecutionSpace>(space, 0, chunks.count),
      KOKKOS_LAMBDA(std::size_t chunk) {
        for (std::size_t d = 0; d < digit.radix; ++d) positions(d * chunks.count + chunk) = 0;
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i)
          ++positions(digit(in(i)) * chunks.count + chunk);
      });
  auto const used = subspan(positions, 0, digit.radix * chunks.count);
  kokkos::exclusive_scan(space, used, used, primitives::Sum{}, workspace);
  Kokkos::parallel_for(
      "lexikos::primitives::radix_sort::scatter", Range<ExecutionSpace>(space, 0, chunks.count),
      KOKKOS_LAMBDA(std::size_t chunk) {
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) {
          auto const key = in(i);
          std::size_t const to = positions(digit(key) * chunks.count + chunk)++;
          out(to) = key;
          move(i, to);
        }
      });
}

/// Digits of at most 8 bits, as equal as they come.
inline int digit_width(int bits)
{
  int const passes = (bits + 7) / 8;
  return (bits + passes - 1) / passes;
}

template <class ExecutionSpace>
Chunks radix_sort_chunks(ExecutionSpace const& space, std::size_t n)
{
  return make_chunks(space, n, 4096, 16384);
}

template <class ExecutionSpace, class KeyView>
void radix_sort_keys(ExecutionSpace const& space, primitives::DoubleBuffer<KeyView>& keys, int begin_bit, int end_bit,
                     Workspace& workspace)
{
  std::size_t const n = keys.current.extent(0);
  if (n < 2 || begin_bit >= end_bit) return;
  Workspace::Scope const scope(workspace);
  auto const chunks = radix_sort_chunks(space, n);
  int const width = digit_width(end_bit - begin_bit);
  auto const positions =
      workspace.take<std::size_t, typename KeyView::memory_space>((std::size_t{1} << width) * chunks.count);
  for (int bit = begin_bit; bit < end_bit; bit += width) {
    Digit const digit{bit, std::size_t{1} << std::min(width, end_bit - bit)};
    radix_pass(space, keys.current, keys.other, MoveNothing{}, digit, chunks, positions, workspace);
    keys.swap();
  }
}

template <class ExecutionSpace, class KeyView, class ValueView>
void radix_sort_pairs(ExecutionSpace const& space, primitives::DoubleBuffer<KeyView>& keys,
                      primitives::DoubleBuffer<ValueView>& values, int begin_bit, int end_bit, Workspace& workspace)
{
  std::size_t const n = keys.current.extent(0);
  if (n < 2 || begin_bit >= end_bit) return;
  Workspace::Scope const scope(workspace);
  auto const chunks = radix_sort_chunks(space, n);
  int const width = digit_width(end_bit - begin_bit);
  auto const positions =
      workspace.take<std::size_t, typename KeyView::memory_space>((std::size_t{1} << width) * chunks.count);
  for (int bit = begin_bit; bit < end_bit; bit += width) {
    Digit const digit{bit, std::size_t{1} << std::min(width, end_bit - bit)};
    MoveValue<ValueView, ValueView> const move{values.current, values.other};
    radix_pass(space, keys.current, keys.other, move, digit, chunks, positions, workspace);
    keys.swap();
    values.swap();
  }
}

}  // namespace lexikos::backends::kokkos
