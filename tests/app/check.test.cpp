// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

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

constexpr char const* bytes = "abracadabra";

TEST_CASE("lexikos check: a right array")
{
  Folder const folder;
  std::string const text = folder.write("text", bytes);
  std::string const array = folder.write("array", arrays::to_bytes(arrays::suffix_array<std::uint32_t>(bytes)));
  for (auto const* how : {"--quiet", "--sequential", "--json"}) {
    CAPTURE(how);
    auto const result = lexikos({"check", text, array, how});
    CHECK(result.exit_code == 0);
    CHECK(result.out.empty() == (how == std::string("--quiet")));
    CHECK(result.err.empty());
  }
  CHECK(contains(lexikos({"check", text, array}).out, "it is the suffix array of the text"));
  CHECK(lexikos({"check", "-", array}, bytes).exit_code == 0);
  CHECK(nlohmann::json::parse(lexikos({"check", text, array, "--json"}).out)["right"] == true);
}

TEST_CASE("lexikos check: a truncated array")
{
  Folder const folder;
  std::string const text = folder.write("text", bytes);
  std::string const whole = arrays::to_bytes(arrays::suffix_array<std::uint32_t>(bytes));

  std::string const odd = folder.write("odd", whole.substr(0, whole.size() - 1));
  auto const cut = lexikos({"check", text, odd});
  CHECK(cut.exit_code == 1);
  CHECK(contains(cut.err, odd + " is truncated: its 43 bytes are not a whole number of entries of 4 bytes"));

  auto const shorter = lexikos({"check", text, folder.write("short", whole.substr(0, whole.size() - 4))});
  CHECK(shorter.exit_code == 1);
  CHECK(contains(shorter.err, "is truncated"));
  CHECK(contains(shorter.err, "it has 10 entries of 4 bytes"));
  CHECK(contains(shorter.err, "has 11 bytes"));

  auto const none = lexikos({"check", text, folder.write("empty", "")});
  CHECK(none.exit_code == 1);
  CHECK(contains(none.err, "it has 0 entries"));

  auto const longer = lexikos({"check", text, folder.write("long", whole + "\1\1\1\1")});
  CHECK(longer.exit_code == 1);
  CHECK(contains(longer.err, "is the array of another text: it has 12 entries"));

  auto const wide = lexikos({"check", text, folder.write("whole", whole), "--index", "u64"});
  CHECK(wide.exit_code == 1);
  CHECK(contains(wide.err, "not a whole number of entries of 8 bytes"));
}

TEST_CASE("lexikos check: the array of another text, and damaged ones, with the first offending index")
{
  Folder const folder;
  std::string const text = folder.write("text", bytes);
  auto const right = arrays::suffix_array<std::uint32_t>(bytes);
  for (auto const* how : {"--json", "--sequential"}) {
    CAPTURE(how);
    auto const verdict = [&](std::vector<std::uint32_t> const& array) {
      auto const result = lexikos({"check", text, folder.write("array", arrays::to_bytes(array)), how, "--json"});
      CHECK(result.exit_code == 1);
      CHECK(contains(result.err, "is not the suffix array of " + text + ": "));
      auto json = nlohmann::json::parse(result.out);
      CHECK(json["right"] == false);
      CHECK(json["reason"].get<std::string>().size() > 0);
      return json["first_offending_index"].get<std::size_t>();
    };
    verdict(arrays::suffix_array<std::uint32_t>("abracadabrb"));
    auto damaged = right;
    std::swap(damaged[3], damaged[4]);
    verdict(damaged);
    damaged = right;
    damaged[7] = 11;
    CHECK(verdict(damaged) == 7);
    damaged[7] = 0xffffffff;
    CHECK(verdict(damaged) == 7);
  }
}

TEST_CASE("lexikos check: what cannot be read is another failure")
{
  Folder const folder;
  std::string const text = folder.write("text", bytes);
  auto const missing = lexikos({"check", text, folder / "missing"});
  CHECK(missing.exit_code == 3);
  CHECK(contains(missing.err, "cannot read " + (folder / "missing") + ": No such file"));
  CHECK(lexikos({"check", folder.path(), text}).exit_code == 3);
  CHECK(lexikos({"check", "-", "-"}).exit_code == 2);
  CHECK(lexikos({"check", text}).exit_code == 2);
}

}  // namespace
