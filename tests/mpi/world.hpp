// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What tests on several ranks share: communicators, splits, and results that all ranks know. A rank never leaves a case
// alone: what is required is agreed upon first.

#include <doctest/doctest.h>
#include <mpi.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/distributed/communicator.hpp>
#include <random>
#include <string>
#include <vector>

#include "distributed/context.hpp"
#include "tests/spaces.hpp"

namespace lexikos::tests::mpi
{

using Space = Kokkos::DefaultExecutionSpace;

inline int rank()
{
  int value = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &value);
  return value;
}

inline int size()
{
  int value = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &value);
  return value;
}

/// Whether it is so on all ranks.
inline bool on_all(bool mine)
{
  int const own = mine ? 1 : 0;
  int all = 0;
  MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return all != 0;
}

/// A communicator whose messages have so many bytes at most; made once.
inline distributed::Communicator const& communicator(std::size_t piece_bytes = std::size_t{1} << 30)
{
  // freed before MPI is finalised: main's scope ends after the last case, and these with the tests' own guard
  struct Made
  {
    std::size_t piece_bytes;
    distributed::Communicator communicator;
  };
  static std::vector<Made> made;
  for (Made const& other : made)
    if (other.piece_bytes == piece_bytes) return other.communicator;
  distributed::CommunicatorOptions options;
  options.piece_bytes = piece_bytes;
  made.reserve(16);
  made.push_back({piece_bytes, distributed::Communicator(Space(), MPI_COMM_WORLD, options)});
  return made.back().communicator;
}

/// How n items lie on the ranks.
using Split = std::vector<std::uint64_t>;

inline Split split_evenly(std::uint64_t n)
{
  Split split;
  for (int r = 0; r < size(); ++r) split.push_back(distributed::part_of(n, r, size()).extent);
  return split;
}

inline Split all_on_one(std::uint64_t n, std::size_t which)
{
  Split split(static_cast<std::size_t>(size()));
  split[which % split.size()] = n;
  return split;
}

/// Cut at random places, so that ranks are empty or nearly so.
inline Split split_at_random(std::uint64_t n, std::mt19937_64& random)
{
  std::vector<std::uint64_t> cuts{0, n};
  for (int r = 1; r < size(); ++r) cuts.push_back(random() % 3 == 0 ? random() % 2 * n : random() % (n + 1));
  std::sort(cuts.begin(), cuts.end());
  Split split;
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) split.push_back(cuts[i + 1] - cuts[i]);
  return split;
}

/// A symbol on each rank but one, which has the rest: halos that many blocks make up.
inline Split one_each(std::uint64_t n, std::size_t which)
{
  Split split(static_cast<std::size_t>(size()));
  std::uint64_t left = n;
  for (std::size_t r = 0; r < split.size() && left > 0; ++r, --left) split[r] = 1;
  split[which % split.size()] += left;
  return split;
}

inline Split draw_split(std::uint64_t n, std::mt19937_64& random)
{
  switch (random() % 5) {
    case 0:
      return split_evenly(n);
    case 1:
      return all_on_one(n, random());
    case 2:
      return one_each(n, random());
    default:
      return split_at_random(n, random);
  }
}

inline std::string to_string(Split const& split)
{
  std::string text;
  for (auto const extent : split) text += " " + std::to_string(extent);
  return text;
}

/// This rank's part of what all ranks have in full.
template <class T>
std::vector<T> own_part(std::vector<T> const& all, Split const& split)
{
  std::uint64_t first = 0;
  auto const own = static_cast<std::size_t>(rank());
  for (std::size_t r = 0; r < own; ++r) first += split[r];
  auto const begin = all.begin() + static_cast<std::ptrdiff_t>(first);
  return {begin, begin + static_cast<std::ptrdiff_t>(split[own])};
}

}  // namespace lexikos::tests::mpi
