// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Files of which every rank reads or writes its range.

#include <lexikos/config.hpp>
#ifdef LEXIKOS_HAVE_MPI

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <vector>

#include "app/io/ending.hpp"
#include "app/io/file_descriptor.hpp"
#include "app/on_device/ranks/world.hpp"
#include "app/on_device/session/transfer.hpp"
#include "file/new_file.hpp"

namespace lexikos::app
{

/// Symbols of a text of so many bytes. Failure (unreadable_input) if it does not end with one.
[[nodiscard]] inline std::uint64_t symbols_of(std::string const& path, std::uint64_t bytes, unsigned symbol_bytes)
{
  if (bytes % symbol_bytes != 0)
    throw Failure(ExitCode::unreadable_input,
                  path + " does not end with a symbol of " + std::to_string(symbol_bytes) + " bytes");
  return bytes / symbol_bytes;
}

/// A file that all ranks read.
class SharedInput
{
 public:
  /// Collective. Error on all ranks where one cannot read it, or sees another size.
  SharedInput(World& world, std::string const& path) : m_path(path)
  {
    struct stat status = {};
    world.together([&] {
      if (path == "-") throw Failure(ExitCode::usage, "on several ranks a text is a file, not standard input");
      m_file = FileDescriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
      if (!m_file || ::fstat(m_file.get(), &status) != 0) fail(std::strerror(errno));
      if (!S_ISREG(status.st_mode)) fail("on several ranks it has to be a regular file");
    });
    m_bytes = static_cast<std::uint64_t>(status.st_size);
    auto const sizes = world.ranks().all_gather(m_bytes);
    world.together([&] {
      if (m_bytes != sizes[0])
        fail("it has " + std::to_string(m_bytes) + " bytes, and " + std::to_string(sizes[0]) + " on rank 0");
    });
  }

  [[nodiscard]] std::uint64_t bytes() const { return m_bytes; }

  /// Values [first, first + array.extent(0)) of the file. Failure where they cannot be read.
  template <class ExecutionSpace, class T, class MemorySpace>
  void read(ExecutionSpace const& space, std::uint64_t first, Span<T, MemorySpace> const& array) const
  {
    std::uint64_t const bytes = array.extent(0) * sizeof(T);
    auto* const to = reinterpret_cast<std::uint8_t*>(array.data());
    if constexpr (detail::works_on_host<ExecutionSpace>) return read_bytes(first * sizeof(T), to, bytes);
    std::vector<std::uint8_t> block(std::min<std::uint64_t>(bytes, staging_bytes));
    for (std::uint64_t begin = 0; begin < bytes; begin += block.size()) {
      std::uint64_t const part = std::min<std::uint64_t>(block.size(), bytes - begin);
      read_bytes(first * sizeof(T) + begin, block.data(), part);
      copy_to(space, to + begin, block.data(), part);
    }
  }

 private:
  [[noreturn]] void fail(std::string const& reason) const
  {
    throw Failure(ExitCode::unreadable_input, "cannot read " + m_path + ": " + reason);
  }

  void read_bytes(std::uint64_t offset, std::uint8_t* to, std::uint64_t bytes) const
  {
    while (bytes > 0) {
      ssize_t const got =
          ::pread(m_file.get(), to, std::min<std::uint64_t>(bytes, std::uint64_t{1} << 30), static_cast<off_t>(offset));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) fail(std::strerror(errno));
      if (got == 0) fail("it has become shorter");
      offset += static_cast<std::uint64_t>(got);
      to += got;
      bytes -= static_cast<std::uint64_t>(got);
    }
  }

  std::string m_path;
  FileDescriptor m_file;
  std::uint64_t m_bytes = 0;
};

