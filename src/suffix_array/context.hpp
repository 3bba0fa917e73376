// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <lexikos/segmented_sort.hpp>
#include <lexikos/workspace.hpp>
#include <string_view>

#include "suffix_array/report.hpp"
#include "suffix_array/tuning.hpp"

namespace lexikos::suffix_array_detail
{

/// Where a sort works, what it works with, and whom it reports to: the same for all of its steps.
template <class ExecutionSpace>
struct Context
{
  using MemorySpace = typename ExecutionSpace::memory_space;

  ExecutionSpace const& space;
  Workspace& workspace;
  Report const& report;
  Tuning const& tuning;
  SegmentedSort segmented_sort = SegmentedSort::automatic;

  /// Uninitialised memory of n values, in the scope of the caller.
  template <class T>
  [[nodiscard]] Span<T, MemorySpace> take(std::size_t n) const
  {
    return workspace.take<T, MemorySpace>(n);
  }

  template <class Function>
  void step(std::string_view name, Function const& function) const
  {
    report.step(name, function);
  }

  /// The same with another report.
  [[nodiscard]] Context with(Report const& other) const { return {space, workspace, other, tuning, segmented_sort}; }
};

/// Bytes that the primitives take for themselves at the peak, at most, beside the arrays that they document: counters of
/// tiles of sorts, scans and selections, which grow with the list, and tables that do not.
constexpr std::size_t primitive_bytes(std::size_t n)
{
  return n / 4 + (std::size_t{8} << 20);
}

/// The first entries of an array.
template <class T, class MemorySpace>
[[nodiscard]] Span<T, MemorySpace> first_of(Span<T, MemorySpace> const& array, std::size_t n)
{
  return Span<T, MemorySpace>(array.data(), n);
}

/// The entries of an array from one on.
template <class T, class MemorySpace>
[[nodiscard]] Span<T, MemorySpace> from(Span<T, MemorySpace> const& array, std::size_t begin)
{
  return Span<T, MemorySpace>(array.data() + begin, array.extent(0) - begin);
}

}  // namespace lexikos::suffix_array_detail
