// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suffix_array/automatic.hpp"

#include <Kokkos_Core.hpp>
#include <cmath>
#include <cstddef>
#include <string>

#include "backends/launch.hpp"
#include "suffix_array/algorithms/algorithms.hpp"
#include "suffix_array/samples/synchronizing_set.hpp"
#include "system/execution_spaces.hpp"

namespace lexikos::suffix_array_detail
{

namespace
{

/// Counts the samples of every 64th block of windows.
template <class Packed>
struct CountSamples
{
  static constexpr std::size_t stride = 64 * SamplesOfWindows<Packed>::count;

  Packed packed;
  Sampling sampling;

  KOKKOS_FUNCTION void operator()(std::size_t block, std::size_t& sum) const
  {
    using Samples = SamplesOfWindows<Packed>;
    Samples const found(packed, sampling, block * stride);
    for (int i = 1; i < Samples::count; ++i)
      if (found.distance(i - 1) != found.distance(i) + 1) ++sum;
  }
};

/// About which share of the positions a synchronizing set would have. Fences.
template <class ExecutionSpace, class Index>
double sample_density(SortRun<ExecutionSpace, Index>& run)
{
  using Packed = PackedText<typename ExecutionSpace::memory_space>;
  bool const small_sample = run.options.low_memory || run.size() >= run.context.tuning.min_length_for_small_sample;
  Packed const& packed = packed_text_of(run);
  Sampling const sampling = sampling_for(alphabet_of(run), small_sample);
  std::size_t const blocks = run.size() / CountSamples<Packed>::stride;
  std::size_t samples = 0;
  Kokkos::parallel_reduce("lexikos::suffix_array::sample_density",
                          backends::Range<ExecutionSpace>(run.context.space, 0, blocks),
                          CountSamples<Packed>{packed, sampling}, samples);
  return static_cast<double>(samples) / static_cast<double>(blocks * (SamplesOfWindows<Packed>::count - 1));
}

}  // namespace

std::string reason_for_induced_sorting(Tuning const& tuning, std::size_t n, int threads)
{
  if (threads < tuning.min_threads_for_doubling)
    return std::to_string(threads) + (threads == 1 ? " thread" : " threads") + ": with fewer than " +
           std::to_string(tuning.min_threads_for_doubling) +
           " induced sorting is faster than doubling, and takes a fifth of its memory";
  if (n < tuning.min_symbols_per_thread * static_cast<std::size_t>(threads))
    return "too short a text for " + std::to_string(threads) + " threads";
  return {};
}

namespace
{

/// By induction, with a reason.
template <class ExecutionSpace, class Index>
AutomaticChoice induction(SortRun<ExecutionSpace, Index>& run, std::string const& reason)
{
  (void)alphabet_of(run);  // which it does not count itself
  bool const by_libsais = has_libsais<ExecutionSpace>();
  return {{by_libsais ? SuffixArrayAlgorithm::libsais : SuffixArrayAlgorithm::induced_sorting, reason}};
}

/// What is fastest.
template <class ExecutionSpace, class Index>
AutomaticChoice choose_by_speed(SortRun<ExecutionSpace, Index>& run)
{
  auto const& tuning = run.context.tuning;
  std::size_t const n = run.size();
  if (Repetition const found = repetition_of_text(run.context.space, run.text))
    return {{SuffixArrayAlgorithm::repetition, "a text of period " + std::to_string(found.period)}, found};
  if (has_induced_sorting<ExecutionSpace>())
    if (auto const reason = reason_for_induced_sorting(tuning, n, run.context.space.concurrency()); !reason.empty())
      return induction(run, reason);
  if (n < tuning.min_length_to_sample) return {{SuffixArrayAlgorithm::prefix_doubling, "a short text: fewest steps"}};
  double const density = sample_density(run);
  std::string const percent = std::to_string(std::lround(100 * density)) + "% of the suffixes";
  if (density > tuning.max_sample_density)
    return {{SuffixArrayAlgorithm::prefix_doubling, "long runs of one letter: a sample would have " + percent}};
  return {{SuffixArrayAlgorithm::sampled_prefix_doubling, "a sample of " + percent + " leads to all"}};
}

}  // namespace

template <class ExecutionSpace, class Index>
AutomaticChoice choose_algorithm(SortRun<ExecutionSpace, Index>& run)
{
  std::size_t const taken = run.context.workspace.peak_bytes();  // by the numbers of wide symbols
  auto const found = choose_by_speed(run);
  std::size_t const limit = run.options.device_bytes;
  if (limit == 0 || !has_induced_sorting<ExecutionSpace>()) return found;
  std::size_t const bytes = taken + suffix_array_workspace_bytes<ExecutionSpace, Index>(
                                        run.size(), found.choice.algorithm, run.wants_inverse());
  if (bytes <= limit) return found;
  return induction(run, std::string(to_string(found.choice.algorithm)) + " may take " + std::to_string(bytes) +
                            " bytes, more than the " + std::to_string(limit) +
                            " that are allowed; induced sorting takes less");
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX) template AutomaticChoice choose_algorithm(SortRun<SPACE, INDEX>&);
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::suffix_array_detail
