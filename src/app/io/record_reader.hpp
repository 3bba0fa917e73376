// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/io/byte_stream.hpp"
#include "app/io/growing_bytes.hpp"
#include "app/io/plain_records.hpp"

namespace lexikos::app
{

/// A record that was read to its end.
struct EndedRecord
{
  std::size_t symbols;    ///< that were appended up to its end
  std::string_view name;  ///< valid during the call
};

/// The records of one FASTA or FASTQ file, one after the other, as they come: memory is taken for symbols alone. Nothing of a
/// file is left out without a word: what belongs to no record is a failure, as are those of `Sequences`.
class RecordReader
{
 public:
  /// What is called when records have ended, one or many at a time.
  using EndRecords = std::function<void(std::span<EndedRecord const> records, RecordKind kind)>;

  /// Reads from a stream, which has to outlive it, up to its end.
  RecordReader(ByteStream& stream, PlainRecords::Options const& options, EndRecords end_records);

  /// Appends the symbols of all records, one after the other.
  /// \param many_at_a_time  symbols of several records may have been appended when the first of them is ended
  void read_all(GrowingBytes& symbols, bool many_at_a_time);
  /// How many records were begun.
  [[nodiscard]] std::size_t count() const { return m_count; }
  /// "record 3 (chr1), from byte 1234 on"; empty before the first.
  [[nodiscard]] std::string place() const;

 private:
  [[nodiscard]] bool read_plain_records(RecordKind kind, GrowingBytes& symbols);
  void end_plain_records(RecordKind kind, PlainPiece const& plain, std::size_t symbols_after);
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
  PlainRecords m_plain;
  EndRecords m_end_records;
  std::vector<EndedRecord> m_ended;  // of a piece of plain ones
  std::uint64_t m_plain_from = 0;    // where many records are tried to be read at a time
  RecordKind m_kind = RecordKind::fasta;
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
