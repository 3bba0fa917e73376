// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "backends/kokkos/launch.hpp"
#include "backends/unit.hpp"

namespace lexikos::backends::kokkos
{

/// Stands for a view with in(i) = i.
struct Counting
{
  KOKKOS_FUNCTION std::size_t operator()(std::size_t i) const { return i; }
};

/// \param selected  nothing, or a reference to where their number goes: then it fences
template <class ExecutionSpace, class In, class Flags, class Out, class... Selected, class Unit = ThisUnit>
void select_from(ExecutionSpace const& space, char const* label, In const& in, Flags const& flags, Out const& out,
                 Selected&... selected)
{
  using Value = typename Out::value_type;
  if (flags.extent(0) == 0) return;
  Kokkos::parallel_scan(
      label, Range<ExecutionSpace>(space, 0, flags.extent(0)),
      KOKKOS_LAMBDA(std::size_t i, std::size_t & before, bool is_final) {
        if (flags(i) == 0) return;
        if (is_final) out(before) = static_cast<Value>(in(i));
        ++before;
      },
      selected...);
}

template <class ExecutionSpace, class In, class Flags, class Out>
std::size_t select_flagged(ExecutionSpace const& space, In const& in, Flags const& flags, Out const& out, Workspace&)
{
  std::size_t selected = 0;
  kokkos::select_from(space, "lexikos::primitives::select_flagged", in, flags, out, selected);
  return selected;
}

template <class ExecutionSpace, class Flags, class Out>
std::size_t select_positions(ExecutionSpace const& space, Flags const& flags, Out const& out, Workspace&)
{
  std::size_t selected = 0;
  kokkos::select_from(space, "lexikos::primitives::select_positions", Counting{}, flags, out, selected);
  return selected;
}

template <class ExecutionSpace, class In, class Flags, class Out>
void pack_flagged(ExecutionSpace const& space, In const& in, Flags const& flags, Out const& out, Workspace&)
{
  kokkos::select_from(space, "lexikos::primitives::pack_flagged", in, flags, out);
}

template <class ExecutionSpace, class Flags, class Out>
void pack_positions(ExecutionSpace const& space, Flags const& flags, Out const& out, Workspace&)
{
  kokkos::select_from(space, "lexikos::primitives::pack_positions", Counting{}, flags, out);
}

template <class ExecutionSpace, class In, class Flags, class Out, class Unit = ThisUnit>
std::size_t partition_flagged(ExecutionSpace const& space, In const& in, Flags const& flags, Out const& out, Workspace&)
{
  std::size_t flagged = 0;
  if (flags.extent(0) == 0) return flagged;
  Range<ExecutionSpace> const range(space, 0, flags.extent(0));
  Kokkos::parallel_reduce(
      "lexikos::primitives::partition_flagged::count", range,
      KOKKOS_LAMBDA(std::size_t i, std::size_t & count) { count += flags(i) != 0; }, flagged);
  Kokkos::parallel_scan(
      "lexikos::primitives::partition_flagged", range,
      KOKKOS_LAMBDA(std::size_t i, std::size_t & before, bool is_final) {
        bool const is_flagged = flags(i) != 0;
        if (is_final) out(is_flagged ? before : flagged + (i - before)) = in(i);
        before += is_flagged;
      });
  space.fence("lexikos::primitives::partition_flagged");
  return flagged;
}

}  // namespace lexikos::backends::kokkos
