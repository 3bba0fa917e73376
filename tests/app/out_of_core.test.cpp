// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sorts in parts, which a limit of the device's memory asks for.

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

/// Runs a command that prints its report as JSON, with that much memory.
nlohmann::json report_of(Names words, std::string const& memory)
{
  words.insert(words.end(), {"--json", "--threads", "2", "--device-memory", memory});
  if (words.front() == "sa" || words.front() == "bwt")  // which the host has less need of than of others
    words.insert(words.end(), {"--algorithm", "sampled_prefix_doubling"});
  auto const result = lexikos(words);
  CAPTURE(result.err);
  REQUIRE(result.exit_code == 0);
  return nlohmann::json::parse(result.out);
}

TEST_CASE("lexikos sa --device-memory: the same array, in parts, and the report says so")
{
  Folder const folder;
  std::string const text = folder / "text";
  CHECK(lexikos({"generate", "dna", "300k", "-o", text}).exit_code == 0);
  CHECK(lexikos({"sa", text, "-o", folder / "sa", "--isa", folder / "isa"}).exit_code == 0);
  auto const report =
      report_of({"sa", text, "-o", folder / "parts.sa", "--isa", folder / "parts.isa", "--check", "--steps"}, "8M");
  CHECK(report["parts"] >= 1);
  CHECK(report["workspace_bytes"] <= 8'000'000);
  CHECK(read(folder / "parts.sa") == read(folder / "sa"));
  CHECK(read(folder / "parts.isa") == read(folder / "isa"));
  CHECK_FALSE(report_of({"sa", text, "-o", folder / "all.sa"}, "1G").contains("parts"));
  CHECK(read(folder / "all.sa") == read(folder / "sa"));
}

TEST_CASE("lexikos sa --device-memory: entries as packed, tokens, and too little memory")
{
  Folder const folder;
  std::string const text = folder / "text";
  CHECK(lexikos({"generate", "random", "200k", "-o", text}).exit_code == 0);
  for (Names const& form : {Names{"--entries", "packed"}, Names{"--symbols", "u16", "--index", "u64"},
                            Names{"--symbols", "u16", "--entries", "packed", "--scale", "byte"}})
  {
    Names at_once{"sa", text, "-o", folder / "sa"};
    Names in_parts{"sa", text, "-o", folder / "parts.sa"};
    at_once.insert(at_once.end(), form.begin(), form.end());
    in_parts.insert(in_parts.end(), form.begin(), form.end());
    CHECK(lexikos(at_once).exit_code == 0);
    CHECK(report_of(in_parts, "8M")["parts"] >= 1);
    CHECK(read(folder / "parts.sa") == read(folder / "sa"));
  }
  auto const refused = lexikos({"sa", text, "-o", folder / "none", "--device-memory", "10k"});
  CHECK(refused.exit_code == 5);
  CHECK(contains(refused.err, "bytes of memory"));
  CHECK(folder.names() == Names{"parts.sa", "sa", "text"});
}

TEST_CASE("lexikos --memory: the automatic algorithm is one that takes no more")
{
  Folder const folder;
  std::string const text = folder / "text";
  CHECK(lexikos({"generate", "dna", "300k", "-o", text}).exit_code == 0);
  CHECK(lexikos({"sa", text, "-o", folder / "sa"}).exit_code == 0);
  auto const sorted = lexikos({"sa", text, "-o", folder / "less.sa", "--json", "--threads", "2", "--memory", "8M"});
  REQUIRE(sorted.exit_code == 0);
  CHECK(nlohmann::json::parse(sorted.out)["workspace_bytes"] <= 8'000'000);
  CHECK(read(folder / "less.sa") == read(folder / "sa"));
  CHECK(lexikos({"bwt", text, "-o", folder / "bwt"}).exit_code == 0);
  CHECK(lexikos({"bwt", text, "-o", folder / "less.bwt", "--threads", "2", "--memory", "8M"}).exit_code == 0);
  CHECK(read(folder / "less.bwt") == read(folder / "bwt"));
}

TEST_CASE("lexikos bwt --device-memory: the same transform, in parts")
{
  Folder const folder;
  std::string const text = folder / "text";
  CHECK(lexikos({"generate", "runs", "150k", "-o", text}).exit_code == 0);
  CHECK(lexikos({"bwt", text, "-o", folder / "bwt"}).exit_code == 0);
  // runs of one letter have the largest samples, for which devices need more
  auto const least = process::min_memory(
      {"bwt", text, "-o", folder / "parts", "--algorithm", "sampled_prefix_doubling", "--threads", "2"});
  CHECK(report_of({"bwt", text, "-o", folder / "parts"}, least)["parts"] >= 1);
  CHECK(read(folder / "parts") == read(folder / "bwt"));
  CHECK(read(folder / "parts.primary") == read(folder / "bwt.primary"));
}

TEST_CASE("lexikos index --kind fm --device-memory: the same index, by a sort in parts")
{
  Folder const folder;
  std::string const text = folder / "text";
  CHECK(lexikos({"generate", "dna", "200k", "-o", text}).exit_code == 0);
  for (Names const& form : {Names{}, Names{"--dna", "--keep-text"}, Names{"--sample-rate", "0"}}) {
    Names at_once{"index", text, "--kind", "fm", "-o", folder / "index"};
    Names in_parts{"index", text, "--kind", "fm", "-o", folder / "parts"};
    at_once.insert(at_once.end(), form.begin(), form.end());
    in_parts.insert(in_parts.end(), form.begin(), form.end());
    CHECK(lexikos(at_once).exit_code == 0);
    CHECK(report_of(in_parts, "8M")["out_of_core"] == true);
    CHECK(read(folder / "parts") == read(folder / "index"));
  }
  CHECK(lexikos({"index", text, "--device-memory", "8M"}).exit_code == 2);
  auto const refused = lexikos({"index", text, "--kind", "fm", "-o", folder / "none", "--device-memory", "10k"});
  CHECK(refused.exit_code == 5);
  CHECK(contains(refused.err, "bytes of memory"));
}

}  // namespace
