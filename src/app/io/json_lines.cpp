// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/json_lines.hpp"

#include <algorithm>
#include <cstring>

#ifdef LEXIKOS_HAVE_SIMDJSON
#include <simdjson.h>
#endif

#include "app/failure.hpp"
#include "app/report/progress_bar.hpp"
#include "app/report/utf8.hpp"

namespace lexikos::app
{

namespace
{

std::string const& supported(std::string const& path)
{
  if (!reads_json_lines)
    throw Failure(ExitCode::not_supported, "this build cannot read JSON lines: simdjson was not there");
  return path;
}

#ifdef LEXIKOS_HAVE_SIMDJSON

/// Whether a text is a number by JSON's grammar.
[[nodiscard]] bool is_number(std::string_view text)
{
  std::size_t at = 0;
  auto const skip = [&](std::string_view any_of) {
    bool const is_there = at < text.size() && any_of.find(text[at]) != std::string_view::npos;
    if (is_there) ++at;
    return is_there;
  };
  auto const skip_digits = [&] {
    std::size_t const begin = at;
    while (skip("0123456789")) {
    }
    return at > begin;
  };
  skip("-");
  if (!skip("0") && !skip_digits()) return false;
  if (skip(".") && !skip_digits()) return false;
  if (skip("eE")) {
    skip("+-");
    if (!skip_digits()) return false;
  }
  return at == text.size();
}

/// Puts 0 and blanks where a line has numbers outside of strings.
void blank_numbers(std::string& line)
{
  bool is_in_string = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') is_in_string = !is_in_string;
    if (is_in_string && line[i] == '\\') ++i;
    if (is_in_string || std::string_view("-0123456789").find(line[i]) == std::string_view::npos) continue;
    std::size_t const end = std::min(line.find_first_not_of("+-.eE0123456789", i), line.size());
    if (is_number(std::string_view(line).substr(i, end - i))) {
      std::fill(line.data() + i, line.data() + end, ' ');
      line[i] = '0';
    }
    i = end - 1;
  }
}

/// The field of one line after the other.
class LineParser
{
 public:
  /// \param lines  of which parsed ones are a part
  LineParser(std::string_view lines, std::string const& field) : m_end(lines.data() + lines.size()), m_field(field) {}

  /// Why the line is not one; empty if it is, and then `text` and `place` tell its field.
  [[nodiscard]] std::string parse(std::string_view line)
  {
    simdjson::dom::element element;
    auto error = m_parser.parse(readable(line), line.size(), false).get(element);
    if (error != simdjson::SUCCESS && error != simdjson::MEMALLOC)
    {  // for numbers beyond 64 bits, say, which nobody reads
      m_copy.assign(line);
      blank_numbers(m_copy);
      m_copy.append(simdjson::SIMDJSON_PADDING, ' ');
      error = m_parser.parse(m_copy.data(), line.size(), false).get(element);
    }
    if (error) return reason(error, line);
    simdjson::dom::object object;
    if (element.get_object().get(object) != simdjson::SUCCESS) return "it is no object";
    bool is_found = false;
    std::size_t found = 0, number = 0;
    for (auto const member : object) {
      if (member.key == m_field) {
        if (is_found) return "it has the field " + m_field + " twice";
        if (member.value.get_string().get(m_text) != simdjson::SUCCESS) return "its field " + m_field + " is no string";
        is_found = true;
        found = number;
      }
      ++number;
    }
    if (!is_found) return "it has no field " + m_field;
    m_place = string_of_member(line, found);
    return {};
  }

  /// Valid until the next line.
  [[nodiscard]] std::string_view text() const { return m_text; }
  /// Within the line.
  [[nodiscard]] JsonString place() const { return m_place; }

 private:
  /// simdjson reads some bytes beyond the end.
  [[nodiscard]] char const* readable(std::string_view line)
  {
    if (static_cast<std::size_t>(m_end - (line.data() + line.size())) >= simdjson::SIMDJSON_PADDING) return line.data();
    m_copy.assign(line);
    m_copy.append(simdjson::SIMDJSON_PADDING, ' ');
    return m_copy.data();
  }

