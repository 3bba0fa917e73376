// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <span>

namespace lexikos::generate
{

struct DnaOptions
{
  /// Percent of the letters, 0 to 99, that belong to repeats: copies of earlier text, and tandem repeats.
  unsigned repeats = 50;
  unsigned threads = 0;  ///< 0: as many as the process may use
};

/// A model of a genome over A, C, G, T, rich in repeats.
///
/// Unique sequence (60% A and T) alternates with repeats: in nine of ten cases a segment of the earlier text is copied,
/// half of them as the reverse complement, with a mutation (substitution, insertion, deletion: 6 to 1 to 1) every 1000,
/// 100, 10 letters or never, by the age of the copy; in the tenth a tandem repeat of a unit of 1 to 6 or 7 to 200 letters.
/// Lengths of copies are geometric with mean 300, 3 000 or 30 000 (12 : 3 : 1). Copies of copies make families, as in
/// real genomes.
void dna(std::span<std::uint8_t> text, std::uint64_t seed, DnaOptions const& options = {});

}  // namespace lexikos::generate
