// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/text_file.hpp"

#include "app/failure.hpp"
#include "app/report/progress_bar.hpp"

namespace lexikos::app
{

TextFile::TextFile(std::string const& path, TextFormat const& format, Options const& options) : m_format(format.format)
{
  auto const refuse_strands = [&] {
    if (format.both_strands())
      throw Failure(ExitCode::usage, "--strands both is for sequences, and " + m_input->name() + " is read as bytes");
  };
  if (format.format == "bytes") {
    m_input.emplace(path);
    m_file_bytes = m_input->pending_bytes();
    refuse_strands();
    return;
  }
  std::optional<ProgressBar> bar;
  ByteStream stream(path, {options.threads, [&bar](double fraction) {
                             if (bar) bar->update(fraction);
                           }});
  m_compression = stream.compression();
  m_file_bytes = stream.file_bytes();
  auto const found = record_format_of(stream.peek_much());
  bool const are_found = format.format == "auto" && found != RecordFormat::none;
  if (format.are_sequences() || are_found) {
    bar.emplace("reading sequences", options.show_progress, ProgressBar::announced);
    read_sequences(stream, format, options);
    return;
  }
  m_format = "plain";
  m_looks_like_sequences = found != RecordFormat::none;
  if (m_compression != Compression::none) bar.emplace("decompressing", options.show_progress, ProgressBar::announced);
  m_bytes.emplace(path, stream, options.on_growth);
  m_input.emplace(m_bytes->take_input());
  refuse_strands();
}

void TextFile::read_sequences(ByteStream& stream, TextFormat const& format, Options const& options)
{
  m_sequences.emplace(stream, SequenceOptions{.letters = options.letters,
                                              .show_progress = options.show_progress,
                                              .both_strands = format.both_strands(),
                                              .threads = options.threads,
                                              .on_growth = options.on_growth});
  m_format = m_sequences->has_qualities() ? "fastq" : "fasta";
  if (format.format != "auto" && format.format != "sequences" && m_format != format.format)
    throw Failure(ExitCode::unreadable_input, "cannot read " + stream.name() + ": it is " + m_format + ", and not " +
                                                  format.format + " (--format auto takes both)");
  m_input.emplace(stream.name(), m_sequences->symbols());
  m_records = m_sequences->records();
}

std::vector<std::uint64_t> TextFile::offsets() const
{
  if (!m_records || m_records->count() < 2) return {};
  return {m_records->offsets.begin(), m_records->offsets.end()};
}

void require_no_records_for_array(TextFile const& text, std::string const& path)
{
  if (!text.offsets().empty())
    throw Failure(ExitCode::usage, "--sa is for texts, and not for several records, as " + path + " has (--format)");
}

void require_bytes_of_sequences(TextFile const& text, unsigned symbol_bytes, bool has_offsets)
{
  if (text.records() != nullptr && (symbol_bytes != 1 || has_offsets))
    throw Failure(ExitCode::usage, "--symbols and --offsets are not for sequences, of which " + text.input().name() +
                                       " is a file (--format)");
}

}  // namespace lexikos::app
