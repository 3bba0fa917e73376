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

/// Copies `bytes` (a multiple of the cache line) past the caches: the line written is not read first.
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

/// To be called by a thread after its last `stream`, before others may read what it wrote.
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

/// Where the pairs of a radix pass come from and go to; values are absent for a sort of keys alone.
struct NoValue
{};

template <class Key, class Value>
struct PairArrays
{
  static constexpr bool has_values = !std::is_same_v<Value, NoValue>;

  Key* keys;
  Value* values;
};

/// Collects the pairs that go to each bucket until they fill whole cache lines, which are then written at once: a scatter
/// to hundreds of places touches one line of the cache a bucket instead of one page of memory.
///
/// Slot p % line of a bucket's line holds the pair for position p of the output, so that lines agree with the output's.
template <class Key, class Value>
class WriteBuffers
{
 public:
  static constexpr bool has_values = PairArrays<Key, Value>::has_values;
  static constexpr std::size_t line = cache_line / (has_values ? std::min(sizeof(Key), sizeof(Value)) : sizeof(Key));
  static constexpr std::size_t bytes_per_bucket =
      line * (sizeof(Key) + (has_values ? sizeof(Value) : 0)) + 2 * sizeof(std::size_t);

  /// \param memory  `buckets` * bytes_per_bucket bytes, aligned to the cache line
  WriteBuffers(void* memory, std::size_t buckets, PairArrays<Key, Value> const& out)
      : m_out(out),
        m_buckets(buckets),
        m_keys(static_cast<Key*>(memory)),
        m_values(reinterpret_cast<Value*>(m_keys + buckets * line)),
        m_positions(reinterpret_cast<std::size_t*>(has_values ? static_cast<void*>(m_values + buckets * line)
                                                              : static_cast<void*>(m_keys + buckets * line))),
        m_begins(m_positions + buckets),
        m_streams(is_line_aligned(out.keys) && (!has_values || is_line_aligned(out.values)))
  {}

  /// Where the bucket's first pair goes.
  void set_begin(std::size_t bucket, std::size_t begin) { m_positions[bucket] = m_begins[bucket] = begin; }

  void push(std::size_t bucket, Key key, Value value)
  {
    std::size_t const position = m_positions[bucket]++;
    std::size_t const slot = position % line;
    m_keys[bucket * line + slot] = key;
    if constexpr (has_values) m_values[bucket * line + slot] = value;
    if (slot == line - 1) write_line(bucket, position - slot);
  }

  /// Writes what is left in the lines.
  void flush()
  {
    for (std::size_t bucket = 0; bucket < m_buckets; ++bucket) {
      std::size_t const left = m_positions[bucket] % line;
      write_some(bucket, m_positions[bucket] - left, m_positions[bucket]);
    }
    if (m_streams) stream_fence();
  }

 private:
  void write_line(std::size_t bucket, std::size_t begin)
  {
    // the slots before the bucket's first pair belong to another bucket or another thread
    if (!m_streams || begin < m_begins[bucket]) return write_some(bucket, begin, begin + line);
    stream<line * sizeof(Key)>(m_out.keys + begin, m_keys + bucket * line);
    if constexpr (has_values) stream<line * sizeof(Value)>(m_out.values + begin, m_values + bucket * line);
  }

  void write_some(std::size_t bucket, std::size_t begin, std::size_t end)
  {
    begin = std::max(begin, m_begins[bucket]);
    if (begin >= end) return;
    std::size_t const from = bucket * line + begin % line;
    std::copy(m_keys + from, m_keys + from + (end - begin), m_out.keys + begin);
    if constexpr (has_values) std::copy(m_values + from, m_values + from + (end - begin), m_out.values + begin);
  }

  PairArrays<Key, Value> m_out;
  std::size_t m_buckets;
  Key* m_keys;
  Value* m_values;
  std::size_t* m_positions;
  std::size_t* m_begins;
  bool m_streams;
};

}  // namespace lexikos::backends::openmp
