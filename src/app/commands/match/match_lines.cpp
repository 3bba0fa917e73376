// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/commands/match/match_lines.hpp"

#include <algorithm>
#include <string_view>

namespace lexikos::app
{

namespace
{

constexpr std::size_t number_width = 8;

/// Where match m of a query starts, in the coordinates that the user wants; from 0.
std::uint64_t query_position(FoundMatches const& matches, std::size_t m, std::size_t query, MatchLines const& lines)
{
  std::uint64_t const position = matches.query_positions[m];
  bool const turned = lines.forward_positions && matches.reversed[m] != 0;
  return turned ? lines.queries.length(query) - 1 - position : position;
}

void print_right(TextWriter& out, std::uint64_t number)
{
  std::string const digits = std::to_string(number);
  out << std::string_view("        ").substr(0, number_width - std::min(number_width, digits.size())) << digits;
}

struct Mummer
{
  TextWriter& out;
  FoundMatches const& matches;
  MatchLines const& lines;
  bool four_columns;
  std::size_t name_width;

  void head(std::size_t query, bool reversed) const
  {
    out << "> " << lines.queries.name(query) << (reversed ? " Reverse" : "");
    if (lines.query_lengths) out << "  Len = " << lines.queries.length(query);
    out << '\n';
  }

  void line(std::size_t query, std::size_t m) const
  {
    auto const place = lines.reference.place_of(matches.text_positions[m]);
    std::string_view const name = lines.reference.name(place.record);
    if (four_columns) out << "  " << name << std::string(name_width - name.size(), ' ') << "  ";
    print_right(out, place.position + 1);
    out << "  ";
    print_right(out, query_position(matches, m, query, lines) + 1);
    out << "  ";
    print_right(out, matches.lengths[m]);
    out << '\n';
  }

  void query(std::size_t i) const
  {
    std::size_t const query = matches.first_query + i;
    auto const begin = matches.reversed.begin() + static_cast<std::ptrdiff_t>(matches.offsets[i]);
    auto const end = matches.reversed.begin() + static_cast<std::ptrdiff_t>(matches.offsets[i + 1]);
    auto const first_reversed = static_cast<std::size_t>(std::find(begin, end, 1) - matches.reversed.begin());
    if (lines.forward) head(query, false);
    for (std::size_t m = matches.offsets[i]; m < first_reversed; ++m) line(query, m);
    if (lines.reverse) head(query, true);
    for (std::size_t m = first_reversed; m < matches.offsets[i + 1]; ++m) line(query, m);
  }
};

/// Calls function(query, m) for all matches.
template <class Function>
void for_each_match(FoundMatches const& matches, Function const& function)
{
  for (std::size_t i = 0; i < matches.queries(); ++i)
    for (std::size_t m = matches.offsets[i]; m < matches.offsets[i + 1]; ++m) function(matches.first_query + i, m);
}

}  // namespace

void print_as_mummer(TextWriter& out, FoundMatches const& matches, MatchLines const& lines)
{
  bool const four_columns = lines.four_columns || lines.reference.count() > 1;
  Mummer const mummer{out, matches, lines, four_columns, four_columns ? lines.reference.longest_name() : 0};
  for (std::size_t i = 0; i < matches.queries(); ++i) mummer.query(i);
}

void print_table_head(TextWriter& out, bool with_occurrences)
{
  out << "reference\treference_position\tquery\tstrand\tquery_position\tlength"
      << (with_occurrences ? "\toccurrences" : "") << '\n';
}

void print_as_table(TextWriter& out, FoundMatches const& matches, MatchLines const& lines)
{
  for_each_match(matches, [&](std::size_t query, std::size_t m) {
    auto const place = lines.reference.place_of(matches.text_positions[m]);
    out << lines.reference.name(place.record) << '\t' << place.position << '\t' << lines.queries.name(query) << '\t'
        << (matches.reversed[m] != 0 ? '-' : '+') << '\t' << query_position(matches, m, query, lines) << '\t'
        << matches.lengths[m];
    if (!matches.occurrences.empty()) out << '\t' << matches.occurrences[m];
    out << '\n';
  });
}

void print_as_json(Json& json, FoundMatches const& matches, MatchLines const& lines)
{
  for_each_match(matches, [&](std::size_t query, std::size_t m) {
    auto const place = lines.reference.place_of(matches.text_positions[m]);
    json.begin_object();
    json.member("reference", lines.reference.name(place.record));
    json.member("reference_position", place.position);
    json.member("query", lines.queries.name(query));
    json.member("strand", matches.reversed[m] != 0 ? "-" : "+");
    json.member("query_position", query_position(matches, m, query, lines));
    json.member("length", matches.lengths[m]);
    if (!matches.occurrences.empty()) json.member("occurrences", matches.occurrences[m]);
    json.end_object();
  });
}

void draw(DotPlot& plot, FoundMatches const& matches, MatchLines const& lines)
{
  for_each_match(matches, [&](std::size_t query, std::size_t m) {
    bool const reversed = matches.reversed[m] != 0;
    std::uint64_t const position = matches.query_positions[m];
    std::uint64_t const start =
        reversed ? lines.queries.offsets[query + 1] - position : lines.queries.offsets[query] + position;
    plot.add({matches.text_positions[m], start, matches.lengths[m], reversed});
  });
}

}  // namespace lexikos::app
