// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/commands/match/match_lines.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/on_device/session/by_threads.hpp"

namespace lexikos::app
{

namespace
{

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
  for (std::size_t strand = 0; strand + 1 < matches.offsets.size(); ++strand) {
    bool const reversed = strand % 2 != 0;
    if (!(reversed ? lines.reverse : lines.forward)) continue;
    std::size_t const first = matches.offsets[strand], end = matches.offsets[strand + 1];
    std::size_t begin = first;
    do {
      std::size_t const next = std::min(end, begin + lines_of_block);
      stretches.push_back({matches.first_query + strand / 2, begin, next, reversed, begin == first});
      begin = next;
    } while (begin < end);
  }
  return stretches;
}

/// A match, in the coordinates that the user wants, from 0.
struct Match
{
  Records::Place place;  ///< in the reference
  std::uint64_t query_position;
  std::uint64_t length;
  std::uint64_t occurrences;  ///< of supermaximal ones; else 0
};

/// Stretches whose matches are on the host.
class StretchesOnHost
{
 public:
  StretchesOnHost(FoundMatches const& matches, MatchLines const& lines, std::span<Stretch const> stretches)
      : m_lines(lines),
        m_skipped(matches.skipped),
        m_stretches(stretches),
        m_first(stretches.front().begin),
        m_columns(matches.columns(m_first, stretches.back().end))
  {}

  [[nodiscard]] std::span<Stretch const> all() const { return m_stretches; }
  [[nodiscard]] bool have_occurrences() const { return !m_columns.occurrences.empty(); }
  [[nodiscard]] std::uint64_t text_position(std::size_t match) const
  {
    return m_columns.text_positions[match - m_first];
  }
  [[nodiscard]] std::uint64_t length(std::size_t match) const { return m_columns.lengths[match - m_first]; }
  /// On the strand.
  [[nodiscard]] std::uint64_t query_position(Stretch const& stretch, std::size_t match) const
  {
    return m_columns.query_positions[match - m_first] + m_skipped[stretch.reversed ? 1 : 0];
  }

  /// Calls function(match) for those of a stretch.
  template <class Function>
  void for_each(Stretch const& stretch, Function const& function) const
  {
    bool const turned = m_lines.forward_positions && stretch.reversed;
    for (std::size_t m = stretch.begin; m < stretch.end; ++m) {
      std::uint64_t const position = query_position(stretch, m);
      function(Match{m_lines.reference.place_of(text_position(m)),
                     turned ? m_lines.queries.length(stretch.query) - 1 - position : position, length(m),
                     have_occurrences() ? m_columns.occurrences[m - m_first] : 0});
    }
  }

 private:
  MatchLines const& m_lines;
  std::array<std::uint64_t, 2> m_skipped;
  std::span<Stretch const> m_stretches;
  std::size_t m_first;
  MatchColumns m_columns;
};

/// Calls function(stretches) with as many as fit on the host, one after the other.
template <class Function>
void for_each_part(FoundMatches const& matches, MatchLines const& lines, Function const& function)
{
  auto const stretches = stretches_of(matches, lines);
  for (std::size_t first = 0, end = 0; first < stretches.size(); first = end) {
    while (end < stretches.size() && stretches[end].end - stretches[first].begin <= FoundMatches::max_at_a_time) ++end;
    function(StretchesOnHost(matches, lines, std::span(stretches).subspan(first, end - first)));
  }
}

/// Writes stretches, some of them by each thread.
/// \param line_bytes      of a line, about
/// \param append_stretch  (stretches, stretch, text) appends the text of one
template <class Append>
void write_stretches(TextWriter& out, FoundMatches const& matches, MatchLines const& lines, std::size_t line_bytes,
                     Append const& append_stretch)
{
  out.expect(matches.size() * line_bytes);
  for_each_part(matches, lines, [&](StretchesOnHost const& on_host) {
    auto const stretches = on_host.all();
    std::vector<std::size_t> blocks{0};  // where they begin
    for (std::size_t s = 0, weight = 0; s < stretches.size(); ++s) {
      weight += stretches[s].end - stretches[s].begin + 1;
      if (weight < lines_of_block && s + 1 < stretches.size()) continue;
      blocks.push_back(s + 1);
      weight = 0;
    }
    write_by_threads(out, blocks.size() - 1, [&](std::size_t block, std::string& text) {
      for (std::size_t s = blocks[block]; s < blocks[block + 1]; ++s) append_stretch(on_host, stretches[s], text);
    });
  });
}

/// Digits of a position in the records, at most.
std::size_t digits_of(Records const& records)
{
  return std::to_string(records.longest()).size();
}

/// Appends lines of mummer's format.
struct Mummer
{
  static constexpr std::size_t number_width = 8;  ///< as `number_before` has it

