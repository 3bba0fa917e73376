// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstring>

#include "backends/launch.hpp"
#include "compress/copies.hpp"
#include "compress/device_tables.hpp"
#include "system/execution_spaces.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::compress_detail
{

namespace
{

/// Places of a work item: many on hosts, of which only the first one's copy is sought.
template <class ExecutionSpace>
constexpr std::size_t places_of_item = detail::works_on_host<ExecutionSpace> ? 4096 : 1;

template <class ExecutionSpace>
std::size_t items_of(std::size_t places)
{
  return (places + places_of_item<ExecutionSpace> - 1) / places_of_item<ExecutionSpace>;
}

/// How many copies begin at a place or before, in the text, or, where symbols of copies do not count, in the rest.
template <class MemorySpace, bool in_rest>
KOKKOS_INLINE_FUNCTION std::size_t copies_up_to(Span<Copy const, MemorySpace> const& copies, std::size_t place)
{
  std::size_t low = 0;
  std::size_t high = copies.extent(0);
  while (low < high) {
    std::size_t const middle = low + (high - low) / 2;
    std::size_t const begin = in_rest ? copies(middle).begin - copies(middle).copied : copies(middle).begin;
    if (begin <= place)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

template <class ExecutionSpace>
struct TakeRest
{
  using MemorySpace = typename ExecutionSpace::memory_space;

  Span<std::uint8_t const, MemorySpace> text;
  Span<Copy const, MemorySpace> copies;
  Span<std::uint8_t, MemorySpace> rest;

  KOKKOS_FUNCTION void operator()(std::size_t item) const
  {
    std::size_t place = item * places_of_item<ExecutionSpace>;
    std::size_t const wanted = place + places_of_item<ExecutionSpace>;
    std::size_t const end = wanted < rest.extent(0) ? wanted : rest.extent(0);
    for (std::size_t k = copies_up_to<MemorySpace, true>(copies, place); place < end; ++k) {
      std::size_t const copied = k == 0 ? 0 : std::size_t{copies(k - 1).copied} + copies(k - 1).length;
      std::size_t const next = k == copies.extent(0) ? end : copies(k).begin - copies(k).copied;
      for (; place < end && place < next; ++place) rest(place) = text(place + copied);
    }
  }
};

/// Writes symbols of the rest to their places in the text, and of all places where their symbols come from.
template <class ExecutionSpace>
struct PutRest
{
  using MemorySpace = typename ExecutionSpace::memory_space;

  Span<std::uint8_t const, MemorySpace> rest;
  Span<Copy const, MemorySpace> copies;
  Span<std::uint8_t, MemorySpace> text;
  Span<std::uint32_t, MemorySpace> from;

  KOKKOS_FUNCTION void operator()(std::size_t item) const
  {
    std::size_t const begin = item * places_of_item<ExecutionSpace>;
    std::size_t const wanted = begin + places_of_item<ExecutionSpace>;
    std::size_t const end = wanted < text.extent(0) ? wanted : text.extent(0);
    std::size_t k = copies_up_to<MemorySpace, false>(copies, begin);
    for (std::size_t place = begin; place < end; ++place) {
      if (k < copies.extent(0) && copies(k).begin == place) ++k;
      Copy const copy = k == 0 ? Copy{0, 0, 0, 0} : copies(k - 1);
      bool const is_copied = place < std::size_t{copy.begin} + copy.length;
      from(place) = static_cast<std::uint32_t>(is_copied ? place - copy.distance : place);
      if (!is_copied) text(place) = rest(place - copy.copied - copy.length);
    }
  }
};

/// Goes twice as far. What another thread has already changed leads further on the same way.
template <class MemorySpace>
struct FollowOnce
{
  std::uint32_t* from;

  KOKKOS_FUNCTION void operator()(std::size_t place, std::uint64_t& moved) const
  {
    std::uint32_t const own = Kokkos::atomic_load(&from[place]);
    std::uint32_t const next = Kokkos::atomic_load(&from[own]);
    if (next == own) return;
    Kokkos::atomic_store(&from[place], next);
    ++moved;
  }
};

template <class MemorySpace>
struct CopySymbols
{
  Span<std::uint32_t const, MemorySpace> from;
  Span<std::uint8_t, MemorySpace> text;

  KOKKOS_FUNCTION void operator()(std::size_t place) const
  {
    if (from(place) != place) text(place) = text(from(place));
  }
};

template <class ExecutionSpace>
void put_back_by_rounds(ExecutionSpace const& space,
                        Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& rest,
                        std::vector<Copy> const& copies,
                        Span<std::uint8_t, typename ExecutionSpace::memory_space> const& text, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  Workspace::Scope const scope(workspace);
  std::size_t const n = text.extent(0);
  auto const on_device = detail::copy_from_host(space, copies, workspace);
  auto const from = workspace.take<std::uint32_t, MemorySpace>(n);
  Kokkos::parallel_for("lexikos::compress::put_rest", Range(space, 0, items_of<ExecutionSpace>(n)),
                       PutRest<ExecutionSpace>{rest, on_device, text, from});
  for (std::uint64_t moved = 1; moved != 0;)
    Kokkos::parallel_reduce("lexikos::compress::follow", Range(space, 0, n), FollowOnce<MemorySpace>{from.data()},
                            moved);
  Kokkos::parallel_for("lexikos::compress::copy_symbols", Range(space, 0, n), CopySymbols<MemorySpace>{from, text});
  space.fence("lexikos::compress::put_back");
}

/// In memory of the host.
void put_back_in_order(std::uint8_t const* rest, std::vector<Copy> const& copies, std::uint8_t* text, std::size_t n)
{
  std::size_t done = 0;
  for (Copy const& copy : copies) {
    std::memcpy(text + done, rest, copy.begin - done);
    rest += copy.begin - done;
    std::uint8_t* const to = text + copy.begin;
    // what is there already grows to any number of periods
    for (std::size_t i = 0; i < copy.length;) {
      std::size_t const size = std::min<std::size_t>(copy.length - i, i + copy.distance);
      std::memcpy(to + i, to - copy.distance, size);
      i += size;
    }
    done = std::size_t{copy.begin} + copy.length;
  }
  if (done < n) std::memcpy(text + done, rest, n - done);
}

}  // namespace

template <class ExecutionSpace>
void take_rest(ExecutionSpace const& space, Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& text,
               Span<Copy const, typename ExecutionSpace::memory_space> const& copies,
               Span<std::uint8_t, typename ExecutionSpace::memory_space> const& rest)
{
  Kokkos::parallel_for("lexikos::compress::take_rest",
                       backends::Range<ExecutionSpace>(space, 0, items_of<ExecutionSpace>(rest.extent(0))),
                       TakeRest<ExecutionSpace>{text, copies, rest});
}

template <class ExecutionSpace>
PutBack best_put_back()
{
  return detail::works_on_host<ExecutionSpace> ? PutBack::in_order : PutBack::by_rounds;
}

template <class ExecutionSpace>
void put_back(ExecutionSpace const& space, Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& rest,
              std::vector<Copy> const& copies, Span<std::uint8_t, typename ExecutionSpace::memory_space> const& text,
              Workspace& workspace, PutBack how)
{
  if constexpr (detail::works_on_host<ExecutionSpace>) {
    if (how == PutBack::in_order) {
      space.fence("lexikos::compress::put_back");
      return put_back_in_order(rest.data(), copies, text.data(), text.extent(0));
    }
  }
  put_back_by_rounds(space, rest, copies, text, workspace);
}

#define LEXIKOS_INSTANTIATE(SPACE)                                                                                    \
  template PutBack best_put_back<SPACE>();                                                                            \
  template void take_rest<SPACE>(SPACE const&, Span<std::uint8_t const, SPACE::memory_space> const&,                  \
                                 Span<Copy const, SPACE::memory_space> const&,                                        \
                                 Span<std::uint8_t, SPACE::memory_space> const&);                                     \
  template void put_back<SPACE>(SPACE const&, Span<std::uint8_t const, SPACE::memory_space> const&,                   \
                                std::vector<Copy> const&, Span<std::uint8_t, SPACE::memory_space> const&, Workspace&, \
                                PutBack);

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::compress_detail
