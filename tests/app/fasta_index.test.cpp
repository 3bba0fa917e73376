// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Indexes of sequences: what is found lies in one record, as looking at each record finds it.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "app/fasta_records.hpp"
#include "app/process.hpp"
#include "app/saved_file.hpp"

namespace fasta_index_tests
{

namespace
{

using fasta_records::capitals;
using fasta_records::fasta;
using fasta_records::kinds;
using fasta_records::Names;
using fasta_records::Record;
using fasta_records::Records;
using fasta_records::some_letters;
using fasta_records::with;
using process::contains;
using process::Folder;
using process::lexikos;

struct Place
{
  std::string record;
  std::size_t position;

  auto operator<=>(Place const&) const = default;
};

/// Record by record, place by place.
std::vector<Place> naive(Records const& records, std::string const& pattern)
{
  std::vector<Place> places;
  for (auto const& record : records)
    for (std::size_t at = 0; at < record.letters.size() && at + pattern.size() <= record.letters.size(); ++at)
      if (capitals(record.letters.substr(at, pattern.size())) == capitals(pattern)) places.push_back({record.name, at});
  return places;
}

std::string joined(Records const& records)
{
  std::string text;
  for (auto const& record : records) text += record.letters;
  return text;
}

/// Records of many lengths, none among them; small letters, and runs that go on from one record into the next.
Records many_records(std::mt19937_64& random)
{
  Records records = {{"empty", ""}, {"one", "A"}, {"two", "aC"}};
  for (std::size_t r = 0; r < 40; ++r)
    records.push_back({"record" + std::to_string(r), some_letters(random() % (r % 5 == 0 ? 300 : 20), 9, random)});
  for (std::size_t r = 0; r < 30; ++r) records.push_back({"run" + std::to_string(r), std::string(1 + r % 4, 'A')});
  records.push_back({"another", "ACGT"});
  records.push_back({"last", ""});
  return records;
}

/// Pieces of the text, across borders too, and others.
Names some_patterns(std::string const& text, std::mt19937_64& random)
{
  Names patterns = {"", "A", "a", "AA", "AAAAA", "CA", "N", text, text + "A", "x"};
  while (patterns.size() < 400)
    patterns.push_back(random() % 4 == 0
                           ? some_letters(random() % 5, 9, random)
                           : text.substr(random() % text.size(), random() % (random() % 4 == 0 ? 90 : 9)));
  return patterns;
}

std::vector<Place> places_of(nlohmann::json const& result)
{
  std::vector<Place> places;
  for (auto const& match : result["matches"]) places.push_back({match["record"], match["position"]});
  return places;
}

void expect_answers(std::string const& index, Records const& records, Names const& patterns, std::string const& list)
{
  auto const all = lexikos({"search", index, "--patterns", list, "--limit", "0", "--context", "4", "--json"});
  auto const some = lexikos({"search", index, "--patterns", list, "--limit", "3", "--json"});
  auto const counts = lexikos({"search", index, "--patterns", list, "--count", "-q"});
  REQUIRE(all.exit_code == 0);
  auto const json = nlohmann::json::parse(all.out), limited = nlohmann::json::parse(some.out);
  CHECK(json["records"] == records.size());
  REQUIRE(json["results"].size() == patterns.size());
  std::string lines;
  std::size_t sum = 0;
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    CAPTURE(patterns[i]);
    auto const expected = naive(records, patterns[i]);
    auto const& result = json["results"][i];
    REQUIRE(result["count"] == expected.size());
    REQUIRE(places_of(result) == expected);
    REQUIRE(limited["results"][i]["count"] == expected.size());
    auto const shown = places_of(limited["results"][i]);
    REQUIRE(shown.size() == std::min<std::size_t>(3, expected.size()));
    REQUIRE(std::ranges::all_of(shown, [&](Place const& place) { return std::ranges::count(expected, place) == 1; }));
    for (std::size_t k = 0; k < expected.size(); ++k) {
      auto const& record = *std::ranges::find(records, expected[k].record, &Record::name);
      std::size_t const begin = expected[k].position, end = begin + patterns[i].size();
      std::size_t const before = std::min<std::size_t>(begin, 4);
      REQUIRE(result["matches"][k]["before"] == capitals(record.letters.substr(begin - before, before)));
      REQUIRE(result["matches"][k]["after"] == capitals(record.letters.substr(end, 4)));
    }
    lines += std::to_string(expected.size()) + "\t" + patterns[i] + "\n";
    sum += expected.size();
  }
  CHECK(json["occurrences"] == sum);
  CHECK(counts.out == lines);
}

TEST_CASE("lexikos index --fasta: what is found lies in one record")
{
  Folder const folder;
  std::mt19937_64 random(1);
  Records const records = many_records(random);
  auto const patterns = some_patterns(joined(records), random);
  std::string lines;
  for (auto const& pattern : patterns) lines += pattern + "\n";
  std::string const list = folder.write("patterns", lines);
  std::string const file = folder.write("genome.fa", fasta(records));
  std::string const packed = folder.write("genome.fa.gz", process::run_command({"gzip", "-nc", file}).out);
  for (auto const& options : kinds()) {
    CAPTURE(options.size());
    auto const result = lexikos(with({"index", "--fasta", packed, "-o", folder / "index", "--json"}, options));
    CAPTURE(result.err);
    REQUIRE(result.exit_code == 0);
    auto const json = nlohmann::json::parse(result.out);
    CHECK(json["records"] == records.size());
    CHECK(json["longest_record"] ==
          std::ranges::max(records, {}, [](Record const& r) { return r.letters.size(); }).letters.size());
    CHECK(json["bytes"] == joined(records).size());
    expect_answers(folder / "index", records, patterns, list);
  }
  // standard input, and a file that is not compressed
  REQUIRE(lexikos({"index", "--fasta", "-", "-o", folder / "index", "-q"}, fasta(records)).exit_code == 0);
  CHECK(lexikos({"search", folder / "index", "acg", "-c", "-q"}).out ==
        std::to_string(naive(records, "ACG").size()) + "\tacg\n");
}

TEST_CASE("lexikos search: lines with names of records")
{
  Folder const folder;
  std::string const file = folder.write("x.fa", ">chr1 x\nACGTacg\n>none\n>chr2\nTTACG\n");
  for (auto const& options : kinds()) {
    REQUIRE(lexikos(with({"index", "--fasta", file, "-q"}, options)).exit_code == 0);
    std::string const index = file + ".index";
    CHECK(lexikos({"search", index, "acg", "GTT", "--context", "2", "-q"}).out ==
          "3\tacg\n  chr1\t0\t[ACG]TA\n  chr1\t4\tGT[ACG]\n  chr2\t2\tTT[ACG]\n0\tGTT\n");
    CHECK(lexikos({"search", index, "T", "--limit", "0", "--context", "0", "-q"}).out ==
          "3\tT\n  chr1\t3\t[T]\n  chr2\t0\t[T]\n  chr2\t1\t[T]\n");
    CHECK(contains(lexikos({"search", index, "T", "--limit", "1", "-q"}).out, "  and 2 more\n"));
    CHECK(lexikos({"search", index, "GTT"}).exit_code == 1);
    CHECK(contains(lexikos({"search", index, "T"}).err, "records"));
    // reads as patterns, with their names
    std::string const reads = folder.write("reads.fq", "@r1 x\nCGt\n+\nIII\n@r2\nGTT\n+\nIII\n");
    CHECK(lexikos({"search", index, "--patterns-fasta", reads, "-c", "-q"}).out == "1\tCGt\tr1\n0\tGTT\tr2\n");
    CHECK(lexikos({"search", index, "TA", "--patterns-fasta", "-", "-c", "-q"}, ">q\nCG\n").out ==
          "2\tTA\t\n3\tCG\tq\n");
    auto const json = nlohmann::json::parse(lexikos({"search", index, "--patterns-fasta", reads, "--json"}).out);
    CHECK(json["results"][0]["name"] == "r1");
    CHECK(json["results"][0]["matches"][0]["record"] == "chr1");
    CHECK(json["results"][0]["matches"][0]["position"] == 1);
  }
  // patterns with names, in a text without records: letters are what they are
  std::string const text = folder.write("text", "abcABC");
  CHECK(lexikos({"search", text, "--patterns-fasta", folder.write("p.fa", ">p\nbc\n>q\nBC\n"), "-q"}).out ==
        "1\tbc\tp\n             1  a[bc]ABC\n1\tBC\tq\n             4  abcA[BC]\n");
}

TEST_CASE("lexikos index --fasta: one record, and records without symbols")
{
  Folder const folder;
  std::string const one = folder.write("one.fa", ">only\nACGACG\n>empty\n");
  std::string const none = folder.write("none.fa", ">a\n>b\n\n");
  auto options_of_all = kinds();
  options_of_all.push_back({"--kind", "fm", "--sample-rate", "0"});
  for (auto const& options : options_of_all) {
    REQUIRE(lexikos(with({"index", "--fasta", one, "-o", folder / "one", "-q"}, options)).exit_code == 0);
    CHECK(lexikos({"search", folder / "one", "acg", "gac", "-c", "-q"}).out == "2\tacg\n1\tgac\n");
    REQUIRE(lexikos(with({"index", "--fasta", none, "-o", folder / "none", "-q"}, options)).exit_code == 0);
    CHECK(lexikos({"search", folder / "none", "A", "", "-c", "-q"}).out == "0\tA\n0\t\n");
  }
  auto const json = nlohmann::json::parse(lexikos({"info", folder / "none", "--json"}).out);
  CHECK(json["records"] == 2);
  CHECK(json["longest_record"] == 0);
}

/// More occurrences than are located at a time.
TEST_CASE("lexikos search: millions of occurrences in short records")
{
  Folder const folder;
  constexpr std::size_t count = 1'500'000;
  std::string text;
  for (std::size_t r = 0; r < count; ++r) text += ">r\nAAA\n";
  std::string const file = folder.write("x.fa", text);
  REQUIRE(lexikos({"index", "--fasta", file, "-q"}).exit_code == 0);
  CHECK(lexikos({"search", file + ".index", "AA", "AAAA", "AAA", "A", "-c", "-q"}).out ==
        std::to_string(2 * count) + "\tAA\n0\tAAAA\n" + std::to_string(count) + "\tAAA\n" + std::to_string(3 * count) +
            "\tA\n");
  auto const limited = lexikos({"search", file + ".index", "AAA", "--limit", "1", "--context", "1", "-q"});
  CHECK(limited.out == std::to_string(count) + "\tAAA\n  r\t0\t[AAA]\n  and " + std::to_string(count - 1) + " more\n");
  auto const all = lexikos({"search", file + ".index", "AA", "--limit", "0", "--context", "0", "-q"});
  CHECK(static_cast<std::size_t>(std::ranges::count(all.out, '\n')) == 1 + 2 * count);
}

TEST_CASE("lexikos info: what a file holds")
{
  Folder const folder;
  std::string const file = folder.write("x.fa", ">chr1 x\nACGTacg\n>none\n>chr2\nTTACG\n");
  REQUIRE(lexikos({"index", "--fasta", file, "-q"}).exit_code == 0);
  auto const json = nlohmann::json::parse(lexikos({"info", file + ".index", "--json"}).out);
  CHECK(json["kind"] == "suffix_index");
  CHECK(json["index"] == "u32");
  CHECK(json["symbols"] == 12);
  CHECK(json["records"] == 3);
  CHECK(json["longest_record"] == 7);
  CHECK(json["file_bytes"] == process::read(file + ".index").size());
  CHECK(contains(lexikos({"info", file + ".index"}).out, "records"));
  REQUIRE(lexikos({"index", file, "-o", folder / "plain", "-q"}).exit_code == 0);
  CHECK_FALSE(nlohmann::json::parse(lexikos({"info", folder / "plain", "--json"}).out).contains("records"));
  CHECK(lexikos({"info", folder / "none"}).exit_code == 3);
}

TEST_CASE("lexikos match: an index of sequences is a reference like the sequences")
{
  Folder const folder;
  std::mt19937_64 random(2);
  Records records = many_records(random);
  std::string const shared = some_letters(60, 8, random);
  records.push_back({"x", some_letters(500, 4, random) + shared});
  records.push_back({"y", capitals(shared) + some_letters(300, 4, random)});
  std::string const file = folder.write("genome.fa", fasta(records));
  std::string const query = folder.write(
      "query.fa", fasta({{"q", "ACGT" + shared + "A"}, {"none", ""}, {"r", joined(records).substr(0, 900)}}));
  for (Names const& options : {Names{},
                               {"--index", "u64"},
                               {"--lcp", "--isa"},
                               {"--kind", "fm"},
                               {"--kind", "fm", "--index", "u64", "--sample-rate", "1"}})
  {
    REQUIRE(lexikos(with({"index", "--fasta", file, "-q"}, options)).exit_code == 0);
    for (Names const& kind : {Names{"--maxmatch", "-b"}, {"--mum", "-l", "12"}, {"--smem", "--format", "tsv"}, {"-r"}})
    {
      CAPTURE(kind.front());
      auto const expected = lexikos(with({"match", file, query, "-q", "-l", "8"}, kind));
      auto const found = lexikos(with({"match", file + ".index", query, "-q", "-l", "8"}, kind));
      CHECK(expected.exit_code == 0);
      CHECK(found.exit_code == 0);
      CHECK(found.out == expected.out);
    }
  }
  CHECK(contains(lexikos({"match", file + ".index", query}).err, "records"));
  CHECK(lexikos({"match", file + ".index", query, "--index", "u64"}).exit_code == 2);
  REQUIRE(lexikos({"index", file, "-q"}).exit_code == 0);
  auto const of_text = lexikos({"match", file + ".index", query});
  CHECK(of_text.exit_code == 6);
  CHECK(contains(of_text.err, "--fasta"));
}

TEST_CASE("lexikos index --fasta: failures")
{
  Folder const folder;
  std::string const text = folder.write("text", "no sequence");
  for (std::string const& file : {text, folder.write("empty.fa", ""), folder.write("cut.fq", "@r\nACGT\n+\nII\n")}) {
    auto const refused = lexikos({"index", "--fasta", file});
    CHECK(refused.exit_code == 3);
    CHECK(contains(refused.err, file));
  }
  std::string const two = folder.write("two.fa", ">a\nAC\n>b\nGT\n");
  auto const counting = lexikos({"index", "--fasta", two, "--kind", "fm", "--sample-rate", "0"});
  CHECK(counting.exit_code == 2);
  CHECK(contains(counting.err, "--sample-rate 0"));
  CHECK(lexikos({"index", "--fasta", two, "-o", two}).exit_code == 2);
  CHECK(lexikos({"index", "--fasta", folder / "none"}).exit_code == 3);
  CHECK(lexikos({"search", two, "--patterns-fasta", text}).exit_code == 3);
  CHECK(lexikos({"search", two, "--patterns-fasta", "-", "-p", "-"}).exit_code == 2);
  CHECK(lexikos({"search", "-", "--patterns-fasta", "-"}).exit_code == 2);
  CHECK(folder.names() == Names{"cut.fq", "empty.fa", "text", "two.fa"});
}

TEST_CASE("lexikos index: without --fasta a file has no records")
{
  Folder const folder;
  std::string const text = folder.write("text", ">a\nAC\n");
  REQUIRE(lexikos({"index", text, "-q"}).exit_code == 0);
  auto const file = saved_file::from_bytes(process::read(text + ".index"));
  for (auto const& section : file.sections) CHECK_FALSE(section.name.starts_with("records"));
  CHECK(lexikos({"search", text + ".index", "\nAC", "-c", "-q"}).out == "1\t.AC\n");
}

}  // namespace
}  // namespace fasta_index_tests
