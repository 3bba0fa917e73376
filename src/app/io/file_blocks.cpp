// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/file_blocks.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

#include "app/failure.hpp"
#include "app/io/input.hpp"

namespace lexikos::app
{

namespace
{

constexpr std::size_t min_capacity = std::size_t{1} << 18;

}  // namespace

FileBlocks::FileBlocks(std::string const& path)
    : m_name(name_of_input(path)),
      m_file(path == "-" ? ::dup(STDIN_FILENO) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC))
{
  struct stat status = {};
  if (!m_file || ::fstat(m_file.get(), &status) != 0) fail(std::strerror(errno));
  if (S_ISDIR(status.st_mode)) fail("it is a directory");
  // a file of size 0 may have contents, as in /proc
  if (S_ISREG(status.st_mode) && path != "-") m_file_bytes = static_cast<std::uint64_t>(status.st_size);
}

std::span<std::uint8_t const> FileBlocks::peek(std::size_t bytes)
{
  if (m_capacity < bytes) grow(std::max(bytes, min_capacity));
  if (m_end - m_begin < bytes && m_begin != 0) {
    std::copy(m_block.get() + m_begin, m_block.get() + m_end, m_block.get());
    m_end -= m_begin;
    m_begin = 0;
  }
  while (m_end - m_begin < bytes && !m_has_ended) {
    ssize_t const got = ::read(m_file.get(), m_block.get() + m_end, m_capacity - m_end);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(std::strerror(errno));
    m_has_ended = got == 0;
    m_end += static_cast<std::size_t>(got);
  }
  return {m_block.get() + m_begin, m_end - m_begin};
}

void FileBlocks::take(std::size_t bytes)
{
  m_begin += bytes;
  m_position += bytes;
}

void FileBlocks::grow(std::size_t capacity)
{
  try {
    auto block = std::make_unique_for_overwrite<std::uint8_t[]>(capacity);
    std::copy(m_block.get() + m_begin, m_block.get() + m_end, block.get());
    m_block = std::move(block);
  }
  catch (std::bad_alloc const&) {
    throw Failure(ExitCode::out_of_memory, "no memory for a block of " + m_name);
  }
  m_end -= m_begin;
  m_begin = 0;
  m_capacity = capacity;
}

void FileBlocks::fail(std::string const& reason) const
{
  throw Failure(ExitCode::unreadable_input, "cannot read " + m_name + ": " + reason);
}

}  // namespace lexikos::app
