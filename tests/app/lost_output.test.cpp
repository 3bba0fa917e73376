// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What becomes of standard output that cannot be written.

#include <doctest/doctest.h>
#include <signal.h>

#include <string>

#include "app/process.hpp"

namespace
{

using process::contains;
using process::Folder;
using process::lexikos;
using process::read;
using process::shell;

TEST_CASE("standard output that is lost is an error, whatever was to go there")
{
  Folder const folder;
  std::string const text = folder.write("text", "abracadabra");
  REQUIRE(lexikos({"sa", text, "--quiet"}).exit_code == 0);
  REQUIRE(lexikos({"wavelet", "build", text, "--quiet"}).exit_code == 0);
  for (std::string const& command :
       {std::string("--help"), std::string("-V"), std::string("help json"), std::string("sa --help"),
        std::string("info"), std::string("info --json"), "check " + text + " " + text + ".sa", "sa " + text + " -o -",
        "sa " + text + " --json -o /dev/null", "bwt " + text + " -o - --quiet", "search " + text + " a",
        "search " + text + " a --json", "repeats " + text, "plot lcp -o - " + text, "kmers -k4 " + text,
        "wavelet info " + text + ".wavelet", "wavelet query " + text + ".wavelet access:0",
        "wavelet query " + text + ".wavelet access:0 --json", std::string("generate random 10")})
    for (std::string const where : {" >/dev/full", " >&-"}) {
      CAPTURE(command);
      CAPTURE(where);
      auto const result = shell("$lexikos " + command + where);
      CHECK(result.exit_code == 4);
      CHECK(contains(result.err, "lexikos: cannot write standard output: "));
    }
}

TEST_CASE("a reader that goes away ends the program in silence, by SIGPIPE")
{
  Folder const folder;
  for (std::string const command : {"generate letter 9M", "search $text '' --limit 0"}) {
    CAPTURE(command);
    std::string const text = folder.write("text", std::string(100000, 'a'));
    std::string const run = "text=" + text + "; { $lexikos " + command + " --quiet; echo $? >" + (folder / "code");
    auto const result = shell(run + "; } | head -c 10");
    CHECK(result.out.size() == 10);
    CHECK(result.err.empty());
    CHECK(read(folder / "code") == std::to_string(128 + SIGPIPE) + "\n");
    auto const ignored = shell("trap '' PIPE; " + run + "; } | head -c 10");
    CHECK(contains(ignored.err, "cannot write standard output: Broken pipe"));
    CHECK(read(folder / "code") == "4\n");
  }
}

}  // namespace
