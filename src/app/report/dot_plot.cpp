// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/report/dot_plot.hpp"

#include <algorithm>
#include <string_view>

#include "app/report/joined.hpp"
#include "app/report/numbers_shown.hpp"
#include "app/report/utf8.hpp"

namespace lexikos::app
{

namespace
{

constexpr std::uint64_t left = 90, top = 70, right = 40, bottom = 70;
constexpr std::uint64_t min_record = 3;  // pixels of a record whose borders are drawn
constexpr int coordinate_bits = 12;      // [0..max_side]
static_assert(DotPlot::max_side < std::uint64_t{1} << coordinate_bits);

std::uint64_t pixel_of(std::uint64_t position, std::uint64_t n, std::uint64_t side)
{
  n = std::max<std::uint64_t>(n, 1);
  return std::min(position, n) * side / n;  // stays below 2^64 for texts below 2^52
}

std::string number(std::uint64_t value)
{
  return std::to_string(value);
}

/// A side of the picture, and what lies along it.
struct Side
{
  DotPlot::Axis const& axis;
  std::uint64_t pixels;

  [[nodiscard]] Records const& records() const { return axis.records; }
  [[nodiscard]] std::uint64_t pixel(std::uint64_t position) const
  {
    return pixel_of(position, axis.records.size(), pixels);
  }
};

/// Calls function(pixel) for each border between records that is to be drawn, ascending: those of crowds of short ones are
/// not.
template <class Function>
void for_each_border(Side const& side, Function const& function)
{
  std::uint64_t last = 0;
  auto const& records = side.records();
  for (std::size_t r = 0; r < records.count(); ++r) {
    std::uint64_t const begin = side.pixel(records.offsets[r]), end = side.pixel(records.offsets[r + 1]);
    if (end - begin < min_record) continue;
    for (std::uint64_t const border : {begin, end})
      if (border > last && border < side.pixels) function(last = border);
  }
}

std::string borders_of(Side const& x, Side const& y)
{
  std::string path;
  for_each_border(x, [&](std::uint64_t pixel) {
    path += joined({"M", number(left + pixel), " ", number(top), "v", number(y.pixels)});
  });
  for_each_border(y, [&](std::uint64_t pixel) {
    path += joined({"M", number(left), " ", number(top + y.pixels - pixel), "h", number(x.pixels)});
  });
  return joined({"<path class=\"borders\" fill=\"none\" stroke=\"#cccccc\" stroke-width=\"0.5\" d=\"", path, "\"/>\n"});
}

/// Calls function(pixel of the middle, name) for records that are wide enough for their names.
template <class Function>
void for_each_name(Side const& side, Function const& function)
{
  auto const& records = side.records();
  if (records.count() < 2 || !records.has_names()) return;
  for (std::size_t r = 0; r < records.count(); ++r) {
    std::uint64_t const begin = side.pixel(records.offsets[r]), end = side.pixel(records.offsets[r + 1]);
    std::string_view const name = records.name(r);
    if (name.empty() || width_of(name) > static_cast<double>(end - begin)) continue;
    function(static_cast<double>(begin + end) / 2, xml_escaped(name));
  }
}

/// Calls function(position) for each tick.
template <class Function>
void for_each_tick(Side const& side, Function const& function)
{
  std::uint64_t const n = side.records().size(), most = std::clamp<std::uint64_t>(side.pixels / 100, 2, 10);
  for (std::uint64_t at = 0, step = distance_of_ticks(n, most); at <= n; at += step) function(at);
}

std::string axes_of(Side const& x, Side const& y)
{
  std::string marks, labels;
  auto const wide = static_cast<double>(x.pixels), high = static_cast<double>(y.pixels);
  for_each_tick(x, [&](std::uint64_t at) {
    std::uint64_t const pixel = left + x.pixel(at);
    marks += joined({"M", number(pixel), " ", number(top + y.pixels), "v6"});
    labels += text_at(static_cast<double>(pixel), top + high + 22, "middle", with_unit(at));
  });
  for_each_tick(y, [&](std::uint64_t at) {
    std::uint64_t const pixel = top + y.pixels - y.pixel(at);
    marks += joined({"M", number(left), " ", number(pixel), "h-6"});
    labels += text_at(left - 10, static_cast<double>(pixel + 4), "end", with_unit(at));
  });
  for_each_name(
      x, [&](double middle, std::string const& name) { labels += text_at(left + middle, top - 8, "middle", name); });
  for_each_name(y, [&](double middle, std::string const& name) {
    labels += upright_at(left + wide + 18, top + high - middle, name);
  });
  labels += text_at(left + wide / 2, top + high + 50, "middle", fitted(x.axis.title, wide));
  labels += upright_at(24, top + high / 2, fitted(y.axis.title, high));
  return joined({"<rect x=\"", number(left), "\" y=\"", number(top), "\" width=\"", number(x.pixels), "\" height=\"",
                 number(y.pixels), "\" fill=\"none\" stroke=\"black\"/>\n<path class=\"ticks\" stroke=\"black\" d=\"",
                 marks, "\"/>\n", labels});
}

}  // namespace

void DotPlot::add(Match const& match)
{
  ++m_matches;
  if (match.length < m_last.length) return;
  std::uint64_t const end = match.reversed ? match.y - std::min(match.y, match.length) : match.y + match.length;
  std::uint64_t pixels = match.reversed ? 1 : 0;
  Side const x{m_x, m_style.width}, y{m_y, m_style.height};
  for (std::uint64_t const coordinate :
       {x.pixel(match.x), y.pixel(match.y), x.pixel(match.x + match.length), y.pixel(end)})
    pixels = pixels << coordinate_bits | coordinate;
  if (match.length == m_last.length && pixels > m_last.pixels) return;
  auto& length = m_lengths[pixels];
  length = std::max(length, match.length);
  if (m_lengths.size() >= 4 * max_strokes) prune();
}

/// The longest first; of those as long, by their pixels.
std::vector<DotPlot::Stroke> DotPlot::longest() const
{
  std::vector<Stroke> strokes;
  strokes.reserve(m_lengths.size());
  for (auto const& [pixels, length] : m_lengths) strokes.push_back({pixels, length});
  std::ranges::sort(strokes, [](Stroke const& a, Stroke const& b) {
    return a.length != b.length ? a.length > b.length : a.pixels < b.pixels;
  });
  if (strokes.size() > max_strokes) strokes.resize(max_strokes);
  return strokes;
}

/// A stroke that goes is drawn only if a longer match comes there: it is then added again.
void DotPlot::prune()
{
  auto const strokes = longest();
  m_last = strokes.back();
  m_lengths.clear();
  for (auto const& [pixels, length] : strokes) m_lengths.emplace(pixels, length);
}

std::string DotPlot::svg() const
{
  std::string paths[2];
  Side const x{m_x, m_style.width}, y{m_y, m_style.height};
  auto const strokes = longest();
  for (auto const& stroke : strokes) {
    auto const coordinate = [&](int i) {
      return stroke.pixels >> (i * coordinate_bits) & ((std::uint64_t{1} << coordinate_bits) - 1);
    };
    auto const y_of = [&](std::uint64_t pixel) { return number(top + y.pixels - pixel); };
    paths[stroke.pixels >> (4 * coordinate_bits)] +=
        joined({"M", number(left + coordinate(3)), " ", y_of(coordinate(2)), "L", number(left + coordinate(1)), " ",
                y_of(coordinate(0))});
  }
  std::string svg = svg_head(static_cast<double>(left + x.pixels + right), static_cast<double>(top + y.pixels + bottom),
                             m_style.theme);
  if (!m_style.title.empty()) svg += text_at(left, 18, "start", fitted(m_style.title, static_cast<double>(x.pixels)));
  std::string const drawn = joined({grouped(m_matches), " matches, ", grouped(strokes.size()), " strokes"});
  svg += joined({"<text x=\"", number(left), "\" y=\"", m_style.title.empty() ? "30" : "38", "\">", drawn,
                 m_strands ? ": <tspan fill=\"#08519c\">forward</tspan>, "
                             "<tspan fill=\"#cb181d\">reverse complement</tspan></text>\n"
                           : "</text>\n"});
  svg += borders_of(x, y);
  // round ends show a stroke within a pixel as a dot
  constexpr std::string_view stroke = "\" fill=\"none\" stroke-width=\"1.5\" stroke-linecap=\"round\" d=\"";
  svg += joined({"<path class=\"forward\" stroke=\"#08519c", stroke, paths[0], "\"/>\n"});
  svg += joined({"<path class=\"reverse\" stroke=\"#cb181d", stroke, paths[1], "\"/>\n"});
  svg += axes_of(x, y);
  return svg + "</svg>\n";
}

}  // namespace lexikos::app
