// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string>

#include "app/commands/dedup/options.hpp"
#include "app/io/input.hpp"
#include "app/io/json_lines.hpp"

namespace lexikos::app
{

/// A file of documents: bytes or tokens, with their offsets in a file of their own, or lines of JSON.
class DocumentsFile
{
 public:
  /// Failure (unreadable_input) as `read_document_offsets`, `JsonLines` and `require_vocabulary`.
  DocumentsFile(DedupOptions const& options, std::string const& path, std::string const& offsets);

  /// What is searched: refers to this object.
  [[nodiscard]] SymbolText text() const { return {&*m_text, m_offsets}; }
  [[nodiscard]] Input const& bytes() const { return *m_text; }
  [[nodiscard]] std::vector<std::uint64_t> const& offsets() const { return m_offsets; }
  /// Nothing where the file has other documents.
  [[nodiscard]] std::optional<JsonLines> const& lines() const { return m_lines; }

 private:
  std::optional<JsonLines> m_lines;
  std::optional<Input> m_text;
  std::vector<std::uint64_t> m_offsets;
};

}  // namespace lexikos::app
