// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <future>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/io/records.hpp"

namespace lexikos
{

class FileReader;
class FileWriter;

}  // namespace lexikos

namespace lexikos::app
{

/// Section names of the records of an index start with this, as those of `Documents`.
constexpr char records_prefix[] = "records";

/// Whether a file starts as those of the library do.
[[nodiscard]] bool is_saved_file(std::string const& path);

/// Those that a file has, if it has some; they refer to it. Error (corrupt_input) for what no records have.
[[nodiscard]] std::optional<Records> records_of(FileReader const& file);

/// An index that 'lexikos index' wrote.
class SavedIndex
{
 public:
  explicit SavedIndex(std::string const& path);
  SavedIndex(SavedIndex const&) = delete;
  SavedIndex& operator=(SavedIndex const&) = delete;
  ~SavedIndex();

  [[nodiscard]] FileReader const& file() const { return *m_file; }
  /// Whether it is an FM-index, which has only as much of the text as it can make of itself.
  [[nodiscard]] bool is_fm() const { return m_is_fm; }
  /// Bytes of a symbol of its text.
  [[nodiscard]] unsigned symbol_bytes() const { return m_symbol_bytes; }
  /// Of an index of sequences: names and places of its records, whose letters are capital ones; of one of documents, their
  /// places.
  [[nodiscard]] std::optional<Records> const& records() const { return m_records; }

  /// Checks sections in threads of their own.
  void begin_checks(std::initializer_list<std::string_view> sections);
  /// What they found, if that is an error, is thrown here.
  void wait_for_checks();

 private:
  std::unique_ptr<FileReader> m_file;
  bool m_is_fm;
  unsigned m_symbol_bytes = 1;
  std::optional<Records> m_records;
  std::vector<std::future<void>> m_checks;
};

/// Adds the names of records to a file; their places are those of its documents.
void save_names(Records const& records, FileWriter& file);

// ----- what 'lexikos info FILE' shows

struct SavedFacts
{
  std::string kind;
  std::uint64_t bytes = 0;
  std::size_t width = 0;                      ///< bytes of an entry of an index; 0 of other files
  std::size_t symbol_bytes = 1;               ///< of an index' text
  std::optional<std::uint64_t> symbols = {};  ///< of an index' text, if the file says it
  std::optional<std::uint64_t> records = {};
  bool are_documents = false;  ///< records without names
  std::uint64_t longest = 0;   ///< symbols of a record
};

[[nodiscard]] SavedFacts saved_facts(std::string const& path);

}  // namespace lexikos::app
