// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <lexikos/conventions.hpp>
#include <lexikos/error.hpp>

#include "backends/launch.hpp"

namespace lexikos::detail
{

/// Into how many launches a long kernel is divided while somebody watches its progress.
struct ProgressTuning
{
  // not measured: a launch and a fence cost a device about 10 us, which 2^20 symbols outweigh
  std::size_t min_work = std::size_t{1} << 20;  ///< units of work of a kernel that is divided
  std::size_t pieces = 8;
};

/// For a step that reports its own progress from 0 to 1: it goes on from `begin` to `end` of the whole. The step's 1 is told
/// only where it is that of the whole. The caller's function outlives the result.
[[nodiscard]] inline Progress part_of_progress(Progress const& progress, double begin, double end)
{
  if (!progress) return {};
  return [&progress, begin, end](double fraction) {
    if (fraction >= 1) return end < 1 || progress(1);
    return progress(begin + fraction * (end - begin));
  };
}

/// Reports to the caller's function how much of a build is done, in units of work that the build chooses, such as symbols.
/// Without a function all of it does nothing. With one, every report waits for the kernels that it speaks of.
template <class ExecutionSpace>
class ProgressReport
{
 public:
  /// \param work  units of the whole build
  ProgressReport(ExecutionSpace const& space, Progress const& progress, std::size_t work,
                 ProgressTuning const& tuning = {})
      : m_space(space), m_progress(progress), m_tuning(tuning), m_work(work)
  {}

  /// So many more units are done. Error (cancelled) if the caller's function asks to stop. Never reports 1.
  void add(std::size_t units)
  {
    m_done += units;
    if (!m_progress || m_done >= m_work) return;
    m_space.fence("lexikos::progress");
    report(static_cast<double>(m_done) / static_cast<double>(m_work));
  }

  /// Reports 1: the results are complete.
  void finish()
  {
    if (!m_progress) return;
    m_space.fence("lexikos::progress");
    report(1);
  }

  /// functor(i) for all i in [0, n), which stands for some units of work: one kernel, or a few if progress is watched.
  template <class Functor>
  void run(char const* label, std::size_t n, Functor const& functor, std::size_t units)
  {
    std::size_t const pieces = m_progress && units >= m_tuning.min_work ? m_tuning.pieces : 1;
    for (std::size_t piece = 0; piece < pieces; ++piece) {
      Kokkos::parallel_for(
          label, backends::Range<ExecutionSpace>(m_space, piece * n / pieces, (piece + 1) * n / pieces), functor);
      add((piece + 1) * units / pieces - piece * units / pieces);
    }
  }

 private:
  void report(double fraction) const
  {
    require(m_progress(fraction), ErrorCode::cancelled, "the caller's progress function asked to stop");
  }

  ExecutionSpace m_space;
  Progress const& m_progress;
  ProgressTuning m_tuning;
  std::size_t m_work;
  std::size_t m_done = 0;
};

}  // namespace lexikos::detail
