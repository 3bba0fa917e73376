// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Figures of bench_search with these values: bench/results/h200-search.json (one H200, 9f07659). Comparisons with other values
// are not on record.

#include <cstddef>

#include "system/works_on_host.hpp"

namespace lexikos::search_detail
{

/// Entries of the suffix array that one thread looks at when the table of prefixes is built. Threads of a device have one
/// each, whose successor's code a neighbour reads from the cache; a thread of a host computes each code once.
template <class Space>
constexpr int entries_per_thread = detail::works_on_host<Space> ? 256 : 1;

/// Searches that a thread of a host goes through at a time, and those that it takes at once.
constexpr std::size_t searches_at_once = 32;
constexpr std::size_t searches_of_part = 1024;

/// Symbols of the text for each entry of the table of prefixes, unless the caller sets the number of entries.
constexpr std::size_t symbols_per_table_entry = 2;

}  // namespace lexikos::search_detail
