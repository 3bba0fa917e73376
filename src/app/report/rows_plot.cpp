// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/report/rows_plot.hpp"

#include <algorithm>
#include <array>

#include "app/report/cells.hpp"
#include "app/report/joined.hpp"

namespace lexikos::app
{

namespace
{

constexpr double left = 30, heads = 70, first_row = 92, bottom = 24;
constexpr double step_width = 88;
constexpr std::size_t longest_shown = 48;         // of a suffix
constexpr std::size_t longest_shown_beside = 20;  // where other columns follow
constexpr std::string_view shade = "#9ecae1", found = "#238b45", dark = "#08519c", faint = "#cccccc";

double y_of(std::size_t row)
{
  return first_row + static_cast<double>(row) * cell_height;
}
double middle_of(std::size_t row)
{
  return y_of(row) + cell_height / 2;
}

std::span<std::uint8_t const> bytes_of(std::string const& text)
{
  return {reinterpret_cast<std::uint8_t const*>(text.data()), text.size()};
}

}  // namespace

RowsPlot::RowsPlot(std::span<std::uint8_t const> text, RowsOfText const& rows, PictureStyle const& style)
    : m_text(text), m_rows(rows), m_style(style), m_row_of_position(count())
{
  for (std::size_t row = 0; row < count(); ++row) m_row_of_position[position(row)] = row;
}

std::size_t RowsPlot::position(std::size_t row) const
{
  return row == 0 ? m_text.size() : m_rows.suffix_array[row - 1];
}

std::span<std::uint8_t const> RowsPlot::before(std::size_t row) const
{
  std::span<std::uint8_t const> const transform = m_rows.transform;
  if (position(row) == 0) return {};
  return transform.subspan(row < m_rows.primary_index ? row : row - 1, 1);
}

std::size_t RowsPlot::row_of_longer(std::size_t row) const
{
  return m_row_of_position[position(row) - 1];
}

std::pair<std::size_t, std::size_t> RowsPlot::rows_of_step(std::size_t k) const
{
  if (k == 0) return {0, count()};
  auto const [begin, end] = m_rows.intervals[k];
  return {begin + 1, std::max(begin, end) + 1};
}

std::string RowsPlot::suffix_at(double x, double y, std::size_t row, std::size_t most) const
{
  auto const suffix = m_text.subspan(position(row));
  std::string svg = symbols_at(x, y, suffix.first(std::min(suffix.size(), most)));
  if (suffix.size() > most) svg += words_at(x + static_cast<double>(most) * cell_width, y, "start", "\u2026");
  return svg;
}

std::string RowsPlot::head(double width, std::string const& note) const
{
  double const wide = std::max(width, left + width_of(note) + left);
  return svg_head(wide, y_of(count()) + bottom, m_style.theme) +
         text_at(left, 22, "start", fitted(m_style.title, wide - 2 * left)) + text_at(left, 42, "start", note);
}

std::string RowsPlot::suffixes() const
{
  constexpr double rank = left + 30, place = rank + 64, lcp = place + 44, suffix = lcp + 24;
  auto const longest = static_cast<double>(std::min(m_text.size(), longest_shown) + 1);
  std::string svg =
      head(suffix + longest * cell_width + left, "Shaded: what a suffix has in common with the one above");
  svg += words_at(rank, heads, "end", "rank") + words_at(place, heads, "end", "position") +
         words_at(lcp, heads, "end", "LCP") + words_at(suffix, heads, "start", "suffix");
  for (std::size_t entry = 0; entry < m_text.size(); ++entry) {
    double const y = y_of(entry);
    svg += words_at(rank, y, "end", std::to_string(entry)) +
           words_at(place, y, "end", std::to_string(m_rows.suffix_array[entry])) +
           words_at(lcp, y, "end", std::to_string(m_rows.lcp[entry]));
    auto const common = std::min<std::uint64_t>(m_rows.lcp[entry], longest_shown);
    if (common > 0) svg += cells_at(suffix, y, static_cast<double>(common), shade);
    svg += suffix_at(suffix, y, entry + 1, longest_shown);
  }
  return svg + "</svg>\n";
}

std::string RowsPlot::transform() const
{
  constexpr double row_number = left + 30, place = row_number + 72, last = place + 16, first = last + 180;
  auto const longest = static_cast<double>(std::min(m_text.size(), longest_shown) + 1);
  std::string svg = head(first + longest * cell_width + left,
                         "Each symbol, and the row that starts with it; shaded: runs of the transform");
  svg += words_at(row_number, heads, "end", "row") + words_at(place, heads, "end", "position") +
         words_at(last, heads, "start", "transform") + words_at(first, heads, "start", "suffix");
  std::string lines;
  for (std::size_t row = 0; row < count(); ++row) {
    double const y = y_of(row);
    svg += words_at(row_number, y, "end", std::to_string(row));
    svg += suffix_at(first, y, row, longest_shown);
    if (position(row) == 0) continue;
    svg += words_at(place, y, "end", std::to_string(position(row) - 1));
    auto const is_like = [&](std::size_t other) { return position(other) != 0 && before(other)[0] == before(row)[0]; };
    if ((row > 0 && is_like(row - 1)) || (row + 1 < count() && is_like(row + 1))) svg += cells_at(last, y, 1, shade);
    svg += symbols_at(last, y, before(row));
    lines += line_through(
        std::array{Point{last + cell_width + 4, middle_of(row)}, Point{first - 4, middle_of(row_of_longer(row))}});
  }
  return svg + strokes(dark, lines, 0.7) + "</svg>\n";
}

std::string RowsPlot::step(std::string const& pattern, std::size_t k, double x) const
{
  auto const [begin, end] = rows_of_step(k);
  bool const is_last = k == pattern.size();
  std::string svg = symbols_at(x, heads - cell_height, bytes_of(pattern).last(k)) +
                    words_at(x, heads, "start", std::to_string(end - begin));
  std::string lines;
  for (std::size_t row = begin; row < end; ++row) {
    double const y = y_of(row);
    auto const symbol = before(row);
    bool const goes_on =
        !is_last && !symbol.empty() && symbol[0] == static_cast<std::uint8_t>(pattern[pattern.size() - k - 1]);
    if (is_last) {
      svg += cells_at(x, y, 1, found) + words_at(x + cell_width + 6, y, "start", "at " + std::to_string(position(row)));
      continue;
    }
    svg += cells_at(x, y, 1, goes_on ? shade : faint) + symbols_at(x, y, symbol);
    if (goes_on)
      lines += line_through(std::array{Point{x + cell_width + 2, middle_of(row)},
                                       Point{x + step_width - 2, middle_of(row_of_longer(row))}});
  }
  return svg + strokes(dark, lines);
}

std::string RowsPlot::search(std::string const& pattern) const
{
  constexpr double row_number = left + 30, suffix = row_number + 14;
  double const steps = suffix + static_cast<double>(std::min(m_text.size(), longest_shown_beside) + 2) * cell_width;
  std::string svg = head(steps + static_cast<double>(pattern.size() + 1) * step_width + left,
                         "Rows of each end of the pattern, and the symbols before them");
  svg += words_at(row_number, heads, "end", "row") + words_at(suffix, heads, "start", "suffix");
  for (std::size_t row = 0; row < count(); ++row)
    svg += words_at(row_number, y_of(row), "end", std::to_string(row)) +
           suffix_at(suffix, y_of(row), row, longest_shown_beside);
  for (std::size_t k = 0; k <= pattern.size(); ++k)
    svg += step(pattern, k, steps + static_cast<double>(k) * step_width);
  return svg + "</svg>\n";
}

}  // namespace lexikos::app
