// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Where results go, and what is never replaced.

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <string>
#include <vector>

#include "app/arrays.hpp"
#include "app/process.hpp"

namespace
{

using process::contains;
using process::Folder;
using process::lexikos;
using process::read;
using process::Result;
using process::shell;
using Names = std::vector<std::string>;

std::string array_of(std::string_view text)
{
  return arrays::to_bytes(arrays::suffix_array<std::uint32_t>(text));
}

void check_refused(Result const& result, int exit_code, std::string_view message)
{
  CAPTURE(result.err);
  CHECK(result.exit_code == exit_code);
  CHECK(result.err.starts_with("lexikos: "));
  CHECK_MESSAGE(contains(result.err, message), message);
}

TEST_CASE("no input is replaced, through whatever name it is reached")
{
  Folder const folder;
  std::string const text = folder.write("text", "abc");
  std::filesystem::create_symlink(text, folder / "link");
  std::filesystem::create_hard_link(text, folder / "twin");
  for (std::string const& name : {text, folder / "link", folder / "twin", folder.path() + "/./text"}) {
    CAPTURE(name);
    check_refused(lexikos({"sa", text, "-o", name}), 2, "would replace the input " + text);
    check_refused(lexikos({"index", text, "-o", name}), 2, "would replace the input");
    check_refused(lexikos({"generate", "markov", "9", "--from", text, "-o", name}), 2, "would replace the input");
    check_refused(shell("$lexikos sa - -o " + name + " <" + text), 2, name + " would replace the input\n");
    check_refused(shell("$lexikos sa " + text + " -o - >>" + name), 2, "standard output would replace the input");
  }
  check_refused(lexikos({"repeats", text, "--svg", folder / "x", "--positions", folder.path() + "//x"}), 2,
                "two results cannot go to the same place");
  check_refused(shell("$lexikos sa " + text + " -o - --isa " + (folder / "y") + " >" + (folder / "y")), 2,
                "two results cannot go to the same place");
  CHECK(read(text) == "abc");
  CHECK(lexikos({"sa", text, "-o", "/dev/null", "--isa", "/dev/null"}).exit_code == 0);
}

TEST_CASE("the file behind /dev/stdout is not replaced while others write to it")
{
  Folder const folder;
  std::string const text = folder.write("text", "abc"), log = folder / "log";
  auto const result = shell("{ echo begin; $lexikos sa " + text + " -q -o /dev/stdout; echo $?; } >" + log);
  CHECK(contains(result.err, "/dev/stdout leads to a file, which the result would replace"));
  CHECK(read(log) == "begin\n2\n");
  CHECK(shell("$lexikos sa " + text + " -q -o /dev/stdout | cat").out == array_of("abc"));
  CHECK(shell("{ echo begin; $lexikos sa " + text + " -q -o -; } >" + log).exit_code == 0);
  CHECK(read(log) == "begin\n" + array_of("abc"));
}

TEST_CASE("paths that the system does not resolve are unreadable, not all the same file")
{
  std::string path = ".";
  for (int i = 0; i < 3000; ++i) path += "/d";
  check_refused(lexikos({"sa", path + "/f"}), 3, "File name too long");
  check_refused(lexikos({"sa", path + "/f", "-o", "/dev/null"}), 3, "File name too long");
  Folder const folder;
  std::string const text = folder.write("text", "abc");
  check_refused(lexikos({"sa", text, "-o", path + "/a", "--isa", path + "/b"}), 4, "File name too long");
  std::filesystem::create_directory(folder / "closed");
  std::filesystem::permissions(folder / "closed", std::filesystem::perms::none);
  if (::access((folder / "closed").c_str(), X_OK) != 0) {  // root may enter
    check_refused(lexikos({"sa", folder / "closed/text"}), 3, "Permission denied");
    check_refused(lexikos({"sa", text, "-o", folder / "closed/a", "--isa", folder / "closed/b"}), 4,
                  "Permission denied");
  }
  std::filesystem::permissions(folder / "closed", std::filesystem::perms::owner_all);
}

TEST_CASE("a link without a target is followed as others are")
{
  Folder const folder;
  std::string const text = folder.write("text", "abracadabra");
  std::filesystem::create_symlink("nowhere", folder / "link");
  std::filesystem::create_symlink("link", folder / "second");
  CHECK(lexikos({"sa", text, "-o", folder / "second", "--quiet"}).exit_code == 0);
  CHECK(std::filesystem::is_symlink(folder / "link"));
  CHECK(std::filesystem::is_symlink(folder / "second"));
  CHECK(read(folder / "nowhere") == array_of("abracadabra"));
  std::filesystem::create_symlink(folder / "absolute", folder / "third");
  CHECK(lexikos({"index", text, "-o", folder / "third", "--quiet"}).exit_code == 0);
  CHECK(lexikos({"search", folder / "absolute", "abra", "-c", "-q"}).out == "2\tabra\n");
  std::filesystem::create_symlink("loop", folder / "loop");
  CHECK(lexikos({"sa", text, "-o", folder / "loop"}).exit_code == 4);
  CHECK(folder.names() == Names{"absolute", "link", "loop", "nowhere", "second", "text", "third"});
}

TEST_CASE("beside a device or a pipe goes no result")
{
  for (Names const& command : {Names{"sa"}, Names{"lcp"}, Names{"bwt"}, Names{"unbwt", "--primary-index", "0"},
                               Names{"index"}, Names{"wavelet", "build"}})
    for (std::string const input : {"/dev/null", "/dev/stdin", "/proc/version"}) {
      CAPTURE(command[0]);
      CAPTURE(input);
      Names words = command;
      words.push_back(input);
      check_refused(lexikos(words), 2, input + " is not a regular file, beside which the result could go");
    }
  CHECK(lexikos({"sa", "/dev/null", "-o", "-", "--quiet"}).exit_code == 0);
  Folder const folder;
  std::string const pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  check_refused(lexikos({"sa", pipe}), 2, "--output");
  CHECK(shell("printf abc >" + pipe + " & $lexikos sa " + pipe + " -o - --quiet").out == array_of("abc"));
}

TEST_CASE("beside a file in /dev/shm goes a result as beside any other")
{
  if (::access("/dev/shm", W_OK) != 0) {
    MESSAGE("left out: there is no /dev/shm to write to");
    return;
  }
  Folder const folder("/dev/shm");
  std::string const text = folder.write("text", "abracadabra");
  CHECK(lexikos({"sa", text, "--quiet"}).exit_code == 0);
  CHECK(read(text + ".sa") == array_of("abracadabra"));
}

TEST_CASE("a pipe without a reader is waited for, but not without a word")
{
  Folder const folder;
  std::string const text = folder.write("text", "abc");
  std::string const pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  auto const result = shell("$lexikos sa " + text + " --quiet -o " + pipe + " & sleep 0.5; cat " + pipe + "; wait");
  CHECK(result.out == array_of("abc"));
  CHECK(contains(result.err, "lexikos: waiting for a reader of " + pipe + "\n"));
  auto const prompt = shell("cat " + pipe + " & sleep 0.5; $lexikos sa " + text + " --quiet -o " + pipe + "; wait");
  CHECK(prompt.out == array_of("abc"));
  CHECK(prompt.err.empty());
}

TEST_CASE("the table says where the output went")
{
  Folder const folder;
  std::string const text = folder.write("text", "abc");
  CHECK(contains(lexikos({"sa", text, "--isa", folder / "inverse"}).err, folder / "inverse\n"));
  CHECK(contains(lexikos({"sa", text, "-o", "-"}).err, "standard output\n"));
  CHECK(contains(lexikos({"lcp", text}).err, text + ".lcp\n"));
  CHECK(contains(lexikos({"bwt", text}).err, text + ".bwt.primary\n"));
  CHECK(contains(lexikos({"unbwt", text + ".bwt", "-o", folder / "back"}).err, folder / "back\n"));
  CHECK(contains(lexikos({"index", text}).err, text + ".index\n"));
  CHECK(contains(lexikos({"wavelet", "build", text}).err, text + ".wavelet\n"));
  CHECK(contains(lexikos({"repeats", text, "--svg", folder / "a.svg"}).err, folder / "a.svg\n"));
  CHECK_FALSE(contains(lexikos({"sa", text, "--algorithm", "prefix_doubling"}).err, "rounds  0"));
}

}  // namespace
