// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loaded before the C library, a file system that has no files without names (O_TMPFILE).

#include <dlfcn.h>
#include <fcntl.h>

#include <cerrno>
#include <cstdarg>

namespace
{

int open_named(char const* function, char const* path, int flags, va_list arguments)
{
  if ((flags & O_TMPFILE) == O_TMPFILE) {
    errno = EOPNOTSUPP;
    return -1;
  }
  mode_t const mode = (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
  using Open = int (*)(char const*, int, ...);
  return reinterpret_cast<Open>(::dlsym(RTLD_NEXT, function))(path, flags, mode);
}

}  // namespace

extern "C" int open(char const* path, int flags, ...)
{
  va_list arguments;
  va_start(arguments, flags);
  int const file = open_named("open", path, flags, arguments);
  va_end(arguments);
  return file;
}

extern "C" int open64(char const* path, int flags, ...)
{
  va_list arguments;
  va_start(arguments, flags);
  int const file = open_named("open64", path, flags, arguments);
  va_end(arguments);
  return file;
}
