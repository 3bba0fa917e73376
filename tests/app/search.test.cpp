// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/fasta_records.hpp"
#include "app/process.hpp"
#include "app/saved_file.hpp"

namespace
{

using process::contains;
using process::Folder;
using process::lexikos;

constexpr char const* bytes = "abracadabra";

std::vector<std::size_t> positions_of(nlohmann::json const& result)
{
  std::vector<std::size_t> positions;
  for (auto const& match : result["matches"]) positions.push_back(match["position"]);
  return positions;
}

/// What both ways to a text tell of it.
void expect_answers(std::string const& source)
{
  auto const result = lexikos({"search", source, "abra", "", "z", "a", bytes, "--json", "--context", "3"});
  REQUIRE(result.exit_code == 0);
  auto const json = nlohmann::json::parse(result.out);
  CHECK(json["bytes"] == 11);
  CHECK(json["patterns"] == 5);
  CHECK(json["occurrences"] == 2 + 11 + 0 + 5 + 1);
  auto const& results = json["results"];
  CHECK(results[0]["count"] == 2);
  CHECK(positions_of(results[0]) == std::vector<std::size_t>{0, 7});
  CHECK(results[0]["matches"][0]["before"] == "");
  CHECK(results[0]["matches"][0]["after"] == "cad");
  CHECK(results[0]["matches"][1]["before"] == "cad");
  CHECK(results[1]["count"] == 11);
  CHECK(results[2]["count"] == 0);
  CHECK(results[2]["matches"].empty());
  CHECK(positions_of(results[3]) == std::vector<std::size_t>{0, 3, 5, 7, 10});
  CHECK(positions_of(results[4]) == std::vector<std::size_t>{0});
}

TEST_CASE("lexikos index and search")
{
  Folder const folder;
  std::string const text = folder.write("text", bytes);
  expect_answers(text);
  for (std::vector<std::string> const& options : {std::vector<std::string>{},
                                                  {"--index", "u64"},
                                                  {"--lcp"},
                                                  {"--isa"},
                                                  {"--lcp", "--isa"},
                                                  {"--kind", "fm"},
                                                  {"--kind", "fm", "--keep-text", "--sample-rate", "1"},
                                                  {"--kind", "fm", "--index", "u64", "--huffman"},
                                                  {"--kind", "fm", "--sample-rate", "128"}})
  {
    std::vector<std::string> command = {"index", text, "--json"};
    command.insert(command.end(), options.begin(), options.end());
    auto const result = lexikos(command);
    REQUIRE(result.exit_code == 0);
    auto const json = nlohmann::json::parse(result.out);
    CHECK(json["bytes"] == 11);
    CHECK(json["alphabet"] == 5);
    CHECK(json["output"] == text + ".index");
    expect_answers(text + ".index");
  }
  CHECK(folder.names() == std::vector<std::string>{"text", "text.index"});
  CHECK(nlohmann::json::parse(lexikos({"search", text + ".index", "--text", "abra", "--json"}).out)["bytes"] > 11);
}

TEST_CASE("lexikos search: lines for people, counts and limits")
{
  Folder const folder;
  std::string const text = folder.write("text", "one\ntwo\none");
  auto const shown = lexikos({"search", text, "one", "--quiet"});
  CHECK(shown.exit_code == 0);
  CHECK(shown.err.empty());
  CHECK(shown.out == "2\tone\n             0  [one].two.one\n             8  one.two.[one]\n");
  CHECK(lexikos({"search", text, "one", "x", "--count", "--quiet"}).out == "2\tone\n0\tx\n");
  auto const limited = lexikos({"search", text, "o", "--limit", "1", "--context", "0", "--quiet"});
  CHECK(contains(limited.out, "3\to\n"));
  CHECK(contains(limited.out, "[o]\n  and 2 more\n"));
  CHECK(contains(lexikos({"search", text, "one"}).err, "occurrences"));
}

TEST_CASE("lexikos search: with errors")
{
  Folder const folder;
  std::string const text = folder.write("text", bytes);
  REQUIRE(lexikos({"index", text, "--quiet"}).exit_code == 0);
  for (std::string const& source : {text, text + ".index"}) {
    CHECK(lexikos({"search", source, "abrx", "cada", "", "--errors", "1", "--quiet"}).out ==
          "2\tabrx\n             0  1  [abra]cadabra\n             7  1  abracad[abra]\n"
          "1\tcada\n             4  0  abra[cada]bra\n0\t\n");
    CHECK(lexikos({"search", source, "acadb", "-e", "1", "--edit", "--quiet", "--context", "2"}).out ==
          "3\tacadb\n             3  1  br[acad]ab\n             3  1  br[acada]br\n             3  1  br[acadab]ra\n");
    CHECK(lexikos({"search", source, "ra", "ax", "-e", "0", "--count", "--quiet"}).out == "2\tra\n0\tax\n");
    CHECK(lexikos({"search", source, "abr", "--errors", "1", "--edit", "-c", "--quiet"}).out == "6\tabr\n");
    CHECK(lexikos({"search", source, "zzz", "--errors", "2", "--quiet"}).exit_code == 1);
    auto const limited = lexikos({"search", source, "a", "c", "-e", "1", "--limit", "1", "--context", "0", "--quiet"});
    CHECK(limited.out ==
          "11\ta\n             0  0  [a]\n  and 10 more\n11\tc\n             0  1  [a]\n  and 10 more\n");
    auto const json = nlohmann::json::parse(
        lexikos({"search", source, "acadbr", "--errors", "1", "--edit", "--json", "--context", "2"}).out);
    REQUIRE(json["occurrences"] == 1);
    auto const& match = json["results"][0]["matches"][0];
    CHECK(match["position"] == 3);
    CHECK(match["length"] == 7);
    CHECK(match["distance"] == 1);
    CHECK(match["match"] == "acadabr");
    CHECK(match["before"] == "br");
    CHECK(match["after"] == "a");
  }
  CHECK(lexikos({"search", text, "a", "--errors", "5"}).exit_code == 2);
  CHECK(lexikos({"search", text, "a", "--edit"}).exit_code == 2);
  REQUIRE(lexikos({"index", text, "--kind", "fm", "--quiet"}).exit_code == 0);
  auto const refused = lexikos({"search", text + ".index", "a", "--errors", "1"});
  CHECK(refused.exit_code == 6);
  CHECK(contains(refused.err, "FM-index"));
}

TEST_CASE("lexikos search: with errors, in an index of sequences")
{
  Folder const folder;
  std::string const sequences = folder.write("s.fa", ">one\nACGTACGTTT\n>two\nGGACGTCC\n");
  std::string const index = folder / "s.index";
  REQUIRE(lexikos({"index", "--fasta", sequences, "-o", index, "--quiet"}).exit_code == 0);
  CHECK(lexikos({"search", index, "acgtgc", "TTTGG", "--errors", "1", "--quiet"}).out ==
        "2\tacgtgc\n  one\t0\t1  [ACGTAC]GTTT\n  two\t2\t1  GG[ACGTCC]\n0\tTTTGG\n");
  CHECK(lexikos({"search", index, "TTTGG", "-e", "2", "--edit", "--quiet"}).out ==
        "1\tTTTGG\n  one\t7\t2  ACGTACG[TTT]\n");
}

TEST_CASE("lexikos search: patterns and texts from files and standard input")
{
  Folder const folder;
  std::string const text = folder.write("text", bytes);
  std::string const patterns = folder.write("patterns", "abra\n\nzebra\nra");
  std::string const expected = "5\ta\n2\tabra\n11\t\n0\tzebra\n2\tra\n";
  CHECK(lexikos({"search", text, "a", "--patterns", patterns, "--count", "--quiet"}).out == expected);
  CHECK(lexikos({"search", text, "a", "-p", "-", "-c", "--quiet"}, "abra\n\nzebra\nra\n").out == expected);
  CHECK(lexikos({"search", "-", "a", "-c", "--quiet"}, bytes).out == "5\ta\n");
  CHECK(lexikos({"search", folder.write("empty", ""), "a", "", "-c", "--quiet"}).out == "0\ta\n0\t\n");
  CHECK(lexikos({"index", folder / "empty", "-o", folder / "of_empty", "--quiet"}).exit_code == 0);
  CHECK(lexikos({"search", folder / "of_empty", "a", "", "-c", "--quiet"}).out == "0\ta\n0\t\n");
}

TEST_CASE("lexikos index: FM-indexes of DNA, and those that only count")
{
  Folder const folder;
  std::string const text = folder.write("text", "ACGTNNNNacgtNNACG");
  std::string const index = text + ".index";
  REQUIRE(lexikos({"index", text, "--kind", "fm", "--dna", "--quiet"}).exit_code == 0);
  CHECK(lexikos({"search", index, "acg", "ACGTN", "NN", "-c", "--quiet"}).out == "3\tacg\n2\tACGTN\n4\tNN\n");
  CHECK(lexikos({"search", index, "gtnna", "cgtNN", "--quiet"}).out ==
        "0\tgtnna\n2\tcgtNN\n             1  A[CGTNN]NNACGTNNACG\n             9  ACGTNNNNA[CGTNN]ACG\n");
  REQUIRE(lexikos({"index", text, "--kind", "fm", "--sample-rate", "0", "--quiet"}).exit_code == 0);
  CHECK(lexikos({"search", index, "ACG", "-c", "--quiet"}).out == "2\tACG\n");
  auto const located = lexikos({"search", index, "ACG"});
  CHECK(located.exit_code == 6);
  CHECK(contains(located.err, "--count"));
  for (std::vector<std::string> const& wrong : {std::vector<std::string>{"--sample-rate", "3", "--kind", "fm"},
                                                {"--sample-rate", "4"},
                                                {"--dna"},
                                                {"--keep-text"},
                                                {"--huffman"},
                                                {"--kind", "fm", "--lcp"},
                                                {"--kind", "fm", "--isa"},
                                                {"--kind", "bwt"}})
  {
    std::vector<std::string> command = {"index", text};
    command.insert(command.end(), wrong.begin(), wrong.end());
    CAPTURE(wrong.front());
    CHECK(lexikos(command).exit_code == 2);
  }
}

TEST_CASE("lexikos index and search: failures")
{
  Folder const folder;
  std::string const text = folder.write("text", bytes);
  CHECK(lexikos({"search", text}).exit_code == 2);
  CHECK(contains(lexikos({"search", folder.path()}).err, "it is a directory"));
  CHECK(lexikos({"search", text, "a", "--index", "--text"}).exit_code == 2);
  CHECK(lexikos({"search", "-", "-p", "-"}).exit_code == 2);
  CHECK(lexikos({"index", "-"}, bytes).exit_code == 2);
  CHECK(lexikos({"index", text, "-o", text}).exit_code == 2);
  CHECK(lexikos({"index", text, "-o", "-"}).exit_code == 2);
  CHECK(process::read(text) == bytes);

  CHECK(lexikos({"search", folder / "none", "a"}).exit_code == 3);
  CHECK(lexikos({"search", folder.path(), "a"}).exit_code == 3);
  CHECK(lexikos({"search", folder / "none", "a", "--index"}).exit_code == 3);
  CHECK(lexikos({"index", folder / "none"}).exit_code == 3);
  CHECK(lexikos({"index", text, "-o", folder / "none/index"}).exit_code == 4);
  CHECK(lexikos({"index", text, "-o", folder.path()}).exit_code == 4);

  auto const foreign = lexikos({"search", text, "a", "--index"});
  CHECK(foreign.exit_code == 3);
  CHECK(contains(foreign.err, text + " is not a file of Lexikos"));
  CHECK(lexikos({"index", text, "--quiet"}).exit_code == 0);
  std::string damaged = process::read(text + ".index");
  damaged[damaged.size() / 2] ^= 1;
  auto const refused = lexikos({"search", folder.write("damaged", damaged), "a"});
  CHECK(refused.exit_code == 3);
  CHECK(contains(refused.err, "is damaged"));
  CHECK(refused.out.empty());
  CHECK(folder.names() == std::vector<std::string>{"damaged", "text", "text.index"});
}

/// Right checksums, and entries within bounds, of an array that is not the text's: it has "bb" start at the last symbol.
TEST_CASE("lexikos search: matches of a forged index do not lead out of its text")
{
  Folder const folder;
  using saved_file::Section;
  saved_file::File const file{"suffix_index",
                              {{"index_bytes", 0, 4},
                               {"table_depth", 0, 2},
                               Section::array("symbols", std::vector<std::uint8_t>{'a', 'b'}),
                               Section::array("text", std::vector<std::uint8_t>{'a', 'b', 'b', 'a'}),
                               Section::array("suffix_array", std::vector<std::uint32_t>{3, 3, 3, 3}),
                               Section::array("table", std::vector<std::uint32_t>{0, 1, 2, 3, 4})}};
  std::string const index = folder.write("forged", saved_file::to_bytes(file));
  for (std::string const context : {"1", "4000000000"}) {
    auto const result = lexikos({"search", index, "bb", "--context", context});
    CHECK(result.exit_code == 3);
    CHECK(contains(result.err, "is damaged"));
    CHECK(result.out.empty());
    CHECK(lexikos({"search", index, "bb", "--errors", "1", "--context", context}).exit_code == 0);
  }
}

}  // namespace
