// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/report/cells.hpp"

#include "app/report/joined.hpp"
#include "app/report/utf8.hpp"

namespace lexikos::app
{

namespace
{

constexpr double baseline = 13;  // below a cell's upper end
constexpr std::string_view middle_dot = "\u00b7";

bool is_shown_as_digits(std::uint8_t symbol)
{
  return symbol < ' ' || symbol > '~';
}

std::string as_digits(std::uint8_t symbol)
{
  constexpr std::string_view digits = "0123456789abcdef";
  return {digits[symbol >> 4], digits[symbol & 15]};
}

}  // namespace

std::string symbols_at(double x, double y, std::span<std::uint8_t const> symbols, std::string_view colour)
{
  std::string places, letters, svg;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    double const middle = x + (static_cast<double>(i) + 0.5) * cell_width;
    if (is_shown_as_digits(symbols[i])) {
      svg +=
          joined({"<text font-family=\"monospace\" font-size=\"9\" text-anchor=\"middle\" fill=\"", colour, "\" x=\"",
                  pixels(middle), "\" y=\"", pixels(y + baseline), "\">", as_digits(symbols[i]), "</text>\n"});
      continue;
    }
    places += pixels(middle) + " ";
    char const letter = static_cast<char>(symbols[i]);
    letters += letter == ' ' ? std::string(middle_dot) : xml_escaped({&letter, 1});
  }
  if (letters.empty()) return svg;
  places.pop_back();
  return svg + joined({"<text font-family=\"monospace\" text-anchor=\"middle\" fill=\"", colour, "\" x=\"", places,
                       "\" y=\"", pixels(y + baseline), "\">", letters, "</text>\n"});
}

std::string cells_at(double x, double y, double cells, std::string_view colour, double rows)
{
  return joined({"<rect x=\"", pixels(x), "\" y=\"", pixels(y), "\" width=\"", pixels(cells * cell_width),
                 "\" height=\"", pixels(rows * cell_height), "\" fill=\"", colour, "\"/>\n"});
}

std::string words_at(double x, double y, std::string_view anchor, std::string_view words)
{
  return text_at(x, y + baseline, anchor, words);
}

std::string line_through(std::span<Point const> points)
{
  std::string path;
  for (Point const& point : points) path += joined({path.empty() ? "M" : "L", pixels(point.x), " ", pixels(point.y)});
  return path;
}

std::string strokes(std::string_view colour, std::string_view path, double width)
{
  if (path.empty()) return {};
  return joined(
      {"<path fill=\"none\" stroke=\"", colour, "\" stroke-width=\"", pixels(width), "\" d=\"", path, "\"/>\n"});
}

}  // namespace lexikos::app
