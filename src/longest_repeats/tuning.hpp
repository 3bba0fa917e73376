// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Figures of bench_longest_repeats with this value: bench/results/h200-longest-repeats.json (one H200 and 16 host threads,
// 2530093). Comparisons with other values are not on record.

#include <cstddef>

namespace lexikos::longest_repeats_detail
{

/// Positions between two whose first covering repeat is stored, and positions that a host thread takes in order.
constexpr std::size_t window_tile = 256;

}  // namespace lexikos::longest_repeats_detail
