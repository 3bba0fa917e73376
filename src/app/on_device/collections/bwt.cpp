// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/collections/bwt.hpp"

#include <algorithm>
#include <lexikos/document_bwt.hpp>

#include "app/on_device/suffix_array/sort_options.hpp"

namespace lexikos::app
{

namespace
{

template <class ExecutionSpace>
BwtOutcome transform_documents_on(TextRun<ExecutionSpace>& run, DocumentBwtRequest const& request)
{
  auto const options = suffix_array_options(run, request.sort);
  std::size_t const rows = run.n + request.offsets.size() - 1;
  run.require_memory({{"the result", rows}, {"the suffix array", 4 * run.n}});
  request.output->reserve(rows);
  BwtOutcome outcome;
  outcome.device = run.device;
  outcome.documents = request.offsets.size() - 1;
  run.load();
  auto const documents = documents_from_host(run.space, request.offsets, run.n);
  auto const bwt = run.template array<std::uint8_t>("lexikos::app::bwt", rows);
  SuffixArrayStatistics statistics;
  Stopwatch watch;
  {
    ProgressBar progress = run.bar("sorting suffixes");
    burrows_wheeler_transform(run.space, run.text(), documents, bwt,
                              {.terminator = request.terminator,
                               .workspace = &run.workspace,
                               .statistics = &statistics,
                               .progress = progress.updates(),
                               .segmented_sort = options.segmented_sort});
  }
  outcome.seconds = watch.lap();
  outcome.algorithm = std::string(to_string(statistics.algorithm));
  outcome.peak_bytes = run.n + rows + run.workspace.peak_bytes();
  write(run.space, bwt, *request.output);
  return outcome;
}

template <class ExecutionSpace>
BwtOutcome invert_documents_on(TextRun<ExecutionSpace>& run, DocumentBwtRequest const& request)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  BwtOutcome outcome;
  outcome.device = run.device;
  run.load();  // what is counted next
  auto const transform = request.job.text->bytes();
  auto const documents = static_cast<std::size_t>(std::ranges::count(transform, request.terminator));
  std::size_t const n = run.n - documents;
  outcome.documents = documents;
  std::size_t const workspace_bytes =
      inverse_burrows_wheeler_transform_workspace_bytes<ExecutionSpace, std::uint8_t>(n, documents);
  run.require_memory({{"the result", n + 8 * documents}, {"the workspace", workspace_bytes}});
  request.output->reserve(n);
  auto const text = run.template array<std::uint8_t>("lexikos::app::text", n);
  auto const offsets = run.template array<std::uint64_t>("lexikos::app::offsets", documents + 1);
  run.workspace.template reserve<MemorySpace>(workspace_bytes);
  Stopwatch watch;
  {
    ProgressBar progress = run.bar("inverting the transform");
    inverse_burrows_wheeler_transform(
        run.space, run.text(), text, offsets,
        {.terminator = request.terminator, .workspace = &run.workspace, .progress = progress.updates()});
  }
  outcome.seconds = watch.lap();
  outcome.peak_bytes = run.n + n + 8 * offsets.extent(0) + run.workspace.peak_bytes();
  write(run.space, text, *request.output);
  write(run.space, offsets, *request.offsets_output);
  return outcome;
}

}  // namespace

BwtOutcome transform_documents(Session const& session, DocumentBwtRequest const& request)
{
  return run_on_text<BwtOutcome>(session, request.job, [&](auto& run) { return transform_documents_on(run, request); });
}

BwtOutcome invert_transform_of_documents(Session const& session, DocumentBwtRequest const& request)
{
  return run_on_text<BwtOutcome>(session, request.job, [&](auto& run) { return invert_documents_on(run, request); });
}

}  // namespace lexikos::app
