// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Thresholds of the inverse transform. Figures of bench_bwt with these values: bench/results/h200-transforms.json (one H200)
// and h200-transforms-host.json (16 threads). Comparisons with other values are not on record, unless a line says so.

#include <cstddef>

#include "system/works_on_host.hpp"

namespace lexikos::bwt_detail
{

/// One row in 2^mark_bits is where a walk starts: more rows make more walks at once, and a longer list to rank.
constexpr unsigned mark_bits = 7;
/// A walk writes its symbols to slots of 2^slot_bits symbols, of which half a slot is left over on average.
constexpr unsigned slot_bits = 6;
/// Counters from which walks take further slots.
constexpr std::size_t slot_pools = 64;
/// The first column has at most 2^symbol_table_bits blocks, so that their symbols stay in the nearest cache.
constexpr int symbol_table_bits = 12;
/// Walks that one thread does at the same time: threads of a host wait for memory at every step, a device runs other threads.
/// (bench/results/epyc-2-cores-inverse.txt)
template <class Space>
constexpr int walks_per_thread = detail::works_on_host<Space> ? 32 : 1;
/// Threads of a device, as a part of its concurrency: the walk's registers let half of them run at once.
constexpr std::size_t concurrency_per_worker = 2;

}  // namespace lexikos::bwt_detail
