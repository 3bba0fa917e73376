// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "app/io/byte_stream.hpp"
#include "app/io/growing_bytes.hpp"

namespace lexikos::app
{

/// What becomes of small letters.
enum class LetterCase
{
  kept,
  capital
};

/// The records of one FASTA or FASTQ file, one after the other, as they come: memory is taken for symbols alone. Nothing of a
/// file is left out without a word: what belongs to no record is a failure, as are those of `Sequences`.
class RecordReader
{
 public:
  enum class Kind
  {
    fasta,
    fastq
  };

  /// Reads from a stream, which has to outlive it, up to its end.
  explicit RecordReader(ByteStream& stream, LetterCase letters = LetterCase::kept);

  /// Reads a record, and appends its symbols; false at the end of the file.
  [[nodiscard]] bool next(GrowingBytes& symbols);
  /// Of the record that was read; valid until the next call.
  [[nodiscard]] std::string_view name() const { return m_name; }
  [[nodiscard]] Kind kind() const { return m_kind; }
  /// How many records were begun.
  [[nodiscard]] std::size_t count() const { return m_count; }
  /// "record 3 (chr1), from byte 1234 on"; empty before the first.
  [[nodiscard]] std::string place() const;

 private:
  struct Line;

  [[nodiscard]] int peek_byte();
  [[nodiscard]] bool skip_blanks();
  void begin_record();
  void read_name();
  std::uint64_t read_symbols(GrowingBytes& symbols);
  void read_qualities(std::uint64_t symbols);
  void append(std::span<std::uint8_t const> letters, std::uint64_t position, GrowingBytes& symbols) const;
  /// Calls use(part, position) for the parts of the rest of a line, without its end. Returns its bytes, without CR.
  template <class Use>
  std::uint64_t for_line(Use const& use);
  /// "..., at byte 17": in this record.
  [[noreturn]] void fail_at(std::uint64_t position, std::string const& reason) const;

  ByteStream& m_stream;
  LetterCase m_letters;
  Kind m_kind = Kind::fasta;
  std::string m_name;
  std::size_t m_count = 0;
  std::uint64_t m_begin = 0;  // of the record
};

/// Which of both a text is, by what it begins with: a header with a name, a line of letters, and of FASTQ a line with '+' and
/// one of as many qualities. Blank lines may come before.
/// \param start  of the text, or all of it
enum class RecordFormat
{
  none,
  fasta,
  fastq
};
[[nodiscard]] RecordFormat record_format_of(std::span<std::uint8_t const> start);

}  // namespace lexikos::app
