// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <lexikos.h>

#include <lexikos/error.hpp>
#include <lexikos/suffix_array.hpp>
#include <string>

namespace lexikos::c
{

/// The numbers of C stay what they are, whatever is added to the enumeration.
[[nodiscard]] inline lexikos_algorithm number_of(SuffixArrayAlgorithm algorithm)
{
  switch (algorithm) {
    case SuffixArrayAlgorithm::automatic:
      return LEXIKOS_AUTOMATIC;
    case SuffixArrayAlgorithm::prefix_doubling:
      return LEXIKOS_PREFIX_DOUBLING;
    case SuffixArrayAlgorithm::sampled_prefix_doubling:
      return LEXIKOS_SAMPLED_PREFIX_DOUBLING;
    case SuffixArrayAlgorithm::larsson_sadakane:
      return LEXIKOS_LARSSON_SADAKANE;
    case SuffixArrayAlgorithm::osipov:
      return LEXIKOS_OSIPOV;
    case SuffixArrayAlgorithm::skew:
      return LEXIKOS_SKEW;
    case SuffixArrayAlgorithm::hybrid:
      return LEXIKOS_HYBRID;
    case SuffixArrayAlgorithm::repetition:
      return LEXIKOS_REPETITION;
    case SuffixArrayAlgorithm::libdivsufsort:
      return LEXIKOS_LIBDIVSUFSORT;
    case SuffixArrayAlgorithm::libsais:
      return LEXIKOS_LIBSAIS;
    case SuffixArrayAlgorithm::induced_sorting:
      return LEXIKOS_INDUCED_SORTING;
  }
  return -1;
}

[[nodiscard]] inline SuffixArrayAlgorithm algorithm_of(lexikos_algorithm number)
{
  for (int i = 0; i <= static_cast<int>(SuffixArrayAlgorithm::libsais); ++i)  // the last one
    if (number_of(static_cast<SuffixArrayAlgorithm>(i)) == number) return static_cast<SuffixArrayAlgorithm>(i);
  throw Error(ErrorCode::invalid_argument, "the algorithm has no value " + std::to_string(number));
}

}  // namespace lexikos::c
