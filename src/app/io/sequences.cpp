// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/sequences.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <stdexcept>

#include "app/failure.hpp"
#include "app/io/record_reader.hpp"
#include "app/report/progress_bar.hpp"

namespace lexikos::app
{

namespace
{

enum class Letter : std::uint8_t
{
  symbol,
  blank,
  wrong
};

constexpr std::array<Letter, 256> kinds_of_letters()
{
  std::array<Letter, 256> kinds = {};
  for (int c = 0; c < 256; ++c) {
    bool const is_blank = c == ' ' || (c >= '\t' && c <= '\r');
    kinds[static_cast<std::size_t>(c)] = c > ' ' && c < 127 ? Letter::symbol : is_blank ? Letter::blank : Letter::wrong;
  }
  return kinds;
}

constexpr std::array<Letter, 256> kinds = kinds_of_letters();

constexpr std::array<std::uint8_t, 256> letters_in(LetterCase wanted)
{
  std::array<std::uint8_t, 256> letters = {};
  for (std::size_t c = 0; c < 256; ++c) {
    bool const is_changed = wanted == LetterCase::capital && c >= 'a' && c <= 'z';
    letters[c] = static_cast<std::uint8_t>(is_changed ? c - 'a' + 'A' : c);
  }
  return letters;
}

constexpr std::array<std::uint8_t, 256> letters_kept = letters_in(LetterCase::kept);
constexpr std::array<std::uint8_t, 256> capital_letters = letters_in(LetterCase::capital);

std::string hexadecimal(std::uint8_t byte)
{
  constexpr char digits[] = "0123456789ABCDEF";
  return {'0', 'x', digits[byte / 16], digits[byte % 16]};
}

}  // namespace

Sequences::Sequences(std::vector<std::string> const& paths, LetterCase letters, bool show_progress)
    : m_letters(letters), m_show_progress(show_progress), m_symbols("the sequences")
{
  try {
    for (auto const& path : paths) read(path);
  }
  catch (std::bad_alloc const&) {
    throw Failure(ExitCode::out_of_memory, "no memory for the names and places of the sequences");
  }
  catch (std::length_error const&) {
    throw Failure(ExitCode::out_of_memory, "no memory for the names and places of the sequences");
  }
  m_symbols.shrink();
}

void Sequences::read([[maybe_unused]] std::string const& path)
{
#ifdef LEXIKOS_HAVE_HTSLIB
  ProgressBar progress("reading sequences", m_show_progress, ProgressBar::announced);
  RecordReader reader(path, [&progress](double fraction) { progress.update(fraction); });
  m_symbols.reserve(reader.max_symbols());
  std::size_t number = 0;
  while (reader.next()) append(reader.name(), reader.letters(), reader.file(), ++number);
  if (number == 0) throw Failure(ExitCode::unreadable_input, "cannot read " + reader.file() + ": it has no records");
#else
  throw Failure(ExitCode::not_supported, "this build cannot read FASTA: htslib's kseq.h and zlib were not there");
#endif
}

void Sequences::append(std::string_view name, std::string_view letters, std::string const& file, std::size_t number)
{
  m_symbols.make_room(letters.size());
  std::uint8_t* out = m_symbols.end();
  auto const& written = m_letters == LetterCase::capital ? capital_letters : letters_kept;
  for (char const letter : letters) {
    auto const byte = static_cast<std::uint8_t>(letter);
    if (kinds[byte] == Letter::symbol) {
      *out++ = written[byte];
    }
    else if (kinds[byte] == Letter::wrong) {
      throw Failure(ExitCode::unreadable_input, "cannot read " + file + ": record " + std::to_string(number) + " (" +
                                                    std::string(name) + ") has the byte " + hexadecimal(byte) +
                                                    " after " + std::to_string(out - m_symbols.end()) + " symbols");
    }
  }
  m_symbols.add(static_cast<std::size_t>(out - m_symbols.end()));
  m_offsets.push_back(m_symbols.size());
  m_names.append(name);
  m_name_offsets.push_back(m_names.size());
}

}  // namespace lexikos::app
