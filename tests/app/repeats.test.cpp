// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/arrays.hpp"
#include "app/process.hpp"

namespace
{

using process::contains;
using process::count_of;
using process::Folder;
using process::lexikos;
using process::read;

/// Start and length of the longest repeat covering each position, the first of several; from the definition.
template <class Index>
std::vector<Index> longest_repeats(std::string_view text)
{
  std::size_t const n = text.size();
  std::vector<std::size_t> at(n, 0);
  for (std::size_t i = 0; i < n; ++i)
    while (i + at[i] < n && count_of(text, text.substr(i, at[i] + 1)) > 1) ++at[i];
  std::vector<Index> starts(n), lengths(n, 0);
  for (std::size_t k = 0; k < n; ++k) {
    starts[k] = static_cast<Index>(k);
    for (std::size_t i = 0; i <= k; ++i)
      if (i + at[i] > k && at[i] > lengths[k]) {
        starts[k] = static_cast<Index>(i);
        lengths[k] = static_cast<Index>(at[i]);
      }
  }
  starts.insert(starts.end(), lengths.begin(), lengths.end());
  return starts;
}

std::vector<std::string> texts()
{
  using namespace std::string_literals;
  return {"", "a", "ab", "mississippi", "abracadabra", std::string(60, '\0'), "\xff\0\xff\0\xff"s};
}

TEST_CASE("lexikos repeats --positions: both forms and both widths")
{
  for (auto const& bytes : texts()) {
    CAPTURE(bytes.size());
    Folder const folder;
    std::string const text = folder.write("text", bytes);
    auto const expected = longest_repeats<std::uint32_t>(bytes);
    for (std::string const algorithm : {"automatic", "bounded", "raw", "compact"}) {
      CHECK(lexikos({"repeats", text, "--positions", folder / "p", "--algorithm", algorithm, "--quiet"}).exit_code ==
            0);
      CHECK(read(folder / "p") == arrays::to_bytes(expected));
    }
    CHECK(lexikos({"repeats", text, "--positions", folder / "wide", "--index", "u64", "--quiet"}).exit_code == 0);
    CHECK(read(folder / "wide") == arrays::to_bytes(longest_repeats<std::uint64_t>(bytes)));
    std::string lines = "position\tstart\tlength\n";
    for (std::size_t k = 0; k < bytes.size(); ++k)
      lines += std::to_string(k) + "\t" + std::to_string(expected[k]) + "\t" +
               std::to_string(expected[bytes.size() + k]) + "\n";
    CHECK(lexikos({"repeats", text, "--positions", folder / "p.tsv", "--quiet"}).exit_code == 0);
    CHECK(read(folder / "p.tsv") == lines);
  }
}

TEST_CASE("lexikos repeats: the list, as lines and as JSON")
{
  Folder const folder;
  std::string const text = folder.write("text", "mississippi");
  auto const list = lexikos({"repeats", text});
  CHECK(list.exit_code == 0);
  CHECK(list.out == "length\toccurrences\tfirst\tsubstring\n4\t2\t1\tissi\n1\t4\t1\ti\n1\t4\t2\ts\n1\t2\t8\tp\n");
  CHECK(contains(list.err, "longest repeat"));

  auto const asked =
      lexikos({"repeats", text, "--json", "--top", "1", "-o", folder / "list", "--min-occurrences", "3"});
  CHECK(asked.exit_code == 0);
  auto const json = nlohmann::json::parse(asked.out);
  CHECK(json["longest"] == 4);
  CHECK(json["maximal_repeats"] == 2);
  CHECK(json["covered"] == 10);
  REQUIRE(json["repeats"].size() == 1);
  CHECK(json["repeats"][0]["positions"] == std::vector<int>{1, 4, 7, 10});
  CHECK(read(folder / "list") == "length\toccurrences\tfirst\tsubstring\n1\t4\t1\ti\n");

  auto const bytes = lexikos({"repeats", "-", "--quiet", "--min-length", "2"}, std::string("\0\t\\\0\t\\", 6));
  CHECK(bytes.out == "length\toccurrences\tfirst\tsubstring\n3\t2\t0\t\\x00\\x09\\\\\n");
}

TEST_CASE("lexikos repeats --svg: a document with both curves")
{
  Folder const folder;
  std::string const text = folder.write("a<&b", std::string(5000, 'a') + "xyz");
  CHECK(lexikos({"repeats", text, "--svg", folder / "picture.svg", "--quiet", "-o", "/dev/null"}).exit_code == 0);
  std::string const svg = read(folder / "picture.svg");
  CHECK(svg.starts_with("<svg xmlns"));
  CHECK(svg.ends_with("</svg>\n"));
  CHECK(count_of(svg, "<path fill=\"#") == 2);
  CHECK(contains(svg, "a&lt;&amp;b"));
  CHECK(contains(svg, ">5 k</text>"));
  CHECK(contains(svg, ">1 000</text>"));  // always grouped: people look at it
  CHECK(folder.names() == std::vector<std::string>{"a<&b", "picture.svg"});
}

TEST_CASE("lexikos repeats: what is wrong is said, and nothing is left behind")
{
  Folder const folder;
  std::string const text = folder.write("text", "abab");
  CHECK(lexikos({"repeats", folder / "none"}).exit_code == 3);
  CHECK(lexikos({"repeats", text, "--algorithm", "fast"}).exit_code == 2);
  CHECK(lexikos({"repeats", text, "--svg", text}).exit_code == 2);
  CHECK(lexikos({"repeats", text, "--positions-format", "tsv"}).exit_code == 2);
  CHECK(lexikos({"repeats", text, "--svg", folder / "x", "--positions", folder / "x"}).exit_code == 2);
  CHECK(lexikos({"repeats", text, "--positions", folder / "no/such"}).exit_code == 4);
  CHECK(folder.names() == std::vector<std::string>{"text"});
}

}  // namespace
