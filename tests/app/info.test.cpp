// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <lexikos/version.hpp>
#include <nlohmann/json.hpp>

#include "app/commands/optional_parts.hpp"
#include "app/process.hpp"

namespace
{

using process::contains;
using process::lexikos;

TEST_CASE("lexikos info: version, Kokkos, devices, optional parts")
{
  auto const result = lexikos({"info"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  for (auto const* part :
       {"lexikos", LEXIKOS_VERSION_STRING, "Kokkos' configuration", "device", "bytes free", "libdivsufsort"})
    CHECK_MESSAGE(contains(result.out, part), part);

  auto const json = nlohmann::json::parse(lexikos({"info", "--json", "--threads", "1"}).out);
  CHECK(json["version"] == LEXIKOS_VERSION_STRING);
  for (auto const& [name, is_there] : lexikos::app::optional_parts) CHECK_MESSAGE(json[name] == is_there, name);
  CHECK(json["kokkos_configuration"].get<std::string>().size() > 100);
  REQUIRE(json["devices"].size() > 0);
  int defaults = 0;
  for (auto const& device : json["devices"]) {
    defaults += device["default"].get<bool>();
    CHECK(device["free_bytes"].get<std::size_t>() > 0);
    CHECK(device["free_bytes"].get<std::size_t>() <= device["total_bytes"].get<std::size_t>());
    CHECK(device["algorithms"].size() > 0);
    if (device["name"] == "openmp") CHECK(device["threads"] == 1);
  }
  CHECK(defaults == 1);
}

TEST_CASE("lexikos info: a compressed file tells its sizes, unless it is to be taken for a text")
{
  process::Folder const folder;
  std::string const text(100'000, 'a');
  std::string const file = folder.write("text", text);
  REQUIRE(lexikos({"compress", "-kq", file}).exit_code == 0);
  std::size_t const bytes = process::read(file + ".lkz").size();
  auto const json = nlohmann::json::parse(lexikos({"info", file + ".lkz", "--json"}).out);
  CHECK(json["kind"] == "compressed");
  CHECK(json["file_bytes"] == bytes);
  CHECK(json["text_bytes"] == text.size());
  CHECK(json["frames"] == 1);
  CHECK(json["blocks"] == 1);
  auto const plain = nlohmann::json::parse(lexikos({"info", file + ".lkz", "--format", "bytes", "--json"}).out);
  CHECK(plain["kind"] == "text");
  CHECK(plain["symbols"] == bytes);
  std::string const damaged = folder.write("damaged", process::read(file + ".lkz").substr(0, bytes / 2));
  CHECK(lexikos({"info", damaged}).exit_code == 3);
}

}  // namespace
