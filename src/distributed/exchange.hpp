// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// From items in any order, each with a destination, to the items that are meant for this rank: partition, counts, columns.

#include <Kokkos_Core.hpp>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/error.hpp>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/read_back.hpp"
#include "distributed/context.hpp"
#include "distributed/tuning.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::distributed_detail
{

/// Items of a list are numbered by 32 bits.
constexpr std::uint64_t max_items = std::numeric_limits<std::uint32_t>::max() - 1;

inline void check_items(std::uint64_t items)
{
  if (items > max_items)
    throw Error(ErrorCode::not_supported,
                "a rank would hold " + std::to_string(items) + " items of one list, beyond 2^32 - 2: use more ranks");
}

/// Who sends how many items to whom, and where they lie.
struct Routes
{
  std::vector<std::uint64_t> send_first, send_count, receive_first, receive_count;
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
};

/// In which order what comes from the ranks is put.
enum class Arrival
{
  ascending,
  descending
};

/// \param send_count  items for each rank, which lie in the order of the ranks
/// Collective. Error (not_supported) where more come than a list holds.
inline Routes make_routes(Ranks& ranks, std::vector<std::uint64_t> const& send_count,
                          Arrival arrival = Arrival::ascending)
{
  std::size_t const size = send_count.size();
  Routes routes{std::vector<std::uint64_t>(size), send_count, std::vector<std::uint64_t>(size),
                std::vector<std::uint64_t>(size)};
  ranks.swap_counts(send_count, routes.receive_count);
  for (std::size_t r = 0; r < size; ++r) {
    routes.send_first[r] = routes.sent;
    routes.sent += send_count[r];
    std::size_t const from = arrival == Arrival::ascending ? r : size - 1 - r;
    routes.receive_first[from] = routes.received;
    routes.received += routes.receive_count[from];
  }
  check_items(routes.received);
  return routes;
}

/// The way back.
inline Routes reversed(Routes const& routes)
{
  return {routes.receive_first, routes.receive_count, routes.send_first,
          routes.send_count,    routes.received,      routes.sent};
}

/// What all ranks have, to all: a rank sends all of its items to each, and they come one after the other.
/// \param items  of each rank
inline Routes routes_to_all(std::vector<std::uint64_t> const& items, std::size_t rank)
{
  std::size_t const size = items.size();
  Routes routes{std::vector<std::uint64_t>(size),
                std::vector<std::uint64_t>(size, items[rank]),
                std::vector<std::uint64_t>(size),
                items,
                items[rank],
                0};
  for (std::size_t r = 0; r < size; ++r) {
    routes.receive_first[r] = routes.received;
    routes.received += items[r];
  }
  return routes;
}

/// Device memory by way of pinned memory.
template <class ExecutionSpace>
class StagedMover final : public backends::mpi::DirectMover
{
  using MemorySpace = typename ExecutionSpace::memory_space;
#ifdef KOKKOS_HAS_SHARED_HOST_PINNED_SPACE
  using PinnedSpace = Kokkos::SharedHostPinnedSpace;
#else
  using PinnedSpace = Kokkos::HostSpace;
#endif
  template <class Space>
  using Bytes = Span<std::byte, Space>;

 public:
  /// \param bytes  of the longest parcel of all ranks, or more
  StagedMover(Context<ExecutionSpace> const& context, void const* send, void* receive, std::uint64_t bytes)
      : DirectMover(send, receive),
        m_space(context.space),
        m_outgoing(room(context, bytes)),
        m_incoming(room(context, bytes))
  {}

  [[nodiscard]] std::size_t max_bytes() const override
  {
    return m_outgoing.extent(0);
  }
  [[nodiscard]] void const* outgoing(std::size_t offset, std::size_t bytes) override
  {
    Kokkos::deep_copy(m_space, Bytes<PinnedSpace>(m_outgoing.data(), bytes),
                      Span<std::byte const, MemorySpace>(send() + offset, bytes));
    m_space.fence("lexikos::distributed::outgoing");
    return m_outgoing.data();
  }
  [[nodiscard]] void* incoming(std::size_t, std::size_t) override
  {
    return m_incoming.data();
  }
  void arrived(std::size_t offset, std::size_t bytes) override
  {
    Kokkos::deep_copy(m_space, Bytes<MemorySpace>(receive() + offset, bytes),
                      Span<std::byte const, PinnedSpace>(m_incoming.data(), bytes));
    m_space.fence("lexikos::distributed::arrived");
  }
  void keep(std::size_t from, std::size_t to, std::size_t bytes) override
  {
    Kokkos::deep_copy(m_space, Bytes<MemorySpace>(receive() + to, bytes),
                      Span<std::byte const, MemorySpace>(send() + from, bytes));
    m_space.fence("lexikos::distributed::keep");
  }

 private:
  static Bytes<PinnedSpace> room(Context<ExecutionSpace> const& context, std::uint64_t bytes)
  {
    std::size_t const most = context.communicator.staging_bytes();
    return context.workspace.template take<std::byte, PinnedSpace>(std::min<std::uint64_t>(most, bytes));
  }

  ExecutionSpace m_space;
  Bytes<PinnedSpace> m_outgoing;
  Bytes<PinnedSpace> m_incoming;
};

/// Device memory that MPI itself reads and writes.
template <class ExecutionSpace>
class DeviceMover final : public backends::mpi::DirectMover
{
  using MemorySpace = typename ExecutionSpace::memory_space;

 public:
  DeviceMover(ExecutionSpace const& space, void const* send, void* receive) : DirectMover(send, receive), m_space(space)
  {}
  void keep(std::size_t from, std::size_t to, std::size_t bytes) override
  {
    Kokkos::deep_copy(m_space, Span<std::byte, MemorySpace>(receive() + to, bytes),
                      Span<std::byte const, MemorySpace>(send() + from, bytes));
    m_space.fence("lexikos::distributed::keep");
  }

 private:
  ExecutionSpace m_space;
};

/// Bytes of the longest parcel that leaves a rank for another.
[[nodiscard]] inline std::uint64_t longest_to_others(backends::mpi::Parcels const& parcels, std::size_t rank)
{
  std::uint64_t longest = 0;
  for (std::size_t r = 0; r < parcels.send_bytes.size(); ++r)
    if (r != rank) longest = std::max<std::uint64_t>(longest, parcels.send_bytes[r]);
  return longest;
}

/// Sends send[send_first(r), + send_count(r)) to every rank r, and puts what comes from it to receive[receive_first(r), ...).
/// The arrays do not overlap. Collective; fences.
template <class ExecutionSpace, class T>
void exchange(Context<ExecutionSpace> const& context, Routes const& routes, SpanOn<T const, ExecutionSpace> const& send,
              SpanOn<T, ExecutionSpace> const& receive)
{
  backends::mpi::Parcels parcels(context.communicator.size());
  for (std::size_t r = 0; r < context.size(); ++r) {
    parcels.send_first[r] = routes.send_first[r] * sizeof(T);
    parcels.send_bytes[r] = routes.send_count[r] * sizeof(T);
    parcels.receive_first[r] = routes.receive_first[r] * sizeof(T);
    parcels.receive_bytes[r] = routes.receive_count[r] * sizeof(T);
  }
  context.space.fence("lexikos::distributed::exchange");
  Workspace::Scope const scope(context.workspace);
  if constexpr (detail::works_on_host<ExecutionSpace>) {
    backends::mpi::DirectMover mover(send.data(), receive.data());
    context.ranks().exchange(parcels, mover);
  }
  else if (context.communicator.transport() == distributed::Transport::device_mpi) {
    DeviceMover<ExecutionSpace> mover(context.space, send.data(), receive.data());
    context.ranks().exchange(parcels, mover);
  }
  else {
    std::uint64_t const most = context.ranks().largest(longest_to_others(parcels, context.rank()));
#ifdef LEXIKOS_RANKS_HAVE_NCCL
    if constexpr (std::is_same_v<ExecutionSpace, Kokkos::Cuda>)
      if (context.communicator.transport() == distributed::Transport::nccl && most >= tuning().bytes_by_nccl)
        return context.communicator.nccl().exchange(parcels, send.data(), receive.data(), context.space.cuda_stream());
#endif
    StagedMover<ExecutionSpace> mover(context, send.data(), receive.data(), most);
    context.ranks().exchange(parcels, mover);
  }
}

/// Items by their destination, stably.
template <class ExecutionSpace>
struct Partition
{
  SpanOn<std::uint32_t, ExecutionSpace> order;  ///< the items of the first destination, of the second, ...
  std::vector<std::uint64_t> counts;            ///< of each
};

inline int bits_for(std::uint64_t values)
{
  return values <= 1 ? 0 : static_cast<int>(std::bit_width(values - 1));
}

template <class Owner, class View>
struct FillColumn
{
  Owner value;
  View out;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { out(i) = static_cast<typename View::value_type>(value(i)); }
};

/// out(i) = value(i) for all its entries; `value` is a functor or a view.
template <class ExecutionSpace, class View, class Value>
void fill_by(ExecutionSpace const& space, char const* label, View const& out, Value const& value)
{
  Kokkos::parallel_for(label, backends::Range<ExecutionSpace>(space, 0, out.extent(0)),
                       FillColumn<Value, View>{value, out});
}

/// Two arrays of n entries: side by side where one array that was lent has room for both, to the last byte.
template <class ExecutionSpace>
[[nodiscard]] std::array<SpanOn<std::uint32_t, ExecutionSpace>, 2> two_arrays(Context<ExecutionSpace> const& context,
                                                                              std::size_t n)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  if (context.workspace.template lent_room<MemorySpace>() < 2 * n * sizeof(std::uint32_t))
    return {context.template take<std::uint32_t>(n), context.template take<std::uint32_t>(n)};
  auto const both = context.template take<std::uint32_t>(2 * n);
  return {backends::subspan(both, 0, n), backends::subspan(both, n, 2 * n)};
}

