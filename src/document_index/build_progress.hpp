// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <lexikos/conventions.hpp>
#include <lexikos/error.hpp>

#include "common/progress.hpp"

namespace lexikos::document_index_detail
{

/// Reports how much of a build is done, some of whose steps are builds that report themselves.
template <class ExecutionSpace>
class BuildProgress
{
 public:
  /// \param steps  the weights of all
  BuildProgress(ExecutionSpace const& space, Progress const& progress, double steps)
      : m_space(space), m_progress(progress), m_steps(steps + 1)
  {}

  /// A step of this weight is done. Error (cancelled).
  void add(double weight)
  {
    m_done += weight;
    if (m_progress) report(m_done / m_steps);
  }
  /// For a step of this weight that reports itself.
  [[nodiscard]] Progress part(double weight)
  {
    double const begin = m_done;
    m_done += weight;
    return detail::part_of_progress(m_progress, begin / m_steps, m_done / m_steps);
  }
  void finish()
  {
    if (m_progress) report(1);
  }

 private:
  void report(double fraction) const
  {
    m_space.fence("lexikos::progress");
    detail::require(m_progress(fraction), ErrorCode::cancelled, "the caller's progress function asked to stop");
  }

  ExecutionSpace m_space;
  Progress const& m_progress;
  double m_steps;
  double m_done = 0;
};

}  // namespace lexikos::document_index_detail
