// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/process.hpp"

namespace
{

using process::contains;
using process::Folder;
using process::lexikos;
using process::Result;
using Names = std::vector<std::string>;

void check_failure(Result const& result, int exit_code, std::string_view message)
{
  CAPTURE(result.err);
  CHECK(result.exit_code == exit_code);
  CHECK(result.out.empty());
  CHECK(result.err.starts_with("lexikos: "));
  CHECK_MESSAGE(contains(result.err, message), message);
}

TEST_CASE("every exit code is documented, on a page that all others name")
{
  auto const page = lexikos({"help", "exit-codes"});
  CHECK(page.exit_code == 0);
  CHECK(contains(page.out, "Exit codes:"));
  for (int code = 0; code <= 7; ++code) CHECK(contains(page.out, "\n  " + std::to_string(code) + "  "));
  for (Names const& command :
       {Names{"--help"}, Names{"sa", "--help"}, Names{"check", "--help"}, Names{"wavelet", "query", "--help"}})
  {
    auto const help = lexikos(command);
    CHECK(help.exit_code == 0);
    CHECK(contains(help.out, "'lexikos help exit-codes'"));
  }
}

TEST_CASE("2: wrong use of the command line")
{
  Folder const folder;
  std::string const text = folder.write("text", "abc");
  check_failure(lexikos({"sort"}), 2, "--help");
  check_failure(lexikos({"sa"}), 2, "FILE");
  check_failure(lexikos({"sa", text, "--bogus"}), 2, "--bogus");
  check_failure(lexikos({"sa", text, "--index", "u16"}), 2, "u16");
  check_failure(lexikos({"sa", text, "--threads", "0"}), 2, "--threads");
  check_failure(lexikos({"sa", text, "--algorithm", "quicksort"}), 2, "quicksort");
  check_failure(lexikos({"sa", text, "--output", text}), 2, "would replace the input");
  check_failure(lexikos({"sa", text, "--output", folder.path() + "/./text"}), 2, "would replace the input");
  check_failure(lexikos({"sa", text, "--isa", text + ".sa"}), 2, "cannot go to the same place");
  check_failure(lexikos({"sa", text, "--output", "-", "--isa", "-"}), 2, "cannot go to the same place");
  CHECK(folder.names() == Names{"text"});
  CHECK(process::read(text) == "abc");
}

TEST_CASE("3: unreadable input")
{
  Folder const folder;
  std::string const output = folder / "array";
  check_failure(lexikos({"sa", folder / "missing", "-o", output}), 3,
                "cannot read " + (folder / "missing") + ": No such file or directory");
  check_failure(lexikos({"sa", folder.path(), "-o", output}), 3, "it is a directory");
  check_failure(lexikos({"sa", folder / "missing"}), 3, "No such file");
  check_failure(process::shell("$lexikos sa - <" + folder.path()), 3, "it is a directory");
  check_failure(process::shell("$lexikos sa - <&-"), 3, "cannot read standard input");
  check_failure(process::shell("$lexikos sa - -o " + output + " <&-"), 3, "cannot read standard input");
  CHECK(folder.names().empty());
}

TEST_CASE("control characters of names do not reach a terminal by a message")
{
  auto const result = lexikos({"sa",
                               "no\x1b[31m\xc2\x9b"
                               "31m"});
  CHECK(result.exit_code == 3);
  CHECK(contains(result.err, "no.[31m.31m"));
  CHECK(result.err.find('\x1b') == std::string::npos);
}

TEST_CASE("4: unwritable output, and nothing half-written left behind")
{
  Folder const folder;
  std::string const text = folder.write("text", std::string(100000, 'x'));
  check_failure(lexikos({"sa", text, "-o", "/dev/full", "--isa", folder / "isa"}), 4,
                "cannot write /dev/full: No space left on device");
  check_failure(lexikos({"sa", text, "-o", folder / "array", "--isa", "/dev/full"}), 4, "/dev/full");
  check_failure(lexikos({"sa", text, "-o", folder / "missing/array"}), 4, "No such file or directory");
  check_failure(lexikos({"sa", text, "-o", folder.path()}), 4, "Is a directory");
  check_failure(lexikos({"sa", text, "-o", text + "/array"}), 4, "Not a directory");
  check_failure(process::shell("$lexikos sa " + text + " -o - >/dev/full"), 4, "cannot write standard output");
  check_failure(process::shell("$lexikos sa " + text + " -o - --isa " + (folder / "isa") + " >&-"), 4,
                "cannot write standard output");
  check_failure(lexikos({"generate", "random", "3M", "1", "-o", "/dev/full"}), 4, "No space left on device");
  check_failure(process::shell("$lexikos sa " + text + " --json -o /dev/null >/dev/full"), 4,
                "cannot write standard output");
  // a limit on the size of files is met in the middle of the work, as a full disk is
  check_failure(process::shell("ulimit -f 100; $lexikos sa " + text + " -o " + (folder / "array")), 4,
                "cannot write " + (folder / "array") + ": File too large");
  CHECK(folder.names() == Names{"text"});
}

TEST_CASE("4: a file that cannot be replaced stays as it is")
{
  if (::geteuid() == 0) return;  // root may write everywhere
  Folder const folder;
  std::string const text = folder.write("text", "abc");
  std::string const old = folder.write("old", "old");
  std::filesystem::permissions(old, std::filesystem::perms::owner_read);
  check_failure(lexikos({"sa", text, "-o", old}), 4, "Permission denied");
  CHECK(process::read(old) == "old");
}

TEST_CASE("5: out of memory is said before the work starts, with the bytes needed and available")
{
  Folder const folder;
  std::string const huge = folder / "huge";  // a hole: it takes no room on the disk
  std::ofstream(huge).close();
  constexpr std::uintmax_t size = std::uintmax_t{1} << 42;
  std::error_code error;
  std::filesystem::resize_file(huge, size, error);
  if (!error) {
    auto const begin = std::chrono::steady_clock::now();
    check_failure(lexikos({"sa", huge}), 5, "not enough memory on ");
    auto const result = lexikos({"sa", huge, "--isa", folder / "isa"});
    check_failure(result, 5, "4398046511104 for the text");
    CHECK(contains(result.err, " bytes needed ("));
    CHECK(contains(result.err, "35184372088832 for the suffix array"));
    CHECK(contains(result.err, "35184372088832 for its inverse"));
    CHECK(contains(result.err, " bytes available"));
    check_failure(lexikos({"sa", huge, "--index", "u32"}), 2, "--index u64");
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(60));
  }
  check_failure(lexikos({"generate", "letter", "100T", "-o", folder / "text"}), 5,
                "100000000000000 bytes needed (100000000000000 for the text)");
  CHECK(folder.names() == Names{"huge"});
}

