// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a search tells beside positions: documents, the symbols that come next, and the longest suffixes of contexts. They are
// what looking at each place of each document finds.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "app/arrays.hpp"
#include "app/fasta_records.hpp"
#include "app/process.hpp"

namespace search_documents_tests
{

namespace
{

using process::contains;
using process::Folder;
using process::lexikos;
using Names = std::vector<std::string>;
using Offsets = std::vector<std::uint64_t>;
using nlohmann::json;

template <class Symbol>
using Symbols = std::vector<Symbol>;

struct Expected
{
  std::uint64_t count = 0;
  std::map<std::uint64_t, std::uint64_t> documents;
  std::map<std::uint64_t, std::uint64_t> next;
};

template <class Symbol>
Expected naive(Symbols<Symbol> const& text, Offsets const& offsets, Symbols<Symbol> const& pattern)
{
  Expected expected;
  for (std::size_t d = 0; d + 1 < offsets.size(); ++d)
    for (std::uint64_t at = offsets[d]; at < offsets[d + 1] && at + pattern.size() <= offsets[d + 1]; ++at) {
      if (!std::equal(pattern.begin(), pattern.end(), text.begin() + static_cast<std::ptrdiff_t>(at))) continue;
      ++expected.count;
      ++expected.documents[d];
      if (at + pattern.size() < offsets[d + 1]) ++expected.next[text[at + pattern.size()]];
    }
  return expected;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> most_frequent(std::map<std::uint64_t, std::uint64_t> const& counts,
                                                                   std::size_t k)
{
  std::vector<std::pair<std::uint64_t, std::uint64_t>> all(counts.begin(), counts.end());
  std::stable_sort(all.begin(), all.end(), [](auto const& a, auto const& b) { return a.second > b.second; });
  all.resize(std::min(k, all.size()));
  return all;
}

/// As the program shows it.
template <class Symbol>
json shown(std::uint64_t symbol)
{
  if constexpr (sizeof(Symbol) == 1) return std::string(1, static_cast<char>(symbol));
  return symbol;
}
template <class Symbol>
json shown(Symbols<Symbol> const& symbols)
{
  if constexpr (sizeof(Symbol) == 1) return std::string(symbols.begin(), symbols.end());
  return symbols;
}

template <class Symbol>
std::string line_of(Symbols<Symbol> const& pattern)
{
  std::string line;
  for (auto const symbol : pattern)
    if constexpr (sizeof(Symbol) == 1)
      line += static_cast<char>(symbol);
    else
      line += (line.empty() ? "" : ",") + std::to_string(symbol);
  return line + "\n";
}

/// Few symbols, all over the type; of bytes, letters.
template <class Symbol>
Symbols<Symbol> values()
{
  if constexpr (sizeof(Symbol) == 1)
    return {'a', 'b', 'c', 'z'};
  else
    return {0, 1, 300, static_cast<Symbol>(~Symbol{0}), static_cast<Symbol>(~Symbol{0} - 1)};
}

template <class Symbol>
Symbols<Symbol> piece(Symbols<Symbol> const& text, std::uint64_t begin, std::uint64_t end)
{
  return {text.begin() + static_cast<std::ptrdiff_t>(begin), text.begin() + static_cast<std::ptrdiff_t>(end)};
}

/// With another symbol in front of some, so that only suffixes of them occur.
template <class Symbol>
std::vector<Symbols<Symbol>> some_patterns(Symbols<Symbol> const& text, std::mt19937_64& random)
{
  auto const symbols = values<Symbol>();
  std::vector<Symbols<Symbol>> patterns = {{}, {symbols[0]}, {symbols.back()}, {'q'}, {symbols[0], 'q'}, text};
  while (patterns.size() < 150) {
    std::uint64_t const begin = random() % text.size();
    auto pattern = piece(text, begin, std::min<std::uint64_t>(text.size(), begin + random() % 12));
    if (random() % 3 == 0) pattern.insert(pattern.begin(), symbols[random() % symbols.size()]);
    patterns.push_back(std::move(pattern));
  }
  return patterns;
}

template <class Symbol>
struct Case
{
  Names source;
  Symbols<Symbol> text;
  Offsets offsets;  // {0, n} where there are no documents
  bool has_documents;
};

template <class Symbol>
json expected_next(Expected const& expected, std::size_t k)
{
  json next = json::array();
  for (auto const& [symbol, count] : most_frequent(expected.next, k))
    next.push_back({{"symbol", shown<Symbol>(symbol)}, {"count", count}});
  return next;
}

json expected_top(Expected const& expected, std::size_t k)
{
  json top = json::array();
  for (auto const& [document, count] : most_frequent(expected.documents, k))
    top.push_back({{"document", document}, {"occurrences", count}});
  return top;
}

template <class Symbol>
Symbols<Symbol> longest_suffix(Case<Symbol> const& c, Symbols<Symbol> suffix)
{
  while (!suffix.empty() && naive(c.text, c.offsets, suffix).count == 0) suffix.erase(suffix.begin());
  return suffix;
}

template <class Symbol>
void expect_answers(Case<Symbol> const& c, std::uint64_t seed, bool of_suffixes)
{
  Folder const folder;
  std::mt19937_64 random(seed);
  auto const patterns = some_patterns(c.text, random);
  std::string lines;
  for (auto const& pattern : patterns) lines += line_of(pattern);
  std::size_t const k = std::vector<std::size_t>{1, 2, 5, 1000000}[seed % 4];
  Names command = {"search"};
  command.insert(command.end(), c.source.begin(), c.source.end());
  command.insert(command.end(), {"--patterns", folder.write("patterns", lines), "--json", "--next", std::to_string(k)});
  if (of_suffixes) command.push_back("--longest-suffix");
  if (c.has_documents) command.insert(command.end(), {"--documents", "--top", std::to_string(k)});
  auto const result = lexikos(command);
  CAPTURE(result.err);
  REQUIRE(result.exit_code == 0);
  auto const results = json::parse(result.out)["results"];
  REQUIRE(results.size() == patterns.size());
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    auto const searched = of_suffixes ? longest_suffix(c, patterns[i]) : patterns[i];
    auto const expected = naive(c.text, c.offsets, searched);
    json object = {
        {"pattern", shown(patterns[i])}, {"count", expected.count}, {"next", expected_next<Symbol>(expected, k)}};
    if (of_suffixes) object.update({{"length", searched.size()}, {"suffix", shown(searched)}});
    if (c.has_documents) {
      object["documents"] = expected.documents.size();
      object["top"] = expected_top(expected, k);
    }
    CAPTURE(i);
    REQUIRE(results[i] == object);
  }
}

template <class Symbol>
void expect_symbols(std::string const& name)
{
  Folder const folder;
  std::mt19937_64 random(sizeof(Symbol));
  Symbols<Symbol> text(700);
  auto const symbols = values<Symbol>();
  for (auto& symbol : text) symbol = symbols[random() % symbols.size()];
  for (std::size_t i = 300; i < 400; ++i) text[i] = text[i - 50];  // repetitions longer than by chance
  std::string const file = folder.write("text", arrays::to_bytes(text));
  std::uint64_t seed = 0;
  for (bool const of_suffixes : {false, true})
    expect_answers<Symbol>({{file, "--symbols", name}, text, {0, text.size()}, false}, ++seed, of_suffixes);
  for (Offsets const& offsets : {Offsets{0, 0, 100, 101, 101, 103, 320, 400, 699, 700, 700},
                                 Offsets{7, 7, 100, 350, 650}, Offsets{0, 700}, Offsets{0, 0, 700}, Offsets{20, 690}})
  {
    Offsets in_bytes = offsets;
    for (auto& offset : in_bytes) offset *= sizeof(Symbol);
    std::string const places = folder.write("offsets", arrays::to_bytes(in_bytes));
    Names index = {"index", file, "--symbols", name, "--offsets", places, "-q"};
    if (seed % 4 == 0) index.insert(index.end(), {"--index", "u64"});
    REQUIRE(lexikos(index).exit_code == 0);
    for (bool const of_suffixes : {false, true})
      expect_answers<Symbol>({{file + ".index"}, text, offsets, true}, ++seed, of_suffixes);
  }
}

}  // namespace

TEST_CASE("lexikos search: documents, next symbols and longest suffixes")
{
  expect_symbols<std::uint8_t>("u8");
  expect_symbols<std::uint16_t>("u16");
  expect_symbols<std::uint32_t>("u32");
}

TEST_CASE("lexikos search: the suffix that occurs in a document may be much shorter than the one that occurs")
{
  Folder const folder;
  std::string text(90, 'a');
  for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<char>('!' + i);
  for (std::uint64_t border = 1; border < text.size(); border += 4) {
    std::string const file = folder.write("text", text);
    std::string const places = folder.write("offsets", arrays::to_bytes(Offsets{0, border, text.size()}));
    REQUIRE(lexikos({"index", file, "--offsets", places, "-q"}).exit_code == 0);
    std::string contexts, expected;
    for (std::size_t end = 1; end <= text.size(); ++end) {
      contexts += text.substr(0, end) + "\n";
      std::string const suffix = end <= border ? text.substr(0, end) : text.substr(border, end - border);
      expected += std::to_string(suffix.size()) + "\t1\t" + suffix + "\n";
    }
    CAPTURE(border);
    REQUIRE(lexikos({"search", file + ".index", "-p", "-", "--longest-suffix", "-q"}, contexts).out == expected);
  }
}

TEST_CASE("lexikos search: lines of documents, next symbols and suffixes")
{
  Folder const folder;
  std::string const file = folder.write("text", "abcabXcabcab");
  std::string const places = folder.write("offsets", arrays::to_bytes(Offsets{1, 3, 3, 6, 12}));
  REQUIRE(lexikos({"index", file, "--offsets", places, "-q"}).exit_code == 0);
  std::string const index = file + ".index";
  CHECK(lexikos({"search", index, "abc", "ab", "zz", "--documents", "--context", "1", "-q"}).out ==
        "1\t1\tabc\n  3\t1\tc[abc]a\n3\t2\tab\n  2\t0\t[ab]X\n  3\t1\tc[ab]c\n  3\t4\tc[ab]\n0\t0\tzz\n");
  CHECK(lexikos({"search", index, "abc", "ab", "--documents", "-c", "-q"}).out == "1\t1\tabc\n3\t2\tab\n");
  CHECK(lexikos({"search", index, "ab", "", "zz", "--top", "2", "-q"}).out ==
        "3\tab\n  3\t2\n  2\t1\n11\t\n  3\t6\n  2\t3\n0\tzz\n");
  CHECK(lexikos({"search", index, "ab", "c", "X", "--next", "2", "-q"}).out ==
        "3\tab\n  +X\t1\n  +c\t1\n3\tc\n  +a\t2\n1\tX\n");
  CHECK(lexikos({"search", index, "xxbc", "Xcab", "qq", "ab", "--longest-suffix", "--documents", "-q"}).out ==
        "2\t2\t2\tbc\n3\t2\t1\tcab\n0\t11\t3\t\n2\t3\t2\tab\n");
  CHECK(lexikos({"search", index, "b", "--top", "1", "--next", "1", "-q"}).out == "4\tb\n  3\t2\n  +c\t2\n");
  using namespace std::string_literals;
  CHECK(lexikos({"search", index, "-p", "-", "--top", "1", "-z", "-q"}, "ab\0c"s).out ==
        "3\tab\0  3\t2\0003\tc\0  3\t2\0"s);
  CHECK(lexikos({"search", index, "zz", "--top", "2", "-q"}).exit_code == 1);
  std::string const bytes = folder.write("bytes",
                                         "a\xff"
                                         "a\n"
                                         "a\xff"
                                         "a\\"
                                         "a\xff");
  CHECK(lexikos({"search", bytes, "a", "--next", "3", "-q"}).out == "5\ta\n  +\\xff\t3\n  +\\x0a\t1\n  +\\\\\t1\n");
  auto const next = json::parse(lexikos({"search", bytes, "a", "--next", "2", "--json"}).out)["results"][0]["next"];
  CHECK(next[0]["symbol"] == json{{"encoding", "base64"}, {"bytes", "/w=="}});
  CHECK(next[1] == json{{"symbol", "\n"}, {"count", 1}});
  std::string const nothing = folder.write("nothing", "");
  CHECK(lexikos({"search", nothing, "a", "", "--next", "2", "--longest-suffix", "-q"}).out == "0\t0\t\n0\t0\t\n");
}

TEST_CASE("lexikos search: documents of an index of sequences have names")
{
  Folder const folder;
  std::string const file = folder.write("s.fa", ">one\nACGTACGTTT\n>two\nGGACGTCC\n>three\nACG\n");
  std::string const index = folder / "s.index";
  REQUIRE(lexikos({"index", "--fasta", file, "-o", index, "-q"}).exit_code == 0);
  CHECK(lexikos({"search", index, "acg", "TTTGG", "--documents", "--top", "2", "--next", "1", "-q"}).out ==
        "4\t3\tacg\n  one\t2\n  two\t1\n  +T\t3\n0\t0\tTTTGG\n");
  CHECK(lexikos({"search", index, "--longest-suffix", "ggtttgg", "-q"}).out == "2\t1\tgg\n");
  auto const result = json::parse(lexikos({"search", index, "ACG", "--top", "1", "--json"}).out)["results"][0];
  CHECK(result == json{{"pattern", "ACG"}, {"count", 4}, {"top", {{{"record", "one"}, {"occurrences", 2}}}}});
}

/// More suffixes of a pattern than are sorted at a time, and more of some patterns.
TEST_CASE("lexikos search: documents of frequent patterns")
{
  constexpr std::size_t n = 2'500'000;
  std::mt19937_64 random(1);
  Symbols<std::uint8_t> text(n);
  for (auto& symbol : text) symbol = "aaaaaaab"[random() % 8];
  Offsets offsets = {0};
  while (offsets.back() < n - 40'000) offsets.push_back(offsets.back() + random() % 40'000);
  Folder const folder;
  std::string const file = folder.write("text", arrays::to_bytes(text));
  REQUIRE(lexikos({"index", file, "--offsets", folder.write("offsets", arrays::to_bytes(offsets)), "-q"}).exit_code ==
          0);
  auto const result = lexikos(
      {"search", file + ".index", "", "a", "aa", "ab", "b", "--documents", "--top", "4", "--next", "2", "--json"});
  CAPTURE(result.err);
  REQUIRE(result.exit_code == 0);
  auto const results = json::parse(result.out)["results"];
  for (std::size_t i = 0; i < 5; ++i) {
    Symbols<std::uint8_t> const pattern = {
        std::vector<Symbols<std::uint8_t>>{{}, {'a'}, {'a', 'a'}, {'a', 'b'}, {'b'}}[i]};
    auto const expected = naive(text, offsets, pattern);
    CAPTURE(i);
    CHECK(results[i] == json{{"pattern", shown(pattern)},
                             {"count", expected.count},
                             {"documents", expected.documents.size()},
                             {"top", expected_top(expected, 4)},
                             {"next", expected_next<std::uint8_t>(expected, 2)}});
  }
}

TEST_CASE("lexikos search: what documents, next symbols and suffixes refuse")
{
  Folder const folder;
  std::string const file = folder.write("text", "abcabXcabc");
  std::string const places = folder.write("offsets", arrays::to_bytes(Offsets{0, 3, 10}));
  REQUIRE(lexikos({"index", file, "-q", "-o", folder / "plain"}).exit_code == 0);
  REQUIRE(lexikos({"index", file, "--offsets", places, "-q"}).exit_code == 0);
  REQUIRE(lexikos({"index", file, "--offsets", places, "--kind", "fm", "-q", "-o", folder / "fm"}).exit_code == 0);
  auto const expect = [&](Names const& command, std::string const& message) {
    auto const result = lexikos(command);
    CAPTURE(result.err);
    CHECK(result.exit_code == 2);
    CHECK(contains(result.err, message));
    CHECK(result.out.empty());
  };
  for (Names const& wanted :
       {Names{"--documents"}, Names{"--top", "1"}, Names{"--next", "1"}, Names{"--longest-suffix"}}) {
    auto const with = [&](std::string const& source, Names const& more) {
      Names command = {"search", source, "a"};
      command.insert(command.end(), wanted.begin(), wanted.end());
      command.insert(command.end(), more.begin(), more.end());
      return command;
    };
    expect(with(file + ".index", {"--errors", "1"}), wanted[0] + " and --errors exclude each other");
    expect(with(folder / "fm", {}), wanted[0] + " is not for FM-indexes");
    if (wanted[0] == "--next" || wanted[0] == "--longest-suffix") continue;
    expect(with(file, {}), wanted[0] + " is for indexes with documents or records");
    expect(with(folder / "plain", {}), wanted[0] + " is for indexes with documents or records");
  }
  expect({"search", file, "a", "--next", "0"}, "out of range");
  expect({"search", file, "a", "--top", "x"}, "'x' is ");
}

}  // namespace search_documents_tests