  [[nodiscard]] static std::string reason(simdjson::error_code error, std::string_view line)
  {
    if (error == simdjson::MEMALLOC) throw Failure(ExitCode::out_of_memory, "no memory to parse a line of JSON");
    if (error == simdjson::EMPTY) return "it is empty";
    if (error == simdjson::CAPACITY) return "it is too long";
    if (error == simdjson::UTF8_ERROR) {
      std::size_t at = 0;
      while (std::size_t const bytes = utf8_character(line.substr(at))) at += bytes;
      return "it is not UTF-8 from its byte " + std::to_string(at) + " on";
    }
    return std::string("it is no JSON: ") + simdjson::error_message(error);
  }

  char const* m_end;
  std::string const& m_field;
  simdjson::dom::parser m_parser;
  std::string m_copy;
  std::string_view m_text;
  JsonString m_place;
};

#endif

void write_escaped(TextWriter& out, std::string_view text)
{
  constexpr std::string_view special = "\"\\\b\f\n\r\t", letters = "\"\\bfnrt", digits = "0123456789abcdef";
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin;
    while (end < text.size() && static_cast<unsigned char>(text[end]) >= 0x20 && text[end] != '"' && text[end] != '\\')
      ++end;
    out << text.substr(begin, end - begin);
    if (end < text.size()) {
      auto const c = static_cast<unsigned char>(text[end]);
      if (auto const known = special.find(text[end]); known != std::string_view::npos)
        out << '\\' << letters[known];
      else
        out << "\\u00" << digits[c / 16] << digits[c % 16];
    }
    begin = end + 1;
  }
}

}  // namespace

JsonLines::JsonLines(std::string const& path, std::string const& field, bool show_progress)
    : m_lines(supported(path), true, show_progress), m_text("the texts of " + m_lines.name())
{
  read(field, show_progress);
}

void JsonLines::read([[maybe_unused]] std::string const& field, [[maybe_unused]] bool show_progress)
{
#ifdef LEXIKOS_HAVE_SIMDJSON
  std::string_view const lines = as_text(m_lines.bytes());
  ProgressBar progress("reading lines", show_progress);
  LineParser parser(lines, field);
  for (std::size_t begin = 0; begin < lines.size();) {
    std::size_t const end = std::min(lines.find('\n', begin), lines.size());
    if (auto const reason = parser.parse(lines.substr(begin, end - begin)); !reason.empty())
      fail_in_line(name(), m_offsets.size(), reason);
    auto const text = parser.text();
    m_text.make_room(text.size());
    std::ranges::copy(text, m_text.end());
    m_text.add(text.size());
    m_offsets.push_back(m_text.size());
    m_places.push_back({begin + parser.place().begin, begin + parser.place().end});
    begin = end + 1;
    progress.update(static_cast<double>(begin) / static_cast<double>(lines.size() + 1));
  }
  m_text.shrink();
#endif
}

void JsonLinesCutter::cut(std::uint64_t begin, std::uint64_t end)
{
  auto const& offsets = m_lines.offsets();
  if (m_is_in_line && begin >= offsets[m_line + 1]) end_line();
  if (!m_is_in_line) {
    while (begin >= offsets[m_line + 1]) ++m_line;
    write_lines(m_lines.place(m_line).begin);
    m_text_done = offsets[m_line];
    m_is_in_line = true;
  }
  write_text(begin);
  m_text_done = end;
}

void JsonLinesCutter::finish()
{
  if (m_is_in_line) end_line();
  write_lines(m_lines.lines().size());
  m_writer.flush();
}

/// The lines as they are, to `end`.
void JsonLinesCutter::write_lines(std::uint64_t end)
{
  constexpr std::uint64_t block = std::uint64_t{1} << 20;
  for (; m_written < end; m_written = std::min(end, m_written + block))
    m_writer << as_text(m_lines.lines()).substr(m_written, std::min(end - m_written, block));
}

void JsonLinesCutter::write_text(std::uint64_t end)
{
  write_escaped(m_writer, as_text(m_lines.text()).substr(m_text_done, end - m_text_done));
}

void JsonLinesCutter::end_line()
{
  write_text(m_lines.offsets()[m_line + 1]);
  m_written = m_lines.place(m_line).end;
  m_is_in_line = false;
  ++m_line;
}

}  // namespace lexikos::app
