// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>

#include "backends/openmp/scan.hpp"

namespace lexikos::backends::openmp
{

/// How many items of each part are flagged.
template <class Flag>
void count_flagged(Kokkos::OpenMP const& space, char const* label, Chunks const& parts, Flag const* flags,
                   Span<std::size_t, Kokkos::HostSpace> const& counts)
{
  for_parts(space, label, parts.count, [&](std::size_t part) {
    std::size_t count = 0;
    for (std::size_t i = parts.begin(part); i < parts.end(part); ++i) count += flags[i] != 0;
    counts(part) = count;
  });
}

/// Small enough for the first cache, twice.
constexpr std::size_t select_block = 512;

/// Stands for an array with in[i] = i.
struct Counting
{
  std::size_t operator[](std::size_t i) const { return i; }
};

/// Copies flagged items [begin, end) to `out`, and the others to `rest` if there is one. Items go through a block buffer,
/// where a write that is not kept does no harm: flags are often random, and a branch on each would be mispredicted.
template <bool WithRest, class T, class In, class Flag>
void split_part(In in, Flag const* flags, std::size_t begin, std::size_t end, T* out, T* rest)
{
  std::array<T, select_block> kept;
  std::array<T, WithRest ? select_block : 1> others;
  for (; begin < end; begin += select_block) {
    std::size_t const size = std::min(select_block, end - begin);
    std::size_t count = 0;
    for (std::size_t i = 0; i < size; ++i) {
      T const value = static_cast<T>(in[begin + i]);
      bool const is_flagged = flags[begin + i] != 0;
      kept[count] = value;
      if constexpr (WithRest) others[i - count] = value;
      count += is_flagged;
    }
    out = std::copy_n(kept.data(), count, out);
    if constexpr (WithRest) rest = std::copy_n(others.data(), size - count, rest);
  }
}

template <class In, class Flags, class Out>
std::size_t select_from(Kokkos::OpenMP const& space, char const* label, In in, Flags const& flags, Out const& out,
                        Workspace& workspace)
{
  using T = typename Out::value_type;
  if (flags.extent(0) == 0) return 0;
  Workspace::Scope const scope(workspace);
  Chunks const parts = make_parts(space, flags.extent(0));
  auto const begins = workspace.take<std::size_t, Kokkos::HostSpace>(parts.count);
  count_flagged(space, label, parts, flags.data(), begins);
  std::size_t const selected = scan_parts(begins, primitives::Sum{});
  for_parts(space, label, parts.count, [&](std::size_t part) {
    split_part<false, T>(in, flags.data(), parts.begin(part), parts.end(part), out.data() + begins(part),
                         static_cast<T*>(nullptr));
  });
  return selected;
}

template <class In, class Flags, class Out>
std::size_t select_flagged(Kokkos::OpenMP const& space, In const& in, Flags const& flags, Out const& out,
                           Workspace& workspace)
{
  return select_from(space, "lexikos::primitives::select_flagged", in.data(), flags, out, workspace);
}

template <class Flags, class Out>
std::size_t select_positions(Kokkos::OpenMP const& space, Flags const& flags, Out const& out, Workspace& workspace)
{
  return select_from(space, "lexikos::primitives::select_positions", Counting{}, flags, out, workspace);
}

template <class In, class Flags, class Out>
void pack_flagged(Kokkos::OpenMP const& space, In const& in, Flags const& flags, Out const& out, Workspace& workspace)
{
  (void)select_from(space, "lexikos::primitives::pack_flagged", in.data(), flags, out, workspace);
}

template <class Flags, class Out>
void pack_positions(Kokkos::OpenMP const& space, Flags const& flags, Out const& out, Workspace& workspace)
{
  (void)select_from(space, "lexikos::primitives::pack_positions", Counting{}, flags, out, workspace);
}

template <class In, class Flags, class Out>
std::size_t partition_flagged(Kokkos::OpenMP const& space, In const& in, Flags const& flags, Out const& out,
                              Workspace& workspace)
{
  using T = typename Out::value_type;
  constexpr auto label = "lexikos::primitives::partition_flagged";
  if (flags.extent(0) == 0) return 0;
  Workspace::Scope const scope(workspace);
  Chunks const parts = make_parts(space, flags.extent(0));
  auto const begins = workspace.take<std::size_t, Kokkos::HostSpace>(parts.count);
  count_flagged(space, label, parts, flags.data(), begins);
  std::size_t const flagged = scan_parts(begins, primitives::Sum{});
  for_parts(space, label, parts.count, [&](std::size_t part) {
    std::size_t const others = flagged + parts.begin(part) - begins(part);
    split_part<true, T>(in.data(), flags.data(), parts.begin(part), parts.end(part), out.data() + begins(part),
                        out.data() + others);
  });
  return flagged;
}

}  // namespace lexikos::backends::openmp
