// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/commands/match/match_lines.hpp"
#include "app/commands/match/options.hpp"
#include "app/io/output.hpp"
#include "app/io/text_writer.hpp"
#include "app/report/dot_plot.hpp"
#include "app/report/json.hpp"

namespace lexikos::app
{

/// What the command has done.
struct DoneMatching
{
  double read_seconds;
  MatchOutcome const& outcome;
};

/// Writes and draws matches as they are found.
class MatchWriter
{
 public:
  MatchWriter(MatchCommandOptions const& options, MatchLines const& lines);

  void add(FoundMatches const& matches);
  void finish(DoneMatching const& done);

 private:
  MatchCommandOptions const& m_options;
  MatchLines const& m_lines;
  Output m_output;
  TextWriter m_out;
  Json m_json;
  std::optional<Output> m_picture;
  DotPlot m_plot;
};

}  // namespace lexikos::app
