// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What users type, and what they are told: help, suggestions, numbers, and names that are not UTF-8.

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
using process::read;
using Names = std::vector<std::string>;

void check_usage(Names const& words, std::string_view message)
{
  CAPTURE(words.back());
  auto const result = lexikos(words);
  CAPTURE(result.err);
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK_MESSAGE(contains(result.err, message), message);
}

TEST_CASE("help: of the program, of each command, and without a command")
{
  auto const program = lexikos({"--help"});
  CHECK(program.exit_code == 0);
  CHECK(program.err.empty());
  CHECK(lexikos({"-h"}).out == program.out);
  CHECK(lexikos({"help"}).out == program.out);
  for (std::string const command : {"sa",       "check",      "lcp",   "bwt",  "unbwt", "index",    "search",
                                    "repeats",  "match",      "kmers", "plot", "dedup", "overlap",  "wavelet",
                                    "compress", "decompress", "test",  "list", "info",  "generate", "help"})
  {
    CAPTURE(command);
    CHECK(contains(program.out, "\n  " + command + " "));
    auto const help = lexikos({command, "--help"});
    CHECK(help.exit_code == 0);
    CHECK(help.out.starts_with("Usage: ") == false);
    CHECK(contains(help.out, "\nUsage: lexikos " + command));
    CHECK(contains(help.out, "\nExit codes: "));
    CHECK(lexikos({"help", command}).out == help.out);
    std::size_t widest = 0;
    for (std::size_t begin = 0; begin < help.out.size();) {
      std::size_t const end = help.out.find('\n', begin);
      widest = std::max(widest, end - begin);
      begin = end + 1;
    }
    CHECK(widest <= 82);
    bool const has_cuda = contains(lexikos({"info"}).out, "cuda (");
    if (!has_cuda) CHECK_FALSE(contains(help.out, "cuda"));
  }
  CHECK(contains(lexikos({"sa", "--help"}).out, "The array has no header"));
  CHECK(contains(lexikos({"help", "wavelet", "query"}).out, "rank:C:I"));
  CHECK(contains(lexikos({"help", "json"}).out, "base64"));
  check_usage({"help", "serach"}, "did you mean 'search'?");

  auto const bare = lexikos({});
  CHECK(bare.exit_code == 2);
  CHECK(contains(bare.err, "Usage: lexikos COMMAND"));
  CHECK(contains(bare.err, "\n  sa "));
  CHECK(contains(lexikos({"wavelet"}).err, "\n  build "));
}

TEST_CASE("version: under both names")
{
  CHECK(lexikos({"--version"}).out.starts_with("lexikos "));
  CHECK(lexikos({"-V"}).out == lexikos({"--version"}).out);
  check_usage({"-v"}, "there is no option '-v'");
}

TEST_CASE("what is mistyped is named, and what is near it")
{
  check_usage({"foo"}, "there is no command 'foo'\n");
  check_usage({"serach", "x", "y"}, "there is no command 'serach'; did you mean 'search'?");
  check_usage({"wavelet", "biuld", "x"}, "there is no command 'biuld'; did you mean 'build'?");
  check_usage({"sa", "x", "--ouput", "y"}, "there is no option '--ouput'; did you mean '--output'?");
  check_usage({"sa", "x", "bogus", "--algorithm"}, "unexpected argument 'bogus'");
  check_usage({"sa", "x", "--algorithm"}, "--algorithm needs a value: NAME");
}

TEST_CASE("numbers are read strictly, everywhere")
{
  Folder const folder;
  std::string const text = folder.write("text", "mississippi");
  std::string const bwt = folder.write("bwt", "abc");
  for (std::string const number :
       {"-1", "99999999999999999999", "18446744073709551616", "", "many", "1.5", "0x1", " 1"}) {
    for (Names const& words :
         {Names{"search", text, "iss", "--limit"}, Names{"search", text, "iss", "--context"},
          Names{"repeats", text, "--top"}, Names{"repeats", text, "--min-length"},
          Names{"repeats", text, "--min-occurrences"}, Names{"kmers", text, "-k"},
          Names{"wavelet", "build", text, "--budget"}, Names{"unbwt", bwt, "--primary-index"},
          Names{"generate", "random", "10", "1", "--period"}, Names{"generate", "random", "10", "1", "--mean"},
          Names{"generate", "random", "10", "1", "--alphabet"}, Names{"generate", "random", "10"},
          Names{"generate", "random"}})
    {
      Names all = words;
      all.push_back(number);
      check_usage(all, "'" + number + "' is ");
    }
  }
  CHECK(lexikos({"wavelet", "build", text, "--budget", "1k", "--quiet"}).exit_code == 0);
  CHECK(lexikos({"generate", "random", "1k", "18446744073709551615"}).out.size() == 1000);
  CHECK(lexikos({"search", text, "iss", "--limit", "1", "--context", "18446744073709551615", "-q"}).out ==
        "2\tiss\n             4  miss[iss]ippi\n  and 1 more\n");
}