/// \param order  receives the order; as much again is taken three times for a while
/// \param parts  at most 65 536
/// \param part   part(i) < parts, of each of the items; a functor
/// Fences.
template <class ExecutionSpace, class Part>
[[nodiscard]] Partition<ExecutionSpace> partition_into(Context<ExecutionSpace> const& context,
                                                       SpanOn<std::uint32_t, ExecutionSpace> const& order,
                                                       std::size_t parts, Part const& part)
{
  std::size_t const n = order.extent(0);
  Partition<ExecutionSpace> result{order, {}};
  Workspace::Scope const scope(context.workspace);
  auto const keys_memory = two_arrays(context, n);
  primitives::DoubleBuffer keys{keys_memory[0], keys_memory[1]};
  primitives::DoubleBuffer values{context.template take<std::uint32_t>(n), result.order};
  fill_by(context.space, "lexikos::distributed::part", keys.current, part);
  primitives::iota(context.space, values.current);
  auto const counts = context.template take<std::uint64_t>(parts);
  primitives::histogram(context.space, keys.current, counts, context.workspace);
  result.counts = detail::read_all_back(context.space, counts);
  primitives::radix_sort_pairs(context.space, keys, values, 0, bits_for(parts), context.workspace);
  if (values.current.data() != result.order.data()) Kokkos::deep_copy(context.space, result.order, values.current);
  return result;
}

