// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/commands/search/patterns.hpp"

#include <algorithm>
#include <cstdio>

#include "app/io/complement.hpp"
#include "app/report/utf8.hpp"

namespace lexikos::app
{

namespace
{

/// Where all lines but an unfinished last one end in CR LF, the CR belongs to no pattern.
void strip_carriage_returns(std::vector<std::string_view>& lines, Input const& file)
{
  bool const is_finished = file.bytes().back() == '\n';
  auto const end = lines.end() - (is_finished ? 0 : 1);
  if (end == lines.begin() || !std::all_of(lines.begin(), end, [](auto line) { return line.ends_with('\r'); })) return;
  std::for_each(lines.begin(), end, [](auto& line) { line.remove_suffix(1); });
  std::fprintf(stderr, "lexikos: the lines of %s end in CR LF, which is not part of the patterns\n",
               file.name().c_str());
}

ShownPatterns with_both_strands(ShownPatterns const& patterns, std::deque<std::string>& reversed)
{
  ShownPatterns both;
  auto const add = [&](std::size_t i, std::string_view pattern, char strand) {
    both.patterns.push_back(pattern);
    if (!patterns.names.empty()) both.names.push_back(patterns.names[i]);
    both.strands.push_back(strand);
  };
  for (std::size_t i = 0; i < patterns.patterns.size(); ++i) {
    std::string_view const pattern = patterns.patterns[i];
    add(i, pattern, '+');
    std::string other = reverse_complement(pattern);
    if (other != pattern) add(i, reversed.emplace_back(std::move(other)), '-');
  }
  return both;
}

}  // namespace

std::vector<std::string_view> lines_of(Input const& file, char end_of_line)
{
  std::vector<std::string_view> lines;
  std::string_view rest = as_text(file.bytes());
  while (!rest.empty()) {
    auto const end = std::min(rest.find(end_of_line), rest.size());
    lines.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return lines;
}

ShownPatterns all_patterns(SearchOptions const& options, std::optional<Input> const& file,
                           std::optional<Sequences> const& sequences, std::deque<std::string>& reversed)
{
  ShownPatterns all{{options.patterns.begin(), options.patterns.end()}, {}, {}};
  if (file) {
    auto lines = lines_of(*file, options.ends_in_zero ? '\0' : '\n');
    if (!options.ends_in_zero && !lines.empty()) strip_carriage_returns(lines, *file);
    all.patterns.insert(all.patterns.end(), lines.begin(), lines.end());
  }
  if (sequences) {
    all.names.resize(all.patterns.size());
    auto const offsets = sequences->offsets();
    for (std::size_t r = 0; r < sequences->count(); ++r) {
      all.patterns.push_back(as_text(sequences->symbols().subspan(offsets[r], offsets[r + 1] - offsets[r])));
      all.names.push_back(sequences->name(r));
    }
  }
  return options.format.both_strands() ? with_both_strands(all, reversed) : all;
}

CapitalPatterns::CapitalPatterns(std::vector<std::string_view> const& patterns)
{
  std::size_t size = 0;
  for (auto const pattern : patterns) size += pattern.size();
  m_letters.reserve(size);
  m_views.reserve(patterns.size());
  for (auto const pattern : patterns) {
    std::size_t const begin = m_letters.size();
    for (char const c : pattern) m_letters += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    m_views.emplace_back(m_letters.data() + begin, pattern.size());
  }
}

}  // namespace lexikos::app
