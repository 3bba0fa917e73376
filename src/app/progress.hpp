// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <chrono>
#include <string>

namespace lexikos::app
{

/// A bar on standard error for work that takes longer than a moment, or only its name for work that cannot tell how far it
/// is; nothing when that is no terminal. It goes away at the end.
class Progress
{
 public:
  Progress(std::string label, bool wanted);
  Progress(Progress const&) = delete;
  Progress& operator=(Progress const&) = delete;
  ~Progress();

  /// fraction in [0, 1]
  void update(double fraction);
  /// The name alone, at once.
  void announce();

 private:
  using Clock = std::chrono::steady_clock;

  std::string m_label;
  bool m_enabled;
  bool m_shown = false;
  Clock::time_point m_next;
};

}  // namespace lexikos::app
