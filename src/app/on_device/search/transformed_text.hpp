// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <lexikos/fm_index.hpp>

#include "app/on_device/search/index.hpp"
#include "app/on_device/suffix_array/out_of_core.hpp"
#include "app/on_device/suffix_array/sort_options.hpp"

namespace lexikos::app
{

/// The FM-index of the run's text; the times go to the outcome. Out of core where the device is too small for the text's suffix
/// array.
template <class Entry, class ExecutionSpace>
FmIndex<typename ExecutionSpace::memory_space, Entry> build_transformed(TextRun<ExecutionSpace>& run,
                                                                        IndexRequest const& request,
                                                                        IndexOutcome& outcome)
{
  using Index = FmIndex<typename ExecutionSpace::memory_space, Entry>;
  auto const sorting = suffix_array_options(run, request.sort);
  FmIndexOptions options{.sample_rate = request.transform.sample_rate,
                         .keep_text = request.transform.keep_text,
                         .shape = request.transform.huffman ? WaveletShape::huffman : WaveletShape::balanced,
                         .letters = request.transform.dna ? FmLetters::dna : FmLetters::all,
                         .algorithm = sorting.algorithm,
                         .low_memory = sorting.low_memory,
                         .segmented_sort = sorting.segmented_sort,
                         .device_bytes = request.device_memory,
                         .workspace = &run.workspace};
  std::size_t const workspace = fm_index_workspace_bytes<ExecutionSpace, Entry>(run.n, options);
  auto const timed = [&](auto const& load, auto const& build) {
    Stopwatch watch;
    auto const text = load();
    outcome.load_seconds = watch.lap();
    ProgressBar progress = run.bar("indexing");
    options.progress = progress.updates();
    Index const index = build(text);
    outcome.table_seconds = watch.lap();
    return index;
  };
  auto const at_once = [&] {
    std::size_t const places = options.sample_rate == 0 ? 0 : run.n / options.sample_rate * sizeof(Entry);
    run.require_memory({{"the index", run.n + places}, {"the workspace", workspace}});
    auto const load = [&] {
      run.load();
      return run.text();
    };
    return timed(load, [&](auto const& text) { return Index(run.space, text, options); });
  };
  auto const out_of_core = [&] {
    outcome.is_out_of_core = true;
    auto const load = [&] { return run.load_on_host(); };
    return timed(load, [&](auto const& text) { return Index::out_of_core(run.space, text, options); });
  };
  bool const may = may_be_out_of_core(options.algorithm);
  Index const index = may && is_too_small(run, request.device_memory, run.n, workspace)
                          ? out_of_core()
                          : at_once_or_out_of_core(run, may, at_once, out_of_core);
  outcome.bytes = index.bytes();
  outcome.layout = index.layout();
  outcome.exception_runs = index.exception_runs();
  return index;
}

}  // namespace lexikos::app
