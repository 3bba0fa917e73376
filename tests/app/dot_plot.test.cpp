// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Pictures of matches: the document, where strokes lie, and which are left out.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "app/fasta_records.hpp"
#include "app/process.hpp"
#include "app/report/dot_plot.hpp"
#include "app/xml.hpp"

namespace dot_plot_tests
{

namespace
{

using fasta_records::fasta;
using fasta_records::some_letters;
using lexikos::app::DotPlot;
using process::contains;
using process::Folder;
using process::read;
using xml::defect_of_xml;

auto const run_lexikos = [](std::vector<std::string> const& words) { return process::lexikos(words); };

constexpr std::int64_t left = 90, top = 70, side = 1000;

std::string path_of(std::string const& svg, std::string const& name)
{
  std::size_t const start = svg.find("class=\"" + name + "\"");
  REQUIRE(start != std::string::npos);
  std::size_t const data = svg.find(" d=\"", start) + 4;
  return svg.substr(data, svg.find('"', data) - data);
}

/// x, y of the start and of the end.
using Stroke = std::array<std::int64_t, 4>;

std::vector<Stroke> strokes_of(std::string const& svg, std::string const& name)
{
  std::string path = path_of(svg, name);
  std::ranges::replace_if(
      path, [](char c) { return c == 'M' || c == 'L'; }, ' ');
  std::istringstream numbers(path);
  std::vector<Stroke> strokes;
  for (Stroke stroke; numbers >> stroke[0] >> stroke[1] >> stroke[2] >> stroke[3];) {
    for (std::size_t i = 0; i < 4; ++i) {
      std::int64_t const origin = i % 2 == 0 ? left : top;
      REQUIRE(stroke[i] >= origin);
      REQUIRE(stroke[i] <= origin + side);
    }
    strokes.push_back(stroke);
  }
  return strokes;
}

/// Where a match of positions from 0 belongs, in a picture of texts of n and m symbols.
Stroke stroke_of(DotPlot::Match const& match, std::int64_t n, std::int64_t m)
{
  auto const x = static_cast<std::int64_t>(match.x), y = static_cast<std::int64_t>(match.y);
  auto const length = static_cast<std::int64_t>(match.length);
  std::int64_t const end = match.reversed ? y - length : y + length;
  return {left + x * side / n, top + side - y * side / m, left + (x + length) * side / n, top + side - end * side / m};
}

TEST_CASE("lexikos match --plot: strokes where the matches are")
{
  Folder const folder;
  std::mt19937_64 random(1);
  std::string const shared = some_letters(400, 4, random), turned = some_letters(300, 4, random);
  std::string const a = some_letters(900, 4, random), b = some_letters(1100, 4, random);
  std::string complement(turned.rbegin(), turned.rend());
  for (char& c : complement) c = "TGCA"[std::string("ACGT").find(c)];
  std::string const reference = folder.write("ref<&>.fa", fasta({{"chr1", a + shared}, {"chr<2>", b + turned}}));
  std::string const query = folder.write("query.fa", fasta({{"q1", complement}, {"none", ""}, {"q2", shared}}));
  std::string const plot = folder / "plot.svg";
  auto const result = run_lexikos({"match", reference, query, "-l", "100", "-b", "--plot", plot, "-o", folder / "out"});
  REQUIRE(result.exit_code == 0);
  CHECK(contains(result.err, "picture"));
  std::string const svg = read(plot);
  CHECK(defect_of_xml(svg) == "");
  CHECK(contains(svg, "ref&lt;&amp;&gt;.fa"));
  CHECK(contains(svg, "chr&lt;2&gt;"));
  CHECK(contains(svg, ">2500</text>"));
  CHECK(contains(svg, ">2 k</text>"));
  CHECK(contains(svg, ">500</text>"));
  CHECK(strokes_of(svg, "forward") == std::vector<Stroke>{stroke_of({900, 300, 400, false}, 2700, 700)});
  CHECK(strokes_of(svg, "reverse") == std::vector<Stroke>{stroke_of({2400, 300, 300, true}, 2700, 700)});
  // one border on each axis: that of the empty record is the same
  CHECK(path_of(svg, "borders") == "M" + std::to_string(left + 1300 * side / 2700) + " " + std::to_string(top) +
                                       "v1000M" + std::to_string(left) + " " +
                                       std::to_string(top + side - 300 * side / 700) + "h1000");
  for (std::vector<std::string> const& options :
       {std::vector<std::string>{"--index", "u64"}, {"--format", "tsv"}, {"--json"}, {"-c"}, {"-j", "1"}})
  {
    std::vector<std::string> command = {"match",  reference, query, "-l",         "100", "-b",
                                        "--plot", plot,      "-o",  folder / "o", "-q"};
    command.insert(command.end(), options.begin(), options.end());
    CHECK(run_lexikos(command).exit_code == 0);
    CHECK(read(plot) == svg);
  }
  // the same text twice: the diagonal, upwards
  REQUIRE(run_lexikos({"match", reference, reference, "-q", "-o", "/dev/null", "--plot", plot}).exit_code == 0);
  auto const diagonal = strokes_of(read(plot), "forward");
  REQUIRE(diagonal.size() == 2);
  CHECK(std::ranges::count(diagonal,
                           Stroke{left, top + side, left + 1300 * side / 2700, top + side - 1300 * side / 2700}) == 1);
}

TEST_CASE("lexikos match --plot: no matches, no symbols, and places where it cannot go")
{
  Folder const folder;
  std::string const one = folder.write("one.fa", ">a\nACGTACGT\n"), none = folder.write("none.fa", ">n\n");
  for (auto const& [reference, query] : {std::pair(one, none), std::pair(none, one), std::pair(none, none)}) {
    REQUIRE(run_lexikos({"match", reference, query, "-q", "--plot", folder / "p", "-o", folder / "o"}).exit_code == 0);
    std::string const svg = read(folder / "p");
    CHECK(defect_of_xml(svg) == "");
    CHECK(strokes_of(svg, "forward").empty());
    CHECK(strokes_of(svg, "reverse").empty());
  }
  CHECK(run_lexikos({"match", one, one, "--plot", one}).exit_code == 2);
  CHECK(run_lexikos({"match", one, one, "-o", folder / "x", "--plot", folder / "x"}).exit_code == 2);
  CHECK(run_lexikos({"match", one, one, "--plot", folder / "no/such"}).exit_code == 4);
  auto const shown = run_lexikos({"match", none, none, "--plot", "-", "-q", "-o", folder / "o"});
  CHECK(shown.out == read(folder / "p"));
}

/// Records of equal lengths, and their names.
struct Texts
{
  explicit Texts(std::uint64_t count, std::uint64_t length)
  {
    for (std::uint64_t r = 1; r <= count; ++r) {
      offsets.push_back(r * length);
      names += "name";
      name_offsets.push_back(names.size());
    }
  }
  [[nodiscard]] lexikos::app::Records records() const { return {offsets, names, name_offsets}; }

