// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "app/commands/search/options.hpp"
#include "app/io/text_writer.hpp"
#include "app/on_device/search/search.hpp"
#include "app/report/json.hpp"
#include "app/report/matches.hpp"

namespace lexikos::app
{

/// Prints what is found when it is found.
class SearchResults
{
 public:
  /// \param records  of the index, or null
  SearchResults(SearchOptions const& options, bool is_saved, ShownPatterns const& patterns, Records const* records);

  void start(SearchOutcome const& outcome);
  void add(Matches const& matches);
  void finish(SearchOutcome const& outcome);

 private:
  void print_table(SearchOutcome const& outcome) const;

  SearchOptions const& m_options;
  bool m_is_saved;
  ShownPatterns const& m_patterns;
  Records const* m_records;
  Output m_output;
  TextWriter m_out;
  Json m_json;
  MatchLayout m_layout;
};

}  // namespace lexikos::app
