// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <lexikos/config.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/io/growing_bytes.hpp"
#include "app/io/records.hpp"

namespace lexikos::app
{

/// Whether this build reads FASTA and FASTQ.
#ifdef LEXIKOS_HAVE_HTSLIB
constexpr bool reads_sequences = true;
#else
constexpr bool reads_sequences = false;
#endif

/// What becomes of small letters.
enum class LetterCase
{
  kept,
  capital
};

/// The records of FASTA and FASTQ files, plain or compressed by gzip: their symbols one after the other, without separators,
/// in the layout of `Documents`, and their names. Qualities and the rest of the lines with names are left out.
///
/// Symbols are printable ASCII, as they stand, or small letters as capital ones. Blanks, empty lines and the ends of lines, of
/// any system, are left out. A record may have no symbols, and no name.
class Sequences
{
 public:
  /// Reads the files in their order; "-" is standard input. Takes memory for all symbols, and once more for the longest
  /// record. Failures: unreadable_input for what cannot be read, is neither FASTA nor FASTQ or has no records, ends within
  /// a record or within compressed data, has qualities of another length than symbols, or other bytes among the symbols;
  /// out_of_memory; not_supported if this build lacks the reader. All name the file, and what is wrong with a record its
  /// number and name.
  /// \param show_progress  on a terminal, how much of a file was read, where its size is known
  explicit Sequences(std::vector<std::string> const& paths, LetterCase letters = LetterCase::kept,
                     bool show_progress = false);

  /// How many records there are.
  [[nodiscard]] std::size_t count() const { return m_offsets.size() - 1; }
  [[nodiscard]] std::span<std::uint8_t const> symbols() const { return m_symbols.bytes(); }
  /// [0..count]: record r has the symbols [offsets[r], offsets[r + 1]).
  [[nodiscard]] std::span<std::uint64_t const> offsets() const { return m_offsets; }
  /// The name of record r: the line that starts it, up to the first blank.
  [[nodiscard]] std::string_view name(std::size_t r) const { return records().name(r); }
  [[nodiscard]] Records records() const { return {m_offsets, m_names, m_name_offsets}; }

 private:
  void read(std::string const& path);
  void append(std::string_view name, std::string_view letters, std::string const& file, std::size_t number);

  LetterCase m_letters;
  [[maybe_unused]] bool m_show_progress;
  GrowingBytes m_symbols;
  std::vector<std::uint64_t> m_offsets = {0};
  std::string m_names;
  std::vector<std::uint64_t> m_name_offsets = {0};
};

}  // namespace lexikos::app
