// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/types.h>

#include <string>

namespace lexikos::file_detail
{

/// The file that a path stands for: links are followed, also to a file that does not exist yet.
[[nodiscard]] std::string link_target(std::string const& path);

/// A file that is there complete or not at all. Until `commit` it has no name, so that nothing is left behind however the
/// process ends; where the system cannot do that, it has another name in the same folder, which the destructor removes, or,
/// where there was none because the process was killed, the next `open` of the same path.
/// The members return 0 or, where the system refuses, its error number.
class NewFile
{
 public:
  NewFile() = default;
  NewFile(NewFile const&) = delete;
  NewFile& operator=(NewFile const&) = delete;
  ~NewFile();

  /// Whether the file has a name before `commit`: other processes that write to it need one.
  enum class Until
  {
    nameless,
    named
  };

  /// Where `path` leads to has to be a regular file, or nothing. A file that is there stays until `commit`, and hands its
  /// permissions on. Finds out at once whether the file can be written.
  [[nodiscard]] int open(std::string const& path, Until until = Until::nameless);
  /// Gives the file its name, in place of one that has it. Whether its data have reached the disk is left to fsync.
  [[nodiscard]] int commit();

  [[nodiscard]] bool is_open() const { return m_descriptor >= 0; }
  [[nodiscard]] int descriptor() const { return m_descriptor; }
  /// Its name until `commit`; empty where it has none, and after it.
  [[nodiscard]] std::string const& temporary_path() const { return m_temporary; }

 private:
  [[nodiscard]] int open_named(mode_t mode);
  [[nodiscard]] int link_beside();

  int m_descriptor = -1;
  std::string m_target;
  std::string m_temporary;
};

}  // namespace lexikos::file_detail
