// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "app/arrays.hpp"
#include "app/process.hpp"

namespace
{

using process::contains;
using process::Folder;
using process::lexikos;
using process::read;
using Numbers = std::vector<std::uint64_t>;

TEST_CASE("lexikos dedup: sequences that are written again have their borders, large windows and little memory")
{
  Folder const folder;
  std::string const file = folder.write("f", ">a\nACGTACGTACGTACGT\n>b\nACGTACGTACTTTT\n");
  std::vector<std::string> const command{"dedup", "-q", "-k4", "--format", "fasta", "--keep", "first", file};
  auto with = command;
  with.insert(with.end(), {"-o", folder / "left"});
  REQUIRE(lexikos(with).exit_code == 0);
  CHECK(read(folder / "left") == "ACGTTTTT");
  CHECK(arrays::from_bytes<std::uint64_t>(read(folder / "left.size")) == Numbers{0, 4, 8});

  std::string const text = folder.write("text", "abcdabcd");
  for (std::string const width : {"u8", "u16", "u32"})
    for (std::string const length : {"4611686018427387904", "9223372036854775808", "18446744073709551615"}) {
      auto const none = lexikos({"dedup", "-q", "--symbols", width, "-k", length, text});
      CAPTURE(none.err);
      CHECK(none.exit_code == 0);
      CHECK(none.out.empty());
    }
  CHECK(lexikos({"dedup", "--engine", "fingerprints", "--memory", "1", "-k4", text}).exit_code == 5);
}

nlohmann::json json_of(std::vector<std::string> command)
{
  command.push_back("--json");
  auto const result = lexikos(command);
  CAPTURE(result.err);
  REQUIRE(result.exit_code == 0);
  return nlohmann::json::parse(result.out);
}

TEST_CASE("dedup: ranges of a text, and the text without them")
{
  Folder const folder;
  std::string const text = folder.write("text", "XabcdefYabcdeZ");
  auto const found = lexikos({"dedup", text, "-k", "4"});
  CAPTURE(found.err);
  CHECK(found.exit_code == 0);
  CHECK(contains(found.err, "ranges"));
  CHECK(read(text + ".remove.byterange") == "out\n1 6\n8 13\n");
  CHECK(lexikos({"dedup", text, "-k4", "--keep", "first", "--ranges", "-", "-q"}).out == "out\n8 13\n");
  CHECK(lexikos({"dedup", text, "-k4", "--count", "3", "--ranges", "-", "-q"}).out == "out\n");
  std::string const left = folder / "left";
  auto const report = json_of({"dedup", text, "-k4", "-o", left});
  CHECK(read(left) == "XfYZ");
  CHECK_FALSE(std::filesystem::exists(left + ".size"));
  CHECK(report["ranges"] == 2);
  CHECK(report["removed_bytes"] == 10);
  CHECK(report["removed_share"].get<double>() == doctest::Approx(10. / 14));
  CHECK(lexikos({"dedup", "-", "-k4", "-o", "-", "-q"}, "XabcdefYabcdeZ").out == "XfYZ");
  CHECK(lexikos({"dedup", folder.write("empty", ""), "--ranges", "-", "-q"}).out == "out\n");
}

TEST_CASE("dedup: documents")
{
  Folder const folder;
  std::string const text = folder.write("text", "abcdefghXabcdYefgh");
  std::string const offsets = folder.write("text.size", arrays::to_bytes(Numbers{0, 4, 4, 14, 18}));
  auto const ranges_of = [&](std::vector<std::string> const& more) {
    std::vector<std::string> command{"dedup", text, "-k4", "-q", "--offsets", offsets};
    command.insert(command.end(), more.begin(), more.end());
    return lexikos(command);
  };
  CHECK(ranges_of({"--ranges", "-"}).out == "out\n0 4\n4 8\n9 13\n14 18\n");
  CHECK(ranges_of({"--ranges", "-", "--keep", "first-of-document"}).out == "out\n");
  CHECK(ranges_of({"--ranges", "-", "--scope", "across", "--keep", "first"}).out == "out\n9 13\n14 18\n");
  CHECK(ranges_of({"-o", folder / "left"}).exit_code == 0);
  CHECK(read(folder / "left") == "XY");
  CHECK(arrays::from_bytes<std::uint64_t>(read(folder / "left.size")) == Numbers{0, 0, 0, 2, 2});
  CHECK(json_of({"dedup", text, "--offsets", offsets, "--ranges", folder / "ranges"})["documents"] == 4);
}

TEST_CASE("dedup: documents with separators")
{
  Folder const folder;
  // each document starts with "##" and its number
  std::string const text = folder.write("text", "##1abcd##2##3xabcd##4abcdy");
  std::string const offsets = folder.write("text.size", arrays::to_bytes(Numbers{0, 7, 10, 18, 26}));
  auto const ranges = [&](std::vector<std::string> const& more) {
    std::vector<std::string> command{"dedup", text, "-q", "--ranges", "-"};
    command.insert(command.end(), more.begin(), more.end());
    return lexikos(command).out;
  };
  // windows of the text as it is take a part of the next separator with them
  CHECK(ranges({"-k4"}) == "out\n3 9\n14 20\n21 25\n");
  CHECK(ranges({"-k4", "--offsets", offsets}) == "out\n3 7\n14 18\n21 25\n");
  CHECK(ranges({"-k4", "--offsets", offsets, "--separator-bytes", "3"}) == "out\n3 7\n14 18\n21 25\n");
  CHECK(ranges({"-k2", "--offsets", offsets}) == "out\n0 2\n3 7\n7 9\n10 12\n14 18\n18 20\n21 25\n");
  CHECK(ranges({"-k2", "--offsets", offsets, "--separator-bytes", "1"}) == "out\n3 7\n14 18\n21 25\n");
  CHECK(lexikos({"dedup", text, "-k4", "-q", "--offsets", offsets, "--separator-bytes", "3", "-o", folder / "left"})
            .exit_code == 0);
  CHECK(read(folder / "left") == "##1##2##3x##4y");
  CHECK(arrays::from_bytes<std::uint64_t>(read(folder / "left.size")) == Numbers{0, 3, 6, 10, 14});
  auto const report =
      json_of({"dedup", text, "-k4", "--offsets", offsets, "--separator-bytes", "3", "--ranges", folder / "ranges"});
  CHECK(report["documents"] == 4);
  CHECK(lexikos({"dedup", text, "-k4", "--separator-bytes", "3"}).exit_code == 2);
  CHECK(lexikos({"dedup", text, "-k4", "--offsets", offsets, "--separator-bytes", "4"}).exit_code == 2);
  std::string const shorter = folder.write("shorter", arrays::to_bytes(Numbers{0, 2, 26}));
  auto const refused = lexikos({"dedup", text, "-k4", "--offsets", shorter, "--separator-bytes", "3"});
  CHECK(refused.exit_code == 3);
  CHECK(contains(refused.err, "document 0"));
}

TEST_CASE("dedup: tokens")
{
  Folder const folder;
  std::string const text =
      folder.write("text", arrays::to_bytes(std::vector<std::uint16_t>{1, 60'000, 3, 7, 1, 60'000, 3}));
  std::string const offsets = folder.write("offsets", arrays::to_bytes(Numbers{0, 6, 14}));
  CHECK(lexikos({"dedup", text, "-k3", "--symbols", "u16", "--ranges", "-", "-q"}).out == "out\n0 6\n8 14\n");
  CHECK(lexikos({"dedup", text, "-k3", "--symbols", "u16", "--offsets", offsets, "-o", folder / "left", "-q"})
            .exit_code == 0);
  CHECK(read(folder / "left") == arrays::to_bytes(std::vector<std::uint16_t>{7}));
  CHECK(arrays::from_bytes<std::uint64_t>(read(folder / "left.size")) == Numbers{0, 0, 2});
  std::string const wide = folder.write("wide", arrays::to_bytes(std::vector<std::uint32_t>{70'000, 3, 70'000, 3}));
  CHECK(lexikos({"dedup", wide, "-k2", "--symbols", "u32", "--ranges", "-", "-q"}).out == "out\n0 16\n");
}

TEST_CASE("dedup: what another file has, and whole characters")
{
  Folder const folder;
  std::string const text = folder.write("text", "the quick brown fox, the quick brown dog");
  std::string const other = folder.write("other", "a brown fox");
  CHECK(lexikos({"dedup", text, "-k", "9", "--against", other, "--ranges", "-", "-q"}).out == "out\n9 19\n");
  std::string const cut = folder.write("cut", arrays::to_bytes(Numbers{0, 7, 11}));
  CHECK(lexikos({"dedup", text, "-k9", "--against", other, "--against-offsets", cut, "--ranges", "-", "-q"}).out ==
        "out\n");
  std::string const letters = folder.write("letters", "\xC3\xA9_\xC3\xA8_\xC3\xA7");
  CHECK(lexikos({"dedup", letters, "-k1", "--ranges", "-", "-q"}).out == "out\n0 1\n2 4\n5 7\n");
  CHECK(lexikos({"dedup", letters, "-k1", "--align", "utf8", "--ranges", "-", "-q"}).out == "out\n2 3\n5 6\n");
}

TEST_CASE("dedup: both engines")
{
  Folder const folder;
  std::mt19937_64 random(5);
  std::string text;
  while (text.size() < 40'000) {
    if (text.size() > 500 && random() % 3 == 0)
      text += text.substr(random() % (text.size() - 300), 100 + random() % 200);
    else
      for (int i = 0; i < 100; ++i) text += static_cast<char>('a' + random() % 20);
  }
  text.resize(40'000);
  std::string const file = folder.write("text", text);
  Numbers cuts{0};
  while (cuts.back() < 39'000) cuts.push_back(cuts.back() + 2 * (random() % 400));
  cuts.push_back(40'000);
  std::string const offsets = folder.write("text.size", arrays::to_bytes(cuts));
  for (std::vector<std::string> const& more :
       std::vector<std::vector<std::string>>{{},
                                             {"--offsets", offsets},
                                             {"--offsets", offsets, "--keep", "first"},
                                             {"--symbols", "u16", "-k", "20"},
                                             {"--against", file}})
  {
    CAPTURE(more.size());
    auto const left_by = [&](std::vector<std::string> command) {
      command.insert(command.end(), more.begin(), more.end());
      auto const ranges = lexikos(command);
      CHECK(ranges.exit_code == 0);
      command.insert(command.end(), {"-o", folder / "left"});
      CHECK(lexikos(command).exit_code == 0);
      return ranges.out + read(folder / "left") +
             (more.size() > 1 && more[0] == "--offsets" ? read(folder / "left.size") : "");
    };
    auto const by_array = left_by({"dedup", file, "--ranges", "-", "-q", "--engine", "suffix-array"});
    CHECK(by_array.size() > 10);
    CHECK(left_by({"dedup", file, "--ranges", "-", "-q", "--engine", "fingerprints"}) == by_array);
    CHECK(left_by({"dedup", file, "--ranges", "-", "-q", "--engine", "fingerprints", "--memory", "100M"}) == by_array);
  }
  CHECK(json_of({"dedup", file, "--ranges", folder / "ranges"})["engine"] == "suffix array");
  auto const found = json_of({"dedup", file, "--engine", "fingerprints", "--ranges", folder / "ranges"});
  CHECK(found["engine"] == "fingerprints");
  CHECK(found["slices"] >= 1);
  CHECK(found["passes"] >= found["slices"]);
  CHECK(found["candidates"] > 0);
  CHECK(found["pass_seconds"].get<double>() + found["group_seconds"].get<double>() <=
        found["find_seconds"].get<double>());
  auto const little = lexikos({"dedup", file, "--engine", "fingerprints", "--memory", "100"});
  CHECK(little.exit_code != 0);
  CHECK(contains(little.err, "at least"));
  CHECK_FALSE(std::filesystem::exists(file + ".remove.byterange"));
  CHECK(lexikos({"dedup", file, "--memory", "100M"}).exit_code == 2);
  CHECK(lexikos({"dedup", file, "--engine", "fingerprints", "--cache", folder / "cache"}).exit_code == 2);
}

/// Little-endian numbers of some bytes each.
Numbers numbers_of(std::string const& bytes, std::size_t width)
{
  REQUIRE(bytes.size() % width == 0);
  Numbers numbers;
  for (std::size_t i = 0; i < bytes.size(); i += width) {
    std::uint64_t number = 0;
    for (std::size_t b = width; b-- > 0;) number = number << 8 | static_cast<unsigned char>(bytes[i + b]);
    numbers.push_back(number);
  }
  return numbers;
}

TEST_CASE("dedup: windows and sizes of groups, in as few bytes as the text needs")
{
  Folder const folder;
  std::mt19937_64 random(3);
  for (std::size_t const symbols : {1, 5, 128, 255, 256, 257, 300, 32'768, 32'769, 65'536, 65'537}) {
    for (std::size_t const symbol_bytes : {1, 2}) {
      std::size_t const k = symbols < 1'000 ? 2 : 9;
      std::string text;
      for (std::size_t i = 0; i < symbols; ++i) {
        text += static_cast<char>('a' + random() % 3);
        if (symbol_bytes == 2) text += static_cast<char>(1);
      }
      std::string const file = folder.write("text", text);
      std::string const cache = folder / "cache";
      auto const report =
          json_of({"dedup", file, "-k", std::to_string(k), "--symbols", symbol_bytes == 1 ? "u8" : "u16", "--cache",
                   cache, "--ranges", "/dev/null", "--keep", "first"});
      std::size_t width = 1;
      for (std::uint64_t most = 256; most < text.size(); most *= 256) ++width;
      CAPTURE(text.size());
      std::string const name = "_text_0-" + std::to_string(text.size());
      auto const positions = numbers_of(read(cache + "/dups" + name), width);
      auto const sizes = numbers_of(read(cache + "/sizes" + name), width);
      std::map<std::string, Numbers> groups;
      for (std::size_t i = 0; i + k * symbol_bytes <= text.size(); i += symbol_bytes)
        groups[text.substr(i, k * symbol_bytes)].push_back(i);
      std::erase_if(groups, [](auto const& group) { return group.second.size() < 2; });
      Numbers all;
      std::size_t next = 0;
      REQUIRE(sizes.size() == groups.size());
      for (std::uint64_t const size : sizes) {
        Numbers const group(positions.begin() + static_cast<std::ptrdiff_t>(next),
                            positions.begin() + static_cast<std::ptrdiff_t>(next + size));
        REQUIRE(group == groups.at(text.substr(group[0], k * symbol_bytes)));
        next += size;
      }
      REQUIRE(next == positions.size());
      CHECK(report["windows"] == positions.size());
      CHECK(report["groups"] == sizes.size());
    }
  }
  // 256 equal windows in entries of a byte
  std::string const cache = folder / "new";
  auto const refused = lexikos(
      {"dedup", folder.write("equal", std::string(256, 'x')), "-k1", "--cache", cache, "--ranges", folder / "ranges"});
  CHECK(refused.exit_code == 6);
  CHECK(contains(refused.err, "a group of 256 windows"));
  CHECK_FALSE(std::filesystem::exists(cache));
  CHECK_FALSE(std::filesystem::exists(folder / "ranges"));
  CHECK(lexikos({"dedup", folder.write("equal", std::string(256, 'x')), "-k2", "--cache", cache, "--ranges",
                 "/dev/null", "-q"})
            .exit_code == 0);
  CHECK(read(cache + "/sizes_equal_0-256") == "\xFF");
  CHECK(lexikos({"dedup", folder / "equal", "--cache", folder / "no/where", "--ranges", folder / "ranges"}).exit_code ==
        4);
  CHECK(lexikos({"dedup", folder / "equal", "--cache", folder / "equal", "--ranges", folder / "ranges"}).exit_code ==
        4);
  CHECK_FALSE(std::filesystem::exists(folder / "ranges"));
}

TEST_CASE("dedup: tokens beyond a vocabulary")
{
  Folder const folder;
  std::vector<std::uint16_t> tokens(50'000, 7);
  tokens[40'000] = 500;
  tokens[40'002] = 501;
  std::string const text = folder.write("text", arrays::to_bytes(tokens));
  std::string const offsets = folder.write("offsets", arrays::to_bytes(Numbers{0, 2, 2, 79'990, 100'000}));
  auto const run = [&](std::vector<std::string> const& more) {
    std::vector<std::string> command{"dedup", text, "--symbols", "u16", "--ranges", folder / "ranges"};
    command.insert(command.end(), more.begin(), more.end());
    return lexikos(command);
  };
  auto const alone = run({"--vocabulary", "500"});
  CHECK(alone.exit_code == 3);
  CHECK(contains(alone.err, text + ": symbol 40000 is 500, beyond a vocabulary of 500"));
  auto const documents = run({"--vocabulary", "501", "--offsets", offsets});
  CHECK(documents.exit_code == 3);
  CHECK(contains(documents.err, ": symbol 40002 (7 of document 3) is 501, beyond a vocabulary of 501"));
  CHECK(run({"--vocabulary", "502", "--against", text, "-q"}).exit_code == 0);
  std::filesystem::remove(folder / "ranges");
  CHECK(run({"--vocabulary", "0"}).exit_code == 2);
  CHECK(contains(lexikos({"dedup", folder.write("bytes", "aza"), "--vocabulary", "122", "--ranges", "-"}).err,
                 "symbol 1 is 122"));
  CHECK_FALSE(std::filesystem::exists(folder / "ranges"));
}

TEST_CASE("dedup: what is refused")
{
  Folder const folder;
  std::string const text = folder.write("text", "abcdefgh");
  auto const refused = [&](std::vector<std::string> const& more, int code, std::string const& message) {
    std::vector<std::string> command{"dedup", text, "--ranges", folder / "ranges"};
    command.insert(command.end(), more.begin(), more.end());
    auto const result = lexikos(command);
    CAPTURE(result.err);
    CHECK(result.exit_code == code);
    CHECK(contains(result.err, message));
    CHECK_FALSE(std::filesystem::exists(folder / "ranges"));
  };
  auto const offsets = [&](Numbers const& numbers) { return folder.write("offsets", arrays::to_bytes(numbers)); };
  refused({"--offsets", offsets({0, 5, 4, 8})}, 3, "offset 2 is 4, below the one before it, 5");
  refused({"--offsets", offsets({0, 5, 9})}, 3, "offset 2 is 9, beyond the 8 bytes");
  refused({"--offsets", offsets({0, 3, 8}), "--symbols", "u16"}, 3, "offset 1 is 3, amid a symbol of 2 bytes");
  refused({"--offsets", folder.write("short", "abc")}, 3, "the file has 3 bytes");
  refused({"--offsets", folder / "nowhere"}, 3, "nowhere");
  refused({"--scope", "across"}, 2, "--offsets names them");
  refused({"--keep", "first-of-document"}, 2, "--offsets names them");
  refused({"--against", text, "--keep", "first"}, 2, "--against");
  refused({"--against-offsets", text}, 2, "--against-offsets are those of --against");
  refused({"--symbols", "u32", "--align", "utf8"}, 2, "--align utf8 is for bytes");
  refused({"-k", "0"}, 2, "-k");
  refused({"--against", text, "--cache", folder / "cache"}, 2, "--cache is for what a file itself repeats");
  refused({"--plot", text}, 2, "would replace the input");
  refused({"--plot", folder / "ranges"}, 2, "cannot go to the same place");
  std::string const odd = folder.write("odd", "abc");
  CHECK(lexikos({"dedup", odd, "--symbols", "u16", "-q"}).exit_code == 3);
  CHECK(lexikos({"dedup", text, "-o", text}).exit_code == 2);
}

}  // namespace
