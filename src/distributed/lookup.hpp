// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Arrays in blocks, read and written by position from any rank. Positions travel relative to their owner's block, in 32 bits.

#include "distributed/places.hpp"

namespace lexikos::distributed_detail
{

template <class Positions, class MemorySpace>
struct OwnerOf
{
  Positions positions;
  BlocksOnDevice<MemorySpace> blocks;

  KOKKOS_FUNCTION std::uint32_t operator()(std::size_t i) const
  {
    return static_cast<std::uint32_t>(blocks.owner(positions(i)));
  }
};

template <class Positions, class MemorySpace>
struct OffsetInBlock
{
  Positions positions;
  BlocksOnDevice<MemorySpace> blocks;

  KOKKOS_FUNCTION std::uint32_t operator()(std::size_t i) const
  {
    std::uint64_t const position = positions(i);
    return static_cast<std::uint32_t>(position - blocks.firsts(blocks.owner(position)));
  }
};

template <class Answer, class Offsets>
struct AnswerRequest
{
  Answer answer;
  Offsets offsets;

  KOKKOS_FUNCTION auto operator()(std::size_t i) const { return answer(offsets(i)); }
};

/// answers(i) = what the owner of positions(i) answers.
/// \param positions  positions(i) < blocks.total(), u64, for i < answers.extent(0); a functor or a view
/// \param answer     answer(offset) for positions of the own block, called by its owner; returns a T
/// Collective. Scratch: 16 bytes a request, and requests and answers at their owner.
template <class T, class ExecutionSpace, class Positions, class Answer>
void look_up(Context<ExecutionSpace> const& context, Blocks const& blocks, Positions const& positions,
             Answer const& answer, SpanOn<T, ExecutionSpace> const& answers)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope const scope(context.workspace);
  std::size_t const n = answers.extent(0);
  auto const owners = on_device(context, blocks);
  auto const places = places_by_part(context, n, context.size(), OwnerOf<Positions, MemorySpace>{positions, owners});
  Routes const there = make_routes(context.ranks(), places.counts);
  auto const offsets = context.template take<std::uint32_t>(there.received);
  transfer(context, there, places, OffsetInBlock<Positions, MemorySpace>{positions, owners}, offsets);

  auto const found = context.template take<T>(there.received);
  fill_by(context.space, "lexikos::distributed::answer", found,
          AnswerRequest<Answer, decltype(offsets)>{answer, offsets});
  auto const back = context.template take<T>(n);
  exchange<ExecutionSpace, T>(context, reversed(there), found, back);
  primitives::gather(context.space, places.place, back, answers);
}

template <class Take, class Offsets, class Values>
struct TakeValue
{
  Take take;
  Offsets offsets;
  Values values;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { take(offsets(i), values(i)); }
};

/// Calls take(offset, value) at the owner of positions(i), for all i < n, in any order and at the same time.
/// \param values  of type T; a functor or a view
/// Collective. Scratch: 16 bytes an item that is sent, and 4 and a T of each that comes.
template <class T, class ExecutionSpace, class Positions, class Values, class Take>
void send_to_owner(Context<ExecutionSpace> const& context, Blocks const& blocks, std::size_t n,
                   Positions const& positions, Values const& values, Take const& take)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope const scope(context.workspace);
  auto const owners = on_device(context, blocks);
  auto const places = places_by_part(context, n, context.size(), OwnerOf<Positions, MemorySpace>{positions, owners});
  Routes const routes = make_routes(context.ranks(), places.counts);
  auto const offsets = context.template take<std::uint32_t>(routes.received);
  auto const received = context.template take<T>(routes.received);
  transfer(context, routes, places, OffsetInBlock<Positions, MemorySpace>{positions, owners}, offsets);
  transfer(context, routes, places, values, received);
  Kokkos::parallel_for("lexikos::distributed::take", backends::Range<ExecutionSpace>(context.space, 0, routes.received),
                       TakeValue<Take, decltype(offsets), decltype(received)>{take, offsets, received});
}

}  // namespace lexikos::distributed_detail