/// The same of n items; the order's memory is the caller's scope's.
template <class ExecutionSpace, class Part>
[[nodiscard]] Partition<ExecutionSpace> partition(Context<ExecutionSpace> const& context, std::size_t n,
                                                  std::size_t parts, Part const& part)
{
  return partition_into(context, context.template take<std::uint32_t>(n), parts, part);
}

/// The column of items' own numbers.
struct Identity
{
  KOKKOS_FUNCTION std::uint32_t operator()(std::size_t i) const { return static_cast<std::uint32_t>(i); }
};

template <class Column, class Order>
struct OrderedColumn
{
  Column column;
  Order order;

  KOKKOS_FUNCTION auto operator()(std::size_t i) const { return column(order(i)); }
};

/// The column's values of the listed items: value(i) = column(order(i)).
template <class Column, class Order>
[[nodiscard]] OrderedColumn<Column, Order> ordered(Column const& column, Order const& order)
{
  return {column, order};
}

/// Sends column(order(i)) along the routes. The column is a functor or a view; `receive` has as many entries as come.
/// Collective; scratch: what is sent.
template <class T, class ExecutionSpace, class Column>
void transfer(Context<ExecutionSpace> const& context, Routes const& routes,
              SpanOn<std::uint32_t, ExecutionSpace> const& order, Column const& column,
              SpanOn<T, ExecutionSpace> const& receive)
{
  Workspace::Scope const scope(context.workspace);
  auto const send = context.template take<T>(order.extent(0));
  fill_by(context.space, "lexikos::distributed::send", send, ordered(column, order));
  exchange<ExecutionSpace, T>(context, routes, send, receive);
}

/// From where what has come along routes has come: stretches in the order of their places.
template <class MemorySpace>
struct Arrivals
{
  Span<std::uint64_t, MemorySpace> first;  ///< place of the stretch's first item
  Span<std::uint64_t, MemorySpace> base;   ///< what its offsets count from

  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t base_of(std::size_t place) const
  {
    return base(last_not_above(first, static_cast<std::uint64_t>(place)));
  }
};

/// \param bases  of each rank, and perhaps more
template <class ExecutionSpace>
[[nodiscard]] Arrivals<typename ExecutionSpace::memory_space> arrivals(Context<ExecutionSpace> const& context,
                                                                       Routes const& routes,
                                                                       std::vector<std::uint64_t> const& bases,
                                                                       Arrival arrival = Arrival::ascending)
{
  std::size_t const ranks = context.size();
  std::vector<std::uint64_t> first(ranks);
  std::vector<std::uint64_t> base(ranks);
  for (std::size_t i = 0; i < ranks; ++i) {
    std::size_t const from = arrival == Arrival::ascending ? i : ranks - 1 - i;
    first[i] = routes.receive_first[from];
    base[i] = bases[from];
  }
  return {on_device(context, first), on_device(context, base)};
}

}  // namespace lexikos::distributed_detail
