// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <lexikos/check.hpp>
#include <lexikos/suffix_array.hpp>
#include <optional>
#include <span>
#include <string>

#include "app/device.hpp"
#include "app/input.hpp"
#include "app/output.hpp"
#include "app/progress.hpp"
#include "app/transfer.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::app
{

struct SortRequest
{
  Input const* text = nullptr;
  std::string device;
  SuffixArrayAlgorithm algorithm = SuffixArrayAlgorithm::automatic;
  bool low_memory = false;
  bool check = false;
  bool time_steps = false;
  bool show_progress = false;
  Output* suffix_array = nullptr;
  Output* inverse = nullptr;  // null: not wanted
};

struct SortOutcome
{
  SuffixArrayStatistics statistics;
  std::string device;          // as described to people
  std::size_t peak_bytes = 0;  // of the sorting: text, results and workspace
  std::optional<SuffixArrayCheck> check;
  double load_seconds = 0;
  double check_seconds = 0;
  double write_seconds = 0;
};

/// Failure (not_supported) unless the build has the algorithm on this execution space.
template <class ExecutionSpace>
void require_algorithm(SuffixArrayAlgorithm algorithm, std::string const& device)
{
  if (algorithm == SuffixArrayAlgorithm::automatic) return;
  std::string list;
  for (auto const known : suffix_array_algorithms<ExecutionSpace>()) {
    if (known == algorithm) return;
    list += (list.empty() ? "" : ", ") + std::string(to_string(known));
  }
  throw Failure(ExitCode::not_supported, "this build does not have the algorithm " + std::string(to_string(algorithm)) +
                                             " on " + device + " (it has " + list + ")");
}

/// Throws before anything is allocated when the memory does not suffice for text and results. What the sorting itself takes
/// depends on the text: running out of that is told when it happens.
template <class Index, class ExecutionSpace>
void require_memory_to_sort(SortRequest const& request, std::string const& where)
{
  std::size_t const n = request.text->bytes().size();
  bool const with_inverse = request.inverse != nullptr;
  std::vector<MemoryNeed> needs{{"the text", detail::works_on_host<ExecutionSpace> ? request.text->pending_bytes() : n},
                                {"the suffix array", n * sizeof(Index)},
                                {"its inverse", with_inverse ? n * sizeof(Index) : 0},
                                {"the check", request.check ? n * sizeof(Index) : 0}};
  require_memory(where, detail::available_memory<ExecutionSpace>(), needs);
  if constexpr (!detail::works_on_host<ExecutionSpace>)
    require_host_memory({{"the text", request.text->pending_bytes()}, {"the staging block", staging_bytes}});
}

/// Sorts, checks and writes on one execution space.
template <class Index, class ExecutionSpace>
SortOutcome sort_text(ExecutionSpace const& space, SortRequest const& request)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Indices = Kokkos::View<Index*, MemorySpace>;
  SortOutcome outcome;
  outcome.device = described<ExecutionSpace>(request.device);
  require_algorithm<ExecutionSpace>(request.algorithm, request.device);
  require_memory_to_sort<Index, ExecutionSpace>(request, outcome.device);
  std::size_t const n = request.text->bytes().size();
  request.suffix_array->reserve(n * sizeof(Index));
  if (request.inverse != nullptr) request.inverse->reserve(n * sizeof(Index));

  Kokkos::Timer timer;
  request.text->load();
  OnDevice<ExecutionSpace, std::uint8_t> const text(space, "lexikos::app::text", request.text->bytes());
  auto const suffix_array = allocate<Indices>("lexikos::app::suffix_array", n);
  auto const inverse = allocate<Indices>("lexikos::app::inverse", request.inverse != nullptr ? n : 0);
  Workspace workspace;
  std::size_t const ranks = request.inverse == nullptr ? n * sizeof(Index) : 0;  // else they are in the inverse
  if (request.low_memory) workspace.reserve<MemorySpace>(4 * n + ranks);  // one block, of which nothing is wasted
  outcome.load_seconds = timer.seconds();

  {
    Progress progress("sorting suffixes", request.show_progress);
    outcome.statistics.time_steps = request.time_steps;
    SuffixArrayOptions const options{.algorithm = request.algorithm,
                                     .workspace = &workspace,
                                     .statistics = &outcome.statistics,
                                     .progress =
                                         [&](double fraction) {
                                           progress.update(fraction);
                                           return true;
                                         },
                                     .low_memory = request.low_memory};
    if (request.inverse != nullptr)
      lexikos::suffix_array(space, text.view(), suffix_array, inverse, options);
    else
      lexikos::suffix_array(space, text.view(), suffix_array, options);
  }
  outcome.peak_bytes =
      n + (suffix_array.extent(0) + inverse.extent(0)) * sizeof(Index) + outcome.statistics.workspace_bytes;

  if (request.check) {
    timer.reset();
    outcome.check = check_suffix_array(space, text.view(), suffix_array, {.workspace = &workspace});
    outcome.check_seconds = timer.seconds();
    if (!*outcome.check) return outcome;  // a wrong array is not handed out
  }
  timer.reset();
  write(space, suffix_array, *request.suffix_array);
  if (request.inverse != nullptr) write(space, inverse, *request.inverse);
  outcome.write_seconds = timer.seconds();
  return outcome;
}

}  // namespace lexikos::app
