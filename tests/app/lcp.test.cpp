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
using process::Folder;
using process::lexikos;
using process::read;

template <class Index>
std::vector<Index> lcp_array(std::string const& text)
{
  auto const sa = arrays::suffix_array<Index>(text);
  std::vector<Index> lcp(text.size(), 0);
  for (std::size_t i = 1; i < sa.size(); ++i)
    while (sa[i] + lcp[i] < text.size() && sa[i - 1] + lcp[i] < text.size() &&
           text[sa[i] + lcp[i]] == text[sa[i - 1] + lcp[i]])
      ++lcp[i];
  return lcp;
}

TEST_CASE("lexikos lcp: from the text, from a given array, permuted, in both widths")
{
  for (std::string const& bytes :
       {std::string("a"), std::string("mississippi"), std::string(3000, 'a'), std::string("\0\xff\0", 3)})
  {
    CAPTURE(bytes.size());
    Folder const folder;
    std::string const text = folder.write("text", bytes);
    CHECK(lexikos({"sa", text, "--quiet"}).exit_code == 0);
    auto const expected = arrays::to_bytes(lcp_array<std::uint32_t>(bytes));
    CHECK(lexikos({"lcp", text}).exit_code == 0);
    CHECK(read(text + ".lcp") == expected);
    CHECK(lexikos({"lcp", text, "--sa", text + ".sa", "-o", "-", "--quiet"}).out == expected);
    auto const sa = arrays::suffix_array<std::uint32_t>(bytes);
    auto const lcp = lcp_array<std::uint32_t>(bytes);
    auto permuted = lcp;
    for (std::size_t i = 0; i < sa.size(); ++i) permuted[sa[i]] = lcp[i];
    CHECK(lexikos({"lcp", text, "--permuted"}).exit_code == 0);
    CHECK(read(text + ".plcp") == arrays::to_bytes(permuted));
    CHECK(lexikos({"lcp", text, "--permuted", "--sa", text + ".sa", "-o", "-", "--quiet"}).out ==
          arrays::to_bytes(permuted));
    auto const wide = arrays::to_bytes(lcp_array<std::uint64_t>(bytes));
    CHECK(lexikos({"lcp", text, "--index", "u64", "-o", "-", "--quiet"}).out == wide);
    CHECK(lexikos({"sa", text, "--index", "u64", "-o", folder / "wide", "--quiet"}).exit_code == 0);
    CHECK(lexikos({"lcp", text, "--sa", folder / "wide", "-o", "-", "--quiet"}).out == wide);
  }
}

TEST_CASE("lexikos lcp: an empty text, the report, and standard input")
{
  Folder const folder;
  CHECK(lexikos({"lcp", folder.write("empty", ""), "--quiet"}).exit_code == 0);
  CHECK(read(folder / "empty.lcp").empty());
  for (std::string const width : {"auto", "u32", "u64"})
    CHECK(lexikos({"lcp", folder / "empty", "--sa", folder.write("none", ""), "--index", width, "--quiet"}).exit_code ==
          0);
  std::string const text = folder.write("text", "mississippi");
  auto const json = nlohmann::json::parse(lexikos({"lcp", text, "--json"}).out);
  CHECK(json["max_lcp"] == 4);
  CHECK(json["mean_lcp"].get<double>() == doctest::Approx(13.0 / 11));
  CHECK(json["bytes"] == 11);
  CHECK(json["peak_bytes_per_character"].get<double>() >= 9);
  CHECK(contains(lexikos({"lcp", text}).err, "maximum LCP"));
  CHECK(lexikos({"lcp", "-", "--quiet"}, "mississippi").out == read(text + ".lcp"));
}

TEST_CASE("lexikos lcp: what is no suffix array of the text is refused, and nothing is left behind")
{
  Folder const folder;
  std::string const text = folder.write("text", "mississippi");
  auto wrong = arrays::suffix_array<std::uint32_t>("mississippi");
  std::swap(wrong[2], wrong[3]);
  std::string const array = folder.write("array", arrays::to_bytes(wrong));
  CHECK(lexikos({"lcp", text, "--sa", array, "--algorithm", "skew"}).exit_code == 2);
  auto const refused = lexikos({"lcp", text, "--sa", array});
  CHECK(refused.exit_code == 1);
  CHECK(contains(refused.err, "is not the suffix array of"));
  CHECK(lexikos({"lcp", text, "--sa", folder.write("short", "1234")}).exit_code == 1);
  CHECK(lexikos({"lcp", text, "--sa", folder / "missing"}).exit_code == 3);
  CHECK(lexikos({"lcp", text, "-o", text}).exit_code == 2);
  CHECK(lexikos({"lcp", text, "--sa", array, "-o", array}).exit_code == 2);
  CHECK(lexikos({"lcp", "-", "--sa", "-"}).exit_code == 2);
  CHECK(lexikos({"lcp", text, "--sa", array, "--index", "u64"}).exit_code == 1);
  CHECK(folder.names() == std::vector<std::string>{"array", "short", "text"});
}

}  // namespace
