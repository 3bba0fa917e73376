// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <algorithm>
#include <cstddef>
#include <lexikos/suffix_array.hpp>
#include <string_view>

namespace lexikos::suffix_array_detail
{

/// Names the steps of a run to Kokkos Tools, and times them for those who asked for it.
template <class ExecutionSpace>
class Steps
{
 public:
  Steps(ExecutionSpace const& space, SuffixArrayStatistics* statistics)
      : m_space(space), m_statistics(statistics != nullptr && statistics->time_steps ? statistics : nullptr)
  {}

  template <class Function>
  void operator()(std::string_view name, Function const& function)
  {
    Kokkos::Profiling::ScopedRegion region("lexikos::suffix_array::" + std::string(name));
    Kokkos::Timer timer;
    function();
    if (m_statistics == nullptr) return;
    m_space.fence("lexikos::suffix_array::step_time");
    auto& steps = m_statistics->steps;
    auto step = std::find_if(steps.begin(), steps.end(), [&](auto const& s) { return s.name == name; });
    if (step == steps.end()) step = steps.insert(steps.end(), {std::string(name), 0});
    step->seconds += timer.seconds();
  }

 private:
  ExecutionSpace m_space;
  SuffixArrayStatistics* m_statistics;
};

}  // namespace lexikos::suffix_array_detail
