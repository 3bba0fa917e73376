// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "app/io/sequences.hpp"
#include "app/process.hpp"

namespace
{

using process::contains;
using process::Folder;
using process::lexikos;
using process::read;
using Names = std::vector<std::string>;

/// Occurrences in two texts.
using Counts = std::map<std::string, std::pair<std::uint64_t, std::uint64_t>>;

std::string reverse_complement(std::string const& word)
{
  std::string reversed(word.rbegin(), word.rend());
  std::string const letters = "ACGT", complements = "TGCA";
  for (char& c : reversed) c = complements[letters.find(c)];
  return reversed;
}

/// From the definition.
Counts kmers_of(std::string const& first, std::string const& second, std::size_t k, bool dna, bool canonical)
{
  Counts counts;
  for (bool const is_second : {false, true}) {
    std::string const& text = is_second ? second : first;
    for (std::size_t at = 0; at + k <= text.size(); ++at) {
      std::string word = text.substr(at, k);
      if (dna) {
        std::ranges::transform(word, word.begin(), [](char c) { return c >= 'a' && c <= 'z' ? char(c - 32) : c; });
        if (word.find_first_not_of("ACGT") != std::string::npos) continue;
        if (canonical) word = std::min(word, reverse_complement(word));
      }
      auto& count = counts[word];
      ++(is_second ? count.second : count.first);
    }
  }
  return counts;
}

std::string genome(std::size_t n, std::uint64_t seed)
{
  std::string text;
  for (std::size_t i = 0; i < n; ++i) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    text += "ACGTACGTacgtACGTACGTN\n"[seed >> 40 & (i % 50 == 0 ? 15 : 3)];
    if (i % 70 == 69) text += i % 4 == 1 ? "NNN" : "\n";
  }
  return text;
}

std::string histogram(Counts const& counts, std::uint64_t low = 1, std::uint64_t high = ~std::uint64_t{0})
{
  std::map<std::uint64_t, std::uint64_t> numbers;
  for (auto const& [word, count] : counts) ++numbers[count.first];
  std::string lines;
  for (auto const& [count, number] : numbers)
    if (count >= low && count <= high) lines += std::to_string(count) + "\t" + std::to_string(number) + "\n";
  return lines;
}

/// The lines of a list, without positions, which are checked.
std::string without_positions(std::string const& list, std::string const& text, std::size_t k)
{
  std::istringstream lines(list);
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    std::size_t const tab = line.rfind('\t');
    if (std::string const position = line.substr(tab + 1); position != "position") {
      std::string word = text.substr(std::stoull(position), k);
      std::ranges::transform(word, word.begin(), [](char c) { return static_cast<char>(c & ~32); });
      std::string const kmer = line.substr(0, k);
      bool const is_there = word == kmer || reverse_complement(word) == kmer;
      CHECK_MESSAGE(is_there, line);
    }
    result += line.substr(0, tab) + "\n";
  }
  return result;
}

TEST_CASE("lexikos kmers: the histogram of one text")
{
  Folder const folder;
  for (std::string const& bytes : {std::string(), std::string("ACG"), std::string("mississippi"), genome(3000, 7)}) {
    std::string const text = folder.write("text", bytes);
    for (std::string const k : {"1", "2", "5", "21", "33", "64"}) {
      CAPTURE(k);
      std::size_t const length = std::stoul(k);
      auto const plain = lexikos({"kmers", text, "-k", k, "-q"});
      CHECK(plain.exit_code == 0);
      CHECK(plain.out == histogram(kmers_of(bytes, "", length, false, false)));
      CHECK(lexikos({"kmers", text, "-k" + k, "-q", "--dna", "--histogram"}).out ==
            histogram(kmers_of(bytes, "", length, true, false)));
      CHECK(lexikos({"kmers", text, "--length", k, "-q", "--canonical", "--index", "u64"}).out ==
            histogram(kmers_of(bytes, "", length, true, true)));
    }
  }
}

