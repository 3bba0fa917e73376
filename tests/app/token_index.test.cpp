// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Indexes of tokens, and of documents: what is found is what looking at each place of each document finds.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "app/arrays.hpp"
#include "app/process.hpp"

namespace token_index_tests
{

namespace
{

using process::contains;
using process::Folder;
using process::lexikos;
using Names = std::vector<std::string>;
using Offsets = std::vector<std::uint64_t>;

template <class Token>
using Tokens = std::vector<Token>;

struct Place
{
  std::uint64_t document;
  std::uint64_t position;

  auto operator<=>(Place const&) const = default;
};

template <class Token>
std::string list_of(Tokens<Token> const& tokens, std::string const& separator)
{
  std::string list;
  for (auto const token : tokens) list += (list.empty() ? "" : separator) + std::to_string(token);
  return list;
}

/// Document by document, place by place.
template <class Token>
std::vector<Place> naive(Tokens<Token> const& text, Offsets const& offsets, Tokens<Token> const& pattern)
{
  std::vector<Place> places;
  for (std::size_t d = 0; d + 1 < offsets.size(); ++d)
    for (std::uint64_t at = offsets[d]; at < offsets[d + 1] && at + pattern.size() <= offsets[d + 1]; ++at)
      if (std::equal(pattern.begin(), pattern.end(), text.begin() + static_cast<std::ptrdiff_t>(at)))
        places.push_back({d, at - offsets[d]});
  return places;
}

template <class Token>
Tokens<Token> piece(Tokens<Token> const& text, std::uint64_t begin, std::uint64_t end)
{
  return {text.begin() + static_cast<std::ptrdiff_t>(begin), text.begin() + static_cast<std::ptrdiff_t>(end)};
}

/// Few tokens, all over the type.
template <class Token>
Tokens<Token> some_tokens(std::size_t n, std::uint64_t seed)
{
  std::mt19937_64 random(seed);
  Tokens<Token> const values = {0, 1, 300, static_cast<Token>(~Token{0}), static_cast<Token>(~Token{0} - 1)};
  Tokens<Token> text(n);
  for (auto& token : text) token = values[random() % values.size()];
  return text;
}

template <class Token>
std::vector<Tokens<Token>> some_patterns(Tokens<Token> const& text, std::uint64_t seed)
{
  std::mt19937_64 random(seed);
  std::vector<Tokens<Token>> patterns = {{}, {0}, {static_cast<Token>(~Token{0})}, {2}, {301, 1}, text};
  while (patterns.size() < 200) {
    std::uint64_t const begin = random() % text.size();
    patterns.push_back(piece(text, begin, std::min<std::uint64_t>(text.size(), begin + random() % 7)));
    if (patterns.size() % 5 == 0 && !patterns.back().empty()) patterns.back().back() = static_cast<Token>(random());
  }
  return patterns;
}

std::vector<Place> places_of(nlohmann::json const& result, bool has_documents)
{
  std::vector<Place> places;
  for (auto const& match : result["matches"])
    places.push_back({has_documents ? match["document"].get<std::uint64_t>() : 0, match["position"]});
  return places;
}

/// \param offsets  of the documents; {0, n} where there are none
template <class Token>
void expect_found(Names const& source, Tokens<Token> const& text, Offsets const& offsets, bool has_documents,
                  std::uint64_t seed)
{
  Folder const folder;
  auto const patterns = some_patterns(text, seed);
  std::string lines, counts;
  for (auto const& pattern : patterns) {
    lines += list_of(pattern, seed % 2 == 0 ? "," : "  ") + (seed % 3 == 0 ? "\r\n" : "\n");
    counts += std::to_string(naive(text, offsets, pattern).size()) + "\t" + list_of(pattern, ",") + "\n";
  }
  std::string const list = folder.write("patterns", lines);
  auto const run = [&](Names const& more) {
    Names command = {"search"};
    command.insert(command.end(), source.begin(), source.end());
    command.insert(command.end(), more.begin(), more.end());
    return lexikos(command);
  };
  auto const counted = run({"--patterns", list, "--count", "-q"});
  CAPTURE(counted.err);
  CHECK(counted.out == counts);
  auto const json = nlohmann::json::parse(run({"--patterns", list, "--limit", "0", "--context", "2", "--json"}).out);
  CHECK(json["bytes"] == text.size() * sizeof(Token));
  CHECK(json["symbols"] == (sizeof(Token) == 2 ? "u16" : "u32"));
  if (has_documents) CHECK(json["documents"] == offsets.size() - 1);
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    CAPTURE(i);
    auto const expected = naive(text, offsets, patterns[i]);
    auto const& result = json["results"][i];
    REQUIRE(result["pattern"] == patterns[i]);
    REQUIRE(result["count"] == expected.size());
    REQUIRE(places_of(result, has_documents) == expected);
    for (std::size_t k = 0; k < expected.size(); ++k) {
      std::uint64_t const first = offsets[expected[k].document], last = offsets[expected[k].document + 1];
      std::uint64_t const begin = first + expected[k].position, end = begin + patterns[i].size();
      REQUIRE(result["matches"][k]["before"] == piece(text, std::max(first, begin < 2 ? 0 : begin - 2), begin));
      REQUIRE(result["matches"][k]["after"] == piece(text, end, std::min(last, end + 2)));
    }
  }
}

template <class Token>
void expect_tokens(std::string const& symbols)
{
  Folder const folder;
  auto const text = some_tokens<Token>(700, sizeof(Token));
  std::string const file = folder.write("tokens", arrays::to_bytes(text));
  Offsets const whole = {0, text.size()};
  std::uint64_t seed = 1;
  expect_found({file, "--symbols", symbols}, text, whole, false, seed);
  for (Names const& options : {Names{}, Names{"--lcp", "--isa"}, Names{"--index", "u64"}}) {
    Names command = {"index", file, "--symbols", symbols, "--json"};
    command.insert(command.end(), options.begin(), options.end());
    auto const built = lexikos(command);
    CAPTURE(built.err);
    REQUIRE(built.exit_code == 0);
    auto const json = nlohmann::json::parse(built.out);
    CHECK(json["bytes"] == text.size() * sizeof(Token));
    CHECK(json["symbols"] == symbols);
    expect_found({file + ".index"}, text, whole, false, ++seed);
  }
  Offsets offsets = {0, 0, 100, 101, 400, 400, 699, 700, 700};
  for (bool const covers : {true, false}) {
    if (!covers) offsets = {7, 7, 100, 101, 400, 650};
    Offsets in_bytes = offsets;
    for (auto& offset : in_bytes) offset *= sizeof(Token);
    std::string const places = folder.write("tokens.size", arrays::to_bytes(in_bytes));
    auto const built = lexikos({"index", file, "--symbols", symbols, "--offsets", places, "--json"});
    CAPTURE(built.err);
    REQUIRE(built.exit_code == 0);
    auto const json = nlohmann::json::parse(built.out);
    CHECK(json["documents"] == offsets.size() - 1);
    CHECK(json["longest_document"] == 299);
    expect_found({file + ".index"}, text, offsets, true, ++seed);
    auto const info = nlohmann::json::parse(lexikos({"info", file + ".index", "--json"}).out);
    CHECK(info["symbols"] == text.size());
    CHECK(info["symbol_bytes"] == sizeof(Token));
    CHECK(info["documents"] == offsets.size() - 1);
    CHECK(info["longest_document"] == 299);
  }
}

}  // namespace

