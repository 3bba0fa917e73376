// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/commands/documents_file.hpp"

#include <chrono>

#include "app/command_line/symbol_type.hpp"
#include "app/failure.hpp"
#include "app/io/document_offsets.hpp"
#include "app/io/vocabulary.hpp"

namespace lexikos::app
{

namespace
{

/// Of each document its separator and the rest.
std::vector<std::uint64_t> parts_of(std::vector<std::uint64_t> const& offsets, std::uint64_t separator,
                                    std::string const& file)
{
  std::vector<std::uint64_t> parts;
  for (std::size_t d = 0; d + 1 < offsets.size(); ++d) {
    if (offsets[d + 1] - offsets[d] < separator)
      throw Failure(ExitCode::unreadable_input,
                    file + ": document " + std::to_string(d) + " is shorter than its separator (--separator-bytes)");
    parts.push_back(offsets[d]);
    parts.push_back(offsets[d] + separator);
  }
  parts.push_back(offsets.back());
  return parts;
}

}  // namespace

DocumentsFile::DocumentsFile(DocumentsFormat const& format, std::string const& path, std::string const& offsets)
{
  auto const begin = std::chrono::steady_clock::now();
  unsigned const symbol_bytes = symbol_bytes_of(format.symbols);
  if (!format.field.empty()) {
    m_lines.emplace(path, format.field, format.show_progress);
    m_lines_text.emplace(m_lines->name(), m_lines->text());
    m_text = &*m_lines_text;
    m_offsets = m_lines->offsets();
  }
  else {
    m_file = std::make_unique<TextFile>(
        path, format.text, TextFile::Options{.show_progress = format.show_progress, .threads = format.threads});
    m_text = &m_file->input();
    require_bytes_of_sequences(*m_file, symbol_bytes, !offsets.empty());
    require_symbols(*m_text, symbol_bytes);
    if (auto const* const records = m_file->records())
      m_offsets.assign(records->offsets.begin(), records->offsets.end());
    else if (format.text.format == "auto" && offsets.empty())
      m_offsets = {0, m_text->bytes().size() / symbol_bytes};  // the one document of a file that might have had records
    if (!offsets.empty()) m_offsets = read_document_offsets({offsets, m_text->bytes().size(), symbol_bytes});
  }
  if (format.separator != 0 && !m_offsets.empty())
    m_parts = parts_of(m_offsets, format.separator / symbol_bytes, offsets);
  if (format.vocabulary != 0) require_vocabulary(*m_text, symbol_bytes, format.vocabulary, m_offsets);
  m_read_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace lexikos::app
