// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

namespace lexikos::next_symbols_detail
{

struct Tuning
{
  /// Suffixes of which a thread finds the symbols, at least: what follows 10^6 contexts in 10^9 tokens (bench_tokens, an H200)
  /// takes 2.1 ms with 256, 3.7 with 1024 and 5.0 with 4096, of which a thread in whose part all differ takes most.
  std::uint64_t suffixes_of_part = std::uint64_t{1} << 8;
  /// Parts beside one an interval, about, for which long intervals take longer ones. Not swept.
  std::uint64_t max_parts = std::uint64_t{1} << 22;

  /// \param suffixes  of all intervals together
  [[nodiscard]] constexpr std::uint64_t part_of(std::uint64_t suffixes) const
  {
    return std::max(suffixes_of_part, suffixes / max_parts + 1);
  }
};

}  // namespace lexikos::next_symbols_detail
