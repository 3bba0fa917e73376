// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace lexikos::backends::openmp
{

constexpr std::size_t cache_line = 64;

/// Copies `bytes` (a multiple of the cache line) past the caches. An ordinary store would first read the line that it then
/// overwrites whole, a third of all memory traffic of a scatter.
template <std::size_t bytes>
void stream(void* to, void const* from)
{
#ifdef __SSE2__
  auto* const target = static_cast<__m128i*>(to);
  auto const* const source = static_cast<__m128i const*>(from);
  for (std::size_t i = 0; i < bytes / sizeof(__m128i); ++i) _mm_stream_si128(target + i, _mm_load_si128(source + i));
#else
  std::memcpy(to, from, bytes);
#endif
}

/// A thread calls this after its last `stream`: streamed stores are not ordered with the stores that tell other threads that
/// it has finished.
inline void stream_fence()
{
#ifdef __SSE2__
  _mm_sfence();
#endif
}

inline bool is_line_aligned(void const* pointer)
{
  return reinterpret_cast<std::uintptr_t>(pointer) % cache_line == 0;
}

struct NoValue
{};

/// Where the pairs of a radix pass come from or go to. In a sort of keys alone there are no values.
template <class Key, class Value>
struct PairArrays
{
  static constexpr bool has_values = !std::is_same_v<Value, NoValue>;
  /// Pairs in a buffer: as many as fill a cache line of the array with the smaller items, and whole lines of the other.
  static constexpr std::size_t line = cache_line / (has_values ? std::min(sizeof(Key), sizeof(Value)) : sizeof(Key));

  Key* keys;
  Value* values;

  [[nodiscard]] bool are_aligned() const { return is_line_aligned(keys) && (!has_values || is_line_aligned(values)); }
};

/// The last pairs of one bucket that are not written yet. Slot p % line holds the pair for position p of the output, so that
/// lines of the buffer are lines of the output, and a full buffer can be streamed.
template <class Key, class Value>
struct alignas(cache_line) WriteBuffer
{
  static constexpr std::size_t line = PairArrays<Key, Value>::line;
  static constexpr bool has_values = PairArrays<Key, Value>::has_values;

  Key keys[line];
  Value values[has_values ? line : 1];

  void put(std::size_t slot, Key key, Value value)
  {
    keys[slot] = key;
    if constexpr (has_values) values[slot] = value;
  }

  /// Writes what the buffer holds for positions [begin, end) of one line, by ordinary stores.
  void write(std::size_t begin, std::size_t end, PairArrays<Key, Value> const& out) const
  {
    if (begin >= end) return;
    std::size_t const slot = begin % line;
    std::copy(keys + slot, keys + slot + (end - begin), out.keys + begin);
    if constexpr (has_values) std::copy(values + slot, values + slot + (end - begin), out.values + begin);
  }

  /// Writes the line at `begin` past the caches.
  void stream_line(std::size_t begin, PairArrays<Key, Value> const& out) const
  {
    stream<line * sizeof(Key)>(out.keys + begin, keys);
    if constexpr (has_values) stream<line * sizeof(Value)>(out.values + begin, values);
  }
};

/// Scatters pairs to their buckets' places in `out`, in order.
///
/// Written one by one, pairs of hundreds of buckets go to as many pages: each write misses the translation buffers, and lines
/// leave the cache half full, to be read again. So pairs wait in the buffers, which stay in the cache, until a line of the
/// output is full; it is then written at once. Where the output is not aligned to cache lines, full buffers are written by
/// ordinary stores, and all else is the same.
///
/// \param begins     where each bucket begins in the output
/// \param positions  scratch of as many entries
template <class Key, class Value, class Bucket>
void scatter_buffered(PairArrays<Key, Value> const in, std::size_t const begin, std::size_t const end,
                      PairArrays<Key, Value> const out, Bucket const bucket_of, std::size_t const buckets,
                      std::size_t const* const begins, std::size_t* const positions,
                      WriteBuffer<Key, Value>* const buffers)
{
  constexpr std::size_t line = WriteBuffer<Key, Value>::line;
  bool const streams = out.are_aligned();
  std::copy(begins, begins + buckets, positions);
  for (std::size_t i = begin; i < end; ++i) {
    Key const key = in.keys[i];
    std::size_t const bucket = bucket_of(key);
    std::size_t const position = positions[bucket]++;
    std::size_t const slot = position % line;
    if constexpr (PairArrays<Key, Value>::has_values)
      buffers[bucket].put(slot, key, in.values[i]);
    else
      buffers[bucket].put(slot, key, NoValue());
    if (slot != line - 1) continue;
    // slots before the bucket's first pair belong to another bucket, or to another thread: they are not ours to write
    std::size_t const line_begin = position - slot;
    if (streams && line_begin >= begins[bucket])
      buffers[bucket].stream_line(line_begin, out);
    else
      buffers[bucket].write(std::max(line_begin, begins[bucket]), position + 1, out);
  }
  for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
    std::size_t const line_begin = positions[bucket] - positions[bucket] % line;
    buffers[bucket].write(std::max(line_begin, begins[bucket]), positions[bucket], out);
  }
  if (streams) stream_fence();
}

}  // namespace lexikos::backends::openmp
