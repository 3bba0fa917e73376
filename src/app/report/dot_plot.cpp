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

constexpr std::uint64_t left = 90, top = 70, side = 1000, right = 40, bottom = 70;
constexpr std::uint64_t min_record = 3;        // pixels of a record whose borders are drawn
constexpr std::uint64_t pixels_of_letter = 8;  // at most
constexpr std::uint64_t max_ticks = 10;
constexpr int coordinate_bits = 10;  // [0..side]

std::uint64_t pixel_of(std::uint64_t position, Records const& records)
{
  std::uint64_t const n = std::max<std::uint64_t>(records.size(), 1);
  return std::min(position, n) * side / n;  // stays below 2^64 for texts below 2^54
}

/// 1, 2 or 5 times a power of ten.
std::uint64_t distance_of_ticks(std::uint64_t n)
{
  for (std::uint64_t power = 1;; power *= 10)
    for (std::uint64_t const factor : {1u, 2u, 5u})
      if (n / (power * factor) <= max_ticks) return power * factor;
}

/// "200 k"
std::string in_bases(std::uint64_t position)
{
  constexpr std::pair<std::uint64_t, std::string_view> units[] = {
      {1'000'000'000, " G"}, {1'000'000, " M"}, {1'000, " k"}, {1, ""}};
  for (auto const& [unit, name] : units)
    if (position != 0 && position % unit == 0) return std::to_string(position / unit) + std::string(name);
  return "0";
}

std::string number(std::uint64_t value)
{
  return std::to_string(value);
}

std::string text_at(std::uint64_t x, std::uint64_t y, std::string_view anchor, std::string_view text)
{
  return joined({"<text x=\"", number(x), "\" y=\"", number(y), "\" text-anchor=\"", anchor, "\">", text, "</text>\n"});
}

/// Of a text that reads upwards.
std::string upright_at(std::uint64_t x, std::uint64_t y, std::string_view text)
{
  std::string const place = number(x) + "," + number(y);
  return joined({"<text transform=\"translate(", place, ") rotate(-90)\" text-anchor=\"middle\">", text, "</text>\n"});
}

std::uint64_t y_of(std::uint64_t pixel)
{
  return top + side - pixel;
}

/// Calls function(pixel) for each border between records that is to be drawn, ascending: those of crowds of short ones are
/// not.
template <class Function>
void for_each_border(Records const& records, Function const& function)
{
  std::uint64_t last = 0;
  for (std::size_t r = 0; r < records.count(); ++r) {
    std::uint64_t const begin = pixel_of(records.offsets[r], records), end = pixel_of(records.offsets[r + 1], records);
    if (end - begin < min_record) continue;
    for (std::uint64_t const border : {begin, end})
      if (border > last && border < side) function(last = border);
  }
}

std::string borders_of(Records const& x, Records const& y)
{
  std::string path;
  for_each_border(x, [&](std::uint64_t pixel) {
    path += joined({"M", number(left + pixel), " ", number(top), "v", number(side)});
  });
  for_each_border(y, [&](std::uint64_t pixel) {
    path += joined({"M", number(left), " ", number(y_of(pixel)), "h", number(side)});
  });
  return joined({"<path class=\"borders\" fill=\"none\" stroke=\"#cccccc\" stroke-width=\"0.5\" d=\"", path, "\"/>\n"});
}

/// Calls function(pixel of the middle, name) for records that are wide enough for their names.
template <class Function>
void for_each_name(Records const& records, Function const& function)
{
  if (records.count() < 2) return;
  for (std::size_t r = 0; r < records.count(); ++r) {
    std::uint64_t const begin = pixel_of(records.offsets[r], records), end = pixel_of(records.offsets[r + 1], records);
    std::string_view const name = records.name(r);
    if (!name.empty() && name.size() * pixels_of_letter <= end - begin) function((begin + end) / 2, xml_escaped(name));
  }
}

