// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/report/svg.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "app/report/joined.hpp"
#include "app/report/numbers_shown.hpp"
#include "app/report/utf8.hpp"

namespace lexikos::app
{

namespace
{

constexpr double letter = 7.2;  // of 13 pixels: a wide one of most fonts

/// By the colours themselves: a reader that knows no style sheets shows them as they are.
constexpr std::string_view dark =
    "text{fill:#d9dee7}[fill=\"white\"]{fill:#14181f}[stroke=\"black\"]{stroke:#d9dee7}"
    "[stroke=\"#cccccc\"]{stroke:#444c59}[fill=\"#08519c\"]{fill:#6baed6}[stroke=\"#08519c\"]{stroke:#6baed6}"
    "[fill=\"#9ecae1\"]{fill:#28557f}[stroke=\"#238b45\"]{stroke:#74c476}[fill=\"#238b45\"]{fill:#74c476}"
    "[stroke=\"#cb181d\"]{stroke:#fb6a4a}[fill=\"#cb181d\"]{fill:#fb6a4a}";

/// The characters as XML has them, each with what it takes of a line: one that XML cannot hold is written as several.
std::vector<std::pair<std::string, std::size_t>> characters_of(std::string_view text)
{
  std::vector<std::pair<std::string, std::size_t>> characters;
  while (!text.empty()) {
    std::string_view const one = text.substr(0, std::max<std::size_t>(utf8_character(text), 1));
    std::string written = xml_escaped(one);
    std::size_t const letters = written.starts_with('\\') && one[0] != '\\' ? written.size() : 1;
    characters.emplace_back(std::move(written), letters);
    text.remove_prefix(one.size());
  }
  return characters;
}

}  // namespace

std::string svg_head(double width, double height, Theme theme)
{
  std::string const wide = pixels(width), high = pixels(height);
  std::string style;
  if (theme == Theme::automatic) style = joined({"<style>@media (prefers-color-scheme: dark){", dark, "}</style>\n"});
  if (theme == Theme::dark) style = joined({"<style>", dark, "</style>\n"});
  return joined({"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", wide, "\" height=\"", high, "\" viewBox=\"0 0 ",
                 wide, " ", high, "\" font-family=\"sans-serif\" font-size=\"13\">\n", style,
                 "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"});
}

std::string pixels(double coordinate)
{
  std::string number = decimal(coordinate, 1);
  if (number.ends_with(".0")) number.resize(number.size() - 2);
  return number;
}

std::string text_at(double x, double y, std::string_view anchor, std::string_view text)
{
  return joined({"<text x=\"", pixels(x), "\" y=\"", pixels(y), "\" text-anchor=\"", anchor, "\">", text, "</text>\n"});
}

std::string upright_at(double x, double y, std::string_view text)
{
  std::string const place = pixels(x) + "," + pixels(y);
  return joined({"<text transform=\"translate(", place, ") rotate(-90)\" text-anchor=\"middle\">", text, "</text>\n"});
}

std::string fitted(std::string_view text, double width)
{
  auto const characters = characters_of(text);
  auto const room = static_cast<std::size_t>(std::max(width / letter, 3.0));
  std::size_t letters = 0;
  for (auto const& character : characters) letters += character.second;
  std::string line;
  if (letters <= room) {
    for (auto const& character : characters) line += character.first;
    return line;
  }
  std::size_t left = (room - 1) / 2, right = room - 1 - left, i = 0, j = characters.size();
  for (; characters[i].second <= left; ++i) {
    left -= characters[i].second;
    line += characters[i].first;
  }
  for (; characters[j - 1].second <= right; --j) right -= characters[j - 1].second;
  line += "\u2026";
  for (; j < characters.size(); ++j) line += characters[j].first;
  return line;
}

double width_of(std::string_view text)
{
  double letters = 0;
  for (auto const& character : characters_of(text)) letters += static_cast<double>(character.second);
  return letters * letter;
}

std::uint64_t distance_of_ticks(std::uint64_t n, std::uint64_t most)
{
  for (std::uint64_t power = 1;; power *= 10)
    for (std::uint64_t const factor : {1u, 2u, 5u})
      if (n / (power * factor) <= most) return power * factor;
}

std::string with_unit(std::uint64_t number)
{
  constexpr std::pair<std::uint64_t, std::string_view> units[] = {
      {1'000'000'000, " G"}, {1'000'000, " M"}, {1'000, " k"}, {1, ""}};
  for (auto const& [unit, name] : units)
    if (number != 0 && number % unit == 0) return std::to_string(number / unit) + std::string(name);
  return "0";
}

std::string axis_of_positions(HorizontalAxis const& axis, std::uint64_t n, std::string_view words)
{
  std::string marks, labels;
  auto const most = static_cast<std::uint64_t>(std::max(axis.width / 70, 1.0));
  for (std::uint64_t at = 0, step = distance_of_ticks(n, most); at <= n; at += step) {
    double const x =
        axis.left + axis.width * static_cast<double>(at) / static_cast<double>(std::max<std::uint64_t>(n, 1));
    marks += joined({"M", pixels(x), " ", pixels(axis.y), "v6"});
    labels += text_at(x, axis.y + 22, "middle", with_unit(at));
  }
  labels += text_at(axis.left + axis.width / 2, axis.y + 46, "middle", words);
  return joined({"<path fill=\"none\" stroke=\"black\" d=\"M", pixels(axis.left), " ", pixels(axis.y), "h",
                 pixels(axis.width), marks, "\"/>\n", labels});
}

}  // namespace lexikos::app
