// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>
#include <vector>

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
  SearchResults(SearchOptions const& options, bool is_saved, std::vector<std::string_view> const& patterns);

  void start(SearchOutcome const& outcome);
  void add(Matches const& matches);
  void finish(SearchOutcome const& outcome);

 private:
  void print_table(SearchOutcome const& outcome) const;

  SearchOptions const& m_options;
  bool m_is_saved;
  std::vector<std::string_view> const& m_patterns;
  Output m_output;
  TextWriter m_out;
  Json m_json;
  MatchLayout m_layout;
};

}  // namespace lexikos::app
