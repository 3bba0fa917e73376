// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/on_device/search/index.hpp"
#include "app/report/matches.hpp"

namespace lexikos
{

class FileReader;

}  // namespace lexikos

namespace lexikos::app
{

/// Whether a file starts as those of the library do.
[[nodiscard]] bool is_saved_file(std::string const& path);

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

 private:
  std::unique_ptr<FileReader> m_file;
  bool m_is_fm;
};

struct SearchOutcome
{
  std::string device;
  std::uint64_t text_size = 0;
  std::span<std::uint8_t const> text;  ///< empty if the index does not have it; of a saved index as long as that
  std::uint64_t occurrences = 0;
  double index_seconds = 0;  ///< to build the index or to load it
  double search_seconds = 0;
};

struct SearchRequest
{
  IndexRequest index;                 ///< of a text; of a saved index only its job's show_progress
  SavedIndex const* saved = nullptr;  ///< null: there is a text
  std::span<std::string_view const> patterns;
  bool only_counts = false;
  bool with_errors = false;  ///< in a suffix index
  bool is_edit = false;      ///< edit distance, not Hamming distance
  unsigned max_errors = 0;
  std::size_t limit = 0;    ///< positions of a pattern; 0: all
  std::size_t context = 0;  ///< symbols on each side of a match

  /// Called when all patterns are counted, and then with the matches of some patterns after the other, all in all those of
  /// each pattern. The outcome lacks the time still to come.
  std::function<void(SearchOutcome const&)> on_counted = {};
  std::function<void(Matches const&)> on_matches = {};
};

[[nodiscard]] SearchOutcome search_patterns(Session const& session, SearchRequest const& request);

}  // namespace lexikos::app
