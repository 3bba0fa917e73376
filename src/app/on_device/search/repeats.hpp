// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/io/output.hpp"
#include "app/on_device/suffix_array/sort.hpp"
#include "app/report/length_plot.hpp"

namespace lexikos::app
{

/// Throws Error (invalid_argument) for a name that no algorithm for longest repeats has.
void require_known_repeats_algorithm(std::string const& name);

struct RepeatsRequest
{
  TextJob job;
  std::vector<std::uint64_t> offsets = {};  ///< of documents, in one of which each repeat lies; none: the text is one
  std::size_t index_bytes = 4;
  SortOptions sort;
  std::string algorithm = "automatic";  ///< for the longest repeat at each position
  std::size_t top = 10;
  std::size_t min_length = 1;  ///< at least 1
  std::size_t min_occurrences = 2;
  std::size_t max_positions = 10;  ///< of each repeat that is listed
  Output* positions = nullptr;     ///< null: not wanted
  bool tsv = false;
  LengthPlot* plot = nullptr;  ///< null: not wanted
};

struct FoundRepeat
{
  std::size_t length = 0;
  std::size_t occurrences = 0;
  std::vector<std::size_t> positions;  ///< the smallest, ascending, as many as wanted
};

struct RepeatsOutcome
{
  std::string device;
  std::vector<FoundRepeat> top;
  std::size_t maximal = 0;  ///< maximal repeats as long and as frequent as the user wants
  std::size_t longest = 0;
  std::size_t covered = 0;  ///< positions that some repeat covers
  double mean_length = 0;
  double mean_lcp = 0;
  double sort_seconds = 0;
  double lcp_seconds = 0;
  double repeats_seconds = 0;
  double maximal_seconds = 0;
};

[[nodiscard]] RepeatsOutcome find_repeats(Session const& session, RepeatsRequest const& request);

}  // namespace lexikos::app
