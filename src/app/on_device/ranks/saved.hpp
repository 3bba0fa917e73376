// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// An index that 'lexikos index' wrote on several ranks: a folder.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/io/records.hpp"

namespace lexikos
{

class FileReader;

}  // namespace lexikos

namespace lexikos::app
{

/// Whether a path is a folder that an index of several ranks went to.
[[nodiscard]] bool is_index_of_ranks(std::string const& path);

/// What its manifest says.
class RanksIndex
{
 public:
  /// Failure (not_supported) in a build without MPI. Errors as `FileReader`.
  explicit RanksIndex(std::string const& path);
  RanksIndex(RanksIndex const&) = delete;
  RanksIndex& operator=(RanksIndex const&) = delete;
  ~RanksIndex();

  [[nodiscard]] std::string const& path() const { return m_path; }
  [[nodiscard]] FileReader const& manifest() const { return *m_manifest; }
  /// "index_by_text" or "index_by_range"
  [[nodiscard]] std::string kind() const;
  /// Whether ranks have indexes of their parts; else ranges of one.
  [[nodiscard]] bool is_by_text() const { return m_is_by_text; }
  /// Whether those are FM-indexes.
  [[nodiscard]] bool is_fm() const { return m_is_fm; }
  /// Bytes of an entry, and of a symbol of the text.
  [[nodiscard]] std::size_t entry_bytes() const { return m_entry_bytes; }
  [[nodiscard]] unsigned symbol_bytes() const { return m_symbol_bytes; }
  /// Symbols of the text.
  [[nodiscard]] std::uint64_t symbols() const { return m_symbols; }
  /// By text, of which patterns may be no longer; 0: of any length.
  [[nodiscard]] std::size_t longest_pattern() const { return m_longest_pattern; }
  /// Of the text, as those of `SavedIndex`.
  [[nodiscard]] std::optional<Records> const& records() const { return m_records; }

  /// Of all its files; the number of those that are not the manifest goes to `parts`.
  [[nodiscard]] std::uint64_t bytes(std::uint64_t& parts) const;

 private:
  std::string m_path;
  std::unique_ptr<FileReader> m_manifest;
  bool m_is_by_text = false;
  bool m_is_fm = false;
  std::size_t m_entry_bytes = 4;
  unsigned m_symbol_bytes = 1;
  std::uint64_t m_symbols = 0;
  std::size_t m_longest_pattern = 0;
  std::optional<Records> m_records;
};

}  // namespace lexikos::app
