// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "suffix_array/samples/long_runs.hpp"
#include "suffix_array/samples/synchronizing_set.hpp"
#include "suffix_array/sort_run.hpp"

namespace lexikos::suffix_array_detail
{

/// Whether ranks by position would take eight bytes each for a text in which few positions have one.
template <class ExecutionSpace, class Index>
bool ranks_by_number(SortRun<ExecutionSpace, Index> const& run)
{
  return sizeof(Index) == 8 && run.size() >= run.context.tuning.min_length_of_wide_positions;
}

/// Whether the options, or the length of the text, ask for a small sample.
template <class ExecutionSpace, class Index>
bool wants_small_sample(SortRun<ExecutionSpace, Index> const& run)
{
  return run.options.low_memory || run.size() >= run.context.tuning.min_length_for_small_sample;
}

/// How the text is to be sampled: with its runs left out where long ones are a good part of it. Looks at the text once; counts
/// its alphabet and packs it. Fences.
template <class ExecutionSpace, class Index>
SampleChoice const& sample_choice_of(SortRun<ExecutionSpace, Index>& run)
{
  if (run.sample_choice) return *run.sample_choice;
  Alphabet const& alphabet = alphabet_of(run);
  Sampling const sampling = sampling_for(alphabet, wants_small_sample(run));
  SampleShares const shares = look_at_samples(run.context, packed_text_of(run), sampling);
  bool const may_skip = !ranks_by_number(run) && alphabet.size <= 256 && sampling.window >= min_window_with_runs;
  if (may_skip && shares.long_runs >= run.context.tuning.min_share_of_long_runs)
    run.sample_choice = {without_runs(sampling), shares.samples_outside_runs};
  else
    run.sample_choice = {sampling, shares.samples};
  return *run.sample_choice;
}

}  // namespace lexikos::suffix_array_detail
