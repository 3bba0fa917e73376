// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/room_in_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/magic.h>
#include <sys/vfs.h>
#endif

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "system/thread_processors.hpp"

namespace lexikos::app
{

namespace
{

constexpr std::size_t found_at_a_time = std::size_t{64} << 20;
constexpr std::size_t cleared_at_a_time = std::size_t{256} << 10;
constexpr std::size_t min_page = std::size_t{4} << 10;
constexpr std::size_t unmapped_by_a_thread = std::size_t{128} << 20;

/// As fast as one thread finds pages. A machine of few processors has other work for them.
unsigned threads_that_clear()
{
  return std::min(detail::processor_count() / 4, 4U);
}

/// Pages that the file has are cleared and mapped when they are looked at. (To ask the system for it, by madvise, shuts out all
/// who map something meanwhile, for 4 ms each time: a GPU's driver, hundreds of times.)
void clear(std::byte const volatile* data, std::size_t bytes)
{
  for (std::size_t i = 0; i < bytes; i += min_page) static_cast<void>(data[i]);
}

/// By some threads, as it takes a tenth of a second for each gigabyte.
/// \param used  bytes that may have been mapped
void unmap(std::byte* data, [[maybe_unused]] std::size_t used, std::size_t bytes)
{
#ifdef __linux__
  std::size_t const count = std::min<std::size_t>(used / unmapped_by_a_thread, detail::processor_count());
  std::size_t const share = count == 0 ? 0 : used / count / min_page * min_page;
  std::vector<std::thread> threads;
  threads.reserve(count);
  try {
    for (std::size_t t = 0; t < count; ++t)
      threads.emplace_back([=] {
        detail::use_all_processors();
        ::madvise(data + t * share, share, MADV_DONTNEED);  // the file keeps its pages
      });
  }
  catch (std::system_error const&) {  // what no thread takes is left to munmap
  }
  for (std::thread& thread : threads) thread.join();
#endif
  ::munmap(data, bytes);
}

}  // namespace

std::optional<std::uint64_t> free_memory_for_files([[maybe_unused]] int descriptor)
{
#ifdef __linux__
  struct statfs status = {};
  if (::fstatfs(descriptor, &status) == 0 && status.f_type == TMPFS_MAGIC && status.f_blocks != 0)
    return static_cast<std::uint64_t>(status.f_bavail) * static_cast<std::uint64_t>(status.f_bsize);
#endif
  return std::nullopt;
}

RoomInMemory::RoomInMemory(int descriptor, std::size_t most) : m_descriptor(descriptor), m_max_bytes(most)
{
  void* const data = ::mmap(nullptr, most, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (data != MAP_FAILED) m_data = static_cast<std::byte*>(data);
}

RoomInMemory::~RoomInMemory()
{
  {
    std::lock_guard const lock(m_mutex);
    m_stops = true;
    m_changed.notify_all();
  }
  for (std::thread& thread : m_threads) thread.join();
  if (m_data != nullptr) unmap(m_data, m_found, m_max_bytes);
}

void RoomInMemory::start_threads()
{
  unsigned const clearing = threads_that_clear();
  m_threads.reserve(1 + clearing);
  try {
    m_threads.emplace_back([this] { find_pages(); });
    for (unsigned t = 0; t < clearing; ++t) m_threads.emplace_back([this] { clear_pages(); });
  }
  catch (std::system_error const&) {  // the machine has no more threads
  }
}

void RoomInMemory::expect(std::size_t bytes)
{
  if (m_data == nullptr) return;
  {
    std::lock_guard const lock(m_mutex);
    m_expected = std::max(m_expected, std::min(bytes, m_max_bytes));
    m_changed.notify_all();
  }
  if (m_threads.empty()) start_threads();
  if (m_threads.empty()) static_cast<void>(find_up_to(m_expected));
}

std::size_t RoomInMemory::found()
{
  std::lock_guard const lock(m_mutex);
  return m_found;
}

int RoomInMemory::error()
{
  std::lock_guard const lock(m_mutex);
  return m_error;
}

/// Of those that are expected. Whether that went well.
bool RoomInMemory::find_up_to(std::size_t end)
{
  std::size_t const begin = found();
  if (begin >= end) return true;
  int error = 0;
  do error = ::fallocate(m_descriptor, 0, static_cast<off_t>(begin), static_cast<off_t>(end - begin)) != 0 ? errno : 0;
  while (error == EINTR);
  std::lock_guard const lock(m_mutex);
  m_error = error;
  if (error == 0) m_found = end;
  m_changed.notify_all();
  return error == 0;
}

void RoomInMemory::find_pages()
{
  detail::use_all_processors();
  auto const next_end = [this] {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_expected > m_found || m_stops; });
    return m_stops ? 0 : std::min(m_expected, m_found + found_at_a_time);
  };
  for (std::size_t end = next_end(); end != 0 && find_up_to(end);) end = next_end();
}

/// Whether the file has pages up to there.
bool RoomInMemory::wait_for_pages(std::size_t end)
{
  std::unique_lock lock(m_mutex);
  m_changed.wait(lock, [&] { return m_found >= end || m_error != 0 || m_stops; });
  return m_found >= end && !m_stops;
}

void RoomInMemory::clear_pages()
{
  detail::use_all_processors();
  for (;;) {
    std::size_t const begin = m_cleared.fetch_add(cleared_at_a_time);
    if (begin >= m_max_bytes || !wait_for_pages(begin + cleared_at_a_time))
      return;  // a last part is left to whoever writes it
    clear(m_data + begin, cleared_at_a_time);
  }
}

std::byte* RoomInMemory::at(std::size_t offset, std::size_t bytes)
{
  {
    std::lock_guard const lock(m_mutex);
    if (m_data == nullptr || bytes > m_expected || offset > m_expected - bytes) return nullptr;
  }
  return wait_for_pages(offset + bytes) ? m_data + offset : nullptr;
}

}  // namespace lexikos::app
