// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <lexikos/error.hpp>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "system/thread_processors.hpp"

namespace lexikos::compress_detail
{

/// Items that a pipeline has at the same time, in the hands of workers or on the way to them and back.
constexpr std::size_t slots_of_pipeline(std::size_t workers)
{
  return workers == 1 ? 1 : workers + 2;
}

/// Items that the caller's thread reads, several threads work on, and the caller's thread writes in the order in which it read
/// them. With one worker everything is done by the caller's thread.
template <class Item>
class Pipeline
{
 public:
  using Work = std::function<void(Item&)>;

  /// Of each thread, what it does.
  explicit Pipeline(std::vector<Work> workers)
      : m_workers(std::move(workers)), m_slots(slots_of_pipeline(m_workers.size()))
  {}
  Pipeline(Pipeline const&) = delete;
  Pipeline& operator=(Pipeline const&) = delete;
  ~Pipeline() { stop(); }

  /// \param read   bool(Item&): whether there was one more
  /// \param write  void(Item&)
  /// What any of them throws is thrown on, that of workers when the item would be written.
  template <class Read, class Write>
  void run(Read const& read, Write const& write)
  {
    if (m_workers.size() == 1) {
      Item& item = m_slots.front().item;
      while (read(item)) {
        m_workers.front()(item);
        write(item);
      }
      return;
    }
    start_threads();
    std::size_t written = 0;
    bool is_more = true;
    while (is_more || written < m_read) {
      bool const has_room = m_read - written < m_slots.size();
      if (is_more && has_room && !is_done(written)) {
        is_more = read(slot(m_read).item);
        if (is_more) publish();
        continue;
      }
      wait_for(written);
      write(slot(written).item);
      ++written;
    }
    stop();
  }

 private:
  struct Slot
  {
    Item item;
    bool is_done = false;
    std::exception_ptr failure;
  };

  void start_threads()
  {
    try {
      for (auto const& work : m_workers)
        m_threads.emplace_back([this, &work] {
          detail::use_all_processors();
          serve(work);
        });
    }
    catch (std::system_error const&) {  // fewer will do, but not none
      detail::require(!m_threads.empty(), ErrorCode::out_of_memory, "the system starts no thread");
    }
  }

  Slot& slot(std::size_t i) { return m_slots[i % m_slots.size()]; }

  bool is_done(std::size_t i)
  {
    std::lock_guard const lock(m_mutex);
    return i < m_read && slot(i).is_done;
  }
  void publish()
  {
    {
      std::lock_guard const lock(m_mutex);
      slot(m_read).is_done = false;
      ++m_read;
    }
    m_changed.notify_all();
  }
  void wait_for(std::size_t i)
  {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] { return slot(i).is_done; });
    if (slot(i).failure) std::rethrow_exception(slot(i).failure);
  }

  void serve(Work const& work)
  {
    std::unique_lock lock(m_mutex);
    for (;;) {
      m_changed.wait(lock, [&] { return m_stops || m_begun < m_read; });
      if (m_stops) return;
      Slot& own = slot(m_begun++);
      lock.unlock();
      try {
        work(own.item);
      }
      catch (...) {
        own.failure = std::current_exception();
      }
      lock.lock();
      own.is_done = true;
      m_changed.notify_all();
    }
  }

  void stop()
  {
    {
      std::lock_guard const lock(m_mutex);
      m_stops = true;
    }
    m_changed.notify_all();
    for (auto& thread : m_threads) thread.join();
    m_threads.clear();
  }

  std::vector<Work> m_workers;
  std::vector<Slot> m_slots;
  std::vector<std::thread> m_threads;
  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::size_t m_read = 0;   // items, by the caller's thread
  std::size_t m_begun = 0;  // by workers
  bool m_stops = false;
};

}  // namespace lexikos::compress_detail
