// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <lexikos/suffix_array.hpp>

#include "app/on_device/session/run_on_text.hpp"
#include "app/on_device/suffix_array/sort.hpp"

namespace lexikos::app
{

/// The user's choices as the library's. Failure (not_supported) for what this build does not have on the execution space.
template <class ExecutionSpace>
SuffixArrayOptions suffix_array_options(TextRun<ExecutionSpace> const& run, SortOptions const& options)
{
  return {.algorithm = run.algorithm(options.algorithm), .segmented_sort = segmented_sort(options.segmented_sort)};
}

}  // namespace lexikos::app