TEST_CASE("short options: -q, -j, -o")
{
  Folder const folder;
  std::string const text = folder.write("text", "abc");
  auto const result = lexikos({"sa", text, "-qj1", "-o" + (folder / "array")});
  CHECK(result.exit_code == 0);
  CHECK((result.out + result.err).empty());
  CHECK(folder.names() == Names{"array", "text"});
  CHECK(lexikos({"generate", "letter", "3", "--quiet"}).out == "aaa");
  CHECK(lexikos({"wavelet", "build", text, "-q"}).err.empty());
  CHECK(lexikos({"wavelet", "info", text + ".wavelet", "-q"}).out.empty());
}

TEST_CASE("names, patterns and texts that are not UTF-8 can be had back from JSON")
{
  Folder const folder;
  std::string const name = "n\xff";
  std::string const text = folder.write(name, "ab\xc3\xa9\xff-\x80z\xe2\x82\xac!");  // abé, a lone byte, ..., z€!
  nlohmann::json const encoded = {{"encoding", "base64"}, {"bytes", "bv8="}};
  auto const parsed = [](Names const& words) {
    auto const result = lexikos(words);
    CAPTURE(result.err);
    return nlohmann::json::parse(result.out);  // which refuses what is not UTF-8
  };
  auto const sorted = parsed({"sa", text, "--json", "-o", folder / name + ".sa"});
  CHECK(sorted["text"]["encoding"] == "base64");
  CHECK(sorted["bytes"] == 12);
  auto const found = parsed({"search", text, "\xff", "-", "z", "--json", "--context", "2"})["results"];
  CHECK(found[0]["pattern"] == nlohmann::json{{"encoding", "base64"}, {"bytes", "/w=="}});
  CHECK(found[0]["matches"][0]["before"] == "\xc3\xa9");
  CHECK(found[0]["matches"][0]["after"] == nlohmann::json{{"encoding", "base64"}, {"bytes", "LYA="}});
  CHECK(found[1]["matches"][0]["before"]["bytes"] == "qf8=");
  CHECK(found[2]["matches"][0]["before"]["bytes"] == "LYA=");
  CHECK(found[2]["matches"][0]["after"] == "");  // two of the three bytes of a character
  CHECK(parsed({"search", text, "z", "--json", "--context", "3"})["results"][0]["matches"][0]["after"] ==
        "\xe2\x82\xac");
  auto const repeats = parsed({"repeats", folder.write("text", "\xff\"\\\n\xff\"\\\n"), "--json"})["repeats"];
  CHECK(repeats[0]["substring"] == "\\xff\"\\\\\\x0a");
  auto const quoted = parsed({"search", folder / "text", "\"\\\n", "--json"})["results"];
  CHECK(quoted[0]["pattern"] == "\"\\\n");
}

TEST_CASE("an SVG is XML, whatever its text is called")
{
  Folder const folder;
  std::string const text = folder.write("a<b&c>\xff\x01\xed\xa0\x80\xef\xbf\xbf\xc3\xa9", "abab");
  CHECK(lexikos({"repeats", text, "--svg", folder / "x.svg", "-q", "-o", "/dev/null"}).exit_code == 0);
  CHECK(contains(read(folder / "x.svg"), "a&lt;b&amp;c&gt;\\xff\\x01\\xed\\xa0\\x80\\xef\\xbf\\xbf\xc3\xa9: longest"));
}

