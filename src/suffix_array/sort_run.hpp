// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <lexikos/suffix_array.hpp>
#include <lexikos/workspace.hpp>

namespace lexikos::suffix_array_detail
{

/// One call of `lexikos::suffix_array`, as the algorithms see it: n >= 1, sizes checked. Symbols are bytes of any values, or
/// u32 numbered 0..sigma-1, all of which occur.
template <class ExecutionSpace, class Symbol, class Index>
struct SortRun
{
  using MemorySpace = typename ExecutionSpace::memory_space;

  ExecutionSpace const& space;
  Span<Symbol const, MemorySpace> text;   ///< [0..n)
  Span<Index, MemorySpace> suffix_array;  ///< [0..n) the result
  Span<Index, MemorySpace> inverse;       ///< [0..n), or null where the caller does not want it
  SuffixArrayOptions const& options;
  SuffixArrayStatistics& statistics;
  Workspace& workspace;

  [[nodiscard]] bool wants_inverse() const { return inverse.data() != nullptr; }
};

/// Tells the caller of which fraction of n suffixes the order is known. Throws `Error` (cancelled) if the caller wants to
/// stop.
inline void report_progress(SuffixArrayOptions const& options, std::size_t unsorted, std::size_t n)
{
  if (!options.progress) return;
  double const fraction = n == 0 ? 1 : 1 - static_cast<double>(unsorted) / static_cast<double>(n);
  detail::require(options.progress(fraction), ErrorCode::cancelled, "the caller stopped the run");
}

/// The same at the end of a round, for the statistics too.
inline void end_round(SuffixArrayOptions const& options, SuffixArrayStatistics& statistics, std::size_t unsorted,
                      std::size_t n)
{
  statistics.unsorted.push_back(unsorted);
  report_progress(options, unsorted, n);
}

/// Options for sorting `part` of n suffixes, from which the others follow: its progress is their share of the text's.
inline SuffixArrayOptions options_of_part(SuffixArrayOptions const& options, std::size_t part, std::size_t n)
{
  SuffixArrayOptions result = options;
  if (options.progress)
    result.progress = [tell = options.progress, share = static_cast<double>(part) / static_cast<double>(n)](
                          double fraction) { return tell(share * fraction); };
  return result;
}

}  // namespace lexikos::suffix_array_detail
