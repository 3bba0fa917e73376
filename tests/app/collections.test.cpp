// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// sa, bwt and unbwt of documents.

#include <doctest/doctest.h>

#include <cstdint>
#include <nlohmann/json.hpp>
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
using Entries = std::vector<std::uint32_t>;
using Positions = std::vector<std::uint64_t>;

/// "", "banana" twice, "", and "ban".
struct Bananas
{
  Bananas()
      : text(folder.write("text", "bananabananaban")), offsets(folder.write("text.size", of({0, 0, 6, 12, 12, 15})))
  {}
  static std::string of(Positions const& positions) { return arrays::to_bytes(positions); }

  Folder folder;
  std::string text;
  std::string offsets;
};

TEST_CASE("lexikos sa --offsets: suffixes end with their documents")
{
  Bananas const in;
  auto const built = lexikos({"sa", in.text, "--offsets", in.offsets, "--isa", in.folder / "isa", "--json"});
  CAPTURE(built.err);
  REQUIRE(built.exit_code == 0);
  Entries const expected = {5, 11, 13, 3, 9, 1, 7, 12, 0, 6, 14, 4, 10, 2, 8};
  CHECK(arrays::from_bytes<std::uint32_t>(read(in.text + ".sa")) == expected);
  CHECK(arrays::from_bytes<std::uint32_t>(read(in.folder / "isa")) == arrays::inverse(expected));
  auto const json = nlohmann::json::parse(built.out);
  CHECK(json["documents"] == 5);
  CHECK(json["algorithm"] != "automatic");
  CHECK_FALSE(json["reason"].get<std::string>().empty());
  auto const doubled = lexikos({"sa", in.text, "--offsets", in.offsets, "--algorithm", "prefix_doubling", "-o",
                                in.folder / "doubled", "--json"});
  REQUIRE(doubled.exit_code == 0);
  CHECK(nlohmann::json::parse(doubled.out)["algorithm"] == "prefix_doubling");
  CHECK(arrays::from_bytes<std::uint32_t>(read(in.folder / "doubled")) == expected);
  auto const one = in.folder.write("one", Bananas::of({0, 15}));
  CHECK(lexikos({"sa", in.text, "--offsets", one, "-o", in.folder / "one.sa", "-q"}).exit_code == 0);
  CHECK(lexikos({"check", in.text, in.folder / "one.sa"}).exit_code == 0);
}

TEST_CASE("what does not go with documents is refused")
{
  Bananas const in;
  for (std::string const command : {"sa", "bwt"}) {
    CAPTURE(command);
    auto const memory = lexikos({command, in.text, "--offsets", in.offsets, "--memory", "1G"});
    CHECK(memory.exit_code == 2);
    CHECK(contains(memory.err, "--memory is for texts that are not divided into documents or records"));
  }
  CHECK(lexikos({"bwt", in.text, "--offsets", in.offsets, "--algorithm", "skew"}).exit_code == 2);
  auto const skew = lexikos({"sa", in.text, "--offsets", in.offsets, "--algorithm", "skew"});
  CHECK(skew.exit_code == 6);
  CHECK(contains(skew.err, "by prefix doubling, or as automatic chooses, not by skew"));
  CHECK(in.folder.names() == std::vector<std::string>{"text", "text.size"});
}

TEST_CASE("lexikos bwt --offsets: the primary index of an older transform does not stay beside the new one")
{
  Bananas const in;
  REQUIRE(lexikos({"bwt", in.text, "-q"}).exit_code == 0);
  CHECK(in.folder.names() == std::vector<std::string>{"text", "text.bwt", "text.bwt.primary", "text.size"});
  CHECK(lexikos({"bwt", in.text, "--offsets", in.offsets, "-q"}).exit_code == 0);
  CHECK(in.folder.names() == std::vector<std::string>{"text", "text.bwt", "text.size"});
  auto const back = lexikos({"unbwt", in.text + ".bwt"});
  CHECK(back.exit_code == 3);
  CHECK(contains(back.err,
                 "text.bwt.primary: No such file or directory; the transform of documents has none, but --offsets"));
  in.folder.write("text.bwt.primary", "not such a file\n");
  CHECK(lexikos({"bwt", in.text, "--offsets", in.offsets, "-q"}).exit_code == 0);
  CHECK(read(in.folder / "text.bwt.primary") == "not such a file\n");
}

