// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/report/repeat_map.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "app/report/joined.hpp"

namespace lexikos::app
{

namespace
{

constexpr double left = 90, top = 84, right = 30, bottom = 62, gap = 14;

/// Repeats by how often they occur.
struct Frequency
{
  std::size_t most;
  std::string_view colour, words;
};
constexpr Frequency frequencies[] = {
    {2, "#08519c", "2"}, {9, "#238b45", "3 to 9"}, {std::size_t(-1), "#cb181d", "10 and more"}};

std::size_t frequency_of(std::size_t occurrences)
{
  std::size_t i = 0;
  while (occurrences > frequencies[i].most) ++i;
  return i;
}

/// As wide as the repeat is long, of few different widths: 0.8, and 1.5 times as much each.
int width_class(double pixels)
{
  constexpr double widest = 40;
  return std::max(0, static_cast<int>(std::log(std::min(pixels, widest) / 0.8) / std::log(1.5)));
}

std::string legend()
{
  std::string words = "Places of a repeat: ";
  for (auto const& frequency : frequencies)
    words += joined({&frequency == frequencies ? "" : ", ", "<tspan fill=\"", frequency.colour, "\">", frequency.words,
                     "</tspan>"});
  return words;
}

}  // namespace

RepeatMap::RepeatMap(std::uint64_t n, std::vector<FoundRepeat> const& repeats, std::uint64_t pixels) : m_n(n)
{
  std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
  // the middle of a place; the product stays below 2^64 for texts below 2^51
  auto const pixel_of = [&](std::uint64_t position, std::size_t length) {
    return (2 * position + length) * pixels / (2 * n);
  };
  for (auto const& repeat : repeats)
    for (std::size_t i = 0; i + 1 < repeat.positions.size() && m_arcs.size() < max_arcs; ++i) {
      auto const from = pixel_of(repeat.positions[i], repeat.length);
      auto const to = pixel_of(repeat.positions[i + 1], repeat.length);
      if (seen.emplace(from, to).second) m_arcs.push_back({from, to, repeat.length, repeat.occurrences});
    }
}

std::string RepeatMap::svg(PictureStyle const& style, std::string const& note, LengthPlot const& lengths) const
{
  auto const wide = static_cast<double>(style.width), high = static_cast<double>(style.height);
  double const base = top + 0.6 * high, steep = 2 * 0.6 * high / wide;       // the widest arc reaches the top
  std::map<std::pair<int, std::size_t>, std::string, std::greater<>> paths;  // the wide ones below
  for (Arc const& arc : m_arcs) {
    double const share = static_cast<double>(arc.length) / static_cast<double>(m_n);
    double const x = left + static_cast<double>(arc.from), radius = static_cast<double>(arc.to - arc.from) / 2;
    int const width = width_class(std::min(share * wide, 2 * radius));  // places may overlap
    std::string& path = paths[{width, frequency_of(arc.occurrences)}];
    if (arc.from == arc.to)
      path += joined({"M", pixels(x), " ", pixels(base), "v-4"});
    else
      path += joined({"M", pixels(x), " ", pixels(base), "a", pixels(radius), " ", pixels(radius * steep), " 0 0 1 ",
                      pixels(2 * radius), " 0"});
  }
  double const end = top + high + gap;
  std::string svg = svg_head(left + wide + right, end + bottom, style.theme);
  svg += text_at(left, 22, "start", fitted(style.title, wide)) + text_at(left, 42, "start", fitted(note, wide));
  svg += text_at(left, 62, "start", legend());
  svg += "<g class=\"arcs\" fill=\"none\" stroke-opacity=\"0.55\">\n";
  for (auto const& [kind, path] : paths)
    svg += joined({"<path stroke=\"", frequencies[kind.second].colour, "\" stroke-width=\"",
                   pixels(0.8 * std::pow(1.5, kind.first)), "\" d=\"", path, "\"/>\n"});
  svg += joined({"</g>\n<path fill=\"none\" stroke=\"black\" d=\"M", pixels(left), " ", pixels(base), "h", pixels(wide),
                 "\"/>\n"});
  svg += lengths.panel({left, end, wide, 0.4 * high});
  svg += upright_at(20, end - 0.2 * high, fitted("longest repeat", 0.4 * high));
  svg += axis_of_positions({left, end, wide}, m_n, "position in the text");
  return svg + "</svg>\n";
}

}  // namespace lexikos::app
