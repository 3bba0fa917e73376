// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/host_queries.hpp>
#include <string>
#include <utility>
#include <vector>

#include "backends/launch.hpp"
#include "common/copy_by_threads.hpp"
#include "common/pattern_offsets.hpp"
#include "host_queries/batch_arrays.hpp"
#include "host_queries/tuning.hpp"
#include "system/instances.hpp"

namespace lexikos
{

namespace host_queries_detail
{

inline std::size_t chunk_of(std::size_t n, std::size_t wanted)
{
  std::size_t const chunk = wanted != 0 ? wanted : std::clamp((n + 7) / 8, min_chunk, max_chunk);
  return std::max<std::size_t>(1, std::min(chunk, n));
}

/// Offsets of sequences of one length.
struct EqualOffsets
{
  std::uint64_t* offsets;
  std::uint64_t length;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { offsets[i] = i * length; }
};

struct SubtractFrom
{
  std::uint64_t* values;
  std::uint64_t subtrahend;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { values[i] -= subtrahend; }
};

}  // namespace host_queries_detail

template <detail::ExecutionSpaceType ExecutionSpace>
struct HostQueries<ExecutionSpace>::Implementation
{
  using Chunk = host_queries_detail::Chunk;
  using Operand = host_queries_detail::Operand;
  using Arrays = host_queries_detail::BatchArrays<ExecutionSpace>;

  /// What a chunk in flight uses.
  struct Slot
  {
    ExecutionSpace instance;
    Array<std::byte, memory_space> device;
    Array<std::byte, detail::PinnedSpace> staging;
    Chunk chunk{0, 0};  // of no queries: none in flight
  };

  /// Enqueues the answers of a chunk, of which the arrays lie in the buffers.
  using AnswerChunk = std::function<void(ExecutionSpace const& instance, Chunk const& chunk,
                                         std::vector<std::byte*> const& in, std::vector<void*> const& out)>;

  ExecutionSpace space;
  HostQueriesOptions options;
  MemoryResource& resource;
  CopyingSpace copying;
  std::vector<Slot> slots;
  Array<std::uint64_t, memory_space> equal_offsets;  // of sequences of one length
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
    Arrays arrays{n, host_queries_detail::chunk_of(n, options.chunk)};
    for (auto const& array : in) arrays.add({static_cast<std::byte const*>(array.data), nullptr, array.item_bytes});
    for (auto const& array : out) arrays.add({nullptr, static_cast<std::byte*>(array.data), array.item_bytes});
    run_chunks(arrays, [&](ExecutionSpace const& instance, Chunk const& chunk, std::vector<std::byte*> const& sources,
                           std::vector<void*> const& targets) {
      answer(instance, chunk.count, {sources.begin(), sources.end()}, targets);
    });
  }

  // ----- sequences --------------------------------------------------------------------------------------------------------

  void check(std::size_t n, Sequences const& in) const
  {
    if (in.offsets != nullptr)
      return detail::check_pattern_offsets(copying, Span<std::uint64_t const, Kokkos::HostSpace>(in.offsets, n + 1),
                                           in.items);
    bool const fits = in.length == 0 ? in.items == 0 : in.items % in.length == 0 && in.items / in.length == n;
    detail::require(fits, ErrorCode::invalid_argument,
                    std::to_string(n) + " queries of " + std::to_string(in.length) + " items are not " +
                        std::to_string(in.items) + " items");
  }

  void run_in_place(std::size_t n, Sequences const& in, std::vector<Out> const& out, AnswerSequences const& answer)
  {
    std::vector<void*> targets;
    for (auto const& array : out) targets.push_back(array.data);
    if (in.offsets == nullptr) make_equal_offsets(n, in.length);
    answer(space, n, {in.data, in.items, in.offsets != nullptr ? in.offsets : equal_offsets.data()}, targets);
    space.fence("lexikos::host_queries::answer");
  }

  void run_in_chunks(std::size_t n, Sequences const& in, std::vector<Out> const& out, AnswerSequences const& answer)
  {
    Arrays arrays{n, sequences_of_chunk(n, in)};
    auto const* const data = static_cast<std::byte const*>(in.data);
    if (in.offsets == nullptr) {
      arrays.add({data, nullptr, in.length * in.item_bytes});
      make_equal_offsets(arrays.chunk, in.length);
    }
    else {
      arrays.add({data, nullptr, in.item_bytes, in.offsets});
      arrays.add({reinterpret_cast<std::byte const*>(in.offsets), nullptr, sizeof(std::uint64_t), nullptr, 1});
    }
    for (auto const& array : out) arrays.add({nullptr, static_cast<std::byte*>(array.data), array.item_bytes});
    run_chunks(arrays, [&](ExecutionSpace const& instance, Chunk const& chunk, std::vector<std::byte*> const& sources,
                           std::vector<void*> const& targets) {
      if (in.offsets == nullptr)
        return answer(instance, chunk.count, {sources[0], chunk.count * in.length, equal_offsets.data()}, targets);
      auto* const offsets = reinterpret_cast<std::uint64_t*>(sources[1]);
      std::uint64_t const before = in.offsets[chunk.first];
      Kokkos::parallel_for("lexikos::host_queries::offsets",
                           backends::Range<ExecutionSpace>(instance, 0, chunk.count + 1),
                           host_queries_detail::SubtractFrom{offsets, before});
      answer(instance, chunk.count, {sources[0], in.offsets[chunk.first + chunk.count] - before, offsets}, targets);
    });
  }

