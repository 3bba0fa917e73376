// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "distributed/lookup.hpp"
#include "distributed/tuning.hpp"

namespace lexikos::distributed_detail
{

/// [begin, end) of a block's piece; empty after the block's end.
struct Piece
{
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// How lists that lie on the ranks in blocks are worked through: piece after piece, which have as many items on all ranks.
class Pieces
{
 public:
  explicit Pieces(Blocks const& blocks, std::size_t min_items = tuning().items_of_piece,
                  std::size_t max_pieces = tuning().max_pieces)
  {
    std::uint64_t most = 0;
    for (std::size_t r = 0; r < blocks.size(); ++r) most = std::max(most, blocks.extent(r));
    m_items = std::max<std::uint64_t>(min_items, (most + max_pieces - 1) / max_pieces);
    m_items = std::min(m_items, max_items);
    m_count = static_cast<std::size_t>((most + m_items - 1) / m_items);
  }

  [[nodiscard]] std::size_t size() const { return m_count; }
  [[nodiscard]] std::uint64_t items() const { return m_items; }
  [[nodiscard]] Piece of(std::size_t number, std::uint64_t extent) const
  {
    return {static_cast<std::size_t>(std::min<std::uint64_t>(number * m_items, extent)),
            static_cast<std::size_t>(std::min<std::uint64_t>((number + 1) * m_items, extent))};
  }

 private:
  /// So that lists with two for each have numbers of 32 bits.
  static constexpr std::uint64_t max_items = std::uint64_t{1} << 30;

  std::uint64_t m_items = 1;
  std::size_t m_count = 0;
};

/// Blocks that are bounded by 32 bits: what travels counts from their first position.
inline void check_blocks(Blocks const& blocks)
{
  for (std::size_t r = 0; r < blocks.size(); ++r) check_items(blocks.extent(r));
}

template <class Index, class MemorySpace>
struct TakeRank
{
  Span<std::uint32_t, MemorySpace> offsets;
  Span<std::uint32_t, MemorySpace> numbers;  ///< of entries, from the first of the sender's piece
  Arrivals<MemorySpace> arrivals;
  Span<Index, MemorySpace> inverse;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    inverse(offsets(i)) = static_cast<Index>(arrivals.base_of(i) + numbers(i));
  }
};

/// What has come to the owner of positions: where they lie in its block, and which entries of the array they are.
template <class MemorySpace>
struct RanksOfPositions
{
  Span<std::uint32_t, MemorySpace> offsets;
  Span<std::uint32_t, MemorySpace> numbers;
  Arrivals<MemorySpace> arrivals;
};

/// Sends every entry of an array of positions, with its number, to the owner of the position, piece after piece; there
/// take(received) is called for each piece. Collective. Sends 8 bytes for each entry. Entries are positions.
template <class ExecutionSpace, class Index, class Take>
void for_each_rank_of_position(Context<ExecutionSpace> const& context, Blocks const& array_blocks,
                               SpanOn<Index const, ExecutionSpace> const& suffix_array, Blocks const& position_blocks,
                               Take const& take)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Entries = SpanOn<Index const, ExecutionSpace>;
  check_blocks(position_blocks);
  Pieces const pieces(array_blocks);
  for (std::size_t number = 0; number < pieces.size(); ++number) {
    Workspace::Scope const scope(context.workspace);
    Piece const piece = pieces.of(number, suffix_array.extent(0));
    Entries const entries = backends::subspan(suffix_array, piece.begin, piece.end);
    auto const owners = on_device(context, position_blocks);
    auto const places =
        places_by_part(context, entries.extent(0), context.size(), OwnerOf<Entries, MemorySpace>{entries, owners});
    Routes const routes = make_routes(context.ranks(), places.counts);
    std::vector<std::uint64_t> bases(context.size());
    for (std::size_t r = 0; r < context.size(); ++r)
      bases[r] = array_blocks.first(r) + pieces.of(number, array_blocks.extent(r)).begin;
    RanksOfPositions<MemorySpace> const received{context.template take<std::uint32_t>(routes.received),
                                                 context.template take<std::uint32_t>(routes.received),
                                                 arrivals(context, routes, bases)};
    transfer(context, routes, places, OffsetInBlock<Entries, MemorySpace>{entries, owners}, received.offsets);
    transfer(context, routes, places, Identity{}, received.numbers);
    take(received);
  }
}

/// inverse(suffix_array(i)) = i, in blocks each. Entries of the array are positions. Collective.
template <class ExecutionSpace, class Index>
void invert(Context<ExecutionSpace> const& context, Blocks const& array_blocks,
            SpanOn<Index const, ExecutionSpace> const& suffix_array, Blocks const& inverse_blocks,
            SpanOn<Index, ExecutionSpace> const& inverse)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  for_each_rank_of_position<ExecutionSpace, Index>(
      context, array_blocks, suffix_array, inverse_blocks, [&](RanksOfPositions<MemorySpace> const& received) {
        Kokkos::parallel_for(
            "lexikos::distributed::invert",
            backends::Range<ExecutionSpace>(context.space, 0, received.offsets.extent(0)),
            TakeRank<Index, MemorySpace>{received.offsets, received.numbers, received.arrivals, inverse});
      });
}

}  // namespace lexikos::distributed_detail
