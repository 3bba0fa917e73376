// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/lcp.hpp>
#include <lexikos/longest_repeats.hpp>
#include <lexikos/repeated_substrings.hpp>
#include <lexikos/suffix_array.hpp>
#include <string>
#include <vector>

#include "app/device.hpp"
#include "app/input.hpp"
#include "app/length_plot.hpp"
#include "app/output.hpp"
#include "app/progress.hpp"
#include "app/transfer.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::app
{

struct RepeatsRequest
{
  Input const* text = nullptr;
  std::string device;
  LongestRepeatsAlgorithm algorithm = LongestRepeatsAlgorithm::automatic;
  std::size_t top = 10;
  std::size_t minimum_length = 1;
  std::size_t minimum_occurrences = 2;
  bool show_progress = false;
  Output* positions = nullptr;  // null: not wanted
  bool tsv = false;
  LengthPlot* plot = nullptr;  // null: not wanted
};

struct FoundRepeat
{
  std::size_t length = 0;
  std::size_t occurrences = 0;
  std::vector<std::size_t> positions;  // the smallest, ascending, at most max_positions
};

struct RepeatsOutcome
{
  std::string device;
  std::vector<FoundRepeat> top;
  std::size_t maximal = 0;  // maximal repeats as long and as frequent as asked for
  std::size_t longest = 0;
  std::size_t covered = 0;  // positions that some repeat covers
  double mean_length = 0;
  LcpStatistics lcp;
  double sort_seconds = 0;
  double lcp_seconds = 0;
  double repeats_seconds = 0;
  double maximal_seconds = 0;
};

constexpr std::size_t max_positions = 10;

/// The arrays of a text on one execution space.
template <class ExecutionSpace, class Index>
struct RepeatViews
{
  using Indices = Kokkos::View<Index*, typename ExecutionSpace::memory_space>;

  explicit RepeatViews(std::size_t n)
      : suffix_array(allocate<Indices>("lexikos::app::suffix_array", n)),
        inverse(allocate<Indices>("lexikos::app::inverse", n)),
        lcp(allocate<Indices>("lexikos::app::lcp", n))
  {}

  Indices suffix_array, inverse, lcp;
};

template <class Index, class ExecutionSpace>
void require_memory_for_repeats(RepeatsRequest const& request, std::string const& where)
{
  std::size_t const n = request.text->bytes().size();
  std::size_t const array = n * sizeof(Index);
  std::size_t const sorting =
      suffix_array_workspace_bytes<ExecutionSpace, Index>(n, SuffixArrayAlgorithm::automatic, true);
  // later steps take less than sorting, and reuse its memory; starts and lengths come after it
  std::size_t const repeats = 2 * array + longest_repeats_workspace_bytes<ExecutionSpace, Index>(n, request.algorithm);
  require_memory(where, detail::available_memory<ExecutionSpace>(),
                 {{"the text", detail::works_on_host<ExecutionSpace> ? request.text->pending_bytes() : n},
                  {"suffix, inverse and LCP array", 3 * array},
                  {"the workspace", std::max(sorting, repeats)}});
  if constexpr (!detail::works_on_host<ExecutionSpace>)
    require_host_memory({{"the text", request.text->pending_bytes()}, {"the staging block", staging_bytes}});
}

/// Calls function(data, count) for a view's entries, block by block, on the host.
template <class ExecutionSpace, class View, class Function>
void for_each_block(ExecutionSpace const& space, View const& view, std::size_t block, Function const& function)
{
  using T = typename View::non_const_value_type;
  std::vector<T> staging(std::min(block, view.extent(0)));
  for (std::size_t done = 0; done < view.extent(0); done += block) {
    std::size_t const size = std::min(block, view.extent(0) - done);
    Kokkos::deep_copy(space, Span<T, Kokkos::HostSpace>(staging.data(), size),
                      Span<T, typename ExecutionSpace::memory_space>(view.data() + done, size));
    space.fence("lexikos::app::block");
    function(staging.data(), size, done);
  }
}

/// Writes "position start length" in lines.
template <class ExecutionSpace, class View>
void write_tsv(ExecutionSpace const& space, View const& starts, View const& lengths, Output& output)
{
  using T = typename View::non_const_value_type;
  constexpr std::size_t block = std::size_t{1} << 18;
  std::string lines = "position\tstart\tlength\n";
  for_each_block(space, starts, block, [&](T const* start, std::size_t size, std::size_t first) {
    View const part(Kokkos::subview(lengths, std::pair<std::size_t, std::size_t>(first, first + size)));
    for_each_block(space, part, block, [&](T const* length, std::size_t, std::size_t) {
      for (std::size_t i = 0; i < size; ++i)
        lines += std::to_string(first + i) + '\t' + std::to_string(start[i]) + '\t' + std::to_string(length[i]) + '\n';
    });
    output.write(lines.data(), lines.size());
    lines.clear();
  });
  output.write(lines.data(), lines.size());
}

template <class Index, class ExecutionSpace>
void find_positions(ExecutionSpace const& space, RepeatsRequest const& request,
                    RepeatViews<ExecutionSpace, Index> const& arrays, RepeatsOutcome& outcome)
{
  using Indices = typename RepeatViews<ExecutionSpace, Index>::Indices;
  std::size_t const n = arrays.lcp.extent(0);
  auto const starts = allocate<Indices>("lexikos::app::starts", n);
  auto const lengths = allocate<Indices>("lexikos::app::lengths", n);
  LongestRepeatsStatistics statistics;
  {
    Progress progress("longest repeats", request.show_progress);
    progress.announce();
    longest_repeats(space, arrays.inverse, arrays.lcp, starts, lengths,
                    {.algorithm = request.algorithm, .statistics = &statistics});
  }
  outcome.repeats_seconds = statistics.seconds;
  double sum = 0;
  for_each_block(space, lengths, staging_bytes / sizeof(Index),
                 [&](Index const* length, std::size_t size, std::size_t) {
                   for (std::size_t i = 0; i < size; ++i) {
                     sum += static_cast<double>(length[i]);
                     outcome.covered += length[i] != 0;
                     if (request.plot != nullptr) request.plot->add(length[i]);
                   }
                 });
  outcome.mean_length = n == 0 ? 0 : sum / static_cast<double>(n);
  if (request.positions == nullptr) return;
  if (request.tsv) {
    write_tsv(space, starts, lengths, *request.positions);
  }
  else {
    write(space, starts, *request.positions);
    write(space, lengths, *request.positions);
  }
}

template <class Index, class ExecutionSpace>
FoundRepeat found_repeat(ExecutionSpace const& space, RepeatViews<ExecutionSpace, Index> const& arrays,
                         std::size_t begin, std::size_t end, std::size_t length)
{
  FoundRepeat repeat{length, end - begin, {}};
  typename RepeatViews<ExecutionSpace, Index>::Indices const part(
      Kokkos::subview(arrays.suffix_array, std::pair<std::size_t, std::size_t>(begin, end)));
  auto& smallest = repeat.positions;
  for_each_block(space, part, staging_bytes / sizeof(Index), [&](Index const* position, std::size_t size, std::size_t) {
    smallest.insert(smallest.end(), position, position + size);
    std::size_t const kept = std::min(smallest.size(), max_positions);
    std::ranges::partial_sort(smallest, smallest.begin() + static_cast<std::ptrdiff_t>(kept));
    smallest.resize(kept);
  });
  return repeat;
}

/// The longest of the maximal repeats that the user wants to see: the largest bound of length that enough of them reach is
/// searched first, so that no more are listed than need be.
template <class Index, class ExecutionSpace>
void find_top(ExecutionSpace const& space, RepeatsRequest const& request,
              Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& text,
              RepeatViews<ExecutionSpace, Index> const& arrays, RepeatsOutcome& outcome)
{
  using Indices = typename RepeatViews<ExecutionSpace, Index>::Indices;
  Progress progress("maximal repeats", request.show_progress);
  progress.announce();
  Workspace workspace;
  Indices const none;
  auto const reach = [&](std::size_t length) {
    return maximal_repeats(space, text, arrays.suffix_array, arrays.lcp, none, none, none,
                           {length, request.minimum_occurrences, &workspace});
  };
  outcome.maximal = reach(request.minimum_length);
  std::size_t const wanted = std::min(request.top, outcome.maximal);
  if (wanted == 0) return;
  std::size_t low = request.minimum_length, high = outcome.longest + 1;  // low is reached by enough, high is not
  while (low + 1 < high) {
    std::size_t const middle = low + (high - low) / 2;
    (reach(middle) >= wanted ? low : high) = middle;
  }
  std::size_t const count = reach(low);
  auto const begins = allocate<Indices>("lexikos::app::begins", count);
  auto const ends = allocate<Indices>("lexikos::app::ends", count);
  auto const lengths = allocate<Indices>("lexikos::app::repeat_lengths", count);
  (void)maximal_repeats(space, text, arrays.suffix_array, arrays.lcp, begins, ends, lengths,
                        {low, request.minimum_occurrences, &workspace});
  struct Interval
  {
    std::size_t begin = 0, end = 0, length = 0;
  };
  std::vector<Interval> intervals(count);
  auto const fetch = [&](Indices const& view, std::size_t Interval::*member) {
    for_each_block(space, view, count, [&](Index const* values, std::size_t size, std::size_t) {
      for (std::size_t i = 0; i < size; ++i) intervals[i].*member = values[i];
    });
  };
  fetch(begins, &Interval::begin);
  fetch(ends, &Interval::end);
  fetch(lengths, &Interval::length);
  std::ranges::stable_sort(intervals, [](Interval const& a, Interval const& b) {
    return a.length != b.length ? a.length > b.length : a.end - a.begin > b.end - b.begin;
  });
  for (std::size_t i = 0; i < wanted; ++i)
    outcome.top.push_back(
        found_repeat<Index>(space, arrays, intervals[i].begin, intervals[i].end, intervals[i].length));
}

template <class Index, class ExecutionSpace>
RepeatsOutcome find_repeats(ExecutionSpace const& space, RepeatsRequest const& request)
{
  RepeatsOutcome outcome;
  outcome.device = described<ExecutionSpace>(request.device);
  require_memory_for_repeats<Index, ExecutionSpace>(request, outcome.device);
  std::size_t const n = request.text->bytes().size();
  if (request.positions != nullptr && !request.tsv) request.positions->reserve(2 * n * sizeof(Index));
  request.text->load();
  OnDevice<ExecutionSpace, std::uint8_t> const text(space, "lexikos::app::text", request.text->bytes());
  RepeatViews<ExecutionSpace, Index> const arrays(n);
  Kokkos::Timer timer;
  {
    Progress progress("sorting suffixes", request.show_progress);
    SuffixArrayOptions const options{.progress = [&](double fraction) {
      progress.update(fraction);
      return true;
    }};
    suffix_array(space, text.view(), arrays.suffix_array, arrays.inverse, options);
  }
  outcome.sort_seconds = timer.seconds();
  timer.reset();
  {
    Progress progress("LCP array", request.show_progress);
    progress.announce();
    lcp_array(space, text.view(), arrays.suffix_array, arrays.inverse, arrays.lcp);
    outcome.lcp = lcp_statistics(space, arrays.lcp);
  }
  outcome.longest = static_cast<std::size_t>(outcome.lcp.maximum);
  outcome.lcp_seconds = timer.seconds();
  find_positions<Index>(space, request, arrays, outcome);
  timer.reset();
  find_top<Index>(space, request, text.view(), arrays, outcome);
  outcome.maximal_seconds = timer.seconds();
  return outcome;
}

}  // namespace lexikos::app
