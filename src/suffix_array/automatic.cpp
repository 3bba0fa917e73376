// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suffix_array/automatic.hpp"

#include <Kokkos_Core.hpp>
#include <cmath>
#include <cstddef>
#include <lexikos/detail/execution_spaces.hpp>
#include <string>

#include "suffix_array/algorithms/algorithms.hpp"
#include "suffix_array/samples/sample_choice.hpp"
#include "suffix_array/text/narrow_keys.hpp"
#include "system/concurrency.hpp"

namespace lexikos::suffix_array_detail
{

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

std::string reason_for_induced_sorting(Tuning const& tuning, std::size_t n, int threads, std::size_t letters)
{
  bool const is_long = n >= tuning.min_length_of_long_text && letters >= tuning.min_letters_of_long_text;
  if (!is_long || threads >= tuning.min_threads_for_long_texts) return {};
  return std::to_string(threads) + " threads: with fewer than " + std::to_string(tuning.min_threads_for_long_texts) +
         " induced sorting is faster for long texts of many letters";
}

namespace
{

/// Empty, where suffixes are not sorted by induction.
template <class ExecutionSpace>
std::string reason_for_induction(Context<ExecutionSpace> const& context, std::size_t n)
{
  if (!has_induced_sorting<ExecutionSpace>()) return {};
  return reason_for_induced_sorting(context.tuning, n, detail::concurrency_of(context.space));
}

/// The same by the letters, which are counted only where they matter.
template <class ExecutionSpace, class Index>
std::string reason_for_induction_by_letters(SortRun<ExecutionSpace, Index>& run)
{
  auto const& context = run.context;
  if (!has_induced_sorting<ExecutionSpace>() || run.size() < context.tuning.min_length_of_long_text) return {};
  return reason_for_induced_sorting(context.tuning, run.size(), detail::concurrency_of(context.space),
                                    alphabet_of(run).size);
}

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
  if (auto const reason = reason_for_induction(run.context, n); !reason.empty()) return induction(run, reason);
  if (has_distinct_starts(run))
    return {{SuffixArrayAlgorithm::prefix_doubling, "the first " +
                                                        std::to_string(symbols_of_narrow_key(alphabet_of(run).bits)) +
                                                        " symbols tell nearly all suffixes apart"}};
  if (auto const reason = reason_for_induction_by_letters(run); !reason.empty()) return induction(run, reason);
  if (n < tuning.min_length_to_sample) return {{SuffixArrayAlgorithm::prefix_doubling, "a short text: fewest steps"}};
  auto const [sampling, density] = sample_choice_of(run);
  std::string const percent = std::to_string(std::lround(100 * density)) + "% of the suffixes";
  if (density > tuning.max_sample_density)
    return {{SuffixArrayAlgorithm::prefix_doubling, "long runs of one letter: a sample would have " + percent}};
  return {{SuffixArrayAlgorithm::sampled_prefix_doubling,
           "a sample of " + percent + (sampling.skips_runs ? " and the ends of runs lead to all" : " leads to all")}};
}

}  // namespace

template <class ExecutionSpace>
bool may_not_double(Context<ExecutionSpace> const& context, std::size_t n)
{
  return n >= context.tuning.min_length_to_sample || !reason_for_induction(context, n).empty();
}

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
#define LEXIKOS_INSTANTIATE_SPACE(SPACE) template bool may_not_double(Context<SPACE> const&, std::size_t);
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE_SPACE)
#undef LEXIKOS_INSTANTIATE_SPACE
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::suffix_array_detail
