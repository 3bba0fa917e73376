// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/io/input.hpp"
#include "app/io/json_lines.hpp"
#include "app/io/text_file.hpp"
#include "app/on_device/collections/symbol_text.hpp"

namespace lexikos::app
{

/// How documents lie in files.
struct DocumentsFormat
{
  std::string symbols;           ///< "u8", "u16" or "u32"
  std::string field;             ///< of lines of JSON; empty: the file is the text
  std::uint64_t vocabulary = 0;  ///< that symbols are below; 0: any will do
  bool show_progress = false;
  TextFormat text = {};         ///< of a file without lines of JSON: records are documents
  unsigned threads = 0;         ///< that may decompress; 0: those of the machine
  std::uint64_t separator = 0;  ///< bytes at the start of each document that are not its text
};

/// A file of documents: bytes or tokens, with their offsets in a file of their own, or lines of JSON.
class DocumentsFile
{
 public:
  /// Failure (unreadable_input) as `read_document_offsets`, `JsonLines` and `require_vocabulary`.
  /// \param offsets  a path; empty: the text is one document
  DocumentsFile(DocumentsFormat const& format, std::string const& path, std::string const& offsets);

  /// What is searched: refers to this object.
  [[nodiscard]] SymbolText text() const { return {m_text, has_separators() ? m_parts : m_offsets}; }
  /// Whether text() has two documents for each, its separator and the rest.
  [[nodiscard]] bool has_separators() const { return !m_parts.empty(); }
  [[nodiscard]] Input const& bytes() const { return *m_text; }
  /// Nothing of lines of JSON.
  [[nodiscard]] TextFile const* file() const { return m_file.get(); }
  [[nodiscard]] std::vector<std::uint64_t> const& offsets() const { return m_offsets; }
  /// Nothing where the file has other documents.
  [[nodiscard]] std::optional<JsonLines> const& lines() const { return m_lines; }
  /// That it took to decompress and parse what there is of this. (A plain file is mapped, and read when it is used.)
  [[nodiscard]] double read_seconds() const { return m_read_seconds; }

 private:
  std::optional<JsonLines> m_lines;
  std::unique_ptr<TextFile> m_file;
  std::optional<Input> m_lines_text;
  Input const* m_text = nullptr;
  std::vector<std::uint64_t> m_offsets;
  std::vector<std::uint64_t> m_parts;
  double m_read_seconds = 0;
};

}  // namespace lexikos::app
