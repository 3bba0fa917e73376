// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

TEST_CASE("lexikos bwt and unbwt: forth and back, on every kind of bytes")
{
  std::string every_byte;
  for (int i = 0; i < 5000; ++i) every_byte.push_back(static_cast<char>(i * i % 251 * 7));
  for (auto const& bytes : {std::string(), std::string("a"), std::string("abracadabra"), std::string(4000, 'a'),
                            std::string(300, '\xff'), every_byte})
  {
    CAPTURE(bytes.size());
    Folder const folder;
    std::string const text = folder.write("text", bytes);
    auto const made = lexikos({"bwt", text});
    CAPTURE(made.err);
    CHECK(made.exit_code == 0);
    CHECK(made.out.empty());
    CHECK(folder.names() == Names{"text", "text.bwt", "text.bwt.primary"});
    CHECK(read(text + ".bwt").size() == bytes.size());
    CHECK(lexikos({"unbwt", text + ".bwt", "-o", folder / "back"}).exit_code == 0);
    CHECK(read(folder / "back") == bytes);
    std::string number = read(text + ".bwt.primary");
    number.pop_back();
    CHECK(lexikos({"unbwt", "-", "--primary-index", number, "--quiet"}, read(text + ".bwt")).out == bytes);
  }
}

TEST_CASE("lexikos bwt: the known transform, its report, and names by default")
{
  Folder const folder;
  std::string const text = folder.write("text", "abracadabra");
  auto const json = nlohmann::json::parse(lexikos({"bwt", text, "--json"}).out);
  CHECK(json["primary_index"] == 3);
  CHECK(json["bytes"] == 11);
  CHECK(read(text + ".bwt") == "ardrcaaaabb");
  CHECK(read(text + ".bwt.primary") == "3\n");
  auto const streamed = lexikos({"bwt", "-", "--json"}, "abracadabra");
  CHECK(streamed.out == "ardrcaaaabb");
  CHECK(nlohmann::json::parse(streamed.err)["primary_index"] == 3);
  CHECK(lexikos({"bwt", text, "-o", folder / "b", "--primary", folder / "p", "--quiet"}).exit_code == 0);
  CHECK(lexikos({"unbwt", folder / "b", "--primary", folder / "p", "--quiet"}).exit_code == 0);
  CHECK(read(folder / "b.text") == "abracadabra");
  folder.write("text", "gone");
  CHECK(lexikos({"unbwt", text + ".bwt", "--quiet"}).exit_code == 0);  // its name without .bwt
  CHECK(read(text) == "abracadabra");
}

TEST_CASE("lexikos unbwt: what is not a transform is refused, and nothing is left behind")
{
  Folder const folder;
  std::string const bwt = folder.write("file", "abcabc");
  auto const expect = [&](Names const& arguments, int code, std::string_view message) {
    auto const result = lexikos(arguments);
    CAPTURE(result.err);
    CHECK(result.exit_code == code);
    CHECK_MESSAGE(contains(result.err, message), message);
  };
  expect({"unbwt", bwt, "--primary-index", "1"}, 3, "no text has this Burrows-Wheeler transform");
  expect({"unbwt", bwt, "--primary-index", "0"}, 2, "is 1 to 6, not 0");
  expect({"unbwt", bwt, "--primary-index", "7"}, 2, "is 1 to 6, not 7");
  expect({"unbwt", bwt, "--primary-index", "x"}, 2, "--primary-index");
  expect({"unbwt", bwt}, 3, "file.primary");
  expect({"unbwt", "-"}, 2, "--primary-index");
  expect({"unbwt", "-", "--primary", "-"}, 2, "standard input");
  expect({"unbwt", bwt, "--primary-index", "1", "-o", bwt}, 2, "would replace");
  expect({"bwt", bwt, "-o", bwt}, 2, "would replace");
  expect({"bwt", bwt, "--primary", bwt + ".bwt"}, 2, "same place");
  CHECK(folder.names() == Names{"file"});
  folder.write("file.primary", "three");
  expect({"unbwt", bwt}, 3, "does not hold a primary index");
  folder.write("file.primary", "");
  expect({"unbwt", bwt}, 3, "does not hold a primary index");
  for (std::string const number : {"0", "7"}) {
    folder.write("file.primary", number);
    expect({"unbwt", bwt}, 3, "file.primary holds " + number + ", and the primary index of " + bwt + " is 1 to 6");
  }
  expect({"unbwt", bwt, "--primary-index", "1", "--terminator", "65"}, 2, "--terminator is for documents");
  expect({"bwt", bwt, "--terminator", "65"}, 2, "--terminator is for documents");
}

}  // namespace
