// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Words of bits and of bytes: counting ones, finding them, reading from any address, and hints about what is read next. All
// that differs between hosts and devices is here, and in no other header.

#include <Kokkos_Core.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

/// Before a loop of a kernel with a constant number of iterations.
#ifdef __CUDA_ARCH__
#define LEXIKOS_UNROLL _Pragma("unroll")
#else
#define LEXIKOS_UNROLL
#endif

namespace lexikos::detail
{

static_assert(std::endian::native == std::endian::little, "the first byte of a word is its lowest");

/// Whether the caller is host code; a constant for the optimiser.
KOKKOS_FORCEINLINE_FUNCTION bool runs_on_host()
{
  KOKKOS_IF_ON_HOST((return true;))
  KOKKOS_IF_ON_DEVICE((return false;))
}

/// Prefetches the cache line of an address; does nothing on a device. Inlined by force: GCC takes a function that only does
/// this for one without effects, and drops its calls.
KOKKOS_FORCEINLINE_FUNCTION void prefetch(void const* address)
{
  KOKKOS_IF_ON_HOST((__builtin_prefetch(address);))
  static_cast<void>(address);
}

// ----- bits --------------------------------------------------------------------------------------------------------------

KOKKOS_FORCEINLINE_FUNCTION unsigned ones_in(std::uint64_t word)
{
#ifdef __CUDA_ARCH__
  return static_cast<unsigned>(__popcll(static_cast<long long>(word)));
#elif defined(__GNUC__)
  return static_cast<unsigned>(__builtin_popcountll(word));
#else
  return static_cast<unsigned>(Kokkos::Experimental::popcount_builtin(word));
#endif
}

KOKKOS_FORCEINLINE_FUNCTION unsigned ones_in(std::uint32_t word)
{
#ifdef __CUDA_ARCH__
  return static_cast<unsigned>(__popc(static_cast<int>(word)));
#elif defined(__GNUC__)
  return static_cast<unsigned>(__builtin_popcount(word));
#else
  return static_cast<unsigned>(Kokkos::Experimental::popcount_builtin(word));
#endif
}

/// The lowest bit becomes the highest.
KOKKOS_FORCEINLINE_FUNCTION std::uint64_t reverse_bits(std::uint64_t word)
{
#ifdef __CUDA_ARCH__
  return __brevll(word);
#else
  word = (word >> 1 & 0x5555555555555555) | (word & 0x5555555555555555) << 1;
  word = (word >> 2 & 0x3333333333333333) | (word & 0x3333333333333333) << 2;
  word = (word >> 4 & 0x0F0F0F0F0F0F0F0F) | (word & 0x0F0F0F0F0F0F0F0F) << 4;
  word = (word >> 8 & 0x00FF00FF00FF00FF) | (word & 0x00FF00FF00FF00FF) << 8;
  word = (word >> 16 & 0x0000FFFF0000FFFF) | (word & 0x0000FFFF0000FFFF) << 16;
  return word >> 32 | word << 32;
#endif
}

/// i / divisor. Devices divide numbers of 32 bits by a constant in a fifth of the time.
template <std::uint32_t divisor>
[[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t quotient(std::uint64_t i)
{
#ifdef __CUDA_ARCH__
  if (i >> 32 == 0) return static_cast<std::uint32_t>(i) / divisor;
#endif
  return i / divisor;
}

/// The n lowest bits; none for n <= 0, all for n >= 64.
KOKKOS_FORCEINLINE_FUNCTION std::uint64_t low_bits(int n)
{
  if (n <= 0) return 0;
  return ~std::uint64_t{0} >> (n >= 64 ? 0 : 64 - n);
}

#if defined(__SIZEOF_INT128__) && !defined(__CUDA_ARCH__)
__extension__ using uint128 = unsigned __int128;
#endif

/// The upper 64 bits of a product of 128.
KOKKOS_FORCEINLINE_FUNCTION std::uint64_t high_product(std::uint64_t a, std::uint64_t b)
{
#ifdef __CUDA_ARCH__
  return __umul64hi(a, b);
#else
  return static_cast<std::uint64_t>((static_cast<uint128>(a) * b) >> 64);
#endif
}

/// Position of the one that follows k others; k < ones_in(word).
KOKKOS_FORCEINLINE_FUNCTION unsigned select_in_word(std::uint64_t word, unsigned k)
{
  auto half = static_cast<std::uint32_t>(word);
  unsigned at = 0;
  unsigned const low = ones_in(half);
  if (k >= low) {
    k -= low;
    half = static_cast<std::uint32_t>(word >> 32);
    at = 32;
  }
  for (unsigned width = 16; width != 0; width /= 2) {
    unsigned const ones = ones_in(half & ((1u << width) - 1));
    bool const above = k >= ones;
    k -= above ? ones : 0;
    half >>= above ? width : 0;
    at += above ? width : 0;
  }
  return at;
}

// ----- bytes of a word ---------------------------------------------------------------------------------------------------

/// The first byte, which is the lowest, goes to a place of [0, 8), and those up to there each to the place before.
KOKKOS_FORCEINLINE_FUNCTION std::uint64_t move_first_byte(std::uint64_t word, unsigned place)
{
#ifdef __CUDA_ARCH__
  // the same of the numbers of the bytes, four bits each, by which an instruction chooses four bytes
  std::uint32_t const moved = 0xFFFFFFFFu >> (28 - 4 * place);
  std::uint32_t const chosen = (0x76543210u & ~moved) | (0x07654321u & (moved >> 4));
  auto const low = static_cast<std::uint32_t>(word);
  auto const high = static_cast<std::uint32_t>(word >> 32);
  return __byte_perm(low, high, chosen) | static_cast<std::uint64_t>(__byte_perm(low, high, chosen >> 16)) << 32;
#else
  std::uint64_t const moved = ~std::uint64_t{0} >> (56 - 8 * place);
  return ((word & moved) >> 8) | ((word & 0xFF) << (8 * place)) | (word & ~moved);
#endif
}

// ----- several words at a time -------------------------------------------------------------------------------------------

/// Reads words [0..count) at `from`, aligned to 16 bytes. A device reads two at a time, and the second sector of a block,
/// which is 32 bytes long, only if `whole`; the host reads all, which costs less than a wrong guess.
template <unsigned count>
KOKKOS_FORCEINLINE_FUNCTION void load_words(std::uint64_t const* from, std::uint64_t (&words)[count],
                                            [[maybe_unused]] bool whole)
{
#ifdef __CUDA_ARCH__
  auto const* const pairs = reinterpret_cast<ulonglong2 const*>(from);
#pragma unroll
  for (unsigned w = 0; w < count; w += 2) {
    ulonglong2 pair{0, 0};
    if (w < 4 || whole) pair = pairs[w / 2];
    words[w] = pair.x;
    words[w + 1] = pair.y;
  }
#else
  for (unsigned w = 0; w < count; ++w) words[w] = from[w];
#endif
}

/// Writes words [0..count) to `to`, aligned to 16 bytes; a device writes two at a time.
template <unsigned count>
KOKKOS_FORCEINLINE_FUNCTION void store_words(std::uint64_t* to, std::uint64_t const (&words)[count])
{
#ifdef __CUDA_ARCH__
  auto* const pairs = reinterpret_cast<ulonglong2*>(to);
#pragma unroll
  for (unsigned w = 0; w < count; w += 2) pairs[w / 2] = ulonglong2{words[w], words[w + 1]};
#else
  for (unsigned w = 0; w < count; ++w) to[w] = words[w];
#endif
}

/// Reads four values of 4 or 8 bytes that nobody needs again, so that they push nothing out of a device's caches.
/// \param aligned  whether `from` is aligned to 16 bytes
template <class Value>
KOKKOS_FORCEINLINE_FUNCTION void stream_in(Value const* from, [[maybe_unused]] bool aligned, std::size_t (&values)[4])
{
#ifdef __CUDA_ARCH__
  if (aligned) {
    if constexpr (sizeof(Value) == 4) {
      uint4 const four = __ldcs(reinterpret_cast<uint4 const*>(from));
      values[0] = four.x;
      values[1] = four.y;
      values[2] = four.z;
      values[3] = four.w;
    }
    else {
      ulonglong2 const low = __ldcs(reinterpret_cast<ulonglong2 const*>(from));
      ulonglong2 const high = __ldcs(reinterpret_cast<ulonglong2 const*>(from) + 1);
      values[0] = low.x;
      values[1] = low.y;
      values[2] = high.x;
      values[3] = high.y;
    }
    return;
  }
#endif
  for (unsigned k = 0; k < 4; ++k) values[k] = from[k];
}

/// Writes four values of 1, 4 or 8 bytes likewise.
/// \param aligned  whether `to` is aligned to 16 bytes, or to 4 for values of 1 byte
template <class Value>
KOKKOS_FORCEINLINE_FUNCTION void stream_out(Value* to, [[maybe_unused]] bool aligned, Value const (&values)[4])
{
#ifdef __CUDA_ARCH__
  if (aligned) {
    if constexpr (sizeof(Value) == 1) {
      __stcs(reinterpret_cast<uchar4*>(to), uchar4{values[0], values[1], values[2], values[3]});
    }
    else if constexpr (sizeof(Value) == 4) {
      __stcs(reinterpret_cast<uint4*>(to), uint4{values[0], values[1], values[2], values[3]});
    }
    else {
      __stcs(reinterpret_cast<ulonglong2*>(to), ulonglong2{values[0], values[1]});
      __stcs(reinterpret_cast<ulonglong2*>(to) + 1, ulonglong2{values[2], values[3]});
    }
    return;
  }
#endif
  for (unsigned k = 0; k < 4; ++k) to[k] = values[k];
}

// ----- bytes from any address --------------------------------------------------------------------------------------------

/// Reads the bytes data[at..at + 8) as a little-endian number, if loads within data[0..size) can: a host reads just those
/// bytes, a device the aligned words that hold them. Returns whether it did; `word` stays as it was otherwise.
KOKKOS_FORCEINLINE_FUNCTION bool load_word(std::uint8_t const* data, std::uint64_t at, std::uint64_t size,
                                           std::uint64_t& word)
{
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__) || defined(__SYCL_DEVICE_ONLY__)
  auto const address = reinterpret_cast<std::uintptr_t>(data + at);
  std::uint64_t const offset = address % 8;
  if (at < offset || at - offset + (offset == 0 ? 8 : 16) > size) return false;
  auto const* const words = reinterpret_cast<std::uint64_t const*>(address - offset);
  word = words[0] >> (8 * offset);
  if (offset != 0) word |= words[1] << (64 - 8 * offset);
  return true;
#else
  if (at + 8 > size) return false;
  std::memcpy(&word, data + at, sizeof(word));
  return true;
#endif
}

/// The same for every at < size; bytes from data[size] on count as zeros.
KOKKOS_FORCEINLINE_FUNCTION std::uint64_t load_padded_word(std::uint8_t const* data, std::uint64_t at,
                                                           std::uint64_t size)
{
  std::uint64_t word = 0;
  if (load_word(data, at, size, word)) return word;
  for (std::uint64_t i = 0; i < 8 && at + i < size; ++i) word |= std::uint64_t{data[at + i]} << (8 * i);
  return word;
}

/// Bytes from any address on, eight at a time. A host reads just those bytes; a device reads aligned words, each once: the
/// caller makes sure that it may read `reads_before()` bytes before the first byte and `reads_after()` bytes from the first
/// byte of the last word on.
class UnalignedWords
{
 public:
  // \param aligned  whether to read as a device does, which hosts can too

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION static unsigned reads_before(bool aligned = !runs_on_host())
  {
    return aligned ? 7 : 0;
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION static unsigned reads_after(bool aligned = !runs_on_host())
  {
    return aligned ? 16 : 8;
  }

  KOKKOS_FORCEINLINE_FUNCTION explicit UnalignedWords(std::uint8_t const* data, bool aligned = !runs_on_host())
      : m_data(data), m_aligned(aligned)
  {
    if (!aligned) return;
    auto const address = reinterpret_cast<std::uintptr_t>(data);
    m_shift = 8 * static_cast<unsigned>(address & 7);
    m_data = reinterpret_cast<std::uint8_t const*>(address & ~std::uintptr_t{7});
    m_current = *reinterpret_cast<std::uint64_t const*>(m_data);
  }

  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t next()
  {
    std::uint64_t bytes = 0;
    if (m_aligned) {
      m_data += 8;
      auto const following = *reinterpret_cast<std::uint64_t const*>(m_data);
      // in two steps: a shift by 64 is undefined
      bytes = (m_current >> m_shift) | ((following << 1) << (63 - m_shift));
      m_current = following;
    }
    else {
      std::memcpy(&bytes, m_data, 8);
      m_data += 8;
    }
    return bytes;
  }

 private:
  std::uint8_t const* m_data;   ///< the next byte; of aligned loads, the word that was read last
  std::uint64_t m_current = 0;  ///< that word
  unsigned m_shift = 0;         ///< bits of its first word that are not asked for
  bool m_aligned;
};

}  // namespace lexikos::detail
