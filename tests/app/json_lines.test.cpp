// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <lexikos/config.hpp>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "app/compressed.hpp"
#include "app/io/json_lines.hpp"
#include "app/io/json_member.hpp"
#include "app/process.hpp"

namespace json_lines_tests
{

namespace
{

using process::contains;
using process::Folder;
using process::lexikos;
using process::read;

bool has_reader()
{
  if (!lexikos::app::reads_json_lines) MESSAGE("this build cannot read JSON lines");
  return lexikos::app::reads_json_lines;
}

#ifdef LEXIKOS_HAVE_ZLIB
using compressed::gzip;
#endif
#ifdef LEXIKOS_HAVE_ZSTD
using compressed::zstd;
#endif

constexpr char const* lines =
    R"({"id": 1, "text": "abcdefgh"}
{"text":"Xabcd\u0059efgh", "more": {"text": ["}", 1.50e3]}, "a\"b": null}
{ "meta" : { "text" : "abcd" }, "te\u0078t" : "" }
{"text": "a\n\"b\\c\/\u00e9\u0000efgh" }
)";

TEST_CASE("dedup: lines of JSON")
{
  if (!has_reader()) return;
  Folder const folder;
  std::string const file = folder.write("lines", lines);
  auto const result = lexikos(
      {"dedup", file, "--field", "text", "-k4", "-o", folder / "left", "--ranges", folder / "ranges", "--json"});
  CAPTURE(result.err);
  REQUIRE(result.exit_code == 0);
  // abcdefgh XabcdYefgh - a\n"b\c/éØefgh
  CHECK(read(folder / "ranges") == "out\n0 8\n9 13\n14 18\n28 32\n");
  CHECK(read(folder / "left") == R"({"id": 1, "text": ""}
{"text":"XY", "more": {"text": ["}", 1.50e3]}, "a\"b": null}
{ "meta" : { "text" : "abcd" }, "te\u0078t" : "" }
{"text": "a\n\"b\\c/é\u0000" }
)");
  auto const report = nlohmann::json::parse(result.out);
  CHECK(report["documents"] == 4);
  CHECK(report["bytes"] == 32);
  CHECK(folder.names() == std::vector<std::string>{"left", "lines", "ranges"});

  // documents, lines as they were, no end of the last line, standard input and output
  auto const across =
      lexikos({"dedup", "-", "--field", "text", "-k4", "--scope", "across", "--keep", "first", "-o", "-", "-q"},
              "{\"text\":\"\\u0061aaaaaa\", \"n\": 1}\r\n{\"text\":\"xaaaa\"}");
  CHECK(across.err == "");
  CHECK(across.out == "{\"text\":\"a\", \"n\": 1}\r\n{\"text\":\"x\"}");
  CHECK(lexikos({"dedup", file, "--field", "id", "-q"}).exit_code == 3);
  std::string const other = folder.write("other", "{\"text\": \"cdefg\"}\n");
  CHECK(lexikos({"dedup", file, "--field", "text", "-k5", "--against", other, "--ranges", "-", "-q"}).out ==
        "out\n2 7\n");
  CHECK(lexikos({"dedup", folder.write("none", ""), "--field", "text", "-o", "-", "-q"}).out == "");
}

TEST_CASE("dedup: numbers of any size stand beside the field, and stay as they are")
{
  if (!has_reader()) return;
  Folder const folder;
  std::string const numbers =
      R"("a-1": [1e999, -1e-999, 123456789012345678901234567890, -0.5E+400, 18446744073709551616], "b\\" : "1e999\"2")";
  std::string const given = "{" + numbers + ", \"text\": \"abcdabcd\"}\n{\"n\": 1e400, \"text\": \"x\"}\n";
  auto const result = lexikos({"dedup", "-", "--field", "text", "-k4", "--keep", "first", "-o", "-", "-q"}, given);
  CHECK(result.err == "");
  CHECK(result.out == "{" + numbers + ", \"text\": \"abcd\"}\n{\"n\": 1e400, \"text\": \"x\"}\n");
}

TEST_CASE("dedup: lines of JSON keep whole characters")
{
  if (!has_reader()) return;
  Folder const folder;
  // é and è share their first byte
  std::string const file = folder.write("lines", "{\"t\":\"..é\"}\n{\"t\":\"..è\"}\n");
  CHECK(lexikos({"dedup", file, "--field", "t", "-k3", "-o", "-", "-q"}).out == "{\"t\":\"é\"}\n{\"t\":\"è\"}\n");
  CHECK(lexikos({"dedup", file, "--field", "t", "-k3", "--align", "symbol", "--ranges", "-", "-q"}).out ==
        "out\n0 3\n4 7\n");
}

