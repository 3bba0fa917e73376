// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/output.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "app/exit_codes.hpp"

namespace lexikos::app
{

namespace
{

constexpr std::size_t block_bytes = std::size_t{64} << 20;

mode_t default_mode()
{
  mode_t const mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

}  // namespace

Output::Output(std::string const& path) : m_name(path == "-" ? "standard output" : path)
{
  if (path == "-") {
    m_file = FileDescriptor(::dup(STDOUT_FILENO));
    if (!m_file) fail(errno);
    return;
  }
  struct stat status = {};
  bool const exists = ::stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail(EISDIR);
  if (exists && !S_ISREG(status.st_mode)) {
    m_file = FileDescriptor(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!m_file) fail(errno);
    return;
  }
  if (exists && ::access(path.c_str(), W_OK) != 0) fail(errno);
  std::error_code error;
  auto const resolved = std::filesystem::weakly_canonical(path, error);  // a link keeps pointing to its file
  open_temporary(error ? path : resolved.string());
  ::fchmod(m_file.get(), exists ? status.st_mode & 07777 : default_mode());
}

void Output::open_temporary(std::string const& target)
{
  m_target = target;
  std::string const folder = std::filesystem::path(target).parent_path().string();
  std::string name = (folder.empty() ? "." : folder) + "/.lexikos-XXXXXX";
  m_file = FileDescriptor(::mkostemp(name.data(), O_CLOEXEC));
  if (!m_file) fail(errno);
  m_temporary = name;
  m_guard = std::make_unique<RemovedOnSignal>(m_temporary);
}

Output::~Output()
{
  if (!m_temporary.empty()) ::unlink(m_temporary.c_str());
}

void Output::fail(int error) const
{
  throw Failure(ExitCode::unwritable_output, "cannot write " + m_name + ": " + std::strerror(error));
}

void Output::reserve(std::size_t bytes)
{
  if (m_temporary.empty() || bytes == 0) return;
  if (::fallocate(m_file.get(), 0, 0, static_cast<off_t>(bytes)) != 0 &&
      (errno == ENOSPC || errno == EFBIG || errno == EDQUOT))
    fail(errno);
}

void Output::write(void const* data, std::size_t bytes)
{
  auto const* next = static_cast<std::byte const*>(data);
  while (bytes > 0) {
    ssize_t const done = ::write(m_file.get(), next, std::min(bytes, block_bytes));
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) fail(errno);
    next += done;
    bytes -= static_cast<std::size_t>(done);
  }
}

void Output::commit()
{
  if (!m_file.close()) fail(errno);
  if (m_temporary.empty()) return;
  if (::rename(m_temporary.c_str(), m_target.c_str()) != 0) fail(errno);
  m_guard->release();
  m_temporary.clear();
}

}  // namespace lexikos::app
