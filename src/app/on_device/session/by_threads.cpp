// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/session/by_threads.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <mutex>

namespace lexikos::app
{

namespace
{

using Host = Kokkos::DefaultHostExecutionSpace;

/// Blocks that threads take one after the other, and write in this order: into a file's room all of them at once, elsewhere
/// while the others make the next ones.
class Blocks
{
 public:
  using AppendText = std::function<void(std::size_t block, std::string& text)>;

  Blocks(Output& output, std::size_t count, AppendText const& append_text)
      : m_output(output), m_count(count), m_append_text(append_text)
  {}

  /// Of each thread. An exception may not leave a parallel loop.
  void work() noexcept
  {
    try {
      std::string text;
      for (std::size_t block = m_taken++; block < m_count; block = m_taken++) {
        text.clear();
        m_append_text(block, text);
        if (!write(block, text)) return;
      }
    }
    catch (...) {
      std::lock_guard const lock(m_mutex);
      if (!m_failure) m_failure = std::current_exception();
      m_changed.notify_all();
    }
  }

  void finish()
  {
    if (m_failure) std::rethrow_exception(m_failure);
  }

 private:
  /// Waits for those before it. False if something failed, after which nothing more is written.
  bool write(std::size_t block, std::string const& text)
  {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] { return m_next == block || m_failure; });
    if (m_failure) return false;
    std::byte* const place = m_output.place(text.size());
    if (place == nullptr) {
      // what is being copied lies in the room that is left now
      m_changed.wait(lock, [&] { return m_copying == 0 || m_failure; });
      if (m_failure) return false;
      m_output.write(text);
    }
    else {
      ++m_copying;
    }
    ++m_next;
    m_changed.notify_all();
    if (place == nullptr) return true;
    lock.unlock();
    std::memcpy(place, text.data(), text.size());
    lock.lock();
    --m_copying;
    if (m_copying == 0) m_changed.notify_all();
    return true;
  }

  Output& m_output;
  std::size_t m_count;
  AppendText const& m_append_text;
  std::atomic<std::size_t> m_taken{0};
  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::size_t m_next = 0;  ///< to be written
  std::size_t m_copying = 0;
  std::exception_ptr m_failure;
};

struct WorkOnBlocks
{
  Blocks* blocks;

  void operator()(std::size_t) const { blocks->work(); }
};

}  // namespace

void write_by_threads(TextWriter& out, std::size_t blocks,
                      std::function<void(std::size_t block, std::string& text)> const& append_text)
{
  Blocks all(out.flushed(), blocks, append_text);
  auto const threads = std::min(blocks, static_cast<std::size_t>(std::max(Host().concurrency(), 1)));
  if (threads == 1)
    all.work();
  else
    Kokkos::parallel_for("lexikos::app::write_by_threads",
                         Kokkos::RangePolicy<Host, Kokkos::IndexType<std::size_t>>(0, threads, Kokkos::ChunkSize(1)),
                         WorkOnBlocks{&all});
  Host().fence("lexikos::app::write_by_threads");
  all.finish();
}

}  // namespace lexikos::app
