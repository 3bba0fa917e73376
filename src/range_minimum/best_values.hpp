// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The k best values of a range: the best of the whole range first; then its two parts, left and right of it, wait in a heap
// for their turn (Frederickson 1993 has the bound without the logarithm; Muthukrishnan 2002 has this use of range minima).

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/range_queries.hpp>

#include "system/concurrency.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::range_minimum_detail
{

/// A part of a range that is not empty, and where its best value stands. Places have the type of the values.
template <class Value>
struct Part
{
  Value value;
  Value begin;
  Value best;
  Value end;
};

/// The heaps of all workers, each of at most k parts: one after the other on a host; entry by entry on a device, where
/// neighbouring threads then read side by side.
struct HeapLayout
{
  std::size_t entry_stride;
  std::size_t worker_stride;

  template <class ExecutionSpace>
  static HeapLayout of(std::size_t k, std::size_t workers)
  {
    return detail::works_on_host<ExecutionSpace> ? HeapLayout{1, k} : HeapLayout{workers, 1};
  }
};

/// Worker w takes the ranges w, w + workers, ...
template <class Value, Extremum extremum>
struct FindBestValues
{
  using Queries = detail::RangeQueries<Value, extremum>;

  Queries queries;
  Value const* begins;
  Value const* ends;
  std::size_t count;
  std::size_t k;
  Value* results;
  Part<Value>* heaps;
  HeapLayout layout;
  std::size_t workers;

  struct Heap
  {
    Part<Value>* parts;
    std::size_t stride;
    std::size_t size = 0;

    KOKKOS_FUNCTION Part<Value>& at(std::size_t i) const { return parts[i * stride]; }
    KOKKOS_FUNCTION static bool is_before(Part<Value> const& a, Part<Value> const& b)
    {
      return Queries::is_better(a.value, b.value);
    }

    KOKKOS_FUNCTION void push(Part<Value> const& part)
    {
      std::size_t i = size++;
      for (; i > 0 && is_before(part, at((i - 1) / 2)); i = (i - 1) / 2) at(i) = at((i - 1) / 2);
      at(i) = part;
    }

    KOKKOS_FUNCTION Part<Value> pop()
    {
      Part<Value> const best = at(0);
      Part<Value> const last = at(--size);
      std::size_t i = 0;
      for (std::size_t child = 1; child < size; child = 2 * i + 1) {
        if (child + 1 < size && is_before(at(child + 1), at(child))) ++child;
        if (!is_before(at(child), last)) break;
        at(i) = at(child);
        i = child;
      }
      at(i) = last;
      return best;
    }
  };

  KOKKOS_FUNCTION void operator()(std::size_t worker) const
  {
    Heap heap{heaps + worker * layout.worker_stride, layout.entry_stride};
    for (std::size_t range = worker; range < count; range += workers) {
      heap.size = 0;
      std::uint64_t const end = ends[range] < queries.n ? ends[range] : queries.n;
      push(heap, begins[range], end);
      for (std::size_t j = 0; j < k; ++j) results[range * k + j] = next(heap, k - j);
    }
  }

 private:
  KOKKOS_FUNCTION void push(Heap& heap, std::uint64_t begin, std::uint64_t end) const
  {
    if (begin >= end) return;
    auto const best = queries.best_of(begin, end);
    heap.push({best.value, static_cast<Value>(begin), static_cast<Value>(queries.position_of(best)),
               static_cast<Value>(end)});
  }

  /// The next value; `wanted` counts it and those after it.
  KOKKOS_FUNCTION Value next(Heap& heap, std::size_t wanted) const
  {
    if (heap.size == 0) return Queries::no_value;
    auto const part = heap.pop();
    if (wanted > 1) {  // so the heap never has more than k parts
      push(heap, part.begin, part.best);
      push(heap, static_cast<std::uint64_t>(part.best) + 1, part.end);
    }
    return part.value;
  }
};

/// Workers for a number of ranges, and thereby heaps.
template <class ExecutionSpace>
std::size_t best_values_workers(ExecutionSpace const& space, std::size_t ranges)
{
  return std::min(ranges, static_cast<std::size_t>(detail::concurrency_of(space)));
}

}  // namespace lexikos::range_minimum_detail
