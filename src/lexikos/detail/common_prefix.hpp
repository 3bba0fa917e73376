// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <lexikos/detail/words.hpp>

namespace lexikos::detail
{

/// Bytes [0..size).
struct BytesOf
{
  std::uint8_t const* data;
  std::uint64_t size;
};

/// How many of the next `most` bytes of `a` from i on and of `b` from j on, which both have, are equal before the first that
/// differ. Eight at a time.
[[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t common_prefix(BytesOf const& a, std::uint64_t i, BytesOf const& b,
                                                                 std::uint64_t j, std::uint64_t most)
{
  for (std::uint64_t length = 0; length < most;) {
    std::uint64_t difference =
        load_padded_word(a.data, i + length, a.size) ^ load_padded_word(b.data, j + length, b.size);
    std::uint64_t const rest = most - length;
    if (rest < 8) difference &= (std::uint64_t{1} << (8 * rest)) - 1;
    if (difference != 0)
      return length + static_cast<std::uint64_t>(Kokkos::Experimental::countr_zero_builtin(difference)) / 8;
    length += rest < 8 ? rest : 8;
  }
  return most;
}

}  // namespace lexikos::detail
