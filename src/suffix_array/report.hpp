// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <algorithm>
#include <cstddef>
#include <functional>
#include <lexikos/suffix_array.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace lexikos::suffix_array_detail
{

/// What a sort reports while it works: its steps, to Kokkos Tools and to those who time them; its rounds, to the statistics;
/// and its progress, to the caller, who may stop it.
class Report
{
 public:
  /// \param suffixes  that are sorted
  /// \param fence     waits for the instance after each step, where steps are timed; else empty
  Report(SuffixArrayStatistics& statistics, Progress progress, std::size_t suffixes, std::function<void()> fence = {})
      : m_statistics(&statistics), m_progress(std::move(progress)), m_suffixes(suffixes), m_fence(std::move(fence))
  {}

  [[nodiscard]] SuffixArrayStatistics& statistics() const { return *m_statistics; }

  /// Runs one named step.
  template <class Function>
  void step(std::string_view name, Function const& function) const
  {
    Kokkos::Profiling::ScopedRegion const region("lexikos::suffix_array::" + std::string(name));
    if (!m_fence) return function();
    Kokkos::Timer const timer;
    function();
    m_fence();
    add_time(name, timer.seconds());
  }

  /// The order of all suffixes but `unsorted` ones is known. Error (cancelled) if the caller wants to stop.
  void progress(std::size_t unsorted) const
  {
    if (!m_progress) return;
    double const fraction = m_suffixes == 0 ? 1 : 1 - static_cast<double>(unsorted) / static_cast<double>(m_suffixes);
    detail::require(m_progress(fraction), ErrorCode::cancelled, "the caller stopped the run");
  }

  /// The same for an algorithm whose levels are shorter texts: nothing is known yet, or the order of a text of n symbols, of
  /// which the whole text is the last.
  void all_unsorted() const { progress(m_suffixes); }
  void known(std::size_t n) const { progress(m_suffixes - n); }

  /// The same at the end of a round.
  void end_round(std::size_t unsorted) const
  {
    if (m_counts_rounds) m_statistics->unsorted.push_back(unsorted);
    progress(unsorted);
  }

  /// For the sort of a part of the suffixes, from which the order of the others follows: its progress is the part's share.
  [[nodiscard]] Report of_part(std::size_t part) const
  {
    Report result = *this;
    result.m_suffixes = part;
    if (m_progress)
      result.m_progress = [outer = m_progress, share = static_cast<double>(part) / static_cast<double>(m_suffixes)](
                              double fraction) { return outer(share * fraction); };
    return result;
  }

  /// For the sort of a text that has some more suffixes, and stands for this one.
  [[nodiscard]] Report of_longer(std::size_t suffixes) const
  {
    Report result = *this;
    result.m_suffixes = suffixes;
    return result;
  }

  /// For a sort within this one, whose rounds are not counted and whose progress is not this one's: all but `unsorted`
  /// suffixes stay known while it works.
  [[nodiscard]] Report of_inner_sort(std::size_t unsorted) const
  {
    Report result = *this;
    result.m_counts_rounds = false;
    if (m_progress)
      result.m_progress = [outer = m_progress,
                           known = 1 - static_cast<double>(unsorted) / static_cast<double>(m_suffixes)](double) {
        return outer(known);
      };
    return result;
  }

 private:
  void add_time(std::string_view name, double seconds) const
  {
    auto& steps = m_statistics->steps;
    auto step = std::find_if(steps.begin(), steps.end(), [&](auto const& s) { return s.name == name; });
    if (step == steps.end()) step = steps.insert(steps.end(), {std::string(name), 0});
    step->seconds += seconds;
  }

  SuffixArrayStatistics* m_statistics;
  Progress m_progress;
  std::size_t m_suffixes;
  std::function<void()> m_fence;
  bool m_counts_rounds = true;
};

}  // namespace lexikos::suffix_array_detail
