// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/host_queries.hpp>
#include <string>
#include <utility>
#include <vector>

#include "backends/launch.hpp"
#include "host_queries/tuning.hpp"
#include "system/host_memory.hpp"
#include "system/works_on_host.hpp"

namespace lexikos
{

namespace host_queries_detail
{

inline std::size_t aligned(std::size_t bytes)
{
  return (bytes + alignment - 1) / alignment * alignment;
}

inline std::size_t chunk_of(std::size_t n, std::size_t wanted)
{
  std::size_t const chunk = wanted != 0 ? wanted : std::clamp((n + 7) / 8, min_chunk, max_chunk);
  return std::max<std::size_t>(1, std::min(chunk, n));
}

struct CopyPiece
{
  std::byte* to;
  std::byte const* from;
  std::size_t bytes;

  void operator()(std::size_t p) const
  {
    std::size_t const first = p * copied_piece;
    std::memcpy(to + first, from + first, std::min(copied_piece, bytes - first));
  }
};

/// Bytes of pageable memory, copied by all threads of the instance. Fences.
template <class HostSpace>
void copy_by_threads(HostSpace const& space, std::byte* to, std::byte const* from, std::size_t bytes)
{
  std::size_t const pieces = (bytes + copied_piece - 1) / copied_piece;
  if (pieces < 2) {
    std::memcpy(to, from, bytes);
    return;
  }
  Kokkos::parallel_for("lexikos::host_queries::copy", backends::Range<HostSpace>(space, 0, pieces),
                       CopyPiece{to, from, bytes});
  space.fence("lexikos::host_queries::copy");
}

template <class ExecutionSpace>
std::vector<ExecutionSpace> make_instances(ExecutionSpace const& space)
{
  // instances of the host would only divide its threads
  if constexpr (detail::works_on_host<ExecutionSpace>)
    return std::vector<ExecutionSpace>(slots, space);
  else
    return Kokkos::Experimental::partition_space(space, std::vector<int>(slots, 1));
}

}  // namespace host_queries_detail

template <detail::ExecutionSpaceType ExecutionSpace>
struct HostQueries<ExecutionSpace>::Implementation
{
  /// What a chunk in flight uses.
  struct Slot
  {
    ExecutionSpace instance;
    Array<std::byte, memory_space> device;
    Array<std::byte, detail::PinnedSpace> staging;
    std::size_t first = 0;
    std::size_t count = 0;  // 0: none in flight
  };

  /// An array of the batch, and where its chunk is in the buffers.
  struct Operand
  {
    std::byte const* in;  // one of the two is null
    std::byte* out;
    std::size_t item_bytes;
    std::size_t offset;
    bool pinned;
  };

  ExecutionSpace space;
  HostQueriesOptions options;
  MemoryResource& resource;
  CopyingSpace copying;
  std::vector<Slot> slots;
  bool always_copy = false;

  Implementation(ExecutionSpace const& answering_space, HostQueriesOptions const& chosen_options,
                 CopyingSpace const& copying_space)
      : space(answering_space),
        options(chosen_options),
        resource(options.resource != nullptr ? *options.resource : default_memory_resource()),
        copying(copying_space)
  {}

  void run_in_place(std::size_t n, std::vector<In> const& in, std::vector<Out> const& out, Answer const& answer) const
  {
    std::vector<void const*> sources;
    std::vector<void*> targets;
    for (auto const& array : in) sources.push_back(array.data);
    for (auto const& array : out) targets.push_back(array.data);
    answer(space, n, sources, targets);
    space.fence("lexikos::host_queries::answer");
  }

  void run_in_chunks(std::size_t n, std::vector<In> const& in, std::vector<Out> const& out, Answer const& answer)
  {
    std::size_t const chunk = host_queries_detail::chunk_of(n, options.chunk);
    std::vector<Operand> const arrays = arrays_of(n, chunk, in, out);
    std::size_t const bytes = arrays.empty() ? 0 : end_of(arrays.back(), chunk);
    make_buffers(bytes, std::all_of(arrays.begin(), arrays.end(), [](Operand const& a) { return a.pinned; }));
    space.fence("lexikos::host_queries::begin");
    try {
      std::size_t turn = 0;
      for (std::size_t first = 0; first < n; first += chunk, ++turn) {
        Slot& slot = slots[turn % slots.size()];
        finish(slot, arrays);
        begin(slot, arrays, first, std::min(chunk, n - first), answer);
      }
      for (std::size_t s = 0; s < slots.size(); ++s) finish(slots[(turn + s) % slots.size()], arrays);
    }
    catch (...) {
      for (auto& slot : slots) {  // copies in flight read and write the caller's arrays
        slot.instance.fence("lexikos::host_queries::failed");
        slot.count = 0;
      }
      throw;
    }
  }

