// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Items to their destinations without a sort: teams count the items of each, and place them.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "distributed/exchange.hpp"

namespace lexikos::distributed_detail
{

/// Where items go, by their destination: those of the first come first, in any order.
template <class ExecutionSpace>
struct Places
{
  SpanOn<std::uint32_t, ExecutionSpace> place;  ///< of each item
  std::vector<std::uint64_t> counts;            ///< items of each destination
};

/// A team counts and places a stretch of items. Of each part and, for each part, of each stretch there is a number.
template <class Part, class ExecutionSpace>
struct Stretches
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Member = typename Kokkos::TeamPolicy<ExecutionSpace>::member_type;
  using Numbers = Kokkos::View<std::uint32_t*, typename ExecutionSpace::scratch_memory_space, Kokkos::MemoryUnmanaged>;

  Part part;
  std::size_t n;
  std::size_t items;  ///< of a stretch
  std::size_t parts;
  Span<std::uint32_t, MemorySpace> all_numbers;

  [[nodiscard]] KOKKOS_FUNCTION std::size_t count() const { return (n + items - 1) / items; }
  [[nodiscard]] Kokkos::TeamPolicy<ExecutionSpace> teams(ExecutionSpace const& space) const
  {
    constexpr int team = detail::works_on_host<ExecutionSpace> ? 1 : 256;
    Kokkos::TeamPolicy<ExecutionSpace> policy(space, static_cast<int>(count()), team);
    return policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(Numbers::shmem_size(parts))));
  }
  /// The team's, of each part.
  [[nodiscard]] KOKKOS_FUNCTION Numbers numbers(Member const& team) const
  {
    return Numbers(team.team_scratch(0), parts);
  }
  template <class Function>
  KOKKOS_FUNCTION void for_each_part(Member const& team, Function const& function) const
  {
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, parts), [&](std::size_t p) { function(p); });
  }
  [[nodiscard]] KOKKOS_FUNCTION std::uint32_t& number(Member const& team, std::size_t p) const
  {
    return all_numbers(p * count() + static_cast<std::size_t>(team.league_rank()));
  }
  /// Adds one, and returns what it was.
  static KOKKOS_FUNCTION std::uint32_t next(std::uint32_t& number)
  {
    if constexpr (detail::works_on_host<ExecutionSpace>)
      return number++;
    else
      return Kokkos::atomic_fetch_add(&number, 1U);
  }
  template <class Function>
  KOKKOS_FUNCTION void for_each_item(Member const& team, Function const& function) const
  {
    std::size_t const first = static_cast<std::size_t>(team.league_rank()) * items;
    std::size_t const size = n - first < items ? n - first : items;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, size), [&](std::size_t i) { function(first + i); });
  }
};

template <class Part, class ExecutionSpace>
struct CountParts
{
  using Member = typename Stretches<Part, ExecutionSpace>::Member;
  Stretches<Part, ExecutionSpace> stretches;
  SpanOn<std::uint32_t, ExecutionSpace> parts;  ///< receives the part of each item

  KOKKOS_FUNCTION void operator()(Member const& team) const
  {
    auto const numbers = stretches.numbers(team);
    stretches.for_each_part(team, [&](std::size_t p) { numbers(p) = 0; });
    team.team_barrier();
    stretches.for_each_item(team, [&](std::size_t i) {
      std::uint32_t const p = stretches.part(i);
      parts(i) = p;
      stretches.next(numbers(p));
    });
    team.team_barrier();
    stretches.for_each_part(team, [&](std::size_t p) { stretches.number(team, p) = numbers(p); });
  }
};

template <class Part, class ExecutionSpace>
struct PlaceItems
{
  using Member = typename Stretches<Part, ExecutionSpace>::Member;
  Stretches<Part, ExecutionSpace> stretches;
  SpanOn<std::uint32_t, ExecutionSpace> places;  ///< has the part of each item

  KOKKOS_FUNCTION void operator()(Member const& team) const
  {
    auto const numbers = stretches.numbers(team);
    stretches.for_each_part(team, [&](std::size_t p) { numbers(p) = stretches.number(team, p); });
    team.team_barrier();
    stretches.for_each_item(team, [&](std::size_t i) { places(i) = stretches.next(numbers(places(i))); });
  }
};

/// \param parts  few, such as the ranks: a team has a number of each in its scratch memory
/// \param part   part(i) < parts, of each of the n items; a functor
/// The places' memory is the caller's scope's. Waits for the counts, not for the places.
template <class ExecutionSpace, class Part>
[[nodiscard]] Places<ExecutionSpace> places_by_part(Context<ExecutionSpace> const& context, std::size_t n,
                                                    std::size_t parts, Part const& part)
{
  Places<ExecutionSpace> result{context.template take<std::uint32_t>(n), std::vector<std::uint64_t>(parts)};
  Workspace::Scope const scope(context.workspace);
  Stretches<Part, ExecutionSpace> stretches{part, n, std::max<std::size_t>(4096, 4 * parts), parts, {}};
  std::size_t const count = stretches.count();
  stretches.all_numbers = context.template take<std::uint32_t>(parts * count);
  Kokkos::parallel_for("lexikos::distributed::count_parts", stretches.teams(context.space),
                       CountParts<Part, ExecutionSpace>{stretches, result.place});
  primitives::exclusive_scan(context.space, stretches.all_numbers, stretches.all_numbers, primitives::Sum{},
                             context.workspace);
  std::vector<std::uint64_t> firsts(parts);
  for (std::size_t p = 0; p < parts; ++p) firsts[p] = p * count;
  auto const first_places = context.template take<std::uint32_t>(count == 0 ? 0 : parts);
  fill_by(context.space, "lexikos::distributed::first_places", first_places,
          ordered(stretches.all_numbers, on_device(context, firsts)));
  auto const first = detail::read_all_back(context.space, first_places);
  for (std::size_t p = 0; p < first.size(); ++p) result.counts[p] = (p + 1 < parts ? first[p + 1] : n) - first[p];
  Kokkos::parallel_for("lexikos::distributed::place_items", stretches.teams(context.space),
                       PlaceItems<Part, ExecutionSpace>{stretches, result.place});
  return result;
}

/// out(place(i)) = column(i), where it has so many entries.
template <class Column, class PlaceView, class View>
struct PutColumn
{
  Column column;
  PlaceView place;
  View out;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::size_t const to = place(i);
    if (to < out.extent(0)) out(to) = static_cast<typename View::value_type>(column(i));
  }
};

template <class ExecutionSpace, class Column, class View>
void put(ExecutionSpace const& space, Places<ExecutionSpace> const& places, Column const& column, View const& out)
{
  Kokkos::parallel_for("lexikos::distributed::put", backends::Range<ExecutionSpace>(space, 0, places.place.extent(0)),
                       PutColumn<Column, SpanOn<std::uint32_t, ExecutionSpace>, View>{column, places.place, out});
}

/// Sends column(i) of all items along the routes, from their places on; those beyond what is sent stay. Otherwise as that of an
/// order.
template <class T, class ExecutionSpace, class Column>
void transfer(Context<ExecutionSpace> const& context, Routes const& routes, Places<ExecutionSpace> const& places,
              Column const& column, SpanOn<T, ExecutionSpace> const& receive)
{
  Workspace::Scope const scope(context.workspace);
  auto const send = context.template take<T>(routes.sent);
  put(context.space, places, column, send);
  exchange<ExecutionSpace, T>(context, routes, send, receive);
}

}  // namespace lexikos::distributed_detail
