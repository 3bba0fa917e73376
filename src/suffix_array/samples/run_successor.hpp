// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "suffix_array/samples/sample_successor.hpp"
#include "suffix_array/samples/suffixes_by_samples.hpp"

namespace lexikos::suffix_array_detail
{

/// The successor (rounds/successor.hpp) of `SampleSuccessor` where runs are left out of the sample (long_runs.hpp). In a run,
/// what it goes by is the distance of the run's end, counted upwards for runs that a smaller symbol follows and downwards,
/// after those, for the others; then the rank of the suffix at the end. All suffixes of a group have their successors in
/// runs, or none has, so that the two kinds of keys do not meet.
template <class MemorySpace>
struct RunSuccessor
{
  static constexpr bool follows_chains = false;  // `ranks` has more than ranks

  SampledText<MemorySpace> sampled;
  std::size_t longest;  ///< positions of a run
  int rank_bits;

  template <class Ranking>
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t key(Ranking const& ranking, std::size_t position, std::size_t h) const
  {
    auto const& distances = sampled.distances;
    std::size_t const window = position + (h - distances.sampling.context());
    if (!distances.is_in_run(window)) return std::uint64_t{ranking.ranks(distances.sample(window))} + 1;
    std::size_t const end = distances.is_in_run(window + 1) ? ranking.ranks(window + 1) : window + 1;
    std::uint64_t const rank = end < distances.size ? std::uint64_t{ranking.ranks(end)} + 1 : 0;
    std::uint64_t const distance = end - window;
    return (sampled.run_ends_upwards(end) ? 2 * longest + 1 - distance : distance) << rank_bits | rank;
  }
  template <class Ranking>
  [[nodiscard]] KOKKOS_FUNCTION bool reaches(Ranking const&, std::size_t position, std::size_t h) const
  {
    return position + h <= sampled.packed.n;
  }
  [[nodiscard]] KOKKOS_FUNCTION std::size_t next(std::size_t position, std::size_t) const { return position; }

  [[nodiscard]] int key_bits() const { return std::bit_width(2 * longest + 1) + rank_bits; }
  [[nodiscard]] KOKKOS_FUNCTION std::size_t depth_after(std::size_t h) const { return h + gain(h); }
  /// Symbols that a round adds to depth h; none up to the context.
  [[nodiscard]] KOKKOS_FUNCTION std::size_t gain(std::size_t h) const
  {
    std::size_t const context = sampled.distances.sampling.context();
    return h > context ? h - context : 0;
  }
};

/// Whether a successor has keys of eight bytes and two parts, which plain rounds alone can sort by.
template <class Successor>
constexpr bool passes_runs = false;
template <class MemorySpace>
constexpr bool passes_runs<RunSuccessor<MemorySpace>> = true;

}  // namespace lexikos::suffix_array_detail
