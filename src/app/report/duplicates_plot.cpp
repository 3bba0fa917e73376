// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/report/duplicates_plot.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string_view>
#include <utility>

#include "app/report/joined.hpp"
#include "app/report/numbers_shown.hpp"
#include "app/report/svg.hpp"
#include "app/report/utf8.hpp"

namespace lexikos::app
{

namespace
{

constexpr double left = 80, width = 1000, right = 70, top = 80, height = 200, distance = 100;

std::string at(double coordinate)
{
  return decimal(coordinate, 1);
}

double top_of(std::size_t panel)
{
  return top + static_cast<double>(panel) * (height + distance);
}

/// The axes of a panel, with what it shows above, and what is along it below.
std::string frame(std::size_t panel, std::string_view title, std::string_view below)
{
  double const y = top_of(panel);
  return joined({"<path fill=\"none\" stroke=\"black\" d=\"M", at(left), " ", at(y), "V", at(y + height), "H",
                 at(left + width), "\"/>\n", text_at(left, y - 28, "start", title),
                 text_at(left + width / 2, y + height + 42, "middle", below)});
}

/// "1 234", "56.7 k", "8.9 M"
std::string short_number(std::uint64_t number)
{
  if (number < 10'000) return grouped(number);
  constexpr std::pair<double, std::string_view> units[] = {{1e12, " T"}, {1e9, " G"}, {1e6, " M"}, {1e3, " k"}};
  auto const value = static_cast<double>(number);
  for (auto const& [unit, name] : units)
    if (value >= unit) return decimal(value / unit, 1) + std::string(name);
  return grouped(number);
}

struct Bar
{
  std::string label;
  std::uint64_t count;
};

/// Bars as high as the logarithms of their counts, which are written above them.
std::string bars_of(std::size_t panel, std::string_view name, std::vector<Bar> const& bars)
{
  double decades = 1;
  for (auto const& bar : bars) decades = std::max(decades, std::log10(static_cast<double>(bar.count) + 1));
  double const step = width / static_cast<double>(std::max<std::size_t>(bars.size(), 8));
  double const base = top_of(panel) + height;
  std::string path, labels;
  for (std::size_t i = 0; i < bars.size(); ++i) {
    double const x = left + step * static_cast<double>(i);
    double const high = height * std::log10(static_cast<double>(bars[i].count) + 1) / decades;
    if (bars[i].count != 0)
      path += joined({"M", at(x + step * 0.1), " ", at(base), "v-", at(high), "h", at(step * 0.8), "v", at(high), "z"});
    labels += text_at(x + step / 2, base - high - 5, "middle", short_number(bars[i].count));
    labels += text_at(x + step / 2, base + 18, "middle", bars[i].label);
  }
  return joined({"<path class=\"", name, "\" fill=\"#08519c\" d=\"", path, "\"/>\n", labels});
}

std::string share_along(DuplicatesPlot const& plot)
{
  double const base = top_of(0) + height;
  auto const& columns = plot.columns();
  auto const x_of = [&](std::size_t column) {
    return left + width * static_cast<double>(column) / static_cast<double>(columns.size());
  };
  std::string path = joined({"M", at(left), " ", at(base)});
  for (std::size_t c = 0; c < columns.size(); ++c) {
    double const share = static_cast<double>(columns[c]) / static_cast<double>(plot.start_of(c + 1) - plot.start_of(c));
    path += joined({"V", at(base - height * share), "H", at(x_of(c + 1))});
  }
  path += joined({"V", at(base), "z"});
  std::string svg = joined({"<path class=\"share\" fill=\"#08519c\" d=\"", path, "\"/>\n"});
  for (int percent = 0; percent <= 100; percent += 25)
    svg += text_at(left - 8, base - height * percent / 100 + 4, "end", std::to_string(percent) + " %");
  for (std::size_t quarter = 0; quarter <= 4; ++quarter)
    svg += text_at(left + width * static_cast<double>(quarter) / 4, base + 18, "middle",
                   grouped(plot.start_of(columns.size() * quarter / 4)));
  return svg;
}

std::vector<Bar> bars_of_documents(DuplicatesPlot const& plot)
{
  auto const documents = plot.documents();
  std::vector<Bar> bars;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    std::string label = std::to_string(i * 10 - 10) + " to " + std::to_string(i * 10) + " %";
    if (i == 0) label = "nothing";
    if (i == 1) label = "up to 10 %";
    if (i + 1 == documents.size()) label = "all";
    bars.push_back({label, documents[i]});
  }
  return bars;
}

std::vector<Bar> bars_of_lengths(DuplicatesPlot const& plot)
{
  auto const& lengths = plot.lengths();
  auto const is_used = [](std::uint64_t count) { return count != 0; };
  auto const first = std::ranges::find_if(lengths, is_used);
  auto last = lengths.end();
  while (last != first && last[-1] == 0) --last;
  std::vector<Bar> bars;
  for (auto i = first; i != last; ++i) bars.push_back({short_number(std::uint64_t{1} << (i - lengths.begin())), *i});
  return bars;
}

}  // namespace

DuplicatesPlot::DuplicatesPlot(std::uint64_t size, std::span<std::uint64_t const> offsets)
    : m_size(size), m_offsets(offsets), m_columns(std::min<std::uint64_t>(size, max_columns))
{}

std::uint64_t DuplicatesPlot::start_of(std::size_t column) const
{
  return m_columns.empty() ? 0 : m_size * column / m_columns.size();  // below 2^64 for texts below 2^54
}

void DuplicatesPlot::add(std::uint64_t begin, std::uint64_t end)
{
  ++m_ranges;
  m_all_removed += end - begin;
  ++m_lengths[static_cast<std::size_t>(std::bit_width(end - begin)) - 1];
  std::size_t column = begin * m_columns.size() / m_size;
  while (start_of(column + 1) <= begin) ++column;
  for (std::uint64_t from = begin; from < end; ++column) {
    std::uint64_t const to = std::min(end, start_of(column + 1));
    m_columns[column] += to - from;
    from = to;
  }
  if (m_offsets.empty()) return;
  if (begin >= m_offsets[m_document + 1]) {
    count_document(m_documents);
    m_removed = 0;
    auto const next =
        std::upper_bound(m_offsets.begin() + static_cast<std::ptrdiff_t>(m_document), m_offsets.end(), begin);
    m_document = static_cast<std::size_t>(next - m_offsets.begin()) - 1;
  }
  m_removed += end - begin;
}

/// Adds the document of the last range.
void DuplicatesPlot::count_document(Shares& documents) const
{
  if (m_removed == 0) return;
  std::uint64_t const size = m_offsets[m_document + 1] - m_offsets[m_document];
  ++documents[m_removed == size ? shares - 1 : 1 + m_removed * 10 / size];
}

std::array<std::uint64_t, DuplicatesPlot::shares> DuplicatesPlot::documents() const
{
  Shares documents = m_documents;
  if (m_offsets.empty()) return documents;
  count_document(documents);
  std::uint64_t counted = 0;
  for (std::uint64_t const count : documents) counted += count;
  documents[0] = m_offsets.size() - 1 - counted;
  return documents;
}

std::string DuplicatesPlot::svg(std::string const& title) const
{
  std::size_t const panels = m_offsets.empty() ? 2 : 3;
  std::string svg = svg_head(left + width + right, top_of(panels) - 30);
  double const share = m_size == 0 ? 0 : static_cast<double>(m_all_removed) / static_cast<double>(m_size);
  svg += text_at(left, 24, "start",
                 joined({xml_escaped(title), ": ", grouped(m_ranges), " ranges, ", grouped(m_all_removed), " symbols, ",
                         decimal(100 * share, 2), " % of ", grouped(m_size)}));
  svg += share_along(*this) + frame(0, "Share of the text that is duplicate", "position in the text");
  svg += bars_of(1, "lengths", bars_of_lengths(*this)) +
         frame(1, "Ranges by their length (bars are logarithmic)",
               "symbols, from the number below a bar to less than twice as many");
  if (panels == 3)
    svg += bars_of(2, "documents", bars_of_documents(*this)) +
           frame(2, "Documents by the share that they lose (bars are logarithmic)", "share of the document");
  return svg + "</svg>\n";
}

}  // namespace lexikos::app
