// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/lcp.hpp>
#include <lexikos/search.hpp>
#include <lexikos/suffix_array.hpp>
#include <string>

#include "app/device.hpp"
#include "app/input.hpp"
#include "app/progress.hpp"
#include "app/sort_text.hpp"
#include "app/transfer.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::app
{

struct IndexRequest
{
  Input const* text = nullptr;
  std::string device;
  SuffixArrayAlgorithm algorithm = SuffixArrayAlgorithm::automatic;
  bool with_lcp = false;
  bool with_inverse = false;
  bool show_progress = false;
};

struct IndexTimes
{
  double load_seconds = 0;
  double sort_seconds = 0;
  double lcp_seconds = 0;
  double table_seconds = 0;

  [[nodiscard]] double build_seconds() const { return sort_seconds + lcp_seconds + table_seconds; }
};

/// Bytes of workspace; throws before anything is allocated when the memory does not suffice.
template <class Index, class ExecutionSpace>
std::size_t require_memory_to_index(IndexRequest const& request, std::string const& where)
{
  std::size_t const n = request.text->bytes().size();
  std::size_t const array = n * sizeof(Index);
  std::size_t const sorting =
      suffix_array_workspace_bytes<ExecutionSpace, Index>(n, request.algorithm, request.with_inverse);
  std::size_t const workspace =
      std::max(sorting, request.with_lcp ? lcp_array_workspace_bytes<ExecutionSpace, Index>(n) : 0);
  require_memory(where, detail::available_memory<ExecutionSpace>(),
                 {{"the text", detail::works_on_host<ExecutionSpace> ? request.text->pending_bytes() : n},
                  {"the suffix array", array},
                  {"its inverse", request.with_inverse ? array : 0},
                  {"the LCP array", request.with_lcp ? array : 0},
                  {"the table of prefixes", array / 2},
                  {"the workspace", workspace}});
  if constexpr (!detail::works_on_host<ExecutionSpace>)
    require_host_memory({{"the text", request.text->pending_bytes()}, {"the staging block", staging_bytes}});
  return workspace;
}

/// A text of the user's, where the execution space works, and its index.
template <class ExecutionSpace, class Index>
struct IndexedText
{
  using MemorySpace = typename ExecutionSpace::memory_space;

  OnDevice<ExecutionSpace, std::uint8_t> text;
  SuffixIndex<MemorySpace, Index> index;
  IndexTimes times;
};

template <class Index, class ExecutionSpace>
IndexedText<ExecutionSpace, Index> index_text(ExecutionSpace const& space, IndexRequest const& request)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Indices = Kokkos::View<Index*, MemorySpace>;
  require_algorithm<ExecutionSpace>(request.algorithm, request.device);
  std::size_t const workspace_bytes =
      require_memory_to_index<Index, ExecutionSpace>(request, described<ExecutionSpace>(request.device));
  IndexTimes times;
  Kokkos::Timer timer;
  auto const lap = [&](double& seconds) {
    seconds = timer.seconds();
    timer.reset();
  };
  request.text->load();
  std::size_t const n = request.text->bytes().size();
  OnDevice<ExecutionSpace, std::uint8_t> const text(space, "lexikos::app::text", request.text->bytes());
  auto const suffix_array = allocate<Indices>("lexikos::app::suffix_array", n);
  auto const inverse = allocate<Indices>("lexikos::app::inverse", request.with_inverse ? n : 0);
  auto const lcp = allocate<Indices>("lexikos::app::lcp", request.with_lcp ? n : 0);
  Workspace workspace;
  if (workspace_bytes > 0) workspace.reserve<MemorySpace>(workspace_bytes);
  lap(times.load_seconds);

  {
    Progress progress("sorting suffixes", request.show_progress);
    SuffixArrayOptions const options{
        .algorithm = request.algorithm, .workspace = &workspace, .progress = [&](double fraction) {
          progress.update(fraction);
          return true;
        }};
    if (request.with_inverse)
      lexikos::suffix_array(space, text.view(), suffix_array, inverse, options);
    else
      lexikos::suffix_array(space, text.view(), suffix_array, options);
  }
  lap(times.sort_seconds);
  if (request.with_lcp) {
    Progress progress("LCP array", request.show_progress);
    progress.announce();
    if (request.with_inverse)
      lcp_array(space, text.view(), suffix_array, inverse, lcp, {.workspace = &workspace});
    else
      lcp_array(space, text.view(), suffix_array, lcp, {.workspace = &workspace});
  }
  lap(times.lcp_seconds);
  workspace.release();
  Progress progress("table of prefixes", request.show_progress);
  progress.announce();
  using Built = SuffixIndex<MemorySpace, Index>;
  Built const index(space, typename Built::Text(Span<std::uint8_t const, MemorySpace>(text.view().data(), n), {}),
                    suffix_array, lcp, inverse, {.workspace = &workspace});
  lap(times.table_seconds);
  return {text, index, times};
}

}  // namespace lexikos::app
