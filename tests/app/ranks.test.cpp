// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program under a launcher of several ranks.
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
using process::program;
using process::read;
using process::Result;
using Names = std::vector<std::string>;

std::string some_text()
{
  std::string text;
  unsigned state = 7;
  for (int i = 0; i < 60'000; ++i) {
    state = state * 1103515245u + 12345u;
    text += i > 9000 && i % 13 != 0 ? text[text.size() - 9000] : static_cast<char>('a' + (state >> 16) % 7);
  }
  return text;
}

TEST_CASE("a process that is one of several says so where it cannot be")
{
  Folder const folder;
  std::string const text = folder.write("text", "abc");
  auto const as_one_of_two = [&](Names const& arguments) {
    Names command{"env", "PMI_SIZE=2", "PMI_RANK=0", program()};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return process::run_command(command);
  };
  Result const sorted = as_one_of_two({"sa", text});
  CHECK(sorted.exit_code == 6);
#ifdef LEXIKOS_MPIEXEC
  CHECK(contains(sorted.err, "the launcher started 2 ranks (PMI_SIZE), but MPI has 1"));
  Result const told = as_one_of_two({"info"});
  CHECK(told.exit_code == 2);
  CHECK(contains(told.err, "only sa, lcp, bwt, check, index and search"));
#else
  CHECK(contains(sorted.err, "has no MPI"));
#endif
  CHECK(folder.names() == Names{"text"});
  CHECK(as_one_of_two({"help"}).exit_code == 0);
}

#ifdef LEXIKOS_MPIEXEC

/// What a shell line of ranks does, in which $mpirun launches and $lexikos is the program, with one thread each.
Result launched(std::string const& line)
{
  std::string const settings =
      "export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 "
      "OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_mpi_yield_when_idle=1 "
      "PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe OMP_NUM_THREADS=1 OMP_PROC_BIND=false; "
      "mpirun='timeout 100 " LEXIKOS_MPIEXEC "'; ";
  return process::shell(settings + line);
}

