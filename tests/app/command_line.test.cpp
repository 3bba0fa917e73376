// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "app/command_line/help.hpp"
#include "app/command_line/parse.hpp"
#include "app/process.hpp"

namespace
{

namespace app = lexikos::app;
using app::Wish;
using process::contains;
using Words = std::vector<std::string_view>;

/// A program with two commands, and where what the first is told goes.
struct Example
{
  bool flag = false;
  bool other = false;
  std::string word;
  std::string kind = "a";
  std::uint64_t count = 7;
  std::uint32_t small = 1;
  std::string file;
  std::vector<std::string> rest;
  app::Command program{.name = "program", .summary = "An example"};

  Example()
  {
    app::Command command{.name = "command", .summary = "A command"};
    command.operands = {app::operand("FILE", file, "A file"), app::operands("REST", rest, "What follows", false)};
    command.options = {app::flag("-f,--flag", flag, "A flag"),
                       app::flag("-g,--other", other, "Another"),
                       app::text("-w,--word", "WORD", word, "A word"),
                       app::choice("--kind", "KIND", {"a", "bc"}, kind, "a or bc"),
                       app::number("-c,--count", "N", count, "A number"),
                       app::number("--small", "N", small, "A small number", {1, 512})};
    program.commands = {command, {.name = "nothing", .summary = "Nothing"}};
  }
  Example(Example const&) = delete;
  Example& operator=(Example const&) = delete;

  app::Parsed parse(Words const& words) { return app::parse(program, words); }

  /// Why the words are refused.
  std::string refusal(Words const& words)
  {
    try {
      static_cast<void>(parse(words));
    }
    catch (app::Failure const& failure) {
      CHECK(failure.code() == app::ExitCode::usage);
      return failure.what();
    }
    return "accepted";
  }
};

TEST_CASE("command line: options and operands, in all their forms and in any order")
{
  for (Words const& words :
       {Words{"command", "-f", "--word", "x", "-c", "5", "file", "b", "c"},
        Words{"command", "file", "b", "--word=x", "-c5", "c", "--flag"},
        Words{"command", "-fc5", "-wx", "--", "file", "b", "c"},
        Words{"command", "-w", "y", "-w", "x", "-c", "1", "--count", "5", "-ff", "file", "b", "c"}})
  {
    CAPTURE(words.size());
    Example example;
    auto const parsed = example.parse(words);
    CHECK(parsed.wish == Wish::run);
    CHECK(app::full_name(parsed.path) == "program command");
    CHECK(example.flag);
    CHECK_FALSE(example.other);
    CHECK(example.word == "x");
    CHECK(example.count == 5);
    CHECK(example.file == "file");
    CHECK(example.rest == std::vector<std::string>{"b", "c"});
  }
}

TEST_CASE("command line: what looks like an option but is a value or an operand")
{
  Example example;
  static_cast<void>(example.parse({"command", "-w", "-f", "-", "-5", "--", "--flag", "--"}));
  CHECK(example.word == "-f");
  CHECK(example.file == "-");
  CHECK(example.rest == std::vector<std::string>{"-5", "--flag", "--"});
  CHECK_FALSE(example.flag);
}

TEST_CASE("command line: help, version, and nothing at all")
{
  for (Words const& words :
       {Words{"--help"}, Words{"-h"}, Words{"command", "-h"}, Words{"command", "x", "--help", "-?"}})
    CHECK(Example().parse(words).wish == Wish::help);
  for (Words const& words : {Words{"--version"}, Words{"-V"}}) CHECK(Example().parse(words).wish == Wish::version);
  CHECK(Example().parse({}).wish == Wish::overview);
}

TEST_CASE("command line: what is refused, with the nearest word")
{
  auto const refused = [](Words const& words, std::string_view why) {
    std::string const refusal = Example().refusal(words);
    CAPTURE(refusal);
    CHECK_MESSAGE(contains(refusal, why), why);
    CHECK(contains(refusal, "--help"));
  };
  refused({"comand"}, "there is no command 'comand'; did you mean 'command'?");
  refused({"comm"}, "did you mean 'command'?");
  refused({"xyzzy"}, "there is no command 'xyzzy'\n");
  refused({"-x"}, "there is no option '-x'");
  refused({"command", "-V", "a"}, "there is no option '-V'");
  refused({"command"}, "FILE is missing");
  refused({"command", "a", "--falg"}, "there is no option '--falg'; did you mean '--flag'?");
  refused({"command", "a", "--wrod=x"}, "did you mean '--word'?");
  refused({"command", "a", "--flag=yes"}, "--flag takes no value");
  refused({"command", "a", "--word"}, "--word needs a value: WORD");
  refused({"command", "a", "-fw"}, "-w needs a value: WORD");
  refused({"command", "a", "--word", ""}, "--word: the value is empty");
  refused({"command", "a", "--kind", "b"}, "--kind: 'b' is not one of a and bc");
  refused({"command", "a", "--small", "513"}, "--small: '513' is out of range: 1 to 512");
  refused({"nothing", "a"}, "unexpected argument 'a'");
}

TEST_CASE("command line: numbers, plain and with units; nothing else is one")
{
  constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
  auto const read = [](std::string_view text) {
    std::uint64_t number = 99;
    std::string const wrong = app::read_number(text, {}, number);
    CAPTURE(text);
    CHECK(wrong == "");
    return number;
  };
  CHECK(read("0") == 0);
  CHECK(read("007") == 7);
  CHECK(read("3k") == 3000);
  CHECK(read("3K") == 3000);
  CHECK(read("2Ki") == 2048);
  CHECK(read("5m") == 5000000);
  CHECK(read("1Gi") == std::uint64_t{1} << 30);
  CHECK(read("18T") == 18000000000000);
  CHECK(read("16383Pi") == std::uint64_t{16383} << 50);
  CHECK(read("18446744073709551615") == largest);

  for (std::string_view const text :
       {"", "-1", "+1", " 1", "1 ", "0x10", "1.5", "k", "3x", "3kk", "3ki ", "3i", "many", "1e9", "\n"})
  {
    CAPTURE(text);
    std::uint64_t number = 99;
    CHECK(contains(app::read_number(text, {}, number), "is not a number"));
    CHECK(number == 99);
  }
  for (std::string_view const text :
       {"18446744073709551616", "99999999999999999999", "99999P", "16384Pi", "99999999999999999999k"})
  {
    CAPTURE(text);
    std::uint64_t number = 99;
    CHECK(contains(app::read_number(text, {}, number), "is out of range: below 2^64"));
    CHECK(number == 99);
  }
  std::uint64_t number = 0;
  CHECK(app::read_number("1", {2}, number) == "'1' is out of range: 2 or more");
}

TEST_CASE("command line: the help of a command")
{
  Example example;
  std::string const help = app::help_of(example.parse({"command", "-h"}).path);
  CAPTURE(help);
  CHECK(help.starts_with("A command.\n\nUsage: program command [OPTION]... FILE [REST...]\n"));
  CHECK(contains(help, "\n  -w, --word WORD  A word\n"));
  CHECK(contains(help, "\n      --kind KIND  a or bc\n"));
  CHECK(contains(help, "\n  -h, --help "));
  CHECK_FALSE(contains(help, "--version"));
  std::string const overview = app::overview_of(example.parse({}).path);
  CHECK(contains(overview, "\n  command  A command\n"));
}

}  // namespace
