// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/output.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#ifdef __linux__
#include <linux/magic.h>
#include <sys/vfs.h>
#endif
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <system_error>

#include "app/failure.hpp"
#include "system/thread_processors.hpp"

namespace lexikos::app
{

namespace
{

constexpr std::size_t block_bytes = std::size_t{64} << 20;
constexpr std::size_t least_for_a_thread = std::size_t{16} << 20;

/// Free bytes of a file system whose files lie in memory, each page of which is cleared when room is taken; none of others.
std::optional<std::uint64_t> free_memory_for_files([[maybe_unused]] int descriptor)
{
#ifdef __linux__
  struct statfs status = {};
  if (::fstatfs(descriptor, &status) == 0 && status.f_type == TMPFS_MAGIC && status.f_blocks != 0)
    return static_cast<std::uint64_t>(status.f_bavail) * static_cast<std::uint64_t>(status.f_bsize);
#endif
  return std::nullopt;
}

/// 0, or why there is no room: a file system that cannot tell has it.
int room_error(int descriptor, std::size_t begin, std::size_t bytes)
{
  if (::fallocate(descriptor, 0, static_cast<off_t>(begin), static_cast<off_t>(bytes)) == 0) return 0;
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
  std::fprintf(stderr, "lexikos: waiting for a reader of %s\n", path.c_str());
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

Output::~Output()
{
  m_is_room_taken = true;
  if (m_room.joinable()) m_room.join();
}

void Output::reserve(std::size_t bytes)
{
  if (m_direct || bytes == 0) return;
  auto const free = free_memory_for_files(m_file.descriptor());
  if (free && *free < bytes) fail(ENOSPC);
  if (free && bytes >= least_for_a_thread && !m_room.joinable()) {
    try {
      m_room = std::thread([this, bytes] { take_room(bytes); });
      return;
    }
    catch (std::system_error const&) {  // the machine has no more threads
    }
  }
  if (int const error = room_error(m_file.descriptor(), 0, bytes); error != 0) fail(error);
}

/// Piece by piece, until what is written takes its own.
void Output::take_room(std::size_t bytes)
{
  detail::use_all_processors();
  for (std::size_t begin = 0; begin < bytes && !m_is_room_taken; begin += block_bytes) {
    m_room_error = room_error(m_file.descriptor(), begin, std::min(block_bytes, bytes - begin));
    if (m_room_error != 0) return;
  }
}

void Output::stop_taking_room()
{
  if (!m_room.joinable()) return;
  m_is_room_taken = true;
  m_room.join();
  if (m_room_error != 0) fail(m_room_error);
}

void Output::write(void const* data, std::size_t bytes)
{
  stop_taking_room();
  auto const* next = static_cast<std::byte const*>(data);
  while (bytes > 0) {
    ssize_t const done = ::write(descriptor(), next, std::min(bytes, block_bytes));
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) fail(errno);
    next += done;
    bytes -= static_cast<std::size_t>(done);
  }
}

void Output::commit()
{
  if (m_direct) {
    if (!m_direct.close()) fail(errno);
    return;
  }
  stop_taking_room();
  SignalsWait const wait;
  if (int const error = m_file.commit(); error != 0) fail(error);
  m_guard->release();
}

}  // namespace lexikos::app