TEST_CASE("dedup: compressed lines of JSON")
{
  if (!has_reader()) return;
  Folder const folder;
  std::string text;
  std::mt19937_64 random(1);
  for (int i = 0; i < 20'000; ++i)
    text += R"({"id":)" + std::to_string(i) + R"(,"text":")" + std::to_string(random() % 2000) + " and the rest\"}\n";
  auto const left_of = [&](std::string const& bytes) {
    auto const result =
        lexikos({"dedup", folder.write("lines", bytes), "--field", "text", "-k15", "--keep", "first", "-o", "-", "-q"});
    CHECK(result.err == "");
    return result.out;
  };
  std::string const expected = left_of(text);
  CHECK(expected.size() > 1'000);
  CHECK(expected.size() < text.size());
  std::size_t const half = text.find('\n', text.size() / 2) + 5;
  auto const refused = [&](std::string const& bytes, std::string const& message) {
    auto const result = lexikos({"dedup", folder.write("lines", bytes), "--field", "text", "-o", folder / "left"});
    CAPTURE(result.err);
    CHECK(result.exit_code == 3);
    CHECK(contains(result.err, message));
    CHECK(contains(result.err, folder / "lines"));
    CHECK_FALSE(std::filesystem::exists(folder / "left"));
  };
  static_cast<void>(half);
  static_cast<void>(refused);
#ifdef LEXIKOS_HAVE_ZLIB
  CHECK((left_of(gzip(text)) == expected));
  CHECK((left_of(gzip(text.substr(0, half)) + gzip(text.substr(half)) + std::string(512, '\0')) == expected));
  CHECK(left_of(gzip("")) == "");
  std::string const member = gzip("{\"text\":\"a\"}\n{\"text\":\"b\"}\n");
  refused(member.substr(0, member.size() - 3), "line 3: its compressed data is cut off");
  refused(member.substr(0, 5), "line 1: its compressed data is cut off");
  refused(member + "garbage", "line 3: its compressed data is damaged");
  std::string damaged = member;
  damaged[damaged.size() - 6] ^= 1;
  refused(damaged, "its compressed data is damaged");
  refused(gzip(text).substr(0, 50'000), "its compressed data is cut off");
#endif
#ifdef LEXIKOS_HAVE_ZSTD
  CHECK((left_of(zstd(text)) == expected));
  CHECK((left_of(zstd(text.substr(0, half)) + zstd(text.substr(half))) == expected));
  CHECK(left_of(zstd("")) == "");
  std::string const frame = zstd("{\"text\":\"a\"}\n{\"text\":\"b\"}\n");
  refused(frame.substr(0, frame.size() - 1), "its compressed data is cut off");
  refused(frame + "garbage", "line 3: its compressed data is damaged");
  refused(zstd(text).substr(0, 50'000), "its compressed data is cut off");
#endif
}

TEST_CASE("dedup: lines that are not JSON, or have no text")
{
  if (!has_reader()) return;
  Folder const folder;
  auto const refused = [&](std::string const& line, std::string const& message) {
    std::string const file = folder.write("lines", "{\"text\":\"a\"}\n" + line);
    auto const result = lexikos({"dedup", file, "--field", "text", "-o", folder / "left", "--ranges", folder / "ranges",
                                 "--cache", folder / "cache", "--plot", folder / "plot"});
    CAPTURE(line);
    CAPTURE(result.err);
    CHECK(result.exit_code == 3);
    CHECK(contains(result.err, "cannot read " + file + ": line 2: " + message));
    CHECK(folder.names() == std::vector<std::string>{"lines"});
  };
  refused("{\"text\":\"b", "it is no JSON: ");
  refused("{\"text\":\"b\"", "it is no JSON: ");
  refused("{\"text\":\"b\"\n{\"text\":\"c\"}\n", "it is no JSON: ");
  refused("{\"text\":\"b\"} {}\n", "it is no JSON: ");
  for (std::string const wrong :
       {"01", "--1", "1.", ".5", "+1", "1e", "1e+", "1 2", "1true", "-", "1e999x", "0x1", "1e9e9"})
    refused("{\"text\":\"b\", \"c\": " + wrong + "}\n", "it is no JSON: ");
  refused("{\"text\":\"\\ud800\"}\n", "it is no JSON: ");
  refused("{\"text\":\"a\tb\"}\n", "it is no JSON: ");
  refused("\n{\"text\":\"b\"}\n", "it is empty");
  refused("\n", "it is empty");
  refused("[\"text\", \"b\"]\n", "it is no object");
  refused("\"text\"\n", "it is no object");
  refused("{}\n", "it has no field text");
  refused("{\"Text\": \"b\", \"x\": {\"text\": \"c\"}}\n", "it has no field text");
  refused("{\"text\": 7}\n", "its field text is no string");
  refused("{\"text\": null}\n", "its field text is no string");
  refused("{\"text\": [\"b\"]}\n", "its field text is no string");
  refused("{\"text\": \"b\", \"te\\u0078t\": \"c\"}\n", "it has the field text twice");
  refused("{\"text\": \"b\xC3(\"}\n", "it is not UTF-8 from its byte 11 on");
  refused("{\"text\": \"b\", \"c\": \"\xED\xA0\x80\"}\n", "it is not UTF-8 from its byte 20 on");
}

TEST_CASE("dedup: options that lines of JSON do not go with")
{
  Folder const folder;
  std::string const file = folder.write("lines", "{\"text\":\"a\"}\n");
  auto const refused = [&](std::vector<std::string> const& more, std::string const& message) {
    std::vector<std::string> command{"dedup", file, "--field", "text", "-o", folder / "left"};
    command.insert(command.end(), more.begin(), more.end());
    auto const result = lexikos(command);
    CAPTURE(result.err);
    CHECK(result.exit_code == 2);
    CHECK(contains(result.err, message));
  };
  refused({"--offsets", file}, "each line is a document");
  refused({"--symbols", "u16"}, "--field is for texts");
  refused({"--align", "symbol"}, "whole characters");
  CHECK(folder.names() == std::vector<std::string>{"lines"});
}

TEST_CASE("the strings of members of JSON")
{
  using lexikos::app::JsonString;
  using lexikos::app::string_of_member;
  std::mt19937_64 random(1);
  auto const pick = [&](std::vector<std::string> const& choices) { return choices[random() % choices.size()]; };
  auto const space = [&] { return pick({"", "", " ", "\t "}); };
  auto const string = [&] {
    std::string text;
    for (std::size_t i = random() % 5; i > 0; --i) text += pick({"a", "\\\"", "\\\\", "{", "}", ":", ",", "[", "]"});
    return text;
  };
  for (int run = 0; run < 2'000; ++run) {
    std::string object = space() + '{';
    std::vector<JsonString> expected;
    std::vector<bool> is_string;
    std::size_t const members = 1 + random() % 5;
    for (std::size_t m = 0; m < members; ++m) {
      object += (m == 0 ? "" : ",") + space() + '"' + string() + '"' + space() + ':' + space();
      is_string.push_back(random() % 2 == 0);
      std::size_t const begin = object.size() + 1;
      if (is_string.back())
        object += '"' + string() + '"';
      else
        object += pick({"1", "null", "-2.5e+3", "[]", "{}", "[1, \"" + string() + "\", {\"" + string() + "\": [2]}]",
                        "{\"" + string() + "\": {\"" + string() + "\": \"" + string() + "\"}, \"x\": 1}"});
      expected.push_back({begin, object.size() - 1});
      object += space();
    }
    object += '}' + space();
    for (std::size_t m = 0; m < members; ++m) {
      if (!is_string[m]) continue;
      auto const found = string_of_member(object, m);
      CAPTURE(object);
      REQUIRE(found.begin == expected[m].begin);
      REQUIRE(found.end == expected[m].end);
    }
  }
}

TEST_CASE("dedup: lines of JSON as a definition has them")
{
  if (!has_reader()) return;
  Folder const folder;
  std::mt19937_64 random(7);
  for (int run = 0; run < 40; ++run) {
    std::vector<std::string> texts(1 + random() % 8);
    std::string all;
    std::vector<std::string> raw;
    for (auto& text : texts) {
      for (std::size_t i = random() % 12; i > 0; --i) text += std::string("ab\n\"").substr(random() % 4, 1);
      raw.push_back(nlohmann::json({{"n", raw.size()}, {"t", text}}).dump(-1, ' ', random() % 2 == 0));
      all += raw.back() + '\n';
    }
    std::size_t const k = 1 + random() % 4;
    auto const occurs = [&](std::string const& window) {
      std::size_t count = 0;
      for (auto const& text : texts)
        for (std::size_t i = 0; i + k <= text.size(); ++i) count += text.compare(i, k, window) == 0;
      return count;
    };
    std::string expected;
    for (std::size_t d = 0; d < texts.size(); ++d) {
      std::vector<bool> removed(texts[d].size());
      for (std::size_t i = 0; i + k <= texts[d].size(); ++i)
        if (occurs(texts[d].substr(i, k)) >= 2)
          for (std::size_t j = 0; j < k; ++j) removed[i + j] = true;
      std::string left;
      for (std::size_t i = 0; i < removed.size(); ++i)
        if (!removed[i]) left += texts[d][i];
      expected += (left == texts[d] ? raw[d] : nlohmann::json({{"n", d}, {"t", left}}).dump()) + '\n';
    }
    std::string const file = folder.write("lines", all);
    CAPTURE(all);
    REQUIRE(lexikos({"dedup", file, "--field", "t", "-k", std::to_string(k), "-o", "-", "-q"}).out == expected);
  }
}

}  // namespace

}  // namespace json_lines_tests
