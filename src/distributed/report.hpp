// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <lexikos/distributed/suffix_array.hpp>
#include <lexikos/error.hpp>
#include <string_view>

#include "backends/mpi/ranks.hpp"

namespace lexikos::distributed_detail
{

/// Tells the caller how far a sort is, and what it did: time and bytes by step.
class Report
{
  using Clock = std::chrono::steady_clock;

 public:
  Report(backends::mpi::Ranks const& ranks, distributed::SuffixArrayStatistics* statistics, Progress const& progress)
      : m_ranks(ranks), m_statistics(statistics), m_progress(progress), m_start(Clock::now()), m_step_start(m_start)
  {
    if (m_statistics != nullptr) *m_statistics = {};
  }

  /// Ends the step before, and begins one, perhaps once more.
  void begin(std::string_view name)
  {
    end();
    m_step = name;
    m_step_start = Clock::now();
    m_traffic = m_ranks.traffic();
  }

  void plan(unsigned alphabet_size, unsigned window, unsigned context, unsigned first_depth)
  {
    if (m_statistics == nullptr) return;
    m_statistics->alphabet_size = alphabet_size;
    m_statistics->window = window;
    m_statistics->context = context;
    m_statistics->first_depth = first_depth;
  }

  /// After the first sort, and after each round. Rounds are the second fifth of the progress.
  void unsorted(std::uint64_t samples, std::uint64_t left)
  {
    if (m_statistics != nullptr) {
      m_statistics->sampled = samples;
      m_statistics->unsorted.push_back(left);
    }
    double const share = samples == 0 ? 0 : static_cast<double>(left) / static_cast<double>(samples);
    progress(0.2 + 0.2 * (1 - share));
  }

  void imbalance_of_samples(double imbalance)
  {
    if (m_statistics != nullptr) raise(m_statistics->imbalance_of_samples, imbalance);
  }
  void last_sort(std::size_t parts, double imbalance)
  {
    if (m_statistics == nullptr) return;
    m_statistics->parts = parts;
    raise(m_statistics->imbalance_of_suffixes, imbalance);
  }

  /// Error (cancelled) where the caller asks to stop.
  void progress(double fraction)
  {
    m_fraction = std::max(m_fraction, fraction);
    if (m_progress)
      detail::require(m_progress(m_fraction), ErrorCode::cancelled, "the caller's progress function asked to stop");
  }

  /// \param workspace_bytes  at most, at one time
  void finish(std::size_t workspace_bytes)
  {
    end();
    m_step = {};
    if (m_statistics == nullptr) return;
    m_statistics->workspace_bytes = workspace_bytes;
    m_statistics->seconds = std::chrono::duration<double>(Clock::now() - m_start).count();
  }

 private:
  static void raise(double& value, double to) { value = std::max(value, to); }

  void end()
  {
    if (m_statistics == nullptr || m_step.empty()) return;
    auto& steps = m_statistics->steps;
    auto step = std::find_if(steps.begin(), steps.end(), [&](auto const& other) { return other.name == m_step; });
    if (step == steps.end()) {
      steps.push_back({std::string(m_step), 0, 0, 0});
      step = steps.end() - 1;
    }
    step->seconds += std::chrono::duration<double>(Clock::now() - m_step_start).count();
    step->bytes_sent += m_ranks.traffic().sent - m_traffic.sent;
    step->bytes_received += m_ranks.traffic().received - m_traffic.received;
  }

  backends::mpi::Ranks const& m_ranks;
  distributed::SuffixArrayStatistics* m_statistics;
  Progress const& m_progress;
  Clock::time_point m_start;
  Clock::time_point m_step_start;
  std::string_view m_step;
  backends::mpi::Traffic m_traffic;
  double m_fraction = 0;
};

}  // namespace lexikos::distributed_detail
