// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>

#include "app/io/records.hpp"
#include "app/io/text_writer.hpp"
#include "app/on_device/search/match.hpp"
#include "app/report/dot_plot.hpp"
#include "app/report/json.hpp"

namespace lexikos::app
{

/// How matches are written.
struct MatchLines
{
  Records reference;
  Records queries;
  bool forward = true;
  bool reverse = false;
  bool forward_positions = false;  ///< of the reverse strand: where its first symbol stands in the query itself
  bool four_columns = false;       ///< with the names of the reference's records; there anyhow if there are several
  bool query_lengths = false;      ///< in the lines that start queries
};

/// As mummer writes them: a line for each query and strand, then its matches: positions count from 1.
void print_as_mummer(TextWriter& out, FoundMatches const& matches, MatchLines const& lines);

/// The names of the columns of `print_as_table`.
void print_table_head(TextWriter& out, bool with_occurrences);
/// A line for each match, its values separated by tabs; positions count from 0.
void print_as_table(TextWriter& out, FoundMatches const& matches, MatchLines const& lines);

/// Members of an array; positions count from 0.
void print_as_json(Json& json, FoundMatches const& matches, MatchLines const& lines);

/// On the horizontal axis the reference, on the vertical one the queries; matches of reverse complements fall.
void draw(DotPlot& plot, FoundMatches const& matches, MatchLines const& lines);

}  // namespace lexikos::app