TEST_CASE("lexikos kmers --list: of one text and of two")
{
  Folder const folder;
  std::string const first = genome(2000, 1), second = first.substr(500, 700) + genome(900, 2);
  std::string const a = folder.write("a", first), b = folder.write("b", second);
  for (std::size_t const k : {3u, 11u, 40u}) {
    CAPTURE(k);
    std::string expected = "kmer\tcount\n";
    for (auto const& [word, count] : kmers_of(first, "", k, true, true))
      if (count.first >= 2 && count.first <= 9) expected += word + "\t" + std::to_string(count.first) + "\n";
    auto const one = lexikos({"kmers", a, "-k", std::to_string(k), "--canonical", "--list", "--min-count", "2",
                              "--max-count", "9", "-o", folder / "list", "-q"});
    CHECK(one.exit_code == 0);
    CHECK(one.out.empty());
    CHECK(without_positions(read(folder / "list"), first, k) == expected);

    for (std::string const set : {"", "common", "first", "second", "all"}) {
      CAPTURE(set);
      expected = "kmer\tcount\tcount_in_second\n";
      for (auto const& [word, count] : kmers_of(first, second, k, true, true)) {
        bool const is_common = count.first != 0 && count.second != 0;
        if (set == "all" || ((set.empty() || set == "common") && is_common) || (set == "first" && count.second == 0) ||
            (set == "second" && count.first == 0))
          expected += word + "\t" + std::to_string(count.first) + "\t" + std::to_string(count.second) + "\n";
      }
      Names words{"kmers", a, b, "-k", std::to_string(k), "--canonical", "--list", "-q"};
      if (!set.empty()) words.insert(words.end(), {"--set", set});
      CHECK(without_positions(lexikos(words).out, first + second, k) == expected);
    }
  }
  CHECK(lexikos({"kmers", "-", "-k2", "--list", "-q"}, std::string("\0\n\\\0\n", 5)).out ==
        "kmer\tcount\tposition\n\\x00\\x0a\t2\t3\n\\x0a\\\\\t1\t1\n\\\\\\x00\t1\t2\n");
}

TEST_CASE("lexikos kmers: the histograms of two texts")
{
  Folder const folder;
  std::string const first = genome(2000, 1), second = first.substr(500, 700) + genome(900, 2);
  std::string const a = folder.write("a", first), b = folder.write("b", second);
  std::map<std::uint64_t, std::vector<std::uint64_t>> numbers;
  auto const at = [&](std::uint64_t count) -> std::vector<std::uint64_t>& {
    auto& line = numbers[count];
    line.resize(4);
    return line;
  };
  std::uint64_t common = 0;
  for (auto const& [word, count] : kmers_of(first, second, 5, true, false)) {
    if (count.second == 0) ++at(count.first)[0];
    if (count.first == 0) ++at(count.second)[3];
    if (count.first == 0 || count.second == 0) continue;
    ++at(count.first)[1];
    ++at(count.second)[2];
    ++common;
  }
  std::string expected = "count\tonly_first\tcommon_in_first\tcommon_in_second\tonly_second\n";
  for (auto const& [count, line] : numbers) {
    expected += std::to_string(count);
    for (auto const number : line) expected += "\t" + std::to_string(number);
    expected += "\n";
  }
  CHECK(lexikos({"kmers", a, b, "-k5", "--dna", "-q"}).out == expected);
  auto const json = nlohmann::json::parse(lexikos({"kmers", a, b, "-k5", "--dna", "--json"}).out);
  CHECK(json["common"] == common);
  CHECK(json["histogram"].size() == numbers.size());
  CHECK(json["histogram"][0]["only_first"] == numbers.begin()->second[0]);
  CHECK(json["bytes_of_second"] == second.size());
  CHECK(json["distinct"] == common + json["only_first"].get<std::uint64_t>());
  CHECK(json["distinct_in_second"] == common + json["only_second"].get<std::uint64_t>());
  // a k-mer across the border is none
  CHECK(lexikos({"kmers", folder.write("c", "AAA"), folder.write("d", "CCC"), "-k2", "--list", "--set", "all", "-q"})
            .out == "kmer\tcount\tcount_in_second\tposition\nAA\t2\t0\t0\nCC\t0\t2\t4\n");
}

TEST_CASE("lexikos kmers: counts that are wanted, and the histogram's last line")
{
  Folder const folder;
  std::string const bytes = genome(3000, 3);
  std::string const text = folder.write("text", bytes);
  auto const counts = kmers_of(bytes, "", 3, true, false);
  Names const words{"kmers", text, "-k3", "--dna", "-q"};
  auto const with = [&](Names const& more) {
    Names all = words;
    all.insert(all.end(), more.begin(), more.end());
    return lexikos(all).out;
  };
  CHECK(with({}) == histogram(counts));
  CHECK(with({"--min-count", "40", "--max-count", "50"}) == histogram(counts, 40, 50));
  std::uint64_t above = 0;
  for (auto const& [word, count] : counts) above += count.first > 45;
  REQUIRE(above > 1);
  CHECK(with({"--high", "45"}) == histogram(counts, 1, 45) + "46\t" + std::to_string(above) + "\n");
  CHECK(with({"--high", "45", "--max-count", "1000"}) == histogram(counts, 1, 45));
}

