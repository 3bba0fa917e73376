// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <bindings/python/module/interpreter.hpp>
#include <condition_variable>
#include <mutex>

namespace lexikos::python
{

namespace
{

/// What threads go through to the interpreter's lock.
class Gate
{
 public:
  void enter()
  {
    std::unique_lock lock(m_mutex);
    if (m_is_closed) m_changed.wait(lock, [] { return false; });
    ++m_inside;
  }
  void leave()
  {
    std::lock_guard const lock(m_mutex);
    --m_inside;
    m_changed.notify_all();
  }
  /// Returns when nobody is inside.
  void close()
  {
    std::unique_lock lock(m_mutex);
    m_is_closed = true;
    m_changed.wait(lock, [this] { return m_inside == 0; });
  }

 private:
  std::mutex m_mutex;
  std::condition_variable m_changed;
  int m_inside = 0;
  bool m_is_closed = false;
};

Gate& gate()
{
  static auto* const kept = new Gate;  // never destroyed: threads stay in it
  return *kept;
}

}  // namespace

Unlocked::~Unlocked()
{
  gate().enter();
  PyEval_RestoreThread(m_state);
  gate().leave();
}

Locked::Locked()
{
  gate().enter();
  m_state = PyGILState_Ensure();
  gate().leave();
}

void end_interpreter()
{
  PyThreadState* const state = PyEval_SaveThread();  // for those inside
  gate().close();
  PyEval_RestoreThread(state);
}

}  // namespace lexikos::python
