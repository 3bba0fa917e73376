// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "app/io/growing_bytes.hpp"
#include "app/io/helper_thread.hpp"
#include "app/io/record_bytes.hpp"

namespace lexikos::app
{

enum class RecordKind
{
  fasta,
  fastq
};

/// A record that begins in a piece of a file.
struct PlainHeader
{
  std::size_t begin;           // byte of the piece
  std::string_view name;       // in the piece
  std::size_t symbols_before;  // of the piece
};

/// What was read of a piece of a file.
struct PlainPiece
{
  std::size_t bytes = 0;    ///< from its beginning on
  std::size_t symbols = 0;  ///< that were appended
  std::vector<PlainHeader> headers = {};
};

/// Reads records that look as nearly all do, many at a time and by several threads: FASTA of lines of symbols, and FASTQ of
/// four lines each, none of them with blanks. It stops before a line, or a record of FASTQ, that is not whole or looks
/// otherwise, right or wrong, which `RecordReader` tells apart.
class PlainRecords
{
 public:
  struct Options
  {
    LetterCase letters = LetterCase::kept;
    unsigned threads = 0;                         ///< 0: as many as help
    std::size_t min_part = std::size_t{1} << 17;  ///< bytes that are worth a thread
  };

  explicit PlainRecords(Options const& options);
  PlainRecords(PlainRecords const&) = delete;
  PlainRecords& operator=(PlainRecords const&) = delete;
  ~PlainRecords();

  /// Appends the symbols of what comes next in a file, from the beginning of a line of symbols or a header on for FASTA, or
  /// that of a record for FASTQ. The names refer to the piece; the result is valid until the next call.
  [[nodiscard]] PlainPiece const& read(RecordKind kind, std::span<std::uint8_t const> piece, GrowingBytes& symbols);

 private:
  struct Part;

  using Work = void (PlainRecords::*)(Part&);

  void divide(RecordKind kind, std::span<std::uint8_t const> piece);
  void add_part(std::span<std::uint8_t const> text);
  void for_each_part(Work work);
  [[nodiscard]] bool begin_helper(std::size_t part);
  void read_part(Part& part);
  void copy_part(Part& part);
  void join_parts(std::uint8_t* out);

  Options m_options;
  RecordKind m_kind = RecordKind::fasta;
  std::vector<std::unique_ptr<Part>> m_parts;  // as many as there have been at most
  std::size_t m_count = 0;                     // of this piece
  PlainPiece m_piece;
  Work m_work = nullptr;
  std::vector<std::unique_ptr<HelperThread>> m_helpers;  // for all parts but the first
};

}  // namespace lexikos::app
