// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the program does where threads or memory are short.

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/process.hpp"

namespace
{

using process::contains;
using process::Folder;
using process::lexikos;
using process::shell;
using Names = std::vector<std::string>;

nlohmann::json info()
{
  return nlohmann::json::parse(lexikos({"info", "--json"}).out);
}

bool has_device(std::string const& name)
{
  auto const devices = info()["devices"];
  return std::ranges::any_of(devices, [&](auto const& device) { return device["name"] == name; });
}

/// KiB of address space in which a command on one thread just succeeds, to some MiB; 0 where no limit will do, as under the
/// address sanitizer and with CUDA.
long min_address_space(std::string const& command)
{
  constexpr long step = 8192, most = 1 << 21;
  for (long limit = step; limit < most; limit += step)
    if (shell("ulimit -v " + std::to_string(limit) + "; " + command + " --threads 1").exit_code == 0) return limit;
  return 0;
}

TEST_CASE("threads: as many as Kokkos has room for, and no more")
{
  Folder const folder;
  std::string const text = folder.write("text", "abracadabra");
  for (Names const& command : {Names{"sa", text}, Names{"check", text, text}, Names{"info"}, Names{"search", text, "a"},
                               Names{"wavelet", "build", text}})
    for (std::string const count : {"513", "600", "1000", "65536", "99999999999999999999", "0", "-1", "", "x"}) {
      CAPTURE(command[0]);
      CAPTURE(count);
      Names words = command;
      words.insert(words.end(), {"--threads", count});
      auto const result = lexikos(words);
      CHECK(result.exit_code == 2);
      CHECK(contains(result.err, "--threads: '" + count + "' is "));
    }
  CHECK(folder.names() == Names{"text"});
  CHECK(lexikos({"generate", "random", "3M", "-j", "600", "-o", "/dev/null"}).exit_code == 0);  // has its own

  if (!has_device("openmp")) return;
  auto const devices = nlohmann::json::parse(shell("OMP_NUM_THREADS=600 $lexikos info --json").out)["devices"];
  for (auto const& device : devices)
    if (device["name"] == "openmp") CHECK(device["threads"] == 512);
  for (std::string const variables : {"OMP_NUM_THREADS=600", "OMP_NUM_THREADS=100000", "OMP_NUM_THREADS=99999999999",
                                      "KOKKOS_NUM_THREADS=513", "KOKKOS_NUM_THREADS=100000"})
  {
    CAPTURE(variables);
    CHECK(shell(variables + " $lexikos sa " + text + " -o /dev/null").exit_code == 0);
    CHECK(shell(variables + " $lexikos sa " + text + " -o /dev/null -j 2").exit_code == 0);
  }
}

TEST_CASE("a text that has no room is refused before it is read")
{
  Folder const folder;
  std::string const text = folder / "text";
  if (shell("truncate -s 1T '" + text + "'").exit_code != 0) return;  // no file system for that
  for (Names const& command :
       {Names{"sa", text}, Names{"lcp", text}, Names{"bwt", text}, Names{"index", text}, Names{"repeats", text},
        Names{"kmers", text}, Names{"plot", "lcp", text}, Names{"plot", "repeats", text}, Names{"plot", "dots", text}})
  {
    CAPTURE(command[0]);
    auto const result = lexikos(command);
    CHECK(result.exit_code == 5);
    CHECK(contains(result.err, "not enough memory"));
  }
  CHECK(folder.names() == Names{"text"});
}

TEST_CASE("what Kokkos cannot read in the environment is told, and does not end the program by a signal")
{
  Folder const folder;
  std::string const text = folder.write("text", "abracadabra");
  for (std::string const variable :
       {"KOKKOS_NUM_THREADS=0", "KOKKOS_NUM_THREADS=-1", "KOKKOS_NUM_THREADS=abc", "KOKKOS_NUM_THREADS=",
        "KOKKOS_NUM_THREADS=99999999999", "KOKKOS_DEVICE_ID=abc", "KOKKOS_DEVICE_ID=-1", "KOKKOS_TUNE_INTERNALS=zz",
        "KOKKOS_DISABLE_WARNINGS=", "KOKKOS_PRINT_CONFIGURATION=2", "KOKKOS_MAP_DEVICE_ID_BY=name"})
    for (std::string const& command : {" $lexikos sa " + text + " -o " + text + ".sa", std::string(" $lexikos info")}) {
      CAPTURE(variable);
      auto const result = shell(variable + command);
      CHECK(result.exit_code == 2);
      CHECK(contains(result.err, variable.substr(0, variable.find('=')) + " is '"));
    }
  CHECK(folder.names() == Names{"text"});
  CHECK(shell("KOKKOS_NUM_THREADS=1 KOKKOS_DISABLE_WARNINGS=TRUE $lexikos sa " + text + " -o /dev/null").exit_code ==
        0);
}

TEST_CASE("threads: one that cannot be started does not look like a wrong array")
{
  if (!has_device("openmp")) return;
  Folder const folder;
  std::string const text = folder.write("text", "abracadabra");
  REQUIRE(lexikos({"sa", text, "--quiet"}).exit_code == 0);
  std::string const check = "$lexikos check " + text + " " + text + ".sa --quiet";
  long const limit = min_address_space(check);
  if (limit == 0) {
    MESSAGE("left out: this program does not run in a limited address space");
    return;
  }
  std::string const limited = "ulimit -v " + std::to_string(limit) + "; ";
  for (std::string const& command : {check, "$lexikos sa " + text + " -o " + (folder / "new")}) {
    CAPTURE(command);
    auto const result = shell(limited + command + " --threads 500");
    CAPTURE(result.err);
    CHECK(result.exit_code == 5);
    CHECK(contains(result.err, "try fewer with --threads"));
  }
  CHECK(folder.names() == Names{"text", "text.sa"});
}

TEST_CASE("memory: texts that fit are not refused for what other texts would take")
{
  auto const algorithms = info()["devices"].back()["algorithms"];
  if (std::ranges::find(algorithms, "libdivsufsort") == algorithms.end()) return;
  constexpr long n = 10'000'000;  // arrays that malloc gives back when they are freed
  Folder const folder;
  std::string const text = folder / "text";
  REQUIRE(lexikos({"generate", "dna", std::to_string(n), "1", "-o", text}).exit_code == 0);
  std::string const device = " --threads 1 --device " + info()["devices"].back()["name"].get<std::string>();
  long const least = min_address_space("$lexikos info");
  if (least == 0) {
    MESSAGE("left out: this program does not run in a limited address space");
    return;
  }
  // text, arrays and workspaces of the largest command, longest repeats, take 34n; the bounds of all algorithms 52n and more
  std::string const limited = "ulimit -v " + std::to_string(least + 44 * n / 1024) + "; ";
  for (std::string const& command :
       Names{"sa", "index", "lcp", "bwt", "repeats --top 3", "kmers", "search -c -p /dev/null"})
  {
    CAPTURE(command);
    auto const result = shell(limited + "$lexikos " + command + " " + text + device + " --quiet");
    CAPTURE(result.err);
    CHECK(result.exit_code == (contains(command, "search") ? 1 : 0));  // nothing is searched for
  }
  auto const refused = shell("ulimit -v " + std::to_string(least + 22 * n / 1024) + "; $lexikos index " + text +
                             device + " --algorithm osipov --index u64 -o " + (folder / "no"));
  CAPTURE(refused.err);
  CHECK(refused.exit_code == 5);
  CHECK(contains(refused.err, "not enough memory: cannot allocate "));
  CHECK(contains(refused.err, " bytes were left on the host"));
  CHECK_FALSE(std::filesystem::exists(folder / "no"));
}

}  // namespace
