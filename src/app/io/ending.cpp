// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/ending.hpp"

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <climits>
#include <cstdlib>
#include <string_view>

#include "app/failure.hpp"

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

std::atomic<bool> end_is_expected{false};
bool pipes_were_ignored = false;

/// What a terminal, a shell and a batch system end programs by. UCX, which MPI libraries bring, takes SIGHUP for debugging when
/// it is loaded, and the program would go on when its terminal is closed.
constexpr std::array signals_of_users{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
/// Others that end a program by default; profilers have handlers for some of them.
constexpr std::array other_fatal_signals{SIGILL,  SIGTRAP, SIGABRT, SIGFPE,    SIGUSR1, SIGSEGV, SIGUSR2,
                                         SIGALRM, SIGXCPU, SIGSYS,  SIGVTALRM, SIGPROF, SIGPOLL, SIGPWR};

void say(std::string_view message)
{
  static_cast<void>(!::write(STDERR_FILENO, message.data(), message.size()));
}

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
  say("lexikos: an input file shrank, or could no longer be read, while it was in use\n");
  ::_exit(static_cast<int>(ExitCode::unreadable_input));
}

bool is_handled_by(int signal, void (*handler)(int))
{
  struct sigaction now = {};
  ::sigaction(signal, nullptr, &now);
  return (now.sa_flags & SA_SIGINFO) == 0 && now.sa_handler == handler;
}

/// Whether there is address space for the stack of one more thread.
bool has_room_for_a_thread()
{
  constexpr rlim_t usual = rlim_t{8} << 20;
  rlimit limit{};
  bool const is_known = ::getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  std::size_t const bytes = is_known ? limit.rlim_cur : usual;
  void* const stack = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack == MAP_FAILED) return false;
  ::munmap(stack, bytes);
  return true;
}

// Whoever called exit has said why, with a code that may mean something else here.
extern "C" void at_exit()
{
  if (end_is_expected.load()) return;
  remove_files();
  say("lexikos: the work was given up; if a thread could not be started, try fewer with --threads\n");
  ::_exit(static_cast<int>(has_room_for_a_thread() ? ExitCode::device_failure : ExitCode::out_of_memory));
}

}  // namespace

void watch_for_the_end()
{
  static std::array<char, 1 << 16> stack;  // for a handler after a stack overflow
  stack_t alternative = {};
  alternative.ss_sp = stack.data();
  alternative.ss_size = stack.size();
  ::sigaltstack(&alternative, nullptr);

  struct sigaction action = {};
  ::sigemptyset(&action.sa_mask);
  action.sa_flags = SA_ONSTACK;
  action.sa_handler = end_by_signal;
  for (int const signal : signals_of_users)
    if (!is_handled_by(signal, SIG_IGN)) ::sigaction(signal, &action, nullptr);  // it is under nohup
  for (int const signal : other_fatal_signals)
    if (is_handled_by(signal, SIG_DFL)) ::sigaction(signal, &action, nullptr);
  action.sa_handler = end_by_lost_input;
  ::sigaction(SIGBUS, &action, nullptr);
  pipes_were_ignored = ::signal(SIGPIPE, SIG_IGN) == SIG_IGN;
  ::signal(SIGXFSZ, SIG_IGN);

  std::atexit(at_exit);
  std::at_quick_exit(at_exit);
}

void expect_the_end()
{
  end_is_expected.store(true);
}

void end_by_broken_pipe()
{
  if (pipes_were_ignored) return;
  ::signal(SIGPIPE, SIG_DFL);
  ::raise(SIGPIPE);
}

SignalsWait::SignalsWait()
{
  sigset_t all;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, &m_before);
}

SignalsWait::~SignalsWait()
{
  ::pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
}

RemovedAtTheEnd::RemovedAtTheEnd(std::string const& path) : m_slot(path.empty() ? slots.size() : 0)
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

void RemovedAtTheEnd::release()
{
  if (m_slot < slots.size()) slots[m_slot].used.store(false);
  m_slot = slots.size();
}

}  // namespace lexikos::app
