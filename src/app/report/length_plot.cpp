// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/report/length_plot.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "app/report/joined.hpp"
#include "app/report/numbers_shown.hpp"
#include "app/report/svg.hpp"
#include "app/report/utf8.hpp"

namespace lexikos::app
{

namespace
{

constexpr std::size_t max_columns = 1000;
constexpr double left = 70, top = 40, width = 1000, height = 320, bottom = 50;

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

std::string LengthPlot::panel(Panel const& panel) const
{
  double decades = 1;  // the axis ends at 10^decades
  for (auto const& column : m_columns)
    decades = std::max(decades, std::ceil(std::log10(static_cast<double>(column.largest) + 1)));
  double const above = panel.bottom - panel.height;
  auto const y_of = [&](double length) { return panel.bottom - panel.height * std::log10(length + 1) / decades; };
  auto const x_of = [&](std::size_t column) {
    return panel.left + panel.width * static_cast<double>(column) / static_cast<double>(m_columns.size());
  };
  // A column is a step as wide as its positions are.
  auto const path = [&](auto value) {
    std::string points = joined({"M", decimal(panel.left, 1), " ", decimal(panel.bottom, 1)});
    for (std::size_t c = 0; c < m_columns.size(); ++c)
      points += joined({"V", decimal(y_of(value(m_columns[c])), 1), "H", decimal(x_of(c + 1), 1)});
    return joined({points, "V", decimal(panel.bottom, 1), "Z"});
  };
  std::string svg = joined({"<path fill=\"#9ecae1\" d=\"",
                            path([](Column const& column) { return static_cast<double>(column.largest); }), "\"/>\n"});
  svg += joined({"<path fill=\"#08519c\" d=\"", path([](Column const& column) {
                   return column.positions == 0 ? 0.0 : column.sum / static_cast<double>(column.positions);
                 }),
                 "\"/>\n"});
  svg += joined({"<path fill=\"none\" stroke=\"black\" d=\"M", pixels(panel.left), " ", pixels(above), "V",
                 pixels(panel.bottom), "\"/>\n"});
  svg += text_at(panel.left - 6, panel.bottom + 4, "end", "0");
  double last = panel.bottom;  // where a number stands
  for (double length = 1; y_of(length) >= above - 0.5; length *= 10) {
    if (last - y_of(length) < 13) continue;
    last = y_of(length);
    svg += text_at(panel.left - 6, last + 4, "end", grouped(static_cast<std::uint64_t>(length)));
  }
  return svg;
}

std::string LengthPlot::svg(std::string const& title) const
{
  std::string svg = svg_head(left + width + 30, top + height + bottom);
  svg += text_at(left, top - 16, "start",
                 joined({xml_escaped(title), ": longest repeat at each position, largest (light) and mean (dark)"}));
  svg += panel({left, top + height, width, height});
  svg += axis_of_positions({left, top + height, width}, m_n, "position in the text");
  return svg + "</svg>\n";
}

}  // namespace lexikos::app
