// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "suffix_array/context.hpp"

namespace lexikos::suffix_array_detail
{

/// One array that serves three times: as second value array of a first sort, for heads and flags of the groups that it finds,
/// and for the suffixes of the rounds that follow.
template <class Index, class MemorySpace>
class RoundMemory
{
 public:
  /// \param array  [0..m] for m suffixes
  explicit RoundMemory(Span<Index, MemorySpace> const& array) : m_array(array) {}

  [[nodiscard]] std::size_t suffixes() const { return m_array.extent(0) - 1; }
  [[nodiscard]] Span<Index, MemorySpace> const& whole() const { return m_array; }
  /// [0..m)
  [[nodiscard]] Span<Index, MemorySpace> values() const { return first_of(m_array, suffixes()); }
  /// [0..m]
  [[nodiscard]] Span<std::uint8_t, MemorySpace> heads() const { return bytes(0); }
  [[nodiscard]] Span<std::uint8_t, MemorySpace> flags() const { return bytes(1); }

 private:
  [[nodiscard]] Span<std::uint8_t, MemorySpace> bytes(std::size_t k) const
  {
    static_assert(sizeof(Index) >= 2);
    return Span<std::uint8_t, MemorySpace>(reinterpret_cast<std::uint8_t*>(m_array.data()) + k * m_array.extent(0),
                                           m_array.extent(0));
  }

  Span<Index, MemorySpace> m_array;
};

/// For m suffixes, in the scope of the caller.
template <class Index, class ExecutionSpace>
[[nodiscard]] RoundMemory<Index, typename ExecutionSpace::memory_space> take_round_memory(
    Context<ExecutionSpace> const& context, std::size_t m)
{
  return RoundMemory<Index, typename ExecutionSpace::memory_space>(context.template take<Index>(m + 1));
}

/// The entries of the suffix array that share their group with others, in order: a list that shrinks round by round. All
/// memory is taken once, for the list's first size.
template <class Index, class MemorySpace>
struct UnsortedSuffixes
{
  std::size_t size = 0;
  Span<Index, MemorySpace> sa_positions;  ///< [0..size) indices into the suffix array, ascending
  Span<std::uint8_t, MemorySpace> heads;  ///< [0..size] not 0 where a group starts; heads(size) = 1
  Span<Index, MemorySpace> offsets;   ///< [0..groups] list index of each group's first entry; offsets(groups) = size
  Span<Index, MemorySpace> suffixes;  ///< [0..size) scratch of a round
  Span<Index, MemorySpace> keys;      ///< [0..size) scratch of a round
  Span<std::uint8_t, MemorySpace> other_heads;
  Span<Index, MemorySpace> group_memory;

  [[nodiscard]] std::size_t groups() const { return offsets.extent(0) - 1; }
};

template <class Index>
constexpr std::size_t unsorted_bytes(std::size_t size)
{
  return size * (3 * sizeof(Index) + 2 + sizeof(Index) / 2);
}

/// The list after a first sort. Memory is taken in the scope of the caller. Fences.
/// \param memory  with the heads of the whole suffix array; becomes part of the list
template <class ExecutionSpace, class Index>
[[nodiscard]] UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> first_unsorted(
    Context<ExecutionSpace> const& context, RoundMemory<Index, typename ExecutionSpace::memory_space> const& memory);

/// Drops the entries that are alone in their group now. Overwrites the round's scratch. Fences.
template <class ExecutionSpace, class Index>
void drop_sorted(Context<ExecutionSpace> const& context,
                 UnsortedSuffixes<Index, typename ExecutionSpace::memory_space>& unsorted);

}  // namespace lexikos::suffix_array_detail
