// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The interpreter's lock, given up for work and taken back. A thread that wants it once the interpreter has begun to end never
// gets it: CPython would end the thread in the middle of C++, which aborts the process. Such a thread stays where it is until
// the process is gone.

#include <Python.h>

namespace lexikos::python
{

/// While it lives, this thread does not hold the lock.
class Unlocked
{
 public:
  Unlocked() : m_state(PyEval_SaveThread()) {}
  Unlocked(Unlocked const&) = delete;
  Unlocked& operator=(Unlocked const&) = delete;
  ~Unlocked();

 private:
  PyThreadState* m_state;
};

/// While it lives, this thread holds the lock.
class Locked
{
 public:
  Locked();
  Locked(Locked const&) = delete;
  Locked& operator=(Locked const&) = delete;
  ~Locked() { PyGILState_Release(m_state); }

 private:
  PyGILState_STATE m_state;
};

/// The interpreter begins to end. Returns when no thread is about to take the lock any more; the caller holds it.
void end_interpreter();

}  // namespace lexikos::python