TEST_CASE("lexikos kmers --json and the table")
{
  Folder const folder;
  std::string const text = folder.write("text", "mississippi");
  auto const asked = lexikos({"kmers", text, "-k", "2", "--list", "--json", "--min-count", "2"});
  CHECK(asked.exit_code == 0);
  auto const json = nlohmann::json::parse(asked.out);
  CHECK(json["k"] == 2);
  CHECK(json["distinct"] == 7);
  CHECK(json["unique"] == 4);
  CHECK(json["all"] == 10);
  CHECK(json["max_count"] == 2);
  CHECK(json["canonical"] == false);
  REQUIRE(json["kmers"].size() == 3);
  CHECK(json["kmers"][1]["kmer"] == "si");
  CHECK(json["kmers"][1]["count"] == 2);
  auto const table = lexikos({"kmers", text, "-k2"});
  CHECK(table.out == "1\t4\n2\t3\n");
  CHECK(contains(table.err, "distinct k-mers"));
}

TEST_CASE("lexikos kmers: what is wrong is said, and nothing is left behind")
{
  Folder const folder;
  std::string const text = folder.write("text", "ACGT");
  auto const refused = [&](Names const& words, int code, std::string const& message) {
    auto const result = lexikos(words);
    CAPTURE(result.err);
    CHECK(result.exit_code == code);
    CHECK(contains(result.err, message));
    CHECK(result.out.empty());
  };
  refused({"kmers", folder / "none"}, 3, "none");
  refused({"kmers"}, 2, "FILE");
  refused({"kmers", text, text, text}, 2, "of one file, or of two, not of 3");
  refused({"kmers", text, "-k", "0"}, 2, "'0' is ");
  refused({"kmers", text, "-k", "65", "--canonical"}, 2, "64 letters at most");
  refused({"kmers", text, "-k", "65", "--dna"}, 2, "64 letters at most");
  refused({"kmers", text, "--high", "65535"}, 2, "'65535' is ");
  refused({"kmers", text, "--list", "--high", "5"}, 2, "--high is of a histogram");
  refused({"kmers", text, "--min-count", "10001"}, 2, "more often than 10000 (--high)");
  refused({"kmers", text, "--high", "5", "--min-count", "6"}, 2, "more often than 5 (--high)");
  refused({"kmers", text, "--high", "0"}, 2, "'0' is ");
  refused({"kmers", text, "--list", "--histogram"}, 2, "not both");
  refused({"kmers", text, "--set", "common", "--list"}, 2, "two files");
  refused({"kmers", text, text, "--set", "common"}, 2, "--list");
  refused({"kmers", text, text, "--set", "both"}, 2, "both");
  refused({"kmers", "-", "-"}, 2, "only one of the texts");
  refused({"kmers", text, "-o", text}, 2, "");
  refused({"kmers", text, folder.write("other", "C"), "-o", folder / "other"}, 2, "");
  refused({"kmers", text, "-o", folder / "no/such"}, 4, "");
  CHECK(lexikos({"kmers", text, "-k", "65", "-q"}).exit_code == 0);
  CHECK(folder.names() == Names{"other", "text"});
}

TEST_CASE("lexikos kmers: records of FASTA")
{
  Folder const folder;
  std::string const file = folder.write("records.fa", ">one\nACGTA\nCGT\n>two\nACGTACG\n>three\nAC\n");
  auto const result = lexikos({"kmers", "--fasta", "-k4", "--list", "-q", file});
  REQUIRE(result.exit_code == 0);
  std::istringstream lines(result.out);
  std::string line;
  std::map<std::string, std::uint64_t> found;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string word;
    words >> word >> found[word];
  }
  CHECK(found == std::map<std::string, std::uint64_t>{{"ACGT", 3}, {"CGTA", 2}, {"GTAC", 2}, {"TACG", 2}});
  CHECK(lexikos({"kmers", "--fasta", "-k4", "--canonical", "-q", file}).out == "2\t1\n3\t1\n4\t1\n");
  auto const two = nlohmann::json::parse(lexikos({"kmers", "--fasta", "-k4", "--json", file, file}).out);
  CHECK(two["records"] == 6);
  CHECK(two["common"] == 4);
  CHECK(two["all_in_second"] == 9);
  CHECK(lexikos({"kmers", "--fasta", folder.write("text", "ACGT")}).exit_code == 3);
}

}  // namespace
