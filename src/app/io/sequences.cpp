// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/sequences.hpp"

#include <algorithm>
#include <new>
#include <stdexcept>

#include "app/failure.hpp"
#include "app/io/complement.hpp"
#include "app/report/progress_bar.hpp"

namespace lexikos::app
{

Sequences::Sequences(std::vector<std::string> const& paths, SequenceOptions const& options)
    : m_options(options), m_symbols("the sequences")
{
  read_all([&] {
    for (auto const& path : paths) read(path);
  });
}

Sequences::Sequences(ByteStream& stream, SequenceOptions const& options)
    : m_options(options), m_symbols("the sequences")
{
  read_all([&] { read(stream); });
}

template <class Read>
void Sequences::read_all(Read const& read)
{
  m_symbols.on_growth(m_options.on_growth);
  try {
    read();
  }
  catch (std::bad_alloc const&) {
    throw Failure(ExitCode::out_of_memory, "no memory for the names and places of the sequences");
  }
  catch (std::length_error const&) {
    throw Failure(ExitCode::out_of_memory, "no memory for the names and places of the sequences");
  }
  m_symbols.shrink();
}

void Sequences::read(std::string const& path)
{
  ProgressBar bar("reading sequences", m_options.show_progress, ProgressBar::announced);
  ByteStream stream(path, {m_options.threads, [&bar](double fraction) { bar.update(fraction); }});
  read(stream);
}

void Sequences::read(ByteStream& stream)
{
  RecordReader reader(stream, {m_options.letters, m_options.threads, m_options.min_part},
                      [this](std::span<EndedRecord const> records, RecordKind kind) {
                        m_has_qualities = m_has_qualities || kind == RecordKind::fastq;
                        for (EndedRecord const& record : records) {
                          end_record(record.symbols, record.name);
                          if (m_options.both_strands) append_reverse_complement(record.name);
                        }
                      });
  stream.set_place([&reader] { return reader.place(); });
  auto const start = stream.peek();
  bool const is_half = !start.empty() && start.front() == '@';  // the other half are qualities
  if (stream.compression() == Compression::none && !m_options.both_strands)
    m_symbols.reserve(static_cast<std::size_t>(stream.file_bytes()) / (is_half ? 2 : 1));
  bool const many_at_a_time = !m_options.both_strands;
  reader.read_all(m_symbols, many_at_a_time);
  stream.set_place({});
  if (reader.count() == 0)
    throw Failure(ExitCode::unreadable_input, "cannot read " + stream.name() + ": it has no records");
}

void Sequences::end_record(std::size_t end, std::string_view name)
{
  m_offsets.push_back(end);
  m_names.append(name);
  m_name_offsets.push_back(m_names.size());
}

/// Of the last record.
void Sequences::append_reverse_complement(std::string_view name)
{
  std::size_t const begin = m_offsets[m_offsets.size() - 2], size = m_symbols.size() - begin;
  m_symbols.make_room(size);
  auto const letters = m_symbols.bytes().subspan(begin, size);
  std::transform(letters.rbegin(), letters.rend(), m_symbols.end(), complement);
  m_symbols.add(size);
  end_record(m_symbols.size(), name);
}

}  // namespace lexikos::app
