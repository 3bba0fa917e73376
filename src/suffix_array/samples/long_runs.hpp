// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Runs of one letter, apart from the samples. Every window within such a run looks alike, so that a synchronizing set would
// have all of its positions; Kempa and Kociumaka (2019) leave the periodic parts of a text out of theirs, since their order is
// known by other means. Here a position whose context is one letter is no window's: it is "in a run", and its suffix is told
// from others in runs of this letter by the run's end: how far it is, which side of the letter follows, and the rank of the
// suffix there, which is always a sample. So runs take no memory in the rounds, and no rounds. The rules depend on the
// context alone, as those of samples do:
//
//   * a position whose context is one letter is in a run;
//   * a position whose context is one letter but for its last symbol is its own sample: the end of a run, if there is one;
//   * all other positions have the sample of their window. Of a run only the first position can be a sample, of windows that
//     begin before it: windows choose the first of equal hashes.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "backends/segments.hpp"
#include "suffix_array/context.hpp"
#include "suffix_array/samples/suffixes_by_samples.hpp"
#include "suffix_array/samples/synchronizing_set.hpp"
#include "suffix_array/text/packed_text.hpp"

namespace lexikos::suffix_array_detail
{

/// What share of a text a sample has, by a look at some of its windows.
struct SampleShares
{
  double samples = 0;               ///< of the positions
  double samples_outside_runs = 0;  ///< the same where runs are left out
  double long_runs = 0;             ///< positions from which on one letter is repeated `min_long_run` times
};

constexpr std::size_t min_long_run = 256;
/// Narrower windows do not pay.
constexpr int min_window_with_runs = 4;

/// Fences.
template <class ExecutionSpace>
[[nodiscard]] SampleShares look_at_samples(Context<ExecutionSpace> const& context,
                                           PackedText<typename ExecutionSpace::memory_space> const& packed,
                                           Sampling const& sampling);

/// The same windows, narrower where a distance has no value left that tells runs.
[[nodiscard]] inline Sampling without_runs(Sampling sampling)
{
  sampling.window = std::min(sampling.window, max_symbols_of_window - 1);
  sampling.skips_runs = true;
  return sampling;
}

/// Marks the positions in runs, and makes ends of runs their own samples, in the distances that `find_samples` has found.
template <class ExecutionSpace>
void mark_runs(ExecutionSpace const& space, SampledText<typename ExecutionSpace::memory_space> const& sampled);

/// The runs of a text, in its order.
template <class Index, class MemorySpace>
struct LongRuns
{
  Span<Index, MemorySpace> starts;  ///< [0..r) first position in each run
  Span<Index, MemorySpace> ends;    ///< [0..r) first position after it that is not in it; ascending
  std::size_t positions = 0;        ///< in runs
  std::size_t longest = 0;          ///< positions of a run

  [[nodiscard]] KOKKOS_FUNCTION std::size_t size() const { return ends.extent(0); }
  /// The run of a position in one, or at the end of one.
  [[nodiscard]] KOKKOS_FUNCTION std::size_t run_of(std::size_t position) const
  {
    return backends::segment_of(starts, size(), position);
  }
};

/// Lists the runs; memory for them is taken in the caller's scope. Fences.
/// \param scratch       [0..n)
/// \param more_scratch  [0..n)
template <class ExecutionSpace, class Index>
[[nodiscard]] LongRuns<Index, typename ExecutionSpace::memory_space> list_runs(
    Context<ExecutionSpace> const& context, SampleDistances<typename ExecutionSpace::memory_space> const& distances,
    Span<Index, typename ExecutionSpace::memory_space> const& scratch,
    Span<Index, typename ExecutionSpace::memory_space> const& more_scratch);

/// ranks(i) = the end of the run that position i is in, but for the first position of a run, which may be a sample.
template <class ExecutionSpace, class Index>
void write_ends_of_runs(Context<ExecutionSpace> const& context,
                        SampleDistances<typename ExecutionSpace::memory_space> const& distances,
                        LongRuns<Index, typename ExecutionSpace::memory_space> const& runs,
                        Span<Index, typename ExecutionSpace::memory_space> const& ranks);

/// order = the runs in the order of the suffixes at their ends.
/// \param samples  [0..m) sorted
/// \param order    [0..runs)
/// \param scratch  [0..n)
template <class ExecutionSpace, class Index>
void order_runs(Context<ExecutionSpace> const& context,
                SampleDistances<typename ExecutionSpace::memory_space> const& distances,
                LongRuns<Index, typename ExecutionSpace::memory_space> const& runs,
                Span<Index, typename ExecutionSpace::memory_space> const& samples,
                Span<Index, typename ExecutionSpace::memory_space> const& order,
                Span<Index, typename ExecutionSpace::memory_space> const& scratch);

/// Inserts the suffixes in runs among the others: those of a run's letter stand together, where its context belongs. Scratch:
/// two indices a position in a run. Fences.
/// \param order         of the runs, by their ends
/// \param suffix_array  [0..n) whose front has the others, sorted
/// \param other         [0..n) scratch
template <class ExecutionSpace, class Index>
void insert_runs(Context<ExecutionSpace> const& context,
                 SampledText<typename ExecutionSpace::memory_space> const& sampled,
                 LongRuns<Index, typename ExecutionSpace::memory_space> const& runs,
                 Span<Index, typename ExecutionSpace::memory_space> const& order,
                 Span<Index, typename ExecutionSpace::memory_space> const& suffix_array,
                 Span<Index, typename ExecutionSpace::memory_space> const& other);

}  // namespace lexikos::suffix_array_detail