std::string axes_of(DotPlot::Axis const& x, DotPlot::Axis const& y)
{
  std::string marks, labels;
  std::uint64_t const n_x = x.records.size(), n_y = y.records.size();
  for (std::uint64_t at = 0, step = distance_of_ticks(n_x); at <= n_x; at += step) {
    std::uint64_t const pixel = left + pixel_of(at, x.records);
    marks += joined({"M", number(pixel), " ", number(top + side), "v6"});
    labels += text_at(pixel, top + side + 22, "middle", in_bases(at));
  }
  for (std::uint64_t at = 0, step = distance_of_ticks(n_y); at <= n_y; at += step) {
    std::uint64_t const pixel = y_of(pixel_of(at, y.records));
    marks += joined({"M", number(left), " ", number(pixel), "h-6"});
    labels += text_at(left - 10, pixel + 4, "end", in_bases(at));
  }
  for_each_name(x.records, [&](std::uint64_t middle, std::string const& name) {
    labels += text_at(left + middle, top - 8, "middle", name);
  });
  for_each_name(y.records, [&](std::uint64_t middle, std::string const& name) {
    labels += upright_at(left + side + 18, y_of(middle), name);
  });
  labels += text_at(left + side / 2, top + side + 50, "middle", xml_escaped(x.title));
  labels += upright_at(24, top + side / 2, xml_escaped(y.title));
  return joined({"<rect x=\"", number(left), "\" y=\"", number(top), "\" width=\"", number(side), "\" height=\"",
                 number(side), "\" fill=\"none\" stroke=\"black\"/>\n<path class=\"ticks\" stroke=\"black\" d=\"",
                 marks, "\"/>\n", labels});
}

}  // namespace

void DotPlot::add(Match const& match)
{
  ++m_matches;
  if (match.length < m_last.length) return;
  std::uint64_t const end = match.reversed ? match.y - std::min(match.y, match.length) : match.y + match.length;
  std::uint64_t pixels = match.reversed ? 1 : 0;
  for (std::uint64_t const coordinate : {pixel_of(match.x, m_x.records), pixel_of(match.y, m_y.records),
                                         pixel_of(match.x + match.length, m_x.records), pixel_of(end, m_y.records)})
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
  auto const strokes = longest();
  for (auto const& stroke : strokes) {
    auto const coordinate = [&](int i) {
      return stroke.pixels >> (i * coordinate_bits) & ((std::uint64_t{1} << coordinate_bits) - 1);
    };
    paths[stroke.pixels >> (4 * coordinate_bits)] +=
        joined({"M", number(left + coordinate(3)), " ", number(y_of(coordinate(2))), "L", number(left + coordinate(1)),
                " ", number(y_of(coordinate(0)))});
  }
  std::string const width = number(left + side + right), height = number(top + side + bottom);
  std::string svg =
      joined({"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", width, "\" height=\"", height, "\" viewBox=\"0 0 ",
              width, " ", height, "\" font-family=\"sans-serif\" font-size=\"13\">\n",
              "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"});
  std::string const drawn = joined({grouped(m_matches), " matches, ", grouped(strokes.size()), " strokes: "});
  svg += joined({"<text x=\"", number(left), "\" y=\"30\">", drawn, "<tspan fill=\"#08519c\">forward</tspan>, ",
                 "<tspan fill=\"#cb181d\">reverse complement</tspan></text>\n"});
  svg += borders_of(m_x.records, m_y.records);
  // round ends show a stroke within a pixel as a dot
  constexpr std::string_view stroke = "\" fill=\"none\" stroke-width=\"1.5\" stroke-linecap=\"round\" d=\"";
  svg += joined({"<path class=\"forward\" stroke=\"#08519c", stroke, paths[0], "\"/>\n"});
  svg += joined({"<path class=\"reverse\" stroke=\"#cb181d", stroke, paths[1], "\"/>\n"});
  svg += axes_of(m_x, m_y);
  return svg + "</svg>\n";
}

}  // namespace lexikos::app
