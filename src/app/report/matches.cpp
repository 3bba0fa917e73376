// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/report/matches.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "app/report/utf8.hpp"

namespace lexikos::app
{

namespace
{

/// Calls function(number) for each token.
template <class Function>
void for_each_token(std::string_view bytes, unsigned symbol_bytes, Function const& function)
{
  for (std::size_t at = 0; at < bytes.size(); at += symbol_bytes) {
    std::uint32_t token = 0;
    std::memcpy(&token, bytes.data() + at, symbol_bytes);
    function(std::uint64_t{token});
  }
}

/// "11,12,13"
std::string numbers(std::string_view bytes, unsigned symbol_bytes, char separator = ',')
{
  std::string text;
  for_each_token(bytes, symbol_bytes, [&](std::uint64_t token) {
    if (!text.empty()) text += separator;
    text += std::to_string(token);
  });
  return text;
}

/// Symbols as a string, or as an array of numbers.
void write_symbols(Json& json, char const* name, std::string_view bytes, unsigned symbol_bytes)
{
  if (symbol_bytes == 1) return json.member(name, bytes);
  json.key(name);
  json.begin_array();
  for_each_token(bytes, symbol_bytes, [&](std::uint64_t token) { json.value(token); });
  json.end_array();
}

struct Context
{
  std::string_view before;
  std::string_view match;
  std::string_view after;
};

/// The k-th position of some matches, of a pattern of so many symbols.
Context context_of(MatchLayout const& layout, Matches const& matches, std::size_t k, std::size_t length)
{
  std::size_t const width = layout.symbol_bytes;
  auto const begin = static_cast<std::size_t>(matches.positions[k]);
  std::size_t first_place = 0, end_of_places = layout.text.size() / width;
  if (layout.records != nullptr) {
    auto const record = layout.records->place_of(begin).record;
    first_place = layout.records->offsets[record];
    end_of_places = layout.records->offsets[record + 1];
  }
  std::size_t const before = std::min(begin - first_place, layout.context);
  std::string_view stretch;
  if (matches.around_offsets.empty()) {
    stretch = as_text(layout.text).substr(width * (begin - before), width * (end_of_places - (begin - before)));
  }
  else {
    std::size_t const first = matches.around_offsets[k];
    stretch = as_text(matches.around).substr(first, matches.around_offsets[k + 1] - first);
  }
  return {stretch.substr(0, width * before), stretch.substr(width * before, width * length),
          stretch.substr(width * (before + length), width * layout.context)};
}

/// Symbols of the match at the k-th position.
std::uint64_t length_of(Matches const& matches, std::size_t k, std::string_view pattern, MatchLayout const& layout)
{
  return matches.lengths.empty() ? pattern.size() / layout.symbol_bytes : matches.lengths[k];
}

/// The k-th position, and how many errors there are, if that is known.
void print_position(TextWriter& out, Matches const& matches, std::size_t k, Records const* records)
{
  std::uint64_t const position = matches.positions[k];
  if (records != nullptr) {
    auto const place = records->place_of(position);
    out << "  ";
    if (records->has_names())
      out << printable(records->name(place.record));
    else
      out << std::uint64_t{place.record};
    out << '\t' << place.position << '\t';
    if (!matches.distances.empty()) out << std::uint64_t{matches.distances[k]} << "  ";
    return;
  }
  constexpr std::size_t width = 12;
  std::string const digits = std::to_string(position);
  out << "  " << std::string(width - std::min(width, digits.size()), ' ') << digits << "  ";
  if (!matches.distances.empty()) out << std::uint64_t{matches.distances[k]} << "  ";
}

void print_context(TextWriter& out, Context const& context, unsigned symbol_bytes)
{
  if (symbol_bytes > 1) {
    std::string const before = numbers(context.before, symbol_bytes, ' ');
    std::string const after = numbers(context.after, symbol_bytes, ' ');
    out << before << (before.empty() ? "[" : " [") << numbers(context.match, symbol_bytes, ' ')
        << (after.empty() ? "]" : "] ") << after << '\n';
    return;
  }
  out << printable(context.before) << '[' << printable(context.match) << ']' << printable(context.after) << '\n';
}

/// \param number  of the pattern, which may be a part of it
void print_pattern(TextWriter& out, std::string_view pattern, ShownPatterns const& patterns, std::size_t number,
                   MatchLayout const& layout)
{
  bool const as_it_is = layout.ends_in_zero;
  if (layout.symbol_bytes > 1) {
    out << numbers(pattern, layout.symbol_bytes) << '\n';
    return;
  }
  out << (as_it_is ? std::string(pattern) : printable(pattern));
  if (!patterns.names.empty())
    out << '\t' << (as_it_is ? std::string(patterns.names[number]) : printable(patterns.names[number]));
  if (!patterns.strands.empty()) out << '\t' << patterns.strands[number];
  out << layout.end_of_line();
}

/// What was searched of the i-th pattern of the matches: all of it, or a suffix.
std::string_view searched(Matches const& matches, std::size_t i, std::string_view pattern, unsigned symbol_bytes)
{
  if (matches.suffix_lengths.empty()) return pattern;
  return pattern.substr(pattern.size() - matches.suffix_lengths[i] * symbol_bytes);
}

void print_frequent(TextWriter& out, Matches const& matches, std::size_t i, MatchLayout const& layout)
{
  if (!matches.top.offsets.empty())
    print_documents(out, matches.top, i, *layout.records, layout.ends_in_zero, layout.end_of_line());
  if (!matches.next.offsets.empty())
    print_next_symbols(out, matches.next, i, layout.symbol_bytes, layout.end_of_line());
}

void write_frequent(Json& json, Matches const& matches, std::size_t i, MatchLayout const& layout)
{
  if (!matches.top.offsets.empty()) {
    json.key("top");
    write_documents(json, matches.top, i, *layout.records);
  }
  if (!matches.next.offsets.empty()) {
    json.key("next");
    write_next_symbols(json, matches.next, i, layout.symbol_bytes);
  }
}

/// The k-th of some matches, of that pattern, as an object.
void write_match(Json& json, std::string_view pattern, Matches const& matches, std::size_t k, MatchLayout const& layout)
{
  Context const context = context_of(layout, matches, k, length_of(matches, k, pattern, layout));
  json.begin_object();
  if (auto const* const records = layout.records) {
    auto const place = records->place_of(matches.positions[k]);
    if (records->has_names())
      json.member("record", records->name(place.record));
    else
      json.member("document", place.record);
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
  bool const are_bytes = layout.symbol_bytes == 1;
  write_symbols(json, "before", are_bytes ? whole_characters(context.before) : context.before, layout.symbol_bytes);
  write_symbols(json, "after", are_bytes ? whole_characters(context.after) : context.after, layout.symbol_bytes);
  json.end_object();
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
    std::size_t const number = matches.first_pattern + i;
    std::string_view const pattern = searched(matches, i, patterns.patterns[number], layout.symbol_bytes);
    if (!matches.suffix_lengths.empty()) out << matches.suffix_lengths[i] << '\t';
    out << matches.counts[i] << '\t';
    if (!matches.documents.empty()) out << std::uint64_t{matches.documents[i]} << '\t';
    print_pattern(out, pattern, patterns, number, layout);
    print_frequent(out, matches, i, layout);
    if (layout.only_counts) continue;
    auto const [first, end] = matches.range_of(i);
    for (std::size_t k = first; k < end; ++k) {
      print_position(out, matches, k, layout.records);
      print_context(out, context_of(layout, matches, k, length_of(matches, k, pattern, layout)), layout.symbol_bytes);
    }
    if (end - first < matches.counts[i]) out << "  and " << matches.counts[i] - (end - first) << " more\n";
  }
}

void print_json(Json& json, ShownPatterns const& patterns, Matches const& matches, MatchLayout const& layout)
{
  for (std::size_t i = 0; i < matches.counts.size(); ++i) {
    std::string_view const pattern = patterns.patterns[matches.first_pattern + i];
    json.begin_object();
    write_symbols(json, "pattern", pattern, layout.symbol_bytes);
    if (!patterns.names.empty()) json.member("name", patterns.names[matches.first_pattern + i]);
    if (!patterns.strands.empty())
      json.member("strand", std::string_view(&patterns.strands[matches.first_pattern + i], 1));
    if (!matches.suffix_lengths.empty()) {
      json.member("length", matches.suffix_lengths[i]);
      write_symbols(json, "suffix", searched(matches, i, pattern, layout.symbol_bytes), layout.symbol_bytes);
    }
    json.member("count", matches.counts[i]);
    if (!matches.documents.empty()) json.member("documents", matches.documents[i]);
    write_frequent(json, matches, i, layout);
    if (!layout.only_counts) {
      json.key("matches");
      json.begin_array();
      auto const [first, end] = matches.range_of(i);
      for (std::size_t k = first; k < end; ++k) write_match(json, pattern, matches, k, layout);
      json.end_array();
    }
    json.end_object();
  }
}

}  // namespace lexikos::app
