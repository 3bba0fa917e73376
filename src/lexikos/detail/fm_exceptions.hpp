// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/memory.hpp>

namespace lexikos::detail
{

/// Successive positions of a sequence with one and the same symbol that its digits of two bits cannot hold.
struct ExceptionRun
{
  std::uint64_t begin;
  std::uint64_t end;
  std::uint64_t before;  ///< positions of the runs before this one
  std::uint64_t slot;    ///< the symbol's number; above 3
};

/// The runs of a sequence, in the order of positions and again by symbol: what makes a sequence of four frequent symbols and
/// few others, such as a genome with runs of N, as small as one of four symbols. 64 bytes a run, and 4 for every 2^20 symbols.
template <class MemorySpace>
struct FmExceptions
{
  static constexpr unsigned directory_log = 20;
  static constexpr std::uint64_t digits = 4;  ///< slots below this one are digits

  Array<ExceptionRun, MemorySpace> runs;
  Array<std::uint32_t, MemorySpace> directory;  ///< runs that begin before position b << directory_log
  Array<ExceptionRun, MemorySpace> by_slot;     ///< by slot, then position; `before` counts within the slot
  Array<std::uint32_t, MemorySpace> of_slot;    ///< [0..slots - digits] where each slot's runs start in `by_slot`

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool empty() const { return runs.extent(0) == 0; }

  /// Positions of all runs before position i.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t before(std::uint64_t i) const
  {
    std::uint64_t const block = i >> directory_log;
    return positions_before(runs.data(), directory[block], directory[block + 1], i);
  }

  /// Positions before i with the symbol of a slot above 3.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t rank(std::uint64_t slot, std::uint64_t i) const
  {
    std::uint64_t const first = of_slot[slot - digits];
    return positions_before(by_slot.data() + first, 0, of_slot[slot - digits + 1] - first, i);
  }

  /// The slot of the run that has position i; 0 if none has.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t slot_at(std::uint64_t i) const
  {
    std::uint64_t const block = i >> directory_log;
    std::uint64_t const next = first_from(runs.data(), directory[block], directory[block + 1], i + 1);
    return next > 0 && i < runs[next - 1].end ? runs[next - 1].slot : 0;
  }

 private:
  /// The first run of [low, high) that begins at i or later, or `high`; those before `low` begin earlier.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION static std::uint64_t first_from(ExceptionRun const* runs, std::uint64_t low,
                                                                       std::uint64_t high, std::uint64_t i)
  {
    while (low < high) {
      std::uint64_t const middle = low + (high - low) / 2;
      if (runs[middle].begin < i)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }

  [[nodiscard]] KOKKOS_INLINE_FUNCTION static std::uint64_t positions_before(ExceptionRun const* runs,
                                                                             std::uint64_t low, std::uint64_t high,
                                                                             std::uint64_t i)
  {
    std::uint64_t const next = first_from(runs, low, high, i);
    if (next == 0) return 0;
    ExceptionRun const run = runs[next - 1];
    return run.before + ((i < run.end ? i : run.end) - run.begin);
  }
};

}  // namespace lexikos::detail