TEST_CASE("pattern files: CR LF, zero bytes, no lines")
{
  Folder const folder;
  std::string const text = folder.write("text", "one\ntwo\none\r\n");
  auto const counted = [&](std::string const& patterns, Names options = {}) {
    options.insert(options.begin(), {"search", text, "-c", "-q", "-p", folder.write("patterns", patterns)});
    return lexikos(options);
  };
  auto const windows = counted("one\r\ntwo\r\nthree");
  CHECK(windows.out == "2\tone\n1\ttwo\n0\tthree\n");
  CHECK(contains(windows.err, "end in CR LF"));
  auto const mixed = counted("one\r\ntwo\n");
  CHECK(mixed.out == "1\tone.\n1\ttwo\n");
  CHECK(mixed.err.empty());
  CHECK(counted("\r\n").out == "13\t\n");
  CHECK(counted("one\r").out == "1\tone.\n");
  using namespace std::string_literals;
  CHECK(counted("one\ntwo\0one\r\n\0"s, {"-z"}).out == "1\tone\ntwo\0"s + "1\tone\r\n\0"s);
  auto const empty = counted("");
  CHECK(empty.exit_code == 1);
  CHECK(empty.out.empty());
}

TEST_CASE("search: the exit code tells whether a pattern occurs, as grep's does")
{
  Folder const folder;
  std::string const text = folder.write("text", "abracadabra");
  CHECK(lexikos({"search", text, "abra"}).exit_code == 0);
  CHECK(lexikos({"search", text, "x", "abra"}).exit_code == 0);
  CHECK(lexikos({"search", text, "x", "y", "--quiet"}).exit_code == 1);
  CHECK(lexikos({"search", text, "x", "--json"}).exit_code == 1);
  CHECK(lexikos({"search", text, "x", "-c", "-q"}).out == "0\tx\n");
  CHECK(lexikos({"search", folder / "none", "x"}).exit_code == 3);
}

TEST_CASE("search: many patterns are found as a few are, and many positions")
{
  Folder const folder;
  std::string bytes, patterns, expected;
  for (int i = 0; i < 5000; ++i) bytes += std::to_string(i * 7919 % 5000) + ",";
  for (int i = 4999; i >= 0; --i) {
    std::string pattern(",");
    pattern.append(std::to_string(i)).append(",");
    patterns.append(pattern).append("\n");
    std::size_t const at = bytes.find(pattern);
    bool const is_found = at != std::string::npos;
    expected.append(is_found ? "1\t" : "0\t").append(pattern).append("\n");
    if (!is_found) continue;
    std::string const position = std::to_string(at);
    expected.append(14 - position.size(), ' ').append(position).append("  [").append(pattern).append("]\n");
  }
  std::string const text = folder.write("text", bytes);
  std::string const file = folder.write("patterns", patterns);
  CHECK(lexikos({"search", text, "-p", file, "--context", "0", "-q"}).out == expected);
  auto const json = nlohmann::json::parse(lexikos({"search", text, "-p", file, "--json"}).out);
  CHECK(json["patterns"] == 5000);
  CHECK(json["results"].size() == 5000);
  CHECK(json["search_seconds"].get<double>() > 0);
  auto const all = nlohmann::json::parse(lexikos({"search", text, ",", "--limit", "0", "--json"}).out);
  CHECK(all["results"][0]["matches"].size() == 5000);
}

TEST_CASE("repeats: the first places of many long runs")
{
  constexpr std::size_t n = 30000;
  Folder const folder;
  std::string const text = folder.write("text", std::string(n, 'a'));
  auto const json = nlohmann::json::parse(lexikos({"repeats", text, "--top", "100k", "--json", "-q"}).out);
  auto const& repeats = json["repeats"];
  REQUIRE(repeats.size() == n - 1);
  for (std::size_t i = 0; i < repeats.size(); ++i) {
    std::size_t const occurrences = i + 2;
    std::vector<std::size_t> first;
    for (std::size_t j = 0; j < std::min<std::size_t>(occurrences, 10); ++j) first.push_back(j);
    CAPTURE(i);
    REQUIRE(repeats[i]["length"] == n - 1 - i);
    REQUIRE(repeats[i]["occurrences"] == occurrences);
    REQUIRE(repeats[i]["positions"] == first);
  }
}

}  // namespace
