// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/report/progress_bar.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace lexikos::app
{

namespace
{

constexpr auto first_wait = std::chrono::milliseconds(500);
constexpr auto interval = std::chrono::milliseconds(100);
constexpr int width = 40;

}  // namespace

ProgressBar::ProgressBar(std::string label, bool wanted, Kind kind)
    : m_label(std::move(label)), m_enabled(wanted && ::isatty(STDERR_FILENO) == 1), m_next(Clock::now() + first_wait)
{
  if (!m_enabled || kind != announced) return;
  m_shown = true;
  std::fprintf(stderr, "\r\033[K%s ...", m_label.c_str());
  std::fflush(stderr);
}

void ProgressBar::update(double fraction)
{
  auto const now = Clock::now();
  if (!m_enabled || now < m_next) return;
  m_next = now + interval;
  m_shown = true;
  fraction = std::clamp(fraction, 0.0, 1.0);
  int const filled = static_cast<int>(fraction * width);
  std::string const bar = std::string(filled, '#') + std::string(width - filled, '.');
  std::fprintf(stderr, "\r%s [%s] %3d%%", m_label.c_str(), bar.c_str(), static_cast<int>(fraction * 100));
  std::fflush(stderr);
}

ProgressBar::~ProgressBar()
{
  if (m_shown) std::fprintf(stderr, "\r\033[K");
}

}  // namespace lexikos::app
