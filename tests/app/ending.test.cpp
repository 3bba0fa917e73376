// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/ending.hpp"

#include <doctest/doctest.h>
#include <signal.h>
#include <unistd.h>

#include "app/process.hpp"

namespace
{

void let_pass(int) {}

/// Sends itself a signal that something has a handler for before the program watches; exit code 0 if it lets that pass.
process::Result end_of_process(int signal, void (*before)(int))
{
  pid_t const child = ::fork();
  if (child == 0) {
    ::signal(signal, before);
    lexikos::app::watch_for_the_end();
    ::raise(signal);
    ::_exit(0);
  }
  return process::wait_for(child);
}

TEST_CASE("what users end programs by does so, also if a library has taken it, but not if it is ignored")
{
  for (int const signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM}) {
    CAPTURE(signal);
    CHECK(end_of_process(signal, SIG_DFL).signal == signal);
    CHECK(end_of_process(signal, let_pass).signal == signal);
    CHECK(end_of_process(signal, SIG_IGN).exit_code == 0);
  }
}

TEST_CASE("other signals are left to who has taken them")
{
  for (int const signal : {SIGUSR1, SIGALRM, SIGPROF}) {
    CAPTURE(signal);
    CHECK(end_of_process(signal, SIG_DFL).signal == signal);
    CHECK(end_of_process(signal, let_pass).exit_code == 0);
    CHECK(end_of_process(signal, SIG_IGN).exit_code == 0);
  }
}

}  // namespace
