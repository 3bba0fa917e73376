// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/arrays.hpp"
#include "app/io/json_lines.hpp"
#include "app/process.hpp"

namespace overlap_tests
{

namespace
{

using process::contains;
using process::Folder;
using process::lexikos;
using process::read;
using Numbers = std::vector<std::uint64_t>;

constexpr char const* head = "document\tsymbols\tcovered\tshare\tlongest\tcorpus_documents";

TEST_CASE("overlap: query documents in a corpus")
{
  Folder const folder;
  std::string const queries = folder.write("queries", "the brown foxquicknobrown dog");
  std::string const offsets = folder.write("queries.size", arrays::to_bytes(Numbers{0, 13, 18, 20, 29}));
  std::string const corpus = folder.write("corpus", "a brown foxy quick brown catbrown");
  std::string const borders = folder.write("corpus.size", arrays::to_bytes(Numbers{0, 13, 28, 33}));
  std::vector<std::string> command{"overlap",          queries, corpus, "-k5", "--offsets", offsets,
                                   "--corpus-offsets", borders, "-q"};
  auto const lines = lexikos(command);
  CHECK(lines.err == "");
  CHECK(lines.out == std::string(head) +
                         "\n0\t13\t10\t0.769231\t10\t3\n1\t5\t5\t1.000000\t5\t1\n2\t2\t0\t0.000000\t0\t0\n"
                         "3\t9\t6\t0.666667\t6\t3\n");
  command.insert(command.end(), {"--max-documents", "2", "-o", folder / "table"});
  CHECK(lexikos(command).exit_code == 0);
  CHECK(read(folder / "table") == std::string(head) +
                                      "\tfirst_documents\n0\t13\t10\t0.769231\t10\t3\t0,1\n1\t5\t5\t1.000000\t5\t1\t1\n"
                                      "2\t2\t0\t0.000000\t0\t0\t\n3\t9\t6\t0.666667\t6\t3\t0,1\n");
  command.insert(command.end(), {"--json", "-o", "-"});
  auto const json = nlohmann::json::parse(lexikos(command).out);
  CHECK(json["query_documents"] == 4);
  CHECK(json["corpus_documents"] == 3);
  CHECK(json["covered"] == 21);
  CHECK(json["found_documents"] == 3);
  REQUIRE(json["documents"].size() == 4);
  CHECK(json["documents"][0]["share"].get<double>() == doctest::Approx(10. / 13));
  CHECK(json["documents"][1]["longest"] == 5);
  CHECK(json["documents"][2]["first_documents"] == nlohmann::json::array());
  CHECK(json["documents"][3]["first_documents"] == nlohmann::json({0, 1}));

  // as one document each, with a table for people beside the result
  auto const whole = lexikos({"overlap", "-", corpus, "-k9"}, "a brown foxquick brown x");
  CHECK(whole.out == std::string(head) + "\n0\t24\t23\t0.958333\t12\t1\n");
  CHECK(contains(whole.err, "share of all"));
  CHECK(lexikos({"overlap", folder.write("empty", ""), corpus, "-q"}).out ==
        std::string(head) + "\n0\t0\t0\t0.000000\t0\t0\n");
  CHECK(lexikos({"overlap", queries, folder / "empty", "-q"}).out ==
        std::string(head) + "\n0\t29\t0\t0.000000\t0\t0\n");
}

TEST_CASE("overlap: tokens, and lines of JSON")
{
  Folder const folder;
  std::string const queries = folder.write("queries", arrays::to_bytes(std::vector<std::uint32_t>{70'000, 1, 2, 3}));
  std::string const corpus =
      folder.write("corpus", arrays::to_bytes(std::vector<std::uint32_t>{5, 1, 2, 3, 70'000, 1}));
  CHECK(lexikos({"overlap", queries, corpus, "-k2", "--symbols", "u32", "-q"}).out ==
        std::string(head) + "\n0\t4\t4\t1.000000\t3\t1\n");
  auto const beyond = lexikos({"overlap", queries, corpus, "--symbols", "u32", "--vocabulary", "70000"});
  CHECK(beyond.exit_code == 3);
  CHECK(contains(beyond.err, queries + ": symbol 0 is 70000, beyond a vocabulary of 70000"));
  if (!lexikos::app::reads_json_lines) return;
  std::string const some = folder.write("some", "{\"t\":\"abcde\"}\n{\"t\":\"\"}\n");
  std::string const lines = folder.write("lines", "{\"t\":\"xbcdx\"}\n{\"t\":\"abc\"}\n{\"t\":\"de\"}\n");
  CHECK(lexikos({"overlap", some, lines, "-k3", "--field", "t", "-q", "--max-documents", "9"}).out ==
        std::string(head) + "\tfirst_documents\n0\t5\t4\t0.800000\t3\t2\t0,1\n1\t0\t0\t0.000000\t0\t0\t\n");
}

TEST_CASE("overlap: what is refused")
{
  Folder const folder;
  std::string const text = folder.write("text", "abcdefgh");
  auto const refused = [&](std::vector<std::string> command, int code, std::string const& message) {
    command.insert(command.begin(), "overlap");
    command.insert(command.end(), {"-o", folder / "out"});
    auto const result = lexikos(command);
    CAPTURE(result.err);
    CHECK(result.exit_code == code);
    CHECK(contains(result.err, message));
    CHECK_FALSE(std::filesystem::exists(folder / "out"));
  };
  std::string const wrong = folder.write("offsets", arrays::to_bytes(Numbers{0, 9}));
  refused({text, text, "--offsets", wrong}, 3, "offset 1 is 9, beyond the 8 bytes");
  refused({text, text, "--corpus-offsets", wrong}, 3, "offset 1 is 9, beyond the 8 bytes");
  refused({text, folder / "nowhere"}, 3, "nowhere");
  refused({text, folder.write("odd", "abc"), "--symbols", "u16"}, 3, "3 bytes are not symbols of 2");
  refused({text, text, "--field", "t", "--offsets", wrong}, 2, "each line is a document");
  refused({text, text, "--field", "t", "--symbols", "u16"}, 2, "--field is for texts");
  refused({"-", "-"}, 2, "standard input can be read once");
  refused({text, text, "-k", "0"}, 2, "-k");
  refused({text}, 2, "CORPUS");
  CHECK(lexikos({"overlap", text, text, "-o", text}).exit_code == 2);
  CHECK(lexikos({"overlap", text, text, "-k3", "-o", "/dev/full"}).exit_code == 4);
}

}  // namespace

}  // namespace overlap_tests
