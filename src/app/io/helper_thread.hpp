// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

#include "system/thread_processors.hpp"

namespace lexikos::app
{

/// A thread that does the same work each time it is asked to, one time after the other. It stays for the next, as one that is
/// started anew may have to wait until its starter does.
class HelperThread
{
 public:
  /// std::system_error if the machine has no more threads.
  explicit HelperThread(std::function<void()> work) : m_work(std::move(work)), m_thread([this] { serve(); }) {}
  HelperThread(HelperThread const&) = delete;
  HelperThread& operator=(HelperThread const&) = delete;
  ~HelperThread()
  {
    set(State::ends);
    m_thread.join();
  }

  /// Not before the time before was waited for.
  void begin() { set(State::works); }
  /// Until it is done; what it has thrown is thrown here.
  void wait()
  {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_state == State::rests; });
    if (m_failure) std::rethrow_exception(std::exchange(m_failure, nullptr));
  }

 private:
  enum class State
  {
    rests,
    works,
    ends
  };

  void set(State state)
  {
    {
      std::unique_lock lock(m_mutex);
      m_changed.wait(lock, [this] { return m_state == State::rests; });
      m_state = state;
    }
    m_changed.notify_all();
  }

  void serve()
  {
    detail::use_all_processors();
    std::unique_lock lock(m_mutex);
    for (;;) {
      m_changed.wait(lock, [this] { return m_state != State::rests; });
      if (m_state == State::ends) return;
      lock.unlock();
      std::exception_ptr failure;
      try {
        m_work();
      }
      catch (...) {
        failure = std::current_exception();
      }
      lock.lock();
      m_failure = failure;
      m_state = State::rests;
      m_changed.notify_all();
    }
  }

  std::function<void()> m_work;
  std::mutex m_mutex;
  std::condition_variable m_changed;
  State m_state = State::rests;
  std::exception_ptr m_failure;
  std::thread m_thread;  // the last, as it uses all others
};

}  // namespace lexikos::app
