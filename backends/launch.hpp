// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>

#include <lexikos/workspace.hpp>

#include "system/concurrency.hpp"

namespace lexikos::backends
{

/// Indices are std::size_t: Kokkos' default is 32 bits wide on GPUs, and wraps silently.
template <class ExecutionSpace>
using Range = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::size_t>>;

template <class View>
using SpanOf = Span<typename View::value_type, typename View::memory_space>;

/// The view without its ownership and other template arguments: of the type of a workspace's memory, and swappable with it.
template <class View>
SpanOf<View> as_span(View const& view)
{
  return SpanOf<View>(view.data(), view.extent(0));
}

/// view[begin, end).
template <class View>
SpanOf<View> subspan(View const& view, std::size_t begin, std::size_t end)
{
  return SpanOf<View>(view.data() + begin, end - begin);
}

/// n items in `count` contiguous chunks of `size` (the last one may be shorter), one work item each.
struct Chunks
{
  std::size_t n;
  std::size_t size;
  std::size_t count;

  KOKKOS_FUNCTION std::size_t begin(std::size_t chunk) const { return chunk * size; }
  KOKKOS_FUNCTION std::size_t end(std::size_t chunk) const { return chunk + 1 < count ? (chunk + 1) * size : n; }
};

/// As many chunks as the instance runs at once, but at most `max_chunks`, each of `min_chunk` items or more (n, if n is less).
/// n > 0, min_chunk > 0.
template <class ExecutionSpace>
Chunks make_chunks(ExecutionSpace const& space, std::size_t n, std::size_t min_chunk, std::size_t max_chunks)
{
  std::size_t const at_once =
      std::max<std::size_t>(1, std::min<std::size_t>(max_chunks, detail::concurrency_of(space)));
  std::size_t const wanted = std::clamp<std::size_t>(n / min_chunk, 1, at_once);
  std::size_t const size = (n + wanted - 1) / wanted;
  return {n, size, (n + size - 1) / size};
}

}  // namespace lexikos::backends
