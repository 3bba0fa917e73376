// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Texts that are compressed, and sequences, in the commands that read texts.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "app/arrays.hpp"
#include "app/compressed.hpp"
#include "app/fasta_records.hpp"
#include "app/process.hpp"

namespace formats_tests
{

namespace
{

using fasta_records::capitals;
using fasta_records::fasta;
using fasta_records::Names;
using fasta_records::Record;
using fasta_records::Records;
using fasta_records::some_letters;
using fasta_records::with;
using process::contains;
using process::Folder;
using process::lexikos;
using process::read;

/// What the program writes to standard output; nothing may go wrong.
std::string output_of(Names const& command, std::string_view input = {})
{
  auto const result = lexikos(with(command, {"-q"}), input);
  CAPTURE(result.err);
  REQUIRE(result.exit_code == 0);
  return result.out;
}

nlohmann::json json_of(Names const& command)
{
  auto const result = lexikos(with(command, {"--json"}));
  CAPTURE(result.err);
  REQUIRE(result.exit_code == 0);
  return nlohmann::json::parse(result.out);
}

/// The names of a text's files, plain and compressed.
Names files_of(Folder const& folder, std::string const& text)
{
  Names files{folder.write("plain", text)};
#ifdef LEXIKOS_HAVE_ZLIB
  files.push_back(folder.write("gzip", compressed::gzip(text)));
  files.push_back(folder.write("bgzip", compressed::bgzip(text)));
#endif
#ifdef LEXIKOS_HAVE_ZSTD
  files.push_back(folder.write("zstd", compressed::zstd(text)));
#endif
  return files;
}

std::string reverse_complement(std::string const& text)
{
  static constexpr std::string_view letters = "ACGTN", theirs = "TGCAN";
  std::string other(text.rbegin(), text.rend());
  for (char& c : other) c = theirs[letters.find(c)];
  return other;
}

/// Records in capital letters, with their reverse complements if both strands are wanted.
std::vector<std::string> documents_of(Records const& records, bool both)
{
  std::vector<std::string> documents;
  for (auto const& record : records) {
    documents.push_back(capitals(record.letters));
    if (both) documents.push_back(reverse_complement(documents.back()));
  }
  return documents;
}

struct Suffix
{
  std::size_t position;  // in all documents
  std::size_t document;
  std::string letters;
};

/// In the order of documents that each end with an end of their own.
std::vector<Suffix> sorted_suffixes(std::vector<std::string> const& documents)
{
  std::vector<Suffix> suffixes;
  std::size_t begin = 0;
  for (std::size_t d = 0; d < documents.size(); ++d) {
    for (std::size_t i = 0; i < documents[d].size(); ++i) suffixes.push_back({begin + i, d, documents[d].substr(i)});
    begin += documents[d].size();
  }
  std::ranges::sort(suffixes, [](Suffix const& a, Suffix const& b) {
    return a.letters != b.letters ? a.letters < b.letters : a.document < b.document;
  });
  return suffixes;
}

Records some_records(std::mt19937_64& random)
{
  Records records;
  std::string const shared = some_letters(25, 4, random);
  for (int r = 0; r < 7; ++r)
    records.push_back({"r" + std::to_string(r), r == 3 ? "" : some_letters(random() % 30, 2 + random() % 8, random)});
  records.push_back({"x", shared + some_letters(9, 4, random)});
  records.push_back({"y", shared});
  records.push_back({"z", some_letters(3, 4, random) + shared});
  return records;
}

}  // namespace

TEST_CASE("formats: every command reads a compressed text as the text")
{
  Folder const folder;
  std::mt19937_64 random(1);
  std::string const text = some_letters(140'000, 5, random) + std::string("\0\r\n@>", 5);
  auto const files = files_of(folder, text);
  std::map<std::string, Names> commands{{"sa", {"sa", "-o", "-"}},
                                        {"bwt", {"bwt", "-o", "-"}},
                                        {"lcp", {"lcp", "-o", "-"}},
                                        {"repeats", {"repeats", "--top", "3"}},
                                        {"kmers", {"kmers", "-k", "3", "--list"}},
                                        {"dedup", {"dedup", "-k", "12", "--ranges", "-"}}};
  for (auto const& [name, command] : commands) {
    CAPTURE(name);
    std::string const expected = output_of(with(command, {files[0]}));
    for (auto const& file : files) {
      CAPTURE(file);
      if (file == files[0]) continue;
      Names const how = name == "sa" ? Names{file, "--format", "auto"} : Names{file};
      CHECK((output_of(with(command, how)) == expected));
    }
  }
  auto const array = folder.write(
      "array", arrays::to_bytes(arrays::suffix_array<std::uint32_t>(std::string_view(text).substr(0, 3'000))));
  for (auto const& file : files_of(folder, text.substr(0, 3'000))) {
    CAPTURE(file);
    CHECK(lexikos({"check", file, array, "-q"}).exit_code == 0);
    CHECK(output_of({"search", file, "ACGA", "-c"}) == output_of({"search", folder / "plain", "ACGA", "-c"}));
    REQUIRE(lexikos({"wavelet", "build", file, "-o", folder / "w", "-q"}).exit_code == 0);
    CHECK(output_of({"wavelet", "query", folder / "w", "count:0:200:0:9999"}) == "count:0:200:0:9999\t3000\n");
    // standard input has no name that could tell
    CHECK((output_of({"sa", "-", "-o", "-"}, read(file)) == read(array)));
    auto const report = json_of({"info", file});
    CHECK(report["symbols"] == 3'000);
    CHECK(report["format"] == "plain");
    CHECK(report["compression"] == (file == folder / "plain" ? "none" : file.substr(file.rfind('/') + 1)));
    CHECK(json_of({"sa", file, "--format", "bytes", "-o", "/dev/null"})["bytes"] == read(file).size());
  }
}

TEST_CASE("formats: a text of sequences stays a text unless the user says otherwise")
{
  Folder const folder;
  std::string const file = folder.write("x.fa", ">chr1\nACGTacgt\n>chr2\nGG\n");
  auto const plain = lexikos({"sa", file});
  CHECK(plain.exit_code == 0);
  CHECK((read(file + ".sa") == arrays::to_bytes(arrays::suffix_array<std::uint32_t>(read(file)))));
  CHECK(contains(plain.err, "it looks like sequences, which --format auto reads as records"));
  CHECK(json_of({"sa", file})["format"] == "plain");
  auto const records = json_of({"sa", file, "--format", "auto"});
  CHECK(records["format"] == "fasta");
  CHECK(records["records"] == 2);
  CHECK(records["bytes"] == 10);
  CHECK(read(file + ".sa").size() == 40);
}

TEST_CASE("formats: what auto takes for sequences")
{
  Folder const folder;
  auto const format = [&](std::string const& text) {
    return json_of({"info", folder.write("file", text)})["format"].get<std::string>();
  };
  for (std::string const text :
       {">a\nACGT\n", "\r\n>a b c\r\nACGT\r\n", ">a\n>b\nMKV*\n", ">sp|P1|x\nmk-v.\nMK", ">a\n"}) {
    CAPTURE(text);
    CHECK(format(text) == "fasta");
  }
  for (std::string const text : {"@a\nACGT\n+\n!!!!\n", "@a b\r\nAC\r\nGT\r\n+a\r\n!!!!\r\n"}) {
    CAPTURE(text);
    CHECK(format(text) == "fastq");
  }
  for (std::string const text :
       {"", "ACGT\n", "> quoted\nwords\n", ">quoted\nsome words\n", "@someone: hello\nwhat is it?\n",
        "@a\nwords\n, more\n", "\x89PNG", "<html>\n", "x>a\nACGT\n", ">", ">>>\n>>>\n> x\n"})
  {
    CAPTURE(text);
    CHECK(format(text) == "plain");
  }
}

TEST_CASE("formats: suffixes of sequences end with their records, on one strand or both")
{
  Folder const folder;
  std::mt19937_64 random(2);
  for (int run = 0; run < 4; ++run)
    for (bool const both : {false, true}) {
      CAPTURE(run);
      CAPTURE(both);
      auto const records = run == 3 ? Records{{"only", "ACGTACGA"}} : some_records(random);
      auto const files = files_of(folder, fasta(records));
      std::string const& file = files[static_cast<std::size_t>(run) % files.size()];
      Names const how = both ? Names{file, "--format", "fasta", "--strands", "both"} : Names{file, "--format", "auto"};
      auto const suffixes = sorted_suffixes(documents_of(records, both));
      std::vector<std::uint32_t> array, lcp;
      for (std::size_t i = 0; i < suffixes.size(); ++i) {
        array.push_back(static_cast<std::uint32_t>(suffixes[i].position));
        auto const& a = suffixes[i].letters;
        auto const& b = suffixes[i == 0 ? 0 : i - 1].letters;
        lcp.push_back(i == 0 ? 0 : static_cast<std::uint32_t>(std::ranges::mismatch(a, b).in1 - a.begin()));
      }
      CHECK((output_of(with({"sa", "-o", "-"}, how)) == arrays::to_bytes(array)));
      CHECK((output_of(with({"lcp", "-o", "-"}, how)) == arrays::to_bytes(lcp)));
      std::vector<std::uint32_t> permuted(array.size());
      for (std::size_t i = 0; i < array.size(); ++i) permuted[array[i]] = lcp[i];
      CHECK((output_of(with({"lcp", "--permuted", "-o", "-"}, how)) == arrays::to_bytes(permuted)));
      REQUIRE(lexikos(with({"bwt", "-o", folder / "t", "-q"}, how)).exit_code == 0);
      std::string all;
      for (auto const& document : documents_of(records, both)) all += document;
      CHECK(output_of({"unbwt", folder / "t", "--offsets", folder / "o", "-o", "-"}) == all);
      CHECK(read(folder / "o").size() == 8 * (documents_of(records, both).size() + 1));
    }
}

namespace
{

/// Length, occurrences, and the first place: record, strand and position.
using Repeat = std::tuple<std::size_t, std::size_t, std::string, std::string, std::size_t, std::string>;

/// All substrings that occur twice within documents, and are extended by different symbols on either side; ends are such.
std::set<Repeat> maximal_repeats(Records const& records, bool both)
{
  struct Found
  {
    std::vector<std::pair<std::size_t, std::size_t>> places;
    std::set<std::string> before, after;
  };
  std::map<std::string, Found> all;
  auto const documents = documents_of(records, both);
  for (std::size_t d = 0; d < documents.size(); ++d)
    for (std::size_t i = 0; i < documents[d].size(); ++i)
      for (std::size_t end = i + 1; end <= documents[d].size(); ++end) {
        auto& found = all[documents[d].substr(i, end - i)];
        found.places.emplace_back(d, i);
        std::string const own = "end" + std::to_string(d);
        found.before.insert(i == 0 ? own : documents[d].substr(i - 1, 1));
        found.after.insert(end == documents[d].size() ? own : documents[d].substr(end, 1));
      }
  std::set<Repeat> repeats;
  for (auto const& [text, found] : all) {
    if (found.places.size() < 2 || found.before.size() < 2 || found.after.size() < 2) continue;
    auto const [document, position] = *std::ranges::min_element(found.places);
    bool const reversed = both && document % 2 != 0;
    repeats.insert({text.size(), found.places.size(), records[both ? document / 2 : document].name,
                    reversed ? "-" : "+", position, text});
  }
  return repeats;
}

}  // namespace

TEST_CASE("formats: repeats lie in records, and their places are told in them")
{
  Folder const folder;
  std::mt19937_64 random(3);
  for (int run = 0; run < 3; ++run)
    for (bool const both : {false, true}) {
      CAPTURE(run);
      auto const records = some_records(random);
      std::string const file = folder.write("x.fa", fasta(records));
      Names const how{"repeats", file, "--format", "fasta", "--strands", both ? "both" : "forward", "--top", "100000"};
      auto const expected = maximal_repeats(records, both);
      std::set<Repeat> found;
      auto const report = json_of(how);
      CHECK(report["maximal_repeats"] == expected.size());
      for (auto const& repeat : report["repeats"]) {
        auto const& first = repeat["positions"][0];
        found.insert({repeat["length"], repeat["occurrences"], first["record"],
                      both ? first["strand"].get<std::string>() : "+", first["position"], repeat["substring"]});
      }
      CHECK((found == expected));
      std::size_t lines = 0;
      std::istringstream list(output_of(how));
      std::string line;
      std::getline(list, line);
      CHECK(line == (both ? "length\toccurrences\trecord\tstrand\tfirst\tsubstring"
                          : "length\toccurrences\trecord\tfirst\tsubstring"));
      while (std::getline(list, line)) {
        auto const first = std::ranges::find_if(expected, [&](Repeat const& repeat) {
          auto const& [length, count, record, strand, position, text] = repeat;
          return line == std::to_string(length) + '\t' + std::to_string(count) + '\t' + record + '\t' +
                             (both ? strand + '\t' : "") + std::to_string(position) + '\t' + text;
        });
        CHECK(first != expected.end());
        ++lines;
      }
      CHECK(lines == expected.size());
    }
}

TEST_CASE("formats: a file of sequences is searched as an index of them")
{
  Folder const folder;
  std::mt19937_64 random(4);
  auto const records = some_records(random);
  auto const files = files_of(folder, fasta(records));
  for (auto const& file : {files.front(), files.back()}) {
    REQUIRE(lexikos({"index", file, "--format", "auto", "-o", folder / "index", "-q"}).exit_code == 0);
    Names const patterns{"AC", "acg", "TTT", "", "GT", records[8].letters};
    for (Names const& options :
         std::vector<Names>{{}, {"-c"}, {"--json", "--limit", "3"}, {"-e", "1"}, {"--documents", "--top", "2"}})
    {
      auto by_index = output_of(with(with({"search", folder / "index"}, patterns), options));
      auto by_file = output_of(with(with({"search", file, "--format", "auto"}, patterns), options));
      if (options.empty() || options[0] != "--json") {
        CHECK(by_index == by_file);
        continue;
      }
      auto const a = nlohmann::json::parse(by_index), b = nlohmann::json::parse(by_file);
      CHECK(a["results"] == b["results"]);
      CHECK(b["records"] == records.size());
      CHECK(b["format"] == "fasta");
    }
  }
  std::string const file = folder.write("x.fa", ">a\nAACGTTGG\n>b\nCCAACC\n");
  CHECK(output_of({"search", file, "--format", "fasta", "--strands", "both", "ccaa", "ACGT", "-c"}) ==
        "1\tccaa\t+\n1\tttgg\t-\n1\tACGT\t+\n");
  REQUIRE(lexikos({"index", "--fasta", file, "-q"}).exit_code == 0);
  CHECK(output_of({"search", file + ".index", "--strands", "both", "AAC", "-c"}) == "2\tAAC\t+\n1\tGTT\t-\n");
  auto const results = json_of({"search", file, "--strands", "both", "CCAA"})["results"];
  REQUIRE(results.size() == 2);
  CHECK(results[0]["strand"] == "+");
  CHECK(results[1]["strand"] == "-");
  CHECK(results[1]["pattern"] == "TTGG");
  CHECK(results[1]["matches"][0]["position"] == 7);
}

TEST_CASE("formats: records are documents, and k-mers lie in them")
{
  Folder const folder;
  std::mt19937_64 random(5);
  Records records = some_records(random);
  for (auto& record : records) record.letters = capitals(record.letters);
  std::string joined;
  std::string offsets = arrays::to_bytes(std::vector<std::uint64_t>{0});
  for (auto const& record : records) {
    joined += record.letters;
    offsets += arrays::to_bytes(std::vector<std::uint64_t>{joined.size()});
  }
  std::string const text = folder.write("text", joined), places = folder.write("places", offsets);
  auto const files = files_of(folder, fasta(records));
  for (auto const& file : {files[files.size() / 2], files.back()}) {
    CAPTURE(file);
    CHECK(output_of({"dedup", file, "--format", "fasta", "-k", "8", "--ranges", "-", "--scope", "across"}) ==
          output_of({"dedup", text, "--offsets", places, "-k", "8", "--ranges", "-", "--scope", "across"}));
    CHECK(output_of({"overlap", file, file, "--format", "auto", "-k", "8"}) ==
          output_of({"overlap", text, text, "--offsets", places, "--corpus-offsets", places, "-k", "8"}));
    CHECK(output_of({"kmers", file, "--format", "auto", "-k", "4", "--list"}) ==
          output_of({"kmers", folder / "plain", "--fasta", "-k", "4", "--list"}));
    CHECK(output_of({"match", file, file, "-l", "8", "--maxmatch"}) ==
          output_of({"match", folder / "plain", folder / "plain", "-l", "8", "--maxmatch"}));
    REQUIRE(lexikos({"wavelet", "build", file, "--format", "fasta", "-o", folder / "w", "-q"}).exit_code == 0);
    CHECK(output_of({"wavelet", "query", folder / "w", "access:1"}) ==
          "access:1\t" + std::to_string(int{joined[1]}) + "\n");
  }
}

TEST_CASE("formats: what is refused")
{
  Folder const folder;
  std::string const text = folder.write("text", "no sequences"), two = folder.write("two.fa", ">a\nACGT\n>b\nAC\n"),
                    reads = folder.write("reads.fq", "@a\nACGT\n+\n!!!!\n");
  auto const refused = [&](Names const& command, int exit_code, std::string const& message) {
    auto const result = lexikos(command);
    CAPTURE(result.err);
    CHECK(result.exit_code == exit_code);
    CHECK(contains(result.err, message));
  };
  refused({"sa", text, "--format", "fasta"}, 3, "cannot read " + text + ": it is neither FASTA nor FASTQ");
  refused({"sa", reads, "--format", "fasta"}, 3, "cannot read " + reads + ": it is fastq, and not fasta");
  refused({"sa", two, "--format", "fastq"}, 3, "it is fasta, and not fastq");
  refused({"sa", text, "--format", "gzip"}, 2, "'gzip' is not one of auto, plain, bytes, fasta and fastq");
  refused({"sa", text, "--strands", "both"}, 2, "--strands both is for sequences");
  refused({"sa", two, "--format", "fasta", "--check"}, 2, "those of several records");
  refused({"sa", two, "--format", "fasta", "--symbols", "u16"}, 2, "not for sequences");
  refused({"sa", two, "--format", "fasta", "--offsets", text}, 2, "not for sequences");
  refused({"check", two, text, "--format", "fasta"}, 2, "several records");
  refused({"lcp", two, "--sa", text, "--format", "fasta"}, 2, "several records");
  refused({"bwt", two, "--format", "fasta", "--primary", folder / "p"}, 2, "has no primary index");
  refused({"repeats", text, "--format", "tsv"}, 2, "'tsv' is not one of");
  refused({"dedup", two, "--field", "x", "--format", "auto"}, 2, "exclude each other");
  REQUIRE(lexikos({"index", two, "--format", "fasta", "-q"}).exit_code == 0);
  refused({"search", two + ".index", "A", "--format", "fasta"}, 2, "an index has its own");
  CHECK(folder.names() == Names{"reads.fq", "text", "two.fa", "two.fa.index"});
}

}  // namespace formats_tests
