// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Functions of the C library, of which one call fails, or does less than it could, for files whose paths start as they are
// told to. Takes the place of the library's own in the executable, or the module loaded before the C library, that one
// source of which includes this.

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <string>
#include <string_view>

#ifndef __THROW
#define __THROW
#endif

namespace failing_system
{

/// The error of calls that do not fail, but read or write one byte.
constexpr int short_count = -1;

struct Fault
{
  /// Its name; "tmpfile" and "create" are open for files without a name and for new ones, "close_input" is close for files
  /// that are only read.
  std::string function = {};
  std::size_t number = 0;  ///< the call that fails, from 1
  int error = 0;           ///< errno, or short_count
  std::string paths = {};  ///< what the paths of its files start with
};

struct State
{
  Fault fault;
  std::atomic<std::size_t> calls{0};
  std::atomic<bool> has_failed{false};
  void (*on_failure)() = nullptr;
};

inline State state;

inline void fail(Fault const& fault)
{
  state.fault = fault;
  state.calls = 0;
  state.has_failed = false;
}

inline bool is_one_of(std::string_view path)
{
  return !state.fault.paths.empty() && path.starts_with(state.fault.paths);
}

/// Whether a descriptor is of such a file, and not of standard error, which has to say what fails.
inline bool is_one_of(int descriptor)
{
  struct stat status = {};
  struct stat error = {};
  if (::fstat(descriptor, &status) != 0) return false;
  if (::fstat(STDERR_FILENO, &error) == 0 && status.st_dev == error.st_dev && status.st_ino == error.st_ino)
    return false;
  char path[4096];
  ssize_t const length = ::readlink(("/proc/self/fd/" + std::to_string(descriptor)).c_str(), path, sizeof path);
  return length > 0 && is_one_of(std::string_view(path, static_cast<std::size_t>(length)));
}

/// Whether this call is the one. `file` is a path or a descriptor.
template <class File>
bool is_it(std::string_view function, File const& file)
{
  int const before = errno;
  bool const counts = state.fault.function == function && is_one_of(file);
  errno = before;
  if (!counts || ++state.calls != state.fault.number) return false;
  state.has_failed = true;
  if (state.on_failure != nullptr) state.on_failure();
  errno = state.fault.error;
  return true;
}

template <class Function>
Function* next(char const* name)
{
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

inline int open_next(char const* name, char const* path, int flags, mode_t mode)
{
  bool const nameless = (flags & O_TMPFILE) == O_TMPFILE;
  if (is_it(nameless ? "tmpfile" : (flags & O_CREAT) != 0 ? "create" : "open", std::string_view(path))) return -1;
  return next<int(char const*, int, ...)>(name)(path, flags, mode);
}

}  // namespace failing_system

extern "C"
{
  int open(char const* path, int flags, ...)
  {
    va_list arguments;
    va_start(arguments, flags);
    mode_t const mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return failing_system::open_next("open", path, flags, mode);
  }

  int open64(char const* path, int flags, ...)
  {
    va_list arguments;
    va_start(arguments, flags);
    mode_t const mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return failing_system::open_next("open64", path, flags, mode);
  }

  ssize_t write(int file, void const* data, size_t bytes)
  {
    static auto* const next = failing_system::next<ssize_t(int, void const*, size_t)>("write");
    if (!failing_system::is_it("write", file)) return next(file, data, bytes);
    return errno == failing_system::short_count ? next(file, data, std::min<size_t>(bytes, 1)) : -1;
  }

  ssize_t read(int file, void* data, size_t bytes)
  {
    static auto* const next = failing_system::next<ssize_t(int, void*, size_t)>("read");
    if (!failing_system::is_it("read", file)) return next(file, data, bytes);
    return errno == failing_system::short_count ? next(file, data, std::min<size_t>(bytes, 1)) : -1;
  }

  int fsync(int file)
  {
    static auto* const next = failing_system::next<int(int)>("fsync");
    return failing_system::is_it("fsync", file) ? -1 : next(file);
  }

  /// Closes the file in any case, as Linux does.
  int close(int file)
  {
    static auto* const next = failing_system::next<int(int)>("close");
    bool const is_written = (::fcntl(file, F_GETFL) & O_ACCMODE) != O_RDONLY;
    bool const fails = failing_system::is_it(is_written ? "close" : "close_input", file);
    int const error = errno;
    int const result = next(file);
    if (!fails) return result;
    errno = error;
    return -1;
  }

  int fallocate(int file, int mode, off_t offset, off_t bytes)
  {
    static auto* const next = failing_system::next<int(int, int, off_t, off_t)>("fallocate");
    return failing_system::is_it("fallocate", file) ? -1 : next(file, mode, offset, bytes);
  }

  int ftruncate(int file, off_t bytes) __THROW
  {
    static auto* const next = failing_system::next<int(int, off_t)>("ftruncate");
    return failing_system::is_it("ftruncate", file) ? -1 : next(file, bytes);
  }

  int fchmod(int file, mode_t mode) __THROW
  {
    static auto* const next = failing_system::next<int(int, mode_t)>("fchmod");
    return failing_system::is_it("fchmod", file) ? -1 : next(file, mode);
  }

  off_t lseek(int file, off_t offset, int from) __THROW
  {
    static auto* const next = failing_system::next<off_t(int, off_t, int)>("lseek");
    return failing_system::is_it("lseek", file) ? -1 : next(file, offset, from);
  }

  void* mmap(void* address, size_t bytes, int protection, int flags, int file, off_t offset) __THROW
  {
    static auto* const next = failing_system::next<void*(void*, size_t, int, int, int, off_t)>("mmap");
    return file >= 0 && failing_system::is_it("mmap", file) ? MAP_FAILED
                                                            : next(address, bytes, protection, flags, file, offset);
  }

  int linkat(int from_folder, char const* from, int to_folder, char const* to, int flags) __THROW
  {
    static auto* const next = failing_system::next<int(int, char const*, int, char const*, int)>("linkat");
    return failing_system::is_it("linkat", std::string_view(to)) ? -1 : next(from_folder, from, to_folder, to, flags);
  }

  int rename(char const* from, char const* to) __THROW
  {
    static auto* const next = failing_system::next<int(char const*, char const*)>("rename");
    return failing_system::is_it("rename", std::string_view(to)) ? -1 : next(from, to);
  }

}  // extern "C"
