// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/io/decompressed.hpp"
#include "app/io/input.hpp"
#include "app/io/sequences.hpp"

namespace lexikos::app
{

/// What the user says of a text's file.
struct TextFormat
{
  std::string format = "plain";     ///< "auto", "plain", "bytes", "fasta", "fastq" or "sequences", which is either
  std::string strands = "forward";  ///< of sequences: "forward" or "both"

  /// Whatever the file begins with.
  [[nodiscard]] bool are_sequences() const { return format == "fasta" || format == "fastq" || format == "sequences"; }
  [[nodiscard]] bool may_be_sequences() const { return are_sequences() || format == "auto"; }
  [[nodiscard]] bool both_strands() const { return strands == "both"; }
};

/// A text from a file or standard input, in the format that the user says.
///
/// bytes: as it stands; a file is mapped. plain: the same, decompressed if it is gzip, bgzip or zstd. fasta, fastq: the symbols
/// of sequences, small letters as capital ones, decompressed too. auto: sequences where the file begins with a record, plain
/// otherwise.
class TextFile
{
 public:
  struct Options
  {
    LetterCase letters = LetterCase::capital;  ///< of sequences
    bool show_progress = false;
    unsigned threads = 0;  ///< that may decompress; 0: those of the machine
    /// Told how many bytes the text has so far, while it is read; of a file that is mapped nothing is read here.
    std::function<void(std::size_t)> on_growth = {};
  };

  /// Failures as `Input`, `Decompressed` and `Sequences`; usage for both strands of what is no sequences.
  TextFile(std::string const& path, TextFormat const& format, Options const& options);
  TextFile(TextFile const&) = delete;
  TextFile& operator=(TextFile const&) = delete;

  [[nodiscard]] Input const& input() const { return *m_input; }
  /// Of sequences; null for other texts. Refers to this object.
  [[nodiscard]] Records const* records() const { return m_records ? &*m_records : nullptr; }
  /// Where records begin and end, if there are several, for what works on documents; none otherwise.
  [[nodiscard]] std::vector<std::uint64_t> offsets() const;

  /// "plain", "bytes", "fasta" or "fastq"
  [[nodiscard]] std::string const& format() const { return m_format; }
  /// Of a regular file; 0 of others.
  [[nodiscard]] std::uint64_t file_bytes() const { return m_file_bytes; }
  [[nodiscard]] Compression compression() const { return m_compression; }
  /// Whether a text that was read as plain might be meant as sequences.
  [[nodiscard]] bool looks_like_sequences() const { return m_looks_like_sequences; }

 private:
  void read_sequences(ByteStream& stream, TextFormat const& format, Options const& options);

  std::string m_format;
  Compression m_compression = Compression::none;
  bool m_looks_like_sequences = false;
  std::uint64_t m_file_bytes = 0;
  std::optional<Sequences> m_sequences;
  std::optional<Decompressed> m_bytes;
  std::optional<Input> m_input;
  std::optional<Records> m_records;
};

/// Failure (usage) for several records, of which a suffix array that is given (--sa) is not.
void require_no_records_for_array(TextFile const& text, std::string const& path);

/// Failure (usage) for symbols of several bytes, and for a file of offsets, of sequences.
void require_bytes_of_sequences(TextFile const& text, unsigned symbol_bytes, bool has_offsets);

}  // namespace lexikos::app