TEST_CASE("6: no such device, or an algorithm that the build lacks there")
{
  Folder const folder;
  std::string const text = folder.write("text", "abc");
  check_failure(lexikos({"sa", text, "--device", "abacus"}), 6, "no such device: abacus (this build has ");
  check_failure(lexikos({"check", text, text, "--device", "abacus"}), 1, "truncated");
  auto const info = nlohmann::json::parse(lexikos({"info", "--json"}).out);
  for (std::string const name : {"cuda", "openmp", "serial"}) {
    bool const has = std::ranges::any_of(info["devices"], [&](auto const& device) { return device["name"] == name; });
    if (!has) check_failure(lexikos({"sa", text, "--device", name}), 6, "no such device: " + name);
  }
  for (auto const& device : info["devices"]) {
    auto const name = device["name"].get<std::string>();
    auto const& algorithms = device["algorithms"];
    if (std::ranges::find(algorithms, "libdivsufsort") == algorithms.end())
      check_failure(lexikos({"sa", text, "--device", name, "--algorithm", "libdivsufsort"}), 6,
                    "this build does not have the algorithm libdivsufsort on " + name);
    check_failure(lexikos({"sa", text, "--device", name + ":99"}), 6, "no such device: " + name + ":99");
  }
  check_failure(lexikos({"sa", text, "--device", "cuda:x"}), 2, "--device cuda:x");
  CHECK(folder.names() == Names{"text"});
}

}  // namespace
