// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "file/new_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "file/checksum.hpp"

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

/// Takes the lock that a file holds while its writer lives, which whoever kills it cannot keep. Where a file system has no
/// locks, nobody can tell, and every file counts as that of a writer.
bool lock(int descriptor)
{
  return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
}

/// Removes a file that its writer left behind. Returns whether it was one, and is gone.
bool remove_abandoned(char const* name)
{
  int const file = ::open(name, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) return false;
  struct stat locked = {}, named = {};
  // another one that removes it may have been faster, and a new file may have its name
  bool const removed = lock(file) && ::fstat(file, &locked) == 0 && ::lstat(name, &named) == 0 &&
                       locked.st_ino == named.st_ino && locked.st_dev == named.st_dev && ::unlink(name) == 0;
  ::close(file);
  return removed;
}

/// Calls function(name) with the names that unfinished files of a target have, in its folder, until one is free; returns what
/// it returned last. What other writers left behind under these names is removed.
template <class Function>
int with_free_name(std::string const& target, std::string& name, Function const& function)
{
  std::string const file = std::filesystem::path(target).filename().string();
  Checksum checksum;
  checksum.add(file.data(), file.size());
  std::string const beginning = folder_of(target) + "/.lexikos-" + std::to_string(checksum.value()) + "-";
  for (unsigned number = 0;;) {
    name = beginning + std::to_string(number);
    int const result = function(name.c_str());
    if (result >= 0 || errno != EEXIST) return result;
    if (!remove_abandoned(name.c_str())) ++number;
  }
}

/// -1 with EEXIST where another writer has the file, or takes the new one for abandoned.
int create_locked(char const* name, mode_t mode)
{
  int const file = ::open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  struct stat status = {};
  if (file < 0 || ((lock(file) || errno != EWOULDBLOCK) && ::fstat(file, &status) == 0 && status.st_nlink != 0))
    return file;
  ::close(file);
  errno = EEXIST;
  return -1;
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
  m_descriptor = with_free_name(m_target, name, [&](char const* free) { return create_locked(free, mode); });
  if (m_descriptor < 0) return errno;
  m_temporary = std::move(name);
  return 0;
}

/// Links cannot replace a file, but renaming can.
int NewFile::link_beside()
{
  std::string name;
  std::string const file = name_of_descriptor(m_descriptor);
  lock(m_descriptor);
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
