// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/record_reader.hpp"

#include <algorithm>
#include <utility>

#include "app/failure.hpp"

namespace lexikos::app
{

namespace
{

using Bytes = std::span<std::uint8_t const>;

constexpr std::uint64_t nowhere = ~std::uint64_t{0};

std::string hexadecimal(std::uint8_t byte)
{
  constexpr char digits[] = "0123456789ABCDEF";
  return {'0', 'x', digits[byte / 16], digits[byte % 16]};
}

/// The next line, without CR, taken off the text.
Bytes take_line(Bytes& text)
{
  Bytes const line = text.first(line_end(text, 0));
  text = text.subspan(std::min(line.size() + 1, text.size()));
  return without_return(line);
}

bool are_letters(Bytes line)
{
  return std::ranges::all_of(line, [](std::uint8_t c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '*' || c == '-' || c == '.';
  });
}

}  // namespace

RecordFormat record_format_of(Bytes start)
{
  start = start.subspan(static_cast<std::size_t>(std::ranges::find_if_not(start, is_blank) - start.begin()));
  Bytes const header = take_line(start);
  bool const has_name = header.size() > 1 && (header[0] == '>' || header[0] == '@') && is_symbol(header[1]) &&
                        header[1] != '>' && header[1] != '@';
  if (!has_name || std::ranges::any_of(header, [](std::uint8_t c) { return c < ' ' && c != '\t'; }))
    return RecordFormat::none;
  Bytes const letters = take_line(start);
  if (!are_letters(letters)) {  // the next record, after one without letters
    bool const is_header = header[0] == '>' && letters.size() > 1 && letters[0] == '>' && is_symbol(letters[1]);
    return is_header ? RecordFormat::fasta : RecordFormat::none;
  }
  if (header[0] == '>') return RecordFormat::fasta;
  if (start.empty()) return RecordFormat::fastq;  // the first line of letters is longer than what there is of the text
  Bytes const plus = take_line(start);
  bool const is_fastq = (!plus.empty() && plus[0] == '+') || are_letters(plus);
  return is_fastq ? RecordFormat::fastq : RecordFormat::none;
}

RecordReader::RecordReader(ByteStream& stream, PlainRecords::Options const& options, EndRecords end_records)
    : m_stream(stream), m_letters(options.letters), m_plain(options), m_end_records(std::move(end_records))
{}

void RecordReader::read_all(GrowingBytes& symbols, bool many_at_a_time)
{
  m_plain_from = many_at_a_time ? 0 : nowhere;
  while (skip_blanks()) {
    if (peek_byte() == '@' && read_plain_records(RecordKind::fastq, symbols)) continue;
    begin_record();
    read_name();
    std::uint64_t const count = read_symbols(symbols);
    if (m_kind == RecordKind::fastq) read_qualities(count);
    EndedRecord const ended{symbols.size(), m_name};
    m_end_records({&ended, 1}, m_kind);
  }
}

/// As many as are plain, within what comes next. Of FASTA: the rest of the record that was begun, and others, of which the last
/// is not ended; of FASTQ whole records. False if there are none.
bool RecordReader::read_plain_records(RecordKind kind, GrowingBytes& symbols)
{
  if (m_stream.position() < m_plain_from) return false;
  auto const text = m_stream.peek_much();
  auto const& plain = m_plain.read(kind, text, symbols);
  // what is not plain at one place may not be so at others: half of the time at most goes to trying
  if (plain.bytes <= text.size() / 2) m_plain_from = m_stream.position() + text.size();
  if (!plain.headers.empty()) end_plain_records(kind, plain, symbols.size());
  m_stream.take(plain.bytes);
  return plain.bytes != 0;
}

/// All at once, as there may be millions.
void RecordReader::end_plain_records(RecordKind kind, PlainPiece const& plain, std::size_t symbols_after)
{
  std::size_t const symbols_before = symbols_after - plain.symbols;
  auto const& headers = plain.headers;
  m_ended.clear();
  if (kind == RecordKind::fasta) m_ended.push_back({symbols_before + headers.front().symbols_before, m_name});
  for (std::size_t i = 1; i < headers.size(); ++i)
    m_ended.push_back({symbols_before + headers[i].symbols_before, headers[i - 1].name});
  if (kind == RecordKind::fastq) m_ended.push_back({symbols_after, headers.back().name});
  m_end_records(m_ended, kind);
  m_kind = kind;
  m_name = headers.back().name;
  m_begin = m_stream.position() + headers.back().begin;
  m_count += headers.size();
}

std::string RecordReader::place() const
{
  if (m_count == 0) return {};
  std::string const name = m_name.empty() ? std::string() : " (" + m_name + ")";
  return "record " + std::to_string(m_count) + name + ", from byte " + std::to_string(m_begin) + " on";
}

int RecordReader::peek_byte()
{
  auto const next = m_stream.peek();
  return next.empty() ? -1 : next.front();
}

/// Whether something comes after them.
bool RecordReader::skip_blanks()
{
  for (auto next = m_stream.peek(); !next.empty(); next = m_stream.peek()) {
    auto const blanks = static_cast<std::size_t>(std::ranges::find_if_not(next, is_blank) - next.begin());
    m_stream.take(blanks);
    if (blanks < next.size()) return true;
  }
  return false;
}

void RecordReader::begin_record()
{
  int const first = peek_byte();
  std::uint64_t const position = m_stream.position();
  if (first != '>' && first != '@') {
    std::string const found = hexadecimal(static_cast<std::uint8_t>(first)) + " at byte " + std::to_string(position);
    if (m_count != 0)
      fail_at(position,
              "is followed by what starts no record, the byte " + hexadecimal(static_cast<std::uint8_t>(first)));
    throw Failure(ExitCode::unreadable_input, "cannot read " + m_stream.name() +
                                                  ": it is neither FASTA nor FASTQ, whose records start with '>' and "
                                                  "'@': it starts with the byte " +
                                                  found);
  }
  m_kind = first == '>' ? RecordKind::fasta : RecordKind::fastq;
  m_begin = position;
  m_name.clear();
  ++m_count;
  m_stream.take(1);
}

void RecordReader::read_name()
{
  bool is_name = true, after_return = false;
  for_line([&](Bytes part, std::uint64_t position) {
    for (std::size_t i = 0; i < part.size(); ++i) {
      if (after_return) fail_at(position + i, "goes on after a CR: lines end in LF or CR LF");
      after_return = part[i] == '\r';
      is_name = is_name && !is_blank(part[i]);
      if ((part[i] < ' ' && !is_blank(part[i])) || part[i] == 0x7F)
        fail_at(position + i, "has the byte " + hexadecimal(part[i]) + " in its first line");
      if (is_name) m_name += static_cast<char>(part[i]);
    }
  });
  if (m_name.empty()) fail_at(m_begin, "has no name");
}

/// Returns the bytes of its lines.
std::uint64_t RecordReader::read_symbols(GrowingBytes& symbols)
{
  std::uint64_t count = 0;
  for (int first = peek_byte(); first >= 0 && first != '>' && first != '@'; first = peek_byte()) {
    if (first == '+' && m_kind == RecordKind::fastq) return count;
    if (first == '+') fail_at(m_stream.position(), "has a line that starts with '+', as those of FASTQ");
    if (m_kind == RecordKind::fasta && read_plain_records(m_kind, symbols)) continue;
    count += for_line([&](Bytes part, std::uint64_t position) { append(part, position, symbols); });
  }
  if (m_kind == RecordKind::fastq) fail_at(m_stream.position(), "ends without qualities, of which it has no line '+'");
  return count;
}

void RecordReader::append(Bytes letters, std::uint64_t position, GrowingBytes& symbols) const
{
  symbols.make_room(letters.size());
  std::uint8_t* out = symbols.end();
  if (copy_symbols(letters, m_letters, out)) {
    out += letters.size();
  }
  else {
    for (std::size_t i = 0; i < letters.size(); ++i) {
      if (copy_symbols(letters.subspan(i, 1), m_letters, out))
        ++out;
      else if (!is_blank(letters[i]))
        fail_at(position + i, "has the byte " + hexadecimal(letters[i]));
    }
  }
  symbols.add(static_cast<std::size_t>(out - symbols.end()));
}

/// \param symbols  bytes of its lines of symbols
void RecordReader::read_qualities(std::uint64_t symbols)
{
  for_line([](Bytes, std::uint64_t) {});  // '+', and perhaps the name again
  std::uint64_t count = 0;
  do {
    int const first = peek_byte();
    if (first < 0 || (symbols == 0 && first != '\n' && first != '\r')) break;
    count += for_line([&](Bytes part, std::uint64_t position) {
      if (are_symbols(part)) return;
      auto const wrong = std::ranges::find_if_not(part, [](std::uint8_t c) { return is_symbol(c) || is_blank(c); });
      if (wrong != part.end())
        fail_at(position + static_cast<std::uint64_t>(wrong - part.begin()),
                "has the byte " + hexadecimal(*wrong) + " among its qualities");
    });
  } while (count < symbols);
  if (count == symbols) return;
  fail_at(m_stream.position(), (count < symbols ? "ends too early: it has " : "has ") + std::to_string(symbols) +
                                   " symbols and " + std::to_string(count) + " qualities");
}

template <class Use>
std::uint64_t RecordReader::for_line(Use const& use)
{
  std::uint64_t count = 0;
  bool ends_in_return = false;
  for (auto next = m_stream.peek(); !next.empty(); next = m_stream.peek()) {
    Bytes const part = next.first(line_end(next, 0));
    bool const is_end = part.size() < next.size();
    if (!part.empty()) {
      use(part, m_stream.position());
      count += part.size();
      ends_in_return = part.back() == '\r';
    }
    m_stream.take(part.size() + is_end);
    if (is_end) break;
  }
  return count - ends_in_return;
}

void RecordReader::fail_at(std::uint64_t position, std::string const& reason) const
{
  throw Failure(ExitCode::unreadable_input, "cannot read " + m_stream.name() + ": " + place() + ", " + reason +
                                                ", at byte " + std::to_string(position));
}

}  // namespace lexikos::app
