// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Stretches of the text, from the text that is kept or by steps from rows of known places.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/fm_index.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "backends/segments.hpp"
#include "common/items_of_segments.hpp"
#include "common/read_back.hpp"

namespace lexikos::fm_detail
{

/// Ranges of positions, cut to the text.
template <class Index>
struct TextRanges
{
  Index const* begins;
  Index const* ends;
  std::uint64_t n;

  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t begin(std::size_t i) const { return begins[i] < n ? begins[i] : n; }
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t end(std::size_t i) const
  {
    std::uint64_t const end = ends[i] < n ? ends[i] : n;
    return end > begin(i) ? end : begin(i);
  }
};

/// sizes(i) = symbols of range i, or the blocks of `block` places that it meets; sizes(count) = 0.
template <class Index>
struct SizeOfRange
{
  TextRanges<Index> ranges;
  std::uint64_t block;
  std::uint64_t* sizes;
  std::size_t count;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    if (i == count) {
      sizes[i] = 0;
      return;
    }
    std::uint64_t const begin = ranges.begin(i);
    std::uint64_t const end = ranges.end(i);
    sizes[i] = begin == end ? 0 : (end - 1) / block - begin / block + 1;
  }
};

/// symbols(offsets(s) + j) = the symbol at begin(s) + j
template <class Text, class Alphabet, class Symbol, class Index>
struct CopySymbol
{
  Text text;
  Alphabet alphabet;
  TextRanges<Index> ranges;
  std::uint64_t const* offsets;
  Symbol* symbols;

  KOKKOS_FUNCTION void operator()(std::size_t s, std::size_t i) const
  {
    symbols[i] = alphabet.symbol(text.slot(ranges.begin(s) + (i - offsets[s])));
  }
};

/// One thread walks backwards through what a range has of one block.
template <class Steps, class Alphabet, class Symbol, class Index>
struct WalkBlock
{
  Steps steps;
  Alphabet alphabet;
  TextRanges<Index> ranges;
  Index const* rows;  ///< of the places 0, block, 2 * block, ...
  std::uint64_t block;
  std::uint64_t const* blocks;   ///< [0..count] offsets of the ranges in the list of blocks
  std::uint64_t const* offsets;  ///< [0..count] of their symbols
  Symbol* symbols;
  std::size_t count;

  KOKKOS_FUNCTION void operator()(std::size_t thread) const
  {
    std::size_t const i = backends::segment_of(blocks, count, thread);
    std::uint64_t const begin = ranges.begin(i);
    std::uint64_t const first = (begin / block + (thread - blocks[i])) * block;
    std::uint64_t const end_of_block = first + block < steps.n ? first + block : steps.n;
    std::uint64_t const low = begin > first ? begin : first;
    std::uint64_t const high = ranges.end(i) < end_of_block ? ranges.end(i) : end_of_block;
    std::uint64_t row = end_of_block == steps.n ? 0 : rows[end_of_block / block];
    for (std::uint64_t place = end_of_block; place-- > low;) {
      auto const step = steps.step_left(row);
      row = step.next;
      if (place < high) symbols[offsets[i] + (place - begin)] = alphabet.symbol(step.slot);
    }
  }
};

template <class ExecutionSpace, class Index, class Symbol>
[[nodiscard]] Patterns<typename ExecutionSpace::memory_space, Symbol> extract_ranges(
    ExecutionSpace const& space, detail::FmArrays<typename ExecutionSpace::memory_space, Index, Symbol> const& arrays,
    TextRanges<Index> const& ranges, std::size_t count, SearchOptions const& options)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  using Alphabet = detail::FmAlphabet<MemorySpace, Symbol>;
  detail::require(arrays.is_built(), ErrorCode::invalid_argument, "the index was not built");
  detail::require(arrays.text.is_kept() || arrays.inverse_rate != 0 || arrays.n == 0, ErrorCode::not_supported,
                  "the index keeps neither the text nor rows of its places");
  detail::Scratch const scratch(space, options.workspace);
  auto& resource = scratch.resource();
  auto const offsets = detail::allocate<std::uint64_t, MemorySpace>(resource, "lexikos::fm_index::offsets", count + 1);
  Span<std::uint64_t, MemorySpace> const offset_span(offsets.data(), count + 1);
  Kokkos::parallel_for("lexikos::fm_index::sizes", Range(space, 0, count + 1),
                       SizeOfRange<Index>{ranges, 1, offsets.data(), count});
  primitives::exclusive_scan(space, offset_span, offset_span, primitives::Sum{}, *scratch);
  std::uint64_t const total = detail::read_back(space, offsets, count);
  auto const symbols = detail::allocate<Symbol, MemorySpace>(resource, "lexikos::fm_index::symbols", total);
  if (total > 0 && arrays.text.is_kept()) {
    using Copy = CopySymbol<detail::FmText<MemorySpace, detail::FmSlot<Symbol>>, Alphabet, Symbol, Index>;
    detail::for_each_item(space, "lexikos::fm_index::copy_symbols", {offsets.data(), count, 0, total},
                          Copy{arrays.text, arrays.alphabet, ranges, offsets.data(), symbols.data()});
  }
  else if (total > 0) {
    auto const blocks = scratch->template take<std::uint64_t, MemorySpace>(count + 1);
    Kokkos::parallel_for("lexikos::fm_index::sizes", Range(space, 0, count + 1),
                         SizeOfRange<Index>{ranges, arrays.inverse_rate, blocks.data(), count});
    primitives::exclusive_scan(space, blocks, blocks, primitives::Sum{}, *scratch);
    std::uint64_t const threads = detail::read_back(space, blocks, count);
    arrays.with_steps_for_kernel([&](auto const& steps) {
      Kokkos::parallel_for("lexikos::fm_index::walk", Range(space, 0, threads),
                           WalkBlock<std::decay_t<decltype(steps)>, Alphabet, Symbol, Index>{
                               steps, arrays.alphabet, ranges, arrays.inverse.data(), arrays.inverse_rate,
                               blocks.data(), offsets.data(), symbols.data(), count});
    });
  }
  space.fence("lexikos::fm_index::extract");
  return {symbols, offsets};
}

}  // namespace lexikos::fm_detail