TEST_CASE("lexikos index and search: tokens, alone and as documents")
{
  expect_tokens<std::uint16_t>("u16");
  expect_tokens<std::uint32_t>("u32");
}

TEST_CASE("lexikos search: lines of tokens")
{
  Folder const folder;
  std::string const file = folder.write("t", arrays::to_bytes(Tokens<std::uint16_t>{5, 11, 12, 7, 11, 12, 13}));
  REQUIRE(lexikos({"index", file, "--symbols", "u16", "-q"}).exit_code == 0);
  std::string const index = file + ".index";
  auto const found = lexikos({"search", index, "--tokens", "11,12", "--tokens=11 12, 13", "--context", "2"});
  CHECK(found.exit_code == 0);
  CHECK(found.out ==
        "2\t11,12\n             1  5 [11 12] 7 11\n             4  12 7 [11 12] 13\n"
        "1\t11,12,13\n             4  12 7 [11 12 13]\n");
  CHECK(contains(found.err, "u16"));
  CHECK(lexikos({"search", index, "--tokens", "12,11", "-q"}).exit_code == 1);
  CHECK(lexikos({"search", index, "--tokens", "12", "--limit", "1", "--context", "0", "-q"})
            .out.ends_with("  and 1 more\n"));
  CHECK(lexikos({"search", index, "--patterns", "-", "-c", "-q"}, "12\n\n11 12\n").out == "2\t12\n7\t\n2\t11,12\n");
  std::string const places = folder.write("t.size", arrays::to_bytes(Offsets{0, 4, 4, 14}));
  REQUIRE(lexikos({"index", file, "--symbols", "u16", "--offsets", places, "-q"}).exit_code == 0);
  CHECK(lexikos({"search", index, "--tokens", "11,12", "--tokens", "12", "--tokens", "12,7", "--context", "1", "-q"})
            .out ==
        "1\t11,12\n  2\t2\t7 [11 12] 13\n2\t12\n  2\t0\t[12] 7\n  2\t3\t11 [12] 13\n"
        "1\t12,7\n  2\t0\t[12 7] 11\n");
}

