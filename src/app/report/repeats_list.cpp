// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/report/repeats_list.hpp"

#include <algorithm>

#include "app/io/text_writer.hpp"
#include "app/report/utf8.hpp"

namespace lexikos::app
{

namespace
{

/// The start of a repeat, in printable letters.
std::string shown(Input const& text, FoundRepeat const& repeat)
{
  constexpr std::size_t longest = 60;
  std::string_view const start =
      as_text(text.bytes()).substr(repeat.positions.front(), std::min(repeat.length, longest));
  return escaped(start) + (repeat.length > longest ? "..." : "");
}

char const* strand_of(Records const& records, std::size_t record)
{
  return records.is_reverse(record) ? "-" : "+";
}

void write_place(TextWriter& out, std::uint64_t position, Records const* records)
{
  if (records == nullptr) {
    out << position;
    return;
  }
  auto const place = records->place_of(position);
  out << records->name(place.record) << '\t';
  if (records->has_both_strands) out << strand_of(*records, place.record) << '\t';
  out << place.position;
}

void write_place(Json& json, std::uint64_t position, Records const* records)
{
  if (records == nullptr) return json.value(position);
  auto const place = records->place_of(position);
  json.begin_object();
  json.member("record", records->name(place.record));
  if (records->has_both_strands) json.member("strand", strand_of(*records, place.record));
  json.member("position", place.position);
  json.end_object();
}

}  // namespace

void write_list(Output& output, std::vector<FoundRepeat> const& repeats, Input const& text, Records const* records)
{
  TextWriter out(output);
  out << "length\toccurrences\t";
  if (records != nullptr) out << (records->has_both_strands ? "record\tstrand\t" : "record\t");
  out << "first\tsubstring\n";
  for (auto const& repeat : repeats) {
    out << repeat.length << '\t' << repeat.occurrences << '\t';
    write_place(out, repeat.positions.front(), records);
    out << '\t' << shown(text, repeat) << '\n';
  }
  out.flush();
}

void write_list(Json& json, std::vector<FoundRepeat> const& repeats, Input const& text, Records const* records)
{
  json.begin_array();
  for (auto const& repeat : repeats) {
    json.begin_object();
    json.member("length", repeat.length);
    json.member("occurrences", repeat.occurrences);
    json.key("positions");
    json.begin_array();
    for (auto const position : repeat.positions) write_place(json, position, records);
    json.end_array();
    json.member("substring", shown(text, repeat));
    json.end_object();
  }
  json.end_array();
}

}  // namespace lexikos::app
