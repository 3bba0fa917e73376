// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The builder of trees and matrices of codes: writes level after level. A text that exceeds the budget is read twice, in
// chunks: first all are counted, so that it is known where every node starts in its level; then each chunk is taken through
// the levels by itself and its digits are added where those of earlier chunks end.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/wavelet_options.hpp>
#include <type_traits>
#include <vector>

#include "common/progress.hpp"
#include "wavelet/build_codes.hpp"
#include "wavelet/coded_text.hpp"
#include "wavelet/levels.hpp"
#include "wavelet/matrix_plan.hpp"
#include "wavelet/shape.hpp"
#include "wavelet/tree_plan.hpp"

namespace lexikos::wavelet_detail
{

/// What the levels of a build share.
template <class ExecutionSpace>
struct LevelRun
{
  ExecutionSpace const& space;
  CodedText<ExecutionSpace>& text;
  Workspace& workspace;
  detail::ProgressReport<ExecutionSpace>& progress;  ///< in levels of chunks
};

template <class Code, class ExecutionSpace, class Plan>
void write_whole(LevelRun<ExecutionSpace> const& run, Plan const& plan)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope const scope(run.workspace);
  std::size_t const n = run.text.size();
  auto const a = run.workspace.template take<Code, MemorySpace>(n);
  auto const b = plan.levels() > 1 ? run.workspace.template take<Code, MemorySpace>(n) : a;
  auto const layout = plan.layout(run.text.counts());
  auto const* codes = static_cast<Code const*>(run.text.codes(0, n, a.data()));
  for (unsigned level = 0; level < plan.levels(); ++level) {
    Workspace::Scope const level_scope(run.workspace);
    bool const is_last = level + 1 == plan.levels();
    NextLevel<Code> next;
    if (!is_last) next = {codes == a.data() ? b.data() : a.data(), layout.size_of_level(level + 1)};
    // positions after the last one get zeros: as many as a block of any kind has
    std::uint64_t const size = layout.size_of_level(level);
    split_level(run.space,
                make_tiles(codes, size, plan.splitter(run.space, level, layout, run.workspace),
                           size + detail::QuadBlock::digits),
                plan.sink(level), next, run.workspace);
    codes = next.codes;
    run.progress.add(1);
  }
}

/// How far the symbols of every code are, in a level, from their places in the chunk's level: those of its node in all the
/// text start elsewhere, and those of earlier chunks precede them.
inline std::vector<std::int64_t> shifts_of_chunk(std::vector<CodeRange> const& ranges,
                                                 std::vector<std::uint64_t> const& all,
                                                 std::vector<std::uint64_t> const& earlier,
                                                 std::vector<std::uint64_t> const& chunk)
{
  std::vector<std::int64_t> shifts(all.size() - 1, 0);
  std::uint64_t begin = 0;
  std::uint64_t begin_in_chunk = 0;
  for (auto const& [first, last] : ranges) {
    std::uint64_t const shift = begin + (earlier[last] - earlier[first]) - begin_in_chunk;
    for (std::uint64_t code = first; code < last; ++code) shifts[code] = static_cast<std::int64_t>(shift);
    begin += all[last] - all[first];
    begin_in_chunk += chunk[last] - chunk[first];
  }
  return shifts;
}

