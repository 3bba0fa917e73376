// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "app/io/file_descriptor.hpp"

namespace lexikos::app
{

/// The bytes of a file, or of standard input ("-"), from its beginning to its end, read in blocks.
class FileBlocks
{
 public:
  /// Failure (unreadable_input) with the reason.
  explicit FileBlocks(std::string const& path);

  /// The path, or "standard input".
  [[nodiscard]] std::string const& name() const { return m_name; }
  /// Of a regular file that was opened here; 0 of others.
  [[nodiscard]] std::uint64_t file_bytes() const { return m_file_bytes; }

  /// What comes next: as many bytes or more, unless the file ends before; valid until the next call. Failure
  /// (unreadable_input, out_of_memory).
  [[nodiscard]] std::span<std::uint8_t const> peek(std::size_t bytes = 1);
  /// So many of these were used.
  void take(std::size_t bytes);
  /// How many were used.
  [[nodiscard]] std::uint64_t position() const { return m_position; }

 private:
  [[noreturn]] void fail(std::string const& reason) const;
  void grow(std::size_t capacity);

  std::string m_name;
  FileDescriptor m_file;
  std::uint64_t m_file_bytes = 0;
  std::unique_ptr<std::uint8_t[]> m_block;
  std::size_t m_capacity = 0;
  std::size_t m_begin = 0;  // of what was read and not used
  std::size_t m_end = 0;
  std::uint64_t m_position = 0;
  bool m_has_ended = false;
};

}  // namespace lexikos::app
