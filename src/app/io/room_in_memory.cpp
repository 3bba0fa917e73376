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
/// A tenth of a millisecond, for which nobody can change what is mapped: a GPU's driver does so hundreds of times when it starts. A
/// multiple of the pages of all systems.
constexpr std::size_t cleared_at_a_time = std::size_t{256} << 10;
constexpr std::size_t unmapped_by_a_thread = std::size_t{1} << 30;

/// 2.5, 3.7 and 5.1 GB/s are cleared by 1, 2 and 4 threads of a Xeon, and no more by 8 (bench/results/h100-program.txt). A
/// machine of few processors has other work for them.
unsigned threads_that_clear()
{
  return std::min(detail::processor_count() / 8, 4U);
}

/// Clears pages that the file has, and maps them, as writing to them would. Whether that went well: Linux before 5.14 cannot.
bool clear([[maybe_unused]] std::byte* data, [[maybe_unused]] std::size_t bytes)
{
#ifdef MADV_POPULATE_WRITE
  constexpr int advice = MADV_POPULATE_WRITE;
#else
  constexpr int advice = 23;  // headers of older systems do not name it
#endif
  return ::madvise(data, bytes, advice) == 0;
}

/// By some threads, as it takes a tenth of a second for each gigabyte.
void unmap(std::byte* data, std::size_t bytes)
{
#ifdef __linux__
  std::size_t const count = std::min<std::size_t>(bytes / unmapped_by_a_thread, detail::processor_count());
  std::vector<std::thread> threads;
  threads.reserve(count);
  try {
    for (std::size_t t = 0; t < count; ++t)
      threads.emplace_back([=] {
        detail::use_all_processors();
        ::madvise(data + t * unmapped_by_a_thread, unmapped_by_a_thread, MADV_DONTNEED);  // the file keeps its pages
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

RoomInMemory::RoomInMemory(int descriptor, std::size_t bytes) : m_descriptor(descriptor), m_bytes(bytes)
{
  void* const data = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (data == MAP_FAILED) return;
  m_data = static_cast<std::byte*>(data);
  unsigned const clearing = threads_that_clear();
  m_threads.reserve(1 + clearing);
  try {
    m_threads.emplace_back([this] { find_pages(); });
    for (unsigned t = 0; t < clearing; ++t) m_threads.emplace_back([this] { clear_pages(); });
  }
  catch (std::system_error const&) {  // the machine has no more threads
    if (m_threads.empty()) find_pages();
  }
}

RoomInMemory::~RoomInMemory()
{
  m_stops = true;
  for (std::thread& thread : m_threads) thread.join();
  if (m_data != nullptr) unmap(m_data, m_bytes);
}

int RoomInMemory::error()
{
  std::lock_guard const lock(m_mutex);
  return m_error;
}

void RoomInMemory::find_pages()
{
  detail::use_all_processors();
  int error = 0;
  for (std::size_t begin = 0; begin < m_bytes && error == 0 && !m_stops; begin += found_at_a_time) {
    std::size_t const bytes = std::min(found_at_a_time, m_bytes - begin);
    do error = ::fallocate(m_descriptor, 0, static_cast<off_t>(begin), static_cast<off_t>(bytes)) != 0 ? errno : 0;
    while (error == EINTR);
    std::lock_guard const lock(m_mutex);
    if (error == 0) m_found = begin + bytes;
    m_error = error;
    m_changed.notify_all();
  }
  std::lock_guard const lock(m_mutex);
  m_has_ended = true;
  m_changed.notify_all();
}

/// Whether the file has pages up to there.
bool RoomInMemory::wait_for_pages(std::size_t end)
{
  std::unique_lock lock(m_mutex);
  m_changed.wait(lock, [&] { return m_found >= end || m_has_ended; });
  return m_found >= end;
}

void RoomInMemory::clear_pages()
{
  detail::use_all_processors();
  for (std::size_t begin = m_cleared.fetch_add(cleared_at_a_time); begin < m_bytes && !m_stops;
       begin = m_cleared.fetch_add(cleared_at_a_time))
  {
    std::size_t const end = std::min(begin + cleared_at_a_time, m_bytes);
    if (!wait_for_pages(end) || !clear(m_data + begin, end - begin)) return;
  }
}

std::byte* RoomInMemory::at(std::size_t offset, std::size_t bytes)
{
  if (m_data == nullptr || bytes > m_bytes || offset > m_bytes - bytes) return nullptr;
  return wait_for_pages(offset + bytes) ? m_data + offset : nullptr;
}

}  // namespace lexikos::app
