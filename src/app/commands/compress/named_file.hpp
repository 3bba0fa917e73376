// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/io/file_descriptor.hpp"

namespace lexikos::app
{

constexpr std::string_view compressed_ending = ".lkz";

/// A file, or standard input ("-"), that is read from its beginning to its end. Members throw Failure (unreadable_input).
class NamedFile
{
 public:
  /// \param follows  links, and reads what is no regular file
  NamedFile(std::string const& path, bool follows);

  /// Fills the bytes, unless the file ends.
  std::size_t read(std::span<std::uint8_t> to);

  [[nodiscard]] bool is_terminal() const;
  [[nodiscard]] bool is_regular() const { return S_ISREG(m_status.st_mode); }
  /// Bytes that it has, if that can be told.
  [[nodiscard]] std::optional<std::uint64_t> size() const;
  [[nodiscard]] std::string const& name() const { return m_name; }
  /// Gives another file, which has its name already, the mode, the owner and the times of this one, as far as the system lets.
  void hand_on(std::string const& path) const;
  /// Only its owner reads what is created from here on, if nobody else reads this file.
  [[nodiscard]] mode_t mask() const { return static_cast<mode_t>(~m_status.st_mode & 0777); }

 private:
  std::string m_name;
  FileDescriptor m_file;
  struct stat m_status = {};
};

}  // namespace lexikos::app
