// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <lexikos/fm_index.hpp>

#include "app/on_device/search/index.hpp"
#include "app/on_device/suffix_array/sort_options.hpp"

namespace lexikos::app
{

/// The FM-index of the run's text; the times go to the outcome.
template <class Entry, class ExecutionSpace>
FmIndex<typename ExecutionSpace::memory_space, Entry> build_transformed(TextRun<ExecutionSpace>& run,
                                                                        IndexRequest const& request,
                                                                        IndexOutcome& outcome)
{
  auto const sorting = suffix_array_options(run, request.sort);
  FmIndexOptions options{.sample_rate = request.transform.sample_rate,
                         .keep_text = request.transform.keep_text,
                         .shape = request.transform.huffman ? WaveletShape::huffman : WaveletShape::balanced,
                         .letters = request.transform.dna ? FmLetters::dna : FmLetters::all,
                         .algorithm = sorting.algorithm,
                         .low_memory = sorting.low_memory,
                         .segmented_sort = sorting.segmented_sort,
                         .workspace = &run.workspace};
  std::size_t const places = options.sample_rate == 0 ? 0 : run.n / options.sample_rate * sizeof(Entry);
  run.require_memory({{"the index", run.n + places},
                      {"the workspace", fm_index_workspace_bytes<ExecutionSpace, Entry>(run.n, options)}});
  Stopwatch watch;
  run.load();
  outcome.load_seconds = watch.lap();
  ProgressBar progress = run.bar("indexing");
  options.progress = progress.updates();
  FmIndex<typename ExecutionSpace::memory_space, Entry> const index(run.space, run.text(), options);
  outcome.table_seconds = watch.lap();
  outcome.bytes = index.bytes();
  outcome.layout = index.layout();
  outcome.exception_runs = index.exception_runs();
  return index;
}

}  // namespace lexikos::app
