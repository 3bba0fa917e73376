// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/suffix_array/lcp.hpp"

#include <algorithm>
#include <lexikos/check.hpp>
#include <lexikos/lcp.hpp>

#include "app/on_device/suffix_array/array_in_file.hpp"
#include "app/on_device/suffix_array/sort_of_documents.hpp"
#include "app/on_device/suffix_array/sort_options.hpp"

namespace lexikos::app
{

namespace
{

constexpr std::size_t entries_of_block = std::size_t{1} << 22;

/// The array that is given, after checking it, or a new one and its inverse.
template <class ExecutionSpace, class Index>
struct SuffixArrayOfText
{
  using MemorySpace = typename ExecutionSpace::memory_space;

  void load_and_check(TextRun<ExecutionSpace>& run, Input const& file, LcpOutcome& outcome)
  {
    file.load();
    given = {run.space, "lexikos::app::suffix_array", entries_of<Index>(file)};
    view = given.view();
    auto const progress = run.announced("checking the suffix array");
    auto const check = check_suffix_array(run.space, run.text(), view, {.workspace = &run.workspace});
    if (!check) outcome.defect = to_string(check);
  }

  void build(TextRun<ExecutionSpace>& run, std::vector<std::uint64_t> const& offsets, SuffixArrayOptions options,
             LcpOutcome& outcome)
  {
    built = run.template array<Index>("lexikos::app::suffix_array", run.n);
    inverse = run.template array<Index>("lexikos::app::inverse", run.n);
    view = Span<Index const, MemorySpace>(built.data(), run.n);
    SuffixArrayStatistics statistics;
    options.statistics = &statistics;
    if (offsets.empty())
      run.sort(built, inverse, options);
    else
      sort_of_documents(run, run.text(), offsets, built, inverse, options);
    outcome.algorithm = std::string(to_string(statistics.algorithm));
    outcome.peak_bytes = run.n * (1 + 3 * sizeof(Index)) + statistics.workspace_bytes;
  }

  OnDevice<ExecutionSpace, Index> given;
  Array<Index, MemorySpace> built;
  Array<Index, MemorySpace> inverse;
  Span<Index const, MemorySpace> view;
};

template <class Index, class ExecutionSpace>
void require_memory(TextRun<ExecutionSpace> const& run, LcpRequest const& request, SuffixArrayAlgorithm algorithm)
{
  bool const is_given = request.suffix_array != nullptr;
  std::size_t const array = run.n * sizeof(Index);
  std::size_t const first = is_given ? array : run.template sorting_bytes<Index>(algorithm, true);
  std::size_t const second = lcp_array_workspace_bytes<ExecutionSpace, Index>(run.n);
  bool const is_mapped = is_given && run.on_host;
  run.require_memory({{"the suffix array", is_mapped ? request.suffix_array->pending_bytes() : array},
                      {"its inverse", is_given ? 0 : array},
                      {"the LCP array", array},
                      {"the workspace", std::max(first, second)}});
}

template <class ExecutionSpace, class Index>
void build_lcp(TextRun<ExecutionSpace>& run, bool permuted, SuffixArrayOfText<ExecutionSpace, Index> const& suffixes,
               Span<Index, typename ExecutionSpace::memory_space> const& lcp)
{
  auto const progress = run.announced(permuted ? "permuted LCP array" : "LCP array");
  LcpOptions const options{.workspace = &run.workspace};
  bool const with_inverse = suffixes.inverse.extent(0) != 0;
  if (permuted && with_inverse)
    plcp_array(run.space, run.text(), suffixes.view, suffixes.inverse, lcp, options);
  else if (permuted)
    plcp_array(run.space, run.text(), suffixes.view, lcp, options);
  else if (with_inverse)
    lcp_array(run.space, run.text(), suffixes.view, suffixes.inverse, lcp, options);
  else
    lcp_array(run.space, run.text(), suffixes.view, lcp, options);
}

template <class ExecutionSpace, class Index>
void build_lcp_of_documents(TextRun<ExecutionSpace>& run, LcpRequest const& request,
                            SuffixArrayOfText<ExecutionSpace, Index> const& suffixes,
                            Span<Index, typename ExecutionSpace::memory_space> const& lcp)
{
  auto const progress = run.announced(request.permuted ? "permuted LCP array" : "LCP array");
  auto const documents = documents_from_host(run.space, request.offsets, run.n);
  LcpOptions const options{.workspace = &run.workspace};
  if (request.permuted)
    plcp_array(run.space, run.text(), documents, suffixes.view, lcp, options);
  else
    lcp_array(run.space, run.text(), documents, suffixes.view, lcp, options);
}

template <class Index, class ExecutionSpace>
LcpOutcome lcp_on(TextRun<ExecutionSpace>& run, LcpRequest const& request)
{
  bool const is_given = request.suffix_array != nullptr;
  auto const options = is_given ? SuffixArrayOptions{} : suffix_array_options(run, request.sort);
  require_memory<Index>(run, request, options.algorithm);
  if (request.output != nullptr) request.output->reserve(run.n * sizeof(Index));
  LcpOutcome outcome;
  outcome.device = run.device;
  run.load();
  auto const lcp = run.template array<Index>("lexikos::app::lcp", run.n);

  Stopwatch watch;
  SuffixArrayOfText<ExecutionSpace, Index> suffixes;
  if (is_given)
    suffixes.load_and_check(run, *request.suffix_array, outcome);
  else
    suffixes.build(run, request.offsets, options, outcome);
  outcome.sort_seconds = watch.lap();
  if (!outcome.defect.empty()) return outcome;

  run.workspace.reset_peak();
  if (request.offsets.empty())
    build_lcp<ExecutionSpace, Index>(run, request.permuted, suffixes, lcp);
  else
    build_lcp_of_documents<ExecutionSpace, Index>(run, request, suffixes, lcp);
  outcome.seconds = watch.lap();
  std::size_t const arrays = is_given ? 2 : 3;
  outcome.peak_bytes = std::max(outcome.peak_bytes, run.n * (1 + arrays * sizeof(Index)) + run.workspace.peak_bytes());
  auto const statistics = lcp_statistics(run.space, lcp);
  outcome.maximum = statistics.maximum;
  outcome.mean = statistics.mean;
  if (request.histogram != nullptr) {
    request.histogram->start(statistics.maximum);
    for_each_block(run.space, lcp, entries_of_block, [&](std::vector<Index> const& block, std::size_t) {
      for (Index const length : block) request.histogram->add(length);
    });
  }
  if (request.output != nullptr) write(run.space, lcp, *request.output);
  return outcome;
}

}  // namespace

LcpOutcome lcp_of_text(Session const& session, LcpRequest const& request)
{
  return run_on_text<LcpOutcome>(session, request.job, [&](auto& run) {
    return with_index(request.index_bytes, [&](auto index) { return lcp_on<decltype(index)>(run, request); });
  });
}

}  // namespace lexikos::app
