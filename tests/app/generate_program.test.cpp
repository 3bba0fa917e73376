// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/process.hpp"

namespace
{

using process::contains;
using process::Folder;
using process::lexikos;

std::string generated(std::vector<std::string> arguments)
{
  arguments.insert(arguments.begin(), "generate");
  auto const result = lexikos(arguments);
  CAPTURE(result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  return result.out;
}

TEST_CASE("lexikos generate: kinds, sizes and seeds")
{
  CHECK(generated({"fibonacci", "13"}) == "abaababaabaab");
  CHECK(generated({"thue-morse", "8", "99"}) == "abbabaab");
  CHECK(generated({"letter", "5", "--letters", "xyz"}) == "xxxxx");
  CHECK(generated({"letter", "3k"}).size() == 3000);
  CHECK(generated({"letter", "2Ki"}).size() == 2048);
  CHECK(generated({"random", "0"}).empty());
  CHECK(generated({"random", "100", "7"}) == generated({"random", "100", "7", "--threads", "1"}));
  CHECK(generated({"random", "100", "7"}) != generated({"random", "100", "8"}));
  CHECK(generated({"random", "1000", "--letters", "ACGT"}).find_first_not_of("ACGT") == std::string::npos);
  CHECK(generated({"random", "100000", "--alphabet", "256"}).find('\0') != std::string::npos);
  CHECK(generated({"dna", "1000", "1", "--repeats", "90"}).find_first_not_of("ACGT") == std::string::npos);
  std::string const periodic = generated({"periodic", "1000", "1", "--period", "10", "--change"});
  CHECK(periodic.substr(0, 10) == periodic.substr(10, 10));
  CHECK(periodic.substr(490, 10) != periodic.substr(500, 10));
  std::string const runs = generated({"runs", "1000", "1", "--mean", "1", "--alphabet", "2"});
  CHECK(std::ranges::adjacent_find(runs) == runs.end());

  Folder const folder;
  std::string const sample = folder.write("sample", "abcabcabc");
  CHECK(contains("abcabcabcabcabc", generated({"markov", "12", "1", "--from", sample, "--order", "2"})));
  CHECK(lexikos({"generate", "random", "100", "7", "--output", folder / "text"}).out.empty());
  CHECK(process::read(folder / "text") == generated({"random", "100", "7"}));
}

TEST_CASE("lexikos generate: wrong use")
{
  Folder const folder;
  auto const refused = [&](std::vector<std::string> arguments, std::string_view message) {
    arguments.insert(arguments.begin(), "generate");
    arguments.insert(arguments.end(), {"-o", folder / "text"});
    auto const result = lexikos(arguments);
    CAPTURE(result.err);
    CHECK(result.exit_code == 2);
    CHECK_MESSAGE(contains(result.err, message), message);
    CHECK(folder.names().empty());
  };
  refused({"prose", "10"}, "no kind of text named prose");
  refused({"random"}, "N");
  refused({"random", "-1"}, "-1");
  refused({"random", "many"}, "'many' is not a number");
  refused({"random", "3x"}, "'3x' is not a number");
  refused({"random", "99999P"}, "is out of range");
  refused({"random", "10", "1", "--alphabet", "257"}, "--alphabet");
  refused({"random", "10", "1", "--letters", ""}, "--letters");
  refused({"runs", "10", "1", "--mean", "0"}, "--mean");
  refused({"periodic", "10", "1", "--period", "0"}, "--period");
  refused({"dna", "10", "1", "--repeats", "100"}, "--repeats");
  refused({"markov", "10"}, "--from FILE");
  refused({"markov", "10", "1", "--from", "/dev/null"}, "is empty");
  refused({"markov", "10", "1", "--from", "/dev/null", "--order", "8"}, "--order");
  CHECK(lexikos({"generate", "markov", "10", "1", "--from", folder / "missing"}).exit_code == 3);
}

}  // namespace
