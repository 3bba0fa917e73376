// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/io/text_file.hpp"
#include "app/on_device/suffix_array/sort.hpp"
#include "app/report/report.hpp"

namespace lexikos::app
{

class SavedIndex;

/// What the user of 'lexikos search' wants.
struct SearchOptions
{
  std::string source;
  std::vector<std::string> patterns;
  std::vector<std::string> tokens;  ///< patterns as lists of numbers
  std::string pattern_file;
  std::string sequence_file;  ///< of patterns
  bool is_index = false;
  bool is_text = false;
  bool only_counts = false;
  bool ends_in_zero = false;
  static constexpr unsigned exact = ~0u;
  unsigned errors = exact;  ///< that matches may have
  bool is_edit = false;
  bool documents = false;       ///< how many have a pattern
  std::size_t top = 0;          ///< documents with most occurrences of a pattern; 0: not wanted
  std::size_t next = 0;         ///< symbols that follow a pattern most often; 0: not wanted
  bool longest_suffix = false;  ///< of patterns, which are contexts
  std::string symbols = "u8";   ///< of a text
  TextFormat format;            ///< of a text; its strands are those of patterns
  std::size_t limit = 20;
  std::size_t context = 30;
  SortOptions sort;
  DeviceOptions device;
  ReportOptions report;

  /// Of these, counts are all that is shown of occurrences.
  [[nodiscard]] bool shows_positions() const { return !only_counts && top == 0 && next == 0 && !longest_suffix; }
};

// ----- Failure (usage) for options that do not go together, or not with the text or index --------------------------------

void require_sense(SearchOptions const& options);
void require_any_patterns(SearchOptions const& options);
/// What cannot be searched for in tokens, and what only there.
void require_patterns_of(SearchOptions const& options, unsigned symbol_bytes);
/// Of an index.
void require_no_text_options(SearchOptions const& options);
/// Whether the index has what is wanted of it. \param saved  null: there is a text
void require_index_for(SearchOptions const& options, SavedIndex const* saved, bool has_records);

/// The option that takes the suffixes of a text in their order: "" if none is there.
[[nodiscard]] std::string wanted_of_suffixes(SearchOptions const& options);

// --------------------------------------------------------------------------------------------------------------------------

/// Searches, and prints what is found.
ExitCode run_search(SearchOptions const& options);

}  // namespace lexikos::app
