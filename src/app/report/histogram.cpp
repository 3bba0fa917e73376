// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/report/histogram.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "app/report/joined.hpp"
#include "app/report/numbers_shown.hpp"
#include "app/report/utf8.hpp"

namespace lexikos::app
{

namespace
{

constexpr double left = 90, top = 62, right = 30, bottom = 62;
constexpr std::uint64_t max_bins = 500;
constexpr std::uint64_t exact = 16;  // values with logarithmic bins of their own: 2^4
constexpr unsigned sub_bits = 3;     // 8 bins from a power of two to the next

double height_of(Histogram::Bin const& bin)
{
  return static_cast<double>(bin.count) / static_cast<double>(bin.to - bin.from);
}

/// The axis of counts: where a count lies between the bottom, 0, and the top, 1.
struct Counts
{
  Histogram::Scale scale;
  double low = 0, high = 1;  // logarithms of them, or they themselves

  [[nodiscard]] double place_of(double count) const
  {
    if (count <= 0) return 0;
    return std::clamp(((scale == Histogram::Scale::linear ? count : std::log10(count)) - low) / (high - low), 0.0, 1.0);
  }
};

Counts counts_of(std::vector<Histogram::Bin> const& bins, Histogram::Scale scale)
{
  double least = INFINITY, most = 0;
  for (auto const& bin : bins) {
    if (bin.count != 0) least = std::min(least, height_of(bin));
    most = std::max(most, height_of(bin));
  }
  if (most == 0) return {scale};
  if (scale == Histogram::Scale::linear) return {scale, 0, 1.05 * most};
  // the lowest bar is to be seen: there is some of the axis below it
  double const low = std::floor(std::log10(least) - 0.1);
  return {scale, low, std::max(std::ceil(std::log10(most)), low + 1)};
}

std::string power_of_ten(int power)
{
  if (power < -4 || power > 18) return "1e" + std::to_string(power);
  if (power < 0) return decimal(std::pow(10, power), -power);
  std::uint64_t number = 1;
  for (int i = 0; i < power; ++i) number *= 10;
  return with_unit(number);
}

/// Numbers, and a faint line across for each.
std::string axis_of_counts(Counts const& counts, PictureStyle const& style)
{
  auto const wide = static_cast<double>(style.width), high = static_cast<double>(style.height);
  std::string lines, labels;
  auto const tick = [&](double place, std::string const& label) {
    double const y = top + high * (1 - place);
    if (place > 0) lines += joined({"M", pixels(left), " ", pixels(y), "h", pixels(wide)});
    labels += text_at(left - 8, y + 4, "end", label);
  };
  if (counts.scale == Histogram::Scale::linear) {
    auto const most = static_cast<std::uint64_t>(counts.high);
    auto const ticks = static_cast<std::uint64_t>(std::max(high / 40, 1.0));
    for (std::uint64_t at = 0, step = distance_of_ticks(most, ticks); at <= most; at += step)
      tick(static_cast<double>(at) / counts.high, grouped(at));
  }
  else {
    int const step = std::max(1, static_cast<int>(std::ceil(18 * (counts.high - counts.low) / high)));
    for (int power = static_cast<int>(counts.low); power <= static_cast<int>(counts.high); power += step)
      tick((power - counts.low) / (counts.high - counts.low), power_of_ten(power));
  }
  return joined(
      {"<path class=\"grid\" fill=\"none\" stroke=\"#cccccc\" stroke-width=\"0.5\" d=\"", lines, "\"/>\n", labels});
}

/// Those that values have on an axis: 0, 1, 2, 5, 10, ... or of one distance.
std::vector<std::uint64_t> ticks_of_values(Histogram::Scale scale, std::uint64_t largest, std::uint64_t most)
{
  std::vector<std::uint64_t> ticks = {0};
  if (scale == Histogram::Scale::linear) {
    std::uint64_t const step = distance_of_ticks(largest, most);
    while (ticks.back() + step <= largest) ticks.push_back(ticks.back() + step);
    return ticks;
  }
  for (std::uint64_t power = 1; power <= largest; power *= 10) {
    for (std::uint64_t const factor : {1u, 2u, 5u})
      if (power * factor <= largest) ticks.push_back(power * factor);
    if (power > largest / 10) break;
  }
  return ticks;
}

}  // namespace

void Histogram::start(std::uint64_t largest)
{
  m_largest = largest;
  m_width = largest / max_bins + 1;
  m_counts.assign(bin_of(largest) + 1, 0);
}

std::size_t Histogram::bin_of(std::uint64_t value) const
{
  if (m_scale == Scale::linear) return value / m_width;
  if (value < exact) return value;
  auto const power = static_cast<unsigned>(std::bit_width(value)) - 1;
  std::uint64_t const sub = value >> (power - sub_bits) & ((1u << sub_bits) - 1);
  return exact + ((power - 4) << sub_bits) + sub;
}

std::uint64_t Histogram::start_of(std::size_t bin) const
{
  if (m_scale == Scale::linear) return bin * m_width;
  if (bin < exact) return bin;
  std::uint64_t const power = 4 + ((bin - exact) >> sub_bits), sub = (bin - exact) & ((1u << sub_bits) - 1);
  return ((std::uint64_t{1} << sub_bits) + sub) << (power - sub_bits);
}

std::vector<Histogram::Bin> Histogram::bins() const
{
  std::vector<Bin> bins;
  for (std::size_t i = 0; i < m_counts.size(); ++i)
    bins.push_back({start_of(i), i + 1 == m_counts.size() ? m_largest + 1 : start_of(i + 1), m_counts[i]});
  return bins;
}

/// From 0, where value 0 begins, to 1, where the largest ends.
double Histogram::place_of(double value) const
{
  double const end = static_cast<double>(m_largest) + 1;
  return m_scale == Scale::linear ? value / end : std::log(value + 1) / std::log(end + 1);
}

std::string Histogram::svg(PictureStyle const& style, std::string const& note, Axes const& axes) const
{
  auto const wide = static_cast<double>(style.width), high = static_cast<double>(style.height);
  auto const all = bins();
  Counts const counts = counts_of(all, axes.counts);
  auto const x_of = [&](double value) { return left + wide * place_of(value); };
  double const base = top + high;
  std::string bars;
  for (Bin const& bin : all) {
    if (bin.count == 0) continue;
    double const x = x_of(static_cast<double>(bin.from)), end = x_of(static_cast<double>(bin.to));
    double const y = base - high * counts.place_of(height_of(bin));
    // never so thin, and so low, that it cannot be seen
    double const width = std::max(end - x - (end - x > 4 ? 1 : 0), 0.6);
    bars += joined({"M", pixels(x), " ", pixels(base), "V", pixels(std::min(y, base - 1)), "h", pixels(width), "V",
                    pixels(base), "z"});
  }
  std::string marks, labels;
  double last = 0;  // where the last number ended
  for (std::uint64_t const tick : ticks_of_values(m_scale, m_largest, std::max<std::uint64_t>(style.width / 70, 1))) {
    auto const value = static_cast<double>(tick);
    double const x = (x_of(value) + x_of(value + 1)) / 2;
    std::string const label = with_unit(tick);
    marks += joined({"M", pixels(x), " ", pixels(base), "v6"});
    if (x - width_of(label) / 2 < last + 6) continue;
    last = x + width_of(label) / 2;
    labels += text_at(x, base + 22, "middle", label);
  }
  labels += text_at(left + wide / 2, base + 48, "middle", xml_escaped(axes.values));
  labels += upright_at(20, top + high / 2, fitted("entries of one value", high));
  std::string svg = svg_head(left + wide + right, base + bottom, style.theme);
  svg += text_at(left, 22, "start", fitted(style.title, wide)) + text_at(left, 42, "start", fitted(note, wide));
  svg += axis_of_counts(counts, style);
  svg += joined({"<path class=\"bars\" fill=\"#08519c\" d=\"", bars, "\"/>\n"});
  svg += joined({"<path fill=\"none\" stroke=\"black\" d=\"M", pixels(left), " ", pixels(top), "V", pixels(base), "h",
                 pixels(wide), marks, "\"/>\n", labels});
  return svg + "</svg>\n";
}

}  // namespace lexikos::app
