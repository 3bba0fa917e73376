// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <lexikos/config.hpp>
#include <span>
#include <string>
#include <vector>

#include "app/io/decompressed.hpp"
#include "app/io/growing_bytes.hpp"
#include "app/io/json_member.hpp"
#include "app/io/output.hpp"
#include "app/io/text_writer.hpp"

namespace lexikos::app
{

/// Whether this build reads JSON lines.
#ifdef LEXIKOS_HAVE_SIMDJSON
constexpr bool reads_json_lines = true;
#else
constexpr bool reads_json_lines = false;
#endif

/// A file of lines, plain or compressed by gzip or zstd, each of which is a JSON object: the strings that one of its fields
/// has, in UTF-8, one after the other, in the layout of `Documents`.
class JsonLines
{
 public:
  /// Reads all of the file, "-" being standard input. Takes memory for its text, for the strings, and 24 bytes a line.
  /// Failures, with file and line: unreadable_input for a line that is empty, no JSON, no UTF-8 or no object, or whose
  /// field is not there, there twice or no string, and for compressed data that are cut off; out_of_memory; not_supported
  /// if this build lacks the reader.
  JsonLines(std::string const& path, std::string const& field, bool show_progress = false);

  [[nodiscard]] std::string const& name() const { return m_lines.name(); }
  /// The strings, without escapes.
  [[nodiscard]] std::span<std::uint8_t const> text() const { return m_text.bytes(); }
  /// [0..lines]: the string of line d is [offsets[d], offsets[d + 1]).
  [[nodiscard]] std::vector<std::uint64_t> const& offsets() const { return m_offsets; }

  /// All lines.
  [[nodiscard]] std::span<std::uint8_t const> lines() const { return m_lines.bytes(); }
  /// Where the string of line d lies in them.
  [[nodiscard]] JsonString const& place(std::size_t d) const { return m_places[d]; }

 private:
  void read(std::string const& field, bool show_progress);

  Decompressed m_lines;
  GrowingBytes m_text;
  std::vector<std::uint64_t> m_offsets = {0};
  std::vector<JsonString> m_places;
};

/// Lines without parts of their strings. All the rest stays as it is, byte by byte, and so do the lines that lose nothing; a
/// string that loses something is written in UTF-8, with the escapes that JSON demands.
class JsonLinesCutter
{
 public:
  JsonLinesCutter(JsonLines const& lines, Output& output) : m_lines(lines), m_writer(output) {}

  /// Parts of the text to leave out: ascending, disjoint, none of them empty or across lines.
  void cut(std::uint64_t begin, std::uint64_t end);
  /// Writes what is left.
  void finish();

 private:
  void write_lines(std::uint64_t end);
  void write_text(std::uint64_t end);
  void end_line();

  JsonLines const& m_lines;
  TextWriter m_writer;
  std::size_t m_line = 0;         // that loses something next, or just now
  bool m_is_in_line = false;      // it loses something
  std::uint64_t m_written = 0;    // of all lines
  std::uint64_t m_text_done = 0;  // of the string of the line
};

}  // namespace lexikos::app
