// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/report/matches.hpp"

#include <algorithm>
#include <string>

#include "app/report/utf8.hpp"

namespace lexikos::app
{

namespace
{

/// Control characters, which would move the cursor, as points.
std::string printable(std::string_view bytes)
{
  std::string text(bytes);
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < 0x20 || c == 0x7F; }, '.');
  return text;
}

struct Context
{
  std::string_view before;
  std::string_view match;
  std::string_view after;
};

/// The k-th position of some matches, of a pattern of that length.
Context context_of(MatchLayout const& layout, Matches const& matches, std::size_t k, std::size_t length)
{
  auto const begin = static_cast<std::size_t>(matches.positions[k]);
  std::size_t first_place = 0, end_of_places = layout.text.size();
  if (layout.records != nullptr) {
    auto const record = layout.records->place_of(begin).record;
    first_place = layout.records->offsets[record];
    end_of_places = layout.records->offsets[record + 1];
  }
  std::size_t const before = std::min(begin - first_place, layout.context);
  std::string_view stretch;
  if (matches.around_offsets.empty()) {
    stretch = as_text(layout.text).substr(begin - before, end_of_places - (begin - before));
  }
  else {
    std::size_t const first = matches.around_offsets[k];
    stretch = as_text(matches.around).substr(first, matches.around_offsets[k + 1] - first);
  }
  return {stretch.substr(0, before), stretch.substr(before, length), stretch.substr(before + length, layout.context)};
}

/// Of the k-th position.
std::uint64_t length_of(Matches const& matches, std::size_t k, std::string_view pattern)
{
  return matches.lengths.empty() ? pattern.size() : matches.lengths[k];
}

/// The k-th position, and how many errors there are, if that is known.
void print_position(TextWriter& out, Matches const& matches, std::size_t k, Records const* records)
{
  std::uint64_t const position = matches.positions[k];
  if (records != nullptr) {
    auto const place = records->place_of(position);
    out << "  " << printable(records->name(place.record)) << '\t' << place.position << '\t';
    if (!matches.distances.empty()) out << std::uint64_t{matches.distances[k]} << "  ";
    return;
  }
  constexpr std::size_t width = 12;
  std::string const digits = std::to_string(position);
  out << "  " << std::string(width - std::min(width, digits.size()), ' ') << digits << "  ";
  if (!matches.distances.empty()) out << std::uint64_t{matches.distances[k]} << "  ";
}

void print_context(TextWriter& out, Context const& context)
{
  out << printable(context.before) << '[' << printable(context.match) << ']' << printable(context.after) << '\n';
}

void print_pattern(TextWriter& out, ShownPatterns const& patterns, std::size_t i, bool as_it_is)
{
  out << (as_it_is ? std::string(patterns.patterns[i]) : printable(patterns.patterns[i]));
  if (!patterns.names.empty())
    out << '\t' << (as_it_is ? std::string(patterns.names[i]) : printable(patterns.names[i]));
  out << (as_it_is ? '\0' : '\n');
}

}  // namespace

Matches::Range Matches::range_of(std::size_t pattern) const
{
  if (offsets.empty()) return {};
  return {offsets[pattern], offsets[pattern + 1]};
}

void print_matches(TextWriter& out, ShownPatterns const& patterns, Matches const& matches, MatchLayout const& layout)
{
  for (std::size_t i = 0; i < matches.counts.size(); ++i) {
    std::string_view const pattern = patterns.patterns[matches.first_pattern + i];
    out << matches.counts[i] << '\t';
    print_pattern(out, patterns, matches.first_pattern + i, layout.ends_in_zero);
    if (layout.only_counts) continue;
    auto const [first, end] = matches.range_of(i);
    for (std::size_t k = first; k < end; ++k) {
      print_position(out, matches, k, layout.records);
      print_context(out, context_of(layout, matches, k, length_of(matches, k, pattern)));
    }
    if (end - first < matches.counts[i]) out << "  and " << matches.counts[i] - (end - first) << " more\n";
  }
}

void print_json(Json& json, ShownPatterns const& patterns, Matches const& matches, MatchLayout const& layout)
{
  for (std::size_t i = 0; i < matches.counts.size(); ++i) {
    std::string_view const pattern = patterns.patterns[matches.first_pattern + i];
    json.begin_object();
    json.member("pattern", pattern);
    if (!patterns.names.empty()) json.member("name", patterns.names[matches.first_pattern + i]);
    json.member("count", matches.counts[i]);
    if (!layout.only_counts) {
      json.key("matches");
      json.begin_array();
      auto const [first, end] = matches.range_of(i);
      for (std::size_t k = first; k < end; ++k) {
        Context const context = context_of(layout, matches, k, length_of(matches, k, pattern));
        json.begin_object();
        if (layout.records != nullptr) {
          auto const place = layout.records->place_of(matches.positions[k]);
          json.member("record", layout.records->name(place.record));
          json.member("position", place.position);
        }
        else {
          json.member("position", matches.positions[k]);
        }
        if (!matches.distances.empty()) {
          json.member("length", matches.lengths[k]);
          json.member("distance", matches.distances[k]);
          json.member("match", context.match);
        }
        json.member("before", whole_characters(context.before));
        json.member("after", whole_characters(context.after));
        json.end_object();
      }
      json.end_array();
    }
    json.end_object();
  }
}

}  // namespace lexikos::app
