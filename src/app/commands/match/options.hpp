// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/failure.hpp"
#include "app/on_device/search/match.hpp"
#include "app/on_device/session/session.hpp"
#include "app/report/report.hpp"

namespace lexikos::app
{

/// What the user of 'lexikos match' wants.
struct MatchCommandOptions
{
  std::string reference;
  std::vector<std::string> queries;
  std::string output = "-";
  std::string plot;
  std::string format = "mummer";
  std::string index = "auto";
  bool maxmatch = false;
  bool mum = false;
  bool mumreference = false;
  bool smem = false;
  bool both = false;
  bool reverse = false;
  bool only_acgt = false;
  bool four_columns = false;
  bool query_lengths = false;
  bool forward_positions = false;
  std::size_t min_length = 20;
  std::size_t min_occurrences = 1;
  std::size_t max_occurrences = 0;
  DeviceOptions device;
  ReportOptions report;

  [[nodiscard]] WantedMatches kind() const
  {
    if (maxmatch) return WantedMatches::maximal;
    if (mum) return WantedMatches::unique_in_both;
    return smem ? WantedMatches::supermaximal : WantedMatches::unique_in_text;
  }
};

/// Failure (usage) for options that contradict each other.
void require_sense(MatchCommandOptions const& options);

/// Finds the matches, and writes them as they are found.
ExitCode run_match(MatchCommandOptions const& options);

}  // namespace lexikos::app
