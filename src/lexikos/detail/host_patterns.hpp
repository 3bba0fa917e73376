// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/views.hpp>
#include <lexikos/host_queries.hpp>
#include <lexikos/patterns.hpp>
#include <utility>
#include <vector>

namespace lexikos::detail
{

/// Answers patterns of host memory through a pipeline: answer(instance, symbols, offsets, results...) for some of them at a
/// time, where the execution space works. The results are views of host memory with an entry a pattern.
template <class ExecutionSpace, class Symbol, class Answer, HostArrayView... Results>
  requires(Writable<Results>&&...)
void answer_host_patterns(HostQueries<ExecutionSpace>& pipeline, HostPatterns<Symbol> const& patterns,
                          Answer const& answer, Results const&... results)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = patterns.size();
  (check_extent(results.extent(0), n, "a view of results"), ...);
  pipeline.run(n,
               {patterns.symbols.data(), patterns.symbols.size(), sizeof(Symbol),
                patterns.offsets.empty() ? nullptr : patterns.offsets.data(), patterns.length},
               {{results.data(), sizeof(typename Results::value_type)}...},
               [&](ExecutionSpace const& instance, std::size_t count,
                   typename HostQueries<ExecutionSpace>::SequenceChunk const& chunk, std::vector<void*> const& out) {
                 Span<Symbol const, MemorySpace> const symbols(static_cast<Symbol const*>(chunk.data), chunk.items);
                 Span<std::uint64_t const, MemorySpace> const offsets(chunk.offsets, count + 1);
                 [&]<std::size_t... i>(std::index_sequence<i...>)
                 {
                   answer(instance, symbols, offsets,
                          Span<typename Results::value_type, MemorySpace>(
                              static_cast<typename Results::value_type*>(out[i]), count)...);
                 }
                 (std::index_sequence_for<Results...>{});
               });
}

/// `index.count` of patterns of host memory.
template <class ExecutionSpace, class Index, class Symbol, class Counts>
void count_host_patterns(HostQueries<ExecutionSpace>& pipeline, Index const& index,
                         HostPatterns<Symbol> const& patterns, Counts const& counts)
{
  auto const count = [&index](ExecutionSpace const& instance, auto const& symbols, auto const& offsets,
                              auto const& some) { index.count(instance, symbols, offsets, some); };
  answer_host_patterns(pipeline, patterns, count, counts);
}

/// `index.intervals` of patterns of host memory.
template <class ExecutionSpace, class Index, class Symbol, class Begins, class Ends>
void find_host_patterns(HostQueries<ExecutionSpace>& pipeline, Index const& index, HostPatterns<Symbol> const& patterns,
                        Begins const& begins, Ends const& ends)
{
  auto const find = [&index](ExecutionSpace const& instance, auto const& symbols, auto const& offsets,
                             auto const& some_begins, auto const& some_ends) {
    index.intervals(instance, symbols, offsets, some_begins, some_ends);
  };
  answer_host_patterns(pipeline, patterns, find, begins, ends);
}

}  // namespace lexikos::detail
