// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/io/growing_bytes.hpp"
#include "app/io/record_reader.hpp"
#include "app/io/records.hpp"

namespace lexikos::app
{

/// How sequences are read.
struct SequenceOptions
{
  LetterCase letters = LetterCase::kept;
  bool show_progress = false;  ///< on a terminal, how much of a file was read, where its size is known
  bool both_strands = false;   ///< each record is followed by its reverse complement, as a record of the same name
  unsigned threads = 0;        ///< that may decompress, and that may read; 0: those of the machine
  std::size_t min_part = PlainRecords::Options().min_part;  ///< bytes that are worth a thread
  std::function<void(std::size_t)> on_growth = {};          ///< told how many symbols there are, as they become more
};

/// The records of FASTA and FASTQ files, plain or compressed by gzip, bgzip or zstd: their symbols one after the other, without
/// separators, in the layout of `Documents`, and their names. Qualities and the rest of the lines with names are left out.
///
/// Symbols are printable ASCII, as they stand, or small letters as capital ones. Blanks, empty lines and the ends of lines, LF
/// or CR LF, are left out. A record may have no symbols.
class Sequences
{
 public:
  /// Reads the files in their order; "-" is standard input. Takes memory for all symbols, and some MiB. Failures:
  /// unreadable_input for what cannot be read, is neither FASTA nor FASTQ or has no records; for a record that has no name,
  /// ends too early, has qualities of another number than symbols, or other bytes among them, or after which something follows
  /// that starts none; and for compressed data that end too early or are damaged; out_of_memory; not_supported if this build
  /// lacks the library for their compression. All name the file, and what is wrong with a record its number, its name, where it
  /// begins and which byte is wrong, counted from 0 in what was decompressed.
  explicit Sequences(std::vector<std::string> const& paths, SequenceOptions const& options = {});
  Sequences(std::vector<std::string> const& paths, LetterCase letters, bool show_progress = false)
      : Sequences(paths, {letters, show_progress})
  {}
  /// The same of a stream that was looked at.
  Sequences(ByteStream& stream, SequenceOptions const& options);

  /// How many records there are.
  [[nodiscard]] std::size_t count() const { return m_offsets.size() - 1; }
  [[nodiscard]] std::span<std::uint8_t const> symbols() const { return m_symbols.bytes(); }
  /// [0..count]: record r has the symbols [offsets[r], offsets[r + 1]).
  [[nodiscard]] std::span<std::uint64_t const> offsets() const { return m_offsets; }
  /// The name of record r: the line that starts it, up to the first blank.
  [[nodiscard]] std::string_view name(std::size_t r) const { return records().name(r); }
  [[nodiscard]] Records records() const { return {m_offsets, m_names, m_name_offsets, m_options.both_strands}; }
  /// Whether any record was of FASTQ.
  [[nodiscard]] bool has_qualities() const { return m_has_qualities; }

 private:
  template <class Read>
  void read_all(Read const& read);
  void read(std::string const& path);
  void read(ByteStream& stream);
  void end_record(std::size_t end, std::string_view name);
  void append_reverse_complement(std::string_view name);

  SequenceOptions m_options;
  GrowingBytes m_symbols;
  std::vector<std::uint64_t> m_offsets = {0};
  std::string m_names;
  std::vector<std::uint64_t> m_name_offsets = {0};
  bool m_has_qualities = false;
};

}  // namespace lexikos::app
