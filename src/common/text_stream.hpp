// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/fence_at_end.hpp>
#include <lexikos/memory.hpp>
#include <utility>
#include <vector>

#include "common/copy_by_threads.hpp"
#include "system/host_memory.hpp"
#include "system/instances.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::detail
{

/// A text as bytes.
struct TextBytes
{
  std::uint8_t const* data = nullptr;
  std::uint64_t symbols = 0;
  unsigned symbol_bytes = 1;

  [[nodiscard]] std::uint64_t bytes() const { return symbols * symbol_bytes; }
};

/// Symbols [first, first + count) of a text, and those after them that windows which start there have.
struct TextChunk
{
  std::uint8_t const* data;  // where an execution space works
  std::uint64_t first;
  std::uint64_t count;
};

/// Chunks that are copied while one is worked on: one to the device, and one to pinned memory before that.
constexpr std::uint64_t chunks_ahead = 2;
constexpr std::uint64_t chunks_of_stream = chunks_ahead + 1;

/// Takes texts in host memory, or mapped files, through the memory of an execution space, chunk by chunk.
///
/// While one chunk is worked on, the next one is copied to the device, and threads of the host copy the one after it to pinned
/// memory, unless the text is pinned; each on one of three instances that take turns. Where the space works on host memory
/// chunks are parts of the text, and nothing is copied. Memory: three chunks on the device, and three pinned ones.
template <class ExecutionSpace>
class TextStream
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  static constexpr bool works_in_place = works_on_host<ExecutionSpace>;

 public:
  struct Options
  {
    std::uint64_t chunk;         // symbols
    std::uint64_t overlap = 0;   // symbols after a chunk that come with it, where the text has them
    bool always_copies = false;  // on hosts too, for tests
    MemoryResource* resource = nullptr;
    // pinned memory for all chunks of the stream, while it lives; else it takes its own
    Span<std::uint8_t, PinnedSpace> staging = {};
  };

  TextStream(ExecutionSpace const& space, Options const& options) : m_space(space), m_options(options)
  {
    if (m_options.resource == nullptr) m_options.resource = &default_memory_resource();
  }
  TextStream(TextStream const&) = delete;
  TextStream& operator=(TextStream const&) = delete;
  ~TextStream()
  {
    for (auto const& slot : m_slots) fence_at_end(slot.instance);
  }

  /// What it takes where the space works.
  [[nodiscard]] static std::uint64_t bytes(Options const& options, unsigned symbol_bytes)
  {
    return works_in_place && !options.always_copies
               ? 0
               : chunks_of_stream * (options.chunk + options.overlap) * symbol_bytes;
  }

  /// function(instance, chunk) for all chunks of the text, in their order. It enqueues work on the instance; all that it
  /// enqueued for a chunk is done before it is called for the next one. Fences.
  template <class Function>
  void for_each_chunk(TextBytes const& text, Function const& function)
  {
    m_space.fence("lexikos::text_stream::begin");
    if (works_in_place && !m_options.always_copies)
      for_each_part(text, function);
    else
      for_each_copy(text, function);
  }

 private:
  struct Slot
  {
    ExecutionSpace instance;
    Array<std::uint8_t, MemorySpace> data;
    Array<std::uint8_t, PinnedSpace> own_staging;
    std::uint8_t* staging;
  };

  template <class Function>
  void for_each_part(TextBytes const& text, Function const& function)
  {
    for (std::uint64_t first = 0; first < text.symbols; first += m_options.chunk) {
      function(m_space, TextChunk{text.data + first * text.symbol_bytes, first,
                                  std::min(m_options.chunk, text.symbols - first)});
      m_space.fence("lexikos::text_stream::chunk");
    }
  }

  template <class Function>
  void for_each_copy(TextBytes const& text, Function const& function)
  {
    bool const is_pinned = detail::is_pinned<ExecutionSpace>(text.data, text.bytes());
    std::uint64_t const count = (text.symbols + m_options.chunk - 1) / m_options.chunk;
    make_slots(std::min(count, chunks_of_stream), text, is_pinned);
    auto const slot_of = [&](std::uint64_t chunk) -> Slot const& { return m_slots[chunk % chunks_of_stream]; };
    try {
      for (std::uint64_t copied = 0; copied < count + chunks_ahead; ++copied) {
        if (copied >= chunks_ahead) {
          std::uint64_t const chunk = copied - chunks_ahead;
          if (chunk > 0) slot_of(chunk - 1).instance.fence("lexikos::text_stream::chunk");
          std::uint64_t const first = chunk * m_options.chunk;
          function(slot_of(chunk).instance,
                   TextChunk{slot_of(chunk).data.data(), first, std::min(m_options.chunk, text.symbols - first)});
        }
        if (copied < count) copy(slot_of(copied), text, copied * m_options.chunk, is_pinned);
      }
    }
    catch (...) {
      wait();  // copies in flight read the caller's text
      throw;
    }
    wait();
  }

  void make_slots(std::size_t count, TextBytes const& text, bool is_pinned)
  {
    if (m_slots.empty())
      for (auto const& instance : instances_beside(m_space, chunks_of_stream))
        m_slots.push_back({instance, {}, {}, nullptr});
    std::uint64_t const symbols = std::min(m_options.chunk + m_options.overlap, text.symbols);
    for (std::size_t s = 0; s < count; ++s) {
      std::uint64_t const bytes = symbols * text.symbol_bytes;
      grow(m_slots[s].data, bytes);
      if (is_pinned) continue;
      bool const is_given = chunks_of_stream * bytes <= m_options.staging.extent(0);
      if (!is_given) grow(m_slots[s].own_staging, bytes);
      m_slots[s].staging = is_given ? m_options.staging.data() + s * bytes : m_slots[s].own_staging.data();
    }
  }

  template <class Buffer>
  void grow(Buffer& buffer, std::size_t bytes)
  {
    if (buffer.extent(0) >= bytes) return;
    buffer = Buffer();
    buffer = allocate<std::uint8_t, typename Buffer::memory_space>(*m_options.resource, "lexikos::text_stream", bytes);
  }

  void copy(Slot const& slot, TextBytes const& text, std::uint64_t first, bool is_pinned) const
  {
    std::uint64_t const symbols = std::min(m_options.chunk + m_options.overlap, text.symbols - first);
    std::size_t const bytes = symbols * text.symbol_bytes;
    std::uint8_t const* from = text.data + first * text.symbol_bytes;
    if (!is_pinned) {
      copy_by_threads(Kokkos::DefaultHostExecutionSpace(), reinterpret_cast<std::byte*>(slot.staging),
                      reinterpret_cast<std::byte const*>(from), bytes);
      from = slot.staging;
    }
    Kokkos::deep_copy(slot.instance, Span<std::uint8_t, MemorySpace>(slot.data.data(), bytes),
                      Span<std::uint8_t const, Kokkos::HostSpace>(from, bytes));
  }

  void wait() const
  {
    // the label is short, so that no memory is taken for it: there may be none left
    for (auto const& slot : m_slots) slot.instance.fence("text_stream");
  }

  ExecutionSpace m_space;
  Options m_options;
  std::vector<Slot> m_slots;
};

}  // namespace lexikos::detail
