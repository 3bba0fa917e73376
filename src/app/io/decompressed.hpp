// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "app/io/growing_bytes.hpp"
#include "app/io/input.hpp"

namespace lexikos::app
{

/// The bytes of a file or of standard input, decompressed if they are those of gzip or of zstd, which their first bytes tell.
class Decompressed
{
 public:
  /// Failures: unreadable_input, with the line in which compressed data end or are damaged; out_of_memory; not_supported
  /// if this build cannot decompress them.
  explicit Decompressed(std::string const& path, bool show_progress = false);

  [[nodiscard]] std::span<std::uint8_t const> bytes() const { return m_file ? m_file->bytes() : m_bytes.bytes(); }
  /// The path, or "standard input".
  [[nodiscard]] std::string const& name() const { return m_name; }

 private:
  std::optional<Input> m_file;  // none once it is decompressed
  std::string m_name;
  GrowingBytes m_bytes;
};

/// Failure (unreadable_input) that names a line, counted from 1.
[[noreturn]] void fail_in_line(std::string const& name, std::uint64_t line, std::string const& reason);

}  // namespace lexikos::app
