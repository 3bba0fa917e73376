// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/commands/dedup/documents_file.hpp"

#include "app/command_line/symbol_type.hpp"
#include "app/io/document_offsets.hpp"
#include "app/io/vocabulary.hpp"

namespace lexikos::app
{

DocumentsFile::DocumentsFile(DedupOptions const& options, std::string const& path, std::string const& offsets)
{
  unsigned const symbol_bytes = symbol_bytes_of(options.symbols);
  if (!options.field.empty()) {
    m_lines.emplace(path, options.field, !options.report.quiet);
    m_text.emplace(m_lines->name(), m_lines->text());
    m_offsets = m_lines->offsets();
  }
  else {
    m_text.emplace(path);
    require_symbols(*m_text, symbol_bytes);
    if (!offsets.empty()) m_offsets = read_document_offsets({offsets, m_text->bytes().size(), symbol_bytes});
  }
  if (options.vocabulary != 0) require_vocabulary(*m_text, symbol_bytes, options.vocabulary, m_offsets);
}

}  // namespace lexikos::app
