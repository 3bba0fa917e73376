// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The matches of sequences, by the program, beside those that looking at all pairs of places finds.

#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "app/io/sequences.hpp"
#include "app/process.hpp"

namespace match_tests
{

namespace
{

using process::contains;
using process::Folder;
using process::lexikos;
using process::read;

struct Record
{
  std::string name;
  std::string letters;
};
using Records = std::vector<Record>;

std::string fasta(Records const& records)
{
  std::string text;
  for (auto const& [name, letters] : records) {
    text += ">" + name + " and more\n";
    for (std::size_t at = 0; at < letters.size(); at += 60) text += letters.substr(at, 60) + '\n';
  }
  return text;
}

class Random
{
 public:
  explicit Random(std::uint64_t seed) : m_state(seed) {}
  std::size_t below(std::size_t bound)
  {
    m_state = m_state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::size_t>(m_state >> 33) % bound;
  }
  std::string letters(std::size_t n)
  {
    std::string text;
    for (std::size_t i = 0; i < n; ++i) text += "ACGT"[below(4)];
    return text;
  }

 private:
  std::uint64_t m_state;
};

std::string capitals(std::string text)
{
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  return text;
}

std::string reverse_complement(std::string text)
{
  std::ranges::reverse(text);
  std::string const letters = "ACGT", complements = "TGCA";
  for (char& c : text) c = complements[letters.find(c)];
  return text;
}

/// Record, place in it, place in the query, length.
using Match = std::tuple<std::size_t, std::size_t, std::size_t, std::size_t>;

/// All maximal matches, over all pairs of places.
std::vector<Match> maximal_matches(Records const& reference, std::string const& query, std::size_t min_length)
{
  std::vector<Match> matches;
  for (std::size_t r = 0; r < reference.size(); ++r) {
    std::string const text = capitals(reference[r].letters);
    for (std::size_t i = 0; i < text.size(); ++i)
      for (std::size_t j = 0; j < query.size(); ++j) {
        if (i > 0 && j > 0 && text[i - 1] == query[j - 1]) continue;
        std::size_t length = 0;
        while (i + length < text.size() && j + length < query.size() && text[i + length] == query[j + length]) ++length;
        if (length >= min_length) matches.emplace_back(r, i, j, length);
      }
  }
  std::ranges::sort(matches);
  return matches;
}

Records some_reference()
{
  Random next(3);
  std::string const repeat = next.letters(60);
  return {{"chr1", next.letters(300) + repeat + next.letters(200) + repeat}, {"second_record", next.letters(400)}};
}

Records some_queries(Records const& reference)
{
  std::string copy = reference[0].letters.substr(100, 350);
  for (std::size_t at = 40; at < copy.size(); at += 97) copy[at] = copy[at] == 'A' ? 'C' : 'A';
  std::string small = reference[1].letters.substr(50, 120);
  for (char& c : small) c = static_cast<char>(c + 32);
  return {{"copy", copy},
          {"turned", reverse_complement(reference[1].letters.substr(200, 150))},
          {"small", small},
          {"none", "ACG"}};
}

TEST_CASE("lexikos match: all maximal matches, as a table")
{
  Folder const folder;
  Records const reference = some_reference();
  Records const queries = some_queries(reference);
  std::string const reference_file = folder.write("reference.fa", fasta(reference));
  std::string const query_file = folder.write("queries.fa", fasta(queries));
  for (bool const turned : {false, true}) {
    for (std::size_t const length : {8, 20, 50}) {
      CAPTURE(turned);
      CAPTURE(length);
      std::vector<std::string> command = {"match", "--maxmatch",   "-l",      std::to_string(length), "--format", "tsv",
                                          "-q",    reference_file, query_file};
      if (turned) command.emplace_back("-r");
      auto const result = lexikos(command);
      REQUIRE(result.exit_code == 0);
      std::istringstream lines(result.out);
      std::string line;
      REQUIRE(std::getline(lines, line));
      CHECK(line == "reference\treference_position\tquery\tstrand\tquery_position\tlength");
      std::vector<std::vector<Match>> found(queries.size());
      while (std::getline(lines, line)) {
        std::istringstream words(line);
        std::string record, query, strand;
        std::size_t position = 0, query_position = 0, size = 0;
        words >> record >> position >> query >> strand >> query_position >> size;
        CHECK(strand == (turned ? "-" : "+"));
        auto const number_of = [](Records const& records, std::string const& name) {
          auto const at = std::ranges::find(records, name, &Record::name);
          REQUIRE(at != records.end());
          return static_cast<std::size_t>(at - records.begin());
        };
        found[number_of(queries, query)].emplace_back(number_of(reference, record), position, query_position, size);
      }
      for (std::size_t q = 0; q < queries.size(); ++q) {
        std::ranges::sort(found[q]);
        std::string const letters = capitals(queries[q].letters);
        CAPTURE(queries[q].name);
        bool const is_right =
            found[q] == maximal_matches(reference, turned ? reverse_complement(letters) : letters, length);
        REQUIRE(is_right);
      }
    }
  }
}

TEST_CASE("lexikos match: the lines of mummer, and JSON")
{
  Folder const folder;
  std::string const one = folder.write("one.fa", ">only\nAACCGGTTACGTACGATT\n");
  std::string const two = folder.write("two.fa", ">a\nAACCGGTT\n>longer\nACGTACGATT\n");
  std::string const query = folder.write("query.fa", ">q\nccggttacg\n>empty\n>r\nAATCGTACG\n");
  std::string const forward = "       3         1         9\n";
  CHECK(lexikos({"match", "-q", "-l", "7", one, query}).out == "> q\n" + forward + "> empty\n> r\n");
  CHECK(lexikos({"match", "-q", "-l", "7", "-b", "-L", one, query}).out ==
        "> q  Len = 9\n" + forward +
            "> q Reverse  Len = 9\n> empty  Len = 0\n> empty Reverse  Len = 0\n> r  Len = 9\n> r Reverse  Len = 9\n"
            "      10         1         9\n");
  CHECK(lexikos({"match", "-q", "-l", "9", "-r", "-c", one, query}).out ==
        "> q Reverse\n> empty Reverse\n> r Reverse\n      10         9         9\n");
  // words with one dash, as mummer has them; no match crosses the end of a record
  CHECK(lexikos({"match", "-q", "-maxmatch", "-l", "6", two, query}).out ==
        "> q\n  a              3         1         6\n> empty\n> r\n  longer         2         4         6\n");
  CHECK(lexikos({"match", "-q", "-mum", "-l", "9", "-F", one, query}).out ==
        "> q\n  only         3         1         9\n> empty\n> r\n");
  auto const result = lexikos({"match", "--smem", "-l", "4", "--json", two, query, "-o", folder / "out"});
  REQUIRE(result.exit_code == 0);
  auto const json = nlohmann::json::parse(read(folder / "out"));
  REQUIRE(json["matches"].size() == json["count"]);
  CHECK(json["matches"][0]["reference"] == "a");
  CHECK(json["matches"][0]["reference_position"] == 2);
  CHECK(json["matches"][0]["query"] == "q");
  CHECK(json["matches"][0]["length"] == 6);
  CHECK(json["matches"][0]["occurrences"] == 1);
}

TEST_CASE("lexikos match: lines of very many matches, which several threads make, are those of all, in their order")
{
  Folder const folder;
  std::string letters;
  unsigned state = 3;
  for (int i = 0; i < 12'000; ++i) letters += "ACGT"[(state = state * 1103515245u + 12345u) >> 16 & 3];
  std::string const reference = folder.write("reference.fa", ">x\n" + letters + "\n");
  std::string const queries = folder.write("queries.fa", ">none\nA\n>all\n" + letters + "\n>some\nAC\n");
  std::vector<std::string> command{"match", reference, queries, "-q", "-l", "6", "-b", "--maxmatch", "--threads", "3"};
  std::string lines = lexikos(command).out;
  command.push_back("--json");
  auto const json = nlohmann::json::parse(lexikos(command).out);
  REQUIRE(json["count"] > 40'000);
  std::string expected = "> none\n> none Reverse\n> all\n";
  bool reversed = false;
  auto const right = [](std::uint64_t number) {
    std::string const digits = std::to_string(number);
    return std::string(8 - digits.size(), ' ') + digits;
  };
  for (auto const& match : json["matches"]) {
    if (!reversed && match["strand"] == "-") expected += "> all Reverse\n";
    reversed = match["strand"] == "-";
    expected += right(match["reference_position"].get<std::uint64_t>() + 1) + "  " +
                right(match["query_position"].get<std::uint64_t>() + 1) + "  " +
                right(match["length"].get<std::uint64_t>()) + '\n';
  }
  CHECK((lines == expected + "> some\n> some Reverse\n"));
}

TEST_CASE("lexikos match: more matches than are on the host at a time")
{
  Folder const folder;
  Random next(11);
  Records const reference{{"x", next.letters(3000)}};
  Records const queries{{"first", next.letters(1700)}, {"second", next.letters(2900)}};
  std::string const files[] = {folder.write("reference.fa", fasta(reference)),
                               folder.write("queries.fa", fasta(queries))};
  auto const exit_code = [&](std::string const& output) {
    return lexikos({"match", "--maxmatch", "-b", "-l", "1", files[0], files[1], "-o", output, "--threads", "3"})
        .exit_code;
  };
  REQUIRE(exit_code(folder / "out") == 0);
  std::string expected;
  std::size_t count = 0;
  auto const append = [&](std::size_t number, std::size_t width) {
    std::string const digits = std::to_string(number);
    expected.append(width - digits.size(), ' ').append(digits);
  };
  for (auto const& [name, letters] : queries)
    for (bool const turned : {false, true}) {
      expected.append("> ").append(name).append(turned ? " Reverse\n" : "\n");
      auto matches = maximal_matches(reference, turned ? reverse_complement(letters) : letters, 1);
      std::ranges::sort(matches, {},
                        [](Match const& match) { return std::pair(std::get<2>(match), std::get<1>(match)); });
      for (auto const& [record, place, query_place, length] : matches) {
        append(place + 1, 8);
        append(query_place + 1, 10);
        append(length, 10);
        expected += '\n';
      }
      count += matches.size();
    }
  CHECK(count > std::size_t{1} << 22);
  CHECK((read(folder / "out") == expected));
  CHECK(exit_code("/dev/full") == 4);
  if (::access("/dev/shm", W_OK) == 0) {  // into the room of a file in memory
    Folder const in_memory("/dev/shm");
    CHECK(exit_code(in_memory / "out") == 0);
    CHECK((read(in_memory / "out") == expected));
  }
}

TEST_CASE("lexikos match: letters other than A, C, G and T")
{
  Folder const folder;
  std::string const reference = folder.write("reference.fa", ">x\nACGTNNNNACGGT\n");
  std::string const query = folder.write("query.fa", ">q\nGTNNNNAC\n");
  CHECK(contains(lexikos({"match", "-q", "-l", "8", reference, query}).out, "       3         1         8\n"));
  CHECK(lexikos({"match", "-q", "-l", "2", "-n", "--maxmatch", reference, query}).out ==
        "> q\n       3         1         2\n      12         1         2\n       1         7         2\n"
        "       9         7         2\n");
}

TEST_CASE("lexikos match: failures")
{
  Folder const folder;
  std::string const text = folder.write("text", "no sequence");
  std::string const query = folder.write("query.fa", ">q\nACGT\n");
  CHECK(lexikos({"match", query}).exit_code == 2);
  CHECK(lexikos({"match", query, query, "--mum", "--maxmatch"}).exit_code == 2);
  CHECK(lexikos({"match", query, query, "-b", "-r"}).exit_code == 2);
  CHECK(lexikos({"match", query, query, "-l", "0"}).exit_code == 2);
  CHECK(lexikos({"match", query, query, "--format", "sam"}).exit_code == 2);
  CHECK(lexikos({"match", "-", "-"}).exit_code == 2);
  CHECK(lexikos({"match", query, query, "-o", query}).exit_code == 2);
  CHECK(lexikos({"match", text, query}).exit_code == 3);
  CHECK(lexikos({"match", query, folder / "none"}).exit_code == 3);
  CHECK(lexikos({"match", query, query, "-o", folder / "none/out"}).exit_code == 4);
  CHECK(contains(lexikos({"match", query, query}).err, "matches"));
}

}  // namespace
}  // namespace match_tests
