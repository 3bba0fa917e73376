// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <lexikos/lcp.hpp>
#include <lexikos/search.hpp>

#include "app/on_device/search/index.hpp"
#include "app/on_device/suffix_array/sort_options.hpp"

namespace lexikos::app
{

template <class Index, class ExecutionSpace>
void require_memory_to_index(TextRun<ExecutionSpace> const& run, IndexRequest const& request,
                             SuffixArrayAlgorithm algorithm)
{
  std::size_t const n = run.n / request.symbol_bytes;
  std::size_t const array = n * sizeof(Index);
  std::size_t const sorting = run.template sorting_bytes<Index>(algorithm, request.with_inverse);
  std::size_t const lcp = request.with_lcp ? lcp_array_workspace_bytes<ExecutionSpace, Index>(n) : 0;
  run.require_memory({{"the suffix array", array},
                      {"its inverse", request.with_inverse ? array : 0},
                      {"the LCP array", request.with_lcp ? array : 0},
                      {"the table of prefixes", array / 2},
                      {"the workspace", std::max(sorting, lcp)}});
}

/// The index of the run's text, which it shares; the times go to the outcome.
template <class Index, class Symbol, class ExecutionSpace>
SuffixIndex<typename ExecutionSpace::memory_space, Index, Symbol> build_index(TextRun<ExecutionSpace>& run,
                                                                              IndexRequest const& request,
                                                                              IndexOutcome& outcome)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Built = SuffixIndex<MemorySpace, Index, Symbol>;
  auto const options = suffix_array_options(run, request.sort);
  require_memory_to_index<Index>(run, request, options.algorithm);
  Stopwatch watch;
  run.load();
  auto const text = run.template symbols<Symbol>();
  std::size_t const n = text.extent(0);
  auto const suffix_array = run.template array<Index>("lexikos::app::suffix_array", n);
  auto const inverse = run.template array<Index>("lexikos::app::inverse", request.with_inverse ? n : 0);
  auto const lcp = run.template array<Index>("lexikos::app::lcp", request.with_lcp ? n : 0);
  outcome.load_seconds = watch.lap();

  run.sort(text, suffix_array, inverse, options);
  outcome.sort_seconds = watch.lap();
  if (request.with_lcp) {
    auto progress = run.announced("LCP array");
    LcpOptions const lcp_options{.workspace = &run.workspace, .progress = progress.updates()};
    if (request.with_inverse)
      lcp_array(run.space, text, suffix_array, inverse, Span<Index, MemorySpace>(lcp), lcp_options);
    else
      lcp_array(run.space, text, suffix_array, lcp, lcp_options);
  }
  outcome.lcp_seconds = watch.lap();
  run.workspace.release();
  auto progress = run.announced("table of prefixes");
  Built const index(run.space, typename Built::Text(text, {}), suffix_array, lcp, inverse,
                    {.workspace = &run.workspace, .progress = progress.updates()});
  outcome.table_seconds = watch.lap();
  return index;
}

}  // namespace lexikos::app