  static std::size_t end_of(Operand const& array, std::size_t chunk)
  {
    return host_queries_detail::aligned(array.offset + chunk * array.item_bytes);
  }

  static std::vector<Operand> arrays_of(std::size_t n, std::size_t chunk, std::vector<In> const& in,
                                        std::vector<Out> const& out)
  {
    std::vector<Operand> arrays;
    auto const add = [&](std::byte const* source, std::byte* target, std::size_t item_bytes) {
      std::size_t const offset = arrays.empty() ? 0 : end_of(arrays.back(), chunk);
      void const* const data = source != nullptr ? source : target;
      arrays.push_back({source, target, item_bytes, offset, detail::is_pinned<ExecutionSpace>(data, n * item_bytes)});
    };
    for (auto const& array : in) add(static_cast<std::byte const*>(array.data), nullptr, array.item_bytes);
    for (auto const& array : out) add(nullptr, static_cast<std::byte*>(array.data), array.item_bytes);
    return arrays;
  }

  void make_buffers(std::size_t bytes, bool all_pinned)
  {
    if (slots.empty())
      for (auto const& instance : host_queries_detail::make_instances(space)) slots.push_back({instance, {}, {}});
    for (auto& slot : slots) {
      grow(slot.device, bytes, "lexikos::host_queries::device");
      if (!all_pinned) grow(slot.staging, bytes, "lexikos::host_queries::staging");
    }
  }

  template <class View>
  void grow(View& view, std::size_t bytes, char const* label) const
  {
    if (view.extent(0) >= bytes) return;
    view = View();
    view = detail::allocate<std::byte, typename View::memory_space>(resource, label, bytes);
  }

  void begin(Slot& slot, std::vector<Operand> const& arrays, std::size_t first, std::size_t count, Answer const& answer)
  {
    slot.first = first;
    slot.count = count;
    std::vector<void const*> sources;
    std::vector<void*> targets;
    for (auto const& array : arrays) {
      std::byte* const there = slot.device.data() + array.offset;
      if (array.in == nullptr) {
        targets.push_back(there);
        continue;
      }
      sources.push_back(there);
      std::size_t const bytes = count * array.item_bytes;
      std::byte const* from = array.in + first * array.item_bytes;
      if (!array.pinned) {
        host_queries_detail::copy_by_threads(copying, slot.staging.data() + array.offset, from, bytes);
        from = slot.staging.data() + array.offset;
      }
      Kokkos::deep_copy(slot.instance, Span<std::byte, memory_space>(there, bytes),
                        Span<std::byte const, Kokkos::HostSpace>(from, bytes));
    }
    answer(slot.instance, count, sources, targets);
    for (auto const& array : arrays) {
      if (array.out == nullptr) continue;
      std::size_t const bytes = count * array.item_bytes;
      std::byte* const to = array.pinned ? array.out + first * array.item_bytes : slot.staging.data() + array.offset;
      Kokkos::deep_copy(slot.instance, Span<std::byte, Kokkos::HostSpace>(to, bytes),
                        Span<std::byte const, memory_space>(slot.device.data() + array.offset, bytes));
    }
  }

  /// Waits for the slot's chunk, and writes its results to the caller's arrays.
  void finish(Slot& slot, std::vector<Operand> const& arrays)
  {
    if (slot.count == 0) return;
    slot.instance.fence("lexikos::host_queries::finish");
    for (auto const& array : arrays)
      if (array.out != nullptr && !array.pinned)
        host_queries_detail::copy_by_threads(copying, array.out + slot.first * array.item_bytes,
                                             slot.staging.data() + array.offset, slot.count * array.item_bytes);
    slot.count = 0;
  }

  [[nodiscard]] std::size_t bytes() const
  {
    std::size_t sum = 0;
    for (auto const& slot : slots) sum += slot.device.extent(0) + slot.staging.extent(0);
    return sum;
  }
};

}  // namespace lexikos
