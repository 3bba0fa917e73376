// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/report/length_plot.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "app/report/joined.hpp"
#include "app/report/numbers_shown.hpp"
#include "app/report/utf8.hpp"

namespace lexikos::app
{

namespace
{

constexpr std::size_t max_columns = 1000;
constexpr double left = 70, top = 40, width = 1000, height = 320, bottom = 50;

std::string text_at(double x, double y, std::string_view anchor, std::string const& text)
{
  return joined(
      {"<text x=\"", decimal(x, 1), "\" y=\"", decimal(y, 1), "\" text-anchor=\"", anchor, "\">", text, "</text>\n"});
}

std::string line(double x1, double y1, double x2, double y2)
{
  return joined({"<line x1=\"", decimal(x1, 1), "\" y1=\"", decimal(y1, 1), "\" x2=\"", decimal(x2, 1), "\" y2=\"",
                 decimal(y2, 1), "\"/>\n"});
}

}  // namespace

LengthPlot::LengthPlot(std::size_t n) : m_n(n), m_columns(std::min(n, max_columns)) {}

void LengthPlot::add(std::size_t length)
{
  // the product stays below 2^64 for texts below 2^54
  Column& column = m_columns[m_next * m_columns.size() / m_n];
  ++m_next;
  ++column.positions;
  column.largest = std::max(column.largest, length);
  column.sum += static_cast<double>(length);
}

std::string LengthPlot::svg(std::string const& title) const
{
  double decades = 1;  // the axis ends at 10^decades
  for (auto const& column : m_columns)
    decades = std::max(decades, std::ceil(std::log10(static_cast<double>(column.largest) + 1)));
  auto const y_of = [&](double length) { return top + height * (1 - std::log10(length + 1) / decades); };
  auto const x_of = [&](std::size_t column) {
    return left + width * static_cast<double>(column) / static_cast<double>(m_columns.size());
  };
  // A column is a step as wide as its positions are.
  auto const path = [&](auto value) {
    std::string points = joined({"M", decimal(left, 1), " ", decimal(y_of(0), 1)});
    for (std::size_t c = 0; c < m_columns.size(); ++c)
      points += joined({"V", decimal(y_of(value(m_columns[c])), 1), "H", decimal(x_of(c + 1), 1)});
    return joined({points, "V", decimal(y_of(0), 1), "Z"});
  };

  std::string svg =
      joined({"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", decimal(left + width + 30, 0), "\" height=\"",
              decimal(top + height + bottom, 0), "\" font-family=\"sans-serif\" font-size=\"12\">\n",
              "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"});
  svg += text_at(left, top - 16, "start",
                 joined({xml_escaped(title), ": longest repeat at each position, largest (light) and mean (dark)"}));
  svg += joined({"<path fill=\"#9ecae1\" d=\"",
                 path([](Column const& column) { return static_cast<double>(column.largest); }), "\"/>\n"});
  svg += joined({"<path fill=\"#08519c\" d=\"", path([](Column const& column) {
                   return column.positions == 0 ? 0.0 : column.sum / static_cast<double>(column.positions);
                 }),
                 "\"/>\n<g stroke=\"black\">\n"});
  svg += joined({line(left, top, left, y_of(0)), line(left, y_of(0), left + width, y_of(0)), "</g>\n"});
  svg += text_at(left - 6, y_of(0) + 4, "end", "0");
  for (double length = 1; y_of(length) >= top; length *= 10)
    svg += text_at(left - 6, y_of(length) + 4, "end", grouped(static_cast<std::uint64_t>(length)));
  for (int quarter = 0; quarter <= 4; ++quarter)
    svg += text_at(left + width * quarter / 4, y_of(0) + 18, "middle",
                   grouped(static_cast<std::uint64_t>(static_cast<double>(m_n) * quarter / 4)));
  svg += text_at(left + width / 2, y_of(0) + 38, "middle", "position in the text");
  svg += "</svg>\n";
  return svg;
}

}  // namespace lexikos::app
