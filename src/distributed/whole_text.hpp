// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Blocks of a text, packed, and the whole text on every rank.

#include "distributed/local_text.hpp"

namespace lexikos::distributed_detail
{

/// A block's symbols by their place in it.
template <class Codes>
struct CodesOfBlock
{
  Codes own;
  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t i) const { return own(i); }
};

/// Symbols of all blocks, each packed by its owner from a word's beginning on.
template <class MemorySpace>
struct CodesOfBlocks
{
  Span<std::uint64_t, MemorySpace> words;
  BlocksOnDevice<MemorySpace> blocks;
  Span<std::uint64_t, MemorySpace> first_words;  ///< of each block
  int bits;

  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t position) const
  {
    std::size_t const owner = blocks.owner(position);
    std::size_t const bit = (position - blocks.firsts(owner)) * static_cast<std::size_t>(bits);
    std::size_t const word = first_words(owner) + bit / 64;
    int const shift = static_cast<int>(bit % 64);
    std::uint64_t window = words(word) << shift;
    if (shift + bits > 64) window |= words(word + 1) >> (64 - shift);
    return window >> (64 - bits);
  }
};

/// Packs a block of n symbols into the words, of which there are `packed_words`.
template <class ExecutionSpace, class Codes>
PackedText<typename ExecutionSpace::memory_space> pack_codes(Context<ExecutionSpace> const& context, std::size_t n,
                                                             Codes const& own, int bits,
                                                             SpanOn<std::uint64_t, ExecutionSpace> const& words)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  PackedText<MemorySpace> block;
  block.n = n;
  block.bits = bits;
  block.words = words;
  Kokkos::parallel_for("lexikos::distributed::pack_block",
                       backends::Range<ExecutionSpace>(context.space, 0, words.extent(0)),
                       PackCodes<CodesOfBlock<Codes>, MemorySpace>{{own}, block});
  return block;
}

/// Packs the blocks of all ranks into the words, of which there are `packed_words` of the whole text. Collective. Scratch: as
/// many words, and those of the own block.
/// \param own  own(i) of the block's symbols, below 2^bits; a functor
template <class ExecutionSpace, class Codes>
PackedText<typename ExecutionSpace::memory_space> gather_codes(Context<ExecutionSpace> const& context,
                                                               Blocks const& blocks, Codes const& own, int bits,
                                                               SpanOn<std::uint64_t, ExecutionSpace> const& whole)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const ranks = context.size();
  PackedText<MemorySpace> text;
  text.n = blocks.total();
  text.bits = bits;
  text.words = whole;

  Workspace::Scope const scope(context.workspace);
  std::vector<std::uint64_t> counts(ranks);
  for (std::size_t r = 0; r < ranks; ++r) counts[r] = suffix_array_detail::packed_words(blocks.extent(r), bits);
  Routes const routes = routes_to_all(counts, context.rank());
  auto const block = pack_codes(context, blocks.extent(context.rank()), own, bits,
                                context.template take<std::uint64_t>(counts[context.rank()]));
  auto const words = context.template take<std::uint64_t>(routes.received);
  exchange<ExecutionSpace, std::uint64_t>(context, routes, block.words, words);
  CodesOfBlocks<MemorySpace> const codes{words, on_device(context, blocks), on_device(context, routes.receive_first),
                                         bits};
  Kokkos::parallel_for("lexikos::distributed::pack_text",
                       backends::Range<ExecutionSpace>(context.space, 0, text.words.extent(0)),
                       PackCodes<CodesOfBlocks<MemorySpace>, MemorySpace>{codes, text});
  return text;
}

}  // namespace lexikos::distributed_detail
