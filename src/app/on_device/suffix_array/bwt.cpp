// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/suffix_array/bwt.hpp"

#include <lexikos/bwt.hpp>
#include <lexikos/out_of_core.hpp>

#include "app/on_device/suffix_array/out_of_core.hpp"

namespace lexikos::app
{

namespace
{

/// What the transform takes for certain beside text and result: with libdivsufsort, the suffix array.
template <class ExecutionSpace>
std::size_t transform_bytes(std::size_t n, SuffixArrayAlgorithm algorithm)
{
  if (algorithm != SuffixArrayAlgorithm::libdivsufsort) return 0;
  return burrows_wheeler_transform_workspace_bytes<ExecutionSpace>(n, algorithm);
}

/// Text and transform stay in host memory.
template <class ExecutionSpace>
BwtOutcome transform_out_of_core_on(TextRun<ExecutionSpace>& run, BwtRequest const& request)
{
  run.require_host_memory_for({{"the result", run.n}});
  request.output->reserve(run.n);
  BwtOutcome outcome;
  outcome.device = run.device;
  auto const text = run.load_on_host();
  auto const bwt =
      detail::allocate<std::uint8_t, Kokkos::HostSpace>(default_memory_resource(), "lexikos::app::bwt", run.n);
  SuffixArrayStatistics statistics;
  Stopwatch watch;
  {
    ProgressBar progress = run.bar("sorting suffixes");
    outcome.primary_index = burrows_wheeler_transform_out_of_core(run.space, text, bwt,
                                                                  {.algorithm = run.algorithm(request.sort.algorithm),
                                                                   .workspace = &run.workspace,
                                                                   .statistics = &statistics,
                                                                   .progress = progress.updates(),
                                                                   .device_bytes = request.device_memory});
  }
  outcome.seconds = watch.lap();
  outcome.algorithm = std::string(to_string(statistics.algorithm));
  outcome.reason = statistics.reason;
  outcome.parts = statistics.parts;
  outcome.peak_bytes = 2 * run.n + statistics.workspace_bytes;
  request.output->write(bwt.data(), bwt.extent(0));
  return outcome;
}

template <class ExecutionSpace>
BwtOutcome transform_at_once_on(TextRun<ExecutionSpace>& run, BwtRequest const& request)
{
  auto const options = suffix_array_options(run, request.sort);
  run.require_memory(
      {{"the result", run.n}, {"the workspace", transform_bytes<ExecutionSpace>(run.n, options.algorithm)}});
  request.output->reserve(run.n);
  BwtOutcome outcome;
  outcome.device = run.device;
  run.load();
  constexpr bool on_host = TextRun<ExecutionSpace>::on_host;  // a device's memory was counted before
  auto const bwt = run.template array<std::uint8_t>("lexikos::app::bwt", run.n);
  SuffixArrayStatistics statistics;
  Stopwatch watch;
  {
    ProgressBar progress = run.bar("sorting suffixes");
    outcome.primary_index = burrows_wheeler_transform(run.space, run.text(), bwt,
                                                      {.algorithm = options.algorithm,
                                                       .workspace = &run.workspace,
                                                       .statistics = &statistics,
                                                       .progress = progress.updates(),
                                                       .segmented_sort = options.segmented_sort,
                                                       .device_bytes = on_host ? request.device_memory : 0});
  }
  outcome.seconds = watch.lap();
  outcome.algorithm = std::string(to_string(statistics.algorithm));
  outcome.reason = statistics.reason;
  outcome.peak_bytes = 2 * run.n + run.workspace.peak_bytes();
  write(run.space, bwt, *request.output);
  return outcome;
}

template <class ExecutionSpace>
BwtOutcome transform_on(TextRun<ExecutionSpace>& run, BwtRequest const& request)
{
  auto const algorithm = run.algorithm(request.sort.algorithm);
  bool const may = may_be_out_of_core(algorithm);
  std::size_t const workspace =
      burrows_wheeler_transform_workspace_bytes<ExecutionSpace>(run.n, leanest<ExecutionSpace>(algorithm));
  auto const out_of_core = [&] { return transform_out_of_core_on(run, request); };
  if (may && is_too_small(run, request.device_memory, 2 * run.n, workspace)) return out_of_core();
  return at_once_or_out_of_core(
      run, may, [&] { return transform_at_once_on(run, request); }, out_of_core);
}

template <class ExecutionSpace>
BwtOutcome invert_on(TextRun<ExecutionSpace>& run, BwtRequest const& request)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const workspace_bytes = inverse_burrows_wheeler_transform_workspace_bytes<ExecutionSpace>(run.n);
  run.require_memory({{"the result", run.n}, {"the workspace", workspace_bytes}});
  request.output->reserve(run.n);
  BwtOutcome outcome;
  outcome.device = run.device;
  outcome.primary_index = request.primary_index;
  run.load();
  auto const text = run.template array<std::uint8_t>("lexikos::app::text", run.n);
  run.workspace.template reserve<MemorySpace>(workspace_bytes);
  Stopwatch watch;
  {
    auto const progress = run.announced("inverting the transform");
    inverse_burrows_wheeler_transform(run.space, run.text(), request.primary_index, text,
                                      {.workspace = &run.workspace});
  }
  outcome.seconds = watch.lap();
  outcome.peak_bytes = 2 * run.n + run.workspace.peak_bytes();
  write(run.space, text, *request.output);
  return outcome;
}

}  // namespace

BwtOutcome transform_text(Session const& session, BwtRequest const& request)
{
  return run_on_text<BwtOutcome>(session, request.job, [&](auto& run) { return transform_on(run, request); });
}

BwtOutcome invert_transform(Session const& session, BwtRequest const& request)
{
  return run_on_text<BwtOutcome>(session, request.job, [&](auto& run) { return invert_on(run, request); });
}

}  // namespace lexikos::app
