// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <unistd.h>

#include <utility>

namespace lexikos::app
{

/// Closes what it holds.
class FileDescriptor
{
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int descriptor) : m_descriptor(descriptor) {}
  FileDescriptor(FileDescriptor&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept
  {
    std::swap(m_descriptor, other.m_descriptor);
    return *this;
  }
  ~FileDescriptor()
  {
    if (m_descriptor >= 0) ::close(m_descriptor);
  }

  [[nodiscard]] explicit operator bool() const { return m_descriptor >= 0; }
  [[nodiscard]] int get() const { return m_descriptor; }
  /// Gives it to the caller, who closes it.
  [[nodiscard]] int release() { return std::exchange(m_descriptor, -1); }
  /// Closes it now; whether that went well, which some file systems know only then.
  [[nodiscard]] bool close() { return ::close(std::exchange(m_descriptor, -1)) == 0; }

 private:
  int m_descriptor = -1;
};

}  // namespace lexikos::app
