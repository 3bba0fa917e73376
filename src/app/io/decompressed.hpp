// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "app/io/byte_stream.hpp"
#include "app/io/growing_bytes.hpp"
#include "app/io/input.hpp"

namespace lexikos::app
{

/// All bytes of a file or of standard input, decompressed if they are those of gzip, bgzip or zstd: mapped if they lie in a
/// file as they are, in memory else.
class Decompressed
{
 public:
  /// Failures as `ByteStream`, with the line in which compressed data end or are damaged if the bytes are lines.
  Decompressed(std::string const& path, bool are_lines, bool show_progress = false, unsigned threads = 0);
  /// The same of what is left of a stream that was looked at.
  /// \param on_growth  told how many bytes there are, as they become more
  Decompressed(std::string const& path, ByteStream& stream, std::function<void(std::size_t)> on_growth = {});

  [[nodiscard]] std::span<std::uint8_t const> bytes() const { return m_file ? m_file->bytes() : m_bytes.bytes(); }
  /// The path, or "standard input".
  [[nodiscard]] std::string const& name() const { return m_name; }
  /// The same as a text, which refers to this object; or the file, which stays here empty, if it is mapped.
  [[nodiscard]] Input take_input();

 private:
  void read(std::string const& path, ByteStream& stream);

  std::string m_name;
  std::optional<Input> m_file;  // none if it is not mapped
  GrowingBytes m_bytes;
};

/// Failure (unreadable_input) that names a line, counted from 1.
[[noreturn]] void fail_in_line(std::string const& name, std::uint64_t line, std::string const& reason);

}  // namespace lexikos::app
