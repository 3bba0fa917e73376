// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The first way of "Larsson-Sadakane on GPUs" to sort groups of medium length, section 4.3: a radix sort of all of them side
// by side, a team for each part of a group. A pass counts the digits of each part, scans the counts of each group, and lets
// each part write its suffixes from there.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>

#include "backends/primitives.hpp"
#include "suffix_array/context.hpp"
#include "suffix_array/groups/parts.hpp"
#include "suffix_array/rounds/unsorted_suffixes.hpp"

namespace lexikos::suffix_array_detail
{

/// The bits [shift, shift + bits) of a key.
struct KeyDigit
{
  int shift;
  int bits;

  [[nodiscard]] KOKKOS_FUNCTION std::size_t radix() const { return std::size_t{1} << bits; }
  template <class Key>
  [[nodiscard]] KOKKOS_FUNCTION std::size_t operator()(Key key) const
  {
    return static_cast<std::size_t>(key >> shift) & (radix() - 1);
  }
};

/// Digits of a part, counted in the team's scratch: each thread counts its own share, so that it can place it in order.
template <class ExecutionSpace>
struct TeamCounts
{
  using Counts = Kokkos::View<std::uint32_t*, typename ExecutionSpace::scratch_memory_space,
                              Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  Counts counts;
  int thread;
  int threads;

  template <class Team>
  KOKKOS_FUNCTION TeamCounts(Team const& team, std::size_t radix)
      : counts(team.team_scratch(0), radix * team.team_size()), thread(team.team_rank()), threads(team.team_size())
  {}

  static std::size_t bytes(std::size_t radix) { return Counts::shmem_size(radix * part_threads<ExecutionSpace>()); }

  KOKKOS_FUNCTION std::uint32_t& of(std::size_t digit, int t) const { return counts(digit * threads + t); }
  KOKKOS_FUNCTION std::uint32_t& own(std::size_t digit) const { return of(digit, thread); }

  template <class Keys>
  KOKKOS_FUNCTION void count_own(Keys const& keys, GroupPart const& part, KeyDigit const& digit) const
  {
    for (std::size_t d = 0; d < digit.radix(); ++d) own(d) = 0;
    for (std::size_t j = part.share_begin(thread, threads); j < part.share_end(thread, threads); ++j)
      ++own(digit(keys(j)));
  }

  /// of(digit, t) becomes the sum of those before t. Returns the sum of all.
  KOKKOS_FUNCTION std::uint32_t scan(std::size_t digit) const
  {
    std::uint32_t sum = 0;
    for (int t = 0; t < threads; ++t) {
      std::uint32_t const count = of(digit, t);
      of(digit, t) = sum;
      sum += count;
    }
    return sum;
  }
};

/// Where the counts of a part's digit lie: all parts of a group together, digit by digit.
KOKKOS_FUNCTION inline std::size_t count_index(GroupPart const& part, std::size_t radix, std::size_t digit)
{
  return part.first * radix + digit * part.group_parts + part.number;
}

template <class ExecutionSpace, class Index>
struct CountDigits
{
  GroupParts<Index, typename ExecutionSpace::memory_space> parts;
  Span<Index, typename ExecutionSpace::memory_space> keys;
  KeyDigit digit;
  Span<Index, typename ExecutionSpace::memory_space> counts;

  template <class Team>
  KOKKOS_FUNCTION void operator()(Team const& team) const
  {
    std::size_t const radix = digit.radix();
    TeamCounts<ExecutionSpace> const team_counts(team, radix);
    for (std::size_t p = team.league_rank(); p < parts.size; p += team.league_size()) {
      GroupPart const part = parts.part(p);
      team_counts.count_own(keys, part, digit);
      team.team_barrier();
      for (std::size_t d = team.team_rank(); d < radix; d += team.team_size())
        counts(count_index(part, radix, d)) = static_cast<Index>(team_counts.scan(d));
      team.team_barrier();
    }
  }
};

template <class ExecutionSpace, class Index>
struct ScatterDigits
{
  GroupParts<Index, typename ExecutionSpace::memory_space> parts;
  KeyedSuffixes<Index, typename ExecutionSpace::memory_space> from;
  KeyedSuffixes<Index, typename ExecutionSpace::memory_space> to;
  KeyDigit digit;
  Span<Index, typename ExecutionSpace::memory_space> positions;  ///< the counts of all parts, scanned

