// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>

#include "backends/openmp/scan.hpp"

namespace lexikos::backends::openmp
{

/// counts(part) = the number of flagged items of each part.
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

/// Stands for an array with in[i] = i.
struct Counting
{
  std::size_t operator[](std::size_t i) const { return i; }
};

/// Copies the flagged items of [begin, end) to `out`. Items go through a block buffer, where a write that is not kept does no
/// harm: flags are often random, and a branch on each would be mispredicted.
template <std::size_t block, class T, class In, class Flag>
void select_part(In in, Flag const* flags, std::size_t begin, std::size_t end, T* out)
{
  std::array<T, block> kept;
  for (; begin < end; begin += block) {
    std::size_t const size = std::min(block, end - begin);
    std::size_t count = 0;
    for (std::size_t i = 0; i < size; ++i) {
      kept[count] = static_cast<T>(in[begin + i]);
      count += flags[begin + i] != 0;
    }
    out = std::copy_n(kept.data(), count, out);
  }
}

/// Two passes: the counts of the parts before it tell each part where to write.
template <class Tuning, class In, class Flags, class Out>
std::size_t select_from(Kokkos::OpenMP const& space, char const* label, In in, Flags const& flags, Out const& out,
                        Workspace& workspace)
{
  using T = typename Out::value_type;
  if (flags.extent(0) == 0) return 0;
  Workspace::Scope const scope(workspace);
  Chunks const parts = make_parts(space, flags.extent(0), Tuning::min_part);
  auto const begins = workspace.take<std::size_t, Kokkos::HostSpace>(parts.count);
  count_flagged(space, label, parts, flags.data(), begins);
  std::size_t const selected = scan_parts(begins, primitives::Sum{});
  for_parts(space, label, parts.count, [&](std::size_t part) {
    select_part<Tuning::select_block, T>(in, flags.data(), parts.begin(part), parts.end(part),
                                         out.data() + begins(part));
  });
  return selected;
}

template <class Tuning = openmp::Tuning, class Flags, class Out>
std::size_t select_positions(Kokkos::OpenMP const& space, Flags const& flags, Out const& out, Workspace& workspace)
{
  return select_from<Tuning>(space, "lexikos::primitives::select_positions", Counting{}, flags, out, workspace);
}

template <class Tuning = openmp::Tuning, class In, class Flags, class Out>
void pack_flagged(Kokkos::OpenMP const& space, In const& in, Flags const& flags, Out const& out, Workspace& workspace)
{
  (void)select_from<Tuning>(space, "lexikos::primitives::pack_flagged", in.data(), flags, out, workspace);
}

template <class Tuning = openmp::Tuning, class Flags, class Out>
void pack_positions(Kokkos::OpenMP const& space, Flags const& flags, Out const& out, Workspace& workspace)
{
  (void)select_from<Tuning>(space, "lexikos::primitives::pack_positions", Counting{}, flags, out, workspace);
}

}  // namespace lexikos::backends::openmp
