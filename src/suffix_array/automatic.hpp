// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Which suffix sorter for which text. What decides are properties of the text that are measured before anything is sorted,
// and figures of bench/results.

#include <array>
#include <cstddef>
#include <lexikos/suffix_array.hpp>
#include <optional>
#include <string>

#include "suffix_array/algorithms/repetition.hpp"
#include "suffix_array/sort_run.hpp"

namespace lexikos::suffix_array_detail
{

/// What `automatic` may choose.
inline constexpr std::array choices_of_automatic{SuffixArrayAlgorithm::repetition,
                                                 SuffixArrayAlgorithm::prefix_doubling,
                                                 SuffixArrayAlgorithm::sampled_prefix_doubling,
                                                 SuffixArrayAlgorithm::induced_sorting, SuffixArrayAlgorithm::libsais};

struct AutomaticChoice
{
  SuffixArrayChoice choice;
  Repetition repetition = {};  ///< if the text is one
};

/// Why a host of so many threads sorts a text of n symbols by induction; empty where it does not.
[[nodiscard]] std::string reason_for_induced_sorting(Tuning const& tuning, std::size_t n, int threads);

/// The same for a text of so many letters that is not for induction by its length alone.
[[nodiscard]] std::string reason_for_induced_sorting(Tuning const& tuning, std::size_t n, int threads,
                                                     std::size_t letters);

/// Whether the length alone leaves `automatic` more to choose from than prefix doubling, for texts that are no repetition.
template <class ExecutionSpace>
[[nodiscard]] bool may_not_double(Context<ExecutionSpace> const& context, std::size_t n);

/// Chooses for the text of a run. Counts its alphabet and packs it where that tells more, in the caller's scope. Fences.
template <class ExecutionSpace, class Index>
[[nodiscard]] AutomaticChoice choose_algorithm(SortRun<ExecutionSpace, Index>& run);

/// Tells the statistics what was chosen.
/// \param scope  of the workspace; ends here unless the algorithm uses what was found out about the text
template <class ExecutionSpace, class Index>
void take_choice(SortRun<ExecutionSpace, Index>& run, SuffixArrayChoice const& choice,
                 std::optional<Workspace::Scope>& scope)
{
  run.statistics().algorithm = choice.algorithm;
  run.statistics().reason = choice.reason;
  bool const is_wide = sizeof(Index) == 8 && run.size() >= run.context.tuning.min_length_of_wide_positions;
  if (choice.algorithm == SuffixArrayAlgorithm::sampled_prefix_doubling && !is_wide) return;
  run.packed = {};
  scope.reset();
}

}  // namespace lexikos::suffix_array_detail