  MatchLines const& lines;
  bool four_columns;
  std::size_t name_width;

  [[nodiscard]] std::size_t line_bytes() const
  {
    std::size_t const names = four_columns ? name_width + 4 : 0;
    return names + std::max(digits_of(lines.reference), number_width) + 2 +
           std::max(digits_of(lines.queries), number_width) + 2 + number_width + 1;
  }

  void head(std::string& text, Stretch const& strand) const
  {
    text.append("> ").append(lines.queries.name(strand.query)).append(strand.reversed ? " Reverse" : "");
    if (lines.query_lengths) {
      text += "  Len = ";
      append_number(text, lines.queries.length(strand.query));
    }
    text += '\n';
  }

  void line(std::string& text, Match const& match) const
  {
    if (four_columns) {
      std::string_view const name = lines.reference.name(match.place.record);
      text.append("  ").append(name).append(name_width - name.size() + 2, ' ');
    }
    // from its end, and in one piece: there may be hundreds of millions of lines
    char buffer[3 * (max_digits + 8)];
    char* begin = std::end(buffer);
    *--begin = '\n';
    begin = number_before(begin, match.length);
    for (std::uint64_t const position : {match.query_position, match.place.position}) {
      *--begin = ' ';
      *--begin = ' ';
      begin = number_before(begin, position + 1);
    }
    text.append(begin, std::end(buffer));
  }
};

constexpr char const* strand_of(Stretch const& stretch)
{
  return stretch.reversed ? "-" : "+";
}

}  // namespace

void print_as_mummer(TextWriter& out, FoundMatches const& matches, MatchLines const& lines)
{
  bool const four_columns = lines.four_columns || lines.reference.count() > 1;
  Mummer const mummer{lines, four_columns, four_columns ? lines.reference.longest_name() : 0};
  write_stretches(out, matches, lines, mummer.line_bytes(),
                  [&](StretchesOnHost const& on_host, Stretch const& stretch, std::string& text) {
                    if (stretch.is_first) mummer.head(text, stretch);
                    on_host.for_each(stretch, [&](Match const& match) { mummer.line(text, match); });
                  });
}

void print_table_head(TextWriter& out, bool with_occurrences)
{
  out << "reference\treference_position\tquery\tstrand\tquery_position\tlength"
      << (with_occurrences ? "\toccurrences" : "") << '\n';
}

void print_as_table(TextWriter& out, FoundMatches const& matches, MatchLines const& lines)
{
  std::size_t const line_bytes = lines.reference.longest_name() + lines.queries.longest_name() +
                                 digits_of(lines.reference) + digits_of(lines.queries) + 8;
  write_stretches(
      out, matches, lines, line_bytes, [&](StretchesOnHost const& on_host, Stretch const& stretch, std::string& text) {
        on_host.for_each(stretch, [&](Match const& match) {
          text.append(lines.reference.name(match.place.record)) += '\t';
          append_number(text, match.place.position);
          (text += '\t').append(lines.queries.name(stretch.query)).append(1, '\t').append(strand_of(stretch));
          append_number(text += '\t', match.query_position);
          append_number(text += '\t', match.length);
          if (on_host.have_occurrences()) append_number(text += '\t', match.occurrences);
          text += '\n';
        });
      });
}

void print_as_json(Json& json, FoundMatches const& matches, MatchLines const& lines)
{
  for_each_part(matches, lines, [&](StretchesOnHost const& on_host) {
    for (Stretch const& stretch : on_host.all())
      on_host.for_each(stretch, [&](Match const& match) {
        json.begin_object();
        json.member("reference", lines.reference.name(match.place.record));
        json.member("reference_position", match.place.position);
        json.member("query", lines.queries.name(stretch.query));
        json.member("strand", strand_of(stretch));
        json.member("query_position", match.query_position);
        json.member("length", match.length);
        if (on_host.have_occurrences()) json.member("occurrences", match.occurrences);
        json.end_object();
      });
  });
}

void draw(DotPlot& plot, FoundMatches const& matches, MatchLines const& lines)
{
  for_each_part(matches, lines, [&](StretchesOnHost const& on_host) {
    for (Stretch const& stretch : on_host.all())
      for (std::size_t m = stretch.begin; m < stretch.end; ++m) {
        std::uint64_t const position = on_host.query_position(stretch, m);
        auto const offsets = lines.queries.offsets;
        std::uint64_t const start =
            stretch.reversed ? offsets[stretch.query + 1] - position : offsets[stretch.query] + position;
        plot.add({on_host.text_position(m), start, on_host.length(m), stretch.reversed});
      }
  });
}

}  // namespace lexikos::app
