// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// lexikos plot suffixes, transform, search and wavelet: what the pictures show, symbol for symbol, against the definitions.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/arrays.hpp"
#include "app/process.hpp"
#include "app/xml.hpp"

namespace short_text_tests
{

namespace
{

using process::contains;
using process::Folder;
using process::lexikos;
using Names = std::vector<std::string>;

/// What stands in a picture, in its order: the place of the first symbol, and what it says.
struct Words
{
  double x, y;
  std::string anchor, words;
  bool is_monospaced;
};

std::string attribute(std::string const& tag, std::string const& name)
{
  std::size_t const begin = tag.find(' ' + name + "=\"");
  if (begin == std::string::npos) return {};
  std::size_t const from = begin + name.size() + 3;
  return tag.substr(from, tag.find('"', from) - from);
}

std::string unescaped(std::string text)
{
  for (auto const& [entity, letter] : {std::pair{"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}, {"\u00b7", " "}})
    for (std::size_t at = 0; (at = text.find(entity, at)) != std::string::npos; ++at)
      text.replace(at, std::string_view(entity).size(), letter);
  return text;
}

std::vector<Words> words_in(std::string const& svg)
{
  std::vector<Words> all;
  for (std::size_t at = svg.find("<text "); at != std::string::npos; at = svg.find("<text ", at + 1)) {
    std::size_t const end = svg.find('>', at);
    std::string const tag = svg.substr(at, end - at);
    all.push_back({std::stod(attribute(tag, "x")), std::stod(attribute(tag, "y")), attribute(tag, "text-anchor"),
                   unescaped(svg.substr(end + 1, svg.find('<', end) - end - 1)), contains(tag, "monospace")});
  }
  return all;
}

struct Line
{
  double x, y, to_x, to_y;
};

/// The lines of one colour.
std::vector<Line> lines_in(std::string const& svg, std::string const& colour)
{
  std::vector<Line> lines;
  for (std::size_t at = svg.find("<path "); at != std::string::npos; at = svg.find("<path ", at + 1)) {
    std::string const tag = svg.substr(at, svg.find('>', at) - at);
    if (attribute(tag, "stroke") != colour) continue;
    std::string path = attribute(tag, "d");
    std::ranges::replace_if(
        path, [](char c) { return c == 'M' || c == 'L'; }, ' ');
    std::istringstream numbers(path);
    for (Line line{}; numbers >> line.x >> line.y >> line.to_x >> line.to_y;) lines.push_back(line);
  }
  return lines;
}

std::string drawn(Names words)
{
  words.insert(words.begin(), "plot");
  words.insert(words.end(), {"-o", "-", "-q"});
  auto const result = lexikos(words);
  CAPTURE(result.err);
  REQUIRE(result.exit_code == 0);
  REQUIRE(xml::defect_of_xml(result.out) == "");
  return result.out;
}

/// The n + 1 rows: where each suffix starts, the empty one first.
std::vector<std::size_t> rows_of(std::string const& text)
{
  std::vector<std::size_t> rows{text.size()};
  for (auto const position : arrays::suffix_array<std::uint32_t>(text)) rows.push_back(position);
  return rows;
}

std::size_t common(std::string_view x, std::string_view y)
{
  std::size_t length = 0;
  while (length < std::min(x.size(), y.size()) && x[length] == y[length]) ++length;
  return length;
}

/// Rows are as far from each other as the first two are.
std::size_t row_at(std::vector<double> const& heights, double y)
{
  auto const nearest = std::ranges::min_element(heights, {}, [&](double height) { return std::abs(height - y); });
  return static_cast<std::size_t>(nearest - heights.begin());
}

/// Where the rows of a picture are, by the numbers that stand before them.
std::vector<double> heights_of(std::vector<Words> const& words, std::size_t rows)
{
  constexpr double half_a_row = 5;  // from the line of the numbers to the middle
  std::vector<double> heights;
  for (auto const& each : words)
    if (each.anchor == "end" && each.words == std::to_string(heights.size()) && heights.size() < rows &&
        (heights.empty() || each.y > heights.back() + half_a_row))
      heights.push_back(each.y - half_a_row);
  REQUIRE(heights.size() == rows);
  return heights;
}

std::vector<std::string> texts()
{
  std::mt19937_64 random(7);
  std::vector<std::string> all = {
      "", "a", "aaaaa", "abracadabra", "transformation or translation", "<&>\xff\n\x01 <&>"};
  for (std::size_t const letters : {2u, 5u, 200u}) {
    std::string text(40 + random() % 161, ' ');
    for (char& c : text) c = static_cast<char>('0' + random() % letters);
    all.push_back(text);
  }
  return all;
}

TEST_CASE("lexikos plot suffixes: rank, position and LCP of every suffix, and what is in common")
{
  Folder const folder;
  for (auto const& text : texts()) {
    CAPTURE(text);
    auto const svg = drawn({"suffixes", folder.write("text", text)});
    std::vector<std::string> numbers, expected = {"rank", "position", "LCP"};
    for (auto const& words : words_in(svg))
      if (words.anchor == "end") numbers.push_back(words.words);
    auto const rows = rows_of(text);
    std::size_t shaded = 0;
    for (std::size_t rank = 0; rank < text.size(); ++rank) {
      std::size_t const lcp = rank == 0 ? 0 : common(text.substr(rows[rank]), text.substr(rows[rank + 1]));
      for (auto const number : {rank, rows[rank + 1], lcp}) expected.push_back(std::to_string(number));
      shaded += lcp > 0 ? 1 : 0;
    }
    CHECK(numbers == expected);
    std::size_t cells = 0;
    for (std::size_t at = svg.find("<rect x"); at != std::string::npos; at = svg.find("<rect x", at + 1)) ++cells;
    CHECK(cells == shaded);
  }
}

TEST_CASE("lexikos plot transform: lines lead from a symbol to its row, and those of equal symbols do not cross")
{
  Folder const folder;
  for (auto const& text : texts()) {
    CAPTURE(text);
    auto const svg = drawn({"transform", folder.write("text", text)});
    auto const rows = rows_of(text);
    auto const lines = lines_in(svg, "#08519c");
    REQUIRE(lines.size() == text.size());
    auto const heights = heights_of(words_in(svg), rows.size());
    std::set<std::pair<std::size_t, std::size_t>> found, expected;
    for (auto const& line : lines) found.insert({row_at(heights, line.y), row_at(heights, line.to_y)});
    for (std::size_t row = 0; row < rows.size(); ++row)
      if (rows[row] != 0)
        expected.insert({row, static_cast<std::size_t>(std::ranges::find(rows, rows[row] - 1) - rows.begin())});
    CHECK(found == expected);
  }
}

TEST_CASE("lexikos plot search: the rows of each end of a pattern, and where it occurs")
{
  Folder const folder;
  std::mt19937_64 random(8);
  for (auto const& text : texts()) {
    std::vector<std::string> patterns = {"zzz", "a", "abra"};
    if (!text.empty()) patterns.push_back(text.substr(random() % text.size(), 4));
    for (auto const& pattern : patterns) {
      CAPTURE(text);
      CAPTURE(pattern);
      if (pattern.empty() || pattern.find('\0') != std::string::npos || pattern[0] == '-') continue;
      auto const svg = drawn({"search", folder.write("text", text), pattern});
      auto const all = words_in(svg);
      std::set<std::string> places, expected_places;
      std::vector<std::string> counts, expected_counts;
      for (auto const& words : all) {
        if (words.words.starts_with("at ") && !words.is_monospaced) places.insert(words.words);
        bool const is_count = words.anchor == "start" && !words.is_monospaced && !words.words.empty() &&
                              std::ranges::all_of(words.words, [](char c) { return c >= '0' && c <= '9'; });
        if (is_count) counts.push_back(words.words);
      }
      std::size_t lines = 0;
      for (std::size_t k = 0; k <= pattern.size(); ++k) {
        std::string const end = pattern.substr(pattern.size() - k);
        std::size_t count = 0;
        for (std::size_t i = 0; i <= text.size(); ++i)
          if (text.compare(i, k, end) == 0) {
            ++count;
            if (k == pattern.size()) expected_places.insert("at " + std::to_string(i));
          }
        expected_counts.push_back(std::to_string(count));
        if (k > 0) lines += count;
      }
      CHECK(counts == expected_counts);
      CHECK(places == expected_places);
      CHECK(lines_in(svg, "#08519c").size() == lines);
    }
  }
}

TEST_CASE("lexikos plot wavelet: the bits of each level, and the symbols in its order")
{
  Folder const folder;
  for (auto const& text : texts()) {
    CAPTURE(text);
    std::string order = text;
    std::set<unsigned char> const alphabet(text.begin(), text.end());
    unsigned depth = 0;
    while (std::size_t{1} << depth < alphabet.size()) ++depth;
    auto const result = lexikos({"plot", "wavelet", folder.write("text", text), "-o", folder / "svg", "--json"});
    REQUIRE(result.exit_code == 0);
    auto const json = nlohmann::json::parse(result.out);
    CHECK(json["levels"] == depth);
    CHECK(json["symbols"] == alphabet.size());
    auto const svg = process::read(folder / "svg");
    REQUIRE(xml::defect_of_xml(svg) == "");
    auto const all = words_in(svg);
    std::vector<std::string> levels;
    double x = 0, y = 0;  // of the last level's bits
    for (unsigned level = 0; level < depth; ++level) {
      std::string bits, zeros, ones;
      for (char const symbol : order) {
        auto const code = std::distance(alphabet.begin(), alphabet.find(static_cast<unsigned char>(symbol)));
        bool const bit = (code >> (depth - 1 - level) & 1) != 0;
        bits += bit ? '1' : '0';
        (bit ? ones : zeros) += symbol;
      }
      auto const drawn_bits =
          std::ranges::find_if(all, [&](auto const& words) { return words.is_monospaced && words.words == bits; });
      REQUIRE(drawn_bits != all.end());
      x = drawn_bits->x;
      y = drawn_bits->y;
      order = zeros + ones;
    }
    // below the last level
    constexpr double to_next_level = 66;
    std::string in_the_end;
    for (auto const& words : all)
      if (words.is_monospaced && words.y == y + to_next_level && words.x >= x) in_the_end += words.words;
    bool const is_shown = std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
    if (is_shown && depth > 0) CHECK(in_the_end == order);
  }
  auto const text = folder.write("text", "abracadabra");
  CHECK(lines_in(drawn({"wavelet", text}), "#cb181d").size() == 3 * 5);
  CHECK(lines_in(drawn({"wavelet", text, "--symbol", "b"}), "#cb181d").size() == 3 * 2);
}

TEST_CASE("lexikos plot of short texts: what is too long is refused, with its length")
{
  Folder const folder;
  auto const long_text = folder.write("long", std::string(201, 'a')), text = folder.write("text", "abracadabra");
  for (Names const& words : {Names{"suffixes", long_text}, Names{"transform", long_text},
                             Names{"search", long_text, "a"}, Names{"wavelet", long_text}})
  {
    Names command = {"plot", "-o", folder / "svg"};
    command.insert(command.begin() + 1, words.begin(), words.end());
    auto const result = lexikos(command);
    CHECK(result.exit_code == 2);
    CHECK(contains(result.err, "201 bytes"));
  }
  CHECK(lexikos({"plot", "search", text, std::string(25, 'a'), "-o", folder / "svg"}).exit_code == 2);
  CHECK(lexikos({"plot", "wavelet", text, "--symbol", "ab", "-o", folder / "svg"}).exit_code == 2);
  CHECK(contains(drawn({"suffixes", text, "--title", "a & b", "--theme", "dark"}), ">a &amp; b</text>"));
}

}  // namespace

}  // namespace short_text_tests