TEST_CASE("lexikos index --offsets: documents of bytes, in both kinds of index")
{
  Folder const folder;
  std::string const file = folder.write("text", "abcabXcabc");
  std::string const places = folder.write("text.size", arrays::to_bytes(Offsets{1, 3, 3, 6, 10}));
  for (Names const& options : {Names{}, Names{"--kind", "fm"}, Names{"--kind", "fm", "--keep-text"}}) {
    Names command = {"index", file, "--offsets", places, "-q"};
    command.insert(command.end(), options.begin(), options.end());
    REQUIRE(lexikos(command).exit_code == 0);
    CHECK(lexikos({"search", file + ".index", "abc", "c", "a", "", "--context", "1", "-q", "--limit", "2"}).out ==
          "1\tabc\n  3\t1\tc[abc]\n3\tc\n  0\t1\tb[c]\n  3\t3\tb[c]\n  and 1 more\n2\ta\n  2\t0\t[a]b\n  3\t1\tc[a]b\n"
          "9\t\n  2\t0\t[]a\n  2\t2\tb[]X\n  and 7 more\n");
    auto const info = nlohmann::json::parse(lexikos({"info", file + ".index", "--json"}).out);
    CHECK(info["symbols"] == 10);
    CHECK(info["documents"] == 4);
    CHECK(info["longest_document"] == 4);
  }
  CHECK(contains(lexikos({"match", file + ".index", file}).err, "index"));
}

TEST_CASE("lexikos index and search: what tokens refuse")
{
  Folder const folder;
  std::string const file = folder.write("t", arrays::to_bytes(Tokens<std::uint16_t>{5, 11, 12, 7}));
  REQUIRE(lexikos({"index", file, "--symbols", "u16", "-q"}).exit_code == 0);
  std::string const index = file + ".index";
  auto const expect = [&](Names const& command, int code, std::string const& message, std::string const& input = {}) {
    auto const result = lexikos(command, input);
    CAPTURE(result.err);
    CHECK(result.exit_code == code);
    CHECK(contains(result.err, message));
    CHECK(result.out.empty());
  };
  expect({"search", index, "-p", "-"}, 3, "line 3: 65536 is beyond tokens of 2 bytes, of which 65535 is the largest",
         "1\n2 65535\n3,65536\n");
  expect({"search", index, "-p", "-"}, 3, "line 1: 'x1' is not a number", "5 x1,5\n");
  expect({"search", index, "-p", "-"}, 3, "line 2: '' is not a number", "5\n5,,7\n");
  expect({"search", index, "-p", "-"}, 3, "line 1: '' is not a number", "5,\n");
  expect({"search", index, "-p", "-"}, 3, "line 1: '-5' is not a number", "-5\n");
  expect({"search", index, "-p", "-"}, 3, "line 1: '5a' is not a number", "5a\n");
  expect({"search", index, "-p", "-"}, 3, "99999999999999999999 is beyond tokens", "99999999999999999999\n");
  expect({"search", index, "--tokens", "70000"}, 2, "--tokens: 70000 is beyond tokens");
  expect({"search", index, "abc"}, 2, "use --tokens");
  expect({"search", index, "--tokens", "5", "--errors", "1"}, 2, "--errors is for bytes");
  expect({"search", index, "--tokens", "5", "-z"}, 2, "--null is for bytes");
  expect({"search", index, "--tokens", "5", "--symbols", "u16"}, 2, "an index has its own");
  expect({"search", file, "--tokens", "5"}, 2, "the text is bytes");
  expect({"search", file, "--tokens", "5", "--symbols", "u32", "--text", "-p", "-"}, 3, "line 1: 4294967296 is beyond",
         "4294967296\n");
  std::string const odd = folder.write("odd", "abc");
  expect({"search", odd, "--tokens", "5", "--symbols", "u16"}, 3, "3 bytes are not symbols of 2");
  expect({"index", odd, "--symbols", "u16"}, 3, "3 bytes are not symbols of 2");
  expect({"index", file, "--symbols", "u16", "--kind", "fm"}, 2, "--kind suffix");
  expect({"index", file, "--symbols", "u16", "--fasta"}, 2, "not for sequences");
  std::string const places = folder.write("t.size", arrays::to_bytes(Offsets{0, 3, 8}));
  expect({"index", file, "--symbols", "u16", "--offsets", places}, 3, "offset 1 is 3, amid a symbol of 2 bytes");
  std::string const beyond = folder.write("t.beyond", arrays::to_bytes(Offsets{0, 10}));
  expect({"index", file, "--symbols", "u16", "--offsets", beyond}, 3, "offset 1 is 10, beyond the 8 bytes");
  CHECK(folder.names() == Names{"odd", "t", "t.beyond", "t.index", "t.size"});
}

}  // namespace token_index_tests
