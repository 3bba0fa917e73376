// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The runs of symbols in a sequence of slots that do not fit into two bits.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/fm_exceptions.hpp>
#include <lexikos/workspace.hpp>
#include <vector>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/host_containers.hpp"
#include "common/read_back.hpp"
#include "fm_index/tuning.hpp"

namespace lexikos::fm_detail
{

/// Whether a run begins, or ends, at position i.
template <class Slot>
struct RunEdge
{
  Slot const* slots;
  std::size_t n;

  KOKKOS_FUNCTION bool is_exception(std::size_t i) const { return slots[i] > 3; }
  KOKKOS_FUNCTION bool begins(std::size_t i) const { return is_exception(i) && (i == 0 || slots[i - 1] != slots[i]); }
  KOKKOS_FUNCTION bool ends(std::size_t i) const { return is_exception(i) && (i + 1 == n || slots[i + 1] != slots[i]); }
};

template <class Slot>
struct CountRuns
{
  RunEdge<Slot> edge;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& runs) const { runs += edge.begins(i) ? 1 : 0; }
};

template <class ExecutionSpace, class Slots>
[[nodiscard]] std::size_t count_exception_runs(ExecutionSpace const& space, Slots const& slots)
{
  using Slot = typename Slots::non_const_value_type;
  std::size_t runs = 0;
  Kokkos::parallel_reduce("lexikos::fm_index::count_runs", backends::Range<ExecutionSpace>(space, 0, slots.extent(0)),
                          CountRuns<Slot>{{slots.data(), slots.extent(0)}}, runs);
  return runs;
}

/// Whether two bits a symbol and runs take less memory than whole symbols.
[[nodiscard]] constexpr bool are_few_runs(std::size_t runs, std::size_t n)
{
  return runs <= std::max(runs_at_any_length, n / symbols_per_run);
}

template <class Slot, bool at_end>
struct FlagRuns
{
  RunEdge<Slot> edge;
  std::uint8_t* flags;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { flags[i] = (at_end ? edge.ends(i) : edge.begins(i)) ? 1 : 0; }
};

template <class Slot>
struct SlotsOfRuns
{
  Slot const* slots;
  std::uint64_t const* begins;
  std::uint64_t* of_runs;

  KOKKOS_FUNCTION void operator()(std::size_t run) const { of_runs[run] = slots[begins[run]]; }
};

/// The structure of runs in the order of positions. Error (out_of_memory).
/// \param n      length of the sequence
/// \param slots  of the index
template <class ExecutionSpace>
[[nodiscard]] detail::FmExceptions<typename ExecutionSpace::memory_space> exceptions_of_runs(
    ExecutionSpace const& space, std::vector<detail::ExceptionRun> const& runs, std::size_t n, std::size_t slots,
    MemoryResource& resource)
{
  using Exceptions = detail::FmExceptions<typename ExecutionSpace::memory_space>;
  Exceptions exceptions;
  if (runs.empty()) return exceptions;
  std::vector<std::uint32_t> directory;
  std::vector<std::uint32_t> of_slot;
  std::vector<detail::ExceptionRun> by_slot;
  detail::with_host_memory("runs of exceptions", [&] {
    directory.reserve((n >> Exceptions::directory_log) + 2);
    std::size_t run = 0;
    for (std::size_t block = 0; block <= (n >> Exceptions::directory_log) + 1; ++block) {
      while (run < runs.size() && runs[run].begin < block << Exceptions::directory_log) ++run;
      directory.push_back(static_cast<std::uint32_t>(run));
    }
    by_slot = runs;
    std::stable_sort(by_slot.begin(), by_slot.end(), [](auto const& a, auto const& b) { return a.slot < b.slot; });
    std::size_t next = 0;
    for (std::size_t slot = Exceptions::digits; slot <= slots; ++slot) {
      of_slot.push_back(static_cast<std::uint32_t>(next));
      for (std::uint64_t before = 0; next < by_slot.size() && by_slot[next].slot == slot; ++next) {
        by_slot[next].before = before;
        before += by_slot[next].end - by_slot[next].begin;
      }
    }
  });
  exceptions.runs = detail::copy_from_host(space, resource, "lexikos::fm_index::runs", runs);
  exceptions.directory = detail::copy_from_host(space, resource, "lexikos::fm_index::directory", directory);
  exceptions.by_slot = detail::copy_from_host(space, resource, "lexikos::fm_index::runs_by_slot", by_slot);
  exceptions.of_slot = detail::copy_from_host(space, resource, "lexikos::fm_index::runs_of_slot", of_slot);
  return exceptions;
}

/// The runs of a sequence, `count` of them. Takes a byte a symbol of scratch, and 24 a run. Fences.
template <class ExecutionSpace, class Slots>
[[nodiscard]] std::vector<detail::ExceptionRun> find_runs(ExecutionSpace const& space, Slots const& slots,
                                                          std::size_t count, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Slot = typename Slots::non_const_value_type;
  using Range = backends::Range<ExecutionSpace>;
  Workspace::Scope const scope(workspace);
  std::size_t const n = slots.extent(0);
  auto const flags = workspace.take<std::uint8_t, MemorySpace>(n);
  auto const begins = workspace.take<std::uint64_t, MemorySpace>(count);
  auto const ends = workspace.take<std::uint64_t, MemorySpace>(count);
  auto const of_runs = workspace.take<std::uint64_t, MemorySpace>(count);
  RunEdge<Slot> const edge{slots.data(), n};
  Kokkos::parallel_for("lexikos::fm_index::flag_begins", Range(space, 0, n), FlagRuns<Slot, false>{edge, flags.data()});
  primitives::pack_positions(space, flags, begins, workspace);
  Kokkos::parallel_for("lexikos::fm_index::flag_ends", Range(space, 0, n), FlagRuns<Slot, true>{edge, flags.data()});
  primitives::pack_positions(space, flags, ends, workspace);
  Kokkos::parallel_for("lexikos::fm_index::slots_of_runs", Range(space, 0, count),
                       SlotsOfRuns<Slot>{slots.data(), begins.data(), of_runs.data()});
  auto const first = detail::read_all_back(space, begins);
  auto const last = detail::read_all_back(space, ends);
  auto const slot = detail::read_all_back(space, of_runs);
  return detail::with_host_memory("runs of exceptions", [&] {
    std::vector<detail::ExceptionRun> runs(count);
    std::uint64_t before = 0;
    for (std::size_t run = 0; run < count; ++run) {
      runs[run] = {first[run], last[run] + 1, before, slot[run]};
      before += runs[run].end - runs[run].begin;
    }
    return runs;
  });
}

}  // namespace lexikos::fm_detail