/// A file to which all ranks write, and which is there as a whole or not at all: rank 0 makes it, under another name, and
/// gives it its own when all have written.
class SharedOutput
{
 public:
  /// Collective. Error on all ranks where one cannot write it.
  SharedOutput(World& world, std::string const& path) : m_world(world), m_path(path)
  {
    world.together([&] {
      struct stat status = {};
      bool const exists = path != "-" && ::stat(path.c_str(), &status) == 0;
      if (path == "-" || (exists && !S_ISREG(status.st_mode)))
        throw Failure(ExitCode::usage, "on several ranks a result goes to a file, not to " + path);
      if (!world.is_first()) return;
      SignalsWait const wait;
      if (int const error = m_new.open(path, file_detail::NewFile::Until::named); error != 0) fail(error);
      m_guard = std::make_unique<RemovedAtTheEnd>(m_new.temporary_path());
    });
    std::string const name = world.from_first(m_new.temporary_path());
    world.together([&] {
      m_file = FileDescriptor(::open(name.c_str(), O_WRONLY | O_CLOEXEC));
      if (!m_file) fail(errno);
    });
  }

  /// Asks for the room of the whole file. Collective.
  void reserve(std::uint64_t bytes)
  {
    m_world.together([&] {
      if (!m_world.is_first() || bytes == 0) return;
      if (::fallocate(m_file.get(), 0, 0, static_cast<off_t>(bytes)) != 0 &&
          (errno == ENOSPC || errno == EFBIG || errno == EDQUOT))
        fail(errno);
    });
  }

  /// This rank's values, from the first-th of the file on. Collective.
  template <class ExecutionSpace, class View>
  void write(ExecutionSpace const& space, std::uint64_t first, View const& values)
  {
    using T = typename View::non_const_value_type;
    m_world.together([&] {
      std::size_t const block = staging_bytes / sizeof(T);
      std::uint64_t offset = first * sizeof(T);
      for_each_block(space, values, block, [&](auto const& part, std::size_t) {
        write_bytes(part.data(), part.size() * sizeof(T), offset);
        offset += part.size() * sizeof(T);
      });
      if (!m_file.close()) fail(errno);  // some file systems know only then that they are full
    });
  }

  /// Collective: after all have written.
  void commit()
  {
    m_world.together([&] {
      if (!m_world.is_first()) return;
      SignalsWait const wait;
      if (int const error = m_new.commit(); error != 0) fail(error);
      m_guard->release();
    });
  }

 private:
  [[noreturn]] void fail(int error) const
  {
    throw Failure(ExitCode::unwritable_output, "cannot write " + m_path + ": " + std::strerror(error));
  }

  void write_bytes(void const* data, std::size_t bytes, std::uint64_t offset) const
  {
    auto const* next = static_cast<std::uint8_t const*>(data);
    while (bytes > 0) {
      ssize_t const done = ::pwrite(m_file.get(), next, bytes, static_cast<off_t>(offset));
      if (done < 0 && errno == EINTR) continue;
      if (done < 0) fail(errno);
      next += done;
      offset += static_cast<std::uint64_t>(done);
      bytes -= static_cast<std::size_t>(done);
    }
  }

  World& m_world;
  std::string m_path;
  FileDescriptor m_file;
  file_detail::NewFile m_new;  // of rank 0
  std::unique_ptr<RemovedAtTheEnd> m_guard;
};

/// The folder that an index of several ranks goes to, made at once, so that one that cannot be is told before the work. One
/// that was made, and has nothing in the end, is removed.
class SharedFolder
{
 public:
  /// Collective.
  SharedFolder(World& world, std::string const& path) : m_path(path)
  {
    world.together([&] {
      struct stat status = {};
      if (!world.is_first()) return;
      if (::mkdir(path.c_str(), 0777) == 0)
        m_is_new = true;
      else if (errno != EEXIST || ::stat(path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode))
        throw Failure(ExitCode::unwritable_output, "cannot write " + path + ": " + std::strerror(errno));
    });
  }
  SharedFolder(SharedFolder const&) = delete;
  SharedFolder& operator=(SharedFolder const&) = delete;
  ~SharedFolder()
  {
    if (m_is_new) ::rmdir(m_path.c_str());
  }
  void keep() { m_is_new = false; }

 private:
  std::string m_path;
  bool m_is_new = false;
};

}  // namespace lexikos::app

#endif
