// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "file/new_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>

namespace lexikos::file_detail
{

namespace
{

constexpr mode_t all_permissions = 07777;
constexpr mode_t readable_and_writable = 0666;  // less the umask
constexpr int max_links = 40;                   // as the system's own limit

std::string folder_of(std::string const& path)
{
  std::string const folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

/// Calls function(name) with names in the target's folder until one is free; returns what it returned last.
template <class Function>
int with_free_name(std::string const& target, std::string& name, Function const& function)
{
  auto stamp = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  for (;; ++stamp) {
    name = folder_of(target) + "/.lexikos-" + std::to_string(::getpid()) + "-" + std::to_string(stamp);
    int const result = function(name.c_str());
    if (result >= 0 || errno != EEXIST) return result;
  }
}

/// What names a file that has no name.
std::string name_of_descriptor(int descriptor)
{
  return "/proc/self/fd/" + std::to_string(descriptor);
}

/// -1 where the file system has no files without names, or they could not be given one later.
int open_nameless(std::string const& folder, mode_t mode)
{
#ifdef O_TMPFILE
  int const file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
  if (file < 0 || ::access(name_of_descriptor(file).c_str(), F_OK) == 0) return file;
  ::close(file);
#endif
  return -1;
}

}  // namespace

std::string link_target(std::string const& path)
{
  std::filesystem::path target = path;
  std::error_code error;
  for (int i = 0; i < max_links && std::filesystem::is_symlink(target, error); ++i) {
    auto const next = std::filesystem::read_symlink(target, error);
    if (error) break;
    target = target.parent_path() / next;  // which is next alone where it starts at the root
  }
  return target.string();
}

NewFile::~NewFile()
{
  if (m_descriptor >= 0) ::close(m_descriptor);
  if (!m_temporary.empty()) ::unlink(m_temporary.c_str());
}

int NewFile::open(std::string const& path, Until until)
{
  struct stat status = {};
  bool const exists = ::stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) return EISDIR;
  if (exists && ::access(path.c_str(), W_OK) != 0) return errno;
  m_target = link_target(path);
  std::error_code error;
  if (std::filesystem::is_symlink(m_target, error)) return ELOOP;
  if (until == Until::nameless) m_descriptor = open_nameless(folder_of(m_target), readable_and_writable);
  if (m_descriptor < 0)
    if (int const error = open_named(readable_and_writable); error != 0) return error;
  if (exists && ::fchmod(m_descriptor, status.st_mode & all_permissions) != 0) return errno;
  return 0;
}

int NewFile::open_named(mode_t mode)
{
  std::string name;
  m_descriptor = with_free_name(
      m_target, name, [&](char const* free) { return ::open(free, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode); });
  if (m_descriptor < 0) return errno;
  m_temporary = std::move(name);
  return 0;
}

/// Links cannot replace a file, but renaming can.
int NewFile::link_beside()
{
  std::string name;
  std::string const file = name_of_descriptor(m_descriptor);
  int const linked = with_free_name(m_target, name, [&](char const* free) {
    return ::linkat(AT_FDCWD, file.c_str(), AT_FDCWD, free, AT_SYMLINK_FOLLOW);
  });
  if (linked != 0) return errno;
  m_temporary = std::move(name);
  return 0;
}

int NewFile::commit()
{
  bool has_target_name = false;
  if (m_temporary.empty()) {
    std::string const file = name_of_descriptor(m_descriptor);
    has_target_name = ::linkat(AT_FDCWD, file.c_str(), AT_FDCWD, m_target.c_str(), AT_SYMLINK_FOLLOW) == 0;
    if (!has_target_name && errno != EEXIST) return errno;
    if (!has_target_name)
      if (int const error = link_beside(); error != 0) return error;
  }
  if (::close(std::exchange(m_descriptor, -1)) != 0) {  // some file systems know only now that they are full
    int const error = errno;
    if (has_target_name) ::unlink(m_target.c_str());
    return error;
  }
  if (!has_target_name && ::rename(m_temporary.c_str(), m_target.c_str()) != 0) return errno;
  m_temporary.clear();
  return 0;
}

}  // namespace lexikos::file_detail