  std::vector<std::uint64_t> offsets = {0}, name_offsets = {0};
  std::string names;
};

std::string svg_of(Texts const& x, Texts const& y, std::vector<DotPlot::Match> const& matches)
{
  DotPlot plot({"x", x.records()}, {"y", y.records()});
  for (auto const& match : matches) plot.add(match);
  return plot.svg();
}

TEST_CASE("dot plots: of many matches the longest are drawn, those on the same pixels once, in any order")
{
  std::mt19937_64 random(2);
  constexpr std::uint64_t n = 3'000'000'000, m = 1'000'000;
  Texts const x(3, n / 3), y(500'000, 2);
  for (std::size_t const count : {10u, 15'000u, 300'000u}) {
    std::vector<DotPlot::Match> matches;
    for (std::size_t i = 0; i < count; ++i) {
      bool const is_reversed = random() % 3 == 0;
      std::uint64_t const length = 1 + random() % (random() % 8 == 0 ? m / 4 : 500);
      std::uint64_t const start = random() % (m - length);
      matches.push_back({random() % (n - length), is_reversed ? start + length : start, length, is_reversed});
    }
    auto const svg = svg_of(x, y, matches);
    REQUIRE(defect_of_xml(svg) == "");
    std::map<std::pair<bool, Stroke>, std::uint64_t> longest;
    for (auto const& match : matches) {
      auto& length = longest[{match.reversed, stroke_of(match, n, m)}];
      length = std::max(length, match.length);
    }
    std::vector<std::uint64_t> lengths;
    for (auto const& [place, length] : longest) lengths.push_back(length);
    std::ranges::sort(lengths, std::greater());
    std::size_t const drawn = std::min<std::size_t>(lengths.size(), DotPlot::max_strokes);
    std::size_t strokes = 0;
    for (bool const is_reversed : {false, true})
      for (auto const& stroke : strokes_of(svg, is_reversed ? "reverse" : "forward")) {
        ++strokes;
        auto const found = longest.find({is_reversed, stroke});
        REQUIRE(found != longest.end());
        REQUIRE(found->second >= lengths[drawn - 1]);
        longest.erase(found);
      }
    CHECK(strokes == drawn);
    CHECK(svg.size() < 1'000'000);
    std::ranges::shuffle(matches, random);
    REQUIRE(svg_of(x, y, matches) == svg);
    std::ranges::reverse(matches);
    REQUIRE(svg_of(x, y, matches) == svg);
  }
}

TEST_CASE("dot plots: borders of crowds of records are not drawn, and ticks are few")
{
  Texts const one(1, 1), few(20, 50), many(100'000, 10), large(2, 3'000'000'000);
  auto const borders = [](std::string const& svg) {
    return static_cast<std::size_t>(std::ranges::count(path_of(svg, "borders"), 'M'));
  };
  CHECK(borders(svg_of(one, one, {})) == 0);
  CHECK(borders(svg_of(few, one, {})) == 19);
  CHECK(borders(svg_of(few, few, {})) == 38);
  CHECK(borders(svg_of(many, large, {})) == 1);
  for (Texts const* texts : {&one, &few, &many, &large}) {
    auto const svg = svg_of(*texts, *texts, {});
    CHECK(defect_of_xml(svg) == "");
    auto const ticks = std::ranges::count(path_of(svg, "ticks"), 'M');
    CHECK(ticks >= 4);
    CHECK(ticks <= 22);
  }
  CHECK(contains(svg_of(large, one, {}), ">6 G</text>"));
}

}  // namespace
}  // namespace dot_plot_tests
