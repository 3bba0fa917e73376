// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <chrono>
#include <functional>
#include <string>

namespace lexikos::app
{

/// A bar on standard error for work that takes longer than a moment, or only its name for work that cannot tell how far it
/// is; nothing where standard error is not a terminal. It goes away at the end.
class ProgressBar
{
 public:
  /// Announced: shows its name at once, and has no fractions.
  enum Kind
  {
    with_fractions,
    announced
  };

  ProgressBar(std::string label, bool wanted, Kind kind = with_fractions);
  ProgressBar(ProgressBar const&) = delete;
  ProgressBar& operator=(ProgressBar const&) = delete;
  ~ProgressBar();

  /// fraction in [0, 1]
  void update(double fraction);
  /// What the library calls with the fraction done.
  [[nodiscard]] std::function<bool(double)> updates()
  {
    return [this](double fraction) {
      update(fraction);
      return true;
    };
  }

 private:
  using Clock = std::chrono::steady_clock;

  std::string m_label;
  bool m_enabled;
  bool m_shown = false;
  Clock::time_point m_next;
};

}  // namespace lexikos::app
