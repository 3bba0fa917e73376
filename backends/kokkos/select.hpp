// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "backends/launch.hpp"

namespace lexikos::backends::kokkos
{

/// Stands for a view with in(i) = i.
struct Counting
{
  KOKKOS_FUNCTION std::size_t operator()(std::size_t i) const { return i; }
};

/// For a scan that counts the flagged items before each item.
template <class In, class Flags, class Out>
struct CopyFlagged
{
  In in;
  Flags flags;
  Out out;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& before, bool is_final) const
  {
    if (flags(i) == 0) return;
    if (is_final) out(before) = static_cast<typename Out::value_type>(in(i));
    ++before;
  }
};

template <class ExecutionSpace, class In, class Flags, class Out>
std::size_t select_from(ExecutionSpace const& space, char const* label, In const& in, Flags const& flags,
                        Out const& out)
{
  std::size_t selected = 0;
  if (flags.extent(0) == 0) return selected;
  Kokkos::parallel_scan(label, Range<ExecutionSpace>(space, 0, flags.extent(0)),
                        CopyFlagged<In, Flags, Out>{in, flags, out}, selected);
  return selected;
}

template <class ExecutionSpace, class In, class Flags, class Out>
void pack_from(ExecutionSpace const& space, char const* label, In const& in, Flags const& flags, Out const& out)
{
  if (flags.extent(0) == 0) return;
  Kokkos::parallel_scan(label, Range<ExecutionSpace>(space, 0, flags.extent(0)),
                        CopyFlagged<In, Flags, Out>{in, flags, out});
}

template <class ExecutionSpace, class Flags, class Out>
std::size_t select_positions(ExecutionSpace const& space, Flags const& flags, Out const& out, Workspace&)
{
  return kokkos::select_from(space, "lexikos::primitives::select_positions", Counting{}, flags, out);
}

template <class ExecutionSpace, class In, class Flags, class Out>
void pack_flagged(ExecutionSpace const& space, In const& in, Flags const& flags, Out const& out, Workspace&)
{
  kokkos::pack_from(space, "lexikos::primitives::pack_flagged", in, flags, out);
}

template <class ExecutionSpace, class Flags, class Out>
void pack_positions(ExecutionSpace const& space, Flags const& flags, Out const& out, Workspace&)
{
  kokkos::pack_from(space, "lexikos::primitives::pack_positions", Counting{}, flags, out);
}

}  // namespace lexikos::backends::kokkos
