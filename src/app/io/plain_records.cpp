// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/plain_records.hpp"

#include <algorithm>
#include <exception>
#include <system_error>

#include "app/io/record_bytes.hpp"
#include "system/thread_processors.hpp"

namespace lexikos::app
{

namespace
{

using Bytes = std::span<std::uint8_t const>;

constexpr unsigned max_threads = 16;  // more wait for the thread that decompresses, or for memory

/// The name in a header, after '>' or '@'; none if the line is not beyond doubt.
std::string_view plain_name(Bytes header)
{
  unsigned wrong = 0;
  for (std::uint8_t const c : header) wrong |= static_cast<unsigned>((c < ' ' && c != '\t') || c == 0x7F);
  if (wrong != 0) return {};
  auto const* const end = std::ranges::find_if(header, is_blank).base();
  return {reinterpret_cast<char const*>(header.data()), static_cast<std::size_t>(end - header.data())};
}

/// Where the next line begins that is not before `at`, or the size of the text.
std::size_t next_line(Bytes text, std::size_t at)
{
  std::size_t const end = line_end(text, at);
  return end == text.size() ? end : end + 1;
}

/// Where a record of FASTQ begins after `at`, or the size of the text. It has '+' two lines below its '@'; a line of qualities
/// that starts with '@' has symbols there.
std::size_t next_fastq(Bytes text, std::size_t at)
{
  constexpr int lines = 8;  // of two records
  for (int i = 0; i < lines && at < text.size(); ++i) {
    at = next_line(text, at);
    if (at == text.size() || text[at] != '@') continue;
    std::size_t const symbols = next_line(text, at);
    std::size_t const plus = symbols == text.size() ? symbols : next_line(text, symbols);
    if (plus != text.size() && text[plus] == '+') return at;
  }
  return text.size();
}

bool starts_line_of_symbols(std::uint8_t first)
{
  return first != '>' && first != '@' && first != '+';
}

}  // namespace

/// A part of a piece, from one line or record on to another, and what one thread reads of it.
struct PlainRecords::Part
{
  Bytes text;
  std::size_t used = 0;
  std::uint8_t* out = nullptr;  // where its symbols go, which has room for all of them
  std::size_t symbols = 0;
  std::vector<PlainHeader> headers;
  std::uint8_t* copy_to = nullptr;
  std::unique_ptr<std::uint8_t[]> own;
  std::size_t own_bytes = 0;

  void begin(Bytes part)
  {
    text = part;
    used = symbols = 0;
    headers.clear();
  }

  /// For symbols that cannot be written where they stay, since it is not known what comes before them.
  void take_own_room()
  {
    if (own_bytes < text.size()) {
      own_bytes = 0;
      own = std::make_unique_for_overwrite<std::uint8_t[]>(text.size());
      own_bytes = text.size();
    }
    out = own.get();
  }

  void read_fasta(LetterCase letters)
  {
    std::size_t line_bytes = 0;  // of the line before, as most lines of a record have
    for (std::size_t at = 0; at < text.size(); used = at) {
      if (text[at] == '>') {
        std::size_t const end = line_end(text, at);
        if (end == text.size() || !begin_record(at, end)) return;
        at = end + 1;
        continue;
      }
      if (!starts_line_of_symbols(text[at])) return;
      std::size_t end = at + line_bytes;
      if (end < text.size() && text[end] == '\n' && copy_symbols(text.subspan(at, line_bytes), letters, out + symbols))
      {
        symbols += line_bytes;
      }
      else {
        end = line_end(text, at);
        Bytes const line = without_return(text.subspan(at, end - at));
        if (end == text.size() || !copy_symbols(line, letters, out + symbols)) return;
        symbols += line.size();
        line_bytes = end - at;
      }
      at = end + 1;
    }
  }

  void read_fastq(LetterCase letters)
  {
    while (used < text.size() && text[used] == '@') {
      std::size_t const header = line_end(text, used);
      if (header == text.size()) return;
      std::size_t const first = header + 1;
      if (first == text.size() || !starts_line_of_symbols(text[first])) return;
      std::size_t const last = line_end(text, first);
      std::size_t const plus = last + 1;
      if (plus >= text.size() || text[plus] != '+') return;
      std::size_t const qualities = line_end(text, plus) + 1;
      if (qualities >= text.size()) return;
      std::size_t const end = line_end(text, qualities);
      if (end == text.size()) return;
      Bytes const line = without_return(text.subspan(first, last - first));
      Bytes const of_line = without_return(text.subspan(qualities, end - qualities));
      if (line.empty() || of_line.size() != line.size() || !are_symbols(of_line)) return;
      if (!copy_symbols(line, letters, out + symbols) || !begin_record(used, header)) return;
      symbols += line.size();
      used = end + 1;
    }
  }

