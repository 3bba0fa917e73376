// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "app/report/svg.hpp"

namespace lexikos::app
{

/// What pictures of short texts are made of: symbols in cells of one size.
constexpr double cell_width = 12, cell_height = 18;

/// Symbols in cells to the right of x, whose upper ends are at y. A blank is a point in the middle, and what cannot be seen is
/// two small hexadecimal digits.
[[nodiscard]] std::string symbols_at(double x, double y, std::span<std::uint8_t const> symbols,
                                     std::string_view colour = "black");
/// Coloured cells to the right of x.
[[nodiscard]] std::string cells_at(double x, double y, double cells, std::string_view colour, double rows = 1);
/// Words or numbers on the line of a row of cells.
[[nodiscard]] std::string words_at(double x, double y, std::string_view anchor, std::string_view words);

struct Point
{
  double x, y;
};
/// A path for `strokes`: lines from point to point.
[[nodiscard]] std::string line_through(std::span<Point const> points);
/// What those paths draw.
[[nodiscard]] std::string strokes(std::string_view colour, std::string_view path, double width = 1);

}  // namespace lexikos::app
