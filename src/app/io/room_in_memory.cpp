// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/room_in_memory.hpp"

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

/// Some milliseconds of work, after which other threads may change what is mapped. A multiple of the pages of all systems.
constexpr std::size_t piece_bytes = std::size_t{4} << 20;

/// A thread clears one or two gigabytes a second, and few that work meanwhile miss a quarter of the processors.
unsigned thread_count(std::size_t pieces)
{
  return static_cast<unsigned>(std::min<std::size_t>({pieces, 8, std::max(detail::processor_count() / 4, 1U)}));
}

/// 0 where these pages of the file have their room now, else the error number.
int make_room([[maybe_unused]] std::byte* data, [[maybe_unused]] std::size_t bytes)
{
#ifdef MADV_POPULATE_WRITE
  constexpr int advice = MADV_POPULATE_WRITE;
#else
  constexpr int advice = 23;  // of Linux from 5.14 on, which headers of older ones do not name
#endif
  while (::madvise(data, bytes, advice) != 0)
    if (errno != EINTR && errno != EAGAIN) return errno;
  return 0;
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

RoomInMemory::RoomInMemory(int descriptor, std::size_t bytes)
{
  if (::ftruncate(descriptor, static_cast<off_t>(bytes)) != 0) return;
  void* const data = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (data == MAP_FAILED) return;
  m_data = static_cast<std::byte*>(data);
  m_bytes = bytes;
  m_pieces = std::vector<std::atomic<Piece>>((bytes + piece_bytes - 1) / piece_bytes);
  unsigned const threads = thread_count(m_pieces.size());
  m_threads.reserve(threads);
  try {
    for (unsigned t = 0; t < threads; ++t) m_threads.emplace_back([this] { make_pieces(); });
  }
  catch (std::system_error const&) {  // the machine has no more threads: those who need a piece make it
  }
}

RoomInMemory::~RoomInMemory()
{
  stop();
  if (m_data != nullptr) ::munmap(m_data, m_bytes);
}

void RoomInMemory::stop()
{
  m_stops = true;
  for (std::thread& thread : m_threads) thread.join();
}

void RoomInMemory::make_pieces()
{
  detail::use_all_processors();
  for (std::size_t p = m_next++; p < m_pieces.size() && !m_stops; p = m_next++) make(p);
}

void RoomInMemory::make(std::size_t p)
{
  Piece expected = Piece::waits;
  if (!m_pieces[p].compare_exchange_strong(expected, Piece::is_made)) return;
  std::size_t const begin = p * piece_bytes;
  int const error = make_room(m_data + begin, std::min(piece_bytes, m_bytes - begin));
  if (error == EFAULT) m_error = ENOSPC;  // what would be a signal to who writes there
  if (error != 0 && error != EFAULT && error != EINVAL) m_error = error;
  if (error != 0) m_stops = true;
  m_pieces[p] = error == 0 ? Piece::is_there : Piece::failed;
  m_pieces[p].notify_all();
}

std::byte* RoomInMemory::at(std::size_t offset, std::size_t bytes)
{
  if (m_data == nullptr || bytes > m_bytes || offset > m_bytes - bytes) return nullptr;
  std::size_t const end = (offset + bytes + piece_bytes - 1) / piece_bytes;
  for (std::size_t p = offset / piece_bytes; p < end; ++p) {
    make(p);
    m_pieces[p].wait(Piece::is_made);
    if (m_pieces[p] != Piece::is_there) return nullptr;
  }
  return m_data + offset;
}

}  // namespace lexikos::app
