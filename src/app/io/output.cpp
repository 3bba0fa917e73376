// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/output.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "app/failure.hpp"
#include "app/report/utf8.hpp"

namespace lexikos::app
{

namespace
{

constexpr std::size_t block_bytes = std::size_t{64} << 20;
constexpr std::size_t min_room_in_memory = std::size_t{16} << 20;  // takes hundredths of a second

bool has_limited_addresses()
{
  rlimit limit = {};
  return ::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

/// 0, or why there is no room: a file system that cannot tell has it.
int room_error(int descriptor, std::size_t bytes)
{
  if (::fallocate(descriptor, 0, 0, static_cast<off_t>(bytes)) == 0) return 0;
  return errno == ENOSPC || errno == EFBIG || errno == EDQUOT ? errno : 0;
}

}  // namespace

Output::Output(std::string const& path) : m_name(path == "-" ? "standard output" : path)
{
  if (path == "-") {
    m_direct = FileDescriptor(::dup(STDOUT_FILENO));
    if (!m_direct) fail(errno);
    return;
  }
  struct stat status = {};
  if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
    open_directly(path);
  else
    open_new(path);
}

std::unique_ptr<Output> Output::standard_error()
{
  return std::unique_ptr<Output>(new Output(::dup(STDERR_FILENO), "standard error"));
}

void Output::open_new(std::string const& path)
{
  SignalsWait const wait;
  if (int const error = m_file.open(path); error != 0) fail(error);
  m_guard = std::make_unique<RemovedAtTheEnd>(m_file.temporary_path());
}

void Output::open_directly(std::string const& path)
{
  m_direct = FileDescriptor(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK));
  if (m_direct) {
    ::fcntl(m_direct.get(), F_SETFL, ::fcntl(m_direct.get(), F_GETFL) & ~O_NONBLOCK);
    return;
  }
  if (errno != ENXIO) fail(errno);
  std::fprintf(stderr, "lexikos: waiting for a reader of %s\n", printable(path).c_str());
  m_direct = FileDescriptor(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!m_direct) fail(errno);
}

int Output::descriptor() const
{
  return m_direct ? m_direct.get() : m_file.descriptor();
}

void Output::fail(int error) const
{
  std::string const message = "cannot write " + m_name + ": " + std::strerror(error);
  if (error == EPIPE) throw BrokenPipe(ExitCode::unwritable_output, message);
  throw Failure(ExitCode::unwritable_output, message);
}

Output::~Output() = default;

void Output::reserve(std::size_t bytes)
{
  if (m_direct || bytes == 0) return;
  auto const free = free_memory_for_files(m_file.descriptor());
  std::size_t const found = m_room ? m_room->found() : 0;
  if (free && *free + found < bytes) fail(ENOSPC);
  expect(bytes);
  if (m_room) return;
  if (int const error = room_error(m_file.descriptor(), bytes); error != 0) fail(error);
}

void Output::expect(std::size_t bytes)
{
  if (m_direct || bytes < min_room_in_memory) return;
  if (!m_room) {
    auto const free = free_memory_for_files(m_file.descriptor());
    // one that has few addresses may need them for the work
    if (!free || *free < bytes || has_limited_addresses()) return;
    m_room = std::make_unique<RoomInMemory>(m_file.descriptor(), *free);
  }
  m_room->expect(bytes);
}

std::byte* Output::place(std::size_t bytes)
{
  if (!m_room) return nullptr;
  std::byte* const place = m_room->at(m_size, bytes);
  if (place != nullptr) m_size += bytes;
  return place;
}

/// What is written from here on goes after what was, and the file ends where that does.
void Output::leave_room()
{
  if (!m_room) return;
  int const refused = m_room->error();
  m_room.reset();
  if (refused != 0) fail(refused);
  auto const end = static_cast<off_t>(m_size);
  if (::ftruncate(m_file.descriptor(), end) != 0 || ::lseek(m_file.descriptor(), end, SEEK_SET) != end) fail(errno);
}

void Output::write(void const* data, std::size_t bytes)
{
  if (bytes == 0) return;
  if (std::byte* const there = place(bytes)) {
    std::memcpy(there, data, bytes);
    return;
  }
  leave_room();
  auto const* next = static_cast<std::byte const*>(data);
  while (bytes > 0) {
    ssize_t const done = ::write(descriptor(), next, std::min(bytes, block_bytes));
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) fail(errno);
    next += done;
    m_size += static_cast<std::size_t>(done);
    bytes -= static_cast<std::size_t>(done);
  }
}

void Output::commit()
{
  if (m_direct) {
    if (!m_direct.close()) fail(errno);
    return;
  }
  leave_room();
  SignalsWait const wait;
  if (int const error = m_file.commit(); error != 0) fail(error);
  m_guard->release();
}

}  // namespace lexikos::app
