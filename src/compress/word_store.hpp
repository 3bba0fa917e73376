// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <lexikos/detail/words.hpp>
#include <lexikos/memory.hpp>

namespace lexikos::compress_detail
{

/// Symbols of a word, the first one lowest, stored at once where these are aligned: a thread of a device stores a word in the
/// time of a byte.
class WordStore
{
 public:
  static constexpr std::uint32_t symbols = sizeof(std::uint64_t);

  KOKKOS_INLINE_FUNCTION explicit WordStore(std::uint8_t* to)
      : m_to(to),
        m_by_words(std::endian::native == std::endian::little && reinterpret_cast<std::uintptr_t>(to) % symbols == 0)
  {}

  /// \param i  a multiple of `symbols`
  KOKKOS_INLINE_FUNCTION void put(std::uint32_t i, std::uint64_t word) const
  {
    if (m_by_words)
      std::memcpy(__builtin_assume_aligned(m_to + i, symbols), &word, symbols);
    else
      put_some(i, word, symbols);
  }
  KOKKOS_INLINE_FUNCTION void put_some(std::uint32_t i, std::uint64_t word, std::uint32_t count) const
  {
    for (std::uint32_t k = 0; k < count; ++k, word >>= 8) m_to[i + k] = static_cast<std::uint8_t>(word);
  }

 private:
  std::uint8_t* m_to;
  bool m_by_words;
};

/// to[place, place + count) = from[source, source + count), which do not overlap.
template <class MemorySpace>
KOKKOS_INLINE_FUNCTION void copy_symbols(Span<std::uint8_t const, MemorySpace> const& from, std::size_t source,
                                         Span<std::uint8_t, MemorySpace> const& to, std::size_t place,
                                         std::uint32_t count)
{
  if (detail::runs_on_host()) {
    std::memcpy(to.data() + place, from.data() + source, count);
    return;
  }
  WordStore const store(to.data() + place);
  for (std::uint32_t i = 0; i < count; i += WordStore::symbols) {
    std::uint64_t const word = detail::load_padded_word(from.data(), source + i, from.extent(0));
    if (i + WordStore::symbols <= count)
      store.put(i, word);
    else
      store.put_some(i, word, count - i);
  }
}

}  // namespace lexikos::compress_detail
