// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/input.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "app/failure.hpp"
#include "app/io/file_descriptor.hpp"
#include "app/io/growing_bytes.hpp"
#include "app/io/memory.hpp"

namespace lexikos::app
{

namespace
{

[[noreturn]] void fail(std::string const& name, std::string const& reason)
{
  throw Failure(ExitCode::unreadable_input, "cannot read " + name + ": " + reason);
}

}  // namespace

void Input::Unmap::operator()(std::uint8_t* data) const
{
  ::munmap(data, size);
}

void Input::require_readable(std::string const& path)
{
  if (path == "-") return;
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0 || ::access(path.c_str(), R_OK) != 0) fail(path, std::strerror(errno));
  if (S_ISDIR(status.st_mode)) fail(path, "it is a directory");
}

std::uint64_t Input::bytes_of(std::string const& path)
{
  struct stat status = {};
  if ((path == "-" ? ::fstat(STDIN_FILENO, &status) : ::stat(path.c_str(), &status)) != 0) return 0;
  return S_ISREG(status.st_mode) ? static_cast<std::uint64_t>(status.st_size) : ~std::uint64_t{0};
}

std::string name_of_input(std::string const& path)
{
  return path == "-" ? "standard input" : path;
}

Input::Input(std::string const& path) : m_name(name_of_input(path))
{
  FileDescriptor const file(path == "-" ? ::dup(STDIN_FILENO) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) fail(m_name, std::strerror(errno));
  struct stat status = {};
  if (::fstat(file.get(), &status) != 0) fail(m_name, std::strerror(errno));
  if (S_ISDIR(status.st_mode)) fail(m_name, "it is a directory");

  // A redirected standard input may be in the middle of its file; a file of size 0 may have contents, as in /proc.
  if (S_ISREG(status.st_mode) && status.st_size > 0 && path != "-")
    map(file.get(), static_cast<std::size_t>(status.st_size));
  else
    read_stream(file.get());
}

void Input::map(int file, std::size_t size)
{
  void* const data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  if (data == MAP_FAILED) {
    if (errno == ENOMEM) require_host_memory({{"the mapped file " + m_name, size}});
    return read_stream(file);  // some file systems map nothing
  }
  m_mapped = {static_cast<std::uint8_t*>(data), Unmap{size}};
  m_bytes = {m_mapped.get(), size};
}

void Input::read_stream(int file)
{
  GrowingBytes read(m_name);
  for (;;) {
    read.make_room();
    ssize_t const got = ::read(file, read.end(), read.room());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(m_name, std::strerror(errno));
    if (got == 0) break;
    read.add(static_cast<std::size_t>(got));
  }
  std::size_t const size = read.size();
  m_read = read.take();
  m_bytes = {m_read.data(), size};
}

void Input::load() const
{
  if (m_mapped == nullptr) return;
  ::madvise(m_mapped.get(), m_bytes.size(), MADV_WILLNEED);
  constexpr std::size_t page = 4096;
  std::uint8_t const volatile* const data = m_mapped.get();
  for (std::size_t i = 0; i < m_bytes.size(); i += page) static_cast<void>(data[i]);
}

}  // namespace lexikos::app
