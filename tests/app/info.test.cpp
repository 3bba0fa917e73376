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

}  // namespace