TEST_CASE("several ranks write the files that one process writes")
{
  Folder const folder;
  std::string const text = folder.write("text", some_text());
  for (std::string const command : {"sa", "lcp", "bwt"}) {
    CAPTURE(command);
    REQUIRE(lexikos({command, text, "-o", folder / "one", "--quiet"}).exit_code == 0);
    Result const result =
        launched("$mpirun -n 3 $lexikos " + command + " " + text + " -o " + (folder / "all") + " --json");
    CAPTURE(result.err);
    REQUIRE(result.exit_code == 0);
    CHECK(read(folder / "all") == read(folder / "one"));
    auto const report = nlohmann::json::parse(result.out);  // of one rank
    CHECK(report.at("ranks") == 3);
    CHECK(report.at("bytes") == 60'000);
    CHECK(report.at("bytes_sent").at("last sort") > 0);
  }
  CHECK(read(folder / "all.primary") == read(folder / "one.primary"));

  REQUIRE(lexikos({"sa", text, "--isa", folder / "isa", "--symbols", "u16", "--quiet"}).exit_code == 0);
  CHECK(launched("$mpirun -n 2 $lexikos sa " + text + " -o " + (folder / "all") + " --isa " + (folder / "all.isa") +
                 " --symbols u16 --check --quiet")
            .exit_code == 0);
  CHECK(read(folder / "all") == read(text + ".sa"));
  CHECK(read(folder / "all.isa") == read(folder / "isa"));

  REQUIRE(lexikos({"sa", text, "--quiet"}).exit_code == 0);
  CHECK(launched("$mpirun -n 2 $lexikos check " + text + " " + text + ".sa").exit_code == 0);
  Result const wrong = launched("$mpirun -n 2 $lexikos check " + text + " " + (folder / "one"));
  CHECK(wrong.exit_code != 0);
}

TEST_CASE("several ranks find what one process finds")
{
  Folder const folder;
  std::string const text = folder.write("text", some_text());
  std::string const patterns =
      folder.write("patterns", "abc\nbbgd\n\nnowhere\na\n" + some_text().substr(30'000, 200) + "\n");
  std::string const asked = " --patterns " + patterns + " cafe --limit 7 --context 5 --quiet";
  Result const one = process::shell("$lexikos search " + text + asked);
  REQUIRE(one.exit_code == 0);
  CHECK(launched("$mpirun -n 3 $lexikos search " + text + asked).out == one.out);
  REQUIRE(launched("$mpirun -n 3 $lexikos index " + text + " -o " + (folder / "all") + " --quiet").exit_code == 0);
  for (std::string const ranks : {"$mpirun -n 2 ", "$mpirun -n 4 ", ""}) {
    CAPTURE(ranks);
    Result const result = launched(ranks + "$lexikos search " + (folder / "all") + asked);
    CAPTURE(result.err);
    CHECK(result.exit_code == 0);
    CHECK(result.out == one.out);
  }
  CHECK(launched("$lexikos search " + (folder / "all") + " nowhere -q").exit_code == 1);

  auto const json = [&](std::string const& line) {
    Result const result = launched(line);
    CAPTURE(line);
    CAPTURE(result.err);
    REQUIRE(!result.out.empty());
    return nlohmann::json::parse(result.out);
  };
  std::string const tokens = " --tokens 25185,25187 --tokens 25185 --limit 3 --json --symbols u16";
  auto const expected = json("$lexikos search " + text + tokens);
  auto const found = json("$mpirun -n 2 $lexikos search " + text + tokens);
  for (char const* const member : {"text", "bytes", "symbols", "patterns", "occurrences", "results"})
    CHECK(found.at(member) == expected.at(member));
  CHECK(expected.at("occurrences") > 0);
  auto const report = json("$mpirun -n 2 $lexikos index " + text + " -o " + (folder / "all") + " --symbols u16 --json");
  CHECK(report.at("ranks") == 2);
  CHECK(report.at("index") == "u32");
  CHECK(json("$mpirun -n 2 $lexikos search " + (folder / "all") + " --tokens 25185 --count --json").at("results") ==
        json("$lexikos search " + text + " --symbols u16 --tokens 25185 --count --json").at("results"));
}

TEST_CASE("what is not for several ranks is refused there")
{
  Folder const folder;
  std::string const text = folder.write("text", some_text());
  REQUIRE(lexikos({"index", text, "--quiet"}).exit_code == 0);
  auto const refused = [&](std::string const& line, std::string const& what) {
    CAPTURE(line);
    Result const result = launched("$mpirun -n 2 $lexikos " + line);
    CAPTURE(result.err);
    CHECK(result.exit_code == 2);
    CHECK(contains(result.err, what));
  };
  refused("index " + text + " --kind fm", "--kind fm is not for several ranks");
  refused("search " + text + " abc --errors 1", "--errors is not for several ranks");
  refused("search " + text + ".index abc", "an index of one process");
  CHECK(launched("$mpirun -n 2 $lexikos index " + text).exit_code == 4);  // in the place of a file
  Result const full = launched("$mpirun -n 1 $lexikos index " + text + " -o " + (folder / "all") +
                               " : -n 1 sh -c 'ulimit -f 100; exec \"$0\" index \"$1\" -o \"$2\"' $lexikos " + text +
                               " " + (folder / "all"));
  CHECK(full.exit_code == 4);
  CHECK(contains(full.err, "lexikos: rank 1 of 2: cannot write"));
  CHECK(folder.names() == Names{"text", "text.index"});
}

TEST_CASE("what fails on one rank leaves nothing behind")
{
  Folder const folder;
  std::string const text = folder.write("text", some_text());
  Result const full = launched("$mpirun -n 1 $lexikos sa " + text +
                               " : -n 1 sh -c 'ulimit -f 100; exec \"$0\" sa \"$1\"' $lexikos " + text);
  CAPTURE(full.err);
  CHECK(full.exit_code == 4);
  CHECK(contains(full.err, "lexikos: rank 1 of 2: cannot write"));
  Result const unlike = launched("$mpirun -n 1 $lexikos sa " + text + " : -n 1 $lexikos lcp " + text);
  CHECK(unlike.exit_code == 2);
  CHECK(contains(unlike.err, "different command lines"));
  CHECK(launched("$mpirun -n 2 $lexikos sa " + (folder / "none")).exit_code == 3);
  CHECK(launched("$mpirun -n 2 $lexikos sa " + text + " -o -").exit_code == 2);
  CHECK(folder.names() == Names{"text"});
}

#endif

}  // namespace
