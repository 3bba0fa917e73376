// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Searches of a batch: on hosts one thread goes through several in turns, on devices a kernel answers most of them, and a
// second one those that would keep the others of their warp waiting.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <lexikos/workspace.hpp>

#include "backends/launch.hpp"
#include "common/host_batches.hpp"
#include "fm_index/search_steps.hpp"
#include "fm_index/tuning.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::fm_detail
{

/// Items that a kernel leaves to the next one, so that a warp of that has one for each of its lanes.
struct LeftItems
{
  std::size_t* items;
  std::size_t* count;

  KOKKOS_FORCEINLINE_FUNCTION void push(std::size_t i) const { items[Kokkos::atomic_fetch_add(count, 1)] = i; }
};

/// begin(i) for all items, or begin_by_samples(i).
template <class Search, bool by_samples>
struct BeginSearch
{
  Search search;
  LeftItems left;

  KOKKOS_FUNCTION void operator()(std::size_t t) const
  {
    std::size_t const i = search.order != nullptr ? search.order[t] : t;
    bool is_answered = false;
    if constexpr (by_samples)
      is_answered = search.begin_by_samples(i);
    else
      is_answered = search.begin(i);
    if (!is_answered) left.push(i);
  }
};

/// finish(i) for those that are left.
template <class Search>
struct FinishSearch
{
  Search search;
  LeftItems left;
  std::size_t threads;

  KOKKOS_FUNCTION void operator()(std::size_t thread) const
  {
    std::size_t const count = *left.count;
    for (std::size_t k = thread; k < count; k += threads) search.finish(left.items[k]);
  }
};

/// All of a search: by turns on hosts, by both kernels on devices. Asynchronous on the instance. Takes scratch of the caller's
/// scope.
template <class ExecutionSpace, class Search>
void run_search(ExecutionSpace const& space, char const* label, std::size_t count, Search const& search,
                Workspace& workspace)
{
  if constexpr (detail::works_on_host<ExecutionSpace>) {
    detail::answer_on_host(space, label, count, searches_of_part, SearchInTurns<Search>{search});
  }
  else {
    using Range = backends::Range<ExecutionSpace>;
    LeftItems left{};
    if (search.limits.are_two()) {
      auto const items = workspace.take<std::size_t, typename ExecutionSpace::memory_space>(count + 1);
      left = {items.data() + 1, items.data()};
      Kokkos::deep_copy(space, backends::subspan(items, 0, 1), std::size_t{0});
    }
    bool by_samples = false;
    if constexpr (Search::may_be_packed) {
      using ManyThreads = Kokkos::RangePolicy<ExecutionSpace, BoundsBySamples, Kokkos::IndexType<std::size_t>>;
      by_samples = search.limits.are_long;
      if (by_samples)
        Kokkos::parallel_for(label, ManyThreads(space, 0, count), BeginSearch<Search, true>{search, left});
    }
    if (!by_samples) Kokkos::parallel_for(label, Range(space, 0, count), BeginSearch<Search, false>{search, left});
    if (!search.limits.are_two()) return;
    std::size_t const threads = std::max(std::min(count, min_late_threads), count / patterns_per_late_thread);
    Kokkos::parallel_for("lexikos::fm_index::finish", Range(space, 0, threads),
                         FinishSearch<Search>{search, left, threads});
  }
}

/// Bytes of scratch that this takes.
template <class ExecutionSpace>
[[nodiscard]] constexpr std::size_t search_bytes(std::size_t patterns)
{
  return detail::works_on_host<ExecutionSpace> ? 0 : (patterns + 1) * sizeof(std::size_t) + 256;
}

}  // namespace lexikos::fm_detail
