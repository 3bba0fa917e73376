// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "app/commands/search/options.hpp"
#include "app/io/text_writer.hpp"
#include "app/on_device/search/search.hpp"
#include "app/report/json.hpp"
#include "app/report/matches.hpp"

namespace lexikos::app
{

/// What is searched.
struct SearchedText
{
  bool is_index = false;
  TextFile const* file = nullptr;    ///< of a text that this process has read
  Records const* records = nullptr;  ///< of the file or the index, if it has any
  unsigned symbol_bytes = 1;         ///< of the text, and of the patterns
};

/// Prints what is found when it is found.
class SearchResults
{
 public:
  SearchResults(SearchOptions const& options, SearchedText const& searched, ShownPatterns const& patterns);

  void start(SearchOutcome const& outcome);
  void add(Matches const& matches);
  void finish(SearchOutcome const& outcome);

 private:
  void print_table(SearchOutcome const& outcome) const;
  /// What the records of the index are called, in reports.
  [[nodiscard]] char const* records_name() const { return m_records->has_names() ? "records" : "documents"; }
  /// Of the symbols, if they are not bytes.
  [[nodiscard]] char const* symbols_name() const { return m_symbol_bytes == 2 ? "u16" : "u32"; }

  SearchOptions const& m_options;
  TextFile const* m_file;
  bool m_is_saved;
  ShownPatterns const& m_patterns;
  Records const* m_records;
  unsigned m_symbol_bytes;
  Output m_output;
  TextWriter m_out;
  Json m_json;
  MatchLayout m_layout;
};

}  // namespace lexikos::app
