// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace lexikos::document_index_detail
{

/// Nothing of this has been measured against other values.
struct Tuning
{
  /// Bits of a digit of the matrices that count, at most 16: two layers for 32 bits, whose tables of symbols are small. Wider
  /// where there would be more than `max_layers`.
  unsigned layer_bits = 16;
  /// Suffixes of an interval that are counted one by one: the 8 sectors of 64 entries of u32 are fewer than those of a count by
  /// the matrices.
  std::uint64_t scanned_suffixes = 64;
  /// Suffixes that a thread walks over when documents are listed: some microseconds at least, so that long intervals are many
  /// threads' work and parts with nothing in them cost little.
  std::uint64_t suffixes_of_part = std::uint64_t{1} << 14;
  /// The same where every suffix is looked at.
  std::uint64_t checked_suffixes_of_part = 512;
  /// Suffixes of the longest interval that is sorted by document rather than searched, where both can be done.
  std::uint64_t sorted_suffixes = 1024;
};

constexpr unsigned max_layers = 4;

}  // namespace lexikos::document_index_detail