TEST_CASE("lexikos sa --offsets: tokens, and an empty text")
{
  Folder const folder;
  std::vector<std::uint16_t> const tokens = {7, 300, 7, 300, 7};
  std::string const text = folder.write("tokens", arrays::to_bytes(tokens));
  std::string const offsets = folder.write("tokens.size", Bananas::of({0, 4, 10}));
  auto const built = lexikos({"sa", text, "--symbols", "u16", "--offsets", offsets, "-q"});
  CAPTURE(built.err);
  CHECK(built.exit_code == 0);
  CHECK(arrays::from_bytes<std::uint32_t>(read(text + ".sa")) == Entries{4, 0, 2, 1, 3});
  std::string const empty = folder.write("empty", "");
  CHECK(lexikos({"sa", empty, "--offsets", folder.write("none", Bananas::of({0, 0})), "-q"}).exit_code == 0);
  CHECK(read(empty + ".sa").empty());
}

TEST_CASE("lexikos bwt and unbwt --offsets: forth and back")
{
  Bananas const in;
  auto const made = lexikos({"bwt", in.text, "--offsets", in.offsets, "--terminator", "36", "--json"});
  CAPTURE(made.err);
  REQUIRE(made.exit_code == 0);
  CHECK(read(in.text + ".bwt") == "$aa$nnnbnnbb$$$aaaaa");
  auto const json = nlohmann::json::parse(made.out);
  CHECK(json["documents"] == 5);
  CHECK(!json.contains("primary_index"));
  auto const back = lexikos({"unbwt", in.text + ".bwt", "--offsets", in.folder / "cut", "--terminator", "36", "-o",
                             in.folder / "back", "--json"});
  CAPTURE(back.err);
  REQUIRE(back.exit_code == 0);
  CHECK(nlohmann::json::parse(back.out)["documents"] == 5);
  CHECK(read(in.folder / "back") == read(in.text));
  CHECK(read(in.folder / "cut") == read(in.offsets));
  auto const streamed = lexikos({"bwt", "-", "--offsets", in.offsets, "-q"}, read(in.text));
  CHECK(streamed.exit_code == 0);
  CHECK(lexikos({"unbwt", "-", "--offsets", in.folder / "cut", "-q"}, streamed.out).out == read(in.text));
}

TEST_CASE("sa, bwt and unbwt of documents: what is refused, and leaves nothing behind")
{
  Bananas const in;
  auto const refused = [&](std::vector<std::string> const& command, int code, std::string const& message) {
    auto const found = lexikos(command);
    CAPTURE(found.err);
    CHECK(found.exit_code == code);
    CHECK(contains(found.err, message));
  };
  refused({"sa", in.text, "--offsets", in.offsets, "--check"}, 2, "--check");
  refused({"sa", in.text, "--offsets", in.offsets, "--algorithm", "skew"}, 6, "prefix doubling");
  refused({"bwt", in.text, "--offsets", in.offsets, "--primary", in.folder / "p"}, 2, "no primary index");
  refused({"unbwt", in.text, "--offsets", in.folder / "cut", "--primary-index", "3"}, 2, "no primary index");
  for (Positions const& part : {Positions{1, 15}, Positions{0, 14}, Positions{0}}) {
    std::string const offsets = in.folder.write("part", Bananas::of(part));
    refused({"sa", in.text, "--offsets", offsets}, 3, "not all 15");
    refused({"bwt", in.text, "--offsets", offsets}, 3, "not all 15");
  }
  refused({"bwt", in.text, "--offsets", in.offsets, "--terminator", "97"}, 2, "position 1 of the text");
  refused({"bwt", in.text, "--offsets", in.offsets, "--terminator", "256"}, 2, "256");
  refused({"unbwt", in.folder.write("none", "abab"), "--offsets", in.folder / "new", "--terminator", "36"}, 3,
          "no collection has this");
  CHECK(in.folder.names() == std::vector<std::string>{"none", "part", "text", "text.size"});
}

}  // namespace
