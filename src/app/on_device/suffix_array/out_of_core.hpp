// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// When a command sorts out of core: where the device, or the memory that the user grants, is too small for all at once.

#include <cstddef>
#include <lexikos/error.hpp>
#include <lexikos/suffix_array.hpp>
#include <string>
#include <utility>

#include "app/on_device/suffix_array/sort_options.hpp"
#include "system/device_memory.hpp"

namespace lexikos::app
{

/// Of algorithms that may.
[[nodiscard]] inline bool may_be_out_of_core(SuffixArrayAlgorithm algorithm)
{
  return algorithm == SuffixArrayAlgorithm::automatic || algorithm == SuffixArrayAlgorithm::sampled_prefix_doubling;
}

/// The algorithm that decides how much memory a sort at once takes at least: on hosts the automatic one sorts by induction
/// where others would take too much.
template <class ExecutionSpace>
[[nodiscard]] SuffixArrayAlgorithm leanest(SuffixArrayAlgorithm algorithm)
{
  bool const may_choose = TextRun<ExecutionSpace>::on_host && algorithm == SuffixArrayAlgorithm::automatic;
  return may_choose ? SuffixArrayAlgorithm::induced_sorting : algorithm;
}

/// Whether the memory is too small for certain. What a sort takes depends on the text: what it takes of most texts is asked for
/// where nobody set a limit.
/// \param arrays     bytes of text and results, which lie on the device beside the scratch of a sort at once
/// \param workspace  bound of the scratch
template <class ExecutionSpace>
[[nodiscard]] bool is_too_small(TextRun<ExecutionSpace> const& run, std::size_t device_memory, std::size_t arrays,
                                std::size_t workspace)
{
  if (device_memory != 0) return (TextRun<ExecutionSpace>::on_host ? 0 : arrays) + workspace > device_memory;
  std::size_t const typical = 8 * run.n;
  return !TextRun<ExecutionSpace>::on_host && arrays + typical > detail::available_memory<ExecutionSpace>().free;
}

/// Returns at_once(), or out_of_core() where that is allowed and the first finds no memory on the device.
template <class ExecutionSpace, class AtOnce, class OutOfCore>
auto at_once_or_out_of_core(TextRun<ExecutionSpace>& run, bool may_be_out_of_core, AtOnce const& at_once,
                            OutOfCore const& out_of_core)
{
  if (TextRun<ExecutionSpace>::on_host || !may_be_out_of_core) return at_once();
  try {
    return at_once();
  }
  catch (Error const& error) {
    if (error.code() != ErrorCode::out_of_memory) throw;
  }
  run.unload();
  return out_of_core();
}

}  // namespace lexikos::app