 private:
  bool begin_record(std::size_t at, std::size_t end)
  {
    auto const name = plain_name(without_return(text.subspan(at + 1, end - at - 1)));
    if (name.empty()) return false;
    headers.push_back({at, name, symbols});
    return true;
  }
};

PlainRecords::PlainRecords(Options const& options) : m_options(options)
{
  if (m_options.threads == 0) m_options.threads = detail::processor_count();
  m_options.threads = std::min(m_options.threads, max_threads);
}

PlainRecords::~PlainRecords() = default;

PlainPiece const& PlainRecords::read(RecordKind kind, Bytes piece, GrowingBytes& symbols)
{
  m_kind = kind;
  m_piece = {};
  // half of a record of FASTQ are qualities
  symbols.make_room(kind == RecordKind::fastq ? piece.size() / 2 : piece.size());
  divide(kind, piece);
  m_parts.front()->out = symbols.end();
  for_each_part(&PlainRecords::read_part);
  join_parts(symbols.end());
  if (m_count > 1) for_each_part(&PlainRecords::copy_part);
  symbols.add(m_piece.symbols);
  return m_piece;
}

void PlainRecords::divide(RecordKind kind, Bytes piece)
{
  std::size_t const wanted = std::clamp<std::size_t>(piece.size() / m_options.min_part, 1, m_options.threads);
  std::size_t begin = 0;
  m_count = 0;
  for (std::size_t i = 1; i < wanted && begin < piece.size(); ++i) {
    std::size_t const at = piece.size() / wanted * i;
    if (at < begin) continue;
    std::size_t const end = kind == RecordKind::fastq ? next_fastq(piece, at) : next_line(piece, at);
    if (end == piece.size()) break;
    add_part(piece.subspan(begin, end - begin));
    begin = end;
  }
  add_part(piece.subspan(begin));
}

void PlainRecords::add_part(Bytes text)
{
  if (m_count == m_parts.size()) m_parts.push_back(std::make_unique<Part>());
  m_parts[m_count++]->begin(text);
}

/// One by this thread, each of the others by a helper. What one of them throws is thrown when all are done.
void PlainRecords::for_each_part(Work work)
{
  m_work = work;
  std::size_t begun = 1;
  while (begun < m_count && begin_helper(begun)) ++begun;
  std::exception_ptr failure;
  auto const keep_failure = [&](auto const& function) {
    try {
      function();
    }
    catch (...) {
      failure = std::current_exception();
    }
  };
  keep_failure([&] {
    (this->*work)(*m_parts[0]);
    for (std::size_t i = begun; i < m_count; ++i) (this->*work)(*m_parts[i]);
  });
  for (std::size_t i = 1; i < begun; ++i) keep_failure([&] { m_helpers[i - 1]->wait(); });
  if (failure) std::rethrow_exception(failure);
}

/// False if the machine has no more threads.
bool PlainRecords::begin_helper(std::size_t part)
{
  try {
    if (m_helpers.size() < part)
      m_helpers.push_back(std::make_unique<HelperThread>([this, part] { (this->*m_work)(*m_parts[part]); }));
  }
  catch (std::system_error const&) {
    return false;
  }
  m_helpers[part - 1]->begin();
  return true;
}

void PlainRecords::read_part(Part& part)
{
  if (&part != m_parts.front().get()) part.take_own_room();
  if (m_kind == RecordKind::fasta)
    part.read_fasta(m_options.letters);
  else
    part.read_fastq(m_options.letters);
}

/// Adds up the parts as far as one ends where the next begins.
void PlainRecords::join_parts(std::uint8_t* out)
{
  for (std::size_t i = 0; i < m_count; ++i) {
    Part& part = *m_parts[i];
    part.copy_to = out + m_piece.symbols;
    for (auto const& header : part.headers)
      m_piece.headers.push_back({m_piece.bytes + header.begin, header.name, m_piece.symbols + header.symbols_before});
    m_piece.bytes += part.used;
    m_piece.symbols += part.symbols;
    if (part.used != part.text.size()) m_count = i + 1;
  }
}

void PlainRecords::copy_part(Part& part)
{
  if (part.out != part.copy_to) std::copy_n(part.out, part.symbols, part.copy_to);
}

}  // namespace lexikos::app