  [[nodiscard]] std::size_t sequences_of_chunk(std::size_t n, Sequences const& in) const
  {
    std::size_t const chunk = host_queries_detail::chunk_of(n, options.chunk);
    std::size_t const items = in.offsets != nullptr ? in.offsets[n] - in.offsets[0] : in.items;
    std::size_t const mean_bytes = items / n * in.item_bytes + 1;
    if (options.chunk != 0) return chunk;
    return std::clamp<std::size_t>(host_queries_detail::max_sequence_bytes / mean_bytes, 1, chunk);
  }

  /// Offsets of n sequences of one length.
  void make_equal_offsets(std::size_t n, std::size_t length)
  {
    if (equal_offsets.extent(0) < n + 1) {
      equal_offsets = {};
      equal_offsets = detail::allocate<std::uint64_t, memory_space>(resource, "lexikos::host_queries::offsets", n + 1);
    }
    Kokkos::parallel_for("lexikos::host_queries::offsets", backends::Range<ExecutionSpace>(space, 0, n + 1),
                         host_queries_detail::EqualOffsets{equal_offsets.data(), length});
  }

  // ----- chunks -----------------------------------------------------------------------------------------------------------

  void run_chunks(Arrays const& arrays, AnswerChunk const& answer)
  {
    make_buffers(arrays.bytes, arrays.are_pinned());
    space.fence("lexikos::host_queries::begin");
    try {
      std::size_t turn = 0;
      for (std::size_t first = 0; first < arrays.n; first += arrays.chunk, ++turn) {
        Slot& slot = slots[turn % slots.size()];
        finish(slot, arrays.operands);
        begin(slot, arrays.operands, {first, std::min(arrays.chunk, arrays.n - first)}, answer);
      }
      for (std::size_t s = 0; s < slots.size(); ++s) finish(slots[(turn + s) % slots.size()], arrays.operands);
    }
    catch (...) {
      for (auto& slot : slots) {  // copies in flight read and write the caller's arrays
        slot.instance.fence("lexikos::host_queries::failed");
        slot.chunk.count = 0;
      }
      throw;
    }
  }

  void make_buffers(std::size_t bytes, bool all_pinned)
  {
    if (slots.empty())
      for (auto const& instance : detail::instances_beside(space, host_queries_detail::slots))
        slots.push_back({instance, {}, {}});
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

  void begin(Slot& slot, std::vector<Operand> const& arrays, Chunk const& chunk, AnswerChunk const& answer)
  {
    slot.chunk = chunk;
    std::vector<std::byte*> sources;
    std::vector<void*> targets;
    for (auto const& array : arrays) {
      std::byte* const there = slot.device.data() + array.offset;
      if (array.in == nullptr) {
        targets.push_back(there);
        continue;
      }
      sources.push_back(there);
      std::size_t const bytes = array.bytes_of(chunk.first, chunk.count);
      std::byte const* from = array.in + array.bytes_before(chunk.first);
      if (!array.pinned) {
        detail::copy_by_threads(copying, slot.staging.data() + array.offset, from, bytes);
        from = slot.staging.data() + array.offset;
      }
      Kokkos::deep_copy(slot.instance, Span<std::byte, memory_space>(there, bytes),
                        Span<std::byte const, Kokkos::HostSpace>(from, bytes));
    }
    answer(slot.instance, chunk, sources, targets);
    for (auto const& array : arrays) {
      if (array.out == nullptr) continue;
      std::size_t const bytes = array.bytes_of(chunk.first, chunk.count);
      std::byte* const to =
          array.pinned ? array.out + array.bytes_before(chunk.first) : slot.staging.data() + array.offset;
      Kokkos::deep_copy(slot.instance, Span<std::byte, Kokkos::HostSpace>(to, bytes),
                        Span<std::byte const, memory_space>(slot.device.data() + array.offset, bytes));
    }
  }

  /// Waits for the slot's chunk, and writes its results to the caller's arrays.
  void finish(Slot& slot, std::vector<Operand> const& arrays)
  {
    if (slot.chunk.count == 0) return;
    slot.instance.fence("lexikos::host_queries::finish");
    for (auto const& array : arrays)
      if (array.out != nullptr && !array.pinned)
        detail::copy_by_threads(copying, array.out + array.bytes_before(slot.chunk.first),
                                slot.staging.data() + array.offset, array.bytes_of(slot.chunk.first, slot.chunk.count));
    slot.chunk.count = 0;
  }

  [[nodiscard]] std::size_t bytes() const
  {
    std::size_t sum = equal_offsets.extent(0) * sizeof(std::uint64_t);
    for (auto const& slot : slots) sum += slot.device.extent(0) + slot.staging.extent(0);
    return sum;
  }
};

}  // namespace lexikos