template <class Code, class ExecutionSpace, class Plan>
void write_in_chunks(LevelRun<ExecutionSpace> const& run, Plan const& plan)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope const scope(run.workspace);
  std::size_t const n = run.text.size();
  std::size_t const chunk = run.text.piece_size();
  std::size_t const chunks = (n + chunk - 1) / chunk;
  auto const a = run.workspace.template take<Code, MemorySpace>(chunk);
  auto const b = run.workspace.template take<Code, MemorySpace>(chunk);
  auto const all = sums_before(run.text.counts());
  std::vector<std::uint64_t> earlier(run.text.counts().size(), 0);
  for (std::size_t c = 0; c < chunks; ++c) {
    std::size_t const size_of_chunk = std::min(chunk, n - c * chunk);
    auto const counts = run.text.counts_of_piece(c * chunk, size_of_chunk);
    auto const layout = plan.layout(counts);
    auto const* codes = static_cast<Code const*>(run.text.codes(c * chunk, size_of_chunk, a.data()));
    for (unsigned level = 0; level < plan.levels(); ++level) {
      Workspace::Scope const level_scope(run.workspace);
      bool const is_last = level + 1 == plan.levels();
      std::uint64_t const size = layout.size_of_level(level);
      auto const tiles = make_tiles(codes, size, plan.splitter(run.space, level, layout, run.workspace), size);
      auto const shifts = shifts_of_chunk(plan.ranges(level), all, sums_before(earlier), sums_before(counts));
      deposit_level(run.space, tiles, detail::copy_from_host(run.space, shifts, run.workspace), plan.sink(level));
      NextLevel<Code> next;
      if (!is_last) {
        next = {codes == a.data() ? b.data() : a.data(), layout.size_of_level(level + 1)};
        split_level(run.space, tiles, typename Plan::Sink{}, next, run.workspace);
      }
      codes = next.codes;
      run.progress.add(1);
    }
    for (std::size_t code = 0; code < counts.size(); ++code) earlier[code] += counts[code];
  }
}

template <class Code, class ExecutionSpace, class Plan>
void write_levels(LevelRun<ExecutionSpace> const& run, Plan const& plan)
{
  if (run.text.piece_size() >= run.text.size())
    write_whole<Code>(run, plan);
  else
    write_in_chunks<Code>(run, plan);
}

/// With codes as narrow as the alphabet allows.
template <class ExecutionSpace, class Plan>
void write_levels(LevelRun<ExecutionSpace> const& run, Plan const& plan)
{
  if (plan.levels() == 0) return;
  switch (run.text.code_bytes()) {
    case 1:
      return write_levels<std::uint8_t>(run, plan);
    case 2:
      return write_levels<std::uint16_t>(run, plan);
    default:
      return write_levels<std::uint32_t>(run, plan);
  }
}

/// Writes the levels of a plan and completes the structure. Fences.
template <class ExecutionSpace, class Plan>
[[nodiscard]] typename Plan::Codes build_by_plan(ExecutionSpace const& space, CodedText<ExecutionSpace>& text,
                                                 Plan const& plan, BuildMemory<ExecutionSpace>& memory,
                                                 Progress const& progress)
{
  std::size_t const chunks = (text.size() + text.piece_size() - 1) / std::max<std::size_t>(text.piece_size(), 1);
  detail::ProgressReport report(space, progress, chunks * plan.levels() + 1);  // completing takes as long as one level
  write_levels(LevelRun<ExecutionSpace>{space, text, memory.of_levels(), report}, plan);
  memory.release_levels();
  auto const codes = plan.finish(space, memory.that_stays());
  report.finish();
  return codes;
}

template <class ExecutionSpace, class Codes>
Codes build_codes(ExecutionSpace const& space, CodedText<ExecutionSpace>& text, WaveletOptions const& options,
                  BuildMemory<ExecutionSpace>& memory)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  if constexpr (std::is_same_v<Codes, detail::CodeTree<MemorySpace>>) {
    bool const is_balanced = options.shape == WaveletShape::balanced;
    TreeShape const shape = is_balanced ? balanced_shape(text.counts()) : huffman_shape(text.counts());
    if (!shape.leaf_of_code.empty()) text.renumber(shape.leaf_of_code);
    TreePlan<ExecutionSpace> const plan(space, shape, memory.that_stays());
    return build_by_plan(space, text, plan, memory, options.progress);
  }
  else {
    using Plan = std::conditional_t<std::is_same_v<typename Codes::LevelsType, detail::QuadLevels<MemorySpace>>,
                                    QuadPlan<ExecutionSpace>, BinaryPlan<ExecutionSpace>>;
    Plan const plan(space, text.counts(), text.size(), memory.that_stays());
    return build_by_plan(space, text, plan, memory, options.progress);
  }
}

}  // namespace lexikos::wavelet_detail
