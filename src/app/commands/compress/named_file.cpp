// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/commands/compress/named_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "app/failure.hpp"
#include "app/io/input.hpp"

namespace lexikos::app
{

namespace
{

[[noreturn]] void fail(std::string const& name, std::string const& what)
{
  throw Failure(ExitCode::unreadable_input, "cannot read " + name + ": " + what);
}

}  // namespace

NamedFile::NamedFile(std::string const& path, bool follows) : m_name(name_of_input(path))
{
  if (path == "-") {
    m_file = FileDescriptor(::dup(STDIN_FILENO));
  }
  else {
    if (!follows && ::lstat(path.c_str(), &m_status) == 0 && S_ISLNK(m_status.st_mode))
      fail(m_name, "it is a link, which --force follows");
    m_file = FileDescriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | (follows ? 0 : O_NONBLOCK)));
  }
  if (!m_file || ::fstat(m_file.get(), &m_status) != 0) fail(m_name, std::strerror(errno));
  if (S_ISDIR(m_status.st_mode)) fail(m_name, "it is a folder");
  if (path != "-" && !follows && !is_regular()) fail(m_name, "it is no regular file; --force reads it");
}

std::size_t NamedFile::read(std::span<std::uint8_t> to)
{
  std::size_t done = 0;
  while (done < to.size()) {
    ssize_t const got = ::read(m_file.get(), to.data() + done, std::min<std::size_t>(to.size() - done, 1u << 30));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(m_name, std::strerror(errno));
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

bool NamedFile::is_terminal() const
{
  return ::isatty(m_file.get()) == 1;
}

std::optional<std::uint64_t> NamedFile::size() const
{
  // some files of the system's own say that they are empty, and are not
  if (!is_regular() || m_status.st_size == 0) return std::nullopt;
  off_t const place = ::lseek(m_file.get(), 0, SEEK_CUR);
  if (place < 0) fail(m_name, std::strerror(errno));
  if (place > 0) return std::nullopt;
  return static_cast<std::uint64_t>(m_status.st_size);
}

void NamedFile::hand_on(std::string const& path) const
{
  if (!is_regular()) return;
  // the owner first, for a change of it takes some bits of the mode
  bool const is_owned = ::chown(path.c_str(), m_status.st_uid, m_status.st_gid) == 0;
  mode_t const special = is_owned ? 07777 : 0777;
  static_cast<void>(::chmod(path.c_str(), m_status.st_mode & special));
  std::array<timespec, 2> const times{m_status.st_atim, m_status.st_mtim};
  static_cast<void>(::utimensat(AT_FDCWD, path.c_str(), times.data(), 0));
}

}  // namespace lexikos::app
