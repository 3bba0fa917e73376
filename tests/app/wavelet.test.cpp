// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/process.hpp"

namespace
{

using process::contains;
using process::Folder;
using process::lexikos;

TEST_CASE("lexikos wavelet build, info and query")
{
  Folder const folder;
  std::string const text = folder.write("text", "abracadabra");
  for (std::string const structure : {"quad", "binary", "tree", "huffman"}) {
    CAPTURE(structure);
    auto const built = lexikos({"wavelet", "build", text, "--structure", structure, "--json", "--budget", "1000"});
    REQUIRE(built.exit_code == 0);
    auto const told = nlohmann::json::parse(built.out);
    CHECK(told["symbols"] == 11);
    CHECK(told["alphabet"] == 5);
    CHECK(told["structure"] == structure);
    CHECK(told["output"] == text + ".wavelet");
    auto const info = nlohmann::json::parse(lexikos({"wavelet", "info", text + ".wavelet", "--json"}).out);
    CHECK(info["structure"] == structure);
    CHECK(info["bytes"] == told["bytes"]);
    auto const asked = lexikos({"wavelet", "query", text + ".wavelet", "access:4", "access:11", "rank:a:11",
                                "rank:122:5", "select:a:5", "select:a:6", "count:a:c:0:11", "quantile:0:11:10",
                                "next:e:0:11", "previous:q:0:11", "top:0:11:2"});
    REQUIRE(asked.exit_code == 0);
    CHECK(asked.out ==
          "access:4\t99\naccess:11\tnone\nrank:a:11\t5\nrank:122:5\t0\nselect:a:5\t10\nselect:a:6\tnone\n"
          "count:a:c:0:11\t7\nquantile:0:11:10\t114\nnext:e:0:11\t114\nprevious:q:0:11\t100\n"
          "top:0:11:2\t[[97,5],[98,2]]\n");
    auto const json =
        nlohmann::json::parse(lexikos({"wavelet", "query", text + ".wavelet", "distinct:0:3", "--json"}).out);
    CHECK(json["answers"][0]["answer"].size() == 3);
  }
  CHECK(lexikos({"wavelet", "build", folder.write("empty", ""), "--symbol", "u16", "--quiet"}).exit_code == 0);
  CHECK(lexikos({"wavelet", "query", folder / "empty.wavelet", "rank:a:0"}).out == "rank:a:0\t0\n");
}

TEST_CASE("lexikos wavelet query: a symbol as a number or as a character, whichever it looks like")
{
  Folder const folder;
  std::string const text = folder.write("text", "1:=:a11::");
  REQUIRE(lexikos({"wavelet", "build", text, "-q"}).exit_code == 0);
  auto const asked = [&](std::string const& file, std::string const& query) {
    auto const result = lexikos({"wavelet", "query", file, query});
    CAPTURE(result.err);
    CHECK(result.exit_code == 0);
    std::string const start = query + "\t";
    CHECK(result.out.starts_with(start));
    return result.out.substr(start.size());
  };
  auto const answer = [&](std::string const& query) { return asked(text + ".wavelet", query); };
  CHECK(answer("rank:1:9") == "0\n");  // the symbol 1
  CHECK(answer("rank:=1:9") == "3\n");
  CHECK(answer("rank:49:9") == "3\n");
  CHECK(answer("rank:0x31:9") == "3\n");
  CHECK(answer("rank:=::9") == "4\n");
  CHECK(answer("rank:58:9") == "4\n");
  CHECK(answer("rank:=:9") == "1\n");
  CHECK(answer("rank:==:9") == "1\n");
  CHECK(answer("rank:a:9") == "1\n");
  CHECK(answer("rank:=a:9") == "1\n");
  CHECK(answer("count:=1:=::0:9") == "3\n");  // below the colon, from the digit
  CHECK(answer("rank:=1:1000") == "3\n");     // in all of the text
  CHECK(answer("count:=1:a:5:1000") == "4\n");
  CHECK(answer("quantile:0:9:9") == "none\n");
  CHECK(answer("next:b:0:9") == "none\n");

  std::string const wide = folder.write("wide", std::string("\xac\x20\x00\x00\xe9\x00\x00\x00", 8));  // U+20AC, U+00E9
  REQUIRE(lexikos({"wavelet", "build", wide, "--symbol", "u32", "-q"}).exit_code == 0);
  CHECK(asked(wide + ".wavelet", "rank:\xe2\x82\xac:2") == "1\n");
  CHECK(asked(wide + ".wavelet", "rank:=\xc3\xa9:2") == "1\n");
  for (std::string const query :
       {"rank:\xc3\xa9:2", "rank:=:::2", "rank:=12:2", "rank:::2", "count:=:0:9", "rank:=::::"}) {
    CAPTURE(query);
    CHECK(lexikos({"wavelet", "query", text + ".wavelet", query}).exit_code == 2);
  }
}

TEST_CASE("lexikos wavelet info: on standard output")
{
  Folder const folder;
  std::string const text = folder.write("text", "abracadabra");
  REQUIRE(lexikos({"wavelet", "build", text, "-q"}).exit_code == 0);
  auto const info = lexikos({"wavelet", "info", text + ".wavelet"});
  CHECK(info.err.empty());
  CHECK(contains(info.out, "symbols          11\n"));
}

TEST_CASE("lexikos wavelet: failures")
{
  Folder const folder;
  std::string const text = folder.write("text", "abracadabra");
  CHECK(lexikos({"wavelet"}).exit_code == 2);
  CHECK(lexikos({"wavelet", "build", text, "--structure", "octal"}).exit_code == 2);
  CHECK(lexikos({"wavelet", "build", text, "--symbol", "u16"}).exit_code == 3);
  REQUIRE(lexikos({"index", text}).exit_code == 0);
  auto const of_index = lexikos({"wavelet", "query", text + ".index", "access:0"});
  CHECK(of_index.exit_code == 6);
  CHECK(contains(of_index.err, "holds a suffix_index, not a wavelet structure"));
  CHECK(lexikos({"wavelet", "build", text, "-o", text}).exit_code == 2);
  CHECK(lexikos({"wavelet", "build", folder / "none"}).exit_code == 3);
  CHECK(lexikos({"wavelet", "info", text}).exit_code == 3);
  CHECK(lexikos({"wavelet", "build", text, "--quiet"}).exit_code == 0);
  for (std::string const query : {"rank:a", "rank:a:b", "rank:ab:1", "ranks:a:1", "rank:a:1:2", "rank:256:1", ""}) {
    CAPTURE(query);
    CHECK(lexikos({"wavelet", "query", text + ".wavelet", query}).exit_code == 2);
  }
}

}  // namespace
