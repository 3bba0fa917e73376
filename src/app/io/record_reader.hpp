// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace lexikos::app
{

/// The records of one FASTA or FASTQ file, one after the other, by htslib's kseq and zlib. Failures as `Sequences`.
class RecordReader
{
 public:
  /// \param path      "-": standard input
  /// \param progress  called with the fraction of a file that was read
  explicit RecordReader(std::string const& path, std::function<void(double)> progress = {});
  RecordReader(RecordReader const&) = delete;
  RecordReader& operator=(RecordReader const&) = delete;
  ~RecordReader();

  /// The path, or "standard input".
  [[nodiscard]] std::string const& file() const;
  /// An upper bound of the symbols of all records, if the size of the file tells it; 0 otherwise.
  [[nodiscard]] std::size_t max_symbols() const;

  /// Reads a record; false at the end of the file.
  [[nodiscard]] bool next();
  /// Of the record that was read; valid until the next call.
  [[nodiscard]] std::string_view name() const;
  /// All lines of the sequence without their ends; there may be blanks in it.
  [[nodiscard]] std::string_view letters() const;

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace lexikos::app