  template <class Team>
  KOKKOS_FUNCTION void operator()(Team const& team) const
  {
    std::size_t const radix = digit.radix();
    TeamCounts<ExecutionSpace> const team_counts(team, radix);
    int const thread = team.team_rank();
    int const threads = team.team_size();
    for (std::size_t p = team.league_rank(); p < parts.size; p += team.league_size()) {
      GroupPart const part = parts.part(p);
      // positions count the suffixes of all groups that were cut; the group itself lies elsewhere in the list
      std::size_t const group_position = positions(part.first * radix);
      team_counts.count_own(from.keys, part, digit);
      team.team_barrier();
      for (std::size_t d = thread; d < radix; d += threads) (void)team_counts.scan(d);
      team.team_barrier();
      for (std::size_t j = part.share_begin(thread, threads); j < part.share_end(thread, threads); ++j) {
        Index const key = from.keys(j);
        std::size_t const d = digit(key);
        std::size_t const before = positions(count_index(part, radix, d)) - group_position;
        std::size_t const place = part.group_begin + before + team_counts.own(d)++;
        to.keys(place) = key;
        to.suffixes(place) = from.suffixes(j);
      }
      team.team_barrier();
    }
  }
};

/// Teams for the parts, with scratch for the counts of a digit.
template <class ExecutionSpace>
Kokkos::TeamPolicy<ExecutionSpace> counting_teams(ExecutionSpace const& space, std::size_t parts, std::size_t radix)
{
  auto policy = part_teams(space, parts);
  policy.set_scratch_size(0, Kokkos::PerTeam(TeamCounts<ExecutionSpace>::bytes(radix)));
  return policy;
}

/// Bits of a digit: no more than a team's scratch is for, nor than make as many counts as there are suffixes.
template <class ExecutionSpace>
int digit_bits(std::size_t pairs, std::size_t parts, int key_bits)
{
  constexpr int max_bits = part_threads<ExecutionSpace>() == 1 ? 8 : 5;
  int const bits = std::clamp(static_cast<int>(std::bit_width(pairs / parts)) - 1, 1, max_bits);
  int const passes = (key_bits + bits - 1) / bits;
  return (key_bits + passes - 1) / passes;
}

/// Sorts the groups by their suffixes' keys. Scratch: keys and suffixes again, and at most as many counts.
/// \param most  suffixes of a part
template <class ExecutionSpace, class Index>
void radix_sort_groups(Context<ExecutionSpace> const& context,
                       UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> const& unsorted,
                       Span<Index, typename ExecutionSpace::memory_space> const& groups, std::size_t most, int key_bits)
{
  if (groups.extent(0) == 0) return;
  auto const& space = context.space;
  Workspace::Scope const scope(context.workspace);
  auto const parts = cut_groups(context, unsorted, groups, most);
  int const bits = digit_bits<ExecutionSpace>(parts.pairs, parts.size, key_bits);
  auto const counts = context.template take<Index>(parts.size << bits);
  auto buffer = double_buffer_of(unsorted, context.workspace);
  for (int shift = 0; shift < key_bits; shift += bits) {
    KeyDigit const digit{shift, std::min(bits, key_bits - shift)};
    auto const used = first_of(counts, parts.size << digit.bits);
    auto const teams = counting_teams(space, parts.size, digit.radix());
    Kokkos::parallel_for("lexikos::suffix_array::count_digits", teams,
                         CountDigits<ExecutionSpace, Index>{parts, buffer.current.keys, digit, used});
    primitives::exclusive_scan(space, used, used, primitives::Sum{}, context.workspace);
    Kokkos::parallel_for("lexikos::suffix_array::scatter_digits", teams,
                         ScatterDigits<ExecutionSpace, Index>{parts, buffer.current, buffer.other, digit, used});
    buffer.swap();
  }
  if (buffer.current.keys.data() != unsorted.keys.data()) copy_parts(space, parts, 1, buffer.current, buffer.other);
}

}  // namespace lexikos::suffix_array_detail
