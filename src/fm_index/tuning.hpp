// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The constants of FM-indexes. None of them was measured against other values yet.

#include <cstddef>
#include <cstdint>

namespace lexikos::fm_detail
{

/// Symbols of the text for each entry of the table, unless the caller sets the number of entries: strings of 13 letters for a
/// genome of 3 * 10^9, whose table takes half as much memory as the transform.
constexpr std::size_t symbols_per_table_entry = 32;

/// Symbols for each run of exceptions that a transform or text in two bits a symbol may have, which takes 64 bytes; and runs
/// that it may have in any case.
constexpr std::size_t symbols_per_run = 512;
constexpr std::size_t runs_at_any_length = 64;

/// Every how many places the row is kept, to extract from: at least, and as many as samples are apart.
constexpr std::uint32_t min_inverse_rate = 64;

}  // namespace lexikos::fm_detail
