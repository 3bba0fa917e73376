// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/commands/match/match_lines.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/on_device/session/by_threads.hpp"

namespace lexikos::app
{

namespace
{

/// Where match m of a query starts, in the coordinates that the user wants; from 0.
std::uint64_t query_position(FoundMatches const& matches, std::size_t m, std::size_t query, MatchLines const& lines)
{
  std::uint64_t const position = matches.query_positions[m];
  bool const turned = lines.forward_positions && matches.reversed[m] != 0;
  return turned ? lines.queries.length(query) - 1 - position : position;
}

/// Matches of one strand of a query, or some of them, that are written one after the other.
struct Stretch
{
  std::size_t query;  ///< of all
  std::size_t begin;
  std::size_t end;
  bool reversed;
  bool is_first;  ///< of its strand
};

constexpr std::size_t lines_of_block = std::size_t{1} << 14;

/// All strands that are wanted, also those without a match, in stretches that are short enough for a block.
std::vector<Stretch> stretches_of(FoundMatches const& matches, MatchLines const& lines)
{
  std::vector<Stretch> stretches;
  auto const add = [&](Stretch strand) {
    for (std::size_t const end = strand.end; strand.is_first || strand.begin < end; strand.is_first = false) {
      strand.end = std::min(end, strand.begin + lines_of_block);
      stretches.push_back(strand);
      strand.begin = strand.end;
    }
  };
  for (std::size_t i = 0; i < matches.queries(); ++i) {
    std::size_t const query = matches.first_query + i;
    auto const begin = matches.reversed.begin() + static_cast<std::ptrdiff_t>(matches.offsets[i]);
    auto const end = matches.reversed.begin() + static_cast<std::ptrdiff_t>(matches.offsets[i + 1]);
    auto const first_reversed = static_cast<std::size_t>(std::find(begin, end, 1) - matches.reversed.begin());
    if (lines.forward) add({query, matches.offsets[i], first_reversed, false, true});
    if (lines.reverse) add({query, first_reversed, matches.offsets[i + 1], true, true});
  }
  return stretches;
}

/// Writes stretches, some of them by each thread. \param append_stretch  appends the text of one
template <class Append>
void write_stretches(TextWriter& out, FoundMatches const& matches, MatchLines const& lines,
                     Append const& append_stretch)
{
  auto const stretches = stretches_of(matches, lines);
  std::vector<std::size_t> blocks{0};  // where they begin
  for (std::size_t s = 0, weight = 0; s < stretches.size(); ++s) {
    weight += stretches[s].end - stretches[s].begin + 1;
    if (weight < lines_of_block && s + 1 < stretches.size()) continue;
    blocks.push_back(s + 1);
    weight = 0;
  }
  write_by_threads(out, blocks.size() - 1, [&](std::size_t block, std::string& text) {
    for (std::size_t s = blocks[block]; s < blocks[block + 1]; ++s) append_stretch(stretches[s], text);
  });
}

/// Appends lines of mummer's format.
struct Mummer
{
  static constexpr std::size_t number_width = 8;

  FoundMatches const& matches;
  MatchLines const& lines;
  bool four_columns;
  std::size_t name_width;

  void head(std::string& text, Stretch const& strand) const
  {
    text.append("> ").append(lines.queries.name(strand.query)).append(strand.reversed ? " Reverse" : "");
    if (lines.query_lengths) {
      text += "  Len = ";
      append_number(text, lines.queries.length(strand.query));
    }
    text += '\n';
  }

  void line(std::string& text, std::size_t query, std::size_t m) const
  {
    auto const place = lines.reference.place_of(matches.text_positions[m]);
    if (four_columns) {
      std::string_view const name = lines.reference.name(place.record);
      text.append("  ").append(name).append(name_width - name.size() + 2, ' ');
    }
    append_number(text, place.position + 1, number_width);
    text += "  ";
    append_number(text, query_position(matches, m, query, lines) + 1, number_width);
    text += "  ";
    append_number(text, matches.lengths[m], number_width);
    text += '\n';
  }
};

void append_table_line(std::string& text, FoundMatches const& matches, MatchLines const& lines, std::size_t query,
                       std::size_t m)
{
  auto const place = lines.reference.place_of(matches.text_positions[m]);
  text.append(lines.reference.name(place.record)) += '\t';
  append_number(text, place.position);
  (text += '\t').append(lines.queries.name(query)).append(matches.reversed[m] != 0 ? "\t-\t" : "\t+\t");
  append_number(text, query_position(matches, m, query, lines));
  append_number(text += '\t', matches.lengths[m]);
  if (!matches.occurrences.empty()) append_number(text += '\t', matches.occurrences[m]);
  text += '\n';
}

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
  Mummer const mummer{matches, lines, four_columns, four_columns ? lines.reference.longest_name() : 0};
  write_stretches(out, matches, lines, [&](Stretch const& stretch, std::string& text) {
    if (stretch.is_first) mummer.head(text, stretch);
    for (std::size_t m = stretch.begin; m < stretch.end; ++m) mummer.line(text, stretch.query, m);
  });
}

void print_table_head(TextWriter& out, bool with_occurrences)
{
  out << "reference\treference_position\tquery\tstrand\tquery_position\tlength"
      << (with_occurrences ? "\toccurrences" : "") << '\n';
}

void print_as_table(TextWriter& out, FoundMatches const& matches, MatchLines const& lines)
{
  write_stretches(out, matches, lines, [&](Stretch const& stretch, std::string& text) {
    for (std::size_t m = stretch.begin; m < stretch.end; ++m) append_table_line(text, matches, lines, stretch.query, m);
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
