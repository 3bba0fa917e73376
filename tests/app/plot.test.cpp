// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// lexikos plot: what its pictures show, against texts read slowly, and that they are XML of bounded size.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "app/arrays.hpp"
#include "app/process.hpp"
#include "app/report/dot_plot.hpp"
#include "app/report/histogram.hpp"
#include "app/report/repeat_map.hpp"
#include "app/xml.hpp"

namespace plot_tests
{

namespace
{

using lexikos::app::FoundRepeat;
using lexikos::app::Histogram;
using lexikos::app::RepeatMap;
using process::contains;
using process::Folder;
using process::lexikos;
using process::read;
using xml::defect_of_xml;
using Names = std::vector<std::string>;

std::string random_text(std::size_t size, unsigned letters, std::mt19937_64& random)
{
  std::string text(size, ' ');
  for (char& c : text) c = static_cast<char>('a' + random() % letters);
  return text;
}

/// The entries of the LCP array, from the definition.
std::vector<std::uint64_t> lcp_of(std::string const& text)
{
  auto const suffixes = arrays::suffix_array<std::uint32_t>(text);
  std::vector<std::uint64_t> lcp(text.size(), 0);
  for (std::size_t i = 1; i < suffixes.size(); ++i)
    while (std::max(suffixes[i - 1], suffixes[i]) + lcp[i] < text.size() &&
           text[suffixes[i - 1] + lcp[i]] == text[suffixes[i] + lcp[i]])
      ++lcp[i];
  return lcp;
}

std::size_t paths_in(std::string const& svg, char const* command)
{
  std::size_t count = 0;
  for (std::size_t at = svg.find(command); at != std::string::npos; at = svg.find(command, at + 1)) ++count;
  return count;
}

TEST_CASE("histograms: each value is in one bin, and bins are few")
{
  std::mt19937_64 random(1);
  for (auto const scale : {Histogram::Scale::logarithmic, Histogram::Scale::linear})
    for (std::uint64_t const largest :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{15}, std::uint64_t{16}, std::uint64_t{17},
          std::uint64_t{499}, std::uint64_t{500}, std::uint64_t{1'000'003}, std::uint64_t{1} << 40})
    {
      CAPTURE(largest);
      Histogram histogram(scale);
      histogram.start(largest);
      std::vector<std::uint64_t> values = {0, largest};
      for (int i = 0; i < 2000; ++i)
        values.push_back(random() % (random() % 2 == 0 ? largest + 1 : std::min<std::uint64_t>(largest + 1, 40)));
      for (auto const value : values) histogram.add(value);
      auto const bins = histogram.bins();
      CHECK(bins.size() <= 500);
      REQUIRE(bins.front().from == 0);
      REQUIRE(bins.back().to == largest + 1);
      for (std::size_t i = 0; i < bins.size(); ++i) {
        CAPTURE(i);
        REQUIRE(bins[i].from < bins[i].to);
        if (i > 0) REQUIRE(bins[i].from == bins[i - 1].to);
        if (scale == Histogram::Scale::logarithmic) REQUIRE((bins[i].to - bins[i].from - 1) * 8 <= bins[i].from);
        REQUIRE(bins[i].count == static_cast<std::uint64_t>(std::ranges::count_if(values, [&](std::uint64_t value) {
                  return value >= bins[i].from && value < bins[i].to;
                })));
      }
      for (auto const counts : {Histogram::Scale::logarithmic, Histogram::Scale::linear}) {
        auto const svg = histogram.svg({.title = "<t & t>"}, "note", {counts, "values"});
        REQUIRE(defect_of_xml(svg) == "");
        CHECK(contains(svg, "&lt;t &amp; t&gt;"));
        CHECK(svg.size() < 100'000);
      }
    }
}

TEST_CASE("lexikos plot lcp: the entries of the array, in bins")
{
  std::mt19937_64 random(2);
  Folder const folder;
  for (std::string const& bytes : {std::string(), std::string("a"), std::string(700, 'x'), random_text(3000, 2, random),
                                   random_text(2000, 200, random)})
  {
    CAPTURE(bytes.size());
    std::string const text = folder.write("te<x>t", bytes);
    auto const lcp = lcp_of(bytes);
    for (std::string const scale : {"log", "linear"}) {
      auto const result = lexikos({"plot", "lcp", text, "--x-scale", scale, "--y-scale", scale, "--json"});
      REQUIRE(result.exit_code == 0);
      auto const json = nlohmann::json::parse(result.out);
      std::uint64_t entries = 0;
      for (auto const& bin : json["bins"]) {
        auto const count =
            std::ranges::count_if(lcp, [&](std::uint64_t value) { return value >= bin["from"] && value < bin["to"]; });
        CHECK(bin["count"] == count);
        entries += bin["count"].get<std::uint64_t>();
      }
      CHECK(entries == bytes.size());
      std::string const svg = read(text + ".lcp.svg");
      CHECK(defect_of_xml(svg) == "");
      CHECK(contains(svg, "LCP array of "));
      CHECK(contains(svg, "te&lt;x&gt;t"));
      std::size_t const bars = svg.find("class=\"bars\"");
      CHECK(paths_in(svg.substr(bars, svg.find("/>", bars) - bars), "M") == json["bins"].size());
    }
  }
  std::string const text = folder.write("text", "mississippi");
  REQUIRE(lexikos({"sa", text, "-q"}).exit_code == 0);
  CHECK(lexikos({"plot", "lcp", text, "--sa", text + ".sa", "-q", "-o", "-"}).out ==
        lexikos({"plot", "lcp", text, "-q", "-o", "-"}).out);
  CHECK(
      lexikos({"plot", "lcp", folder.write("text", "mississippy"), "--sa", text + ".sa", "-q", "-o", "-"}).exit_code ==
      1);
}

TEST_CASE("repeat maps: arcs from place to place, of bounded number, the longest repeat first")
{
  std::mt19937_64 random(3);
  for (std::size_t const count : {0u, 1u, 30u, 9000u}) {
    constexpr std::uint64_t n = 5'000'000'000, pixels = 1000;
    std::vector<FoundRepeat> repeats;
    for (std::size_t i = 0; i < count; ++i) {
      std::set<std::size_t> places;
      while (places.size() < 2 + random() % 4) places.insert(random() % (n - 100'000'000));
      repeats.push_back(
          {1 + random() % 100'000'000, places.size() * (1 + random() % 3), {places.begin(), places.end()}});
    }
    std::ranges::sort(repeats, std::greater(), &FoundRepeat::length);
    RepeatMap const map(n, repeats, pixels);
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> longest;
    for (auto const& repeat : repeats)
      for (std::size_t i = 0; i + 1 < repeat.positions.size(); ++i) {
        auto const pixel = [&](std::size_t position) {
          return static_cast<std::uint64_t>((static_cast<double>(position) + static_cast<double>(repeat.length) / 2) *
                                            static_cast<double>(pixels) / static_cast<double>(n));
        };
        longest.try_emplace({pixel(repeat.positions[i]), pixel(repeat.positions[i + 1])}, repeat.length);
      }
    CHECK(map.arcs().size() == std::min(longest.size(), RepeatMap::max_arcs));
    for (auto const& arc : map.arcs()) {
      auto const found = longest.find({arc.from, arc.to});
      REQUIRE(found != longest.end());
      CHECK(found->second == arc.length);
    }
    lexikos::app::LengthPlot lengths(10);
    for (std::size_t i = 0; i < 10; ++i) lengths.add(i);
    auto const svg = map.svg({.title = "&"}, "", lengths);
    CHECK(defect_of_xml(svg) == "");
    CHECK(svg.size() < 400'000);
    CHECK(paths_in(svg, " 0 0 1 ") == static_cast<std::size_t>(std::ranges::count_if(
                                          map.arcs(), [](auto const& arc) { return arc.from != arc.to; })));
  }
}

TEST_CASE("lexikos plot repeats: the repeats that 'lexikos repeats' lists")
{
  std::mt19937_64 random(4);
  Folder const folder;
  std::string const part = random_text(300, 20, random);
  std::string const text =
      folder.write("text", random_text(500, 20, random) + part + random_text(400, 20, random) + part);
  auto const json = nlohmann::json::parse(
      lexikos({"plot", "repeats", text, "--min-length", "50", "--json", "--theme", "dark", "--width", "1500"}).out);
  CHECK(json["longest"] == 300);
  CHECK(json["shown"] == 1);
  CHECK(json["arcs"] == 1);
  std::string const svg = read(text + ".repeats.svg");
  CHECK(defect_of_xml(svg) == "");
  CHECK(contains(svg, "M740 384a350 "));  // (500 + 150) of 1500 symbols, and 700 further: a radius of 350 pixels
  CHECK_FALSE(contains(svg, "@media"));
  CHECK(contains(svg, "<style>"));
  for (std::string const& bytes : {std::string(), std::string("a"), std::string(20'000, 'a')}) {
    CAPTURE(bytes.size());
    auto const result = lexikos({"plot", "repeats", folder.write("t", bytes), "-q", "-o", "-"});
    CHECK(result.exit_code == 0);
    CHECK(defect_of_xml(result.out) == "");
    CHECK(result.out.size() < 1'000'000);
  }
}

/// All maximal matches, from the definition, as strokes of a picture.
std::set<std::array<std::size_t, 4>> strokes_of(std::string const& x, std::string const& y, std::size_t least,
                                                bool is_itself)
{
  std::set<std::array<std::size_t, 4>> strokes;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < y.size(); ++j) {
      if (x[i] != y[j] || (i > 0 && j > 0 && x[i - 1] == y[j - 1])) continue;
      std::size_t length = 0;
      while (i + length < x.size() && j + length < y.size() && x[i + length] == y[j + length]) ++length;
      if (length < least && !(is_itself && i == 0 && j == 0)) continue;
      auto const place = [](std::size_t position, std::size_t n) { return position * 1000 / n; };
      strokes.insert({90 + place(i, x.size()), 1070 - place(j, y.size()), 90 + place(i + length, x.size()),
                      1070 - place(j + length, y.size())});
    }
  return strokes;
}

std::set<std::array<std::size_t, 4>> strokes_in(std::string const& svg, std::string const& name = "forward")
{
  std::size_t const start = svg.find("class=\"" + name + "\""), data = svg.find(" d=\"", start) + 4;
  std::string path = svg.substr(data, svg.find('"', data) - data);
  std::ranges::replace_if(
      path, [](char c) { return c == 'M' || c == 'L'; }, ' ');
  std::istringstream numbers(path);
  std::set<std::array<std::size_t, 4>> strokes;
  for (std::array<std::size_t, 4> stroke; numbers >> stroke[0] >> stroke[1] >> stroke[2] >> stroke[3];)
    strokes.insert(stroke);
  return strokes;
}

TEST_CASE("lexikos plot dots: the maximal matches of any two texts")
{
  std::mt19937_64 random(5);
  Folder const folder;
  std::string const part = random_text(200, 8, random);
  std::string const x = random_text(300, 8, random) + part + "<\xff\x01>",
                    y = part + random_text(700, 8, random) + part;
  std::string const one = folder.write("one", x), other = folder.write("other", y);
  for (std::size_t const least : {1u, 2u, 3u, 10u}) {
    CAPTURE(least);
    Names const options = {"-l", std::to_string(least), "--max-occurrences", "1000", "-q", "-o", "-"};
    auto const drawn = [&](Names texts) {
      texts.insert(texts.begin(), {"plot", "dots"});
      texts.insert(texts.end(), options.begin(), options.end());
      auto const result = lexikos(texts);
      REQUIRE(result.exit_code == 0);
      REQUIRE(defect_of_xml(result.out) == "");
      return strokes_in(result.out);
    };
    auto const expected = strokes_of(x, y, least, false);
    if (expected.size() <= lexikos::app::DotPlot::max_strokes) CHECK(drawn({one, other}) == expected);
    auto const of_itself = strokes_of(x, x, least, true);
    if (of_itself.size() <= lexikos::app::DotPlot::max_strokes) CHECK(drawn({one}) == of_itself);
  }
  auto const svg =
      lexikos({"plot", "dots", one, other, "-o", "-", "-q", "--title", "a & b", "--width", "300", "--height", "200"})
          .out;
  CHECK(contains(svg, ">a &amp; b</text>"));
  CHECK(contains(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"430\" height=\"340\""));
  CHECK_FALSE(contains(svg, "reverse complement"));
  CHECK(contains(lexikos({"plot", "dots", one, other, "-o", "-", "-q", "-b"}).out, "reverse complement"));
  for (Names const& texts : {Names{folder.write("e", "")}, Names{folder / "e", one}, Names{one, folder / "e"}}) {
    Names words = {"plot", "dots", "-o", "-", "-q"};
    words.insert(words.end(), texts.begin(), texts.end());
    CHECK(defect_of_xml(lexikos(words).out) == "");
  }
}

TEST_CASE("lexikos plot dots: records, and long texts, which are matched in pieces")
{
  std::mt19937_64 random(6);
  Folder const folder;
  // a match across the border of the two pieces, which are of 2^20 symbols, and one of a reverse complement there
  std::string const letters = "ACGT";
  std::string text(100'000, ' '), other(1'100'000, ' ');
  for (char& c : text) c = letters[random() % 4];
  for (char& c : other) c = letters[random() % 4];
  constexpr std::size_t start = (std::size_t{1} << 20) - 20'000;
  std::string turned = text.substr(50'000, 40'000), back = other;
  std::ranges::reverse(turned);
  for (char& c : turned) c = "TGCA"[letters.find(c)];
  other.replace(start, 40'000, text, 50'000, 40'000);
  back.replace(start, 40'000, turned);
  std::string const one = folder.write("one", text);
  for (bool const is_turned : {false, true}) {
    CAPTURE(is_turned);
    std::string const two = folder.write("two", is_turned ? back : other);
    auto const svg = lexikos({"plot", "dots", one, two, "-b", "-l", "1k", "-o", "-", "-q"}).out;
    auto const strokes = strokes_in(svg, is_turned ? "reverse" : "forward");
    CHECK(strokes_in(svg, is_turned ? "forward" : "reverse").empty());
    // in two parts, which overlap by less than a pixel, from the corner to the corner
    REQUIRE(strokes.size() == 2);
    auto const& first = is_turned ? *strokes.rbegin() : *strokes.begin();
    auto const& last = is_turned ? *strokes.begin() : *strokes.rbegin();
    CHECK((is_turned ? first[2] : first[0]) == 90 + (is_turned ? 900 : 500));
    CHECK(first[is_turned ? 3 : 1] == 1070 - start / 1100);
    CHECK((is_turned ? last[0] : last[2]) == 90 + (is_turned ? 500 : 900));
    CHECK(last[is_turned ? 1 : 3] == 1070 - (start + 40'000) / 1100);
  }
  // one that neither piece would have without what they share
  back.replace(start, 40'000, 40'000, 'A');
  back.replace(start + 20'000 - 750, 1500, text, 60'000, 1500);
  folder.write("two", back);
  auto const across = strokes_in(lexikos({"plot", "dots", one, folder / "two", "-l", "1k", "-o", "-", "-q"}).out);
  REQUIRE(across.size() == 1);
  CHECK((*across.begin())[0] == 90 + 600);
  CHECK((*across.begin())[2] == 90 + 615);
  auto const records =
      folder.write("r.fa", ">first\n" + text.substr(0, 5000) + "\n>se<cond\n" + text.substr(5000, 5000) + "\n");
  auto const plotted = lexikos({"plot", "dots", records, "--fasta", "-o", "-", "-q"});
  CHECK(defect_of_xml(plotted.out) == "");
  CHECK(contains(plotted.out, ">first</text>"));
  CHECK(contains(plotted.out, ">se&lt;cond</text>"));
  CHECK(contains(plotted.out, ">10 k</text>"));
}

TEST_CASE("dot plots of the largest size take less than 1 MB")
{
  std::mt19937_64 random(7);
  std::vector<std::uint64_t> offsets = {0}, name_offsets = {0};
  std::string names;
  constexpr std::uint64_t n = 1'000'000;
  while (offsets.back() < n) {
    offsets.push_back(std::min(n, offsets.back() + 800));
    names += '<';
    name_offsets.push_back(names.size());
  }
  lexikos::app::Records const records{offsets, names, name_offsets};
  lexikos::app::DotPlot plot({"x", records}, {"y", records}, {.title = "t", .width = 4000, .height = 4000});
  for (int i = 0; i < 100'000; ++i) {
    std::uint64_t const length = 1 + random() % 1000;
    plot.add({random() % (n - length), length + random() % (n - length), length, random() % 2 == 0});
  }
  std::string const svg = plot.svg();
  CHECK(defect_of_xml(svg) == "");
  CHECK(strokes_in(svg).size() + strokes_in(svg, "reverse").size() == lexikos::app::DotPlot::max_strokes);
  CHECK(svg.size() < 1'000'000);
}

TEST_CASE("lexikos plot: what is wrong is said, and Python reads what is drawn")
{
  Folder const folder;
  std::string const text = folder.write("a<b&\"'\xff\x01\xc3\xa9", "abracadabra<&>abra");
  for (std::string const kind : {"lcp", "repeats", "dots"}) {
    CAPTURE(kind);
    CHECK(lexikos({"plot", kind}).exit_code == 2);
    std::istringstream help(lexikos({"help", "plot", kind}).out);
    for (std::string line; std::getline(help, line);) CHECK_MESSAGE(line.size() <= 82, line);
    CHECK(lexikos({"plot", kind, folder / "none"}).exit_code == 3);
    CHECK(lexikos({"plot", kind, text, "-o", text}).exit_code == 2);
    CHECK(lexikos({"plot", kind, text, "-o", folder / "no/such"}).exit_code == 4);
    CHECK(lexikos({"plot", kind, text, "-o", "/dev/full"}).exit_code == 4);
    CHECK(lexikos({"plot", kind, text, "--width", "299"}).exit_code == 2);
    CHECK(lexikos({"plot", kind, text, "--height", "4001"}).exit_code == 2);
    auto const result = lexikos({"plot", kind, text, "--title", "\xff<\x02>", "-o", folder / kind});
    CHECK(result.exit_code == 0);
    CHECK(contains(result.err, folder / kind));
    CHECK(lexikos({"plot", kind, "-", "-q"}, "abcabc").out.starts_with("<svg "));
  }
  CHECK(lexikos({"plot", "dots", text, text, text}).exit_code == 2);
  CHECK(lexikos({"plot", "dots", "-", "-"}).exit_code == 2);
  CHECK(folder.names().size() == 4);
  std::string const python =
      "import sys, xml.dom.minidom as x\nfor f in sys.argv[1:]: assert x.parse(f).documentElement.tagName == 'svg'";
  if (process::run_command({"python3", "-c", "import xml.dom.minidom"}).exit_code != 0) return;
  auto const parsed =
      process::run_command({"python3", "-c", python, folder / "lcp", folder / "repeats", folder / "dots"});
  CAPTURE(parsed.err);
  CHECK(parsed.exit_code == 0);
}

}  // namespace
}  // namespace plot_tests
