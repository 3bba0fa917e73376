// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <chrono>

namespace lexikos::app
{

/// Seconds since construction, or since the last call of `lap`.
class Stopwatch
{
 public:
  [[nodiscard]] double lap()
  {
    auto const now = Clock::now();
    double const seconds = std::chrono::duration<double>(now - m_last).count();
    m_last = now;
    return seconds;
  }

 private:
  using Clock = std::chrono::steady_clock;

  Clock::time_point m_last = Clock::now();
};

}  // namespace lexikos::app
