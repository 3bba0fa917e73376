// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <lexikos/bit_vector.hpp>
#include <lexikos/detail/words.hpp>

namespace lexikos::fm_detail
{

/// Which of some rows have a place that is known, the first row lowest, and how many such rows there are before them.
struct RowMarks
{
  static constexpr std::uint64_t max_rows = 32;

  std::uint64_t bits;
  std::uint64_t rank;
};

/// The marks of rows [row, row + count), of 1 to 32, by one fetch or two, whatever their number.
template <class Bits>
[[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION RowMarks marks_of_rows(Bits const& marks, std::uint64_t row,
                                                                 std::uint64_t count)
{
  using Layout = typename Bits::layout;
  auto const& arrays = detail::BitVectorAccess::arrays(marks);
  std::uint64_t const block = detail::quotient<Layout::block_bits>(row);
  auto const first = static_cast<unsigned>(row - block * Layout::block_bits);
  auto const here = Layout::load(arrays, block);
  unsigned const at = first + Layout::skip;
  // masks, for the words shall stay in registers
  std::uint64_t low = 0, high = 0;
  for (unsigned w = 0; w < Layout::block_words; ++w) {
    low |= here.words[w] & (std::uint64_t{0} - static_cast<std::uint64_t>(at / 64 == w));
    high |= here.words[w] & (std::uint64_t{0} - static_cast<std::uint64_t>(at / 64 + 1 == w));
  }
  std::uint64_t bits = low >> (at % 64) | (high << 1 << (63 - at % 64));
  unsigned const in_block = Layout::block_bits - first;
  if (count > in_block) bits |= Layout::load(arrays, block + 1).words[0] >> Layout::skip << in_block;
  return {bits & detail::low_bits(static_cast<int>(count)), here.ones_before + here.rank(first)};
}

}  // namespace lexikos::fm_detail
