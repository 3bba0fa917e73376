// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "app/arrays.hpp"
#include "app/process.hpp"
#include "app/report/duplicates_plot.hpp"
#include "app/xml.hpp"

namespace duplicates_plot_tests
{

namespace
{

using lexikos::app::DuplicatesPlot;
using process::contains;
using process::Folder;
using process::lexikos;
using process::read;
using xml::defect_of_xml;

using Numbers = std::vector<std::uint64_t>;

TEST_CASE("picture of duplicates: sums as a definition has them")
{
  std::mt19937_64 random(1);
  for (int run = 0; run < 300; ++run) {
    bool const has_documents = random() % 4 != 0;
    std::uint64_t const n = random() % 4 == 0 ? random() % 20 : random() % 5'000;
    Numbers offsets{0};
    while (offsets.back() < n) offsets.push_back(std::min(n, offsets.back() + random() % (1 + random() % 600)));
    for (int empty = 0; empty < 2; ++empty) offsets.push_back(n);
    if (!has_documents) offsets.clear();
    std::vector<bool> removed(n);
    std::vector<std::array<std::uint64_t, 2>> ranges;
    std::uint64_t const most = 1 + random() % 300;
    for (std::uint64_t at = 0; at < n;) {
      std::uint64_t const begin = at + random() % most;
      std::uint64_t end = begin + 1 + random() % most;
      if (begin >= n) break;
      end = std::min(end, has_documents ? *std::ranges::upper_bound(offsets, begin) : n);
      ranges.push_back({begin, end});
      std::fill(removed.begin() + static_cast<std::ptrdiff_t>(begin),
                removed.begin() + static_cast<std::ptrdiff_t>(end), true);
      at = end + (random() % 2 == 0 && has_documents ? 0 : 1);
    }
    DuplicatesPlot plot(n, offsets);
    std::array<std::uint64_t, 64> lengths = {};
    for (auto const& [begin, end] : ranges) {
      plot.add(begin, end);
      ++lengths[static_cast<std::size_t>(std::bit_width(end - begin)) - 1];
    }
    CAPTURE(run);
    REQUIRE(plot.lengths() == lengths);
    auto const& columns = plot.columns();
    REQUIRE(columns.size() == std::min<std::uint64_t>(n, DuplicatesPlot::max_columns));
    REQUIRE(plot.start_of(columns.size()) == n);
    auto const count = [&](std::uint64_t begin, std::uint64_t end) {
      return static_cast<std::uint64_t>(std::count(removed.begin() + static_cast<std::ptrdiff_t>(begin),
                                                   removed.begin() + static_cast<std::ptrdiff_t>(end), true));
    };
    for (std::size_t c = 0; c < columns.size(); ++c) {
      CAPTURE(c);
      REQUIRE(plot.start_of(c) < plot.start_of(c + 1));
      REQUIRE(columns[c] == count(plot.start_of(c), plot.start_of(c + 1)));
    }
    std::array<std::uint64_t, DuplicatesPlot::shares> documents = {};
    for (std::size_t d = 0; d + 1 < offsets.size(); ++d) {
      std::uint64_t const size = offsets[d + 1] - offsets[d], lost = count(offsets[d], offsets[d + 1]);
      ++documents[lost == 0 ? 0 : lost == size ? 11 : 1 + lost * 10 / size];
    }
    REQUIRE(plot.documents() == documents);
    REQUIRE(defect_of_xml(plot.svg("<a & b>")) == "");
  }
}

TEST_CASE("lexikos dedup --plot")
{
  Folder const folder;
  std::string const text = folder.write("text<&>", "abcdefghXabcdYefgh");
  std::string const offsets = folder.write("offsets", arrays::to_bytes(Numbers{0, 4, 4, 14, 18}));
  std::string const plot = folder / "plot.svg";
  auto const result = lexikos({"dedup", text, "-k4", "--offsets", offsets, "--plot", plot});
  CAPTURE(result.err);
  REQUIRE(result.exit_code == 0);
  CHECK(contains(result.err, "picture"));
  std::string const svg = read(plot);
  CHECK(defect_of_xml(svg) == "");
  CHECK(contains(svg, "text&lt;&amp;&gt;: 4 ranges, 16 symbols, 88.89 % of 18"));
  CHECK(contains(svg, "class=\"documents\""));
  CHECK(lexikos({"dedup", text, "-k4", "--ranges", "/dev/null", "--plot", "-", "-q"}).out.starts_with("<svg "));
  CHECK_FALSE(contains(lexikos({"dedup", text, "-k4", "--ranges", "/dev/null", "--plot", "-", "-q"}).out,
                       "class=\"documents\""));
  CHECK(defect_of_xml(
            lexikos({"dedup", folder.write("empty", ""), "--ranges", "/dev/null", "--plot", "-", "-q"}).out) == "");
  CHECK(lexikos({"dedup", text, "-k4", "--ranges", "/dev/null", "--plot", "/dev/full", "-q"}).exit_code == 4);
}

}  // namespace

}  // namespace duplicates_plot_tests
