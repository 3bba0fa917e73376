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

}  // namespace

void write_list(Output& output, std::vector<FoundRepeat> const& repeats, Input const& text)
{
  TextWriter out(output);
  out << "length\toccurrences\tfirst\tsubstring\n";
  for (auto const& repeat : repeats)
    out << repeat.length << '\t' << repeat.occurrences << '\t' << repeat.positions.front() << '\t'
        << shown(text, repeat) << '\n';
  out.flush();
}

void write_list(Json& json, std::vector<FoundRepeat> const& repeats, Input const& text)
{
  json.begin_array();
  for (auto const& repeat : repeats) {
    json.begin_object();
    json.member("length", repeat.length);
    json.member("occurrences", repeat.occurrences);
    json.key("positions");
    json.begin_array();
    for (auto const position : repeat.positions) json.value(position);
    json.end_array();
    json.member("substring", shown(text, repeat));
    json.end_object();
  }
  json.end_array();
}

}  // namespace lexikos::app
