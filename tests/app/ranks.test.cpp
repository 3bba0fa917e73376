// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program under a launcher of several ranks.
#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/arrays.hpp"
#include "app/process.hpp"

namespace
{

using process::contains;
using process::count_of;
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
  CHECK(contains(told.err, "only sa, lcp, bwt, check, index, search and dedup"));
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

TEST_CASE("several ranks remove the duplicates that one process removes")
{
  Folder const folder;
  std::string const text = folder.write("text", some_text());
  std::string const offsets =
      folder.write("offsets", arrays::to_bytes(std::vector<std::uint64_t>{0, 100, 30'000, 60'000}));
  auto const results = [&](std::string const& name) {
    return " --ranges " + (folder / name + ".ranges") + " -o " + (folder / name) + " ";
  };
  for (std::string const& question : {" --offsets " + offsets + " -k 12 --scope across",
                                      std::string(" -k 9 --keep first"), " -k 5 --against " + offsets})
  {
    CAPTURE(question);
    REQUIRE(process::shell("$lexikos dedup " + text + question + results("one")).exit_code == 0);
    Result const result = launched("$mpirun -n 3 $lexikos dedup " + text + question + results("all") + "--json");
    CAPTURE(result.err);
    REQUIRE(result.exit_code == 0);
    CHECK(nlohmann::json::parse(result.out).at("ranks") == 3);
    for (std::string const ending : {"", ".ranges"})
      CHECK(read(folder / "all" + ending) == read(folder / "one" + ending));
  }
  CHECK(read(folder / "all.size") == read(folder / "one.size"));
  auto const before = folder.names();
  for (std::string const& wrong :
       {"dedup " + text + " -o /dev/full", "dedup " + text + ".none -o " + (folder / "new"),
        "dedup " + text + " --engine suffix-array -o " + (folder / "new"), "dedup - -o " + (folder / "new")})
  {
    CAPTURE(wrong);
    Result const result = launched("$mpirun -n 2 $lexikos " + wrong);
    CAPTURE(result.err);
    CHECK(result.exit_code != 0);
    CHECK(count_of(result.err, "lexikos: ") - count_of(result.err, "lexikos: rank 1: ") == 1);
  }
  CHECK(folder.names() == before);
}

TEST_CASE("ranks that fail before they meet say so, whether all do or one")
{
  Folder const folder;
  std::string const text = folder.write("text", some_text());
  Result const all = launched("$mpirun -n 3 $lexikos sa " + text + " --no-such-option");
  CHECK(all.exit_code != 0);
  // the launcher ends the others, but nobody knows how soon
  CHECK(count_of(all.err, "lexikos: ") - count_of(all.err, "lexikos: rank ") == 1);
  Result const one = launched("$mpirun -n 2 sh -c '[ ${OMPI_COMM_WORLD_RANK:-$PMI_RANK} = 0 ] || exec " + program() +
                              " sa " + text + " --no-such-option; exec " + program() + " sa " + text + "'");
  CHECK(one.exit_code != 0);
  CHECK(count_of(one.err, "lexikos: rank 1: ") == 1);
  CHECK(folder.names() == Names{"text"});
}

TEST_CASE("ranks that fail wait until the first has said why")
{
  Folder const folder;
  std::string const text = folder.write("text", some_text());
  REQUIRE(lexikos({"sa", text, "--quiet"}).exit_code == 0);
  std::string const other = folder.write("other", some_text().replace(30'000, 1, "z"));
  // A pipe that is full for two seconds takes the report of rank 0, while rank 1 has none to print.
  Result const wrong = launched(
      "pipe=" + (folder / "pipe") + "; mkfifo $pipe; exec 3<>$pipe; head -c 65536 /dev/zero >&3; " +
      "(sleep 2; exec timeout 20 cat $pipe) 3>&- >" + (folder / "told") + " & " +
      "$mpirun -n 2 sh -c '[ ${OMPI_COMM_WORLD_RANK:-$PMI_RANK} = 1 ] || exec >" + (folder / "pipe") + "; exec " +
      program() + " check " + other + " " + text + ".sa --json' 3>&-; code=$?; exec 3>&-; wait; exit $code");
  CHECK(wrong.exit_code != 0);
  CHECK(contains(read(folder / "told"), "\"right\": false"));
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

/// Sequences of letters of both cases, some of them very short.
std::string some_sequences()
{
  std::string const letters = some_text();
  std::string file;
  for (std::size_t i = 0, begin = 0; begin < 40'000; ++i) {
    std::size_t const length = 1 + i * i * 37 % 4001;
    file += ">record" + std::to_string(i) + "\n";
    for (std::size_t k = 0; k < length; ++k) file += "ACGTacgtN"[static_cast<unsigned>(letters[begin + k]) * k % 9];
    file += '\n';
    begin += length;
  }
  return file;
}

/// Little-endian offsets of documents, some of which are empty; the first begins at 100 and the last ends before the text.
std::string some_offsets()
{
  std::string bytes;
  std::uint64_t const offsets[] = {100, 100, 1000, 9050, 9051, 28'000, 45'000, 45'000, 59'900};
  for (std::uint64_t const offset : offsets)
    for (int shift = 0; shift < 64; shift += 8) bytes += static_cast<char>(offset >> shift);
  return bytes;
}

TEST_CASE("several ranks that index parts of a text, documents or sequences find what one process finds")
{
  Folder const folder;
  std::string const text = folder.write("text", some_text());
  std::string const sequences = folder.write("sequences", some_sequences());
  std::string const offsets = folder.write("offsets", some_offsets());
  std::string const patterns = folder.write("patterns", "abc\nfb\n\nnowhere\na\n" + some_text().substr(19'900, 200) +
                                                            "\nACg\nn\nGTA\n" + std::string(5000, 'a') + "\n");
  struct Case
  {
    std::string arguments;
    std::string kind;
    std::string what;  // info tells it
  };
  for (Case const& each : {Case{text, "fm", "fm"}, Case{text + " --offsets " + offsets, "suffix", "documents"},
                           Case{sequences + " --fasta", "fm", "records"}})
  {
    CAPTURE(each.arguments);
    std::string const index = " index " + each.arguments + " --kind " + each.kind + " --quiet -o ";
    REQUIRE(launched("$lexikos" + index + (folder / "one")).exit_code == 0);
    Result const built = launched("$mpirun -n 3 $lexikos" + index + (folder / "all") + " --by text");
    CAPTURE(built.err);
    REQUIRE(built.exit_code == 0);
    std::string const asked = " --patterns " + patterns + " --limit 0 --context 9 --quiet";
    Result const one = launched("$lexikos search " + (folder / "one") + asked);
    CHECK(one.exit_code == 0);
    for (std::string const ranks : {"$mpirun -n 2 ", ""}) {
      CAPTURE(ranks);
      if (each.what == "records" && !ranks.empty()) continue;  // what documents are
      Result const result = launched(ranks + "$lexikos search " + (folder / "all") + asked);
      CAPTURE(result.err);
      CHECK(result.exit_code == 0);
      CHECK(result.out == one.out);
    }
    std::string const counts = " --patterns " + patterns + " --limit 2 --count --quiet";
    CHECK(launched("$lexikos search " + (folder / "all") + counts).out ==
          launched("$lexikos search " + (folder / "one") + counts).out);
    Result const limited = launched("$lexikos search " + (folder / "all") + " a --limit 3 --json");
    CHECK(nlohmann::json::parse(limited.out).at("results")[0].at("matches").size() == 3);
    Result const told = lexikos({"info", folder / "all"});
    CHECK(contains(told.out, "index_by_text"));
    CHECK(contains(told.out, each.what));
    std::filesystem::remove_all(folder / "all");
  }
}

TEST_CASE("parts of tokens, and patterns that are too long for an index of parts")
{
  Folder const folder;
  std::string const text = folder.write("text", some_text());
  Result const built = launched("$mpirun -n 2 $lexikos index " + text +
                                " --symbols u16 --by text --longest-pattern 3 -o " + (folder / "all") + " --json");
  CAPTURE(built.err);
  REQUIRE(built.exit_code == 0);
  auto const report = nlohmann::json::parse(built.out);
  CHECK(report.at("ranks") == 2);
  CHECK(report.at("longest_pattern") == 3);
  CHECK(report.at("largest_part") == 15'000);
  auto const results = [&](std::string const& line) {
    return nlohmann::json::parse(launched("$lexikos search " + line + " --limit 0 --json").out).at("results");
  };
  std::string const tokens = " --tokens 25185,25187 --tokens 25185";
  CHECK(results((folder / "all") + tokens) == results(text + " --symbols u16" + tokens));
  Result const longer = launched("$lexikos search " + (folder / "all") + " --tokens 1,2,3,4");
  CHECK(longer.exit_code == 2);
  CHECK(contains(longer.err, "a pattern of 4 symbols, for an index of patterns of up to 3"));
  CHECK(lexikos({"index", text, "--by", "text"}).exit_code == 2);
  Result const facts = lexikos({"info", folder / "all", "--json"});
  CHECK(nlohmann::json::parse(facts.out).at("parts") == 2);

  // what only counts, and a folder whose part is lost
  std::string const counting = "$mpirun -n 2 $lexikos index " + text + " --kind fm --sample-rate 0 --quiet -o ";
  REQUIRE(launched(counting + (folder / "all")).exit_code == 0);
  CHECK(launched("$lexikos search " + (folder / "all") + " abc -c -q").out ==
        launched("$lexikos search " + text + " abc -c -q").out);
  Result const places = launched("$mpirun -n 2 $lexikos search " + (folder / "all") + " abc");
  CHECK(places.exit_code == 6);
  CHECK(contains(places.err, "only counts"));
  CHECK(launched(counting + (folder / "other") + " --offsets " + folder.write("offsets", some_offsets())).exit_code ==
        2);
  CHECK(!std::filesystem::exists(folder / "other"));
  for (auto const& entry : std::filesystem::directory_iterator(folder / "all"))
    if (contains(entry.path().filename().string(), ".1")) std::filesystem::remove(entry.path());
  CHECK(launched("$lexikos search " + (folder / "all") + " abc -c").exit_code == 3);
  CHECK(lexikos({"info", folder / "all"}).exit_code == 3);
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
  refused("index " + text + " --kind fm --by range", "are for --by text");
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

TEST_CASE("a rank that is killed leaves no file of the result's name, and no obstacle")
{
  Folder const folder;
  std::string const text = folder / "text";
  REQUIRE(lexikos({"generate", "random", "3M", "-o", text, "--quiet"}).exit_code == 0);
  // when the file that will be the result is there, under another name
  Result const killed = launched("$mpirun -n 1 $lexikos sa " + text +
                                 " : -n 1 sh -c '\"$0\" sa \"$1\" & child=$!; until ls -A \"$(dirname \"$1\")\" | grep "
                                 "-q [.]lexikos-; do sleep 0.01; "
                                 "done; kill -9 $child; wait $child' $lexikos " +
                                 text);
  CAPTURE(killed.err);
  CHECK(killed.exit_code != 0);
  CHECK(!std::filesystem::exists(text + ".sa"));
  CHECK(folder.names().size() <= 2);
  CHECK(launched("$mpirun -n 2 $lexikos sa " + text + " --check --quiet").exit_code == 0);
  CHECK(std::filesystem::file_size(text + ".sa") == 12'000'000);
  CHECK(folder.names() == Names{"text", "text.sa"});  // not what was left either
}

#endif

}  // namespace
