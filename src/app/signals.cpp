// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/signals.hpp"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <climits>
#include <string_view>

#include "app/exit_codes.hpp"

namespace lexikos::app
{

namespace
{

// A handler may call little more than unlink, so the paths lie ready for it.
struct Slot
{
  std::atomic<bool> used{false};
  std::array<char, PATH_MAX> path{};
};

std::array<Slot, 8> slots;
static_assert(std::atomic<bool>::is_always_lock_free);

void remove_files()
{
  for (auto& slot : slots)
    if (slot.used.load()) ::unlink(slot.path.data());
}

extern "C" void end_by_signal(int signal)
{
  remove_files();
  ::signal(signal, SIG_DFL);  // so that the shell sees what ended the program
  ::raise(signal);
}

extern "C" void end_by_lost_input(int)
{
  remove_files();
  constexpr std::string_view message =
      "lexikos: an input file shrank, or could no longer be read, while it was in use\n";
  static_cast<void>(!::write(STDERR_FILENO, message.data(), message.size()));
  ::_exit(static_cast<int>(ExitCode::unreadable_input));
}

}  // namespace

void install_signal_handlers()
{
  struct sigaction action = {};
  ::sigemptyset(&action.sa_mask);
  action.sa_handler = end_by_signal;
  for (int const signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT}) {
    struct sigaction before = {};
    ::sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) ::sigaction(signal, &action, nullptr);  // as under nohup
  }
  action.sa_handler = end_by_lost_input;
  ::sigaction(SIGBUS, &action, nullptr);
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);
}

RemovedOnSignal::RemovedOnSignal(std::string const& path) : m_slot(0)
{
  while (m_slot < slots.size() && slots[m_slot].used.load()) ++m_slot;
  if (m_slot == slots.size() || path.size() >= slots[m_slot].path.size()) {
    m_slot = slots.size();
    return;
  }
  path.copy(slots[m_slot].path.data(), path.size());
  slots[m_slot].path[path.size()] = '\0';
  slots[m_slot].used.store(true);
}

void RemovedOnSignal::release()
{
  if (m_slot < slots.size()) slots[m_slot].used.store(false);
  m_slot = slots.size();
}

}  // namespace lexikos::app
