// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "distributed/last_sort.hpp"

namespace lexikos::distributed_detail
{

/// Numbers the symbols of a text in blocks, settles how it is sampled, and packs this rank's block. Collective. The memory is
/// the caller's scope's: of wide symbols 4 bytes each remain taken besides.
template <class ExecutionSpace>
[[nodiscard]] LocalText<typename ExecutionSpace::memory_space> prepare_text(
    Context<ExecutionSpace> const& context, detail::BytesOfText<typename ExecutionSpace::memory_space> const& text,
    Blocks const& blocks, Report& report);

/// This rank's block, packed, by numbers of the symbols of all ranks. Collective; the memory is the caller's scope's, and of
/// wide symbols 4 bytes each remain taken besides.
template <class ExecutionSpace>
[[nodiscard]] PackedText<typename ExecutionSpace::memory_space> pack_block(
    Context<ExecutionSpace> const& context, detail::BytesOfText<typename ExecutionSpace::memory_space> const& text);

/// Sorts the samples of a text. Collective; the memory is the caller's scope's.
template <class ExecutionSpace>
[[nodiscard]] SampleRanks<typename ExecutionSpace::memory_space> sort_samples(
    Context<ExecutionSpace> const& context, LocalText<typename ExecutionSpace::memory_space> const& text,
    Blocks const& blocks, SplitterTuning const& tuning, Report& report);

}  // namespace lexikos::distributed_detail
