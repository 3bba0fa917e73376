// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/report/levels_plot.hpp"

#include <algorithm>
#include <vector>

#include "app/report/cells.hpp"
#include "app/report/joined.hpp"

namespace lexikos::app
{

namespace
{

constexpr double left_edge = 30, codes_top = 60, between_levels = 84, below = 40;
constexpr std::string_view ones = "#9ecae1", way = "#cb181d", border = "black";

/// The alphabet with its codes, and then the levels, one below the other.
class LevelsPlot
{
 public:
  LevelsPlot(std::span<std::uint8_t const> text, LevelsOfText const& levels, std::uint8_t symbol)
      : m_text(text), m_levels(levels), m_symbol(symbol), m_depth(levels.levels.size())
  {}

  [[nodiscard]] std::string svg(PictureStyle const& style) const
  {
    auto const note =
        joined({"Each level has a bit of each symbol's code; zeros go first to the next. Lines: one symbol's way"});
    double const width = std::max(x_of(m_text.size()), left_edge + width_of(note)) + left_edge;
    double const codes_end = codes_top + static_cast<double>(m_levels.alphabet.size() + 1) * cell_height;
    std::string svg = svg_head(width, std::max(y_of(m_depth) + cell_height, codes_end) + below, style.theme);
    svg += text_at(left_edge, 22, "start", fitted(style.title, width - 2 * left_edge)) +
           text_at(left_edge, 42, "start", note);
    svg += codes();
    for (std::size_t level = 0; level < m_depth; ++level) svg += drawn(level);
    svg += symbols_of(m_depth);
    return svg + strokes(way, ways(), 1.2) + "</svg>\n";
  }

 private:
  [[nodiscard]] double x_of(std::size_t place) const
  {
    double const left = left_edge + static_cast<double>(m_depth + 5) * cell_width;
    return left + static_cast<double>(place) * cell_width;
  }
  [[nodiscard]] static double y_of(std::size_t level)
  {
    return codes_top + static_cast<double>(level) * between_levels;
  }
  [[nodiscard]] std::vector<std::uint64_t> const& positions(std::size_t level) const
  {
    return level < m_depth ? m_levels.levels[level].positions : m_levels.last_order;
  }

  [[nodiscard]] std::string codes() const
  {
    std::string svg = words_at(left_edge, codes_top, "start", "codes");
    for (std::size_t code = 0; code < m_levels.alphabet.size(); ++code) {
      double const y = codes_top + static_cast<double>(code + 1) * cell_height;
      std::vector<std::uint8_t> bits;
      for (std::size_t bit = m_depth; bit-- > 0;) bits.push_back(static_cast<std::uint8_t>('0' + (code >> bit & 1)));
      svg += symbols_at(left_edge, y, {&m_levels.alphabet[code], 1}, colour_of(m_levels.alphabet[code]));
      svg += symbols_at(left_edge + 2 * cell_width, y, bits);
    }
    return svg;
  }

  [[nodiscard]] std::string_view colour_of(std::uint8_t symbol) const { return symbol == m_symbol ? way : border; }

  /// The symbols in the order of a level.
  [[nodiscard]] std::string symbols_of(std::size_t level) const
  {
    std::string svg;
    for (std::size_t place = 0; place < m_text.size(); ++place) {
      std::uint8_t const symbol = m_text[positions(level)[place]];
      svg += symbols_at(x_of(place), y_of(level), {&symbol, 1}, colour_of(symbol));
    }
    return svg;
  }

  [[nodiscard]] std::string drawn(std::size_t level) const
  {
    auto const& bits = m_levels.levels[level].bits;
    double const y = y_of(level) + cell_height;
    std::string shades;
    std::vector<std::uint8_t> digits;
    for (std::size_t place = 0; place < bits.size(); ++place) {
      if (bits[place] != 0) shades += cells_at(x_of(place), y, 1, ones);
      digits.push_back(static_cast<std::uint8_t>('0' + bits[place]));
    }
    // where the ones begin in the next level
    auto const zeros = static_cast<std::size_t>(std::ranges::count(bits, 0));
    double const from = y_of(level + 1) - 3, to = y_of(level + 1) + (level + 1 == m_depth ? 1 : 2) * cell_height + 3;
    Point const ends[] = {{x_of(zeros), from}, {x_of(zeros), to}};
    return symbols_of(level) + shades + symbols_at(x_of(0), y, digits) + strokes(border, line_through(ends));
  }

  [[nodiscard]] std::string ways() const
  {
    std::string path;
    for (std::size_t level = 0; level < m_depth; ++level) {
      for (std::size_t place = 0; place < m_text.size(); ++place) {
        auto const position = positions(level)[place];
        if (m_text[position] != m_symbol) continue;
        auto const next =
            static_cast<std::size_t>(std::ranges::find(positions(level + 1), position) - positions(level + 1).begin());
        Point const ends[] = {{x_of(place) + cell_width / 2, y_of(level) + 2 * cell_height},
                              {x_of(next) + cell_width / 2, y_of(level + 1)}};
        path += line_through(ends);
      }
    }
    return path;
  }

  std::span<std::uint8_t const> m_text;
  LevelsOfText const& m_levels;
  std::uint8_t m_symbol;
  std::size_t m_depth;
};

}  // namespace

std::string levels_plot(std::span<std::uint8_t const> text, LevelsOfText const& levels, std::uint8_t symbol,
                        PictureStyle const& style)
{
  return LevelsPlot(text, levels, symbol).svg(style);
}

}  // namespace lexikos::app
