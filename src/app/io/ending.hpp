// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <signal.h>

#include <cstddef>
#include <string>

namespace lexikos::app
{

/// From here on unfinished files are removed however the process ends, but by SIGKILL: signals end it as they do by
/// default, unless they are ignored, or, but for SIGHUP, SIGINT, SIGQUIT and SIGTERM, a library has taken them; SIGBUS,
/// which a mapped file raises when it shrinks or cannot be read, ends it with a message; a library that calls exit (the
/// OpenMP runtime does, with 1, when a thread cannot be started) ends it with exit code 5 or 7. SIGPIPE and SIGXFSZ become
/// errors of the write.
void watch_for_the_end();
/// From here on `exit` has the code that it is called with: main is about to return.
void expect_the_end();

/// Ends the process as a write to a closed pipe does by default. Returns where the process was started with SIGPIPE
/// ignored.
void end_by_broken_pipe();

/// Signals wait while it lives, so that none comes between a file and its `RemovedAtTheEnd`.
class SignalsWait
{
 public:
  SignalsWait();
  SignalsWait(SignalsWait const&) = delete;
  SignalsWait& operator=(SignalsWait const&) = delete;
  ~SignalsWait();

 private:
  sigset_t m_before;
};

/// A file that is removed when the process ends before `release`. With an empty path, nothing is.
class RemovedAtTheEnd
{
 public:
  explicit RemovedAtTheEnd(std::string const& path);
  RemovedAtTheEnd(RemovedAtTheEnd const&) = delete;
  RemovedAtTheEnd& operator=(RemovedAtTheEnd const&) = delete;
  ~RemovedAtTheEnd() { release(); }

  void release();

 private:
  std::size_t m_slot;
};

}  // namespace lexikos::app
