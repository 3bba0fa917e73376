// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/commands/search/source.hpp"

#include <vector>

#include "app/command_line/symbol_type.hpp"

namespace lexikos::app
{

namespace
{

TokenPatterns token_patterns(SearchOptions const& options, std::optional<Input> const& file, unsigned symbol_bytes)
{
  TokenPatterns tokens(symbol_bytes);
  for (auto const& list : options.tokens) tokens.add(list, "--tokens", ExitCode::usage);
  if (file) tokens.add_lines(lines_of(*file, '\n'), file->name());
  return tokens;
}

}  // namespace

SearchSource::SearchSource(SearchOptions const& options)
{
  bool const is_saved =
      options.is_index || (!options.is_text && options.source != "-" && is_saved_file(options.source));
  if (is_saved) {
    require_no_text_options(options);
    saved.emplace(options.source);
    symbol_bytes = saved->symbol_bytes();
  }
  else {
    TextFormat format = options.format;
    format.strands = std::string("forward");  // both are those of the patterns
    file = std::make_unique<TextFile>(
        options.source, format,
        TextFile::Options{.show_progress = !options.report.quiet, .threads = options.device.threads});
    text = &file->input();
    symbol_bytes = symbol_bytes_of(options.symbols);
    require_bytes_of_sequences(*file, symbol_bytes, false);
    require_symbols(*text, symbol_bytes);
  }
}

Records const* SearchSource::records() const
{
  if (file) return file->records();
  return saved && saved->records() ? &*saved->records() : nullptr;
}

AskedPatterns::AskedPatterns(SearchOptions const& options, unsigned symbol_bytes, bool show_progress)
{
  if (!options.pattern_file.empty()) m_file.emplace(options.pattern_file);
  if (!options.sequence_file.empty())
    m_sequences.emplace(std::vector{options.sequence_file}, LetterCase::kept, show_progress);
  if (symbol_bytes > 1 && options.format.both_strands())
    throw Failure(ExitCode::usage, "--strands both is for letters, and the text is tokens");
  if (symbol_bytes > 1) m_tokens = token_patterns(options, m_file, symbol_bytes);
  m_shown =
      m_tokens ? ShownPatterns{m_tokens->views(), {}, {}} : all_patterns(options, m_file, m_sequences, m_reversed);
}

}  // namespace lexikos::app
