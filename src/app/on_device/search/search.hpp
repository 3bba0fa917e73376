// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/on_device/search/index.hpp"
#include "app/on_device/search/saved_index.hpp"
#include "app/report/matches.hpp"

namespace lexikos::app
{

struct SearchOutcome
{
  std::string device;
  std::uint64_t text_size = 0;  ///< symbols
  std::span<std::uint8_t const>
      text;  ///< its bytes; empty if the index does not have it; of a saved index as long as that
  std::uint64_t occurrences = 0;
  double index_seconds = 0;  ///< to build the index or to load it
  double search_seconds = 0;
};

struct SearchRequest
{
  IndexRequest index;                          ///< of a text; of a saved index its symbols, and its job's show_progress
  SavedIndex const* saved = nullptr;           ///< null: there is a text
  Records const* records_of_text = nullptr;    ///< null: it has none
  std::span<std::string_view const> patterns;  ///< the bytes of symbols; in capital letters if the index has records
  bool only_counts = false;
  bool with_errors = false;  ///< in a suffix index
  bool is_edit = false;      ///< edit distance, not Hamming distance
  unsigned max_errors = 0;
  // of a suffix index, without errors
  bool longest_suffixes = false;  ///< patterns are contexts, and all else is told of their longest suffixes that occur
  bool documents = false;         ///< their number is wanted, of an index that has some
  std::size_t top_documents = 0;  ///< of a pattern; 0: not wanted
  std::size_t next_symbols = 0;   ///< the same
  std::size_t limit = 0;          ///< positions of a pattern; 0: all
  std::size_t context = 0;        ///< symbols on each side of a match

  /// Called when all patterns are counted, and then with the matches of some patterns after the other, all in all those of
  /// each pattern. The outcome lacks the time still to come.
  std::function<void(SearchOutcome const&)> on_counted = {};
  std::function<void(Matches const&)> on_matches = {};

  /// Symbols of a pattern.
  [[nodiscard]] std::uint64_t length_of(std::size_t pattern) const
  {
    return patterns[pattern].size() / index.symbol_bytes;
  }
  [[nodiscard]] bool wants_index_of_documents() const { return documents || top_documents != 0; }
  /// Those of the text or of the saved index; null if it has none.
  [[nodiscard]] Records const* records() const
  {
    if (records_of_text != nullptr) return records_of_text;
    return saved != nullptr && saved->records() ? &*saved->records() : nullptr;
  }
};

[[nodiscard]] SearchOutcome search_patterns(Session const& session, SearchRequest const& request);

}  // namespace lexikos::app
